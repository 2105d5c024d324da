// Package job is a durable queue in the site's own database: a job is enqueued
// in the caller's transaction, so it exists exactly when what it is about
// does.
//
// A worker leases a job while it runs it, so that on several nodes it runs
// once; when a worker dies, the lease ends and another one takes over. A job
// may thus run twice in bad luck, and handlers must bear that. A handler that
// fails is tried again, later each time.
//
// The package knows no kinds of job: those stand beside their features.
package job

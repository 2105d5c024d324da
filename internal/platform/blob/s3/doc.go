// Package s3 keeps blobs as objects of a bucket of Amazon S3 or a service that speaks its protocol.
//
// An object appears with the last request of its upload, so a broken upload leaves nothing under the
// key. Requests that fail on the way or with a server's fault are sent again, with growing pauses and
// a fixed number of times; a download that breaks goes on where it stopped, and ends with an error if
// the object has been replaced meanwhile.
//
// ParseURL describes how a bucket is named.
package s3

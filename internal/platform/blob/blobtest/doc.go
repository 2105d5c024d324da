// Package blobtest holds the behaviour every blob.Store must have, as a suite that each
// implementation's tests run, and starts a real S3 server for those that need one.
package blobtest

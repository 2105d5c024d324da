// Package blob is where the bytes of uploaded files live: one small interface, Store, over named byte
// sequences. internal/platform/blob/disk keeps them in a directory, internal/platform/blob/s3 in a bucket of an
// S3-compatible service, and internal/platform/blob/all chooses between them from an address. The behaviour
// both must have is internal/platform/blob/blobtest.
//
// A blob is written whole or not at all, is replaced whole, and is read as it was when opened. The
// package knows nothing of attachments, media types or users.
package blob

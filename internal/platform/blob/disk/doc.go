// Package disk keeps blobs as files below one directory, at the path their key spells.
//
// A blob is written to a temporary file in the directory's .incoming folder, flushed to the device
// and renamed into place, after which the folders are flushed too; a crash leaves either the old
// bytes or the new ones. The directory is opened as an os.Root, so that neither a key nor a symbolic
// link inside can lead out of it.
package disk

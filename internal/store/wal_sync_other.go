//go:build !linux

package store

import "os"

// syncData brings what was written to a file to the disk.
func syncData(f *os.File) error { return f.Sync() }

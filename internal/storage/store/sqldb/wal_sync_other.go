//go:build !linux

package sqldb

import "os"

// syncData brings what was written to a file to the disk.
func syncData(f *os.File) error { return f.Sync() }

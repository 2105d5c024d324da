package sqldb

import (
	"os"
	"syscall"
)

// syncData brings what was written to a file to the disk. Times of the file
// may wait, which saves a commit of the file system's own log.
func syncData(f *os.File) error {
	for {
		if err := syscall.Fdatasync(int(f.Fd())); err != syscall.EINTR {
			return err
		}
	}
}

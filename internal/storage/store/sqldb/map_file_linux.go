package sqldb

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// mapFile shows the first bytes of a file, which has as many, as memory that can be read. What
// any process writes to the file is there at once. unmapFile lets it go.
func mapFile(f *os.File, size int) ([]byte, error) {
	mapped, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED) // #nosec G115 -- a descriptor
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", f.Name(), err)
	}
	return mapped, nil
}

// unmapFile lets go what mapFile gave; nil is nothing.
func unmapFile(mapped []byte) error {
	if mapped == nil {
		return nil
	}
	return unix.Munmap(mapped)
}

//go:build !linux

package sqldb

import (
	"errors"
	"os"
)

// mapFile maps no files here.
func mapFile(*os.File, int) ([]byte, error) { return nil, errors.ErrUnsupported }

func unmapFile([]byte) error { return nil }

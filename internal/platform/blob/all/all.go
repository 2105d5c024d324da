package all

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"quoin/internal/platform/blob"
	"quoin/internal/platform/blob/disk"
	"quoin/internal/platform/blob/s3"
)

// Open returns the store at address: "s3://..." (see s3.ParseURL), "file:///directory", or, when it
// is empty, the directory dir.
func Open(ctx context.Context, address, dir string) (blob.Store, error) {
	if address == "" {
		return openDisk(dir)
	}
	bucket, folder, err := parse(address)
	if err != nil {
		return nil, err
	}
	if folder != "" {
		return openDisk(folder)
	}
	store, err := s3.Open(ctx, *bucket)
	if err != nil {
		return nil, err
	}
	return store, nil
}

// Check tells whether an address is one of a store, without asking it.
func Check(address string) error {
	_, _, err := parse(address)
	return err
}

// parse reads an address, as that of a bucket or of a folder.
func parse(address string) (bucket *s3.Config, folder string, err error) {
	switch scheme, _, _ := strings.Cut(address, ":"); scheme {
	case "s3":
		config, err := s3.ParseURL(address, os.Getenv)
		return &config, "", err
	case "file":
		u, err := url.Parse(address)
		if err != nil || u.Host != "" || u.Path == "" || u.RawQuery != "" {
			return nil, "", errors.New(`want "file:///folder"`)
		}
		return nil, u.Path, nil
	default:
		return nil, "", fmt.Errorf("unknown kind %q, want s3 or file", scheme)
	}
}

func openDisk(dir string) (blob.Store, error) {
	if dir == "" {
		return nil, fmt.Errorf("no folder given")
	}
	store, err := disk.Open(dir)
	if err != nil {
		return nil, err
	}
	return store, nil
}

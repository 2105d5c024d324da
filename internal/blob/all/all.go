package all

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"

	"quoin/internal/blob"
	"quoin/internal/blob/disk"
	"quoin/internal/blob/s3"
)

// Open returns the store at address: "s3://..." (see s3.ParseURL), "file:///directory", or, when it
// is empty, the directory dir.
func Open(ctx context.Context, address, dir string) (blob.Store, error) {
	scheme, _, _ := strings.Cut(address, ":")
	switch {
	case address == "":
		return openDisk(dir)
	case scheme == "s3":
		config, err := s3.ParseURL(address, os.Getenv)
		if err != nil {
			return nil, err
		}
		store, err := s3.Open(ctx, config)
		if err != nil {
			return nil, err
		}
		return store, nil
	case scheme == "file":
		u, err := url.Parse(address)
		if err != nil || u.Host != "" || u.Path == "" || u.RawQuery != "" {
			return nil, fmt.Errorf(`want "file:///folder"`)
		}
		return openDisk(u.Path)
	}
	return nil, fmt.Errorf("unknown kind %q, want s3 or file", scheme)
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

package media

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"quoin/internal/domain/media/imaging"
	"quoin/internal/platform/blob"
)

// Path is where the uploads of a site are served, below its address. The key
// of a file follows it.
const Path = "/wp-content/uploads/"

// Service stores uploaded files. It is safe for concurrent use.
type Service struct {
	Blobs blob.Store
	// Gate bounds the work on images that goes on at the same time.
	Gate *imaging.Gate
	// Base is the address of the site, without a slash at its end.
	Base func(ctx context.Context) string
	// Claim remembers that a new file has no row yet, before the file is put
	// there; Release forgets it, in the transaction that stores the row. What
	// was claimed long ago and never released was left by a crash: see Sweep. A
	// claim may also be left of a file that has a row, when two uploads met on
	// one name. Nil remembers nothing.
	Claim, Release func(ctx context.Context, key string) error
	// Sizes are the sub-sizes that images get, in the order in which they
	// are registered; nil means those of a fresh site.
	Sizes func(ctx context.Context) []imaging.Size
}

// URL is the address of the file with a key.
func (s *Service) URL(ctx context.Context, key string) string {
	return s.Base(ctx) + Path + key
}

// Prefix is what the addresses of all files begin with.
func (s *Service) Prefix(ctx context.Context) string { return s.Base(ctx) + Path }

// Remove deletes files. Those that aren't there count as deleted.
func (s *Service) Remove(ctx context.Context, keys []string) error {
	var errs []error
	for _, key := range keys {
		if err := s.Blobs.Delete(ctx, key); err != nil {
			errs = append(errs, fmt.Errorf("remove file %s: %w", key, err))
		}
	}
	return errors.Join(errs...)
}

// IsImage tells whether a media type is that of an image.
func IsImage(mime string) bool { return strings.HasPrefix(mime, "image/") }

package app

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"

	"quoin/internal/blob/all"
	"quoin/internal/media"
	"quoin/internal/media/imaging"
)

// pictureMemory is how much memory the pictures that are worked on take
// together at most.
const pictureMemory = 512 << 20

// openMedia opens the store of uploaded files.
func (a *App) openMedia(ctx context.Context) (*media.Service, error) {
	blobs, err := all.Open(ctx, a.MediaURL, filepath.Join(a.Data, "uploads"))
	if err != nil {
		return nil, fmt.Errorf("uploads: %w", err)
	}
	return &media.Service{
		Blobs: blobs,
		Gate:  imaging.NewGate(pictureMemory, runtime.GOMAXPROCS(0), imaging.Limits{}),
		Base:  a.Env.Site.Base,
	}, nil
}

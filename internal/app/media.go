package app

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"runtime"

	"quoin/internal/app/config"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/domain/media/imaging"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/blob/all"
)

// addMedia opens the store of uploaded files and lets it follow the entries
// that the files belong to.
func (a *App) addMedia(ctx context.Context) error {
	blobs, err := a.openUploads(ctx)
	if err != nil {
		return err
	}
	a.Media = &media.Service{
		Blobs: blobs,
		// A processor stays free for reads, where there are several.
		Gate:    imaging.NewGate(cmp.Or(a.ImageMemory, config.DefaultImageMemory), runtime.GOMAXPROCS(0)-1, imaging.Limits{}),
		Base:    a.Env.Site.Base,
		Release: func(ctx context.Context, key string) error { return a.DB.Cancel(ctx, media.JobSweep, key) },
		Sizes:   func(ctx context.Context) []imaging.Size { return media.SizesOf(ctx, a.Env.Site) },
	}
	a.cleaner = &media.Cleaner{Media: a.Media, Queue: a.DB, Entries: a.DB, Log: a.Log}
	a.Media.Claim = a.cleaner.Claim
	if a.ImagesUse != nil {
		a.Media.Gate.Watch(a.ImagesUse)
	}
	a.Env.Media = a.Media
	a.Env.Entries.Hooks.Add(content.Writes{Deleted: a.cleaner.Forget})
	return nil
}

func (a *App) openUploads(ctx context.Context) (blob.Store, error) {
	if a.Uploads != nil {
		return a.Uploads, nil
	}
	blobs, err := all.Open(ctx, a.MediaURL, filepath.Join(a.Data, "uploads"))
	switch {
	case err != nil && a.MediaURL != "":
		return nil, fmt.Errorf("QUOIN_MEDIA_URL: %w", err)
	case err != nil:
		return nil, fmt.Errorf("uploads: %w", err)
	}
	return blobs, nil
}

package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"quoin/internal/blob"
	"quoin/internal/blob/all"
	"quoin/internal/content"
	"quoin/internal/job"
	"quoin/internal/media"
	"quoin/internal/media/imaging"
	"quoin/internal/site"
	"quoin/internal/uploads"
)

// DefaultImageMemory is how much memory the images that are worked on take
// together at most; enough for one of the largest allowed.
const DefaultImageMemory = 1 << 30

// DefaultMaxUpload bounds an uploaded file.
const DefaultMaxUpload = 256 << 20

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
		Gate:    imaging.NewGate(cmp.Or(a.ImageMemory, DefaultImageMemory), runtime.GOMAXPROCS(0)-1, imaging.Limits{}),
		Base:    a.Env.Site.Base,
		Claim:   a.claimFile,
		Release: func(ctx context.Context, key string) error { return a.DB.Cancel(ctx, jobSweep, key) },
		Sizes:   func(ctx context.Context) []imaging.Size { return registeredSizes(ctx, a.Env.Site) },
	}
	if a.ImagesUse != nil {
		a.Media.Gate.Watch(a.ImagesUse)
	}
	a.Env.Media = a.Media
	a.Env.Entries.Hooks.Add(content.Writes{Deleted: a.forgetFiles})
	return nil
}

func (a *App) openUploads(ctx context.Context) (blob.Store, error) {
	if a.uploads != nil {
		return a.uploads, nil
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

// registeredSizes are the sub-sizes of images as the site's options have
// them.
func registeredSizes(ctx context.Context, s *site.Site) []imaging.Size {
	sizes := imaging.DefaultSizes()
	for i, size := range site.ImageSizes() {
		sizes[i].Width, sizes[i].Height = int(size.Width.Of(ctx, s)), int(size.Height.Of(ctx, s))
	}
	sizes[0].Crop = site.ThumbnailCrop.Of(ctx, s)
	return sizes
}

// jobSweep removes a file that an upload has written without coming to store
// its row, as after a crash.
const jobSweep = "sweep-upload"

// uploadGrace is longer than any upload takes.
const uploadGrace = 24 * time.Hour

func (a *App) claimFile(ctx context.Context, key string) error {
	now := time.Now()
	return a.DB.Enqueue(ctx, jobSweep, key, []byte(strconv.FormatInt(now.Unix(), 10)), now.Add(uploadGrace))
}

// uploadTime is how long it may take to put a file that is claimed.
const uploadTime = time.Hour

// clockSkew is how far the clocks of a file store and of this machine may be
// apart.
const clockSkew = 10 * time.Minute

// sweepFile removes a claimed file that got no row. One that was written long
// before or after the claim is another one of the same name.
func (a *App) sweepFile(ctx context.Context, j job.Job) error {
	claimed, err := strconv.ParseInt(string(j.Payload), 10, 64)
	if err != nil {
		return fmt.Errorf("upload to be swept: %w: %w", err, job.ErrGiveUp)
	}
	info, err := a.Media.Blobs.Stat(ctx, j.Key)
	switch {
	case errors.Is(err, blob.ErrNotFound):
		return nil
	case err != nil:
		return fmt.Errorf("sweep upload %s: %w", j.Key, err)
	case info.ModTime.Sub(time.Unix(claimed, 0)).Abs() > clockSkew+uploadTime:
		return nil
	}
	owners, err := a.DB.ListEntries(ctx, content.Query{
		Types: []string{content.TypeAttachment}, MetaValues: map[string][]string{content.MetaAttachedFile: media.MainKeys(j.Key)},
		Limit: 1, SkipTotal: true, SkipMeta: true, OnlyIDs: true,
	})
	if err != nil {
		return fmt.Errorf("sweep upload %s: %w", j.Key, err)
	}
	if len(owners.Entries) > 0 {
		return nil
	}
	a.Log.Info("remove an upload that was never finished", "file", j.Key)
	return a.Media.Sweep(ctx, j.Key)
}

// jobFiles removes the files of deleted attachments.
const jobFiles = "remove-files"

// removal is the payload of a jobFiles.
type removal struct {
	Keys []string
	At   int64 // when the attachment was deleted, in seconds since 1970
}

// forgetFiles has the files of a deleted attachment removed, once the deletion
// is committed.
func (a *App) forgetFiles(ctx context.Context, e *content.Entry) error {
	if e.Type != content.TypeAttachment {
		return nil
	}
	keys := media.FileOf(e).Keys()
	if len(keys) == 0 {
		return nil
	}
	now := time.Now()
	payload, err := json.Marshal(removal{Keys: keys, At: now.Unix()})
	if err != nil {
		return fmt.Errorf("remember the files of attachment %d: %w", e.ID, err)
	}
	return a.DB.Enqueue(ctx, jobFiles, strconv.FormatInt(e.ID, 10), payload, now)
}

// removeFiles removes what is left of the files of a deleted attachment. A file
// that was written since is another one of the same name.
func (a *App) removeFiles(ctx context.Context, j job.Job) error {
	var gone removal
	if err := json.Unmarshal(j.Payload, &gone); err != nil {
		return fmt.Errorf("files to be removed: %w: %w", err, job.ErrGiveUp)
	}
	for _, key := range gone.Keys {
		info, err := a.Media.Blobs.Stat(ctx, key)
		if errors.Is(err, blob.ErrNotFound) {
			continue
		}
		if err != nil {
			return fmt.Errorf("remove file %s: %w", key, err)
		}
		if info.ModTime.Unix() >= gone.At {
			continue
		}
		if err := a.Media.Remove(ctx, []string{key}); err != nil {
			return err
		}
	}
	return nil
}

// files serves the uploaded files.
func (a *App) files() http.Handler { return uploads.Handler(a.Media.Blobs, a.Log) }

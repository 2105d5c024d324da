package media

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media/imaging"
	"quoin/internal/domain/site"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/job"
	"slices"
	"strconv"
	"time"
)

// SizesOf are the sub-sizes of images as the site's options have
// them.
func SizesOf(ctx context.Context, s *site.Site) []imaging.Size {
	sizes := imaging.DefaultSizes()
	for i, size := range site.ImageSizes() {
		sizes[i].Width, sizes[i].Height = int(size.Width.Of(ctx, s)), int(size.Height.Of(ctx, s))
	}
	sizes[0].Crop = site.ThumbnailCrop.Of(ctx, s)
	for _, own := range site.OwnSizes(ctx, s) {
		if !slices.ContainsFunc(sizes, func(known imaging.Size) bool { return known.Name == own.Name }) {
			sizes = append(sizes, imaging.Size{Name: own.Name, Width: own.Width, Height: own.Height, Crop: own.Crop})
		}
	}
	return sizes
}

// Cleaner removes files that nothing has: those of uploads that were never finished, and
// those of deleted attachments.
type Cleaner struct {
	Media   *Service
	Queue   job.Queue
	Entries interface {
		ListEntries(ctx context.Context, q content.Query) (content.Page, error)
	}
	Log *slog.Logger
}

// JobSweep removes a file that an upload has written without coming to store
// its row, as after a crash.
const JobSweep = "sweep-upload"

// UploadGrace is longer than any upload takes.
const UploadGrace = 24 * time.Hour

// Claim has a file swept that gets no row.
func (c *Cleaner) Claim(ctx context.Context, key string) error {
	now := time.Now()
	return c.Queue.Enqueue(ctx, JobSweep, key, []byte(strconv.FormatInt(now.Unix(), 10)), now.Add(UploadGrace))
}

// uploadTime is how long it may take to put a file that is claimed.
const uploadTime = time.Hour

// clockSkew is how far the clocks of a file store and of this machine may be
// apart.
const clockSkew = 10 * time.Minute

// Sweep removes a claimed file that got no row. One that was written long
// before or after the claim is another one of the same name.
func (c *Cleaner) Sweep(ctx context.Context, j job.Job) error {
	claimed, err := strconv.ParseInt(string(j.Payload), 10, 64)
	if err != nil {
		return fmt.Errorf("upload to be swept: %w: %w", err, job.ErrGiveUp)
	}
	info, err := c.Media.Blobs.Stat(ctx, j.Key)
	switch {
	case errors.Is(err, blob.ErrNotFound):
		return nil
	case err != nil:
		return fmt.Errorf("sweep upload %s: %w", j.Key, err)
	case info.ModTime.Sub(time.Unix(claimed, 0)).Abs() > clockSkew+uploadTime:
		return nil
	}
	owners, err := c.Entries.ListEntries(ctx, content.Query{
		Types: []string{content.TypeAttachment}, MetaValues: map[string][]string{content.MetaAttachedFile: MainKeys(j.Key)},
		Limit: 1, SkipTotal: true, SkipMeta: true, OnlyIDs: true,
	})
	if err != nil {
		return fmt.Errorf("sweep upload %s: %w", j.Key, err)
	}
	if len(owners.Entries) > 0 {
		return nil
	}
	c.Log.Info("remove an upload that was never finished", "file", j.Key)
	return c.Media.Sweep(ctx, j.Key)
}

// JobFiles removes the files of deleted attachments.
const JobFiles = "remove-files"

// Removal is the payload of a JobFiles.
type Removal struct {
	Keys []string
	At   int64 // when the attachment was deleted, in seconds since 1970
}

// Forget has the files of a deleted attachment removed, once the deletion
// is committed.
func (c *Cleaner) Forget(ctx context.Context, e *content.Entry) error {
	if e.Type != content.TypeAttachment {
		return nil
	}
	keys := FileOf(e).Keys()
	if len(keys) == 0 {
		return nil
	}
	now := time.Now()
	payload, err := json.Marshal(Removal{Keys: keys, At: now.Unix()})
	if err != nil {
		return fmt.Errorf("remember the files of attachment %d: %w", e.ID, err)
	}
	return c.Queue.Enqueue(ctx, JobFiles, strconv.FormatInt(e.ID, 10), payload, now)
}

// Remove removes what is left of the files of a deleted attachment. A file
// that was written since is another one of the same name.
func (c *Cleaner) Remove(ctx context.Context, j job.Job) error {
	var gone Removal
	if err := json.Unmarshal(j.Payload, &gone); err != nil {
		return fmt.Errorf("files to be removed: %w: %w", err, job.ErrGiveUp)
	}
	for _, key := range gone.Keys {
		info, err := c.Media.Blobs.Stat(ctx, key)
		if errors.Is(err, blob.ErrNotFound) {
			continue
		}
		if err != nil {
			return fmt.Errorf("remove file %s: %w", key, err)
		}
		if info.ModTime.Unix() >= gone.At {
			continue
		}
		if err := c.Media.Remove(ctx, []string{key}); err != nil {
			return err
		}
	}
	return nil
}

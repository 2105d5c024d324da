package moving

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/platform/blob"
)

// attachments goes through those of the old site that say what their file is, some at a time:
// their ids, and what those of them are that are here.
func (r *fileMove) attachments(ctx context.Context, some func(ids []int64, here map[int64]*content.Entry) error) error {
	var ids []int64
	do := func() error {
		found, err := r.Store.EntriesByID(ctx, ids)
		if err != nil {
			return err
		}
		here := map[int64]*content.Entry{}
		for _, e := range found {
			if e.Type == content.TypeAttachment {
				here[e.ID] = e
			}
		}
		err = some(ids, here)
		ids = ids[:0]
		return err
	}
	err := r.from.each(ctx, "SELECT DISTINCT post_id FROM {postmeta} WHERE meta_key = ? ORDER BY post_id", []any{content.MetaAttachedFile}, func(scan func(...any) error) error {
		var id int64
		if err := scan(&id); err != nil {
			return err
		}
		if ids = append(ids, id); len(ids) == atOnce {
			return do()
		}
		return nil
	})
	if err != nil || len(ids) == 0 {
		return err
	}
	return do()
}

// removedFiles are those of attachments that came and were removed here, unless another has
// them.
func (r *fileMove) removedFiles(ctx context.Context) (map[string]bool, error) {
	var ids []int64
	err := r.attachments(ctx, func(some []int64, here map[int64]*content.Entry) error {
		for _, id := range some {
			if here[id] == nil {
				ids = append(ids, id)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	files := map[string]bool{}
	for _, id := range ids {
		rows, err := r.meta(ctx, "postmeta", "post_id", "meta_id", id, id)
		if err != nil {
			return nil, err
		}
		old := &content.Entry{Meta: content.Meta{}}
		for _, row := range rows[id] {
			add(old.Meta, row.key, row.value)
		}
		keys := slices.DeleteFunc(media.FileOf(old).Keys(), func(key string) bool { return blob.CheckKey(key) != nil })
		for i := range keys {
			keys[i] = r.from.network.uploads() + keys[i]
		}
		used, err := r.usedByOthers(ctx, id, keys)
		if err != nil {
			return nil, err
		}
		for _, key := range keys {
			files[key] = !used[key]
		}
	}
	return files, nil
}

// missingFiles tells of attachments without their file, and without sub-sizes that they say
// they have. A file that is in the uploads folder came; nil has each looked for where they are
// kept, and main files alone.
func (r *fileMove) missingFiles(ctx context.Context, uploads fs.FS) error {
	var elsewhere, lost, sizes names
	err := r.attachments(ctx, func(ids []int64, here map[int64]*content.Entry) error {
		for _, id := range ids {
			if here[id] == nil {
				continue
			}
			file := media.FileOf(here[id])
			if strings.Contains(file.Key, "://") || blob.CheckKey(file.Key) != nil {
				elsewhere.add(fmt.Sprintf("%s (attachment %d)", file.Key, id))
				continue
			}
			for _, key := range file.Keys() {
				main := key == file.Key // the keys are sorted: sub-sizes may come before it
				if !main && uploads == nil {
					continue
				}
				there, err := r.has(ctx, uploads, key)
				if err != nil {
					return err
				}
				named := fmt.Sprintf("%s (attachment %d)", key, id)
				switch {
				case there:
				case main:
					lost.add(named)
				default:
					sizes.add(named)
				}
			}
		}
		return nil
	})
	elsewhere.say(r.report.Warn, "attachment has its file elsewhere", "attachments have their files elsewhere")
	lost.say(r.report.Warn, "file of an attachment isn't in the uploads folder", "files of attachments aren't in the uploads folder")
	sizes.say(r.report.Warn, "sub-size or original of an image isn't in the uploads folder", "sub-sizes and originals of images aren't in the uploads folder")
	return err
}

// has tells whether a file came.
func (r *fileMove) has(ctx context.Context, uploads fs.FS, key string) (bool, error) {
	if blob.CheckKey(key) != nil {
		return false, nil
	}
	if uploads != nil && allowed(key) {
		if info, err := fs.Lstat(uploads, strings.TrimPrefix(key, r.from.network.uploads())); err == nil && info.Mode().IsRegular() {
			return true, nil
		}
	}
	_, err := r.Blobs.Stat(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

package moving

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"path"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/importer/journal"
	"quoin/internal/domain/media"
	"quoin/internal/domain/media/filetype"
	"quoin/internal/platform/blob"
)

const kindFile = "file"

// fileMove brings the uploaded files.
type fileMove struct{ *run }

// moveFiles copies the files of the uploads folder, those that no entry names too,
// since texts may. Files of kinds that nobody may upload stay behind. What is there
// with the same length is taken to be the same.
func (r fileMove) moveFiles(ctx context.Context, _ *journal.Source) error {
	if r.FilesThere {
		return r.missingFiles(ctx)
	}
	if r.Uploads == nil {
		r.report.Left(kindFile, "no uploads folder given", 1)
		return nil
	}
	uploads, err := r.from.network.part(r.Uploads)
	if err != nil {
		return err
	}
	err = fs.WalkDir(uploads, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if d.IsDir() && name == otherSites && r.from.network != nil {
			return fs.SkipDir
		}
		if d.IsDir() || !d.Type().IsRegular() {
			return nil
		}
		return r.file(ctx, uploads, name, d)
	})
	if err != nil {
		return fmt.Errorf("copy the uploads: %w", err)
	}
	return r.missingFiles(ctx)
}

// allowed tells whether files with a name may be uploaded by anybody.
func allowed(name string) bool {
	_, _, ok := filetype.ByName(path.Base(name), filetype.Rights{UnfilteredHTML: true})
	return ok
}

// otherSites is the folder in the uploads of a network that has those of its other sites.
const otherSites = "sites"

// file copies a file of the uploads. In a network it keeps the folder of its site, as its
// address has it.
func (r fileMove) file(ctx context.Context, uploads fs.FS, from string, d fs.DirEntry) error {
	name := r.from.network.uploads() + from
	if !allowed(name) || blob.CheckKey(name) != nil {
		r.report.Left(kindFile, "of a kind that isn't served", 1)
		return nil
	}
	info, err := d.Info()
	if err != nil {
		return err
	}
	if there, err := r.Blobs.Stat(ctx, name); err == nil && there.Size == info.Size() {
		r.report.Took(kindFile, 1)
		return nil
	}
	f, err := uploads.Open(from)
	if err != nil {
		return err
	}
	err = r.Blobs.Put(ctx, name, io.LimitReader(f, info.Size()), blob.PutOptions{Size: info.Size(), ContentType: mime.TypeByExtension(path.Ext(name))})
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	r.report.Took(kindFile, 1)
	if r.Progress != nil {
		r.Progress(importer.Step{Part: importer.Copying, Done: r.done, Total: r.total})
	}
	return nil
}

// missingFiles tells of attachments without their file.
func (r fileMove) missingFiles(ctx context.Context) error {
	return r.from.each(ctx, "SELECT post_id, meta_value FROM {postmeta} WHERE meta_key = ? ORDER BY post_id", []any{content.MetaAttachedFile},
		func(scan func(...any) error) error {
			var id int64
			var name string
			if err := scan(&id, &name); err != nil {
				return err
			}
			if !strings.Contains(name, "://") {
				name = r.from.network.uploads() + name
			}
			if strings.Contains(name, "://") || blob.CheckKey(name) != nil {
				r.report.Warn("the attachment %d has its file elsewhere: %s", id, name)
				return nil
			}
			if _, err := r.Blobs.Stat(ctx, name); errors.Is(err, blob.ErrNotFound) {
				r.report.Warn("the file %s of the attachment %d isn't in the uploads folder", name, id)
			} else if err != nil {
				return err
			}
			return nil
		})
}

// keysAtOnce is how many files are looked for at a time.
const keysAtOnce = 200

// remove removes the files of an attachment that is gone, but for those that another
// attachment has, whoever put it here. They go before the row: a run that is stopped between
// them is made good by the next.
func (r fileMove) remove(ctx context.Context, e *content.Entry) error {
	if e.Type != content.TypeAttachment || r.Blobs == nil {
		return nil
	}
	for keys := range slices.Chunk(media.FileOf(e).Keys(), keysAtOnce) {
		// What the old site says of its files names no place outside the store.
		keys = slices.DeleteFunc(keys, func(key string) bool { return blob.CheckKey(key) != nil })
		used, err := r.usedByOthers(ctx, e.ID, keys)
		if err != nil {
			return err
		}
		for _, key := range keys {
			if used[key] {
				continue
			}
			if err := r.Blobs.Delete(ctx, key); err != nil {
				return fmt.Errorf("remove the file %s: %w", key, err)
			}
		}
	}
	return nil
}

// usedByOthers are the files of attachments beside one whose main file, or the upload that it was
// made from, or a size of it, may be among some files.
func (r fileMove) usedByOthers(ctx context.Context, id int64, keys []string) (map[string]bool, error) {
	var main []string
	for _, key := range keys {
		main = append(main, media.MainKeys(key)...)
	}
	if len(main) == 0 {
		return nil, nil
	}
	list, err := r.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeAttachment}, MetaValues: map[string][]string{content.MetaAttachedFile: main},
		NotIDs: []int64{id}, SkipTotal: true, Order: []content.Order{{By: content.ByID}},
	})
	if err != nil {
		return nil, err
	}
	used := map[string]bool{}
	for _, other := range list.Entries {
		for _, key := range media.FileOf(other).Keys() {
			used[key] = true
		}
	}
	return used, nil
}

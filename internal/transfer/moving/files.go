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

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/importer/journal"
	"quoin/internal/domain/media"
	"quoin/internal/domain/media/filetype"
	"quoin/internal/platform/blob"
)

const kindFile = "file"

// fileMove brings the uploaded files.
type fileMove struct {
	*run
	// later tells that a former run came to its end: what is here stays, but for files without
	// anything in them.
	later bool
	// removed are the files of attachments that were removed here since.
	removed map[string]bool
	// empty, links and others are files that the report names: others are here with another length.
	empty, links, others names
}

// moveFiles copies the files of the uploads folder, those that no entry names too,
// since texts may. Files of kinds that nobody may upload stay behind, and so do symbolic
// links: they may lead anywhere. What is there with the same length is taken to be the same.
func (r *fileMove) moveFiles(ctx context.Context, _ *journal.Source) error {
	if r.FilesThere {
		return r.missingFiles(ctx, nil)
	}
	if r.Uploads == nil {
		r.report.Left(kindFile, "no uploads folder given", 1)
		r.report.Warn("no uploads folder was given, so media have no files: run this again with --uploads, which brings them and changes nothing else")
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
		switch {
		case d.IsDir() && name == otherSites && r.from.network != nil:
			return fs.SkipDir
		case d.Type()&fs.ModeSymlink != 0:
			r.links.add(r.from.network.uploads() + name)
			return nil
		case d.IsDir(), !d.Type().IsRegular():
			return nil
		}
		return r.file(ctx, uploads, name, d)
	})
	if err != nil {
		return fmt.Errorf("copy the uploads: %w", err)
	}
	r.empty.say(r.report.Warn, "file is empty", "files are empty")
	r.links.say(r.report.Warn, "symbolic link of the uploads folder wasn't followed; put what it leads to in its place (cp -RL)",
		"symbolic links of the uploads folder weren't followed; put what they lead to in their place (cp -RL)")
	r.others.say(r.report.Warn, "file is here with another length than in the uploads folder, and stays as it is here",
		"files are here with another length than in the uploads folder, and stay as they are here")
	return r.missingFiles(ctx, uploads)
}

// moveLater brings the files that are missing here, or came with nothing in them, after a run that
// came to its end.
func (r *fileMove) moveLater(ctx context.Context) (err error) {
	r.later = true
	if r.removed, err = r.removedFiles(ctx); err != nil {
		return err
	}
	return r.moveFiles(ctx, nil)
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
func (r *fileMove) file(ctx context.Context, uploads fs.FS, from string, d fs.DirEntry) error {
	name := r.from.network.uploads() + from
	if !allowed(name) || blob.CheckKey(name) != nil {
		r.report.Left(kindFile, "of a kind that isn't served", 1)
		return nil
	}
	info, err := d.Info()
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		r.empty.add(name)
	}
	there, err := r.Blobs.Stat(ctx, name)
	missing := errors.Is(err, blob.ErrNotFound)
	switch {
	case err != nil && !missing:
		return err
	case r.removed[name]:
		r.report.Left(kindFile, "of attachments that were removed here", 1)
		return nil
	case !r.later && !missing && there.Size == info.Size():
		r.report.Took(kindFile, 1)
		return nil
	case r.later && !missing && (there.Size > 0 || info.Size() == 0):
		if there.Size != info.Size() {
			r.others.add(name)
		}
		r.report.Left(kindFile, "here already", 1)
		return nil
	}
	f, err := uploads.Open(from)
	if err != nil {
		return err
	}
	err = r.Blobs.Put(ctx, name, io.LimitReader(f, info.Size()), blob.PutOptions{Size: info.Size(), ContentType: mime.TypeByExtension(path.Ext(name)), IfAbsent: r.later && missing})
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	r.report.Took(kindFile, 1)
	if r.Progress != nil {
		r.Progress(importer.Step{Part: importer.Copying, Done: r.done, Total: r.total})
	}
	return nil
}

// keysAtOnce is how many files are looked for at a time.
const keysAtOnce = 200

// remove removes the files of an attachment that is gone, but for those that another
// attachment has, whoever put it here. They go before the row: a run that is stopped between
// them is made good by the next.
func (r *fileMove) remove(ctx context.Context, e *content.Entry) error {
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
func (r *fileMove) usedByOthers(ctx context.Context, id int64, keys []string) (map[string]bool, error) {
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

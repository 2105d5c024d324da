package thumbnails

import (
	"bytes"
	"context"
	"errors"
	"path"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// regenerate makes the sub-sizes of one attachment again. Without a
// transaction: images take long, and only the row is written in one.
func (s *service) regenerate(r *rest.Request) (*rest.Response, error) {
	ctx, id := r.Context(), rest.ID.Of(r)
	scope.NoStore(ctx)
	if err := s.renew(ctx, id, !argOnlyRegenerateMissingThumbnails.Of(r), argDeleteUnregisteredThumbnailFiles.Of(r)); err != nil {
		return nil, err
	}
	scope.Forget(ctx)
	if argUpdateUsagesInPosts.Of(r) && optionUsages.Of(ctx, s.Options) {
		err := s.updateUsages(ctx, r.Actor, id, usages{
			types: argUpdateUsagesInPostsPostType.Of(r), ids: argUpdateUsagesInPostsPostIDs.Of(r),
			perLoop: int(argUpdateUsagesInPostsPostsPerLoop.Of(r)),
		})
		if err != nil {
			return nil, err
		}
		scope.Forget(ctx)
	}
	return s.info(ctx, id)
}

// renew makes sub-sizes of an attachment, all or those that are missing, and
// with tidy removes the files of sizes that aren't registered any more.
func (s *service) renew(ctx context.Context, id int64, all, tidy bool) error {
	e, f, err := s.attachment(ctx, id)
	if err != nil {
		return err
	}
	made, err := s.Media.Renew(ctx, f, all)
	if err != nil {
		return refusal(e, f, err)
	}
	var gone []string
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		e, err := s.Store.EntryByID(ctx, id)
		if errors.Is(err, content.ErrNotFound) {
			return errUnknown // it was deleted meanwhile, with its files
		}
		if err != nil {
			return err
		}
		now := media.FileOf(e)
		d := made.Apply(ctx, s.Media, now.Details, func(name string) bool {
			_, err := s.Media.Blobs.Stat(ctx, now.Folder()+media.BaseName(name))
			return err == nil
		})
		gone = nil
		if tidy {
			if d, gone, err = s.tidied(ctx, now, d, kept(made)); err != nil {
				return err
			}
		}
		if bytes.Equal(wire.Encode(d, nil), wire.Encode(now.Details, nil)) {
			return nil
		}
		_, err = s.Entries.SetMeta(ctx, e, content.Meta{content.MetaAttachment: {d}})
		return err
	})
	if err != nil {
		return err
	}
	return s.Media.Remove(ctx, gone)
}

// kept are the names of the sizes that an image of today has: those that were made,
// and those that fit.
func kept(made media.Renewed) map[string]bool {
	names := map[string]bool{}
	for name := range made.Sizes {
		names[name] = true
	}
	for _, name := range made.Fitting {
		names[name] = true
	}
	return names
}

// tidied are the details without sizes other than some, and the files that
// nothing speaks of then. A file that is another attachment's own is never among
// them.
func (s *service) tidied(ctx context.Context, f media.File, d *wire.Object, keep map[string]bool) (*wire.Object, []string, error) {
	d = d.Clone()
	sizes, used := &wire.Object{}, map[string]bool{f.Key: true, f.Original(): true}
	var keys []string
	for _, m := range d.Object("sizes").Members() {
		o, _ := m.Value.(*wire.Object)
		key := f.Folder() + media.BaseName(o.Text("file"))
		if keep[m.Key] {
			sizes.Set(m.Key, m.Value)
			used[key] = true
		} else if o.Text("file") != "" {
			keys = append(keys, key)
		}
	}
	d.Set("sizes", sizes)
	left := f
	left.Details = d
	for _, key := range left.Keys() {
		used[key] = true
	}
	names, err := s.Media.MadeOf(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		keys = append(keys, f.Folder()+name)
	}
	var free []string
	for _, key := range keys {
		if !used[key] && blob.CheckKey(key) == nil {
			used[key] = true
			free = append(free, key)
		}
	}
	if len(free) == 0 {
		return d, nil, nil
	}
	others, err := s.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeAttachment}, MetaValues: map[string][]string{content.MetaAttachedFile: free}, SkipTotal: true,
	})
	if err != nil {
		return nil, nil, err
	}
	theirs := map[string]bool{}
	for _, e := range others.Entries {
		theirs[e.Meta.Text(content.MetaAttachedFile)] = true
	}
	gone := free[:0]
	for _, key := range free {
		if !theirs[key] && path.Base(key) != "." {
			gone = append(gone, key)
		}
	}
	return d, gone, nil
}

package seo

import (
	"context"
	"regexp"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/ext/seo/head"
	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// chosenImage is the image of an attachment that somebody chose who could see it, for all
// pages or as the featured image of an entry, nil when it has none that networks show.
func (s *facts) chosenImage(ctx context.Context, id int64) (*head.Image, error) {
	e, err := s.attachment(ctx, id)
	if err != nil || e == nil {
		return nil, err
	}
	return s.imageOf(ctx, e), nil
}

// imageFor is the image of an attachment that authors name for an entry, 0 for none: one
// that everybody may see, or that is the entry's own. Heads are the same for all who see
// the entry.
func (s *facts) imageFor(ctx context.Context, id, entry int64) (*head.Image, error) {
	e, err := s.attachment(ctx, id)
	if err != nil || e == nil {
		return nil, err
	}
	if own := entry > 0 && (e.ID == entry || e.Parent == entry); !own && !s.Entries.CanRead(ctx, access.Actor{}, e) {
		return nil, nil
	}
	return s.imageOf(ctx, e), nil
}

// attachment is one that is an image, nil for others.
func (s *facts) attachment(ctx context.Context, id int64) (*content.Entry, error) {
	if id <= 0 {
		return nil, nil
	}
	found, err := s.Store.EntriesByID(ctx, []int64{id})
	if e := found[id]; err == nil && e != nil && e.Type == content.TypeAttachment && media.IsImage(e.MimeType) {
		return e, nil
	}
	return nil, err
}

func (s *facts) imageOf(ctx context.Context, e *content.Entry) *head.Image {
	f := media.FileOf(e)
	if f.Key == "" {
		return nil
	}
	width, height := measures(f)
	return &head.Image{
		URL: s.Media.URL(ctx, f.Key), Width: width, Height: height, MIME: e.MimeType,
		Caption: or(e.Excerpt, e.Meta.Text(content.MetaAltText)),
	}
}

// measures are the width and height that are told of an image, in pixels.
//
// Compat (TestMeasures): the reference tells one each where nobody measured an image.
func measures(f media.File) (width, height int) {
	if f.Unmeasured() {
		return 1, 1
	}
	return f.Width(), f.Height()
}

// usualPicture is the image that social networks show of pages without one, nil
// without any.
func (s *facts) usualPicture(ctx context.Context) (*head.Image, error) {
	t := s.settings(ctx)
	return s.setImage(ctx, t.ImageID, t.Image)
}

// setImage is the image that settings name by its attachment or, without one, by its address, nil without any.
func (s *facts) setImage(ctx context.Context, id int64, address string) (*head.Image, error) {
	switch {
	case id > 0:
		return s.chosenImage(ctx, id)
	case address != "":
		return &head.Image{URL: address}, nil
	}
	return nil, nil
}

var sizedName = regexp.MustCompile(`-\d+x\d+(\.[a-zA-Z]+)$`)

// uploadKey is the key of the file at an address of the site, "" for others. One
// with a query may be another image.
func (s *facts) uploadKey(ctx context.Context, address string) string {
	if strings.Contains(address, "?") {
		return ""
	}
	_, rest, ok := strings.Cut(address, "://")
	_, base, _ := strings.Cut(s.Site.Base(ctx), "://")
	if !ok {
		return ""
	}
	key, ok := strings.CutPrefix(rest, base+media.Path)
	if !ok {
		return ""
	}
	return key
}

// attachmentKey remembers in a request which attachment has a file.
type attachmentKey struct{ file string }

type foundAttachment struct {
	id   int64
	deps cache.Deps
}

// imageAt is the image at an address that an entry names: that of the attachment whose
// file it is, or of which it is a smaller copy, or else just the address.
func (s *facts) imageAt(ctx context.Context, address string, entry int64) (*head.Image, error) {
	ids, err := s.attachmentsAt(ctx, address)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if i, err := s.imageFor(ctx, id, entry); err != nil || i != nil {
			return i, err
		}
	}
	return &head.Image{URL: address}, nil
}

// attachmentAt is the attachment whose file is at an address, or of which it is a smaller
// copy, 0 for none.
func (s *facts) attachmentAt(ctx context.Context, address string) (int64, error) {
	ids, err := s.attachmentsAt(ctx, address)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	return ids[0], nil
}

// attachmentsAt are the attachments that an address may mean, the likelier ones first.
func (s *facts) attachmentsAt(ctx context.Context, address string) ([]int64, error) {
	key := s.uploadKey(ctx, address)
	if key == "" {
		return nil, nil
	}
	if err := s.findAttachments(ctx, []string{key}); err != nil {
		return nil, err
	}
	var ids []int64
	for _, file := range filesOf(key) {
		known, _ := scope.Get[foundAttachment](ctx, attachmentKey{file})
		scope.Include(ctx, known.deps)
		if known.id > 0 {
			ids = append(ids, known.id)
		}
	}
	return ids, nil
}

// filesOf are the files that a key may mean: itself, or what it is a copy of.
func filesOf(key string) []string {
	out := []string{key}
	if full := sizedName.ReplaceAllString(key, "$1"); full != key {
		out = append(out, full)
	}
	return out
}

// findAttachments finds the attachments that have files, in one statement.
func (s *facts) findAttachments(ctx context.Context, keys []string) error {
	var files []string
	for _, key := range keys {
		for _, file := range filesOf(key) {
			if _, ok := scope.Get[foundAttachment](ctx, attachmentKey{file}); !ok {
				files = append(files, file)
			}
		}
	}
	if len(files) == 0 {
		return nil
	}
	part := scope.Part(ctx)
	page, err := s.Store.ListEntries(part, content.Query{
		Types: []string{content.TypeAttachment}, MetaValues: map[string][]string{content.MetaAttachedFile: files},
		Order: []content.Order{{By: content.ByID}}, SkipTotal: true,
	})
	if err != nil {
		return err
	}
	found := map[string]int64{}
	for _, e := range page.Entries {
		if f := e.Meta.Text(content.MetaAttachedFile); found[f] == 0 {
			found[f] = e.ID
		}
	}
	deps := scope.From(part).Deps()
	for _, f := range files {
		scope.Put(ctx, attachmentKey{f}, foundAttachment{found[f], deps})
	}
	return nil
}

package thumbnails

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"quoin/internal/display/render/escape"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// usages says which posts get the new files of an attachment.
type usages struct {
	types   []string
	ids     []int64
	perLoop int
}

const (
	defaultPerLoop = 10
	maxPerLoop     = 100
)

// updateUsages gives the images of posts that show an attachment the addresses
// and dimensions that its sub-sizes have now, a few posts at a time. What the
// actor may not change stays.
func (s *service) updateUsages(ctx context.Context, a access.Actor, id int64, u usages) error {
	_, f, err := s.attachment(ctx, id)
	if err != nil {
		return err
	}
	if len(u.types) == 0 {
		for _, t := range s.Types.REST() {
			if t.Listed() {
				u.types = append(u.types, t.Name)
			}
		}
	}
	if u.perLoop <= 0 {
		u.perLoop = defaultPerLoop
	}
	q := content.Query{
		Types: u.types, SkipTotal: true, OnlyIDs: true, Order: []content.Order{{By: content.ByID}},
		Search: &content.Search{Terms: []string{fmt.Sprintf("wp-image-%d", id)}, Columns: []content.SearchColumn{content.SearchContent}, Words: 1},
	}
	if len(u.ids) > 0 {
		q.IDs = u.ids
	}
	q.Limit = min(u.perLoop, maxPerLoop)
	for ; ; q.Offset += q.Limit { // an update doesn't take a post out of the list
		page, err := s.Store.ListEntries(ctx, q)
		if err != nil {
			return err
		}
		for _, found := range page.Entries {
			if err := s.updateUsage(ctx, a, found.ID, func(text string) string { return s.replaceImages(ctx, id, f, text) }); err != nil {
				return err
			}
		}
		if len(page.Entries) < q.Limit {
			return nil
		}
	}
}

func (s *service) updateUsage(ctx context.Context, a access.Actor, id int64, change func(string) string) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		e, err := s.Store.EntryByID(ctx, id)
		if errors.Is(err, content.ErrNotFound) {
			return nil
		}
		if err != nil || !s.Entries.CanEdit(ctx, a, e) {
			return err
		}
		text := change(e.Content)
		if text == e.Content {
			return nil
		}
		_, err = s.Entries.Update(ctx, a, e, content.Change{Content: &text})
		return err
	})
}

var (
	imageTag  = regexp.MustCompile(`(?i)<img\s[^>]*>`)
	classAttr = regexp.MustCompile(`(?i)\sclass="([^"]*)"`)
	sizeClass = regexp.MustCompile(`(?:^|\s)size-([^\s"]+)`)
	srcAttr   = regexp.MustCompile(`(?i)(\ssrc=")[^"]*(")`)
	wideAttr  = regexp.MustCompile(`(?i)(\swidth=")[^"]*(")`)
	highAttr  = regexp.MustCompile(`(?i)(\sheight=")[^"]*(")`)
	caption   = regexp.MustCompile(`(?is)\[caption\s[^\]]*\].*?\[/caption\]`)
)

// replaceImages is a text whose images of an attachment show its files as they
// are now. A caption gets the width of its image.
func (s *service) replaceImages(ctx context.Context, id int64, f media.File, text string) string {
	text = imageTag.ReplaceAllStringFunc(text, func(tag string) string {
		url, w, h, ok := s.fileOfTag(ctx, id, f, tag)
		if !ok {
			return tag
		}
		tag = put(srcAttr, tag, escape.Attr(url))
		return put(highAttr, put(wideAttr, tag, strconv.FormatInt(w, 10)), strconv.FormatInt(h, 10))
	})
	return caption.ReplaceAllStringFunc(text, func(part string) string {
		open, rest, _ := strings.Cut(part, "]")
		if !strings.Contains(open, fmt.Sprintf(`id="attachment_%d"`, id)) {
			return part
		}
		_, w, _, ok := s.fileOfTag(ctx, id, f, imageTag.FindString(rest))
		if !ok {
			return part
		}
		return put(wideAttr, open, strconv.FormatInt(w, 10)) + "]" + rest
	})
}

// put replaces the value of an attribute that a tag has.
func put(attr *regexp.Regexp, tag, value string) string {
	return attr.ReplaceAllString(tag, "${1}"+strings.ReplaceAll(value, "$", "$$")+"${2}")
}

// fileOfTag is the file that an img tag should show: that of the attachment in the
// size that its class names.
func (s *service) fileOfTag(ctx context.Context, id int64, f media.File, tag string) (url string, width, height int64, ok bool) {
	class := classAttr.FindStringSubmatch(tag)
	if class == nil || !hasWord(class[1], fmt.Sprintf("wp-image-%d", id)) {
		return "", 0, 0, false
	}
	size := sizeClass.FindStringSubmatch(class[1])
	switch {
	case size == nil:
		return "", 0, 0, false
	case size[1] == "full":
		return s.Media.URL(ctx, f.Key), int64(f.Width()), int64(f.Height()), f.Width() > 0
	}
	o, _ := f.Details.Object("sizes").Get(size[1]).(*wire.Object)
	name := media.BaseName(o.Text("file"))
	width, height = schema.ToInt(o.Get("width")), schema.ToInt(o.Get("height"))
	return s.Media.URL(ctx, f.Folder()+name), width, height, name != "" && width > 0 && height > 0
}

func hasWord(list, word string) bool {
	for _, w := range strings.Fields(list) {
		if w == word {
			return true
		}
	}
	return false
}

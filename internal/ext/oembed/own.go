package oembed

import (
	"context"
	"crypto/rand"
	"fmt"
	"math"
	"strings"

	"quoin/internal/display/front"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/domain/media/imaging"
	"quoin/internal/domain/user"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// own is the answer for an entry of this site, nil for an address that leads
// to none or to one that not everybody may open.
func (s *service) own(ctx context.Context, address string, width int64) (*wire.Object, error) {
	e, err := s.Links.Resolve(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("look for %s: %w", address, err)
	}
	if e == nil || !s.viewable(ctx, e) {
		return nil, nil
	}
	w, h := content.CardSize(int(min(width, math.MaxInt32)))
	name, page := s.Site.Title(ctx), s.Site.Base(ctx)
	if found, err := s.Store.UsersByID(ctx, []int64{e.Author}); err != nil {
		return nil, fmt.Errorf("author of entry %d: %w", e.ID, err)
	} else if u := found[e.Author]; u != nil {
		name, page = u.Name, user.Link(ctx, s.Site, u)
	}
	title := s.View.Title(ctx, e)
	if e.Password != "" {
		title = "Protected: " + title
	}
	kind := "rich"
	if strings.HasPrefix(e.MimeType, "video/") {
		kind = "video"
	}
	out := wire.NewObject(
		"version", "1.0", "provider_name", s.Site.Title(ctx), "provider_url", s.Site.Base(ctx), "author_name", name, "author_url", page,
		"title", title, "type", kind, "width", w, "height", h, "html", s.frame(ctx, e, title, w, h),
	)
	return out, s.addThumbnail(ctx, e, out, w)
}

// viewable tells whether everybody may open an entry; a password doesn't
// matter, since the page asks for it.
func (s *service) viewable(ctx context.Context, e *content.Entry) bool {
	t := s.Types.Get(e.Type)
	if t == nil || !t.Public {
		return false
	}
	if e.Status == content.Inherit {
		if e.Parent == 0 {
			return true
		}
		parent, err := s.Store.EntryByID(ctx, e.Parent)
		return err == nil && parent.Status == content.Publish
	}
	return e.Status == content.Publish
}

// secret is what a frame and the page around it know each other by.
func secret() string { return rand.Text()[:10] }

// frame is a quotation with a link, and a frame that takes its place once it
// has answered.
func (s *service) frame(ctx context.Context, e *content.Entry, title string, width, height int) string {
	link := s.Links.Link(ctx, e)
	address := content.CardLink(link)
	key := secret()
	esc := func(text string) string { return entity.EscAttr(text) }
	caption := "&#8220;" + title + "&#8221; &#8212; " + s.Site.Title(ctx)
	return fmt.Sprintf(
		`<blockquote class="wp-embedded-content" data-secret="%[1]s"><a href="%[2]s">%[3]s</a></blockquote>`+
			`<iframe sandbox="allow-scripts" security="restricted" src="%[4]s#?secret=%[1]s" width="%[5]d" height="%[6]d" title="%[7]s" `+
			`data-secret="%[1]s" frameborder="0" marginwidth="0" marginheight="0" scrolling="no" class="wp-embedded-content"></iframe>`+
			"<script>\n%[8]s</script>\n",
		key, clean.URLDisplay(link, nil), title, clean.URLDisplay(address, nil), width, height, esc(caption), front.EmbedScript())
}

// addThumbnail adds the main image, or the image that the entry is.
func (s *service) addThumbnail(ctx context.Context, e *content.Entry, out *wire.Object, width int) error {
	id := e.Meta.Int(content.MetaFeaturedMedia)
	if e.Type == content.TypeAttachment && media.FileOf(e).IsImage() {
		id = e.ID
	}
	if id == 0 {
		return nil
	}
	found, err := s.Store.EntriesByID(ctx, []int64{id})
	if err != nil {
		return fmt.Errorf("main image of entry %d: %w", e.ID, err)
	}
	image := found[id]
	if image == nil || s.Media == nil {
		return nil
	}
	f := media.FileOf(image)
	if !f.IsImage() {
		return nil
	}
	key, w, h := fitting(f, width)
	w, h = imaging.Constrain(w, h, width, 0)
	out.Set("thumbnail_url", s.Media.URL(ctx, key))
	out.Set("thumbnail_width", w)
	out.Set("thumbnail_height", h)
	return nil
}

// fitting is the smallest file of an image that is at least so wide and has
// its shape: a sub-size, or the image itself.
func fitting(f media.File, width int) (key string, w, h int) {
	key, w, h = f.Key, f.Width(), f.Height()
	best := 0
	for _, m := range f.Details.Object("sizes").Members() {
		size, ok := m.Value.(*wire.Object)
		if !ok || size.Text("file") == "" {
			continue
		}
		sw, sh := int(schema.ToInt(size.Get("width"))), int(schema.ToInt(size.Get("height")))
		if sw < width || sh <= 0 || !sameShape(sw, sh, f.Width(), f.Height()) {
			continue
		}
		if best == 0 || sw*sh < best {
			best, key, w, h = sw*sh, f.Folder()+size.Text("file"), sw, sh
		}
	}
	return key, w, h
}

// sameShape tells whether an image could be another one scaled down, give or
// take a pixel.
func sameShape(w, h, fullW, fullH int) bool {
	cw, ch := imaging.Constrain(fullW, fullH, w, 0)
	near := func(a, b int) bool { return a-b <= 1 && b-a <= 1 }
	return near(cw, w) && near(ch, h)
}

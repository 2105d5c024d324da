package sitemaps

import (
	"context"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/platform/markup/shortcode"
)

// maxImages bounds the images of one address. Those who read sitemaps take 1,000.
const maxImages = 1000

// pictures are the addresses of the files that entries name by id.
type pictures struct {
	base     string
	files    map[int64]string  // of images
	children map[int64][]int64 // images that belong to an entry, newest first
}

var (
	imageClass = regexp.MustCompile(`wp-image-([0-9]{1,18})`)
	number     = regexp.MustCompile(`[0-9]{1,18}`)
)

// pictures finds the files of all images of a list of entries.
func (m *Maps) pictures(ctx context.Context, entries []*content.Entry) (*pictures, error) {
	p := &pictures{base: m.Site.Base(ctx), files: map[int64]string{}, children: map[int64][]int64{}}
	var ids, parents []int64
	for _, e := range entries {
		ids = append(ids, e.Meta.Int(content.MetaFeaturedMedia))
		for _, found := range imageClass.FindAllStringSubmatch(e.Content, maxImages) {
			ids = append(ids, toID(found[1]))
		}
		for _, g := range galleries(e) {
			ids = append(ids, g.ids...)
			if g.parent != 0 {
				parents = append(parents, g.parent)
			}
		}
	}
	if len(parents) > 0 {
		found, err := m.Store.ListEntries(ctx, content.Query{
			Types: []string{content.TypeAttachment}, Statuses: []content.Status{content.Inherit}, MimeTypes: []string{"image/"}, Parents: parents,
			Order: []content.Order{{By: content.ByDate, Desc: true}}, SkipTotal: true,
		})
		if err != nil {
			return nil, err
		}
		for _, e := range found.Entries {
			p.children[e.Parent] = append(p.children[e.Parent], e.ID)
			p.add(ctx, m.Media, e)
		}
	}
	found, err := m.Store.EntriesByID(ctx, ids)
	for _, e := range found {
		p.add(ctx, m.Media, e)
	}
	return p, err
}

func (p *pictures) add(ctx context.Context, files *media.Service, e *content.Entry) {
	if e.Type != content.TypeAttachment {
		return
	}
	if key := media.FileOf(e).Key; key != "" {
		p.files[e.ID] = files.URL(ctx, key)
	}
}

// of are the images of an entry: the featured one, those in its text, those of
// its galleries.
func (p *pictures) of(e *content.Entry) []image {
	var out []image
	if file := p.files[e.Meta.Int(content.MetaFeaturedMedia)]; file != "" {
		out = append(out, image{file})
	}
	out = append(out, imagesIn(e.Content, p.base, p.files)...)
	shown := map[int64]bool{}
	for _, g := range galleries(e) {
		ids := g.ids
		if g.parent != 0 {
			ids = p.children[g.parent]
		}
		for _, id := range ids {
			if file := p.files[id]; file != "" && !shown[id] {
				shown[id] = true
				out = append(out, image{file})
			}
		}
	}
	return out[:min(len(out), maxImages)]
}

// gallery is what a gallery of a text shows: images by id, or those that belong
// to an entry.
type gallery struct {
	ids    []int64
	parent int64
}

func galleries(e *content.Entry) []gallery {
	if !strings.Contains(e.Content, "[gallery") {
		return nil
	}
	var out []gallery
	shortcode.Do(e.Content, map[string]shortcode.Handler{"gallery": func(attrs shortcode.Attrs, _, _ string) string {
		if len(out) >= maxImages {
			return ""
		}
		list := attrs.Or("ids", attrs.Or("include", ""))
		if list == "" {
			g := gallery{parent: e.ID}
			if id := toID(attrs.Or("id", "")); id != 0 {
				g.parent = id
			}
			out = append(out, g)
			return ""
		}
		var ids []int64
		for _, id := range number.FindAllString(list, maxImages) {
			ids = append(ids, toID(id))
		}
		out = append(out, gallery{ids: ids})
		return ""
	}})
	return out
}

// imagesIn are the images in a text that lie on the site at base. Smaller copies
// of the files of attachments are told as the whole files.
func imagesIn(text, base string, files map[int64]string) []image {
	if !strings.Contains(text, "<img") && !strings.Contains(text, "<IMG") {
		return nil
	}
	home, err := url.Parse(base)
	if err != nil {
		return nil
	}
	host := strings.TrimPrefix(home.Host, "www.")
	var out []image
	z := html.NewTokenizer(strings.NewReader(text))
	for len(out) < maxImages {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		t := z.Token()
		if t.DataAtom != atom.Img {
			continue
		}
		src, class := "", ""
		for _, a := range t.Attr {
			switch a.Key {
			case "src":
				src = a.Val
			case "class":
				class = a.Val
			}
		}
		if src = whole(src, class, home, files); strings.Contains(src, host) {
			out = append(out, image{src})
		}
	}
	return out
}

// whole is the whole address of an image, "" for what has none.
func whole(src, class string, home *url.URL, files map[int64]string) string {
	u, err := url.Parse(src)
	if err != nil || src == "" {
		return ""
	}
	if found := imageClass.FindStringSubmatch(class); found != nil && !strings.Contains(class, "size-full") {
		if file := files[toID(found[1])]; file != "" {
			if u.RawQuery != "" {
				file += "?" + u.RawQuery
			}
			return file
		}
	}
	if u.Host == "" && !strings.HasPrefix(src, "/") {
		return ""
	}
	u = home.ResolveReference(u)
	if u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.String()
}

func toID(text string) int64 {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return id
}

package shortcodes

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/shortcode"
)

// attachments are those that the ids or include attribute names, or else
// those of an entry, the current one unless the id attribute names another; of both
// those that the viewer may read.
// kind is "image", "audio" or "video".
func attachments(c *render.Context, attrs shortcode.Attrs, kind string) []*render.Image {
	ids, listed := given(attrs, "ids")
	order, ordered := given(attrs, "orderby")
	if !listed {
		ids, listed = given(attrs, "include")
	} else if !ordered {
		order = "post__in"
	}
	desc := strings.EqualFold(attrs.Or("order", "ASC"), "DESC")
	if listed {
		list := idList(ids)
		list = list[:c.Take(len(list))]
		found := c.Source.NamedImages(c, list)
		var images []*render.Image
		for _, id := range list {
			if img := found[id]; img != nil && isKind(img, kind) {
				images = append(images, img)
			}
		}
		sortBy(c, images, order, desc)
		return images
	}
	images := slices.Clone(ofEntry(c, attrs, kind))
	if v, ok := given(attrs, "exclude"); ok {
		excluded := map[int64]bool{}
		for _, id := range idList(v) {
			excluded[id] = true
		}
		images = slices.DeleteFunc(images, func(img *render.Image) bool { return excluded[img.ID] })
	}
	if ordered {
		sortBy(c, images, order, desc)
	} else if desc {
		slices.Reverse(images)
	}
	return images
}

// ofEntry lists the attachments of an entry that the viewer may read.
func ofEntry(c *render.Context, attrs shortcode.Attrs, kind string) []*render.Image {
	id := entryID(c, attrs)
	if p := c.PostByID(id); p == nil || p.Locked {
		return nil
	}
	return c.Source.Attached(c, id, kind)
}

// entryID is the entry that the id attribute names, or the current one.
func entryID(c *render.Context, attrs shortcode.Attrs) int64 {
	if v, named := attrs.Get("id"); named {
		return int64(number(v))
	}
	if c.Post == nil {
		return 0
	}
	return c.Post.ID
}

func isKind(img *render.Image, kind string) bool { return strings.HasPrefix(img.MIME, kind+"/") }

// idList reads ids separated by commas or white space; each counts once.
func idList(s string) []int64 {
	var ids []int64
	seen := map[int64]bool{}
	for _, f := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' || r >= '\t' && r <= '\r' }) {
		n := int64(number(f))
		if n < 0 {
			n = -n
		}
		if !seen[n] {
			seen[n] = true
			ids = append(ids, n)
		}
	}
	return ids
}

func sortBy(c *render.Context, images []*render.Image, order string, desc bool) {
	compare := func(a, b *render.Image) int { return cmp.Compare(a.ID, b.ID) }
	switch order {
	case "ID", "id", "date", "post_date", "menu_order ID", "":
		// Attachments are numbered as they come in, and have no menu order
		// unless they belong together.
	case "title", "post_title":
		compare = func(a, b *render.Image) int {
			return cmp.Compare(strings.ToLower(a.Title), strings.ToLower(b.Title))
		}
	case "rand":
		c.ByChance()
		rand.Shuffle(len(images), func(i, j int) { images[i], images[j] = images[j], images[i] })
		return
	default:
		return
	}
	slices.SortStableFunc(images, func(a, b *render.Image) int {
		if desc {
			a, b = b, a
		}
		return compare(a, b)
	})
}

// link is the image in a named size, or the title of what is not an image,
// linked to its file or to its page.
func link(c *render.Context, img *render.Image, size string, page bool, own ...render.Attr) string {
	if img.URL == "" {
		return "Missing Attachment"
	}
	url := img.URL
	if page {
		url = img.Permalink
	}
	label := ""
	if isKind(img, "image") && size != "" && size != "none" {
		label = c.ImageTag(img, size, own...)
	}
	if label == "" {
		label = img.Title
	}
	if strings.TrimSpace(label) == "" {
		name := img.File[strings.LastIndexByte(img.File, '/')+1:]
		if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
			name = name[:dot]
		}
		label = name
	}
	return "<a href='" + clean.URLDisplay(url, nil) + "'>" + label + "</a>"
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

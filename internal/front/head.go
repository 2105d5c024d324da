package front

import (
	"context"
	"strconv"
	"strings"

	"quoin/internal/markup/tags"
	"quoin/internal/markup/typography"
	"quoin/internal/render"
	"quoin/internal/render/escape"
	"quoin/internal/wire"
)

// link is a relation of a page to another address.
type link struct{ rel, kind, href string }

func (l link) header() string {
	out := "<" + l.href + `>; rel="` + l.rel + `"`
	if l.kind != "" {
		out += `; type="` + l.kind + `"`
	}
	return out
}

func (l link) element() string {
	out := `<link rel="` + l.rel + `"`
	if l.kind != "" {
		out += ` type="` + l.kind + `"`
	}
	return out + ` href="` + escape.URL(l.href) + "\">\n"
}

// links are where programs find the API, and the record of what a page shows.
func (f *Front) links(ctx context.Context, p *place) []link {
	out := []link{{"https://api.w.org/", "", f.Ref(ctx, wire.Ref{Path: "/"})}}
	if p.record.Path != "" {
		out = append(out, link{"alternate", "application/json", f.Ref(ctx, p.record)})
	}
	return out
}

// writeHead writes what stands in the head of the document.
func (f *Front) writeHead(c *render.Context, in *input, p *place, b *strings.Builder) {
	b.WriteString("<meta charset=\"UTF-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
	b.WriteString("<title>" + documentTitle(c, p) + "</title>\n")
	if robots := f.robots(c, p); robots != "" {
		b.WriteString(`<meta name="robots" content="` + robots + "\">\n")
	}
	if address := p.address(); address != "" {
		b.WriteString(link{"canonical", "", address}.element())
	}
	for _, l := range f.links(c, p) {
		b.WriteString(l.element())
	}
	if icon := c.Image(c.Site.IconID); icon != nil && icon.URL != "" {
		b.WriteString(link{"icon", "", icon.URL}.element())
	}
	b.WriteString(link{"stylesheet", "", in.base + f.stylesheet(p.source.Styles(c), in.base).path()}.element())
	if css := c.LayoutCSS(); css != "" {
		b.WriteString("<style>" + css + "</style>\n")
	}
}

// documentTitle is what a page is called in lists of bookmarks: what it shows,
// then the site.
func documentTitle(c *render.Context, p *place) string {
	name := escape.HTML(tags.StripTags(c.Site.Name))
	parts := []string{strings.TrimSpace(tags.StripTags(p.title)), ""}
	if p.request.Page > 1 {
		parts[1] = "Page " + strconv.Itoa(p.request.Page)
	}
	switch tagline := escape.HTML(tags.StripTags(c.Site.Description)); {
	case parts[0] == "" || p.request.Kind == "front_page":
		parts = []string{name, parts[1], tagline}
	default:
		parts = append(parts, name)
	}
	var said []string
	for _, s := range parts {
		if s != "" {
			said = append(said, typography.ConvertChars(typography.Texturize(s)))
		}
	}
	return strings.Join(said, " &#8211; ")
}

// robots is what search engines are asked for.
func (f *Front) robots(c *render.Context, p *place) string {
	switch {
	case !f.Site.Bool(c, "blog_public", true):
		return "noindex, nofollow"
	case p.request.Kind == "search" || p.request.Kind == "404":
		return "noindex, follow"
	}
	return "max-image-preview:large"
}

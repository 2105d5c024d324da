package front

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/xml"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"quoin/internal/display/render/escape"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/language"
)

// sitemapURLs bounds the addresses of one sitemap. Those who read them take
// 50,000.
const sitemapURLs = 2000

//go:embed sitemap.xsl
var sitemapSheet string

// sitemapWords are what the style sheet of sitemaps says, in a language.
type sitemapWords struct{ texts *language.Texts }

func (w sitemapWords) Tag() string       { return escape.Attr(w.texts.Tag()) }
func (w sitemapWords) RightToLeft() bool { return w.texts.RightToLeft() }

// Counted tells how many addresses a sitemap has.
func (w sitemapWords) Counted() string {
	text := w.texts.Of("This list tells search engines which pages the site has: %s here.")
	return language.Fill(escape.HTML(text), `<xsl:value-of select="count(//s:loc)"/>`)
}

// SitemapSheet is the style sheet that shows sitemaps to people, in a language, nil for
// English.
func SitemapSheet(texts *language.Texts) ([]byte, error) {
	say := func(text string) string { return escape.HTML(texts.Of(text)) }
	t, err := template.New("sheet").Funcs(template.FuncMap{"say": say}).Parse(sitemapSheet)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, sitemapWords{texts})
	return b.Bytes(), err
}

// sitemapURL is one place in a sitemap.
type sitemapURL struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

type urlSet struct {
	XMLName xml.Name     `xml:"urlset"`
	Space   string       `xml:"xmlns,attr"`
	URLs    []sitemapURL `xml:"url"`
}

type sitemapIndex struct {
	XMLName  xml.Name     `xml:"sitemapindex"`
	Space    string       `xml:"xmlns,attr"`
	Sitemaps []sitemapURL `xml:"sitemap"`
}

const sitemapSpace = "http://www.sitemaps.org/schemas/sitemap/0.9"

// sitemap is the answer for an address of a sitemap or of the style sheet that
// shows them to people; nil when there is nothing at the address.
func (f *sitemaps) sitemap(ctx context.Context, in *input) (*page, error) {
	if !site.Public.Of(ctx, f.Site) {
		return nil, nil
	}
	if in.has("sitemap-stylesheet") {
		sheet, err := SitemapSheet(f.Site.Texts(ctx))
		return textPage("application/xml; charset=UTF-8", sheet), err
	}
	kind, of, n := in.vars["sitemap"], in.vars["sitemap-subtype"], in.pageNumber()
	if !slices.Contains([]string{"index", "posts", "taxonomies", "users"}, kind) {
		return nil, nil
	}
	if own := f.sitemapAddress(in, kind, of, n); in.reads && own != in.address() {
		return f.redirect(own, false), nil
	}
	if kind == "index" {
		return f.sitemapIndex(ctx, in)
	}
	urls, _, err := f.sitemapPart(ctx, in, kind, of, n, sitemapURLs)
	if err != nil || len(urls) == 0 {
		return nil, err
	}
	return sitemapPage(in, "/wp-sitemap.xsl", urlSet{Space: sitemapSpace, URLs: urls})
}

// sitemapAddress is where a sitemap stands.
func (f *sitemaps) sitemapAddress(in *input, kind, of string, n int) string {
	if in.rules.key[0] == 0 {
		// The site has plain addresses.
		address := in.base + "/?sitemap=" + kind
		if of != "" {
			address += "&sitemap-subtype=" + of
		}
		if kind != "index" {
			address += "&paged=" + strconv.Itoa(max(n, 1))
		}
		return address
	}
	if kind == "index" {
		return in.base + "/wp-sitemap.xml"
	}
	if of != "" {
		kind += "-" + of
	}
	return in.base + "/wp-sitemap-" + kind + "-" + strconv.Itoa(max(n, 1)) + ".xml"
}

// sitemapIndex lists the sitemaps that have anything in them.
func (f *sitemaps) sitemapIndex(ctx context.Context, in *input) (*page, error) {
	out := sitemapIndex{Space: sitemapSpace}
	add := func(kind, of string) error {
		_, total, err := f.sitemapPart(ctx, in, kind, of, 1, 1) // how many there are is all that is asked
		for n := 1; n <= (total+sitemapURLs-1)/sitemapURLs; n++ {
			out.Sitemaps = append(out.Sitemaps, sitemapURL{Loc: f.sitemapAddress(in, kind, of, n)})
		}
		return err
	}
	for _, typ := range f.Types.Listed() {
		if err := add("posts", typ); err != nil {
			return nil, err
		}
	}
	for _, t := range f.Taxonomies.All() {
		if t.Public {
			if err := add("taxonomies", t.Name); err != nil {
				return nil, err
			}
		}
	}
	if err := add("users", ""); err != nil {
		return nil, err
	}
	return sitemapPage(in, "/wp-sitemap-index.xsl", out)
}

// sitemapPart are the first addresses of one sitemap, up to a limit, and how many
// its kind has in all.
func (f *sitemaps) sitemapPart(ctx context.Context, in *input, kind, of string, n, limit int) ([]sitemapURL, int, error) {
	if n < 1 {
		return nil, 0, nil
	}
	offset := (n - 1) * sitemapURLs
	var only []content.Condition
	if f.Additions != nil {
		for _, restrict := range f.Additions(ctx).Sitemap {
			more, keep := restrict(ctx, kind, of)
			if !keep {
				return nil, 0, nil
			}
			only = append(only, more...)
		}
	}
	switch kind {
	case "posts":
		return f.sitemapEntries(ctx, in, of, offset, limit, only)
	case "taxonomies":
		tax := f.Taxonomies.Get(of)
		if tax == nil || !tax.Public {
			return nil, 0, nil
		}
		found, err := f.Store.ListTerms(ctx, taxonomy.Query{Taxonomies: []string{of}, HideEmpty: true, Order: taxonomy.ByID, Limit: limit, Offset: offset, Conditions: only})
		var out []sitemapURL
		for _, t := range found.Terms {
			out = append(out, sitemapURL{Loc: f.TermLinks.Link(ctx, t)})
		}
		return out, found.Total, err
	case "users":
		if of != "" {
			return nil, 0, nil
		}
		found, err := f.Store.ListUsers(ctx, user.Query{Published: f.Types.Listed(), Order: "id", Limit: limit, Offset: offset, Conditions: only})
		var out []sitemapURL
		for _, u := range found.Users {
			out = append(out, sitemapURL{Loc: user.Link(ctx, f.Site, u)})
		}
		return out, found.Total, err
	}
	return nil, 0, nil
}

// sitemapEntries are the addresses of published entries of a type. The front of
// the site stands before the pages, where it is none of them.
func (f *sitemaps) sitemapEntries(ctx context.Context, in *input, typ string, offset, limit int, only []content.Condition) ([]sitemapURL, int, error) {
	t := f.Types.Get(typ)
	if t == nil || !t.Listed() {
		return nil, 0, nil
	}
	q := content.Query{
		Types: []string{typ}, Statuses: []content.Status{content.Publish}, Order: []content.Order{{By: content.ByID}}, Limit: limit, Offset: offset,
		SkipMeta: true, Conditions: only,
	}
	found, err := f.Store.ListEntries(ctx, q)
	if err != nil {
		return nil, 0, err
	}
	if err := f.Links.Prefetch(ctx, found.Entries); err != nil {
		return nil, 0, err
	}
	var out []sitemapURL
	if typ == content.TypePage && offset == 0 && !f.Site.FrontIsPage(ctx) {
		newest, err := f.Store.ListEntries(ctx, content.Query{
			Types: []string{content.TypePost}, Statuses: []content.Status{content.Publish}, Order: []content.Order{{By: content.ByModified, Desc: true}}, Limit: 1, SkipTotal: true, SkipMeta: true,
		})
		if err != nil {
			return nil, 0, err
		}
		front := sitemapURL{Loc: in.base + "/"}
		if len(newest.Entries) > 0 {
			front.LastMod = f.stamp(ctx, newest.Entries[0].ModifiedUTC)
		}
		out = append(out, front)
	}
	for _, e := range found.Entries {
		out = append(out, sitemapURL{f.Links.Link(ctx, e), f.stamp(ctx, e.ModifiedUTC)})
	}
	return out, max(found.Total, len(out)), nil
}

// stamp is a stored time in UTC as it is written in the zone of the site.
func (f *sitemaps) stamp(ctx context.Context, stored string) string {
	at := utc(stored)
	if at.IsZero() {
		return ""
	}
	return at.In(f.Site.Zone(ctx)).Format(site.DateForm + "-07:00")
}

func sitemapPage(in *input, sheet string, v any) (*page, error) {
	var b bytes.Buffer
	b.WriteString(xml.Header + `<?xml-stylesheet type="text/xsl" href="` + escape.Attr(in.base+sheet) + "\" ?>\n")
	if err := xml.NewEncoder(&b).Encode(v); err != nil {
		return nil, err
	}
	b.WriteString("\n")
	return textPage("application/xml; charset=UTF-8", b.Bytes()), nil
}

// textPage is a page that isn't HTML.
func textPage(kind string, body []byte) *page {
	h := http.Header{}
	h.Set("Content-Type", kind)
	h.Set("Vary", "Accept-Encoding")
	return &page{status: http.StatusOK, header: h, body: body, complete: true}
}

// robotsFile tells programs what they may read.
func (f *sitemaps) robotsFile(ctx context.Context, in *input) *page {
	var b strings.Builder
	b.WriteString("User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n")
	if site.Public.Of(ctx, f.Site) {
		b.WriteString("\nSitemap: " + f.sitemapAddress(in, "index", "", 1) + "\n")
	}
	p := textPage("text/plain; charset=utf-8", []byte(b.String()))
	for _, l := range f.document.links(ctx, &resolvedPage{}) {
		p.header.Add("Link", l.header())
	}
	return p
}

// Package sitemaps makes the sitemaps that search engines are pointed to while
// the site has the extension, in place of those of the core: an index, and a
// file for each type, each taxonomy and the authors.
package sitemaps

import (
	"bytes"
	"context"
	"encoding/xml"
	"regexp"
	"strconv"

	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
)

// perFile is how many entries, terms or authors one file covers.
const perFile = 1000

// IndexPath is the address of the index, below that of the site.
const IndexPath = "/sitemap_index.xml"

// authors is the name of the file of authors.
const authors = "author"

// Store is what sitemaps read.
type Store interface {
	EntriesByID(ctx context.Context, ids []int64) (map[int64]*content.Entry, error)
	ListEntries(ctx context.Context, q content.Query) (content.Page, error)
	ListTerms(ctx context.Context, q taxonomy.Query) (taxonomy.Page, error)
	ListUsers(ctx context.Context, q user.Query) (user.Page, error)
	LastModifiedByTerm(ctx context.Context, types []string, terms []int64) (map[int64]string, error)
}

// Rules are what the site asks of search engines.
type Rules interface {
	// TypeIndexed, ArchiveIndexed, TaxonomyIndexed and AuthorsIndexed tell what search
	// engines may show as a whole; ArchiveIndexed of the page that lists a type.
	TypeIndexed(ctx context.Context, typ string) bool
	ArchiveIndexed(ctx context.Context, typ string) bool
	TaxonomyIndexed(ctx context.Context, taxonomy string) bool
	AuthorsIndexed(ctx context.Context) bool
	// Entry, Term and Author tell whether one of them is left out, at its usual
	// address.
	Entry(e *content.Entry, address string) bool
	Term(t *taxonomy.Term, address string) bool
	Author(u *user.User) bool
	// ProfileChanged is when what the site says of an author changed last, in UTC as
	// site.DateForm has it.
	ProfileChanged(u *user.User) string
}

// Maps makes sitemaps. It is safe for concurrent use.
type Maps struct {
	Store      Store
	Rules      Rules
	Site       *site.Site
	Types      *content.Types
	Taxonomies *taxonomy.Registry
	Links      *content.Permalinks
	TermLinks  *taxonomy.Links
	Media      *media.Service
}

// place is one address of a file.
type place struct {
	Loc     string  `xml:"loc"`
	LastMod string  `xml:"lastmod,omitempty"`
	Images  []image `xml:"image:image"`
}

type image struct {
	Loc string `xml:"image:loc"`
}

type index struct {
	XMLName xml.Name `xml:"sitemapindex"`
	Space   string   `xml:"xmlns,attr"`
	Files   []place  `xml:"sitemap"`
}

type file struct {
	XMLName xml.Name `xml:"urlset"`
	Image   string   `xml:"xmlns:image,attr"`
	Space   string   `xml:"xmlns,attr"`
	Places  []place  `xml:"url"`
}

const (
	space      = "http://www.sitemaps.org/schemas/sitemap/0.9"
	imageSpace = "http://www.google.com/schemas/sitemap-image/1.1"
)

var filePath = regexp.MustCompile(`^/([^/]+?)-sitemap([0-9]+)?\.xml$`)

// Answer is what stands at a path: a file, or the address that leads to it.
type Answer struct {
	Location string
	Body     []byte
}

// At is the answer at a path below the site's address. It is nil for paths that
// are none of a sitemap; an Answer without content for a sitemap that isn't there.
func (m *Maps) At(ctx context.Context, path string) (*Answer, error) {
	if path == IndexPath {
		return m.index(ctx)
	}
	found := filePath.FindStringSubmatch(path)
	if found == nil {
		return nil, nil
	}
	if found[2] == "0" || found[2] == "1" {
		return &Answer{Location: m.Site.Base(ctx) + path[:len(path)-len("1.xml")] + ".xml"}, nil
	}
	number := 1
	if found[2] != "" {
		var err error
		if number, err = strconv.Atoi(found[2]); err != nil {
			return &Answer{}, nil
		}
	}
	places, err := m.places(ctx, found[1], max(number, 1))
	if err != nil || places == nil {
		return &Answer{}, err
	}
	return m.encode(ctx, file{Image: imageSpace, Space: space, Places: places})
}

// Of is the path of the sitemap that has what one of the core has; see
// front.Additions.Sitemap for kind and of. "" for none.
func Of(kind, of string, number int) string {
	name := of
	switch kind {
	case "users":
		name = authors
	case "posts", "taxonomies":
	default:
		return IndexPath
	}
	return path(name, number)
}

func path(name string, number int) string {
	if number > 1 {
		return "/" + name + "-sitemap" + strconv.Itoa(number) + ".xml"
	}
	return "/" + name + "-sitemap.xml"
}

// index lists the files that have something.
func (m *Maps) index(ctx context.Context) (*Answer, error) {
	out := index{Space: space}
	add := func(name string, total int, changed string) {
		for n := 1; n <= (total+perFile-1)/perFile; n++ {
			out.Files = append(out.Files, place{Loc: m.Site.Base(ctx) + path(name, n), LastMod: stamp(changed)})
		}
	}
	changed := map[string]string{}
	for _, t := range m.Types.All() {
		if !m.hasPages(ctx, t) {
			continue
		}
		last, err := m.lastChange(ctx, t)
		if err != nil {
			return nil, err
		}
		changed[t.Name] = last
		if !m.hasFile(ctx, t) {
			continue
		}
		count := listed(t)
		count.OnlyTotal = true
		found, err := m.Store.ListEntries(ctx, count)
		if err != nil {
			return nil, err
		}
		add(t.Name, found.Total, last)
	}
	for _, t := range m.Taxonomies.All() {
		if !t.Public || !m.Rules.TaxonomyIndexed(ctx, t.Name) {
			continue
		}
		found, err := m.Store.ListTerms(ctx, m.termQuery(t, 1, 0))
		if err != nil {
			return nil, err
		}
		last := ""
		for _, typ := range t.Types {
			last = max(last, changed[typ])
		}
		add(t.Name, found.Total, last)
	}
	if m.Rules.AuthorsIndexed(ctx) {
		found, err := m.Store.ListUsers(ctx, authorQuery(perFile, 0))
		if err != nil {
			return nil, err
		}
		last := ""
		for _, u := range found.Users {
			last = max(last, m.Rules.ProfileChanged(u))
		}
		add(authors, found.Total, last)
	}
	if len(out.Files) == 0 {
		return &Answer{}, nil
	}
	return m.encode(ctx, out)
}

// hasPages tells whether entries of a type have pages. Attachments have some where the
// site says so.
func (m *Maps) hasPages(ctx context.Context, t *content.Type) bool {
	return t != nil && t.Public && (t.Name != content.TypeAttachment || site.AttachmentPages.Of(ctx, m.Site))
}

// hasFile tells whether entries of a type are listed.
func (m *Maps) hasFile(ctx context.Context, t *content.Type) bool {
	return m.hasPages(ctx, t) && m.Rules.TypeIndexed(ctx, t.Name)
}

// places are the addresses in one file, nil when there is no such file.
func (m *Maps) places(ctx context.Context, name string, number int) ([]place, error) {
	if t := m.Types.Get(name); m.hasFile(ctx, t) {
		return m.entries(ctx, t, number)
	}
	if t := m.Taxonomies.Get(name); t != nil && t.Public && m.Rules.TaxonomyIndexed(ctx, name) {
		return m.terms(ctx, t, number)
	}
	if name == authors && m.Rules.AuthorsIndexed(ctx) {
		return m.authors(ctx, number)
	}
	return nil, nil
}

var withoutPassword = false

// listed asks for the entries of a type that its files have. Attachments stand there with
// what they belong to.
func listed(t *content.Type) content.Query {
	q := content.Query{Types: []string{t.Name}, Statuses: []content.Status{content.Publish}, WithPassword: &withoutPassword}
	if t.Name == content.TypeAttachment {
		q.Statuses, q.OfShown = []content.Status{content.Inherit}, true
	}
	return q
}

// lastChange is when an entry of a type that is published changed last, "" without one.
//
// Compat (api.TestSEOSitemapFiles): entries with a password count, which files leave out.
func (m *Maps) lastChange(ctx context.Context, t *content.Type) (string, error) {
	found, err := m.Store.ListEntries(ctx, content.Query{
		Types: []string{t.Name}, Statuses: []content.Status{content.Publish, content.Inherit},
		Order: []content.Order{{By: content.ByModified, Desc: true}}, Limit: 1, SkipTotal: true, SkipMeta: true, Short: true,
	})
	if err != nil || len(found.Entries) == 0 {
		return "", err
	}
	return found.Entries[0].ModifiedUTC, nil
}

// entries are the addresses of one file of a type, those that changed long ago
// first. The front of the site stands before the pages, the list of posts before
// the posts.
func (m *Maps) entries(ctx context.Context, t *content.Type, number int) ([]place, error) {
	q := listed(t)
	q.Order, q.Limit, q.Offset = []content.Order{{By: content.ByModified}}, perFile, (number-1)*perFile
	found, err := m.Store.ListEntries(ctx, q)
	if err != nil {
		return nil, err
	}
	if number > 1 && len(found.Entries) == 0 {
		return nil, nil
	}
	front, posts := m.pages(ctx)
	shown := []*content.Entry{}
	for _, e := range found.Entries {
		if e.ID != front && e.ID != posts {
			shown = append(shown, e)
		}
	}
	first := place{}
	if number == 1 {
		if first, shown, err = m.first(ctx, t, front, posts, shown); err != nil {
			return nil, err
		}
	}
	if err := m.Links.Prefetch(ctx, shown); err != nil {
		return nil, err
	}
	pictures, err := m.pictures(ctx, shown)
	if err != nil {
		return nil, err
	}
	out := []place{}
	if first.Loc != "" {
		out = append(out, first)
	}
	for _, e := range shown {
		if address := m.Links.Link(ctx, e); !m.Rules.Entry(e, address) {
			out = append(out, place{Loc: address, LastMod: stamp(max(e.ModifiedUTC, e.DateUTC)), Images: pictures.of(e)})
		}
	}
	return out, nil
}

// pages are the pages that stand at the front of the site and for the list of
// its posts, 0 for none.
func (m *Maps) pages(ctx context.Context) (front, posts int64) {
	return site.PageOnFront.Of(ctx, m.Site), site.PageForPosts.Of(ctx, m.Site)
}

// first is what stands before the entries of a type: the address of a list, or
// else the entry at the front of the site, which comes first in the list then.
func (m *Maps) first(ctx context.Context, t *content.Type, front, posts int64, shown []*content.Entry) (place, []*content.Entry, error) {
	home := place{Loc: m.Site.Base(ctx) + "/"}
	static := m.Site.FrontIsPage(ctx)
	id := int64(0)
	switch t.Name {
	case content.TypePage:
		id = front
	case content.TypePost:
		if static && posts == 0 {
			return place{}, shown, nil
		}
		if static {
			id = posts
		}
	default:
		if t.Archive == "" || !m.Rules.ArchiveIndexed(ctx, t.Name) {
			return place{}, shown, nil
		}
		return m.dated(ctx, t, place{Loc: m.Links.Archive(ctx, t)}, shown)
	}
	if id == 0 {
		return m.dated(ctx, t, home, shown)
	}
	found, err := m.Store.EntriesByID(ctx, []int64{id})
	e := found[id]
	if err != nil || e == nil || e.Status != content.Publish {
		return home, shown, err
	}
	if t.Name == content.TypePage {
		return place{}, append([]*content.Entry{e}, shown...), nil
	}
	address := m.Links.Link(ctx, e)
	if m.Rules.Entry(e, address) {
		return place{}, shown, nil
	}
	return m.dated(ctx, t, place{Loc: address}, shown)
}

// dated tells of a list of entries when one of them changed last.
func (m *Maps) dated(ctx context.Context, t *content.Type, p place, shown []*content.Entry) (place, []*content.Entry, error) {
	if t.Name == content.TypePage {
		return p, shown, nil
	}
	last, err := m.lastChange(ctx, t)
	p.LastMod = stamp(last)
	return p, shown, err
}

func (m *Maps) termQuery(t *taxonomy.Taxonomy, limit, offset int) taxonomy.Query {
	return taxonomy.Query{Taxonomies: []string{t.Name}, HideEmpty: true, Hierarchical: t.Hierarchical, Order: taxonomy.ByName, Limit: limit, Offset: offset}
}

// terms are the addresses of one file of a taxonomy.
func (m *Maps) terms(ctx context.Context, t *taxonomy.Taxonomy, number int) ([]place, error) {
	found, err := m.Store.ListTerms(ctx, m.termQuery(t, perFile, (number-1)*perFile))
	if err != nil || len(found.Terms) == 0 {
		return nil, err
	}
	ids := make([]int64, len(found.Terms))
	for i, t := range found.Terms {
		ids[i] = t.ID
	}
	changed, err := m.Store.LastModifiedByTerm(ctx, t.Types, ids)
	if err != nil {
		return nil, err
	}
	base := m.Site.Base(ctx)
	out := []place{}
	for _, t := range found.Terms {
		if address := m.TermLinks.Link(ctx, t); !m.Rules.Term(t, address) {
			out = append(out, place{Loc: address, LastMod: stamp(changed[t.ID]), Images: imagesIn(t.Description, base, nil)})
		}
	}
	return out, nil
}

func authorQuery(limit, offset int) user.Query {
	return user.Query{Published: []string{content.TypePost}, Order: "registered", Desc: true, Limit: limit, Offset: offset}
}

// authors are the addresses of one file of authors.
func (m *Maps) authors(ctx context.Context, number int) ([]place, error) {
	found, err := m.Store.ListUsers(ctx, authorQuery(perFile, (number-1)*perFile))
	if err != nil || len(found.Users) == 0 {
		return nil, err
	}
	out := []place{}
	for _, u := range found.Users {
		if !m.Rules.Author(u) {
			out = append(out, place{Loc: user.Link(ctx, m.Site, u), LastMod: stamp(m.Rules.ProfileChanged(u))})
		}
	}
	return out, nil
}

// stamp is a stored time in UTC as sitemaps have it.
func stamp(stored string) string {
	if stored == "" {
		return ""
	}
	return stored + "+00:00"
}

func (m *Maps) encode(ctx context.Context, v any) (*Answer, error) {
	var b bytes.Buffer
	b.WriteString(xml.Header + `<?xml-stylesheet type="text/xsl" href="`)
	if err := xml.EscapeText(&b, []byte(m.Site.Base(ctx)+"/wp-sitemap.xsl")); err != nil {
		return nil, err
	}
	b.WriteString("\"?>\n")
	if err := xml.NewEncoder(&b).Encode(v); err != nil {
		return nil, err
	}
	b.WriteString("\n")
	return &Answer{Body: b.Bytes()}, nil
}

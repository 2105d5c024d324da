// Package head makes what a page tells search engines and social networks
// about itself: the tags of its head, and the graph of structured data. It
// works on values alone; package seo gathers them.
package head

import (
	"bytes"
	"cmp"
	"math"
	"net/url"
	"strconv"
	"strings"

	"quoin/internal/display/render/escape"
	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/wire"
)

// Kind is what kind of page a head belongs to.
type Kind int

// The kinds of pages.
const (
	Entry Kind = iota
	Term
	Author
	Home // the front page that lists posts
	List // of the entries of a type of the site's own
	Date
	Search
	NotFound
)

// Site is what all heads of a site share.
type Site struct {
	Home    string // address with a slash at the end
	Name    string // HTML, as it is shown
	Tagline string
	Locale  string // en_US
	// Core and Own are what the packs of the core and of this extension say in that
	// language; nil for English.
	Core, Own *language.Texts
	Separator string
	// WebsiteName and AlternateName name the site in the graph, where that isn't
	// Name.
	WebsiteName, AlternateName string

	// Company is whom the site stands for, or Owner is; nil for neither.
	Company *Organization
	Owner   *Person
	// Publisher is an address in a social network, Handle a name in another.
	Publisher, Handle string

	// HomeCrumb is how paths begin, ArchiveCrumb stands before the names of
	// archives, SearchCrumb before what was looked for.
	HomeCrumb, ArchiveCrumb, SearchCrumb string
	// Start is where paths begin, "" for Home.
	Start     string
	Generator string
}

// Organization is a company that a site stands for.
type Organization struct {
	Name, AlternateName string
	Logo                *Image
	Profiles            []string
}

// Person is an author, or the owner of a site.
type Person struct {
	ID       int64
	Key      string // stands for the person in the graph
	Name     string // HTML, as it is shown
	Pronouns string // by which the person is spoken of; "" where nobody said
	About    string
	Page     string // address of what the person wrote
	Avatar   string // address of a small picture; "" without one
	Logo     *Image // chosen for the owner of the site
	Profiles []string
	SocialA  string // address in a social network
	Handle   string // name in another
}

// Image is a picture that stands for a page.
type Image struct {
	URL           string
	Width, Height int // 0 when unknown
	MIME          string
	Caption       string
}

// Robots is what a page asks of search engines.
type Robots struct {
	NoIndex, NoFollow, NoImageIndex, NoArchive, NoSnippet bool
}

// Crumb is one step of the path to a page.
type Crumb struct{ Name, URL string }

// Proof is a code that a search engine gave the owner of the site, in a tag of a name.
type Proof struct{ Name, Code string }

// Page is what a head is made of. Title and the other texts may be templates,
// whose variables Vars knows.
type Page struct {
	Kind Kind
	// Type is the type of the entry, or the taxonomy of the term.
	Type string
	// URL is the usual address of the page itself, with its number.
	URL        string
	Usual      string // its address without a number, "" when that is URL
	Canonical  string // chosen by hand, instead of URL
	Shared     string // address of results of a search that social networks are told
	Prev, Next string // neighbouring pages
	Paged      bool   // it is the first of several pages of an entry

	Title, Description             string
	SocialTitle, SocialDescription string
	CardTitle, CardDescription     string
	CardImage                      string
	// Excerpt is HTML that stands in for a description in social networks.
	Excerpt string
	Robots  Robots
	// OpenGraph is the type that social networks are told.
	OpenGraph string
	// Picture is shown by social networks, Main is the main image of the page.
	Picture, Main *Image
	// Thumbnail is the address of Main as the text has it, "" where that is its own.
	Thumbnail string
	// Face stands for the person that the site stands for where none was chosen.
	Face *Image

	// Published and Modified are dates in UTC as they are stored, "" where the
	// page has none.
	Published, Modified string
	Protected           bool
	Plain               bool // tells of its page as little as if it were protected
	Author              *Person
	Article             *Article
	Minutes             int // to read it
	PageTypes           []string
	List                bool // an entry stands for a list: nothing is told of it as an article
	// Questions and Guides are those of blocks in the text; FAQ tells that there
	// is a block of questions.
	FAQ       bool
	Questions []Question
	Guides    []Guide
	Front     bool // the site's own address leads here
	// Proofs are what search engines know the owner of the site by.
	Proofs []Proof
	// Visited tells that the head is for the page itself. Who asks for that of
	// the list of posts elsewhere gets a path with a step for it.
	Visited bool
	// Path leads to the page from the site's own, without both.
	Path []Crumb
	Name string // of the page in the path, HTML

	Search string // what was looked for
	Vars   Vars
}

// Article is what the graph tells about an entry that somebody wrote.
type Article struct {
	Types        []string
	Headline     string
	Words        int
	CommentsOpen bool
	Comments     int64
	Keywords     []string
	Sections     []string
}

// Head is a finished head.
type Head struct {
	fields *wire.Object
	html   strings.Builder
	// tags and end are where the tags begin and end in it.
	tags, end int
	// pageRobots is what search engines are told on the page itself.
	pageRobots string
	title      string
	graph      wire.Raw
	*filler
}

// JSON are the fields of the head by name, those that are empty left out.
func (h *Head) JSON() *wire.Object { return h.fields }

// Graph is the member schema of JSON as it is printed.
func (h *Head) Graph() wire.Raw { return h.graph }

// HTML are the tags of the head, one a line.
func (h *Head) HTML() string { return h.html.String() }

// Tags are those of HTML without the comments around them and without the graph, each with the
// end of its line.
func (h *Head) Tags() string { return h.html.String()[h.tags:h.end] }

// Title is the title that the template of the page gives, "" when that says nothing. The
// head has the name of the site then.
func (h *Head) Title() string { return h.title }

// TitleElement is a title as HTML has it, with the end of its line.
func TitleElement(title string) string { return "<title>" + escape.HTML(title) + "</title>\n" }

// PageRobots is the tag for search engines as a page has it, in place of that of HTML.
func (h *Head) PageRobots() string { return h.pageRobots }

func (h *Head) field(name string, v any) { h.fields.Set(name, v) }

// line adds a line to the HTML, made of pieces.
func (h *Head) line(pieces ...string) {
	for _, p := range pieces {
		h.html.WriteString(p)
	}
	h.html.WriteByte('\n')
}

// memberName is a name of a tag as the member of JSON has it.
var memberName = strings.NewReplacer(":", "_", " ", "_", "-", "_")

// meta adds a field that is a text, and its tag.
func (h *Head) meta(attr, name, value string) {
	if value = short(value); value == "" {
		return
	}
	h.field(memberName.Replace(name), value)
	h.line(`<meta `, attr, `="`, name, `" content="`, escape.Attr(value), `" />`)
}

func (h *Head) link(rel, address string) {
	if address == "" {
		return
	}
	h.field(rel, address)
	h.line(`<link rel="`, rel, `" href="`, InTag(address), `" />`)
}

// InTag is an address between double quotes.
//
// Compat (TestAddressesInTags): ampersands and single quotes stand for themselves.
func InTag(address string) string { return clean.URL(address, nil) }

// How many fields a head mostly has at most, and how long its HTML and its graph are.
const (
	usualFields = 32
	usualLength = 4 << 10
	usualGraph  = 3 << 10
)

// inScript writes JSON so that no text in it can end its element, or begin another script.
func inScript(b *strings.Builder, json []byte) {
	for {
		before, after, found := bytes.Cut(json, []byte("<"))
		b.Write(before)
		if !found {
			return
		}
		b.WriteString(`\u003c`)
		json = after
	}
}

// Make makes the head of a page. It has a bounded length, however long the texts
// are that it is made of.
func Make(s *Site, p *Page) *Head {
	s, p = s.bounded(), p.bounded()
	h := &Head{fields: &wire.Object{}, filler: newFiller(p.Vars)}
	h.fields.Grow(usualFields)
	h.html.Grow(usualLength)
	h.line("<!-- ", escape.HTML(s.Generator), " -->")
	h.tags = h.html.Len()
	title := textOf(h.fill(p.Title))
	h.title = title
	if shown := cmp.Or(title, short(s.Name)); shown != "" {
		h.field("title", shown)
		h.html.WriteString(TitleElement(shown))
	}
	description := textOf(h.fill(p.Description))
	h.meta("name", "description", clean.Unslash(description))
	robots := p.Robots.fields()
	h.field("robots", robots)
	h.line(robotsTag(robots))
	h.pageRobots = robotsTag(onPages(robots))
	canonical := p.canonical()
	if p.Kind != NotFound && !p.Robots.NoIndex {
		h.link("canonical", readable(canonical))
		h.link("prev", p.Prev)
		h.link("next", p.Next)
	}
	h.social(s, p, title, description)
	for _, proof := range p.Proofs {
		h.meta("name", proof.Name, proof.Code)
	}
	pieces := graph(s, p, title, description)
	h.field("schema", pieces)
	h.graph = wire.Append(make([]byte, 0, usualGraph), pieces, nil)
	h.end = h.html.Len()
	h.html.WriteString(`<script type="application/ld+json" class="` + OwnClass + `">`)
	inScript(&h.html, h.graph)
	h.line(`</script>`)
	h.html.WriteString("<!-- / " + escape.HTML(s.Generator) + " -->")
	return h
}

// canonical is the address that the page is to be known by, "" for results of a
// search, which are to be known by none.
func (p *Page) canonical() string {
	switch {
	case p.Canonical != "":
		return p.Canonical
	case p.Kind == Search:
		return ""
	}
	return p.URL
}

// shared is the address that social networks are told; one of its own or none
// for results of a search.
func (p *Page) shared() string {
	if p.Kind == Search {
		return p.Shared
	}
	return cmp.Or(p.Canonical, p.usual())
}

// usual is the address of the page without a number.
func (p *Page) usual() string { return cmp.Or(p.Usual, p.URL) }

// social adds what social networks read.
func (h *Head) social(s *Site, p *Page, title, description string) {
	// A text of its own stands for nothing else, also when its variables are empty.
	social := title
	if p.SocialTitle != "" {
		social = textOf(h.fill(p.SocialTitle))
	}
	h.meta("property", "og:locale", networkLocale(s.Locale))
	if p.Kind == NotFound {
		h.meta("property", "og:title", social)
		h.meta("property", "og:site_name", s.Name)
		return
	}
	h.meta("property", "og:type", p.OpenGraph)
	h.meta("property", "og:title", social)
	h.meta("property", "og:description", clean.Unslash(h.socialDescription(p, description)))
	h.meta("property", "og:url", readable(p.shared()))
	h.meta("property", "og:site_name", s.Name)
	if p.Kind == Entry && !p.List {
		h.meta("property", "article:publisher", s.Publisher)
		if p.Type == "post" {
			if p.Author != nil {
				h.meta("property", "article:author", p.Author.SocialA)
			}
			h.meta("property", "article:published_time", stamp(p.Published))
		}
		if p.Modified > p.Published {
			h.meta("property", "article:modified_time", stamp(p.Modified))
		}
	}
	h.picture(p.Picture)
	byline := ""
	if p.Kind == Entry && p.Type == "post" && p.Author != nil {
		byline = textOf(p.Author.Name)
	}
	h.meta("name", "author", byline)
	h.meta("name", "twitter:card", "summary_large_image")
	// Compat (TestCardsKeepTags): tags in what variables say stay in texts of cards.
	h.meta("name", "twitter:title", strings.TrimSpace(h.fill(p.CardTitle)))
	h.meta("name", "twitter:description", h.fill(p.CardDescription))
	if image := short(p.CardImage); image != "" {
		h.field("twitter_image", image)
		h.line(`<meta name="twitter:image" content="`, InTag(image), `" />`)
	}
	if p.Kind == Entry && p.Type == "post" {
		handle := s.Handle
		if p.Author != nil && p.Author.Handle != "" {
			handle = p.Author.Handle
		}
		h.meta("name", "twitter:creator", at(handle))
	}
	handle := s.Handle
	if s.Owner != nil && s.Owner.Handle != "" {
		handle = s.Owner.Handle
	}
	h.meta("name", "twitter:site", at(handle))
	h.labels(s, p, byline)
}

// socialDescription is the description for social networks: their own, that of the page or
// its excerpt.
func (h *Head) socialDescription(p *Page, description string) string {
	switch {
	case p.SocialDescription != "":
		return textOf(h.fill(p.SocialDescription))
	case p.Description != "":
		return description
	}
	return textOf(p.Excerpt)
}

// labels adds pairs of a label and a text that some networks show beside a link.
func (h *Head) labels(s *Site, p *Page, byline string) {
	if p.Kind != Entry || p.Front || p.List {
		return
	}
	misc := &wire.Object{}
	if byline != "" {
		misc.Set(s.Own.Of("Written by"), byline)
	}
	if p.Minutes > 0 {
		misc.Set(s.Own.Of("Est. reading time"), language.Fill(s.Core.Count(int64(p.Minutes), "%s minute", "%s minutes"), strconv.Itoa(p.Minutes)))
	}
	if misc.Len() == 0 {
		return
	}
	h.field("twitter_misc", misc)
	indent := "" // of all but the first of the lines, as those of an image have it
	for i, m := range misc.Members() {
		n := strconv.Itoa(i + 1)
		h.line(indent, `<meta name="twitter:label`, n, `" content="`, escape.Attr(m.Key), `" />`)
		indent = "\t"
		h.line(indent, `<meta name="twitter:data`, n, `" content="`, escape.Attr(m.Value.(string)), `" />`)
	}
}

// picture adds the image that social networks show.
func (h *Head) picture(i *Image) {
	if i == nil || i.URL == "" {
		return
	}
	h.line(`<meta property="og:image" content="` + InTag(i.URL) + `" />`)
	size := func(name string, n int) any {
		if n <= 0 {
			return ""
		}
		h.line("\t" + `<meta property="og:image:` + name + `" content="` + strconv.Itoa(n) + `" />`)
		return int64(n)
	}
	width, height := size("width", i.Width), size("height", i.Height)
	if i.MIME != "" {
		h.line("\t" + `<meta property="og:image:type" content="` + escape.Attr(i.MIME) + `" />`)
	}
	h.field("og_image", []any{wire.NewObject("width", width, "height", height, "url", i.URL, "type", i.MIME)})
}

// fields are the wishes by name, as the field robots has them.
func (r Robots) fields() *wire.Object {
	o := &wire.Object{}
	set := func(name string, no bool) {
		if no {
			name = "no" + name
		}
		o.Set(strings.TrimPrefix(name, "no"), name)
	}
	set("index", r.NoIndex)
	set("follow", r.NoFollow)
	if r.NoIndex {
		return o
	}
	if !r.NoSnippet {
		o.Set("max-snippet", "max-snippet:-1")
	}
	if !r.NoImageIndex {
		o.Set("max-image-preview", "max-image-preview:large")
	}
	o.Set("max-video-preview", "max-video-preview:-1")
	for _, extra := range []struct {
		name string
		on   bool
	}{{"imageindex", r.NoImageIndex}, {"archive", r.NoArchive}, {"snippet", r.NoSnippet}} {
		if extra.on {
			set(extra.name, true)
		}
	}
	return o
}

// robotsTag is the tag that says wishes to search engines.
func robotsTag(fields *wire.Object) string {
	var said []string
	for _, m := range fields.Members() {
		said = append(said, m.Value.(string))
	}
	return `<meta name="robots" content="` + escape.Attr(strings.Join(said, ", ")) + `" />`
}

// RobotsTag is the tag for search engines in HTML, of the fields that JSON has.
func RobotsTag(head *wire.Object) string { return robotsTag(head.Object("robots")) }

// onPages are wishes in the order of pages, which put the size of images, that they
// allow without SEO too, in front.
//
// Compat (TestRobotsOfPages): the order is that of the reference, and a page whose images are
// to be left out allows none of them.
func onPages(fields *wire.Object) *wire.Object {
	o := &wire.Object{}
	for _, name := range []string{"index", "follow", "max-image-preview"} {
		if v, ok := fields.Lookup(name); ok {
			o.Set(name, v)
		}
	}
	if fields.Has("imageindex") {
		o.Set("max-image-preview", "max-image-preview:none")
	}
	for _, m := range fields.Members() {
		o.Set(m.Key, m.Value)
	}
	return o
}

// at is a name in a social network as it is written there.
func at(handle string) string {
	end := len(handle)
	start := end
	for start > 0 && end-start < 25 && isHandle(handle[start-1]) {
		start--
	}
	if start == end {
		return ""
	}
	return "@" + handle[start:]
}

func isHandle(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// stamp is a stored date in UTC with its zone, "" without one.
func stamp(utc string) string {
	if utc == "" || strings.HasPrefix(utc, "0000") {
		return ""
	}
	return utc + "+00:00"
}

// textOf is a text without tags, on one line, as much of it as heads tell.
func textOf(html string) string {
	if html == "" {
		return ""
	}
	return short(strings.TrimSpace(clean.StripAllTags(html)))
}

// readable is an address in its own letters. One that doesn't decode stays.
func readable(address string) string {
	if decoded, err := url.PathUnescape(address); err == nil {
		return clean.NoControls(strings.ToValidUTF8(decoded, ""))
	}
	return address
}

// ReadingMinutes is how long a text takes to read, to the nearest minute.
func ReadingMinutes(content string) int {
	return int(math.Round(float64(countWords(clean.StripAllTags(content), nil)) / 200))
}

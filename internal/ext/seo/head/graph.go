package head

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/wire"
)

// The ends of addresses that name pieces of the graph.
const (
	articleHash      = "#article"
	pictureHash      = "#primaryimage"
	crumbsHash       = "#breadcrumb"
	websiteHash      = "#website"
	organizationHash = "#organization"
	logoHash         = "#/schema/logo/image/"
	personHash       = "#/schema/person/"
)

// usualMore is for how many members a piece of the graph has room beside those that it begins
// with.
const usualMore = 10

// graph is the structured data of a page.
func graph(s *Site, p *Page, title, description string) *wire.Object {
	g := &grapher{Site: s, Page: p, title: title, description: description}
	var pieces []any
	add := func(o *wire.Object) {
		if o != nil {
			pieces = append(pieces, o)
		}
	}
	if p.Kind != NotFound {
		if !p.Protected {
			add(g.article())
		}
		add(g.webPage())
		if !p.Protected {
			add(g.picture())
			add(g.crumbs())
		}
	}
	add(g.website())
	add(g.organization())
	if !p.Protected {
		add(g.owner())
		add(g.author())
		for _, o := range g.questions() {
			add(o)
		}
		for _, o := range g.guides() {
			add(o)
		}
	}
	return wire.NewObject("@context", "https://schema.org", "@graph", pieces)
}

type grapher struct {
	*Site
	*Page
	title, description string
}

func ref(id string) *wire.Object { return wire.NewObject("@id", id) }

// language ends a piece with its language.
func (g *grapher) language(o *wire.Object) {
	o.Set("inLanguage", g.tag())
}

// tag is the language as documents name it.
func (g *grapher) tag() string {
	if g.Core != nil {
		return g.Core.Tag()
	}
	return strings.ReplaceAll(g.Locale, "_", "-")
}

// standsFor refers to whom the site stands for, nil for nobody.
func (g *grapher) standsFor() *wire.Object {
	switch {
	case g.Company != nil:
		return ref(g.Home + organizationHash)
	case g.Owner != nil:
		return ref(g.person(g.Owner))
	}
	return nil
}

// person is what a person is called in the graph.
func (g *grapher) person(p *Person) string { return g.Home + personHash + p.Key }

func (g *grapher) article() *wire.Object {
	if g.Kind != Entry || g.Article == nil {
		return nil
	}
	a := g.Page.Article
	byline, id := "", ""
	if g.Page.Author != nil {
		byline, id = words(g.Page.Author.Name), g.person(g.Page.Author)
	}
	o := wire.NewObject("@type", oneOrMore(a.Types), "@id", g.canonical()+articleHash, "isPartOf", ref(g.usual()),
		"author", wire.NewObject("name", byline, "@id", id), "headline", words(a.Headline))
	o.Grow(usualMore)
	g.dates(o)
	o.Set("mainEntityOfPage", ref(g.usual()))
	o.Set("wordCount", int64(a.Words))
	if a.CommentsOpen {
		o.Set("commentCount", a.Comments)
	}
	if who := g.standsFor(); who != nil {
		o.Set("publisher", who)
	}
	if g.Main != nil {
		o.Set("image", ref(g.canonical()+pictureHash))
		o.Set("thumbnailUrl", g.thumbnail())
	}
	if len(a.Keywords) > 0 {
		o.Set("keywords", wire.Strings(a.Keywords))
	}
	if len(a.Sections) > 0 {
		o.Set("articleSection", wire.Strings(a.Sections))
	}
	g.language(o)
	if a.CommentsOpen {
		o.Set("potentialAction", []any{wire.NewObject("@type", "CommentAction", "name", "Comment",
			"target", []any{g.canonical() + "#respond"})})
	}
	return o
}

func (g *grapher) dates(o *wire.Object) {
	if t := stamp(g.Published); t != "" {
		o.Set("datePublished", t)
	}
	if g.Modified > g.Published {
		o.Set("dateModified", stamp(g.Modified))
	}
}

func (g *grapher) webPage() *wire.Object {
	types := []string{"CollectionPage"}
	switch {
	case g.Protected:
		types = []string{"WebPage"}
	case g.Kind == Entry:
		types = g.PageTypes
		if g.FAQ {
			types = append(slices.Clone(types), "FAQPage")
		}
	case g.Kind == Author:
		types = []string{"ProfilePage"}
	case g.Kind == Search:
		types = []string{"CollectionPage", "SearchResultsPage"}
	}
	o := wire.NewObject("@type", oneOrMore(types), "@id", orNull(g.usual()), "url", g.canonical(), "name", words(g.title),
		"isPartOf", ref(g.Home+websiteHash))
	o.Grow(usualMore)
	if who := g.standsFor(); g.Front && g.Visited && !g.Plain && who != nil {
		o.Set("about", who)
	}
	if g.Kind == Search && g.canonical() == "" {
		address := SearchURL(g.Home, g.Page.Search)
		if g.Page.Search == "" {
			address += "="
		}
		o.Set("url", address)
	}
	if g.Protected || g.Plain {
		if g.Plain {
			o.Set("@type", "WebPage")
		}
		g.dates(o)
		if g.Protected || g.hasCrumbs() {
			o.Set("breadcrumb", ref(g.canonical()+crumbsHash))
		}
		g.language(o)
		return o
	}
	if g.Main != nil {
		o.Set("primaryImageOfPage", ref(g.canonical()+pictureHash))
		o.Set("image", ref(g.canonical()+pictureHash))
		o.Set("thumbnailUrl", g.thumbnail())
	}
	if g.Kind == Entry {
		g.dates(o)
		if g.Type == "post" && g.standsFor() == nil && g.Page.Author != nil {
			o.Set("author", ref(g.person(g.Page.Author)))
		}
	}
	if g.description != "" {
		o.Set("description", words(g.description))
	}
	if g.hasCrumbs() {
		o.Set("breadcrumb", ref(g.canonical()+crumbsHash))
	}
	if ids := g.questionIDs(); ids != nil {
		o.Set("mainEntity", ids)
	}
	g.language(o)
	if !slices.Contains(types, "CollectionPage") {
		o.Set("potentialAction", []any{wire.NewObject("@type", "ReadAction", "target", []any{g.canonical()})})
	}
	return o
}

// SearchURL is the address of the results of a search on a site, whose home ends
// with a slash.
func SearchURL(home, phrase string) string {
	if phrase == "" {
		return home + "?s"
	}
	return home + "?s=" + strings.ReplaceAll(url.QueryEscape(escape.HTML(phrase)), "+", "%20")
}

// thumbnail is where a small form of the main image is.
func (g *grapher) thumbnail() string { return cmp.Or(g.Thumbnail, g.Main.URL) }

// picture is the main image of the page.
func (g *grapher) picture() *wire.Object {
	if g.Main == nil {
		return nil
	}
	return g.image(g.canonical()+pictureHash, g.Main, g.Main.Caption)
}

func (g *grapher) image(id string, i *Image, caption string) *wire.Object {
	o := &wire.Object{}
	o.Grow(usualMore)
	o.Set("@type", "ImageObject")
	g.language(o)
	o.Set("@id", id)
	o.Set("url", i.URL)
	o.Set("contentUrl", i.URL)
	if i.Width > 0 && i.Height > 0 {
		o.Set("width", int64(i.Width))
		o.Set("height", int64(i.Height))
	}
	if caption != "" {
		o.Set("caption", words(caption))
	}
	return o
}

// steps is the path to the page, its own step last.
func (g *grapher) steps() []Crumb {
	steps := make([]Crumb, 0, len(g.Path)+3)
	if g.HomeCrumb != "" {
		steps = append(steps, Crumb{g.HomeCrumb, cmp.Or(g.Start, g.Home)})
	}
	steps = append(steps, g.Path...)
	if !g.Visited || !g.Front && g.Kind != Home {
		steps = append(steps, Crumb{Name: words(g.Page.Name)})
		if g.Paged && len(steps) > 1 {
			steps = steps[:len(steps)-1]
		}
	}
	// The last has no address. Where it has no name either, those before it keep theirs.
	if last := len(steps) - 1; last >= 0 {
		if steps[last].URL = ""; steps[last].Name == "" {
			steps = steps[:last]
		}
	}
	return steps
}

// hasCrumbs tells whether the page has a path. One of one step says nothing,
// unless that is the site's own page.
//
// Compat (TestPathOfAllDates): what stands for all dates has an empty one where paths don't
// begin with the site.
func (g *grapher) hasCrumbs() bool {
	if g.URL == "" {
		return g.Kind == Date && g.HomeCrumb == ""
	}
	return len(g.steps()) > 1 || g.Front
}

func (g *grapher) crumbs() *wire.Object {
	if !g.hasCrumbs() {
		return nil
	}
	steps := g.steps()
	if g.URL == "" {
		steps = nil
	}
	list := make([]any, len(steps))
	for i, step := range steps {
		o := wire.NewObject("@type", "ListItem", "position", int64(i+1), "name", words(step.Name))
		if step.URL != "" {
			o.Set("item", step.URL)
		}
		list[i] = o
	}
	return wire.NewObject("@type", "BreadcrumbList", "@id", g.canonical()+crumbsHash, "itemListElement", list)
}

func (g *grapher) website() *wire.Object {
	name := g.WebsiteName
	if name == "" {
		name = g.Site.Name
	}
	o := wire.NewObject("@type", "WebSite", "@id", g.Home+websiteHash, "url", g.Home, "name", words(name), "description", g.Tagline)
	o.Grow(4)
	if who := g.standsFor(); who != nil {
		o.Set("publisher", who)
	}
	if g.AlternateName != "" {
		o.Set("alternateName", words(g.AlternateName))
	}
	o.Set("potentialAction", []any{wire.NewObject("@type", "SearchAction",
		"target", wire.NewObject("@type", "EntryPoint", "urlTemplate", g.Home+"?s={search_term_string}"),
		"query-input", wire.NewObject("@type", "PropertyValueSpecification", "valueRequired", true, "valueName", "search_term_string"))})
	g.language(o)
	return o
}

func (g *grapher) organization() *wire.Object {
	c := g.Company
	if c == nil {
		return nil
	}
	o := wire.NewObject("@type", "Organization", "@id", g.Home+organizationHash, "name", words(c.Name))
	if c.AlternateName != "" {
		o.Set("alternateName", c.AlternateName)
	}
	o.Set("url", g.Home)
	o.Set("logo", g.image(g.Home+logoHash, c.Logo, c.Name))
	o.Set("image", ref(g.Home+logoHash))
	if len(c.Profiles) > 0 {
		o.Set("sameAs", wire.Strings(c.Profiles))
	}
	if g.isProfile() {
		o.Set("mainEntityOfPage", ref(g.usual()))
	}
	return o
}

// isProfile tells whether an entry says that it is about somebody. Compat
// (TestProfiles): it is then about the site's company and every person that it tells of.
func (g *grapher) isProfile() bool { return slices.Contains(g.PageTypes, "ProfilePage") }

// owner is the person that the site stands for, unless that is the author too.
func (g *grapher) owner() *wire.Object {
	if g.Owner == nil || g.authors() == g.Owner.ID {
		return nil
	}
	return g.personPiece(g.Owner, true)
}

// authors is the id of whom the page tells as its author, 0 for nobody.
func (g *grapher) authors() int64 {
	if g.Page.Author == nil || g.Kind != Author && (g.Kind != Entry || g.Article == nil) {
		return 0
	}
	return g.Page.Author.ID
}

func (g *grapher) author() *wire.Object {
	if g.authors() == 0 {
		return nil
	}
	a := g.Page.Author
	owns := g.Owner != nil && g.Owner.ID == a.ID
	if owns {
		a = g.Owner
	}
	o := g.personPiece(a, owns)
	if g.Kind == Author {
		o.Set("mainEntityOfPage", ref(g.usual()))
	}
	if g.Kind != Author && a.Page != "" {
		o.Set("url", a.Page)
	}
	return o
}

// personPiece describes a person; owns tells that the site stands for them.
func (g *grapher) personPiece(p *Person, owns bool) *wire.Object {
	o := &wire.Object{}
	o.Grow(usualMore)
	o.Set("@type", "Person")
	if owns {
		o.Set("@type", []any{"Person", "Organization"})
	}
	o.Set("@id", g.person(p))
	o.Set("name", words(p.Name))
	if pronouns := words(p.Pronouns); pronouns != "" {
		o.Set("pronouns", pronouns)
	}
	logo := ""
	switch {
	case owns && p.Logo != nil:
		logo = p.Logo.URL
		o.Set("image", g.image(logo, p.Logo, p.Name))
	case p.Avatar != "":
		logo = p.Avatar
		o.Set("image", g.image(logo, &Image{URL: p.Avatar}, p.Name))
	}
	if owns && logo != "" {
		o.Set("logo", ref(logo))
	}
	if p.About != "" {
		o.Set("description", words(p.About))
	}
	if g.isProfile() {
		o.Set("mainEntityOfPage", ref(g.usual()))
	}
	if len(p.Profiles) > 0 {
		o.Set("sameAs", wire.Strings(p.Profiles))
	}
	return o
}

func oneOrMore(types []string) any {
	if len(types) == 1 {
		return types[0]
	}
	return wire.Strings(types)
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// blocks end lines, so that the words on both sides stay apart.
var blocks = strings.NewReplacer("\r", " ", "\n", " ", "<br>", " ", "<br/>", " ", "<br />", " ", "</p>", "</p> ", "</div>", "</div> ",
	"<li>", "<li>• ", "</h1>", "</h1> ", "</h2>", "</h2> ", "</h3>", "</h3> ", "</h4>", "</h4> ", "</h5>", "</h5> ", "</h6>", "</h6> ")

// words is a text without tags and with single spaces, as much of it as heads
// tell.
func words(html string) string {
	html = html[:min(len(html), maxRead)]
	if strings.Contains(html, "<") {
		html = clean.StripAllTags(blocks.Replace(html))
	}
	return short(strings.Join(strings.Fields(html), " "))
}

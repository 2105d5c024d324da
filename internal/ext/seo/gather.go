package seo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"quoin/internal/content"
	"quoin/internal/ext/seo/head"
	"quoin/internal/markup/clean"
	"quoin/internal/markup/shortcode"
	"quoin/internal/markup/tags"
	"quoin/internal/schema"
	"quoin/internal/taxonomy"
	"quoin/internal/user"
	"quoin/internal/view"
)

// part tells which page of an entry or a list a head is for.
type part struct {
	page, pages int
	url         string // its address, where that isn't the usual one of what it shows
}

func first() part { return part{page: 1, pages: 1} }

// headSite is what all heads of the site share.
func (s *service) headSite(ctx context.Context, t *settings) (*head.Site, error) {
	out := &head.Site{
		Home: s.Site.Base(ctx) + "/", Name: clean.StripAllTags(s.Site.Title(ctx)), Tagline: s.Site.Tagline(ctx),
		Locale: s.Site.Text(ctx, "WPLANG", "en_US"), Separator: t.text("separator"),
		WebsiteName: t.text("website_name"), AlternateName: t.text("alternate_website_name"),
		Publisher: t.text("social_a_site"), Handle: t.text("social_b_site"),
		HomeCrumb: t.text("breadcrumbs-home"), ArchiveCrumb: t.text("breadcrumbs-archiveprefix"),
		SearchCrumb: t.text("breadcrumbs-searchprefix"), Generator: generator,
	}
	if out.Locale == "" {
		out.Locale = "en_US"
	}
	switch t.text("company_or_person") {
	case "company":
		logo, err := s.attachmentImage(ctx, s.logoID(ctx, t.number("company_logo_id")))
		if err != nil {
			return nil, err
		}
		if logo == nil {
			return out, nil
		}
		out.Company = &head.Organization{
			Name: t.text("company_name"), AlternateName: t.text("company_alternate_name"), Logo: logo, Profiles: profiles(t),
		}
		if out.Company.Name == "" {
			out.Company.Name = s.Site.Title(ctx)
		}
	case "person":
		owner, err := s.person(ctx, t.number("company_or_person_user_id"))
		if err != nil || owner == nil {
			return out, err
		}
		owner.Logo, err = s.attachmentImage(ctx, s.logoID(ctx, t.number("person_logo_id")))
		if err != nil {
			return nil, err
		}
		out.Owner, out.Publisher = owner, owner.SocialA
	}
	return out, nil
}

// logoID is an attachment that was chosen, or the logo of the site.
func (s *service) logoID(ctx context.Context, chosen int64) int64 {
	if chosen > 0 {
		return chosen
	}
	return s.Site.Int(ctx, "site_logo", 0)
}

// profiles are the addresses of the site in social networks.
func profiles(t *settings) []string {
	var out []string
	add := func(address string) {
		if address != "" && !slices.Contains(out, address) {
			out = append(out, address)
		}
	}
	add(t.text("social_a_site"))
	if handle := t.text("social_b_site"); handle != "" {
		add("https://x.com/" + handle)
	}
	for _, address := range t.texts("other_social_urls") {
		add(address)
	}
	return out
}

// person is what heads tell about a user, nil when there is none.
func (s *service) person(ctx context.Context, id int64) (*head.Person, error) {
	if id <= 0 {
		return nil, nil
	}
	found, err := s.Store.UsersByID(ctx, []int64{id})
	u := found[id]
	if err != nil || u == nil {
		return nil, err
	}
	p := &head.Person{
		ID: id, Key: s.personKey(ctx, u), Name: u.Name, About: u.Meta.Text(user.MetaDescription), Page: user.Link(ctx, s.Site, u),
		SocialA: u.Meta.Text("facebook"), Handle: strings.TrimLeft(strings.TrimSpace(u.Meta.Text("twitter")), "@"),
	}
	if s.Site.Bool(ctx, "show_avatars", true) {
		p.Avatar = user.Avatar(ctx, s.Site, u.Email, 96)
	}
	add := func(address string) {
		if address != "" && !slices.Contains(p.Profiles, address) {
			p.Profiles = append(p.Profiles, address)
		}
	}
	add(user.HomePage(ctx, s.Site, u))
	for _, key := range []string{
		"facebook", "instagram", "linkedin", "pinterest", "twitter", "myspace", "youtube", "soundcloud", "tumblr", "wikipedia",
	} {
		v := u.Meta.Text(key)
		if v != "" && key == "twitter" {
			v = "https://x.com/" + p.Handle
		}
		add(v)
	}
	return p, nil
}

// personKey stands for a user in structured data. It tells nobody the name to
// log in with.
func (s *service) personKey(ctx context.Context, u *user.User) string {
	key, err := s.Secrets.Key(ctx, "person")
	if err != nil {
		s.Log.ErrorContext(ctx, "key for persons", "error", err)
	}
	sum := sha256.Sum256(append(key, u.Login...))
	return hex.EncodeToString(sum[:16])
}

// entryPage is what the head of an entry is made of.
func (s *service) entryPage(ctx context.Context, e *content.Entry, at part) (*head.Page, error) {
	t := s.settings(ctx)
	if at.url == "" {
		at.url = s.Links.Link(ctx, e)
	}
	own := func(key string) string { return metaText(e.Meta, key) }
	author, err := s.person(ctx, e.Author)
	if err != nil {
		return nil, err
	}
	pages := strings.Count(e.Content, "<!--nextpage-->") + 1
	p := &head.Page{
		Kind: head.Entry, Type: e.Type, URL: at.url, Canonical: own(metaCanonical), Paged: pages > 1,
		Title:       or(own(metaTitle), t.text("title-"+e.Type), entryTitle),
		Description: or(own(metaDescription), t.text("metadesc-"+e.Type)),
		SocialTitle: or(own(metaSocialTitle), t.text("social-title-"+e.Type)), SocialDescription: or(own(metaSocialDesc), t.text("social-description-"+e.Type)),
		CardTitle: own(metaCardTitle), CardDescription: own(metaCardDesc), OpenGraph: "article",
		Published: e.DateUTC, Modified: e.ModifiedUTC, Protected: e.Password != "", Author: author,
		Robots: s.entryRobots(e, t), Name: or(own(metaCrumb), s.View.Title(ctx, e)), PageTypes: pageTypes(or(own(metaPageType), t.text("schema-page-type-"+e.Type))),
	}
	if e.Type == content.TypeAttachment && p.Published == "" {
		p.Published = e.Date
	}
	if p.Protected {
		p.Excerpt = "This text is protected by a password."
	} else {
		p.Excerpt = s.excerpt(ctx, e)
	}
	usual := s.Links.Link(ctx, e)
	if at.page > 1 {
		p.Prev = pageURL(usual, at.page-1)
	}
	if at.page < pages {
		p.Next = pageURL(usual, at.page+1)
	}
	if minutes := own(metaMinutes); minutes != "" {
		p.Minutes = int(schema.ToInt(minutes))
	} else {
		p.Minutes = head.ReadingMinutes(e.Content)
	}
	terms, err := s.Store.EntryTerms(ctx, []int64{e.ID})
	if err != nil {
		return nil, err
	}
	p.Article = s.article(ctx, e, terms[e.ID], articleTypes(or(own(metaArticleType), t.text("schema-article-type-"+e.Type))))
	if err := s.pictures(ctx, e, t, p); err != nil {
		return nil, err
	}
	if p.Path, err = s.ancestors(ctx, e); err != nil {
		return nil, err
	}
	at.pages = pages
	p.Vars = s.entryVars(ctx, e, terms[e.ID], author, at)
	if s.Site.Text(ctx, "show_on_front", "posts") == "page" {
		switch e.ID {
		case s.Site.Int(ctx, "page_on_front", 0):
			p.Front, p.OpenGraph = true, "website"
		case s.Site.Int(ctx, "page_for_posts", 0):
			p.PageTypes = append(p.PageTypes, "CollectionPage")
		}
	}
	return p, nil
}

// metaText is a value of meta as a text: imports store numbers as texts, others
// don't.
func metaText(m content.Meta, key string) string { return schema.ToText(m.Get(key)) }

// or is the first of texts that isn't empty.
func or(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// pageURL is the address of a page of an entry.
func pageURL(link string, page int) string {
	switch {
	case page < 2:
		return link
	case strings.Contains(link, "?"):
		return link + "&page=" + itoa(page)
	}
	return strings.TrimSuffix(link, "/") + "/" + itoa(page) + "/"
}

func pageTypes(more string) []string {
	if more == "" || more == "WebPage" {
		return []string{"WebPage"}
	}
	return []string{"WebPage", more}
}

// articleTypes are what an article is called, nil for what is none.
func articleTypes(typ string) []string {
	switch {
	case typ == "" || typ == "None":
		return nil
	case strings.Contains(strings.ToLower(typ), "article"):
		return []string{typ}
	}
	return []string{"Article", typ}
}

// entryRobots are the wishes of an entry, over those of its type.
func (s *service) entryRobots(e *content.Entry, t *settings) head.Robots {
	r := head.Robots{NoFollow: metaText(e.Meta, metaNoFollow) == "1"}
	switch metaText(e.Meta, metaNoIndex) {
	case "1":
		r.NoIndex = true
	case "2":
	default:
		r.NoIndex = e.Status == content.Private || t.on("noindex-"+e.Type)
	}
	for more := range strings.SplitSeq(metaText(e.Meta, metaRobotsMore), ",") {
		switch strings.TrimSpace(more) {
		case "noimageindex":
			r.NoImageIndex = true
		case "noarchive":
			r.NoArchive = true
		case "nosnippet":
			r.NoSnippet = true
		}
	}
	return r
}

// excerpt is the excerpt of an entry as those without an account see it.
func (s *service) excerpt(ctx context.Context, e *content.Entry) string {
	if own := strings.TrimSpace(e.Excerpt); own != "" {
		return shortcode.Strip(own, s.Renderer.ShortcodeNames())
	}
	return s.View.Excerpt(ctx, view.Visit{}, e, 0)
}

// article is what structured data tell about an entry, nil for one that is no
// article.
func (s *service) article(ctx context.Context, e *content.Entry, terms []*taxonomy.Term, types []string) *head.Article {
	if types == nil {
		return nil
	}
	a := &head.Article{
		Types: types, Headline: or(s.View.Title(ctx, e), "No title"), Words: head.Words(e.Title, e.Content),
		CommentsOpen: e.CommentStatus == "open", Comments: e.CommentCount,
	}
	for _, t := range terms {
		switch {
		case t.Name == "Uncategorized":
		case t.Taxonomy == taxonomy.Tag:
			a.Keywords = append(a.Keywords, t.Name)
		case t.Taxonomy == taxonomy.Category:
			a.Sections = append(a.Sections, t.Name)
		}
	}
	return a
}

// maxAncestors bounds how long the path to an entry may be.
const maxAncestors = 20

// ancestors is the path to an entry: those above it, the uppermost first.
func (s *service) ancestors(ctx context.Context, e *content.Entry) ([]head.Crumb, error) {
	var path []head.Crumb
	if typ := s.Types.Get(e.Type); typ == nil || !typ.Hierarchical {
		return nil, nil
	}
	seen := []int64{e.ID}
	for id := e.Parent; id != 0 && !slices.Contains(seen, id) && len(seen) < maxAncestors; {
		found, err := s.Store.EntriesByID(ctx, []int64{id})
		if err != nil {
			return nil, err
		}
		up := found[id]
		if up == nil {
			break
		}
		if up.Status == content.Publish {
			path = append(path, head.Crumb{Name: or(metaText(up.Meta, metaCrumb), s.View.Title(ctx, up)), URL: s.Links.Link(ctx, up)})
		}
		seen, id = append(seen, id), up.Parent
	}
	slices.Reverse(path)
	return path, nil
}

var imageTag = regexp.MustCompile(`<img [^>]+>`)
var imageSource = regexp.MustCompile(`src=("(.*?)"|'(.*?)')`)

// contentImage is the address of the first image of a text, "" without one.
func contentImage(text string) string {
	if !strings.Contains(text, "<img ") {
		return ""
	}
	for _, tag := range imageTag.FindAllString(text, 50) {
		m := imageSource.FindStringSubmatch(tag)
		if m != nil {
			if src := m[2] + m[3]; strings.HasPrefix(src, "http://") || strings.HasPrefix(src, "https://") {
				return src
			}
		}
	}
	return ""
}

// pictures finds the images that stand for an entry.
func (s *service) pictures(ctx context.Context, e *content.Entry, t *settings, p *head.Page) error {
	if p.Protected {
		return nil
	}
	own := func(key string) string { return metaText(e.Meta, key) }
	featured := e.Meta.Int(content.MetaFeaturedMedia)
	if e.Type == content.TypeAttachment {
		featured = e.ID
	}
	inText := contentImage(e.Content)
	var err error
	// The one that social networks show.
	for _, id := range []int64{e.Meta.Int(metaSocialImageID), featured} {
		if id == featured && own(metaSocialImage) != "" {
			p.Picture = &head.Image{URL: own(metaSocialImage)}
			break
		}
		if p.Picture, err = s.attachmentImage(ctx, id); err != nil || p.Picture != nil {
			break
		}
	}
	if err != nil {
		return err
	}
	if p.Picture == nil {
		address := or(s.galleryImage(ctx, e), inText, t.text("og_default_image"))
		if address != "" {
			p.Picture = &head.Image{URL: address}
		}
		if id := t.number("og_default_image_id"); id > 0 && (address == "" || address == t.text("og_default_image")) {
			if p.Picture, err = s.attachmentImage(ctx, id); err != nil {
				return err
			}
		}
	}
	// Cards have one of their own only when somebody chose it.
	if p.CardImage = own(metaCardImage); p.CardImage == "" {
		card, err := s.attachmentImage(ctx, e.Meta.Int(metaCardImageID))
		if err != nil {
			return err
		}
		if card != nil {
			p.CardImage = card.URL
		}
	}
	// The main one of the page.
	if p.Main, err = s.attachmentImage(ctx, featured); err != nil || p.Main != nil || inText == "" {
		return err
	}
	p.Main, err = s.imageAt(ctx, inText)
	return err
}

var gallerySource = regexp.MustCompile(`(?s)class=["'][^"']*gallery.*?<img[^>]+?src=["'](.+?)["']`)

// galleryImage is the first image of the first gallery of an entry, "" without
// one.
func (s *service) galleryImage(ctx context.Context, e *content.Entry) string {
	if !strings.Contains(e.Content, "[gallery") {
		return ""
	}
	if m := gallerySource.FindStringSubmatch(s.View.Content(ctx, view.Visit{}, e)); m != nil {
		return m[1]
	}
	return ""
}

// termPage is what the head of the archive of a term is made of.
func (s *service) termPage(ctx context.Context, m *taxonomy.Term, at part) (*head.Page, error) {
	t := s.settings(ctx)
	name := "tax-" + m.Taxonomy
	usual := s.TermLinks.Link(ctx, m)
	own := func(key string) string { return metaText(m.Meta, key) }
	p := &head.Page{
		Kind: head.Term, Type: m.Taxonomy, URL: or(at.url, usual), Canonical: own(metaCanonical), Paged: at.page > 1,
		Title: or(own(metaTitle), t.text("title-"+name), termTitle), Description: or(own(metaTermDesc), t.text("metadesc-"+name)),
		SocialTitle: or(own(metaSocialTitle), t.text("social-title-"+name)), SocialDescription: or(own(metaSocialDesc), t.text("social-description-"+name)),
		CardTitle: own(metaCardTitle), CardDescription: own(metaCardDesc), CardImage: own(metaCardImage),
		Excerpt: m.Description, OpenGraph: "article", Robots: head.Robots{NoIndex: t.on("noindex-" + name)},
		Name: or(own(metaCrumb), m.Name),
	}
	switch own(metaTermNoIndex) {
	case "noindex":
		p.Robots.NoIndex = true
	case "index":
		p.Robots.NoIndex = false
	}
	var err error
	if p.Picture, err = s.attachmentImage(ctx, m.Meta.Int(metaSocialImageID)); err != nil {
		return nil, err
	}
	if address := or(own(metaSocialImage), contentImage(m.Description)); p.Picture == nil && address != "" {
		p.Picture = &head.Image{URL: address}
	}
	up, err := s.termPath(ctx, m)
	if err != nil {
		return nil, err
	}
	for _, o := range up {
		p.Path = append(p.Path, head.Crumb{Name: or(metaText(o.Meta, metaCrumb), o.Name), URL: s.TermLinks.Link(ctx, o)})
	}
	s.listNeighbours(p, usual, at)
	p.Vars = s.termVars(ctx, m, up, at)
	return p, nil
}

// termPath are the terms above one, the uppermost first.
func (s *service) termPath(ctx context.Context, m *taxonomy.Term) ([]*taxonomy.Term, error) {
	var path []*taxonomy.Term
	seen := []int64{m.ID}
	for id := m.Parent; id != 0 && !slices.Contains(seen, id) && len(seen) < maxAncestors; {
		found, err := s.Store.TermsByID(ctx, []int64{id})
		if err != nil {
			return nil, err
		}
		up := found[id]
		if up == nil {
			break
		}
		path, seen, id = append(path, up), append(seen, id), up.Parent
	}
	slices.Reverse(path)
	return path, nil
}

// authorPage is what the head of the posts of a user is made of.
func (s *service) authorPage(ctx context.Context, u *user.User, at part) (*head.Page, error) {
	t := s.settings(ctx)
	author, err := s.person(ctx, u.ID)
	if err != nil || author == nil {
		return nil, errors.Join(err, user.ErrNotFound)
	}
	usual := user.Link(ctx, s.Site, u)
	p := &head.Page{
		Kind: head.Author, URL: or(at.url, usual), Paged: at.page > 1, Author: author, OpenGraph: "profile",
		Title:       or(metaText(u.Meta, metaTitle), t.text("title-author")),
		Description: or(metaText(u.Meta, metaDescription), t.text("metadesc-author")),
		Robots:      head.Robots{NoIndex: t.on("noindex-author") || slices.Contains([]string{"on", "1"}, metaText(u.Meta, metaAuthorNoIndex))},
		Name:        t.text("breadcrumbs-archiveprefix") + " " + u.Name,
	}
	if !p.Robots.NoIndex && t.on("noindex-author-noposts") {
		has, err := s.Store.HasPublished(ctx, u.ID, []string{content.TypePost})
		if err != nil {
			return nil, err
		}
		p.Robots.NoIndex = !has
	}
	if author.Avatar != "" {
		p.Picture = &head.Image{URL: user.Avatar(ctx, s.Site, u.Email, 500)}
	}
	s.listNeighbours(p, usual, at)
	p.Vars = s.authorVars(ctx, u, at)
	return p, nil
}

// homePage is what the head of the list of posts on the front is made of.
func (s *service) homePage(ctx context.Context, at part) *head.Page {
	t := s.settings(ctx)
	usual := s.Site.Base(ctx) + "/"
	p := &head.Page{
		Kind: head.Home, URL: or(at.url, usual), Front: true, Paged: at.page > 1, OpenGraph: "website",
		Title: t.text("title-home"), Description: t.text("metadesc-home"),
		SocialTitle: t.text("open_graph_frontpage_title"), SocialDescription: t.text("open_graph_frontpage_desc"),
		Name: t.text("breadcrumbs-home"), Vars: s.listVars(ctx, at),
	}
	s.listNeighbours(p, usual, at)
	return p
}

// datePage is what the head of the posts of a time is made of; date tells which
// in words.
func (s *service) datePage(ctx context.Context, date string, at part) *head.Page {
	t := s.settings(ctx)
	list := s.listVars(ctx, at)
	return &head.Page{
		Kind: head.Date, URL: at.url, Paged: at.page > 1, OpenGraph: "website", Title: t.text("title-archive"),
		Description: t.text("metadesc-archive"), Robots: head.Robots{NoIndex: t.on("noindex-archive")},
		Vars: func(name string) string {
			if name == "date" {
				return date
			}
			return list(name)
		},
	}
}

// searchPage is what the head of the results of a search is made of.
func (s *service) searchPage(ctx context.Context, phrase string, at part) *head.Page {
	t := s.settings(ctx)
	list := s.listVars(ctx, at)
	return &head.Page{
		Kind: head.Search, URL: s.Site.Base(ctx) + "/?s=" + url.QueryEscape(phrase), OpenGraph: "article", Title: t.text("title-search"), Robots: head.Robots{NoIndex: true},
		Name: t.text("breadcrumbs-searchprefix") + " " + phrase, Search: phrase,
		Vars: func(name string) string {
			if name == "searchphrase" {
				return phrase
			}
			return list(name)
		},
	}
}

// missingPage is what the head of the page for what isn't there is made of.
func (s *service) missingPage(ctx context.Context) *head.Page {
	return &head.Page{
		Kind: head.NotFound, Title: s.settings(ctx).text("title-404"), Robots: head.Robots{NoIndex: true}, Vars: s.listVars(ctx, first()),
	}
}

// listNeighbours are the pages of a list beside one.
func (s *service) listNeighbours(p *head.Page, usual string, at part) {
	if at.page > 1 {
		p.Prev = listURL(usual, at.page-1)
		if p.URL == usual {
			p.URL = listURL(usual, at.page)
		}
	}
	if at.page < at.pages {
		p.Next = listURL(usual, at.page+1)
	}
}

// listURL is the address of a page of a list.
func listURL(usual string, n int) string {
	switch {
	case n < 2:
		return usual
	case strings.Contains(usual, "?"):
		return usual + "&paged=" + itoa(n)
	}
	return strings.TrimSuffix(usual, "/") + "/page/" + itoa(n) + "/"
}

// shorten is a text without tags of at most n characters, cut between words.
func shorten(text string, n int) string {
	text = clean.StripAllTags(text)
	if len([]rune(text)) <= n {
		return text
	}
	text = tags.Excerpt(text, n, "")
	if i := strings.LastIndexByte(text, ' '); i > 0 {
		text = text[:i]
	}
	return text
}

package seo

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/view"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/ext/seo/head"
	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/shortcode"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
)

// undated is the date of entries that have none yet: heads tell the zeros that the reference
// stores, as the day that they mean.
//
// Compat (api.TestHeadOfDraft): it is in the year -1.
const undated = "-0001-11-30T00:00:00"

// entryPage is what the head of an entry is made of.
func (s *facts) entryPage(ctx context.Context, e *content.Entry, at part) (*head.Page, error) {
	t := s.settings(ctx)
	var err error
	switch {
	case at.url != "":
	case e.Type == content.TypeAttachment && at.visited:
		at.url = s.Links.Link(ctx, e)
	case e.Type == content.TypeAttachment:
		at.url = s.Media.URL(ctx, media.FileOf(e).Key)
	default:
		if at.url, err = s.knownAddress(ctx, e); err != nil {
			return nil, err
		}
	}
	own := func(key string) string { return metaText(e.Meta, key) }
	author, err := s.person(ctx, e.Author)
	if err != nil {
		return nil, err
	}
	pages := strings.Count(e.Content, "<!--nextpage-->") + 1
	p := &head.Page{
		Kind: head.Entry, Type: e.Type, URL: at.url, Canonical: own(metaCanonical), Paged: pages > 1 && at.page < 2,
		Title:       or(own(metaTitle), t.entry(e.Type).Title, entryTitle),
		Description: or(own(metaDescription), t.entry(e.Type).Description),
		SocialTitle: or(own(metaSocialTitle), t.entry(e.Type).SocialTitle), SocialDescription: or(own(metaSocialDesc), t.entry(e.Type).SocialDescription),
		CardTitle: own(metaCardTitle), CardDescription: own(metaCardDesc), OpenGraph: "article",
		Published: e.DateUTC, Modified: e.ModifiedUTC, Protected: e.Password != "", Author: author,
		Robots: s.entryRobots(e, t), Name: or(own(metaCrumb), s.markedTitle(ctx, e)), PageTypes: pageTypes(or(own(metaPageType), t.entry(e.Type).PageType)),
	}
	switch {
	case p.Published != "":
	case e.Type == content.TypeAttachment:
		p.Published = e.Date
	default:
		p.Published = undated
	}
	if p.Protected {
		p.Excerpt = s.Site.Texts(ctx).Of(render.LockedExcerpt)
	} else {
		p.Excerpt = s.excerpt(ctx, e, at.visited)
	}
	if at.visited && e.ID == site.PageOnFront.Of(ctx, s.Site) && s.Site.FrontIsPage(ctx) {
		p.Proofs = t.proofs()
	}
	usual := s.Links.Link(ctx, e)
	if at.page > 1 {
		p.Usual = usual
		p.Prev = s.pageURL(ctx, usual, at.page-1)
	}
	if at.page < pages {
		p.Next = s.pageURL(ctx, usual, at.page+1)
	}
	switch minutes := own(metaMinutes); {
	case minutes != "":
		p.Minutes = int(schema.ToInt(minutes))
	case e.Type != content.TypeAttachment:
		p.Minutes = head.ReadingMinutes(e.Content)
	}
	terms, err := s.Store.EntryTerms(ctx, []int64{e.ID})
	if err != nil {
		return nil, err
	}
	p.Article = s.article(ctx, e, terms[e.ID], articleTypes(or(own(metaArticleType), t.entry(e.Type).ArticleType)))
	if err := s.pictures(ctx, e, at, p); err != nil {
		return nil, err
	}
	if err := s.structured(ctx, p, e); err != nil {
		return nil, err
	}
	if p.Path, err = s.pathTo(ctx, e); err != nil {
		return nil, err
	}
	at.pages = pages
	p.Vars = s.entryVars(ctx, e, terms[e.ID], at)
	switch {
	case s.Site.FrontIsPage(ctx) && e.ID == site.PageOnFront.Of(ctx, s.Site):
		p.Front, p.Visited, p.OpenGraph = true, at.visited, "website"
	case s.standsForPosts(ctx, e):
		p.PageTypes = append(p.PageTypes, "CollectionPage")
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
func (s *facts) pageURL(ctx context.Context, link string, page int) string {
	path, query, asked := strings.Cut(link, "?")
	switch {
	case page < 2:
		return link
	case asked && s.Site.Permalinks(ctx) == "":
		return link + "&page=" + itoa(page)
	case asked:
		return strings.TrimSuffix(path, "/") + "/" + itoa(page) + "/?" + query
	}
	return strings.TrimSuffix(link, "/") + "/" + itoa(page) + "/"
}

// markedTitle is the title of an entry with a mark when it is private.
func (s *facts) markedTitle(ctx context.Context, e *content.Entry) string {
	title := s.View.Title(ctx, e)
	if e.Status == content.Private {
		return language.Fill(s.Site.Texts(ctx).Of("Private: %s"), title)
	}
	return title
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
func (s *facts) entryRobots(e *content.Entry, t *settings) head.Robots {
	r := head.Robots{NoFollow: metaText(e.Meta, metaNoFollow) == "1"}
	switch metaText(e.Meta, metaNoIndex) {
	case "1":
		r.NoIndex = true
	case "2":
	default:
		r.NoIndex = e.Status == content.Private || t.entry(e.Type).NoIndex
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

// excerpt is the excerpt of an entry as those without an account see it. On the
// page of the entry it is of the whole text, elsewhere of what stands before its
// "more" mark.
func (s *facts) excerpt(ctx context.Context, e *content.Entry, visited bool) string {
	if own := strings.TrimSpace(e.Excerpt); own != "" {
		return shortcode.Strip(own, s.Renderer.ShortcodeNames(ctx))
	}
	if visited && hasMore(e) {
		whole := *e
		whole.Content = moreMark.ReplaceAllString(e.Content, "")
		e = &whole
	}
	return s.View.Excerpt(ctx, view.Visit{}, e, 0)
}

var moreMark = regexp.MustCompile(`<!--more.*?-->`)

// hasMore tells whether lists show only the beginning of an entry.
func hasMore(e *content.Entry) bool { return strings.Contains(e.Content, "<!--more") }

// article is what structured data tell about an entry, nil for one that is no
// article.
func (s *facts) article(ctx context.Context, e *content.Entry, terms []*taxonomy.Term, types []string) *head.Article {
	if types == nil {
		return nil
	}
	a := &head.Article{
		Types: types, Headline: or(s.markedTitle(ctx, e), "No title"), Words: wordsOf(ctx, e),
		CommentsOpen: e.CommentStatus == "open", Comments: e.CommentCount,
	}
	for _, t := range terms {
		switch {
		case t.Name == s.Site.Texts(ctx).Of("Uncategorized"):
		case t.Taxonomy == taxonomy.Tag:
			a.Keywords = append(a.Keywords, t.Name)
		case t.Taxonomy == taxonomy.Category:
			a.Sections = append(a.Sections, t.Name)
		}
	}
	return a
}

// wordsOf is how many words an entry has; none are counted for an answer that shows all
// that it may.
func wordsOf(ctx context.Context, e *content.Entry) int {
	if scope.Room(ctx) == 0 {
		scope.NoStore(ctx)
		return 0
	}
	return head.Words(e.Title, e.Content)
}

// maxAncestors bounds how long the path to an entry may be.
const maxAncestors = 20

// pathTo is the path to an entry: the list of its type, the terms by which paths lead to the
// uppermost entry, and those above it, the uppermost first.
func (s *facts) pathTo(ctx context.Context, e *content.Entry) ([]head.Crumb, error) {
	typ := s.Types.Get(e.Type)
	if typ == nil {
		return nil, nil
	}
	var list []head.Crumb
	if typ.Archive != "" {
		list = []head.Crumb{{Name: s.listName(ctx, typ), URL: s.Links.Archive(ctx, typ)}}
	}
	path, top := []head.Crumb(nil), e
	if s.below(e) {
		var err error
		if path, top, err = s.ancestors(ctx, e); err != nil {
			return nil, err
		}
	}
	terms, err := s.termsTo(ctx, top)
	return slices.Concat(list, terms, path), err
}

// termsTo is the path of terms to an entry, of the taxonomy that is set for its type: to the term
// that was chosen, or to the lowest one that the entry has.
func (s *facts) termsTo(ctx context.Context, e *content.Entry) ([]head.Crumb, error) {
	tax := s.settings(ctx).entry(e.Type).PathTaxonomy
	if tax == "" {
		return nil, nil
	}
	if t := s.Taxonomies.Get(tax); t == nil || !t.Public {
		return nil, nil
	}
	all, err := s.Store.EntryTerms(ctx, []int64{e.ID})
	if err != nil {
		return nil, err
	}
	terms := all[e.ID]
	if id := schema.ToInt(metaText(e.Meta, metaPrefix+"primary_"+tax)); id > 0 {
		found, err := s.Store.TermsByID(ctx, []int64{id})
		if err != nil {
			return nil, err
		}
		if m := found[id]; m != nil && m.Taxonomy == tax {
			terms = []*taxonomy.Term{m}
		}
	}
	var path []*taxonomy.Term
	for _, m := range terms {
		if m.Taxonomy != tax {
			continue
		}
		up, err := s.termPath(ctx, m)
		if err != nil {
			return nil, err
		}
		if len(up) >= len(path) {
			path = append(up, m)
		}
	}
	var crumbs []head.Crumb
	for _, m := range path {
		crumbs = append(crumbs, head.Crumb{Name: or(metaText(m.Meta, metaCrumb), m.Name), URL: s.TermLinks.Link(ctx, m)})
	}
	return crumbs, nil
}

// findTermsTo loads at once what termsTo asks for entries with their terms.
func (s *facts) findTermsTo(ctx context.Context, entries []*content.Entry, terms map[int64][]*taxonomy.Term) error {
	var above []int64
	for _, e := range entries {
		tax := s.settings(ctx).entry(e.Type).PathTaxonomy
		if tax == "" {
			continue
		}
		for _, m := range terms[e.ID] {
			if m.Taxonomy == tax && m.Parent != 0 {
				above = append(above, m.Parent)
			}
		}
		if id := schema.ToInt(metaText(e.Meta, metaPrefix+"primary_"+tax)); id > 0 {
			above = append(above, id)
		}
	}
	for level := 0; len(above) > 0 && level < maxAncestors; level++ {
		found, err := s.Store.TermsByID(ctx, above)
		if err != nil {
			return err
		}
		above = above[:0:0]
		for _, m := range found {
			if m != nil && m.Parent != 0 {
				above = append(above, m.Parent)
			}
		}
	}
	return nil
}

// below tells whether an entry stands below another: in a tree of its type, or as an attachment
// of any entry.
func (s *facts) below(e *content.Entry) bool {
	t := s.Types.Get(e.Type)
	return e.Parent != 0 && t != nil && (t.Hierarchical || e.Type == content.TypeAttachment)
}

// ancestors are the entries above one, the uppermost first. What isn't public is told in the
// path to what isn't either; an attachment is as public as what it belongs to.
func (s *facts) ancestors(ctx context.Context, e *content.Entry) (path []head.Crumb, top *content.Entry, err error) {
	top = e
	public := e.Status == content.Publish
	seen := []int64{e.ID}
	for id := e.Parent; id != 0 && !slices.Contains(seen, id) && len(seen) < maxAncestors; {
		found, err := s.Store.EntriesByID(ctx, []int64{id})
		if err != nil {
			return nil, nil, err
		}
		up := found[id]
		if up == nil {
			break
		}
		top = up
		if e.Status == content.Inherit && id == e.Parent {
			public = up.Status == content.Publish
		}
		if up.Status == content.Publish || !public {
			path = append(path, head.Crumb{Name: or(metaText(up.Meta, metaCrumb), s.View.Title(ctx, up)), URL: s.Links.Link(ctx, up)})
		}
		if seen, id = append(seen, id), 0; s.below(up) {
			id = up.Parent
		}
	}
	slices.Reverse(path)
	return path, top, nil
}

var (
	imageTag    = regexp.MustCompile(`<img [^>]+>`)
	imageSource = regexp.MustCompile(`src=("(.*?)"|'(.*?)')`)
	imageID     = regexp.MustCompile(`class=["'][^"'>]*\bwp-image-(\d{1,18})["'\s]`)
)

// contentImage is the address of the first image of a text, "" without one.
func contentImage(text string) string {
	address, _ := firstImage(text)
	return address
}

// firstImage is the address of the first image of a text, and the attachment that
// the text says it is; 0 for none.
func firstImage(text string) (address string, id int64) {
	if !strings.Contains(text, "<img ") {
		return "", 0
	}
	for _, tag := range imageTag.FindAllString(text, 50) {
		m := imageSource.FindStringSubmatch(tag)
		if m == nil {
			continue
		}
		if src := m[2] + m[3]; strings.HasPrefix(src, "http://") || strings.HasPrefix(src, "https://") {
			if m := imageID.FindStringSubmatch(tag); m != nil {
				id = schema.ToInt(m[1])
			}
			return src, id
		}
	}
	return "", 0
}

// pictures finds the images that stand for an entry.
//
// Compat (api.TestHeadsOfAttachments): an image is the main one of its own page, and none of what
// programs are told of it. It also stands for the site's person, where nobody chose a picture.
func (s *facts) pictures(ctx context.Context, e *content.Entry, at part, p *head.Page) error {
	if p.Protected {
		return nil
	}
	own := func(key string) string { return metaText(e.Meta, key) }
	featured := e.Meta.Int(content.MetaFeaturedMedia)
	main := featured
	if e.Type == content.TypeAttachment {
		if media.IsImage(e.MimeType) {
			featured = e.ID
			if at.shown {
				p.Face = s.imageOf(ctx, e)
			}
		}
		if main == 0 && at.visited {
			main = e.ID
		}
	}
	inText, id := firstImage(e.Content)
	first, err := s.imageFor(ctx, id, e.ID)
	if err != nil {
		return err
	}
	known, hasKnown := pictureKnown(e)
	// The one that social networks show.
	if p.Picture, err = s.imageFor(ctx, e.Meta.Int(metaSocialImageID), e.ID); err != nil {
		return err
	}
	switch address := own(metaSocialImage); {
	case p.Picture != nil:
	case address != "":
		p.Picture = &head.Image{URL: address}
	case hasKnown:
		if p.Picture, err = s.knownImage(ctx, known, e.ID); err != nil {
			return err
		}
	default:
		if p.Picture, err = s.chosenImage(ctx, featured); err != nil {
			return err
		}
	}
	if p.Picture == nil && !hasKnown {
		// Compat (api.TestImageOfAText): one of a text is told by the address that it has there.
		if address := or(s.galleryImage(ctx, e), inText); address != "" {
			p.Picture = &head.Image{URL: address}
		}
	}
	// Cards have one of their own only when somebody chose it.
	if p.CardImage = own(metaCardImage); p.CardImage == "" {
		card, err := s.imageFor(ctx, e.Meta.Int(metaCardImageID), e.ID)
		if err != nil {
			return err
		}
		if card != nil {
			p.CardImage = card.URL
		}
	}
	// The main one of the page.
	if p.Main, err = s.chosenImage(ctx, main); err != nil || p.Main != nil || inText == "" {
		return err
	}
	p.Thumbnail = inText
	if first != nil && strings.HasPrefix(inText, s.Site.Base(ctx)+"/") {
		p.Main = first
		return nil
	}
	p.Main, err = s.imageAt(ctx, inText, e.ID)
	return err
}

// knownImage is the image that an old site knew of an entry.
func (s *facts) knownImage(ctx context.Context, known knownPicture, entry int64) (*head.Image, error) {
	if i, err := s.imageFor(ctx, known.ID, entry); i != nil || err != nil {
		return i, err
	}
	switch {
	case known.Address == "":
		return nil, nil
	case strings.HasPrefix(known.Address, "/"):
		return &head.Image{URL: s.Site.Base(ctx) + known.Address}, nil
	}
	return &head.Image{URL: known.Address}, nil
}

var gallerySource = regexp.MustCompile(`(?s)class=["'][^"']*gallery.*?<img[^>]+?src=["'](.+?)["']`)

// galleryImage is the first image of the first gallery of an entry, "" without
// one.
func (s *facts) galleryImage(ctx context.Context, e *content.Entry) string {
	if !strings.Contains(e.Content, "[gallery") {
		return ""
	}
	if m := gallerySource.FindStringSubmatch(s.View.Content(ctx, view.Visit{}, e)); m != nil {
		return m[1]
	}
	return ""
}

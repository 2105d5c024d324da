package seo

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"

	"quoin/internal/display/render/escape"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/ext/seo/head"
)

// termPage is what the head of the archive of a term is made of.
func (s *facts) termPage(ctx context.Context, m *taxonomy.Term, at part) (*head.Page, error) {
	t := s.settings(ctx).term(m.Taxonomy)
	usual := s.TermLinks.Link(ctx, m)
	own := func(key string) string { return metaText(m.Meta, key) }
	p := &head.Page{
		Kind: head.Term, Type: m.Taxonomy, URL: or(at.url, usual), Canonical: own(metaCanonical),
		Title: or(own(metaTitle), t.Title, termTitle), Description: or(own(metaTermDesc), t.Description),
		SocialTitle: or(own(metaSocialTitle), t.SocialTitle), SocialDescription: or(own(metaSocialDesc), t.SocialDescription),
		CardTitle: own(metaCardTitle), CardDescription: own(metaCardDesc), CardImage: own(metaCardImage),
		Excerpt: m.Description, OpenGraph: "article", Robots: head.Robots{NoIndex: t.NoIndex},
		Name: or(own(metaCrumb), m.Name),
	}
	switch own(metaTermNoIndex) {
	case "noindex":
		p.Robots.NoIndex = true
	case "index":
		p.Robots.NoIndex = false
	}
	var err error
	if p.Picture, err = s.imageFor(ctx, m.Meta.Int(metaSocialImageID), 0); err != nil {
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
func (s *facts) termPath(ctx context.Context, m *taxonomy.Term) ([]*taxonomy.Term, error) {
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
func (s *facts) authorPage(ctx context.Context, u *user.User, at part) (*head.Page, error) {
	t := s.settings(ctx)
	author, err := s.person(ctx, u.ID)
	if err != nil || author == nil {
		return nil, errors.Join(err, user.ErrNotFound)
	}
	usual := user.Link(ctx, s.Site, u)
	p := &head.Page{
		Kind: head.Author, URL: or(at.url, usual), Author: author, OpenGraph: "profile",
		Title:       or(metaText(u.Meta, metaTitle), t.Author.Title),
		Description: or(metaText(u.Meta, metaDescription), t.Author.Description),
		Robots:      head.Robots{NoIndex: t.Author.NoIndex || slices.Contains([]string{"on", "1"}, metaText(u.Meta, metaAuthorNoIndex))},
		Name:        t.Crumbs.Archive + " " + u.Name,
	}
	if !p.Robots.NoIndex && t.HideIdleAuthors {
		has, err := s.Store.Authors(ctx, []int64{u.ID}, []string{content.TypePost}, content.Publish)
		if err != nil {
			return nil, err
		}
		p.Robots.NoIndex = !has[u.ID]
	}
	// Compat (api.TestPictureOfAuthor): also where pages don't show pictures of people.
	p.Picture = &head.Image{URL: user.Avatar(ctx, s.Site, u.Email, 500)}
	s.listNeighbours(p, usual, at)
	p.Vars = s.authorVars(ctx, u, at)
	return p, nil
}

// homePage is what the head of the list of posts on the front is made of.
func (s *facts) homePage(ctx context.Context, at part) (*head.Page, error) {
	t := s.settings(ctx)
	usual := s.Site.Base(ctx) + "/"
	p := &head.Page{
		Kind: head.Home, URL: or(at.url, usual), Front: true, Visited: at.visited, OpenGraph: "website",
		Title: t.Home.Title, Description: or(t.Home.Description, s.Site.Tagline(ctx)),
		SocialTitle: t.Home.SocialTitle, SocialDescription: t.Home.SocialDescription,
		Name: t.Crumbs.Home, Vars: s.listVars(ctx, at), Proofs: t.proofs(),
	}
	var err error
	if p.Picture, err = s.setImage(ctx, t.HomeImageID, t.HomeImage); err != nil {
		return nil, err
	}
	s.listNeighbours(p, usual, at)
	return p, nil
}

// typePage is what the head of the list of a type is made of.
func (s *facts) typePage(ctx context.Context, typ *content.Type, at part) *head.Page {
	t := s.settings(ctx).list(typ.Name)
	usual, list := s.Links.Archive(ctx, typ), s.listVars(ctx, at)
	p := &head.Page{
		Kind: head.List, Type: typ.Name, URL: or(at.url, usual), OpenGraph: "website", Title: or(t.Title, listTitle), Description: t.Description,
		SocialTitle: t.SocialTitle, SocialDescription: t.SocialDescription, Robots: head.Robots{NoIndex: t.NoIndex}, Name: s.listName(ctx, typ),
		Vars: func(name string) string {
			switch name {
			case "pt_single":
				return typ.Label("singular_name")
			case "pt_plural":
				return typ.Label("name")
			}
			return list(name)
		},
	}
	s.listNeighbours(p, usual, at)
	return p
}

// listName is what the list of a type is called in paths.
func (s *facts) listName(ctx context.Context, typ *content.Type) string {
	return or(s.settings(ctx).list(typ.Name).Crumb, typ.Label("name"))
}

// datePage is what the head of the posts of a time is made of; date tells which
// in words, as titles have it.
func (s *facts) datePage(ctx context.Context, date string, at part) *head.Page {
	t := s.settings(ctx)
	list := s.listVars(ctx, at)
	p := &head.Page{
		Kind: head.Date, URL: at.url, OpenGraph: "website", Title: t.Archive.Title,
		Description: t.Archive.Description, Robots: head.Robots{NoIndex: t.Archive.NoIndex}, Name: t.Crumbs.Archive + " " + strings.TrimSpace(date),
		Vars: func(name string) string {
			if name == "date" {
				return date
			}
			return list(name)
		},
	}
	s.listNeighbours(p, firstURL(at), at)
	return p
}

// searchPage is what the head of the results of a search is made of.
func (s *facts) searchPage(ctx context.Context, phrase string, at part) *head.Page {
	t := s.settings(ctx)
	list := s.listVars(ctx, at)
	return &head.Page{
		Kind: head.Search, URL: head.SearchURL(s.Site.Base(ctx)+"/", phrase), OpenGraph: "article", Title: t.Search.Title, Robots: head.Robots{NoIndex: true},
		Name: t.Crumbs.Search + " " + escape.HTML(phrase), Search: phrase, CardTitle: t.Search.Title, Shared: s.searchLink(ctx, phrase),
		Vars: func(name string) string {
			if name == "searchphrase" {
				return escape.HTML(phrase)
			}
			return list(name)
		},
	}
}

// missingPage is what the head of the page for what isn't there is made of.
func (s *facts) missingPage(ctx context.Context, at part) *head.Page {
	return &head.Page{
		Kind: head.NotFound, Title: s.settings(ctx).Missing.Title, Robots: head.Robots{NoIndex: true}, Vars: s.listVars(ctx, at),
	}
}

// listNeighbours are the pages of a list beside one.
func (s *facts) listNeighbours(p *head.Page, usual string, at part) {
	if at.page > 1 {
		p.Usual, p.Prev = usual, listURL(usual, at.page-1)
		if p.URL == usual {
			p.URL = listURL(usual, at.page)
		}
	}
	if at.page < at.pages {
		p.Next = listURL(usual, at.page+1)
	}
}

// searchLink is where the results of a search are, "" for one for nothing.
func (s *facts) searchLink(ctx context.Context, phrase string) string {
	switch {
	case phrase == "":
		return ""
	case s.Site.Permalinks(ctx) == "":
		return s.Site.Base(ctx) + "/?s=" + url.QueryEscape(phrase)
	}
	return s.Site.Base(ctx) + "/search/" + strings.NewReplacer("%2F", "/", "+", "%20").Replace(url.QueryEscape(phrase)) + "/"
}

// firstURL is the address of the first page of the list that a page is of.
func firstURL(at part) string {
	link, _ := strings.CutSuffix(at.url, "/page/"+itoa(at.page)+"/")
	if link == at.url {
		return link
	}
	return link + "/"
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

package seo

import (
	"context"
	"net/http"

	"quoin/internal/ext/seo/head"
	"quoin/internal/front"
	"quoin/internal/render/datefmt"
	"quoin/internal/render/escape"
	"quoin/internal/site"
)

// output puts the head into a public page.
func (s *service) output(ctx context.Context, p *front.Page, out *front.Output) error {
	k, err := s.pageHead(ctx, p)
	if err != nil || k == nil {
		return err
	}
	out.Head.WriteString(k.html + "\n")
	if next := s.next(p, k); next != "" {
		out.Head.WriteString(`<link rel="next" href="` + escape.URL(next) + "\" />\n")
	}
	out.NoRobots, out.NoCanonical, out.Canonical = true, true, k.object.Text("canonical")
	// A page whose template says nothing has the title that it has without SEO.
	if title := k.object.Text("title"); title != "" {
		out.NoTitle, out.Title = true, escape.HTML(title)
	}
	return nil
}

// next is the second page of a list whose first is shown; "" for the rest. The
// head of a first page is the same wherever it is shown, so this isn't in it.
func (s *service) next(p *front.Page, k *kept) string {
	if p.Entry != nil || p.Page > 1 || p.Pages < 2 || p.Canonical == "" || k.object.Has("next") || !k.object.Has("canonical") {
		return ""
	}
	return listURL(p.Canonical, 2)
}

// pageHead is the head of a public page: the kept one of what it shows, or for
// further pages of that one of their own.
func (s *service) pageHead(ctx context.Context, p *front.Page) (*kept, error) {
	at := part{page: max(p.Page, 1), pages: max(p.Pages, 1), url: p.Canonical, visited: true}
	firstPage := at.page == 1
	own := func(gather func(ctx context.Context) (*head.Page, error)) (*kept, error) {
		return s.makeHead(ctx, gather)
	}
	switch {
	case p.Status >= http.StatusBadRequest:
		return s.missingHead(ctx)
	case p.Entry != nil:
		if firstPage {
			return s.entryHeadAt(ctx, p.Entry, true)
		}
		return own(func(ctx context.Context) (*head.Page, error) { return s.entryPage(ctx, p.Entry, at) })
	case p.Term != nil:
		found, err := s.Store.TermsByID(ctx, []int64{p.Term.ID})
		t := found[p.Term.ID]
		if err != nil || t == nil {
			return nil, err
		}
		if firstPage {
			return s.termHead(ctx, t)
		}
		return own(func(ctx context.Context) (*head.Page, error) { return s.termPage(ctx, t, at) })
	case p.Kind == "author" && p.Author != nil:
		found, err := s.Store.UsersByID(ctx, []int64{p.Author.ID})
		u := found[p.Author.ID]
		if err != nil || u == nil {
			return nil, err
		}
		if firstPage {
			return s.authorHead(ctx, u)
		}
		return own(func(ctx context.Context) (*head.Page, error) { return s.authorPage(ctx, u, at) })
	case p.Kind == "date":
		format := map[string]string{"year": "Y", "month": "F Y", "day": site.DateFormat.Of(ctx, s.Site)}[p.Period]
		date := datefmt.Format(p.Date, format)
		return own(func(ctx context.Context) (*head.Page, error) { return s.datePage(ctx, date, at), nil })
	case p.Kind == "search":
		return own(func(ctx context.Context) (*head.Page, error) { return s.searchPage(ctx, p.Search, at), nil })
	case p.Kind == "home":
		if s.Site.FrontIsPage(ctx) {
			id := site.PageForPosts.Of(ctx, s.Site)
			found, err := s.Store.EntriesByID(ctx, []int64{id})
			if err != nil || found[id] == nil {
				return nil, err
			}
			if firstPage {
				return s.entryHead(ctx, found[id])
			}
			return own(func(ctx context.Context) (*head.Page, error) { return s.entryPage(ctx, found[id], at) })
		}
		if firstPage {
			return s.homeHead(ctx, true)
		}
		return own(func(ctx context.Context) (*head.Page, error) { return s.homePage(ctx, at), nil })
	}
	return nil, nil
}

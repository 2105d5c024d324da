package head

import (
	"slices"

	"quoin/internal/platform/markup/tags"
)

// Bounds of a head, in bytes. What is shown of a page elsewhere is much shorter;
// heads are kept, and stand in every page and every item of a list.
const (
	// maxText is how much of a text is told, maxAddress the longest address:
	// longer ones aren't told, since a part of them leads elsewhere.
	maxText    = 4 << 10
	maxAddress = 4 << 10
	// maxRead is how much of a text is read to find its words.
	maxRead = 64 << 10
	// maxListed is what questions, steps, keywords and other lists take together;
	// what is beyond is left out.
	maxListed = 128 << 10
	// pieceCost is what a piece of a graph takes beside its texts and addresses.
	pieceCost = 400
)

// short is as much of a text as a head tells.
func short(text string) string { return tags.Cut(text, maxText, "") }

// fit is a text that stands in a list or names something, "" for a longer one
// than heads tell.
func fit(text string) string {
	if len(text) > maxAddress {
		return ""
	}
	return text
}

// bounded is a page with no address that is too long, and with as much of its
// lists as heads tell.
func (p *Page) bounded() *Page {
	b := *p
	b.Canonical, b.URL, b.Prev, b.Next, b.CardImage = fit(p.Canonical), fit(p.URL), fit(p.Prev), fit(p.Next), fit(p.CardImage)
	b.Usual, b.Shared = fit(p.Usual), fit(p.Shared)
	b.Search = short(p.Search)
	b.Thumbnail = fit(p.Thumbnail)
	b.Picture, b.Main, b.Author = p.Picture.bounded(), p.Main.bounded(), p.Author.bounded()
	b.Path = slices.Clone(p.Path)
	for i := range b.Path {
		b.Path[i].URL = fit(b.Path[i].URL)
	}
	left := maxListed
	own := weight(b.canonical())
	b.PageTypes = texts(&left, p.PageTypes)
	if p.Article != nil {
		a := *p.Article
		a.Types = texts(&left, a.Types)
		a.Keywords = texts(&left, a.Keywords)
		a.Sections = texts(&left, a.Sections)
		b.Article = &a
	}
	b.Questions = listed(&left, p.Questions, func(q Question) int {
		return pieceCost + 3*(own+weight(q.ID)) + weight(q.Question, q.HTML)
	})
	b.Guides = listed(&left, p.Guides, func(g Guide) int {
		return pieceCost + 2*own + weight(g.Name, g.Description, g.Days, g.Hours, g.Minutes)
	})
	for i := range b.Guides {
		b.Guides[i].Steps = listed(&left, b.Guides[i].Steps, func(s Step) int {
			cost := pieceCost + 2*own + weight(s.ID, s.Name, s.HTML)
			if s.Image != nil {
				cost += own + 2*weight(s.Image.URL) + weight(s.Image.Caption)
			}
			return cost
		})
	}
	return &b
}

// listed are those of a list for which there is room left, a copy.
func listed[T any](left *int, list []T, cost func(T) int) []T {
	var out []T
	for _, v := range list {
		c := cost(v)
		if c > *left {
			break
		}
		*left -= c
		out = append(out, v)
	}
	return out
}

// texts are those of a list that aren't too long and for which there is room
// left.
func texts(left *int, list []string) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(s string) bool { return len(s) > maxAddress })
	return listed(left, list, func(s string) int { return weight(s) + 4 })
}

// weight is about how long texts are as they stand in a head, escaped.
func weight(list ...string) int {
	n := 0
	for _, s := range list {
		if n += len(s); n > maxListed {
			return n
		}
		for i := range len(s) {
			switch c := s[i]; {
			case c < ' ', c > '~', c == '<', c == '>', c == '&', c == '"', c == '\'':
				n += 5
			}
		}
	}
	return n
}

func (i *Image) bounded() *Image {
	if i == nil || fit(i.URL) == "" {
		return nil
	}
	return i
}

func (p *Person) bounded() *Person {
	if p == nil {
		return nil
	}
	b := *p
	b.Page, b.Avatar, b.SocialA, b.Logo, b.Pronouns = fit(p.Page), fit(p.Avatar), fit(p.SocialA), p.Logo.bounded(), short(p.Pronouns)
	left := maxListed / 8
	b.Profiles = texts(&left, p.Profiles)
	return &b
}

// bounded is a site with no address or list that is too long.
func (s *Site) bounded() *Site {
	b := *s
	b.Tagline, b.AlternateName, b.Locale = short(s.Tagline), short(s.AlternateName), fit(s.Locale)
	b.Owner = s.Owner.bounded()
	if s.Company != nil {
		c := *s.Company
		c.AlternateName = short(c.AlternateName)
		if c.Logo != nil && c.Logo.URL != "" {
			c.Logo = c.Logo.bounded()
		}
		left := maxListed / 8
		c.Profiles = texts(&left, c.Profiles)
		b.Company = &c
		if c.Logo == nil {
			b.Company = nil // as without any logo
		}
	}
	return &b
}

package seo

import (
	"bytes"
	"context"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/display/render"
	"quoin/internal/display/render/blocks"
	"quoin/internal/display/view"
	"quoin/internal/domain/content"
	"quoin/internal/ext/seo/head"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// besideLink is what a head tells of a page of a list in the entry. It fills the place of its
// address, which follows from the one that was asked for.
type besideLink struct {
	rel  string
	link string // of the entry
	page render.ListPage
	base string
	tag  bool // as tags have it, rather than members of JSON
}

// shownBefore tells what came before in an answer in the words of the reference, nil in others.
func (s *heads) shownBefore(r *rest.Request) *render.Counters {
	if r.Symbol(graphClass) == graphClass || r.Address == "" {
		return nil
	}
	return s.View.Counters(r.Context(), view.Visit{Actor: r.Actor, Address: r.Address})
}

// protectedHead is the counter that stands at one once the head of a protected entry was shown.
const protectedHead = "protected head"

// entryHeadIn is the head of an entry in an answer.
//
// Compat (api.TestHeadsBehindProtected): in the words of the reference, the heads behind that of
// a protected entry tell as little of their pages as it does.
func (s *heads) entryHeadIn(r *rest.Request, e *content.Entry) (*kept, error) {
	shown := s.shownBefore(r)
	if shown != nil && e.Password != "" {
		shown.Leave(protectedHead, 1)
		return s.entryHead(r.Context(), e)
	}
	if shown == nil || shown.Left(protectedHead) == 0 {
		return s.entryHead(r.Context(), e)
	}
	key := headKey{kind: head.Entry, id: e.ID, sum: s.sumOfEntry(e), plain: true}
	return s.head(r.Context(), key, func(ctx context.Context) (*head.Page, error) {
		scope.DependsOn(ctx, cache.Entry(e.ID))
		p, err := s.facts.entryPage(ctx, e, first())
		if p != nil {
			p.Plain = true
		}
		return p, err
	})
}

// besideLists are the pages beside that of the last list which an answer showed so far.
//
// Compat (api.TestHeadsBesideLists): in the words of the reference, entries tell them in all
// that come behind such a list in an answer, with the end of the address asked for. In own words
// nothing does: the addresses lead to no page.
func (s *heads) besideLists(r *rest.Request, e *content.Entry, k *kept) []besideLink {
	shown := s.shownBefore(r)
	if shown == nil || !k.object.Has("canonical") {
		return nil
	}
	before, behind := shown.PagesBeside()
	var links []besideLink
	add := func(rel string, page *render.ListPage) {
		if page != nil && !k.object.Has(rel) {
			links = append(links, besideLink{rel: rel, link: s.Links.Link(r.Context(), e), page: *page, base: s.Site.Base(r.Context())})
		}
	}
	add("prev", before)
	add("next", behind)
	return links
}

// at is the address in an answer to a request for another.
func (l besideLink) at(asked string) string {
	address := blocks.PageAddress(asked, l.page)
	return l.link + address[strings.LastIndexByte(address, '/')+1:]
}

// address is the address in the answer to a request.
func (l besideLink) address(r *rest.Request) string {
	scope.DependsOn(r.Context(), cache.Address())
	return l.at(l.base + r.Address)
}

// For implements wire.Fill.
func (l besideLink) For(asked string) string {
	address := l.at(asked)
	if l.tag {
		return string(wire.AppendEscaped(nil, head.InTag(address)))
	}
	return string(wire.AppendString(nil, address))
}

// printed is the JSON of the address, left open where the answer may serve other addresses.
func (l besideLink) printed(r *rest.Request, tag bool) wire.Raw {
	l.tag = tag
	if slots := wire.SlotsOf(r.Context()); slots != nil {
		return slots.Append(nil, l)
	}
	scope.DependsOn(r.Context(), cache.Address())
	return wire.Raw(l.For(l.base + r.Address))
}

// withLinks is the text of a head, as JSON, with elements for pages of a list.
func withLinks(r *rest.Request, text wire.Raw, links []besideLink) wire.Raw {
	// Texts have no quotes in tags, so this is the element.
	canonical := bytes.Index(text, []byte(`<link rel=\"canonical\"`))
	if len(links) == 0 || canonical < 0 {
		return text
	}
	line := bytes.Index(text[canonical:], []byte(`\n`))
	if line < 0 {
		return text
	}
	end := canonical + line + len(`\n`)
	indent := text[bytes.LastIndex(text[:canonical], []byte(`\n`))+len(`\n`) : canonical]
	_, mark, _ := bytes.Cut(text[canonical:end], []byte(`\" `)) // behind the relation
	_, mark, _ = bytes.Cut(mark, []byte(`\" `))                 // behind the address
	out := append(make([]byte, 0, len(text)+512), text[:end]...)
	for _, l := range links {
		out = append(append(append(out, indent...), `<link rel=\"`...), l.rel...)
		out = append(append(append(out, `\" href=\"`...), l.printed(r, true)...), `\" `...)
		out = append(out, mark...)
	}
	return append(out, text[end:]...)
}

// withMembers is the object of a head with members for pages of a list behind its canonical
// address.
func withMembers(o *wire.Object, links []besideLink, value func(besideLink) any) *wire.Object {
	if len(links) == 0 {
		return o
	}
	whole := &wire.Object{}
	whole.Grow(o.Len() + len(links))
	for _, m := range o.Members() {
		whole.Add(m)
		if m.Key == "canonical" {
			for _, l := range links {
				whole.Set(l.rel, value(l))
			}
		}
	}
	return whole
}

package rest

import (
	"strings"

	"quoin/internal/rest/dialect"
	"quoin/internal/wire"
)

// PageInfo describes the window of a collection that an answer holds.
type PageInfo struct {
	Total   int
	Page    int
	PerPage int
	// Pages overrides the number of pages computed from Total and PerPage.
	Pages *int
	// Path is the collection's address; empty means the request's own.
	Path string
	// Drop names query parameters that the links leave out.
	Drop []string
	// PrevAsIs keeps the number of the previous page also when that page lies
	// beyond the last one.
	PrevAsIs bool
}

func (p *PageInfo) pages() int {
	switch {
	case p.Pages != nil:
		return *p.Pages
	case p.PerPage <= 0:
		return 0
	}
	return (p.Total + p.PerPage - 1) / p.PerPage
}

// links are the Link header's entries for the previous and the next page. The
// addresses repeat the cleaned parameters of the query.
func (p *PageInfo) links(r *Request) string {
	var out []string
	pages := p.pages()
	if p.Page > 1 {
		prev := p.Page - 1
		if !p.PrevAsIs {
			prev = min(prev, pages)
		}
		out = append(out, p.link(r, prev, "prev"))
	}
	if pages > p.Page {
		out = append(out, p.link(r, p.Page+1, "next"))
	}
	return strings.Join(out, ", ")
}

func (p *PageInfo) link(r *Request, page int, rel string) string {
	query := &wire.Object{}
	for _, s := range r.sources {
		if s.kind != fromQuery {
			continue
		}
		for _, m := range s.params.Members() {
			query.Set(r.printedParam(m.Key), r.printedValue(m.Key, m.Value))
		}
	}
	for _, name := range p.Drop {
		query.Delete(name)
	}
	query.Set("page", page)
	path := p.Path
	if path == "" {
		path = r.Path
	}
	return "<" + r.Mount.Ref(r.ctx, wire.Ref{Path: path, Query: "?" + buildQuery(query)}) + `>; rel="` + rel + `"`
}

// printedParam and printedValue turn declared names back into those of the
// mount.
func (r *Request) printedParam(name string) string {
	if r.Endpoint.arg(name) != nil {
		return r.wireName(name)
	}
	return strings.TrimPrefix(name, dialect.Foreign)
}

func (r *Request) printedValue(name string, v any) any {
	a, names := r.Endpoint.arg(name), r.names()
	if a == nil || names == nil {
		return v
	}
	symbol := a.Schema.Symbol || a.Schema.Items != nil && a.Schema.Items.Symbol
	switch v := v.(type) {
	case string:
		if symbol {
			return names.Symbol(v)
		}
	case []any:
		if !symbol {
			return v
		}
		out := make([]any, len(v))
		for i := range v {
			out[i] = r.printedValue(name, v[i])
		}
		return out
	}
	return v
}

package rest

import (
	"strings"

	"quoin/internal/api/rest/dialect"
	"quoin/internal/platform/urlquery"
	"quoin/internal/platform/wire"
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
	// TextTotals prints the totals as texts in an envelope, as the reference
	// does for some lists.
	TextTotals bool
}

func (p *PageInfo) Count() int {
	switch {
	case p.Pages != nil:
		return *p.Pages
	case p.PerPage <= 0:
		return 0
	}
	return (p.Total + p.PerPage - 1) / p.PerPage
}

// maxLinks is how long the links to other pages may be. Clients bound the whole
// head of an answer, some to 16 KB; a list of ids in the query becomes several
// times longer in a link than it was.
const maxLinks = 12 << 10

// links are the Link header's entries for the previous and the next page. The
// addresses repeat the cleaned parameters of the query. Where that gets too
// long, lists are written with commas; where that is too long still, there is
// only the next page, or nothing.
func (p *PageInfo) links(r *Request) string {
	out := strings.Join(p.entries(r, false), ", ")
	if len(out) <= maxLinks {
		return out
	}
	short := p.entries(r, true)
	if out = strings.Join(short, ", "); len(out) <= maxLinks {
		return out
	}
	if next := short[len(short)-1]; len(next) <= maxLinks && strings.HasSuffix(next, `"next"`) {
		return next
	}
	return ""
}

func (p *PageInfo) entries(r *Request, short bool) []string {
	var out []string
	pages := p.Count()
	if p.Page > 1 {
		prev := p.Page - 1
		if !p.PrevAsIs {
			prev = min(prev, pages)
		}
		out = append(out, p.link(r, prev, "prev", short))
	}
	if pages > p.Page {
		out = append(out, p.link(r, p.Page+1, "next", short))
	}
	return out
}

func (p *PageInfo) link(r *Request, page int, rel string, short bool) string {
	params := &wire.Object{}
	for _, s := range r.sources {
		if s.kind != fromQuery {
			continue
		}
		for _, m := range s.params.Members() {
			v := r.printedValue(m.Key, m.Value)
			if short && r.Endpoint.arg(m.Key) != nil {
				v = joined(v)
			}
			params.Set(r.printedParam(m.Key), v)
		}
	}
	for _, name := range p.Drop {
		params.Delete(name)
	}
	params.Set("page", page)
	path := p.Path
	if path == "" {
		path = r.Path
	}
	text := urlquery.Build(params)
	if short {
		// A comma needs no escape in a query.
		text = strings.ReplaceAll(text, "%2C", ",")
	}
	return "<" + r.Mount.Ref(r.ctx, wire.Ref{Path: path, Query: "?" + text}) + `>; rel="` + rel + `"`
}

// joined is a list as one text, which means the same. What can't be told apart
// in such a text stays a list.
func joined(v any) any {
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		return v
	}
	items := make([]string, len(list))
	for i := range list {
		switch list[i].(type) {
		case []any, *wire.Object, nil:
			return v
		}
		items[i] = urlquery.Text(list[i])
		if items[i] == "" || strings.ContainsAny(items[i], ", \t\r\n\f\v") {
			return v
		}
	}
	return strings.Join(items, ",")
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

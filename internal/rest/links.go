package rest

import (
	"net/http"
	"strings"

	"quoin/internal/wire"
)

// linkObject prints the links of an item: relations in the order they were
// added, the reference's own ones shortened and after the others, and then the
// curies that say what the short form means.
func (api *API) linkObject(r *Request, links []Link) *wire.Object {
	plain, short := &wire.Object{}, &wire.Object{}
	for i := range links {
		l := &links[i]
		rel, into := r.Mount.Dialect.Marked(l.Rel), plain
		if rest, ok := strings.CutPrefix(rel, CURIE); ok {
			rel, into = "wp:"+rest, short
		}
		list, _ := into.Get(rel).([]any)
		into.Set(rel, append(list, api.printLink(r, l)))
	}
	for _, m := range short.Members() {
		plain.Set(m.Key, m.Value)
	}
	if short.Len() > 0 {
		plain.Set("curies", []any{wire.NewObject("name", "wp", "href", CURIE+"{rel}", "templated", true)})
	}
	return plain
}

// PrintedRel is a relation as it is printed and asked for.
func PrintedRel(rel string) string {
	if rest, ok := strings.CutPrefix(rel, CURIE); ok {
		return "wp:" + rest
	}
	return rel
}

func (api *API) printLink(r *Request, l *Link) *wire.Object {
	o := &wire.Object{}
	if l.Embeddable {
		o.Set("embeddable", true)
	}
	for _, m := range l.Attributes.Members() {
		if m.Symbol {
			o.SetSymbol(m.Key, m.Value)
		} else {
			o.Set(m.Key, m.Value)
		}
	}
	o.Set("href", l.Href)
	if ref, ok := l.Href.(wire.Ref); ok && l.Rel == "self" {
		if methods := api.targetHints(r, ref); methods != nil {
			o.Set("targetHints", wire.NewObject("allow", wire.Strings(methods)))
		}
	}
	return o
}

// targetHints are the methods that the caller may use on an address.
func (api *API) targetHints(r *Request, ref wire.Ref) []string {
	probe := api.internal(r, http.MethodGet, ref)
	route, endpoint, vars := api.match(http.MethodGet, probe.Path)
	if route == nil {
		return nil
	}
	probe.Route, probe.Endpoint = route.Route, endpoint
	probe.adopt(vars)
	return api.allowed(probe)
}

// internal is a request that the engine makes itself, in seed names.
func (api *API) internal(r *Request, method string, ref wire.Ref) *Request {
	return &Request{
		ctx: r.ctx, API: r.API, Mount: r.Mount, Actor: r.Actor, Host: r.Host, TLS: r.TLS,
		Method: method, Path: unmark(ref.Path), Embedded: true, Header: http.Header{},
		sources: []source{{fromQuery, parseQuery(strings.TrimPrefix(unmark(ref.Query), "?"))}},
	}
}

package rest

import (
	"net/http"
	"slices"
	"strings"

	"quoin/internal/platform/urlquery"
	"quoin/internal/platform/wire"
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

// linkList prints the links of an item like linkObject, without building
// objects first.
type linkList struct {
	r     *Request
	links []Link
	hints []string // the methods of the link to itself
}

// printedLinks is what prints the links of an item. What the caller may do is
// found out now, not when it is printed.
func (api *API) printedLinks(r *Request, links []Link) any {
	l := linkList{r: r, links: links}
	found := false
	for i := range links {
		ref, ok := links[i].Href.(wire.Ref)
		if !ok || links[i].Rel != "self" {
			continue
		}
		if found {
			return api.linkObject(r, links)
		}
		l.hints, found = api.targetHints(r, ref), true
	}
	return l
}

// AppendJSON implements wire.Printer.
func (l linkList) AppendJSON(dst []byte, names wire.Names) []byte {
	dst = append(dst, '{')
	begin := len(dst)
	short := false
	var few [24]string
	rels := few[:0]
	for i := range l.links {
		rels = append(rels, l.r.Mount.Dialect.Marked(l.links[i].Rel))
	}
	for _, of := range [2]bool{false, true} {
		for i, rel := range rels {
			if strings.HasPrefix(rel, CURIE) != of || slices.Contains(rels[:i], rel) {
				continue
			}
			short = of
			if len(dst) > begin {
				dst = append(dst, ',')
			}
			dst = wire.AppendString(dst, PrintedRel(rel))
			dst = append(dst, ':', '[')
			for j := i; j < len(l.links); j++ {
				if rels[j] != rel {
					continue
				}
				if j > i {
					dst = append(dst, ',')
				}
				dst = l.append(dst, &l.links[j], names)
			}
			dst = append(dst, ']')
		}
	}
	if short {
		dst = append(dst, `,"curies":[{"name":"wp","href":"https:\/\/api.w.org\/{rel}","templated":true}]`...)
	}
	return append(dst, '}')
}

func (l linkList) append(dst []byte, link *Link, names wire.Names) []byte {
	dst = append(dst, '{')
	if link.Embeddable {
		dst = append(dst, `"embeddable":true,`...)
	}
	for _, m := range link.Attributes.Members() {
		key := m.Key
		if m.Symbol && names != nil {
			key = names.Symbol(key)
		}
		dst = wire.AppendString(dst, key)
		dst = append(dst, ':')
		dst = append(wire.Append(dst, m.Value, names), ',')
	}
	dst = append(dst, `"href":`...)
	dst = wire.Append(dst, link.Href, names)
	if _, ok := link.Href.(wire.Ref); ok && link.Rel == "self" && l.hints != nil {
		dst = append(dst, `,"targetHints":{"allow":`...)
		dst = append(wire.Append(dst, l.hints, names), '}')
	}
	return append(dst, '}')
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
	probe.translate(vars)
	probe.applyDefaults()
	return api.allowed(probe)
}

// internal is a request that the engine makes itself, in seed names.
func (api *API) internal(r *Request, method string, ref wire.Ref) *Request {
	return &Request{
		ctx: r.ctx, API: r.API, Mount: r.Mount, Actor: r.Actor, Host: r.Host, TLS: r.TLS, JSON: r.JSON, Address: r.Address,
		Method: method, Path: removeMark(ref.Path), Embedded: true, Header: http.Header{}, began: r.began,
		sources: []source{{fromQuery, urlquery.Parse(strings.TrimPrefix(removeMark(ref.Query), "?"))}},
	}
}

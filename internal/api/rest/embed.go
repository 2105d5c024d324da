package rest

import (
	"net/http"
	"strconv"

	"quoin/internal/platform/wire"
)

// embedder follows the embeddable links of one answer. Equal addresses are
// asked once, and what one endpoint is going to read for all of them is loaded
// at once before, so that the number of statements doesn't grow with the list.
type embedder struct {
	api    *API
	r      *Request
	rels   map[string]bool // printed relations; nil: all
	order  []string
	calls  map[string]*Request // prepared requests by address
	bodies map[string]any
}

func (api *API) newEmbedder(r *Request, rels []string) *embedder {
	e := &embedder{api: api, r: r, calls: map[string]*Request{}, bodies: map[string]any{}}
	if rels != nil {
		e.rels = map[string]bool{}
		for _, rel := range rels {
			e.rels[rel] = true
		}
	}
	return e
}

func (e *embedder) wants(l *Link) bool {
	return e.rels == nil || e.rels[PrintedRel(l.Rel)]
}

func address(ref wire.Ref) string { return ref.Path + ref.Query }

// collect prepares the requests that links lead to.
func (e *embedder) collect(links []Link) {
	for i := range links {
		l := &links[i]
		ref, inside := l.Href.(wire.Ref)
		if !l.Embeddable || !inside || !e.wants(l) {
			continue
		}
		key := address(ref)
		if _, ok := e.calls[key]; ok {
			continue
		}
		e.calls[key] = e.prepare(ref)
		e.order = append(e.order, key)
	}
}

// prepare binds an embedded request; one that fails keeps its error's body.
func (e *embedder) prepare(ref wire.Ref) *Request {
	r := e.api.internal(e.r, http.MethodGet, ref)
	query := r.sources[0].params
	if !query.Has(Context.Name) {
		query.Set(Context.Name, Embed)
	}
	if route, endpoint, _ := e.api.match(r.Method, r.Path); route != nil && !query.Has(PerPage.Name) {
		if a := endpoint.arg(PerPage.Name); a != nil && a.Schema.Maximum != nil {
			query.Set(PerPage.Name, strconv.Itoa(int(*a.Schema.Maximum)))
		}
	}
	if err := e.api.prepare(r); err != nil {
		e.bodies[address(ref)] = r.refused(err).Body()
	}
	return r
}

// load prefetches per endpoint, then runs what was collected.
func (e *embedder) load() {
	groups := map[*Endpoint][]*Request{}
	for _, key := range e.order {
		if _, failed := e.bodies[key]; failed {
			continue
		}
		r := e.calls[key]
		if r.Endpoint.Prefetch != nil {
			groups[r.Endpoint] = append(groups[r.Endpoint], r)
		}
	}
	for endpoint, requests := range groups {
		if err := endpoint.Prefetch(e.r.ctx, requests); err != nil {
			e.api.Log.Error("prefetch for embedding failed", "error", err)
		}
	}
	for _, key := range e.order {
		if _, failed := e.bodies[key]; failed {
			continue
		}
		e.bodies[key] = e.api.body(e.api.run(e.calls[key]))
	}
}

// embedded are the bodies for one item's links by relation. A relation in
// which nothing can be embedded is left out.
func (e *embedder) embedded(links []Link) *wire.Object {
	lists, any_ := map[string][]any{}, map[string]bool{}
	var order []string
	for i := range links {
		l := &links[i]
		if !e.wants(l) {
			continue
		}
		rel := PrintedRel(l.Rel)
		if _, seen := lists[rel]; !seen {
			order = append(order, rel)
		}
		ref, inside := l.Href.(wire.Ref)
		if !l.Embeddable || !inside {
			lists[rel] = append(lists[rel], []any{})
			continue
		}
		lists[rel] = append(lists[rel], e.bodies[address(ref)])
		any_[rel] = any_[rel] || !empty(e.bodies[address(ref)])
	}
	out := &wire.Object{}
	for _, short := range []bool{false, true} {
		for _, rel := range order {
			if any_[rel] && (len(rel) > 3 && rel[:3] == "wp:") == short {
				out.Set(rel, lists[rel])
			}
		}
	}
	return out
}

func empty(body any) bool {
	switch b := body.(type) {
	case nil:
		return true
	case []any:
		return len(b) == 0
	case *wire.Object:
		return b.Len() == 0
	}
	return false
}

package rest

import (
	"quoin/internal/platform/wire"
)

// body is the answer's body as it is printed: cut down to _fields, with links
// and embedded answers. For an error it is the printed error.
func (api *API) body(o *outcome) any {
	if o.err != nil {
		return o.err.Body()
	}
	r := o.request
	switch b := o.response.Body.(type) {
	case *Item:
		return api.single(r, b)
	case []*Item:
		return api.collection(r, b)
	case *wire.Object:
		if o.response.Links != nil {
			return api.single(r, &Item{Data: b, Links: o.response.Links})
		}
		return r.fields.Project(b)
	default:
		return r.fields.Project(b)
	}
}

// single prints one item. Its links are added whole, if any are wanted.
func (api *API) single(r *Request, item *Item) any {
	if item.printed != nil {
		return item.printed
	}
	data, _ := r.fields.Project(item.Data).(*wire.Object)
	if len(item.Links) == 0 || !r.WantsLinks() && !item.Always {
		return data
	}
	data = shallow(data)
	data.Set("_links", api.printedLinks(r, item.Links))
	if rels, ok := r.embeds(); ok {
		e := api.newEmbedder(r, rels)
		e.collect(item.Links)
		e.load()
		if embedded := e.embedded(item.Links); embedded.Len() > 0 {
			data.Set("_embedded", embedded)
		}
	}
	return data
}

// collection prints a list of items. Links are members of each item here, so
// that _fields chooses among them, and only the chosen ones are embedded.
func (api *API) collection(r *Request, items []*Item) []any {
	out := make([]any, len(items))
	cached := make([][]Link, len(items))
	wanted := r.fields == nil || r.fields.Wants("_links")
	for i, item := range items {
		if item.printed != nil {
			out[i] = item.printed
			continue
		}
		data := shallow(item.Data)
		if r.fields == nil {
			if len(item.Links) > 0 {
				data.Set("_links", api.printedLinks(r, item.Links))
			}
			out[i], cached[i] = data, item.Links
			continue
		}
		if wanted && len(item.Links) > 0 {
			data.Set("_links", api.linkObject(r, item.Links))
		}
		projected, _ := r.fields.Project(data).(*wire.Object)
		out[i], cached[i] = projected, cachedLinks(item.Links, projected.Object("_links"))
	}
	rels, ok := r.embeds()
	if !ok || !wanted {
		return out
	}
	e := api.newEmbedder(r, rels)
	for _, links := range cached {
		e.collect(links)
	}
	e.load()
	for i, links := range cached {
		if embedded := e.embedded(links); embedded.Len() > 0 {
			out[i].(*wire.Object).Set("_embedded", embedded)
		}
	}
	return out
}

// Nested prints an item as a member of a bigger answer, the way lists that are
// keyed by name hold their items: with its links when these are wanted, and
// without embedded answers.
func (r *Request) Nested(item *Item) *wire.Object {
	data := shallow(item.Data)
	switch {
	case len(item.Links) == 0:
	case r.fields == nil:
		data.Set("_links", r.API.printedLinks(r, item.Links))
	case r.WantsLinks():
		data.Set("_links", r.API.linkObject(r, item.Links))
	}
	return data
}

// shallow copies the top of an object, so that adding to it leaves what was
// handed over as it was.
func shallow(o *wire.Object) *wire.Object {
	c := &wire.Object{Loose: o != nil && o.Loose}
	c.Grow(o.Len() + 2)
	for _, m := range o.Members() {
		c.Add(m)
	}
	return c
}

func cachedLinks(links []Link, printed *wire.Object) []Link {
	var out []Link
	for _, l := range links {
		if printed.Has(PrintedRel(l.Rel)) {
			out = append(out, l)
		}
	}
	return out
}

// embeds tells which relations _embed asks for (nil: all), and whether it was
// given at all.
func (r *Request) embeds() (rels []string, ok bool) {
	if r.Embedded {
		return nil, false
	}
	v, ok := r.query("_embed")
	if !ok {
		return nil, false
	}
	switch v := v.(type) {
	case string:
		switch v {
		case "", "1", "true", "0", "false":
			return nil, v != "false"
		}
	}
	return parseList(v), true
}

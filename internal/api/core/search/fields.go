package search

import (
	"context"

	"quoin/internal/api/core/entry"
	"quoin/internal/api/rest"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

func (res *resource) fields() []rest.Field[hit] {
	everywhere, ro := schema.In("view", "embed"), schema.Readonly()
	return []rest.Field[hit]{
		{
			Name: "id", Schema: schema.New("", "Id of what was found.", schema.Types(schema.Integer, schema.String), everywhere, ro),
			Read: func(_ *rest.Request, h hit) any {
				switch {
				case h.entry != nil:
					return h.entry.ID
				case h.term != nil:
					return h.term.ID
				}
				return h.format.slug
			},
		},
		{
			Name: "title", Schema: schema.Str("Title of what was found.", everywhere, ro),
			Read: func(r *rest.Request, h hit) any { return res.title(r.Context(), h) },
		},
		{
			Name: "url", Schema: schema.Str("Public address of what was found.", schema.Format(schema.URI), everywhere, ro),
			Read: func(r *rest.Request, h hit) any {
				switch {
				case h.entry != nil:
					return res.Env.Links.Link(r.Context(), h.entry)
				case h.term != nil:
					return res.TermLinks.Link(r.Context(), h.term)
				}
				return res.TermLinks.Link(r.Context(), h.format.term)
			},
		},
		{
			Name: "type", Schema: schema.Str("What it is; a term tells its taxonomy.", schema.Enum(res.names()...), everywhere, ro,
				schema.Exactly(func(s *schema.Schema) { s.Enum = nil })),
			Read: func(_ *rest.Request, h hit) any {
				switch {
				case h.entry != nil:
					return "post"
				case h.term != nil:
					return wire.Symbol(h.term.Taxonomy)
				}
				return "post-format"
			},
		},
		{
			Name: "subtype", Schema: schema.Str("Type of the entry.", schema.Enum(res.subtypes()...), schema.Symbols(), everywhere, ro),
			Read: func(_ *rest.Request, h hit) any {
				if h.entry == nil {
					return rest.Absent
				}
				return wire.Symbol(h.entry.Type)
			},
		},
	}
}

func (res *resource) title(ctx context.Context, h hit) string {
	switch {
	case h.term != nil:
		return h.term.Name
	case h.format != nil:
		return h.format.title
	}
	return res.View.Title(ctx, h.entry)
}

func (res *resource) itemPath(h hit) wire.Ref {
	if h.entry != nil {
		ref, _ := entry.RefOf(res.Types, h.entry)
		return ref
	}
	if t := res.Taxonomies.Get(h.term.Taxonomy); t != nil && t.REST {
		return rest.Path(t.RESTRoot(), "/", h.term.ID)
	}
	return wire.Ref{}
}

func (res *resource) links(_ *rest.Request, h hit) []rest.Link {
	var out []rest.Link
	if h.format == nil {
		if self := res.itemPath(h); self.Path != "" {
			out = append(out, rest.Link{Rel: "self", Href: self, Embeddable: true})
		}
	}
	switch {
	case h.entry != nil:
		out = append(out, rest.Link{Rel: "about", Href: rest.Path("/core/v2/types/", wire.Symbol(h.entry.Type))})
	case h.term != nil:
		out = append(out, rest.Link{Rel: "about", Href: rest.Path("/core/v2/taxonomies/", wire.Symbol(h.term.Taxonomy))})
	}
	return append(out, rest.Link{Rel: "collection", Href: rest.Path("/core/v2/search")})
}

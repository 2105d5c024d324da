package terms

import (
	"quoin/internal/api/core/meta"
	"quoin/internal/api/rest"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var (
	everywhere = schema.In("view", "embed", "edit")
)

// ID is the term's id.
func (res *Resource) ID() Field {
	return Field{
		Name: "id", Schema: schema.Int("Id of the term.", everywhere, schema.Readonly()),
		Read: func(_ *rest.Request, t *taxonomy.Term) any { return t.ID },
	}
}

// Count is the number of published entries that have the term.
func (res *Resource) Count() Field {
	return Field{
		Name: "count", Schema: schema.Int("Number of published entries that have the term.", rest.NotEmbed, schema.Readonly()),
		Read: func(_ *rest.Request, t *taxonomy.Term) any { return t.Count },
	}
}

// Description is the term's description.
func (res *Resource) Description() Field {
	return Field{
		Name: "description", Schema: schema.Str("Description of the term, in HTML.", rest.NotEmbed),
		Read: func(_ *rest.Request, t *taxonomy.Term) any { return t.Description },
	}
}

// Link is the term's public address.
func (res *Resource) Link() Field {
	return Field{
		Name: "link", Schema: schema.Str("Public address of the term.", everywhere, schema.Format(schema.URI), schema.Readonly()),
		Read: func(r *rest.Request, t *taxonomy.Term) any {
			return res.TermLinks.LinkNamed(r.Context(), t, r.Symbol(t.Taxonomy))
		},
	}
}

// Name is the term's name.
func (res *Resource) Name() Field {
	return Field{
		Name: "name", Schema: schema.Str("Name of the term, in HTML.", everywhere, schema.Required()),
		Read: func(_ *rest.Request, t *taxonomy.Term) any { return t.Name },
		Arg: func(a *rest.Arg) {
			a.Sanitize = func(_ *rest.Request, v any) (any, *fault.Error) { return clean.TextField(schema.ToText(v)), nil }
		},
	}
}

// Slug is the term's name in addresses.
func (res *Resource) Slug() Field {
	return Field{
		Name: "slug", Schema: schema.Str("Name of the term in addresses, unique within its taxonomy.", everywhere),
		Read: func(_ *rest.Request, t *taxonomy.Term) any { return t.Slug },
		Arg: func(a *rest.Arg) {
			a.Sanitize = func(r *rest.Request, v any) (any, *fault.Error) {
				return res.Site.Slug(r.Context(), schema.ToText(v)), nil
			}
		},
	}
}

// TaxonomyName is the name of the term's taxonomy.
func (res *Resource) TaxonomyName() Field {
	return Field{
		Name: "taxonomy", Schema: schema.Str("Taxonomy of the term.", schema.Enum(res.Tax.Name), schema.Symbols(), everywhere, schema.Readonly()),
		Read: func(_ *rest.Request, t *taxonomy.Term) any { return wire.Symbol(t.Taxonomy) },
	}
}

// Parent is the term above this one.
func (res *Resource) Parent() Field {
	return Field{
		Name: "parent", Schema: schema.Int("Id of the term above this one, 0 for none.", rest.NotEmbed),
		Read: func(_ *rest.Request, t *taxonomy.Term) any { return t.Parent },
	}
}

// Meta is the meta member.
func (res *Resource) Meta() Field {
	set := res.MetaOfTerms(res.Tax.Name)
	return Field{
		Name: "meta", Schema: set.Schema("Registered custom fields."), Arg: meta.Arg,
		Read: func(r *rest.Request, t *taxonomy.Term) any { return set.Read(t.Meta, r.ViewContext(), nil) },
	}
}

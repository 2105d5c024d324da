package fields

import (
	"context"
	"net/url"
	"strconv"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/definition"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/wire"
)

// relPrefix begins the relations of links that follow from fields.
const relPrefix = "fields."

// related are the ids that a field of an entry holds.
func related(key string, m content.Meta) []int64 {
	var out []int64
	var add func(v any)
	add = func(v any) {
		switch v := v.(type) {
		case int64:
			if v > 0 {
				out = append(out, v)
			}
		case float64:
			add(int64(v))
		case string:
			if n, err := strconv.ParseInt(v, 10, 64); err == nil {
				add(n)
			}
		case []any:
			for _, one := range v {
				add(one)
			}
		}
	}
	for _, v := range m[key] {
		add(v)
	}
	return out
}

// base is the path of what a relation leads to, "" where the API doesn't show it.
func (f *Fields) base(rel *definition.Relation) string {
	switch rel.To {
	case definition.ToUser:
		return "/core/v2/users"
	case definition.ToTaxonomy:
		if t := f.Taxonomies.Get(rel.Name); t != nil && t.REST {
			return t.RESTRoot()
		}
		return ""
	}
	if t := f.Types.Get(f.typeOf(rel)); t != nil && t.REST {
		return t.RESTRoot()
	}
	return ""
}

// typeOf is the type of entries that a relation leads to, "" for none.
func (f *Fields) typeOf(rel *definition.Relation) string {
	switch rel.To {
	case definition.ToMedia:
		return content.TypeAttachment
	case definition.ToType:
		return rel.Name
	}
	return ""
}

// forth are the links from entries along their fields.
func (f *Fields) forth(fields []definition.Field) env.Added[*content.Entry, content.Query] {
	return env.Added[*content.Entry, content.Query]{
		Links: func(r *rest.Request, e *content.Entry) []rest.Link {
			var out []rest.Link
			for _, one := range fields {
				base := f.base(one.Relation)
				if base == "" || !shownIn(one, r) {
					continue
				}
				for _, id := range related(one.Key, e.Meta) {
					if f.typeOf(one.Relation) != "" && !f.leadsTo(r, one.Relation, id) {
						continue
					}
					out = append(out, rest.Link{Rel: relPrefix + one.Key, Href: rest.Path(base+"/", id), Embeddable: true})
				}
			}
			return out
		},
		Prefetch: func(ctx context.Context, _ *rest.Request, entries []*content.Entry) error {
			var ids []int64
			for _, e := range entries {
				for _, one := range fields {
					if f.typeOf(one.Relation) != "" {
						ids = append(ids, related(one.Key, e.Meta)...)
					}
				}
			}
			if len(ids) == 0 {
				return nil
			}
			_, err := f.Store.EntriesByID(ctx, ids)
			return err
		},
	}
}

// shownIn tells whether the answer shows a field.
func shownIn(one definition.Field, r *rest.Request) bool {
	shown := one.Schema.Contexts
	for _, c := range shown {
		if c == r.ViewContext() {
			return true
		}
	}
	return len(shown) == 0
}

// leadsTo tells whether there is such an entry that the caller may read.
func (f *Fields) leadsTo(r *rest.Request, rel *definition.Relation, id int64) bool {
	e, err := f.Store.EntryByID(r.Context(), id)
	return err == nil && e.Type == f.typeOf(rel) && f.Env.Entries.CanRead(r.Context(), r.Actor, e)
}

// back is the link from what is related to the entries that lead there.
func (f *Fields) back(b inverse, id int64) rest.Link {
	t := f.Types.Get(b.typ)
	return rest.Link{
		Rel: relPrefix + b.name, Embeddable: true,
		Href: wire.Ref{Path: t.RESTRoot(), Query: "?" + url.QueryEscape(argFields.Name+"["+b.key+"]") + "=" + strconv.FormatInt(id, 10)},
	}
}

// inverse is a way back along a relation.
type inverse struct{ typ, key, name string }

// backTo are the ways back from what a relation leads to.
func (f *Fields) backTo(leads func(rel *definition.Relation) bool) []inverse {
	var out []inverse
	for _, t := range f.Types.REST() {
		for _, one := range f.of[t.Name] {
			if one.Relation != nil && one.Relation.Inverse != "" && leads(one.Relation) {
				out = append(out, inverse{t.Name, one.Key, one.Relation.Inverse})
			}
		}
	}
	return out
}

// Terms are the additions to the terms of a taxonomy.
func (f *Fields) Terms(t *taxonomy.Taxonomy) env.TermAdds {
	ways := f.backTo(func(rel *definition.Relation) bool { return rel.To == definition.ToTaxonomy && rel.Name == t.Name })
	if len(ways) == 0 {
		return nil
	}
	return env.TermAdds{{Links: func(_ *rest.Request, t *taxonomy.Term) []rest.Link { return f.links(ways, t.ID) }}}
}

// Users are the additions to users.
func (f *Fields) Users() env.UserAdds {
	ways := f.backTo(func(rel *definition.Relation) bool { return rel.To == definition.ToUser })
	if len(ways) == 0 {
		return nil
	}
	return env.UserAdds{{Links: func(_ *rest.Request, u *user.User) []rest.Link { return f.links(ways, u.ID) }}}
}

func (f *Fields) links(ways []inverse, id int64) []rest.Link {
	out := make([]rest.Link, len(ways))
	for i, b := range ways {
		out[i] = f.back(b, id)
	}
	return out
}

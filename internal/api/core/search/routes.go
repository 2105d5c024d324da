package search

import (
	"slices"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
)

var (
	errPage = fault.BadRequest("rest_search_invalid_page_number", "The list has fewer pages.")
	errType = fault.BadRequest("rest_search_invalid_type", "Nothing of this type can be searched.")
)

// anySubtype stands for all subtypes of a kind.
const anySubtype = "any"

type resource struct {
	*env.Env
	kinds []kind
	rest  *rest.Resource[hit]
}

// Routes are the routes of the resource.
func Routes(e *env.Env) []rest.Route {
	res := &resource{Env: e}
	res.kinds = []kind{entries{e}, terms{e}, formats{e}}
	res.rest = &rest.Resource[hit]{Title: "search-result", Fields: rest.Whole(res.fields()), Links: res.links}
	return []rest.Route{{
		Namespace: "core/v2", Pattern: "/core/v2/search", Schema: func() *schema.Schema { return res.rest.Schema() },
		Endpoints: []rest.Endpoint{{Methods: rest.Readable, Args: res.args(), Allow: rest.Public, Handle: res.list}},
	}}
}

func (res *resource) names() []string {
	out := make([]string, len(res.kinds))
	for i, k := range res.kinds {
		out[i] = k.name()
	}
	return out
}

// subtypes are those of all kinds.
func (res *resource) subtypes() []string {
	var out []string
	for _, k := range res.kinds {
		out = append(out, k.subtypes()...)
	}
	return out
}

func (res *resource) kindOf(r *rest.Request) kind {
	name := argType.Of(r)
	i := slices.IndexFunc(res.kinds, func(k kind) bool { return k.name() == name })
	if i < 0 {
		return nil
	}
	return res.kinds[i]
}

func (res *resource) args() []rest.Arg {
	ids := func(description string) *schema.Schema {
		return schema.List(schema.Int(""), description, schema.Default([]any{}))
	}
	subtype := schema.List(schema.Str("", schema.Enum(append(res.subtypes(), anySubtype)...), schema.Symbols()),
		"Limit the results to these subtypes.", schema.Default(anySubtype))
	return []rest.Arg{
		res.rest.ContextArg(rest.View),
		rest.PageArg(),
		rest.PerPageArg("results", 10, 100),
		rest.SearchArg("Limit the results to those that contain a text."),
		argType.Arg(schema.Str("What is searched.", schema.Default("post"), schema.Enum(res.names()...))),
		{Name: argSubtype.Name, Schema: subtype, Sanitize: res.cleanSubtypes(subtype)},
		rest.ExcludeArg("ids"),
		rest.Include.Arg(ids("Limit the results to these ids.")),
	}
}

// cleanSubtypes drops the subtypes of other kinds than the one searched.
func (res *resource) cleanSubtypes(s *schema.Schema) func(*rest.Request, any) (any, *fault.Error) {
	return func(r *rest.Request, v any) (any, *fault.Error) {
		list, ok := schema.AsList(v)
		if !ok {
			return nil, s.Validate(v, "subtype")
		}
		var slugs []any
		seen := map[string]bool{}
		for _, item := range list {
			if slug := res.Site.Slug(r.Context(), schema.ToText(item)); !seen[slug] {
				seen[slug] = true
				slugs = append(slugs, slug)
			}
		}
		if err := s.Validate(slugs, "subtype"); err != nil {
			return nil, err
		}
		if slices.Contains(slugs, any(anySubtype)) {
			return []any{anySubtype}, nil
		}
		k := res.kindOf(r)
		if k == nil {
			return nil, errType
		}
		known := k.subtypes()
		return slices.DeleteFunc(slugs, func(v any) bool { return !slices.Contains(known, v.(string)) }), nil
	}
}

func (res *resource) list(r *rest.Request) (*rest.Response, error) {
	k := res.kindOf(r)
	if k == nil {
		return nil, errType
	}
	q := query{
		search: rest.Search.Of(r), page: int(rest.Page.Of(r)), perPage: int(rest.PerPage.Of(r)),
		include: rest.Include.Of(r), exclude: rest.Exclude.Of(r), subtypes: argSubtype.Of(r),
		actor: r.Actor, onlyTotal: r.Method == "HEAD",
	}
	if q.search == "0" {
		// Compat (TestSearch): 0 counts as no search.
		q.search = ""
	}
	if slices.Contains(q.subtypes, anySubtype) {
		q.subtypes = k.subtypes()
	}
	hits, total, err := k.find(r.Context(), q)
	if err != nil {
		return nil, err
	}
	info := &rest.PageInfo{Total: total, Page: q.page, PerPage: q.perPage, PrevAsIs: true}
	if pages := (total + q.perPage - 1) / q.perPage; q.page > pages && total > 0 {
		if !k.empty() {
			return nil, errPage
		}
		info.Total = 0
	}
	return &rest.Response{Body: res.rest.Items(r, hits), Page: info}, nil
}

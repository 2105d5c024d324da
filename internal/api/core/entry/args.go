package entry

import (
	"slices"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// listArgs are the arguments of the collection.
func (res *Resource) listArgs() []rest.Arg {
	ids := func(description string) *schema.Schema {
		return schema.List(schema.Int(""), description, schema.Default([]any{}))
	}
	date := func(description string) *schema.Schema {
		return schema.Str(description, schema.Format(schema.DateTime))
	}
	args := []rest.Arg{
		res.rest.ContextArg(rest.View),
		rest.PageArg(),
		rest.PerPageArg("entries", res.List.PerPage, 100),
		rest.SearchArg("Limit the list to entries that contain a text."),
		argAfter.Arg(date("Limit the list to entries published after a moment.")),
		argModifiedAfter.Arg(date("Limit the list to entries changed after a moment.")),
	}
	if res.Type.Has("author") {
		args = append(args,
			argAuthor.Arg(ids("Limit the list to entries of these users.")),
			argAuthorExclude.Arg(ids("Limit the list to entries of other users than these.")))
	}
	args = append(args,
		argBefore.Arg(date("Limit the list to entries published before a moment.")),
		argModifiedBefore.Arg(date("Limit the list to entries changed before a moment.")),
		rest.ExcludeArg("entries"),
		rest.IncludeArg("entries"))
	if res.ordered() {
		args = append(args, argMenuOrder.Arg(schema.Int("Limit the list to entries at this place.")))
	}
	args = append(args,
		argSearchSemantics.Arg(schema.Str("How the search is meant.", schema.Enum("exact"))),
		rest.SkipArg("entries"),
		rest.OrderArg(res.List.Order),
		rest.OrderByArg(res.List.OrderBy, res.orders()...))
	if res.Type.Hierarchical || res.Type.Name == content.TypeAttachment {
		args = append(args,
			argParent.Arg(ids("Limit the list to entries below these.")),
			argParentExclude.Arg(ids("Limit the list to entries that aren't below these.")))
	}
	args = append(args,
		argSearchColumns.Arg(schema.List(schema.Str("", schema.Enum("post_title", "post_content", "post_excerpt")), "Where to search.", schema.Default([]any{}))),
		argSlugList.Arg(schema.List(schema.Str(""), "Limit the list to entries with these slugs.")),
		res.statusArg())
	taxonomies := res.fields().restTaxonomies()
	if len(taxonomies) > 0 {
		args = append(args, argTaxRelation.Arg(schema.Str("How filters by several taxonomies combine.", schema.Enum("AND", "OR"))))
		for _, tax := range taxonomies {
			args = append(args, termArgs(tax)...)
		}
	}
	if res.Type.Sticky {
		args = append(args,
			argSticky.Arg(schema.Bool("Limit the list to sticky entries, or to the others.")),
			argIgnoreSticky.Arg(schema.Bool("Whether sticky entries stand where their date puts them.", schema.Default(true))))
	}
	if res.Type.Has("post-formats") {
		args = append(args, argFormat.Arg(schema.List(schema.Str("", schema.Enum(taxonomy.Formats()...)), "Limit the list to entries of these formats.", schema.Unique())))
	}
	return slices.Concat(args, res.List.Args, res.added.Args())
}

// ordered tells whether entries of the type have a place among each other.
func (res *Resource) ordered() bool {
	return res.Type.Has("page-attributes")
}

func (res *Resource) orders() []string {
	orders := []string{"author", "date", "id", "include", "modified", "parent", "relevance", "slug", "include_slugs", "title"}
	if res.ordered() {
		orders = append(orders, "menu_order")
	}
	return append(orders, res.added.Orders()...)
}

// statusArg is the status argument of the collection: anything but the default
// needs the right to edit entries of the type.
func (res *Resource) statusArg() rest.Arg {
	known := res.List.Statuses
	if known == nil {
		known = append(append([]string{}, res.Statuses...), "any")
	}
	s := schema.List(schema.Str("", schema.Enum(known...)), "Limit the list to entries of these statuses.", schema.Default(res.List.Status))
	sanitize := func(r *rest.Request, v any) (any, *fault.Error) {
		list, ok := schema.AsList(v)
		if o, named := v.(*wire.Object); named && !ok {
			for _, m := range o.Members() {
				list = append(list, m.Value)
			}
		}
		out := make([]any, 0, len(list))
		seen := map[string]bool{}
		for _, item := range list {
			status := clean.Slug(schema.ToText(item))
			if seen[status] {
				continue
			}
			seen[status] = true
			out = append(out, status)
			if status == res.List.Status {
				continue
			}
			c := res.Type.Caps
			if !r.Actor.Can(c.EditOwn) && (status != string(content.Private) || !r.Actor.Can(c.ListPrivate)) {
				return nil, fault.Denied("rest_forbidden_status", "You aren't allowed to see entries of this status.")
			}
			// Compat (TestListsByRole): a status counts as a list of them, which may be empty.
			if err := s.Validate(status, "status"); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return rest.Arg{Name: argStatus.Name, Schema: s, Sanitize: sanitize}
}

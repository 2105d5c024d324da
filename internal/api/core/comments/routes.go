package comments

import (
	"cmp"
	"slices"

	"quoin/internal/api/core/env"
	"quoin/internal/api/core/meta"
	"quoin/internal/api/rest"
	"quoin/internal/domain/comment"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
)

const base = "/core/v2/comments"

type resource struct {
	*env.Env
	items *rest.Resource[*comment.Comment]
	meta  *meta.Set
}

// Routes are the routes of comments.
func Routes(e *env.Env) []rest.Route {
	res := &resource{Env: e, meta: registered(e.CommentMeta)}
	res.items = &rest.Resource[*comment.Comment]{Title: "comment", Fields: rest.Whole(res.fields()), Links: res.links}
	id := rest.ID.Arg(schema.Int("Id of the comment."))
	password := argPassword.Arg(schema.Str("Password of the comment's entry, if it has one."))
	force := rest.Force.Arg(schema.Bool("Whether to skip the trash and delete for good.", schema.Default(false)))
	return []rest.Route{
		{
			Namespace: "core/v2", Pattern: base, Schema: res.items.Schema,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: res.listArgs(), Allow: res.allowList, Handle: res.list, Prefetch: res.prefetchLists},
				{Methods: rest.Creatable, Args: res.writeArgs(true), Allow: res.allowCreate, Prepare: res.prepareCreate, Handle: res.create, Concurrent: true},
			},
		},
		{
			Namespace: "core/v2", Pattern: base + `/(?P<id>[\d]+)`, Schema: res.items.Schema,
			Endpoints: []rest.Endpoint{
				{
					Methods: rest.Readable, Args: []rest.Arg{id, res.items.ContextArg(rest.View), password},
					Allow: res.allowGet, Handle: res.get, Prefetch: res.prefetchItems,
				},
				{Methods: rest.Editable, Args: append([]rest.Arg{id}, res.writeArgs(false)...), Allow: res.allowUpdate, Prepare: res.prepareUpdate, Handle: res.update},
				{Methods: rest.Deletable, Args: []rest.Arg{id, force, password}, Allow: res.allowDelete, Handle: res.delete},
			},
		},
	}
}

// writeArgs are the arguments of writing in the order of the reference, in
// which several bad ones are named: by name, the custom fields last.
func (res *resource) writeArgs(create bool) []rest.Arg {
	args := res.items.WriteArgs(create)
	place := func(a rest.Arg) int {
		if a.Name == "meta" {
			return 1
		}
		return 0
	}
	slices.SortFunc(args, func(a, b rest.Arg) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a.Name, b.Name))
	})
	return args
}

func (res *resource) listArgs() []rest.Arg {
	ids := func(description string, options ...schema.Option) *schema.Schema {
		return schema.List(schema.Int(""), description, options...)
	}
	none := schema.Default([]any{})
	date := func(description string) *schema.Schema {
		return schema.Str(description, schema.Format(schema.DateTime))
	}
	key := func(_ *rest.Request, v any) (any, *fault.Error) { return clean.Key(schema.ToText(v)), nil }
	return []rest.Arg{
		res.items.ContextArg(rest.View),
		rest.PageArg(),
		rest.PerPageArg("comments", 10, 100),
		rest.SearchArg("Limit the list to comments that contain a text."),
		argAfter.Arg(date("Limit the list to comments written after a moment.")),
		argAuthor.Arg(ids("Limit the list to comments of these users; editors only.")),
		argAuthorExclude.Arg(ids("Leave out comments of these users; editors only.")),
		argAuthorEmail.Arg(schema.Str("Limit the list to comments with this e-mail address; editors only.", schema.Format(schema.Email), schema.Default(schema.None))),
		argBefore.Arg(date("Limit the list to comments written before a moment.")),
		rest.ExcludeArg("comments"),
		rest.IncludeArg("comments"),
		rest.SkipArg("comments"),
		rest.OrderArg("desc"),
		rest.OrderByArg("date_gmt", "date", "date_gmt", "id", "include", "post", "parent", "type"),
		argParent.Arg(ids("Limit the list to answers to these comments; 0 asks for those that answer none.", none)),
		argParentExclude.Arg(ids("Leave out answers to these comments.", none)),
		argPost.Arg(ids("Limit the list to comments on these entries.", none)),
		{Name: argStatus.Name, Schema: schema.Str("Limit the list to comments of a status; others than approve for editors only.", schema.Default("approve")), FirstPass: true, Sanitize: key},
		{Name: argType.Name, Schema: schema.Str("Limit the list to comments of a type; others than comment for editors only.", schema.Default("comment")), FirstPass: true, Sanitize: key},
		argPassword.Arg(schema.Str("Password of the entry, if it has one.")),
	}
}

// registered are the custom fields of comments, with more that the site has.
func registered(more *meta.Set) *meta.Set {
	set := &meta.Set{Keys: []meta.Key{{
		Name: comment.MetaNoteStatus, Schema: schema.Str("What a note does to its thread.", schema.Default(""), schema.Enum("resolved", "reopen")),
	}}}
	if more != nil {
		set.Keys = append(set.Keys, more.Keys...)
	}
	return set
}

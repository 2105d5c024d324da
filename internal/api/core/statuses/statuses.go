package statuses

import (
	"slices"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var (
	errCannotView = fault.Denied("rest_cannot_view", "You aren't allowed to see the statuses of entries.")
	errUnknown    = fault.NotFound("rest_status_invalid", "There is no such status.")
	errHidden     = fault.Denied("rest_cannot_read_status", "You aren't allowed to see this status.")
)

// status describes one status.
type status struct {
	name, title                string
	public, protected, private bool
	internal                   bool // never shown; the trash is shown all the same
	listed                     bool
}

// builtin are the statuses that Quoin itself knows, in the order of lists.
var builtin = []status{
	{name: "publish", title: "Published", public: true, listed: true},
	{name: "future", title: "Scheduled", protected: true, listed: true},
	{name: "draft", title: "Draft", protected: true, listed: true},
	{name: "pending", title: "Pending", protected: true, listed: true},
	{name: "private", title: "Private", private: true, listed: true},
	{name: "trash", title: "Trash"},
	{name: "auto-draft", internal: true},
	{name: "inherit", internal: true},
	{name: "request-pending", internal: true},
	{name: "request-confirmed", internal: true},
	{name: "request-failed", internal: true},
	{name: "request-completed", internal: true},
}

type resource struct {
	*env.Env
	rest *rest.Resource[status]
}

// Routes are the routes of the resource.
func Routes(e *env.Env) []rest.Route {
	res := &resource{Env: e}
	res.rest = &rest.Resource[status]{Title: "status", Fields: rest.Whole(fields(res.Site)), Links: links, AlwaysLinks: true}
	s := func() *schema.Schema { return res.rest.Schema() }
	name := argStatus.Arg(schema.Str("Name of the status."))
	return []rest.Route{
		{
			Namespace: "core/v2", Pattern: "/core/v2/statuses", Schema: s,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Args: []rest.Arg{res.rest.ContextArg(rest.View)}, Allow: res.allowList, Handle: res.list, Answers: rest.ShapeMap,
			}},
		},
		{
			Namespace: "core/v2", Pattern: `/core/v2/statuses/(?P<status>[\w-]+)`, Schema: s,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Args: []rest.Arg{name, res.rest.ContextArg(rest.View)}, Allow: res.allowGet, Handle: res.get,
			}},
		},
	}
}

// all are the known statuses and those that extensions add.
func (res *resource) all() []status {
	out := slices.Clone(builtin)
	for _, s := range res.Added.Statuses {
		out = append(out, status{
			name: s.Name, title: s.Title, public: s.Public, protected: s.Protected, private: s.Private, internal: s.Internal, listed: s.Listed,
		})
	}
	for _, name := range res.Statuses {
		if !slices.ContainsFunc(out, func(s status) bool { return s.name == name }) {
			out = append(out, status{name: name, title: name, internal: true})
		}
	}
	return out
}

func (res *resource) find(name string) (status, bool) {
	all := res.all()
	i := slices.IndexFunc(all, func(s status) bool { return s.name == name })
	if i < 0 {
		return status{}, false
	}
	return all[i], true
}

func (res *resource) readable(r *rest.Request, s status) bool {
	return s.public || !s.internal && res.Entries.CanEditAny(r.Actor)
}

func (res *resource) allowList(r *rest.Request) error {
	if r.ViewContext() == rest.Edit && !res.Entries.CanEditAny(r.Actor) {
		return errCannotView
	}
	return nil
}

func (res *resource) allowGet(r *rest.Request) error {
	s, ok := res.find(argStatus.Of(r))
	switch {
	case !ok:
		return errUnknown
	case !res.readable(r, s):
		return errHidden
	}
	return nil
}

func (res *resource) list(r *rest.Request) (*rest.Response, error) {
	out := &wire.Object{Loose: true}
	for _, s := range res.all() {
		if res.readable(r, s) {
			out.Set(s.name, r.Nested(res.rest.Item(r, s)))
		}
	}
	return rest.OK(out), nil
}

func (res *resource) get(r *rest.Request) (*rest.Response, error) {
	s, ok := res.find(argStatus.Of(r))
	if !ok {
		return nil, errUnknown
	}
	return rest.OK(res.rest.Item(r, s)), nil
}

func links(_ *rest.Request, s status) []rest.Link {
	ref := rest.Path("/core/v2/posts")
	if content.Status(s.name) != content.Publish {
		ref.Query = "?status=" + s.name
	}
	return []rest.Link{{Rel: "archives", Href: ref}}
}

func fields(of *site.Site) []rest.Field[status] {
	flag := func(name, description string, contexts schema.Option, read func(s status) bool) rest.Field[status] {
		return rest.Field[status]{
			Name: name, Schema: schema.Bool(description, contexts, schema.Readonly()),
			Read: func(_ *rest.Request, s status) any { return read(s) },
		}
	}
	return []rest.Field[status]{
		{
			Name: "name", Schema: schema.Str("Title of the status.", rest.EmbedFirst, schema.Readonly()),
			Read: func(r *rest.Request, s status) any {
				texts := of.Texts(r.Context())
				return texts.In("post status", texts.Of(s.title))
			},
		},
		flag("private", "Whether only those who may read private entries see them.", rest.OnlyEdit, func(s status) bool { return s.private }),
		flag("protected", "Whether only those who may edit such entries see them.", rest.OnlyEdit, func(s status) bool { return s.protected }),
		flag("public", "Whether visitors see such entries.", rest.NotEmbed, func(s status) bool { return s.public }),
		flag("queryable", "Whether visitors may ask for such entries.", rest.NotEmbed, func(s status) bool { return s.public }),
		flag("show_in_list", "Whether the lists of editors show such entries.", rest.OnlyEdit, func(s status) bool { return s.listed }),
		{
			Name: "slug", Schema: schema.Str("Name of the status.", rest.EmbedFirst, schema.Readonly()),
			Read: func(_ *rest.Request, s status) any { return s.name },
		},
		flag("date_floating", "Whether such entries may be without a fixed date.", rest.NotEmbed, func(s status) bool { return content.Status(s.name).Provisional() }),
	}
}

package users

import (
	"slices"

	"quoin/internal/api/core/env"
	"quoin/internal/api/core/meta"
	"quoin/internal/api/rest"
	"quoin/internal/domain/user"
	"quoin/internal/platform/schema"
)

// resource is the environment with what the handlers share.
type resource struct {
	*env.Env
	items *rest.Resource[*user.User]
	meta  *meta.Set
	// types are the names of the types that lists can be restricted to the
	// authors of; public those whose published entries make their authors public,
	// since visitors see them as pages.
	types, public []string
}

const (
	namespace = "core/v2"
	base      = "/core/v2/users"
)

// Routes are the routes of accounts in the order of the index.
func Routes(e *env.Env) []rest.Route {
	res := newResource(e)
	update, remove := res.items.WriteArgs(false), deleteArgs()
	id := rest.ID.Arg(schema.Int("The number of the account."))
	context := []rest.Arg{res.items.ContextArg(rest.View)}
	with := func(args []rest.Arg) []rest.Arg { return append([]rest.Arg{id}, args...) }
	return []rest.Route{
		{
			Namespace: namespace, Pattern: base, Batch: rest.BatchYes, Schema: res.items.Schema,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: append(res.listArgs(), res.Added.Users.Args()...), Allow: res.allowList, Handle: res.list},
				{
					Methods: rest.Creatable, Args: res.items.WriteArgs(true), Allow: res.allowCreate,
					Handle: res.create, NoTransaction: true,
				},
			},
		},
		{
			Namespace: namespace, Pattern: base + `/(?P<id>[\d]+)`, Batch: rest.BatchYes, Schema: res.items.Schema,
			Endpoints: []rest.Endpoint{
				{
					Methods: rest.Readable, Args: with(context), Allow: res.of(byParam, res.allowGet),
					Handle: res.on(byParam, res.get), Prefetch: res.prefetch,
				},
				{
					Methods: rest.Editable, Args: with(update), Allow: res.of(byParam, res.allowUpdate),
					Handle: res.on(byParam, res.update), NoTransaction: true,
				},
				{
					Methods: rest.Deletable, Args: with(remove), Allow: res.of(byParam, res.allowDelete),
					Handle: res.on(byParam, res.remove),
				},
			},
		},
		{
			Namespace: namespace, Pattern: base + "/me", Schema: res.items.Schema,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: context, Allow: rest.Public, Handle: res.me},
				{
					Methods: rest.Editable, Args: update, Allow: res.of(byActor, res.allowUpdate),
					Handle: res.on(byActor, res.update), NoTransaction: true,
				},
				{
					Methods: rest.Deletable, Args: remove, Allow: res.of(byActor, res.allowDelete),
					Handle: res.on(byActor, res.remove),
				},
			},
		},
	}
}

func newResource(e *env.Env) *resource {
	res := &resource{Env: e, meta: registered(e.UserMeta)}
	for _, t := range e.Types.REST() {
		res.types = append(res.types, t.Name)
	}
	res.public = e.Users.Policy().PublicTypes()
	res.items = &rest.Resource[*user.User]{Title: "user", Fields: slices.Concat(rest.Whole(res.fields()), e.Added.Users.Fields()), Links: res.links}
	return res
}

func (res *resource) links(r *rest.Request, u *user.User) []rest.Link {
	out := []rest.Link{{Rel: "self", Href: rest.Path(base+"/", u.ID)}, {Rel: "collection", Href: rest.Path(base)}}
	return append(out, res.Added.Users.Links(r, u)...)
}

// byParam and byActor are the account that a request is about: the one that its path
// names, or the caller's own.
func byParam(r *rest.Request) int64 { return rest.ID.Of(r) }
func byActor(r *rest.Request) int64 { return r.Actor.ID }

// of is the permission of an endpoint about one account.
func (res *resource) of(id func(*rest.Request) int64, allow func(*rest.Request, *user.User) error) func(*rest.Request) error {
	return func(r *rest.Request) error {
		u, err := res.find(r.Context(), id(r))
		if err != nil {
			return err
		}
		return allow(r, u)
	}
}

// on is the handler of an endpoint about one account.
func (res *resource) on(id func(*rest.Request) int64, handle func(*rest.Request, *user.User) (*rest.Response, error)) func(*rest.Request) (*rest.Response, error) {
	return func(r *rest.Request) (*rest.Response, error) {
		u, err := res.find(r.Context(), id(r))
		if err != nil {
			return nil, err
		}
		return handle(r, u)
	}
}

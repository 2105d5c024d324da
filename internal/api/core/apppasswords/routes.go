package apppasswords

import (
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/user"
	"quoin/internal/platform/schema"
)

// password is an application password as it is answered.
type password struct {
	*user.AppPassword
	secret string // only of a new one
}

type resource struct {
	*env.Env
	bounded bool // with scope and end
	items   *rest.Resource[password]
}

const (
	namespace = "core/v2"
	base      = `/core/v2/users/(?P<user_id>(?:[\d]+|me))/application-passwords`
)

// Routes are the routes of application passwords in the order of the index.
func Routes(e *env.Env) []rest.Route { return (&resource{Env: e}).routes() }

// BoundedRoutes are Routes with what no site of the reference knows: the scope and the
// end of application passwords.
func BoundedRoutes(e *env.Env) []rest.Route { return (&resource{Env: e, bounded: true}).routes() }

func (res *resource) routes() []rest.Route {
	shown := fields()
	if res.bounded {
		shown = append(shown, boundFields()...)
	}
	res.items = &rest.Resource[password]{Title: "application-password", Fields: shown, Links: links}
	context := []rest.Arg{rest.AllContexts()}
	return []rest.Route{
		{
			Namespace: namespace, Pattern: base, Schema: res.items.Schema,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: context, Allow: res.unless(errList), Handle: res.on(res.list)},
				{
					Methods: rest.Creatable, Args: res.items.WriteArgs(true), Allow: res.unless(errCreate),
					// Making the hash of a secret takes longer than others should wait.
					Handle: res.on(res.create), NoTransaction: true,
				},
				{
					Methods: rest.Deletable, Allow: res.unless(errDeleteAll), Handle: res.on(res.removeAll), Scalar: rest.ScalarIgnored,
					Answer: schema.Of(schema.Prop("deleted", schema.Bool("That they are gone.")), schema.Prop("count", schema.Int("How many there were."))),
				},
			},
		},
		{
			Namespace: namespace, Pattern: base + "/introspect", Schema: res.items.Schema,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: context, Allow: res.allowIntrospect, Handle: res.on(res.introspect)},
			},
		},
		{
			Namespace: namespace, Pattern: base + `/(?P<uuid>[\w\-]+)`, Schema: res.items.Schema,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: context, Allow: res.unless(errRead), Handle: res.on(res.get)},
				{Methods: rest.Editable, Args: res.items.WriteArgs(false), Allow: res.unless(errEdit), Handle: res.on(res.update)},
				{Methods: rest.Deletable, Allow: res.unless(errDelete), Handle: res.on(res.remove)},
			},
		},
	}
}

func links(_ *rest.Request, p password) []rest.Link {
	return []rest.Link{{Rel: "self", Href: rest.Path("/core/v2/users/", p.User, "/application-passwords/", p.UUID)}}
}

// on is the handler of an endpoint about the passwords of an account.
func (res *resource) on(handle func(*rest.Request, *user.User) (*rest.Response, error)) func(*rest.Request) (*rest.Response, error) {
	return func(r *rest.Request) (*rest.Response, error) {
		u, err := res.owner(r)
		if err != nil {
			return nil, err
		}
		return handle(r, u)
	}
}

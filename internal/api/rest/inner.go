package rest

import (
	"context"
	"io"
	"net/http"
	"slices"

	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// Inner is a request for another endpoint that one makes in the name of a caller.
type Inner struct {
	Actor  access.Actor
	Method string
	Path   string       // in seed names
	Params *wire.Object // with the names of the mount
	// Body and Header come with what isn't parameters.
	Body   io.Reader
	Header http.Header
}

// Inner answers a request as the engine would answer it from outside: with its checks,
// permissions and transaction, which joins the one of ctx. The body is what the mount
// would print; a refusal is a fault.
func (r *Request) Inner(ctx context.Context, in Inner) (body wire.Raw, page *PageInfo, refused *fault.Error) {
	inner := r.inner(ctx, in)
	out := r.API.dispatch(inner)
	value := r.API.body(out)
	if readable := r.API.readable(out, scope.TakeFailure(ctx)); readable != out {
		out = readable
	}
	if out.err != nil {
		return nil, nil, r.refused(out.err)
	}
	printed := wire.Raw(r.Mount.Encode(ctx, value))
	if len(printed) > r.Mount.config.MaxAnswer {
		return nil, nil, errInnerTooLarge
	}
	return printed, out.response.Page, nil
}

// May tells whether an inner request would be let in: a refusal, or nil.
func (r *Request) May(ctx context.Context, in Inner) *fault.Error {
	inner := r.inner(ctx, in)
	if refused := r.API.prepare(inner); refused != nil {
		return r.refused(refused)
	}
	err := inner.withinScope()
	if err == nil {
		err = inner.mayCall()
	}
	if err != nil {
		return r.API.faultOf(inner, err)
	}
	return nil
}

func (r *Request) inner(ctx context.Context, in Inner) *Request {
	inner := &Request{
		ctx: ctx, API: r.API, Mount: r.Mount, Actor: in.Actor, Host: r.Host, TLS: r.TLS, JSON: r.JSON, Address: r.Address,
		Method: in.Method, Path: in.Path, Header: in.Header, Body: in.Body, began: r.began,
	}
	if inner.Header == nil {
		inner.Header = http.Header{}
	}
	kind := fromQuery
	if IsWrite(in.Method) && in.Body == nil {
		kind = fromJSON
	}
	params := in.Params
	if params == nil {
		params = &wire.Object{}
	}
	inner.sources = []source{{kind, params.Clone()}}
	return inner
}

var errInnerTooLarge = fault.BadRequest("rest_answer_too_large", "The answer would be too large. Ask for fewer items, or for fewer members.")

// Takes are the names of the arguments of the endpoint that serves a path.
func (api *API) Takes(method, path string) (names []string) {
	if _, e, _ := api.match(method, path); e != nil {
		for i := range e.Args {
			names = append(names, e.Args[i].Name)
		}
	}
	return names
}

// Find is the route of a pattern with its endpoint for a method; nil without one.
func (api *API) Find(method, pattern string) (*Route, *Endpoint) {
	for _, c := range api.routes {
		if c.Pattern != pattern {
			continue
		}
		for i := range c.Endpoints {
			if slices.Contains(c.Endpoints[i].Methods, method) {
				return c.Route, &c.Endpoints[i]
			}
		}
	}
	return nil, nil
}

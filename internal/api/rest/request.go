package rest

import (
	"cmp"
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// Request is one call of an endpoint: from outside, from a batch, or from the
// engine itself for an embedded answer or an Allow header.
type Request struct {
	ctx      context.Context
	API      *API
	Mount    *Mount // whose names and addresses the answer is printed with
	Actor    access.Actor
	Method   string
	Path     string // in seed names
	Route    *Route
	Endpoint *Endpoint
	Header   http.Header
	// Body is what came with a write that is neither JSON nor a form; nil
	// otherwise.
	Body io.Reader
	// Form is a multipart body, nil without one.
	Form *multipart.Form
	// Host is the Host header, without port.
	Host string
	// TLS tells whether the caller came over https.
	TLS bool
	// JSON tells whether a caller who is logged in says that it reads or sends JSON.
	JSON bool
	// Address is the path and query that the client asked for.
	Address string
	// Embedded requests are made by the engine for _embed.
	Embedded bool

	sources []source
	scalar  bool // the JSON body is a single value, see Scalar
	fields  *wire.Fields
	began   cache.Ticket // of the items, before anything was read
	asked   *asked       // who makes an item alone wants to know; else nil
}

// source is one place that parameters come from, in seed names where declared.
type source struct {
	kind   sourceKind
	params *wire.Object
}

type sourceKind int

const (
	fromJSON sourceKind = iota
	fromForm
	fromQuery
	fromPath
	fromDefaults
)

// Fail notes that something that the answer is made of couldn't be read, see
// scope.Failed. Readers of fields and links go on with anything then.
func (r *Request) Fail(err error) { scope.Failed(r.ctx, err) }

// Context is the context of the request.
func (r *Request) Context() context.Context { return r.ctx }

// WithContext is a copy of the request with another context.
func (r *Request) WithContext(ctx context.Context) *Request {
	c := *r
	c.ctx = ctx
	return &c
}

// param is the value of a parameter: from the JSON body, the form, the query, the path
// or the defaults, the first that isn't null. Reading what the endpoint doesn't declare is
// a defect, which is logged.
func (r *Request) param(name string) any {
	r.note(name)
	return r.value(name)
}

// value is param for who knows that the endpoint declares it.
func (r *Request) value(name string) any {
	for i := range r.sources {
		params := r.sources[i].params
		if params.Len() == 0 {
			continue
		}
		if v := params.Get(name); v != nil {
			return v
		}
	}
	return nil
}

// declares tells whether the endpoint has an argument of this name.
func (r *Request) declares(name string) bool { return r.Endpoint.arg(name) != nil }

// declared tells whether a parameter may be read: an endpoint of the resource or the
// pattern of its route names it, or all requests may have it.
func (r *Request) declared(name string) bool {
	return r.Endpoint == nil || strings.HasPrefix(name, "_") || r.API.params[r.Route][name]
}

// present tells whether a parameter was given at all, be it as null; defaults
// don't count.
func (r *Request) present(name string) bool {
	r.note(name)
	for _, s := range r.sources {
		if s.kind != fromDefaults && s.params.Has(name) {
			return true
		}
	}
	return false
}

// given tells whether a parameter was given with a value other than null;
// defaults don't count.
func (r *Request) given(name string) bool {
	r.note(name)
	for _, s := range r.sources {
		if s.kind != fromDefaults && s.params.Get(name) != nil {
			return true
		}
	}
	return false
}

// query is the value of a parameter in the query string alone.
func (r *Request) query(name string) (any, bool) {
	r.note(name)
	for _, s := range r.sources {
		if s.kind == fromQuery {
			return s.params.Lookup(name)
		}
	}
	return nil, false
}

// refused is a fault as the caller gets it: with its status, in the language of the
// request.
func (r *Request) refused(f *fault.Error) *fault.Error {
	f = f.For(r.Actor.LoggedIn())
	if r.API == nil || r.API.Config.Texts == nil {
		return f
	}
	if texts := r.API.Config.Texts(r.ctx); texts != nil {
		return f.Translated(texts.Refusal)
	}
	return f
}

// set overwrites a parameter, as an endpoint does that serves for another.
func (r *Request) set(name string, v any) {
	for _, s := range r.sources {
		s.params.Delete(name)
	}
	r.sources[0].params.Set(name, v)
}

// ViewContext is the context parameter, "view" without one.
func (r *Request) ViewContext() string {
	return cmp.Or(Context.Of(r), View)
}

// Wants tells whether the answer keeps anything of a field. What isn't wanted
// should not be loaded or computed.
func (r *Request) Wants(field string) bool { return r.fields.Wants(field) }

// Fields is the parsed _fields parameter.
func (r *Request) Fields() *wire.Fields { return r.fields }

// WantsLinks tells whether the answer keeps links, or needs them to embed.
func (r *Request) WantsLinks() bool {
	// Links are added to one item however late they are named.
	return r.fields.Names("_links") || r.fields.Wants("_embedded") && r.param("_embed") != nil
}

// names are the names of the mount, nil inside.
func (r *Request) names() schema.Names {
	if r.Mount == nil {
		return nil
	}
	return r.Mount.Dialect
}

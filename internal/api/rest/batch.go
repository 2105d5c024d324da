package rest

import (
	"net/http"
	"net/url"
	"strings"

	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/urlquery"
	"quoin/internal/platform/wire"
)

// maxBatch is how many requests a batch may hold.
const maxBatch = 25

var (
	batchRequests   = ListParam("requests")
	batchValidation = TextParam("validation")
)

func (api *API) batchRoute() Route {
	header := &schema.Schema{Types: []string{schema.String, schema.Array}, Items: schema.Str("")}
	headers := schema.Obj([]schema.Property{}, "")
	headers.AdditionalProperties = header
	body := schema.Obj([]schema.Property{}, "")
	body.AnyAdditionalProperties = true
	request := schema.Obj([]schema.Property{
		{Name: "method", Schema: schema.Str("", schema.Enum("POST", "PUT", "PATCH", "DELETE"), schema.Default("POST"))},
		{Name: "path", Schema: schema.Str("", schema.Required())},
		{Name: "body", Schema: body},
		{Name: "headers", Schema: headers},
	}, "")
	return Route{
		Pattern: "/batch/v1",
		Endpoints: []Endpoint{{
			Methods: Creatable,
			Args: []Arg{
				batchValidation.Arg(schema.Str("", schema.Enum("require-all-validate", "normal"), schema.Default("normal"))),
				{Name: batchRequests.Name, Required: true, Schema: schema.List(request, "", schema.MaxItems(maxBatch))},
			},
			Allow:  Public, // each request inside is allowed on its own
			Within: access.ScopeRead,
			Status: http.StatusMultiStatus,
			Answer: schema.Obj([]schema.Property{
				{Name: "failed", Schema: schema.Str("What kept all of the requests from being run.", schema.Enum("validation"))},
				{Name: "responses", Schema: schema.List(schema.Obj([]schema.Property{
					{Name: "body", Schema: &schema.Schema{Description: "What the request alone would be answered."}},
					{Name: "status", Schema: schema.Int("Its status.")}, {Name: "headers", Schema: schema.Obj(nil, "Its headers.", schema.Open())},
				}, "", schema.Types(schema.Object, schema.Null)), "The answers, in the order of the requests.")},
			}, ""),
			Handle:        api.batch,
			NoTransaction: true,
		}},
	}
}

var (
	errBatchPath  = fault.BadRequest("parse_path_failed", "The path of the request can't be read.")
	errBatchRoute = fault.BadRequest("rest_batch_not_allowed", "The route can't be called in a batch.")
)

// batch matches, checks and cleans every request first, then runs them in
// order. Each is a transaction of its own; with require-all-validate nothing
// runs unless all are valid.
func (api *API) batch(r *Request) (*Response, error) {
	var requests []*Request
	var problems []*fault.Error
	failed := false
	for _, v := range batchRequests.Of(r) {
		entry, _ := v.(*wire.Object)
		inner, err := api.batched(r, entry)
		if err == nil {
			err = api.prepareBatched(inner)
		}
		failed = failed || err != nil
		requests, problems = append(requests, inner), append(problems, err)
	}
	responses := make([]any, len(requests))
	if failed && batchValidation.Of(r) == "require-all-validate" {
		for i, err := range problems {
			if err != nil {
				responses[i] = envelope(r.refused(err).Body(), err.HTTPStatus(), nil, false)
			}
		}
		return &Response{Status: http.StatusMultiStatus, Body: wire.NewObject("failed", "validation", "responses", responses)}, nil
	}
	length := 0
	for i, inner := range requests {
		out := &outcome{request: inner, err: problems[i]}
		if problems[i] == nil {
			out = api.run(inner)
		} else {
			out.err = r.refused(problems[i])
		}
		body := api.body(out)
		if readable := api.readable(out, scope.TakeFailure(r.ctx)); readable != out {
			out, body = readable, api.body(readable)
		}
		// Status and headers tell what was done when there is no room for the rest.
		if length > r.Mount.config.MaxAnswer {
			body = nil
		} else {
			printed := wire.Raw(r.Mount.Encode(r.ctx, body))
			body, length = printed, length+len(printed)
		}
		responses[i] = envelope(body, out.status(), api.ownHeaders(out), out.textTotals())
	}
	return &Response{Status: http.StatusMultiStatus, Body: wire.NewObject("responses", responses)}, nil
}

// batched makes a request of one entry. It is always a request, so that a
// failing entry can be answered as one.
func (api *API) batched(r *Request, entry *wire.Object) (*Request, *fault.Error) {
	inner := &Request{
		ctx: r.ctx, API: api, Mount: r.Mount, Actor: r.Actor, Host: r.Host, TLS: r.TLS, JSON: r.JSON, Address: r.Address,
		Method: http.MethodPost, Header: http.Header{}, began: r.began,
	}
	if m := entry.Text("method"); m != "" {
		inner.Method = m
	}
	path := entry.Text("path")
	u, err := url.Parse(path)
	switch {
	case err != nil:
		return inner, errNoRoute
	case u.Host == "" && u.Opaque == "" && (u.Scheme != "" || strings.HasPrefix(path, "//")):
		// It should name a host and doesn't.
		return inner, errBatchPath
	case !strings.HasPrefix(u.Path, "/"), strings.HasSuffix(u.Path, "/"):
		// Compat (TestBatch): only paths of requests may lack the first slash or end with
		// one.
		return inner, errNoRoute
	}
	inner.Path = r.Mount.Dialect.FromPath(u.Path)
	body := &wire.Object{}
	if b := entry.Object("body"); b != nil {
		body = b.Clone()
	}
	for _, m := range entry.Object("headers").Members() {
		list, _ := schema.AsList(m.Value)
		if text, ok := m.Value.(string); ok {
			list = []any{text}
		}
		for _, v := range list {
			inner.Header.Add(m.Key, schema.ToText(v))
		}
	}
	inner.sources = []source{{fromForm, body}, {fromQuery, urlquery.Parse(u.RawQuery)}}
	return inner, nil
}

func (api *API) prepareBatched(r *Request) *fault.Error {
	route, endpoint, vars := api.match(r.Method, r.Path)
	if route == nil {
		return errNoRoute
	}
	r.Route, r.Endpoint = route.Route, endpoint
	allowed := endpoint.Batch
	if allowed == BatchUnstated {
		allowed = route.Batch
	}
	if allowed != BatchYes {
		r.translate(vars)
		r.applyDefaults()
		return errBatchRoute
	}
	return r.bind(vars)
}

package rest

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"

	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// outcome is a finished answer before it is written.
type outcome struct {
	request  *Request // as bound; its Endpoint is nil when nothing matched
	response *Response
	err      *fault.Error // instead of response
}

// status is the HTTP status of the outcome.
func (o *outcome) status() int {
	switch {
	case o.err != nil:
		return o.err.HTTPStatus()
	case o.response.Status != 0:
		return o.response.Status
	}
	return http.StatusOK
}

// dispatch takes a request with its sources through all stages. The request's
// parameters must not be used afterwards by others.
func (api *API) dispatch(r *Request) *outcome {
	if err := api.prepare(r); err != nil {
		if r.Endpoint != nil && r.Endpoint.Refused != nil {
			if response := r.Endpoint.Refused(r, err); response != nil {
				return &outcome{request: r, response: response}
			}
		}
		return &outcome{request: r, err: r.refused(err)}
	}
	return api.run(r)
}

// prepare matches and binds.
func (api *API) prepare(r *Request) *fault.Error {
	route, endpoint, vars := api.match(r.Method, r.Path)
	if route == nil {
		return errNoRoute
	}
	r.Route, r.Endpoint = route.Route, endpoint
	if v, ok := r.jsonError(); ok {
		r.translate(vars)
		r.applyDefaults()
		return v
	}
	return r.bind(vars)
}

// run allows, handles and builds a request that was prepared.
func (api *API) run(r *Request) *outcome {
	r.fields = parseFields(r.param("_fields"), r.names())
	out := &outcome{request: r}
	response, commits, err := api.guard(r)
	if err == nil && response.AfterCommit != nil {
		if response.Body, err = api.build(r, response); fault.Outage(err) != nil {
			err = api.unanswered(r, err)
		}
	}
	// Only now: the answer is made while the disk syncs.
	if lost := commits.Wait(); lost != nil && (err == nil || fault.As(err) == fault.Unanswered) {
		err = lost
	}
	if err != nil {
		out.err = api.faultOf(r, err)
		return out
	}
	out.response = response
	return out
}

func (api *API) build(r *Request, response *Response) (body any, err error) {
	defer recovered(&err)
	return response.AfterCommit(r)
}

// guard runs permission and handler, for writes in one transaction. What that
// committed is to be waited for before anybody is told of it.
func (api *API) guard(r *Request) (response *Response, commits *scope.Commits, err error) {
	defer recovered(&err)
	if err := r.withinScope(); err != nil {
		return nil, nil, err
	}
	if r.Endpoint.Prepare != nil && IsWrite(r.Method) {
		r.Endpoint.Prepare(r)
	}
	if !IsWrite(r.Method) || r.Endpoint.NoTransaction {
		response, err = handle(r)
		return response, nil, err
	}
	// A fault that keeps what was written must not roll the transaction back.
	var cached error
	ctx, commits := scope.WithCommits(r.ctx)
	if r.Endpoint.Concurrent {
		var changes []int64
		if name := r.Endpoint.Changes; name != "" {
			changes = []int64{IntParam(name).Of(r)}
		}
		ctx = scope.Concurrent(ctx, r.Endpoint, changes...)
	}
	err = api.Transact(ctx, func(ctx context.Context) error {
		response, cached = nil, nil
		res, err := handle(r.WithContext(ctx))
		if f := fault.As(err); f != nil && f.CommitAnyway {
			cached = err
			return nil
		}
		response = res
		return err
	})
	if err == nil {
		err = cached
	}
	return response, commits, err
}

// errScalar refuses a write whose JSON body is a single value.
var errScalar = fault.BadRequest("rest_invalid_json", "The JSON body of the request must be an object.")

func handle(r *Request) (*Response, error) {
	if err := r.Endpoint.Allow(r); err != nil {
		return nil, err
	}
	refused := r.scalar && r.Endpoint.Scalar == ScalarRefused && IsWrite(r.Method)
	if refused && r.Endpoint.NoTransaction {
		return nil, errScalar
	}
	response, err := r.Endpoint.Handle(r)
	if err == nil && refused {
		err = errScalar // the transaction undoes what was written
	}
	if err == nil && response == nil {
		err = fmt.Errorf("%s %s: no response", r.Method, r.Route.Pattern)
	}
	if err == nil && r.Method == http.MethodGet && r.ctx.Err() != nil {
		return nil, r.ctx.Err() // the answer may lack what wasn't made any more
	}
	return response, err
}

// recovered turns a panic into an error with its stack.
func recovered(err *error) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
	}
}

// faultOf is what a caller gets to see of an error.
func (api *API) faultOf(r *Request, err error) *fault.Error {
	f := fault.As(err)
	if f == nil && api.FaultOf != nil {
		f = api.FaultOf(err)
	}
	if f != nil {
		return r.refused(f)
	}
	if r.ctx.Err() != nil {
		return fault.New(499, "rest_request_cancelled", "The caller went away before the answer was ready.")
	}
	api.Log.Error("request failed", "method", r.Method, "path", r.Path, "error", err)
	if f := fault.Outage(err); f != nil {
		return f
	}
	return errInternal
}

// undeclared logs that a handler reads what no endpoint of its resource declares: a slip
// in a name, or an argument that nobody is told of.
func (api *API) undeclared(r *Request, name string) {
	api.Log.Error("undeclared argument read", "method", r.Method, "route", r.Route.Pattern, "argument", name)
}

var errInternal = fault.New(http.StatusInternalServerError, "internal_server_error", "Something went wrong here; the log of the server tells what.")

// readable is an outcome if all that it is made of could be read, else what is answered
// instead. The body was made.
func (api *API) readable(o *outcome, failure error) *outcome {
	switch {
	case failure == nil:
		return o
	case o.err == nil && IsWrite(o.request.Method):
		return &outcome{request: o.request, err: api.unanswered(o.request, failure)}
	case o.err == nil, o.err.HTTPStatus() < http.StatusInternalServerError, fault.Outage(failure) != nil && !o.err.Outage():
		return &outcome{request: o.request, err: api.faultOf(o.request, failure)}
	}
	return o
}

func (api *API) unanswered(r *Request, err error) *fault.Error {
	api.Log.Error("no answer to a write", "method", r.Method, "path", r.Path, "error", err)
	return fault.Unanswered
}

// withinScope refuses a caller whose application password has less than the endpoint asks
// for.
func (r *Request) withinScope() error {
	if need := r.Endpoint.Scope(r.Method); !r.Actor.Scope().Covers(need) {
		return errScope.Filled(string(r.Actor.Scope()), string(need))
	}
	return nil
}

// errScope refuses callers whose application password has less than what is asked for.
var errScope = fault.Forbidden("quoin_scope", `The application password has the scope "%s", and this asks for "%s".`)

// Forbidden is the refusal of endpoints that have no code of their own.
var Forbidden = fault.Denied("rest_forbidden", "You aren't allowed to do that.")

// Can is the permission of those who have one of some capabilities.
func Can(capabilities ...access.Capability) func(r *Request) error {
	return func(r *Request) error {
		if slices.ContainsFunc(capabilities, r.Actor.Can) {
			return nil
		}
		return Forbidden
	}
}

// Manage is the permission of those who run the site.
var Manage = Can("manage_options")

// allowed are the methods of the matched route that the caller may use with
// these parameters, in the order of declaration.
func (api *API) allowed(r *Request) []string {
	if r.Route == nil {
		return nil
	}
	methods := make([]string, 0, 5)
	own := r.Endpoint
	defer func() { r.Endpoint = own }()
	for i := range r.Route.Endpoints {
		e := &r.Route.Endpoints[i]
		r.Endpoint = e
		if err := r.mayCall(); err != nil {
			continue
		}
		for _, m := range e.Methods {
			if r.Actor.Scope().Covers(e.Scope(m)) && !contains(methods, m) {
				methods = append(methods, m)
			}
		}
	}
	if len(methods) == 0 {
		return nil
	}
	return methods
}

func (r *Request) mayCall() (err error) {
	defer recovered(&err)
	return r.Endpoint.Allow(r)
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

// parseFields reads the _fields parameter: a list, or names separated by
// commas and blanks.
func parseFields(v any, names interface{ FromSymbol(string) string }) *wire.Fields {
	paths := parseList(v)
	if paths == nil {
		return nil
	}
	if names != nil {
		for i, p := range paths {
			parts := strings.Split(p, ".")
			for j := range parts {
				parts[j] = names.FromSymbol(parts[j])
			}
			paths[i] = strings.Join(parts, ".")
		}
	}
	return wire.ParseFields(paths)
}

// parseList reads a parameter that is a list of names: a string is split at
// commas and blanks, the items of a list or an object are taken as they are.
// No name at all is nil.
func parseList(v any) (names []string) {
	switch v := v.(type) {
	case string:
		names = strings.FieldsFunc(v, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) })
		if len(names) == 0 {
			return nil
		}
	case int64, float64:
		names = []string{schema.ToText(v)}
	case []any:
		for _, item := range v {
			if s, ok := item.(string); ok {
				names = append(names, s)
			}
		}
	case *wire.Object:
		for _, m := range v.Members() {
			if s, ok := m.Value.(string); ok {
				names = append(names, s)
			}
		}
	}
	return names
}

package rest

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// The groups of methods that endpoints usually serve.
var (
	Readable  = []string{http.MethodGet}
	Creatable = []string{http.MethodPost}
	Editable  = []string{http.MethodPost, http.MethodPut, http.MethodPatch}
	Deletable = []string{http.MethodDelete}
	Any       = []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
)

// Route is one published pattern and the endpoints below it.
type Route struct {
	// Namespace is "core/v2" and the like; "" for routes of the root.
	Namespace string
	// Pattern is the whole path as a regular expression, with named groups for
	// its variables: `/core/v2/posts/(?P<id>[\d]+)`. It is what the index
	// prints and what is matched, anchored and without regard to case.
	Pattern   string
	Endpoints []Endpoint
	// Schema describes the items of the route, for OPTIONS; may be nil.
	Schema func() *schema.Schema
	// Batch says whether the route may be called in a batch.
	Batch Batch
	// Hidden routes work but aren't in the index.
	Hidden bool
}

// Batch is what a route says about being called in a batch; the index tells
// the three apart.
type Batch int

// Whether a route may be called in a batch.
const (
	BatchUnstated Batch = iota
	BatchYes
	BatchNo
)

// Scalar is what a write makes of a JSON body that is a single value: a number other than
// 0, a text or true. It has no parameters.
type Scalar int

// What writes make of such a body; unstated, it is ignored.
const (
	ScalarUnstated Scalar = iota
	ScalarIgnored
	ScalarRefused
)

// Endpoint serves some methods of a route.
type Endpoint struct {
	Methods []string
	Args    []Arg
	// Unlisted are arguments that are read as they come: neither checked nor published.
	Unlisted []string
	// Allow decides whether the caller may do this; required, see Public. The
	// engine also calls it to compute Allow headers, so it must be cheap and
	// change nothing. A fault answers the request.
	Allow func(r *Request) error
	// Within is the least scope of an application password that methods which write ask
	// for, beside what Allow asks; access.ScopePublish where it isn't said. Reads ask for
	// access.ScopeRead.
	Within access.Scope
	// Prepare does slow work of a write before its transaction, such as
	// filtering texts (see scope.OnText), so that others who write don't wait
	// for it; optional. It changes nothing and refuses nothing. Nobody was asked
	// yet whether the caller may do this: work that costs much asks Allow first.
	Prepare func(r *Request)
	// Handle does the work. In methods other than GET it runs, with Allow, in
	// one transaction, unless NoTransaction is set.
	Handle func(r *Request) (*Response, error)
	// Prefetch loads at once what many embedded requests of this endpoint are
	// about to read; optional.
	Prefetch func(ctx context.Context, requests []*Request) error
	// Batch overrides what the route says.
	Batch Batch
	// Scalar is what a write makes of a JSON body without parameters. One that is refused
	// is so after all other refusals, and nothing stays written.
	Scalar Scalar
	// NoTransaction is for handlers that wait for something outside the
	// database (uploads, other sites) and open transactions themselves.
	NoTransaction bool
	// Concurrent declares that the transaction may run beside others that are declared
	// like it, see scope.Concurrent: nothing that Allow and Handle decide by what they
	// read is made wrong by what these write.
	Concurrent bool
	// Changes is the argument with the id of the entry that such a transaction
	// changes.
	Changes string
	// Hidden endpoints work but aren't in the index.
	Hidden bool
	// Validate checks the request as a whole after its arguments.
	Validate func(r *Request) *fault.Error
	// Answers tells the shape of what is answered, where the rest of the
	// declaration doesn't.
	Answers Shape
	// Answer describes what is answered where that isn't made of the items of the
	// route. The index and OPTIONS don't tell it. Nothing is an answer without a body.
	Answer *schema.Schema
	// Refusal describes answers that refuse in other members than faults do; optional.
	Refusal *schema.Schema
	// Status is that of good answers, where it isn't 201 for what makes an item and
	// else 200.
	Status int
	// Refused answers a request whose arguments are refused, where that isn't done in JSON;
	// nil from it means JSON. Optional.
	Refused func(r *Request, f *fault.Error) *Response
	// Media are the types of answers that aren't JSON, and RefusedIn those of refusals.
	Media, RefusedIn []string
}

// Scope is the least scope that a method of the endpoint asks for.
func (e *Endpoint) Scope(method string) access.Scope {
	if !IsWrite(method) {
		return access.ScopeRead
	}
	return cmp.Or(e.Within, access.ScopePublish)
}

// Taking is the endpoint with unlisted arguments.
func (e Endpoint) Taking(names ...string) Endpoint {
	e.Unlisted = append(slices.Clip(e.Unlisted), names...)
	return e
}

// Answering is the endpoint with what it answers.
func (e Endpoint) Answering(answer *schema.Schema) Endpoint {
	e.Answer = answer
	return e
}

// Refusing is the endpoint with another form of answers that refuse.
func (e Endpoint) Refusing(refusal *schema.Schema) Endpoint {
	e.Refusal = refusal
	return e
}

// Nothing is the answer of endpoints that say all by the status.
var Nothing = &schema.Schema{}

// Shape is what an answer is made of the items that Route.Schema describes.
type Shape int

// The shapes of answers.
const (
	ShapeUsual Shape = iota // an item, or for lists with pages a list of them
	ShapeList
	ShapeMap    // items by name
	ShapeEvents // server-sent events
)

// Public is the permission of endpoints that everybody may call.
func Public(*Request) error { return nil }

// Arg is one declared argument.
type Arg struct {
	Name string
	// Schema describes the value. Without types the value is taken as it
	// comes, unless Validate or Sanitize say otherwise.
	Schema *schema.Schema
	// FirstPass arguments are checked in the first wave, before any argument is
	// cleaned; the others while they are cleaned. The answer to a request
	// with problems in both waves tells only the first.
	FirstPass bool
	// Validate replaces the check by schema, in the first wave.
	Validate func(r *Request, v any, name string) *fault.Error
	// Sanitize replaces the cleaning by schema.
	Sanitize func(r *Request, v any) (any, *fault.Error)
	// Raw values aren't cleaned.
	Raw bool
	// Required arguments must be given and not null.
	Required bool
}

// Response is what a handler answers.
type Response struct {
	Status int // 0 means 200
	// Body is any wire value, or *Item, or []*Item for a collection.
	Body any
	// AfterCommit makes the body after the transaction of a write was committed, so
	// that building answers doesn't hold up other writers. It replaces Body.
	AfterCommit func(r *Request) (any, error)
	Header      http.Header
	// Location is sent as a header.
	Location wire.Ref
	// Page adds totals and links to the neighbouring pages.
	Page *PageInfo
	// Links of a body that is no *Item.
	Links []Link
	// Write, when set, writes the answer itself (files, XML); nothing else of
	// the response but Status and Header is used.
	Write func(w http.ResponseWriter)
}

// OK answers a body.
func OK(body any) *Response { return &Response{Body: body} }

// Created answers 201 with the new object's address.
func Created(location wire.Ref, afterCommit func(r *Request) (any, error)) *Response {
	return &Response{Status: http.StatusCreated, Location: location, AfterCommit: afterCommit}
}

// SetHeader adds a header to the response.
func (r *Response) SetHeader(key, value string) *Response {
	if r.Header == nil {
		r.Header = http.Header{}
	}
	r.Header.Set(key, value)
	return r
}

// Item is one object of a resource with its links.
type Item struct {
	Data  *wire.Object
	Links []Link
	// Always prints the links of a single item whatever _fields asks for.
	Always bool

	printed wire.Printer // the whole item, in place of the above
}

// Link is one link of an item.
type Link struct {
	// Rel is the relation; those of the reference are written whole
	// ("https://api.w.org/term") and printed short ("wp:term").
	Rel string
	// Href is a string, or a wire.Ref for an address inside the API.
	Href any
	// Embeddable links are followed by _embed.
	Embeddable bool
	// Attributes are printed before href.
	Attributes *wire.Object
}

// CURIE is what the reference's own relations start with.
const CURIE = "https://api.w.org/"

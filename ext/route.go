package ext

import (
	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/wire"
)

// What the API is made of.
type (
	// Route is a pattern of paths with its endpoints.
	Route    = rest.Route
	Endpoint = rest.Endpoint
	// Arg declares an argument; Param is its name and type, with which it is read.
	Arg              = rest.Arg
	Param[T any]     = rest.Param[T]
	Request          = rest.Request
	Response         = rest.Response
	RestField[T any] = rest.Field[T]
	// JSON is an object of an answer, its members in the order in which they were set.
	JSON = wire.Object
	// Fault is an answer that says no.
	Fault = fault.Error
)

// Methods of endpoints.
var (
	Readable  = rest.Readable
	Creatable = rest.Creatable
	Editable  = rest.Editable
	Deletable = rest.Deletable
)

// TextParam is an argument with a text.
func TextParam(name string) Param[string] { return rest.TextParam(name) }

// IntParam is an argument with a whole number.
func IntParam(name string) Param[int64] { return rest.IntParam(name) }

// BoolParam is an argument that is on or off.
func BoolParam(name string) Param[bool] { return rest.BoolParam(name) }

// Public allows an endpoint to everybody.
func Public(r *Request) error { return rest.Public(r) }

// Can allows an endpoint to those who have all of these rights.
func Can(capabilities ...Capability) func(r *Request) error { return rest.Can(capabilities...) }

// Forbidden refuses a caller: 401 for who isn't logged in, else 403.
func Forbidden() error { return rest.Forbidden }

// OK answers with a value: a *JSON, a list, a text, a number.
func OK(body any) *Response { return rest.OK(body) }

// NewJSON is an object of names and values by turns.
func NewJSON(pairs ...any) *JSON { return wire.NewObject(pairs...) }

// BadRequest says no with a code for programs and a text for people.
func BadRequest(code, message string) *Fault { return fault.BadRequest(code, message) }

// NotFound says that there is nothing.
func NotFound(code, message string) *Fault { return fault.NotFound(code, message) }

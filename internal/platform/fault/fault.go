// Package fault holds the one kind of error that reaches a caller.
//
// A fault has a code that programs read, a message that people read, and an
// HTTP status. Every other error that leaves a handler is a defect, or an outage of
// what the site stands on (see Outage): it is logged with the request's id, and a
// defect is answered as a plain 500.
package fault

import (
	"errors"
	"fmt"
	"net/http"

	"quoin/internal/platform/wire"
)

// ItemMark stands between the items of a value that is a list.
const ItemMark = "\x1f"

// Error is an answer that says no. Values made by New and its relatives are
// shared; the With methods return changed copies.
type Error struct {
	Code    string
	Message string
	// Pattern is the message with %s for each of Values, "" for one without values.
	Pattern string
	Values  []string
	// Status is the HTTP status. 0 prints `"data": null` and answers 500, as
	// the reference does for errors of its stores that know no status.
	Status int
	// AuthStatus answers 401 to an anonymous caller and 403 to a user who is logged in;
	// the engine puts it into Status.
	AuthStatus bool
	// HideStatus answers Status without telling it in `data`.
	HideStatus bool
	// Data are further members of `data`, after the status.
	Data *wire.Object
	// ExtraData are further sets of data for the same code.
	ExtraData []any
	// More are further errors, printed as additional_errors.
	More []*Error
	// RetryAfter is in how many seconds to come back, 0 for no such advice.
	RetryAfter int
	// NoData leaves `data` out of the answer.
	NoData bool
	// CommitAnyway commits what the request has written so far instead of rolling it
	// back: the reference answers some errors after the object was saved.
	CommitAnyway bool
}

// Error makes a fault an error.
func (e *Error) Error() string { return e.Code + ": " + e.Message }

// New is a fault with a status.
func New(status int, code, message string) *Error {
	return &Error{Code: code, Message: message, Status: status}
}

// BadRequest is a fault with status 400.
func BadRequest(code, message string) *Error { return New(http.StatusBadRequest, code, message) }

// NotFound is a fault with status 404.
func NotFound(code, message string) *Error { return New(http.StatusNotFound, code, message) }

// Forbidden is a fault with status 403 for everybody.
func Forbidden(code, message string) *Error { return New(http.StatusForbidden, code, message) }

// Denied is a fault of permission: 401 for anonymous callers, 403 for others.
func Denied(code, message string) *Error {
	return &Error{Code: code, Message: message, AuthStatus: true}
}

// NoStatus is a fault without data, which answers 500.
func NoStatus(code, message string) *Error { return &Error{Code: code, Message: message} }

// With is a copy with one more member of data.
func (e *Error) With(key string, value any) *Error {
	c := *e
	if c.Data = e.Data.Clone(); c.Data == nil {
		c.Data = &wire.Object{}
	}
	c.Data.Set(key, value)
	return &c
}

// Filled is a copy whose message has values for its places, each written %s.
func (e *Error) Filled(values ...string) *Error {
	c := *e
	c.Pattern, c.Values = e.Message, values
	shown := make([]any, len(values))
	for i, v := range values {
		shown[i] = v
	}
	c.Message = fmt.Sprintf(c.Pattern, shown...)
	return &c
}

// Translated is a copy whose messages are as say tells them.
func (e *Error) Translated(say func(code, message string, values ...string) string) *Error {
	c := *e
	message := e.Message
	if e.Pattern != "" {
		message = e.Pattern
	}
	c.Message = say(e.Code, message, e.Values...)
	for i, m := range e.More {
		if i == 0 {
			c.More = make([]*Error, len(e.More))
		}
		c.More[i] = m.Translated(say)
	}
	return &c
}

// WithMessage is a copy with another message.
func (e *Error) WithMessage(message string) *Error {
	c := *e
	c.Message, c.Pattern, c.Values = message, "", nil
	return &c
}

// WithExtra is a copy with one more set of data.
func (e *Error) WithExtra(data any) *Error {
	c := *e
	c.ExtraData = append(append([]any(nil), e.ExtraData...), data)
	return &c
}

// And is a copy with one more error.
func (e *Error) And(more ...*Error) *Error {
	c := *e
	c.More = append(append([]*Error(nil), e.More...), more...)
	return &c
}

// Committed is a copy that commits what was written before it.
func (e *Error) Committed() *Error {
	c := *e
	c.CommitAnyway = true
	return &c
}

// For is the fault as a caller gets it: a fault of permission gets 401 for an
// anonymous caller and 403 for a user.
func (e *Error) For(loggedIn bool) *Error {
	if !e.AuthStatus || e.Status != 0 {
		return e
	}
	c := *e
	c.Status = http.StatusUnauthorized
	if loggedIn {
		c.Status = http.StatusForbidden
	}
	return &c
}

// HTTPStatus is the status of the answer: of several errors the last one that
// knows its status counts.
func (e *Error) HTTPStatus() int {
	status := e.Status
	for _, m := range e.More {
		if m.Status != 0 {
			status = m.Status
		}
	}
	if status == 0 {
		return http.StatusInternalServerError
	}
	return status
}

// Body is the printed form.
func (e *Error) Body() *wire.Object {
	o := e.body()
	if len(e.More) > 0 {
		more := make([]any, len(e.More))
		for i, m := range e.More {
			more[i] = m.body()
		}
		o.Set("additional_errors", more)
	}
	return o
}

func (e *Error) body() *wire.Object {
	o := wire.NewObject("code", e.Code, "message", wire.Text(e.Message))
	if e.NoData {
		return o
	}
	switch {
	case e.Status == 0 && e.Data.Len() == 0:
		o.Set("data", nil)
	default:
		data := &wire.Object{}
		if e.Status != 0 && !e.HideStatus {
			data.Set("status", e.Status)
		}
		for _, m := range e.Data.Members() {
			data.Set(m.Key, m.Value)
		}
		o.Set("data", data)
	}
	if len(e.ExtraData) > 0 {
		o.Set("additional_data", e.ExtraData)
	}
	return o
}

// As finds the fault in an error, nil when it holds none.
func As(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

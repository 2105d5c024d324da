package rest

import (
	"errors"
	"io"
	"mime"
	"net/http"

	"quoin/internal/platform/admission"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/urlquery"
	"quoin/internal/platform/wire"
)

// maxFormMemory is how much of a multipart body is held in memory; the rest
// goes to temporary files.
const maxFormMemory = 8 << 20

var errTooLarge = fault.New(http.StatusRequestEntityTooLarge, "rest_request_too_large", "The body of the request is too large.")

// jsonProblem marks a request whose JSON body can't be read; the answer waits
// until the route was matched.
type jsonProblem struct{ err *fault.Error }

// readBody takes parameters from the body: JSON whatever the method, forms for
// writes. Everything else stays a stream for the endpoint.
func (x *exchange) readBody(r *Request) *fault.Error {
	if x.req.MultipartForm != nil { // read before, by who asks within the program
		return x.readMultipart(r)
	}
	if x.req.Body == nil || x.req.Body == http.NoBody {
		return nil
	}
	kind, params, _ := mime.ParseMediaType(x.req.Header.Get("Content-Type"))
	switch {
	case wire.IsJSON(kind):
		return x.readJSON(r)
	case !IsWrite(x.method) && x.req.Method != http.MethodPost:
		return nil
	case kind == "multipart/form-data" && x.req.Method == http.MethodPost && params["boundary"] != "":
		return x.readMultipart(r)
	case kind == "application/x-www-form-urlencoded" && x.req.Header.Get("Content-Disposition") == "",
		kind == "" && x.req.Method != http.MethodPost:
		// A body that has a name is a file, whatever type the client put there
		// by default.
		data, err := x.bounded()
		if err != nil {
			return err
		}
		r.sources = append([]source{{fromForm, urlquery.Parse(string(data))}}, r.sources...)
	default:
		r.Body = http.MaxBytesReader(x.w, x.req.Body, x.api.MaxUpload)
	}
	return nil
}

// atMost bounds a body that is read before the endpoint says who may send it:
// anonymous callers have little to say.
func (x *exchange) atMost(limit int64) io.ReadCloser {
	if !x.actor.LoggedIn() {
		limit = min(limit, x.api.MaxAnonymous)
	}
	return http.MaxBytesReader(x.w, x.req.Body, limit)
}

func (x *exchange) bounded() ([]byte, *fault.Error) {
	data, err := io.ReadAll(x.atMost(x.api.MaxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, errTooLarge
	case err != nil:
		return nil, fault.BadRequest("rest_request_cut", "The body of the request ended early.")
	}
	if admission.Need(x.req.Context(), len(data)) != nil {
		return nil, fault.Outage(fault.ErrBusy)
	}
	return data, nil
}

// problemKey is where a JSON problem waits among the sources; no parameter can
// have this name.
const problemKey = "\x00json"

func (x *exchange) readJSON(r *Request) *fault.Error {
	data, err := x.bounded()
	if err != nil {
		return err
	}
	if len(data) == 0 {
		return nil
	}
	v, derr := wire.Decode(data)
	if derr == nil && flawedText(data) {
		derr = errFlawedText
	}
	params, ok := v.(*wire.Object)
	switch {
	case derr != nil:
		code, text := jsonFlaw(data, derr)
		problem := fault.BadRequest("rest_invalid_json", "The body of the request is not valid JSON.").
			With("json_error_code", code).With("json_error_message", text)
		params = wire.NewObject(problemKey, jsonProblem{problem})
	case !ok:
		r.scalar = isScalar(v) && string(data) != "0"
		return nil
	}
	r.sources = append([]source{{fromJSON, params}}, r.sources...)
	return nil
}

// isScalar tells values that parameters can't be put into: null and false count as nothing
// sent, members of a list have no names.
func isScalar(v any) bool {
	_, list := v.([]any)
	return v != nil && v != false && !list
}

// jsonError is the problem of the JSON body, if there is one.
func (r *Request) jsonError() (*fault.Error, bool) {
	for i, s := range r.sources {
		if s.kind != fromJSON {
			continue
		}
		if p, ok := s.params.Get(problemKey).(jsonProblem); ok {
			r.sources[i].params = &wire.Object{}
			return p.err, true
		}
	}
	return nil, false
}

func (x *exchange) readMultipart(r *Request) *fault.Error {
	x.req.Body = x.atMost(x.api.MaxUpload)
	if err := x.req.ParseMultipartForm(maxFormMemory); err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return errTooLarge
		}
		if errors.Is(err, io.EOF) {
			return nil // Compat (TestMultipart): not one part; it brings nothing
		}
		if f := fault.Outage(fault.Full(err)); f != nil {
			x.m.config.Log.Error("keep a form in temporary files", "error", err)
			return f
		}
		return fault.BadRequest("rest_invalid_form", "The multipart body of the request can't be read.")
	}
	form := &wire.Object{}
	for name, values := range x.req.MultipartForm.Value {
		for _, v := range values {
			urlquery.Set(form, name, v)
		}
	}
	urlquery.Listify(form)
	r.Form = x.req.MultipartForm
	r.sources = append([]source{{fromForm, form}}, r.sources...)
	return nil
}

// cleanup removes the temporary files of a form.
func (x *exchange) cleanup(r *Request) {
	if r.Form != nil {
		_ = r.Form.RemoveAll()
	}
}

package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/httpcache"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// exchange is one HTTP request with its answer.
type exchange struct {
	m          *Mount
	api        *API
	w          http.ResponseWriter
	req        *http.Request
	target     httpcache.Target
	query      *wire.Object
	method     string
	overridden bool
	actor      access.Actor
	callback   string // of JSONP
	began      cache.Ticket
}

func (x *exchange) request(ctx context.Context, path string) *Request {
	host := x.req.Host
	if strings.IndexByte(host, ':') >= 0 {
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
	}
	return &Request{
		ctx: ctx, API: x.api, Mount: x.m, Actor: x.actor, Method: x.method, Path: path,
		Header: x.req.Header, Host: host, TLS: x.req.TLS != nil, JSON: x.actor.LoggedIn() && wire.SpeaksJSON(x.req.Header), Address: x.target.String(),
		sources: []source{{fromQuery, x.query}}, began: x.began,
	}
}

// Headers that many answers have. Nobody changes them; to set one is to put another in place.
var (
	jsonType      = []string{"application/json; charset=UTF-8"}
	noRobots      = []string{"noindex"}
	noSniffing    = []string{"nosniff"}
	exposed       = []string{"X-WP-Total, X-WP-TotalPages, Link"}
	mayBeSent     = []string{"Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type"}
	variesByOwner = []string{"Origin"}
)

// headers sets what every answer has.
func (x *exchange) headers(ctx context.Context) {
	h := x.w.Header()
	h["Content-Type"], h["X-Robots-Tag"], h["X-Content-Type-Options"] = jsonType, noRobots, noSniffing
	h["Link"] = x.m.rootLink(ctx)
}

// rootLink is the header that leads to the API's root.
func (m *Mount) rootLink(ctx context.Context) []string {
	base := m.config.Base(ctx)
	if last := m.root.Load(); last != nil && last.base == base {
		return last.link
	}
	link := []string{"<" + base + m.Prefix + `/>; rel="https://api.w.org/"`}
	m.root.Store(&rootLink{base, link})
	return link
}

// rootLink is the header for an address of the site.
type rootLink struct {
	base string
	link []string
}

// share lets pages of other origins read the answer.
func (x *exchange) share() {
	if _, ok := x.w.(*recorder); ok {
		return // whoever gets the answer is told then, see cors
	}
	h := x.w.Header()
	h["Access-Control-Expose-Headers"], h["Access-Control-Allow-Headers"] = exposed, mayBeSent
	if origin := x.req.Header.Get("Origin"); origin != "" {
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Methods", "OPTIONS, GET, POST, PUT, PATCH, DELETE")
		h.Set("Access-Control-Allow-Credentials", "true")
		h.Set("Vary", "Origin")
	}
}

// callbackName is what a JSONP function may be called.
var callbackName = regexp.MustCompile(`^[\w.]+$`)

// jsonp reads the name of the function that the answer is wrapped in; on a bad
// name it answers and returns false.
func (x *exchange) jsonp() bool {
	name, ok := x.query.Get("_jsonp").(string)
	if !ok || name == "" {
		return true
	}
	x.w.Header().Set("Content-Type", "application/javascript; charset=UTF-8")
	if !callbackName.MatchString(name) {
		err := fault.BadRequest("rest_callback_invalid", "The name of the callback function is invalid.")
		err.NoData = true
		x.send(http.StatusBadRequest, wire.Encode(err.Body(), nil))
		return false
	}
	x.callback = name
	return true
}

// noCache are the headers of answers that nobody may cache.
func noCache(h http.Header) {
	h.Set("Expires", "Wed, 11 Jan 1984 05:00:00 GMT")
	h.Set("Cache-Control", "no-cache, must-revalidate, max-age=0, no-store, private")
}

// write prints an outcome.
func (x *exchange) write(ctx context.Context, o *outcome) {
	h := x.w.Header()
	var body any
	if x.method != http.MethodHead {
		body = x.api.body(o)
	}
	own := x.api.ownHeaders(o)
	// A refusal may be due to what couldn't be read, and what is told may lack it.
	if readable := x.api.readable(o, scope.Failure(ctx)); readable != o {
		o, body, own = readable, x.api.body(readable), http.Header{}
	}
	if o.err != nil {
		o.err.SetHeader(h)
	}
	status := o.status()
	if x.actor.LoggedIn() || x.overridden && status >= 400 || o.err != nil && o.err.Code == "rest_cookie_invalid_nonce" {
		noCache(h)
	} else if _, ok := x.w.(*recorder); !ok && x.req.Header.Get("Origin") == "" && x.req.Method == http.MethodGet {
		h["Vary"] = variesByOwner
	}
	if o.err == nil && o.response.Write != nil {
		x.limitCaching(ctx, status)
		copyHeaders(h, own)
		if status != http.StatusOK {
			x.w.WriteHeader(status)
		}
		o.response.Write(x.w)
		return
	}
	x.limitCaching(ctx, status)
	if _, ok := x.query.Lookup("_envelope"); ok {
		x.print(ctx, http.StatusOK, envelope(body, status, own, o.textTotals()))
		return
	}
	copyHeaders(h, own)
	if x.method == http.MethodHead || x.req.Method == http.MethodHead {
		x.w.WriteHeader(status)
		return
	}
	if status == http.StatusNoContent || body == nil && o.err == nil {
		x.send(status, nil)
		return
	}
	x.print(ctx, status, body)
}

// limitCaching tells caches what they may not do with an answer to a read: one
// that a right or a password decided on is for its caller alone, another
// failure may end at any time. It comes when the body is made.
func (x *exchange) limitCaching(ctx context.Context, status int) {
	h := x.w.Header()
	switch {
	case h.Get("Cache-Control") != "" || x.req.Method != http.MethodGet && x.req.Method != http.MethodHead:
	case status == http.StatusUnauthorized || status == http.StatusForbidden || !scope.From(ctx).MayStore():
		h.Set("Cache-Control", httpcache.Private)
	case status >= http.StatusBadRequest:
		h.Set("Cache-Control", "no-cache")
	}
}

func copyHeaders(h, own http.Header) {
	for k, v := range own {
		h[k] = v
	}
}

// largestScratch is the largest memory that waits for the next answer.
const largestScratch = 4 << 20

// print sends a body as this mount prints it. Answers are printed into memory
// that is used again, unless their size is known and they stay.
func (x *exchange) print(ctx context.Context, status int, body any) {
	_, pretty := x.query.Lookup("_pretty")
	if rec, ok := x.w.(*recorder); ok && !pretty && x.callback == "" && !IsWrite(x.method) {
		if size, known := printedSize(body); known && size <= x.m.config.MaxAnswer {
			// Addresses that were asked for stand in it: a longer one is held to its bound below.
			if out := x.whole(body, size, x.m.printer(ctx)); len(out) <= x.m.config.MaxAnswer {
				rec.keep(status, out)
				return
			}
		}
	}
	scratch, _ := x.m.scratch.Get().(*[]byte)
	if scratch == nil {
		scratch = new([]byte)
	}
	out, fits := x.append((*scratch)[:0], body, x.m.printer(ctx))
	*scratch = out
	if !fits {
		status, out = x.tooLarge(ctx, out)
	}
	if pretty {
		var b bytes.Buffer
		if json.Indent(&b, out, "", "    ") == nil {
			out = b.Bytes()
		}
	}
	x.send(status, out)
	if cap(*scratch) <= largestScratch {
		x.m.scratch.Put(scratch)
	}
}

// printedSize is about how many bytes a body takes that was printed before; known is false of
// any other.
func printedSize(body any) (n int, known bool) {
	switch b := body.(type) {
	case wire.Raw:
		return len(b), true
	case interface{ Size() int }:
		return b.Size(), true
	case []any:
		n = 2 + len(b)
		for _, v := range b {
			one, ok := printedSize(v)
			if _, list := v.([]any); list || !ok {
				return 0, false
			}
			n += one
		}
		return n, true
	}
	return 0, false
}

// whole is a body that was printed before, of about a size.
func (x *exchange) whole(body any, size int, names wire.Names) []byte {
	if raw, ok := body.(wire.Raw); ok {
		return raw // nobody changes it
	}
	return wire.Append(make([]byte, 0, size), body, names)
}

// append prints a body, and tells whether it has a length that may be sent. It
// ends early with a list that hasn't.
func (x *exchange) append(dst []byte, body any, names wire.Names) (out []byte, fits bool) {
	most := x.m.config.MaxAnswer
	list, ok := body.([]any)
	switch {
	case IsWrite(x.method): // what was done is told
		return wire.Append(dst, body, names), true
	case !ok:
		out = wire.Append(dst, body, names)
		return out, len(out) <= 2*most
	}
	out = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			out = append(out, ',')
		}
		if out = wire.Append(out, v, names); len(out) > most {
			return out, false
		}
	}
	return append(out, ']'), true
}

// tooLarge is the answer in place of one that would be too large.
func (x *exchange) tooLarge(ctx context.Context, scratch []byte) (status int, body []byte) {
	scope.NoStore(ctx)
	h := x.w.Header()
	for _, name := range []string{"X-Wp-Total", "X-Wp-Totalpages"} {
		h.Del(name)
	}
	h.Set("Cache-Control", httpcache.Private)
	f := fault.BadRequest("rest_answer_too_large", "The answer would be larger than "+strconv.Itoa(x.m.config.MaxAnswer>>20)+
		" MB. Ask for fewer items with per_page, or for fewer fields with _fields.")
	return f.HTTPStatus(), wire.Append(scratch[:0], f.Body(), nil)
}

// send sends printed bytes, which stay the caller's.
func (x *exchange) send(status int, body []byte) {
	if x.callback != "" && body != nil {
		wrapped := make([]byte, 0, len(body)+len(x.callback)+6)
		wrapped = append(append(append(wrapped, "/**/"...), x.callback...), '(')
		body = append(append(wrapped, body...), ')')
	}
	if rec, ok := x.w.(*recorder); ok {
		rec.take(status, body)
		return
	}
	if len(body) > 0 {
		// Nobody else's page can ask for what is somebody's own, so its length tells nobody anything.
		if x.req.Header.Get("Accept-Encoding") != "" { // whoever sends none takes what all take
			x.w.Header().Add("Vary", "Accept-Encoding")
		}
		httpcache.Send(x.w, x.req, status, body)
		return
	}
	x.w.Header().Set("Content-Length", "0")
	x.w.WriteHeader(status)
}

// ownHeaders are the headers that an outcome brings itself: totals, links,
// location, Allow.
func (api *API) ownHeaders(o *outcome) http.Header {
	h := make(http.Header, 4)
	r := o.request
	if methods := api.allowed(r); methods != nil {
		h.Set("Allow", strings.Join(methods, ", "))
	}
	if o.err != nil {
		return h
	}
	for k, v := range o.response.Header {
		h[k] = v
	}
	if o.response.Location.Path != "" {
		h.Set("Location", r.Mount.Ref(r.ctx, o.response.Location))
	}
	if p := o.response.Page; p != nil {
		h.Set("X-WP-Total", strconv.Itoa(p.Total))
		h.Set("X-WP-TotalPages", strconv.Itoa(p.Count()))
		if links := p.links(r); links != "" {
			h.Set("Link", links)
		}
	}
	return h
}

// textTotals tells whether an envelope prints the totals of a list as texts.
func (o *outcome) textTotals() bool {
	return o.err == nil && o.response.Page != nil && o.response.Page.TextTotals
}

// envelope is an answer as a value: body, status and its own headers.
// Totals are numbers unless they are to be texts.
func envelope(body any, status int, own http.Header, textTotals bool) *wire.Object {
	headers := wire.Map()
	for _, k := range []string{"X-WP-Total", "X-WP-TotalPages", "Link", "Location", "Allow"} {
		if v := own.Get(k); v != "" {
			if textTotals {
				headers.Set(k, v)
			} else {
				headers.Set(k, headerValue(k, v))
			}
		}
	}
	for k := range own {
		if k = httpcache.Spelling(k); !headers.Has(k) {
			headers.Set(k, own.Get(k))
		}
	}
	return wire.NewObject("body", body, "status", status, "headers", headers)
}

// headerValue prints totals as numbers.
func headerValue(k, v string) any {
	if strings.HasPrefix(k, "X-WP-Total") {
		if n, err := strconv.Atoi(v); err == nil {
			return n
		}
	}
	return v
}

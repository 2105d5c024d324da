package rest

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/httpcache"
	"quoin/internal/platform/scope"
)

// Serve answers a request for a path of the API, however it was addressed; the
// path must follow from the target. What an anonymous caller gets is cached
// until something that it depends on changes.
func (m *Mount) Serve(w http.ResponseWriter, req *http.Request, target httpcache.Target, path string) {
	if !forAnonymous(req) {
		m.serve(w, req, target, path)
		return
	}
	key := target.APIKey(m.Prefix, path)
	var made *recorder
	a := m.config.Cache.Answer(key, func() (*httpcache.Answer, cache.Deps) {
		made = m.make(req.Context(), target, path)
		return made.answer, made.deps
	})
	if a != nil {
		m.deliver(w, req, key, a)
		return
	}
	// Not a plain answer: it was made for this caller.
	copyHeaders(w.Header(), made.header)
	m.cors(w.Header(), req)
	w.WriteHeader(made.status)
	_, _ = w.Write(made.bytes()) // a caller that went away is not our failure
}

// forAnonymous tells whether a request can only be an anonymous caller's plain
// read.
func forAnonymous(req *http.Request) bool {
	h := req.Header
	if req.Method != http.MethodGet || h["Authorization"] != nil || h["Cookie"] != nil || h["X-Wp-Nonce"] != nil ||
		h["X-Http-Method-Override"] != nil || req.ContentLength != 0 || len(req.URL.RawQuery) > 4096 || wantsEvents(h) {
		return false
	}
	q := req.URL.RawQuery
	return !strings.Contains(q, "_method") && !strings.Contains(q, "_wpnonce") && !strings.Contains(q, "_jsonp") &&
		!strings.Contains(q, "%5F") && !strings.Contains(q, "%5f") && !strings.Contains(q, "password") && !strings.Contains(q, "preview_token")
}

// EventStream is the content type of answers that go on, see Response.Write.
const EventStream = "text/event-stream"

// wantsEvents tells whether a caller waits for an answer that goes on, which
// can't be made before it is sent.
func wantsEvents(h http.Header) bool {
	for _, v := range h["Accept"] {
		if strings.Contains(v, EventStream) {
			return true
		}
	}
	return false
}

// make makes an answer for an anonymous caller, of what its key says and of
// nothing else of the request. The recorder holds what was written; it has an
// answer for a plain 200 only.
func (m *Mount) make(ctx context.Context, target httpcache.Target, path string) *recorder {
	ctx = scope.ForEverybody(scope.New(ctx))
	rec := &recorder{header: make(http.Header, usualHeaders), status: http.StatusOK}
	m.serve(rec, target.Request(ctx), target, path)
	if rec.status != http.StatusOK || rec.header.Get("Content-Type") == "" {
		return rec
	}
	h := rec.header
	delete(h, "Vary")
	delete(h, "Content-Length")
	rec.deps = scope.From(ctx).Deps()
	m.config.CachePolicy.SetHeader(h, rec.deps)
	rec.answer = httpcache.NewAnswer(rec.status, h, rec.bytes())
	return rec
}

// deliver sends an answer with the headers that depend on the caller.
func (m *Mount) deliver(w http.ResponseWriter, req *http.Request, key httpcache.Key, a *httpcache.Answer) {
	m.cors(w.Header(), req)
	m.config.Cache.Deliver(w, req, key, a)
}

var (
	varyBoth   = []string{"Origin, Accept-Encoding"}
	corsTrue   = []string{"true"}
	corsMethod = []string{"OPTIONS, GET, POST, PUT, PATCH, DELETE"}
)

func (m *Mount) cors(h http.Header, req *http.Request) {
	h["Vary"], h["Access-Control-Expose-Headers"], h["Access-Control-Allow-Headers"] = varyBoth, exposed, mayBeSent
	if origin := req.Header["Origin"]; len(origin) > 0 && origin[0] != "" {
		h["Access-Control-Allow-Origin"] = origin[:1]
		h["Access-Control-Allow-Methods"] = corsMethod
		h["Access-Control-Allow-Credentials"] = corsTrue
	}
}

// usualHeaders is how many headers an answer has room for from the beginning.
const usualHeaders = 12

// recorder takes an answer instead of a connection.
type recorder struct {
	header http.Header
	status int
	wrote  bool
	body   bytes.Buffer
	whole  []byte // instead of body
	answer *httpcache.Answer
	deps   cache.Deps // of answer
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if !r.wrote {
		r.wrote, r.status = true, status
	}
}

// take takes a whole answer: a copy that takes no more memory than it must,
// since it may be cached.
func (r *recorder) take(status int, body []byte) {
	r.keep(status, append(make([]byte, 0, len(body)), body...))
}

// keep takes a whole answer that nobody else writes to.
func (r *recorder) keep(status int, body []byte) {
	r.WriteHeader(status)
	r.whole = body
}

// bytes are what was written.
func (r *recorder) bytes() []byte {
	if r.whole != nil {
		return r.whole
	}
	return r.body.Bytes()
}

func (r *recorder) Write(p []byte) (int, error) {
	r.wrote = true
	return r.body.Write(p)
}

package rest

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"quoin/internal/keep"
	"quoin/internal/scope"
)

// Serve answers a request for a path of the API, however it was addressed.
// What a stranger gets is kept until something that it was made of changes.
func (m *Mount) Serve(w http.ResponseWriter, req *http.Request, path string) {
	if !forStrangers(req) {
		m.serve(w, req, path)
		return
	}
	key := m.Prefix + "\x00" + path + "\x00" + req.URL.RawQuery
	var made *recorder
	a := m.api.Keep.Answer(key, func() (*keep.Answer, time.Time, bool) {
		made = m.make(req, path)
		until, may := scope.From(made.ctx).Lasts()
		return made.answer, until, may
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

// forStrangers tells whether a request can only be a stranger's plain read.
func forStrangers(req *http.Request) bool {
	h := req.Header
	if req.Method != http.MethodGet || h["Authorization"] != nil || h["Cookie"] != nil || h["X-Wp-Nonce"] != nil ||
		h["X-Http-Method-Override"] != nil || req.ContentLength != 0 || len(req.URL.RawQuery) > 4096 {
		return false
	}
	q := req.URL.RawQuery
	return !strings.Contains(q, "_method") && !strings.Contains(q, "_wpnonce") && !strings.Contains(q, "_jsonp") &&
		!strings.Contains(q, "%5F") && !strings.Contains(q, "%5f") && !strings.Contains(q, "password")
}

// make makes an answer for a stranger. The recorder holds what was written; it
// has an answer for a plain 200 only.
func (m *Mount) make(req *http.Request, path string) *recorder {
	ctx := scope.New(req.Context())
	plain := req.Clone(ctx)
	plain.Header.Del("Origin")
	rec := &recorder{header: http.Header{}, status: http.StatusOK, ctx: ctx}
	m.serve(rec, plain, path)
	if rec.status != http.StatusOK || rec.header.Get("Content-Type") == "" {
		return rec
	}
	h := rec.header
	h.Del("Vary")
	h.Del("Content-Length")
	h.Set("Cache-Control", keep.CacheControl(m.api.SharedMaxAge))
	tags := scope.From(ctx).Tags()
	slices.Sort(tags)
	if m.api.CacheTags {
		h.Set("Cache-Tag", keep.CacheTag(tags))
	}
	rec.answer = keep.NewAnswer(rec.status, h, rec.bytes(), tags)
	return rec
}

// deliver sends an answer with the headers that depend on the caller.
func (m *Mount) deliver(w http.ResponseWriter, req *http.Request, key string, a *keep.Answer) {
	m.cors(w.Header(), req)
	m.api.Keep.Deliver(w, req, key, a)
}

var (
	varyBoth   = []string{"Origin, Accept-Encoding"}
	corsTrue   = []string{"true"}
	corsMethod = []string{"OPTIONS, GET, POST, PUT, PATCH, DELETE"}
)

func (m *Mount) cors(h http.Header, req *http.Request) {
	h["Vary"] = varyBoth
	if origin := req.Header["Origin"]; len(origin) > 0 && origin[0] != "" {
		h["Access-Control-Allow-Origin"] = origin[:1]
		h["Access-Control-Allow-Methods"] = corsMethod
		h["Access-Control-Allow-Credentials"] = corsTrue
	}
}

// recorder takes an answer instead of a connection.
type recorder struct {
	header http.Header
	status int
	wrote  bool
	body   bytes.Buffer
	whole  []byte // instead of body
	answer *keep.Answer
	ctx    context.Context
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if !r.wrote {
		r.wrote, r.status = true, status
	}
}

// take takes a whole answer: a copy that takes no more memory than it must,
// since it may be kept.
func (r *recorder) take(status int, body []byte) {
	r.WriteHeader(status)
	r.whole = make([]byte, len(body))
	copy(r.whole, body)
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

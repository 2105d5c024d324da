package rest

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

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
	cache := m.api.Keep
	if cache != nil {
		if a := cache.Get(key); a != nil {
			m.deliver(w, req, key, a)
			return
		}
	}
	var unkept *recorder
	make := func(t keep.Ticket) *keep.Answer {
		var a *keep.Answer
		a, unkept = m.make(req, path)
		if a == nil || cache == nil {
			return nil
		}
		ctx := unkept.ctx
		until, may := scope.From(ctx).Lasts()
		if !may {
			return nil
		}
		cache.Put(t, key, a, a.Tags, until)
		return a
	}
	if cache == nil {
		make(0)
	} else if a, own := cache.Do(key, make); a != nil {
		m.deliver(w, req, key, a)
		return
	} else if !own {
		_, unkept = m.make(req, path)
	}
	// Not to be kept, or not a plain answer: it was made for this caller.
	if unkept.answer != nil {
		m.deliver(w, req, key, unkept.answer)
		return
	}
	copyHeaders(w.Header(), unkept.header)
	m.cors(w.Header(), req)
	w.WriteHeader(unkept.status)
	_, _ = w.Write(unkept.bytes()) // a caller that went away is not our failure
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

// make makes an answer for a stranger. The answer is nil for anything but a
// plain 200; the recorder holds what was written.
func (m *Mount) make(req *http.Request, path string) (*keep.Answer, *recorder) {
	ctx := scope.New(req.Context())
	plain := req.Clone(ctx)
	plain.Header.Del("Origin")
	rec := &recorder{header: http.Header{}, status: http.StatusOK, ctx: ctx}
	m.serve(rec, plain, path)
	if rec.status != http.StatusOK || rec.header.Get("Content-Type") == "" {
		return nil, rec
	}
	h := rec.header
	h.Del("Vary")
	h.Del("Content-Length")
	h.Set("Cache-Control", m.cacheControl())
	tags := scope.From(ctx).Tags()
	slices.Sort(tags)
	if m.api.CacheTags {
		h.Set("Cache-Tag", cacheTag(tags))
	}
	rec.answer = keep.NewAnswer(rec.status, h, rec.bytes(), tags)
	return rec.answer, rec
}

func (m *Mount) cacheControl() string {
	if m.api.SharedMaxAge > 0 {
		return "public, max-age=0, must-revalidate, s-maxage=" + strconv.Itoa(int(m.api.SharedMaxAge.Seconds()))
	}
	return "public, no-cache"
}

// maxCacheTag bounds the Cache-Tag header, which proxies limit.
const maxCacheTag = 8000

// cacheTag prints tags. When they are too many, those of single things go:
// whatever changes a thing changes its collection too.
func cacheTag(tags []string) string {
	all := strings.Join(tags, ",")
	if len(all) <= maxCacheTag {
		return all
	}
	var few []string
	for _, t := range tags {
		name, of, single := strings.Cut(t, ":")
		if _, err := strconv.Atoi(of); single && err == nil {
			t = map[string]string{"entry": "entries", "term": "terms", "user": "users", "comment": "comments", "revisions": "entries:revision"}[name]
		}
		if t != "" && !slices.Contains(few, t) {
			few = append(few, t)
		}
	}
	return strings.Join(few, ",")
}

// deliver sends an answer with the headers that depend on the caller.
func (m *Mount) deliver(w http.ResponseWriter, req *http.Request, key string, a *keep.Answer) {
	m.cors(w.Header(), req)
	if grown := a.Write(w, req); grown > 0 && m.api.Keep != nil {
		m.api.Keep.Grown(key, a, grown)
	}
}

var (
	varyBoth   = []string{"Origin, Accept-Encoding"}
	corsTrue   = []string{"true"}
	corsMethod = []string{"OPTIONS, GET, POST, PUT, PATCH, DELETE"}
)

func (m *Mount) cors(h http.Header, req *http.Request) {
	h["Vary"] = varyBoth
	if origin := req.Header["Origin"]; len(origin) > 0 {
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

// take takes a whole answer without copying it.
func (r *recorder) take(status int, body []byte) {
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

package httpcache

import (
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/zeebo/xxh3"
)

// Answer is the finished bytes of an answer with its headers. It is immutable
// but for its compressed forms, which are made when first asked for.
type Answer struct {
	Status int
	Header http.Header // without length, encoding and what depends on the caller
	Body   []byte
	ETag   string // strong, of the plain form

	effort effort

	mu       sync.Mutex
	forms    [2]*form
	identity form
	own      [2]string // what the identity's headers have
}

type form struct {
	body     []byte
	length   []string
	encoding []string
	etag     []string
}

// NewAnswer finishes an answer.
func NewAnswer(status int, header http.Header, body []byte) *Answer {
	sum := xxh3.Hash128(body).Bytes()
	var tag [2*len(sum) + 2]byte
	tag[0], tag[len(tag)-1] = '"', '"'
	hex.Encode(tag[1:], sum[:])
	a := &Answer{Status: status, Header: header, Body: body, ETag: string(tag[:])}
	a.own = [2]string{strconv.Itoa(len(body)), a.ETag}
	a.identity = form{body: body, length: a.own[:1:1], etag: a.own[1:]}
	return a
}

// size is about how many bytes the answer takes.
func (a *Answer) size() int {
	n := len(a.Body)
	for k, v := range a.Header {
		n += len(k) + 32
		for _, s := range v {
			n += len(s) + 16
		}
	}
	return n
}

// accepts tells whether an Accept-Encoding header accepts an encoding.
func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		q := strings.ReplaceAll(params, " ", "")
		return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
	}
	return false
}

// choose is the form for a caller and how many bytes it added to the answer.
func (a *Answer) choose(accept string) (f *form, grown int) {
	if accept == "" || len(a.Body) < smallest {
		return &a.identity, 0
	}
	for i, name := range encodings {
		if !accepts(accept, name) {
			continue
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.forms[i] == nil {
			a.forms[i] = a.compress(i)
			grown = len(a.forms[i].body)
		}
		return a.forms[i], grown
	}
	return &a.identity, 0
}

// Send writes an answer that nobody keeps, in the form that the caller prefers. Its
// headers are set before.
func Send(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	h := w.Header()
	a := &Answer{Body: body, ETag: h.Get("Etag"), effort: effortFor(r.Method)}
	a.identity = form{body: body, length: []string{strconv.Itoa(len(body))}, etag: h["Etag"]}
	f := &a.identity
	if r.Method != http.MethodHead && h.Get("Content-Encoding") == "" {
		f, _ = a.choose(r.Header.Get("Accept-Encoding"))
	}
	h["Content-Length"] = f.length
	if f.encoding != nil {
		h["Content-Encoding"] = f.encoding
	}
	if a.ETag != "" {
		h["Etag"] = f.etag
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(f.body) // a caller that went away is not our failure
	}
}

// matches tells whether an If-None-Match header names the answer, in any of
// its forms.
func (a *Answer) matches(header string) bool {
	bare := strings.Trim(a.ETag, `"`)
	for part := range strings.SplitSeq(header, ",") {
		part = strings.Trim(strings.TrimPrefix(strings.TrimSpace(part), "W/"), `"`)
		if part == "*" || part == bare || part == bare+"-br" || part == bare+"-gzip" {
			return true
		}
	}
	return false
}

// unchangedSince tells whether the answer was last modified at a time or
// before, as far as it says when.
func (a *Answer) unchangedSince(header string) bool {
	if header == "" {
		return false
	}
	last, err1 := http.ParseTime(a.Header.Get("Last-Modified"))
	since, err2 := http.ParseTime(header)
	return err1 == nil && err2 == nil && !last.After(since)
}

// Write answers a request: with 304 when the caller has it, else in the form
// that the caller prefers. The headers of the caller's own (CORS) are set
// before. It returns how many bytes a new compressed form takes.
func (a *Answer) Write(w http.ResponseWriter, req *http.Request) (grown int) {
	h := w.Header()
	for k, v := range a.Header {
		h[k] = v
	}
	if match := req.Header.Get("If-None-Match"); match != "" && a.matches(match) {
		h["Etag"] = a.identity.etag
		delete(h, "Content-Type")
		w.WriteHeader(http.StatusNotModified)
		return 0
	}
	if req.Header.Get("If-None-Match") == "" && a.unchangedSince(req.Header.Get("If-Modified-Since")) {
		h["Etag"] = a.identity.etag
		delete(h, "Content-Type")
		w.WriteHeader(http.StatusNotModified)
		return 0
	}
	f, grown := a.choose(req.Header.Get("Accept-Encoding"))
	h["Etag"] = f.etag
	h["Content-Length"] = f.length
	if f.encoding != nil {
		h["Content-Encoding"] = f.encoding
	}
	w.WriteHeader(a.Status)
	if req.Method != http.MethodHead {
		_, _ = w.Write(f.body) // a caller that went away is not our failure
	}
	return grown
}

package shadow

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"
)

// Once this site answers, visitors have pages of the old one open, which go on asking for
// its files: style sheets, scripts, fonts and images of its program, its extensions and its
// themes. What of these this site hasn't got, the old one still gives. It hears nothing of the
// visitor, and is asked for nothing that looks like a program.

// loaded are the endings of files that pages load.
var loaded = []string{
	".css", ".js", ".mjs", ".map", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico", ".woff", ".woff2", ".ttf", ".otf", ".eot", ".mp3", ".mp4", ".webm", ".xsl",
}

// isLoaded tells whether a request is for a file that a page loads.
func isLoaded(r *http.Request) bool {
	at := strings.ToLower(r.URL.Path)
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && !overridden(r) && slices.Contains(loaded, path.Ext(at)) &&
		!strings.Contains(at, ".php") && !strings.Contains(at, "/wp-json/") && !strings.HasPrefix(at, "/api/")
}

// An old site that didn't answer leaveAfter times in a row isn't asked for files for leaveFor.
const (
	leaveAfter = 3
	leaveFor   = time.Minute
)

// askedWith are the headers that a request for a file takes along: nothing in them tells of
// the visitor.
var askedWith = []string{"Accept", "Accept-Encoding", "Range", "If-Range", "If-None-Match", "If-Modified-Since"}

// versionOf is the part of a query that names the version of a file.
func versionOf(query url.Values) string {
	kept := url.Values{}
	for _, name := range []string{"ver", "v"} {
		if query.Has(name) {
			kept.Set(name, query.Get(name))
		}
	}
	return kept.Encode()
}

// maxMissing bounds the answer that is kept while the old site is asked.
const maxMissing = 1 << 20

// hereOrLeftover answers as this site, but for files that it hasn't got and the old one has.
func (s *Shadow) hereOrLeftover(w http.ResponseWriter, r *http.Request) {
	if !isLoaded(r) || s.Clock().UnixNano() < s.leftUntil.Load() {
		s.Here.ServeHTTP(w, r)
		return
	}
	m := &missing{to: w, header: http.Header{}}
	s.Here.ServeHTTP(m, r)
	if !m.is {
		return
	}
	ctx := context.WithValue(r.Context(), missingKey{}, m)
	out := r.Clone(ctx)
	out.Body, out.ContentLength = http.NoBody, 0
	out.URL.RawQuery, out.Header = versionOf(r.URL.Query()), http.Header{}
	for _, name := range askedWith {
		if values := r.Header.Values(name); len(values) > 0 {
			out.Header[name] = slices.Clone(values)
		}
	}
	s.proxy.ServeHTTP(w, out)
}

type missingKey struct{}

// missingOf is the answer that a request for a file got here, nil for other requests.
func missingOf(ctx context.Context) *missing {
	m, _ := ctx.Value(missingKey{}).(*missing)
	return m
}

// errNotThere says that the old site hasn't got a file either.
var errNotThere = errors.New("the old site hasn't got the file")

// isFile tells of a media type whether pages load files of it.
func isFile(kind, name string) bool {
	if path.Ext(name) == ".xsl" {
		return slices.Contains([]string{"text/xsl", "text/xml", "application/xml", "application/xslt+xml", "application/octet-stream"}, kind)
	}
	family, of, _ := strings.Cut(kind, "/")
	switch family {
	case "image", "font", "audio", "video":
		return true
	case "text":
		return of == "css" || of == "javascript" || of == "plain" && path.Ext(name) == ".map"
	case "application":
		return of == "javascript" || of == "x-javascript" || of == "ecmascript" || of == "octet-stream" || strings.Contains(of, "font") || of == "json" && path.Ext(name) == ".map"
	}
	return false
}

// leftover lets an answer of the old site through where it is a file.
func (s *Shadow) leftover(res *http.Response) error {
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	switch res.StatusCode {
	case http.StatusOK, http.StatusPartialContent:
		if !isFile(kind, strings.ToLower(res.Request.URL.Path)) {
			return errNotThere
		}
	case http.StatusNotModified:
	default:
		return errNotThere
	}
	s.leftFailed.Store(0)
	res.Header.Del("Set-Cookie")
	return nil
}

// stays gives the answer that this site had, and leaves an old one that didn't answer alone
// for a while.
func (s *Shadow) stays(w http.ResponseWriter, m *missing, err error) {
	switch {
	case errors.Is(err, errNotThere):
		s.leftFailed.Store(0)
	case s.leftFailed.Add(1) >= leaveAfter: // one alone may be torn by what was asked for
		s.leftFailed.Store(0)
		s.leftUntil.Store(s.Clock().Add(leaveFor).UnixNano())
	}
	clear(w.Header())
	maps.Copy(w.Header(), m.header)
	w.WriteHeader(http.StatusNotFound)
	_, _ = w.Write(m.body.Bytes()) // nobody waits any more
}

// missing is a writer that holds an answer back that says that there is nothing.
type missing struct {
	to     http.ResponseWriter
	header http.Header
	begun  bool
	is     bool
	body   bytes.Buffer
}

// Header implements http.ResponseWriter, as do WriteHeader and Write.
func (m *missing) Header() http.Header {
	if m.begun && !m.is {
		return m.to.Header()
	}
	return m.header
}

// WriteHeader decides whether the answer is held back.
func (m *missing) WriteHeader(status int) {
	if m.begun {
		return
	}
	if status >= http.StatusOK {
		m.begun, m.is = true, status == http.StatusNotFound
	}
	if !m.is {
		clear(m.to.Header())
		maps.Copy(m.to.Header(), m.header)
		m.to.WriteHeader(status)
	}
}

func (m *missing) Write(b []byte) (int, error) {
	m.WriteHeader(http.StatusOK)
	if !m.is {
		return m.to.Write(b)
	}
	if room := maxMissing - m.body.Len(); len(b) > room {
		return 0, errors.New("the page that tells that there is nothing is too long")
	}
	return m.body.Write(b)
}

// FlushError implements http.ResponseController's flushing.
func (m *missing) FlushError() error {
	if m.begun && !m.is {
		return http.NewResponseController(m.to).Flush()
	}
	return nil
}

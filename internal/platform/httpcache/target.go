package httpcache

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

// Target is the canonical address that a request asks for: a path that begins
// with one slash, and a query.
//
// It is all that an answer for an anonymous caller may depend on. The key of the
// answer, the address that pages lead back to and the request that the answer is
// made for (Request) come from it, so requests of equal keys can't have
// different answers.
type Target struct {
	uri string // "/path?query", escaped
	url *url.URL
}

// TargetOf is the target of a request, whichever form it has on the wire. ok is
// false for what no address of a site can be: an authority, "*", another
// scheme. moved tells that the path began with several slashes, as one with a
// host does where it is printed without a scheme; the target then has one.
func TargetOf(r *http.Request) (t Target, moved, ok bool) {
	u := r.URL
	if u.Opaque != "" || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return Target{}, false, false
	}
	switch {
	case u.Path == "" && u.Host != "":
		u = &url.URL{Path: "/", RawQuery: u.RawQuery}
	case u.Path == "" || u.Path[0] != '/':
		return Target{}, false, false
	case strings.HasPrefix(u.Path, "//"):
		u, moved = &url.URL{Path: "/" + strings.TrimLeft(u.Path, "/"), RawQuery: u.RawQuery}, true
	case u.Scheme != "" || u.Host != "" || u.User != nil:
		u = &url.URL{Path: u.Path, RawPath: u.RawPath, RawQuery: u.RawQuery}
	}
	t = Target{uri: u.EscapedPath(), url: u}
	if u.RawQuery != "" {
		t.uri += "?" + u.RawQuery
	}
	return t, moved, true
}

// String is the target as it is printed: "/path?query", escaped.
func (t Target) String() string { return t.uri }

// URL is the target alone, which nobody may change.
func (t Target) URL() *url.URL { return t.url }

// Request is a request for the target that brings nothing else.
func (t Target) Request(ctx context.Context) *http.Request {
	u := *t.url
	r := &http.Request{
		Method: http.MethodGet, URL: &u, RequestURI: t.uri, Header: http.Header{}, Body: http.NoBody,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	return r.WithContext(ctx)
}

// Key names an answer.
type Key struct {
	target     string
	mount, api string
}

// PageKey names the page at a target, APIKey the answer of the API that is
// mounted at a prefix to what path says.
func (t Target) PageKey() Key                  { return Key{target: t.uri} }
func (t Target) APIKey(mount, path string) Key { return Key{t.uri, mount, path} }

func (k Key) size() int { return len(k.target) + len(k.mount) + len(k.api) }

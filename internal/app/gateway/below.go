package gateway

import (
	"net/http"
	"net/url"
	"strings"

	"quoin/internal/domain/site"
)

// Below serves a site whose address has a path, as https://example.org/shop has, to requests for
// addresses below that path, without it: as they come where a proxy takes the path off. Paths that
// don't begin with it go on as they are, and so does what a proxy says that it took the path off
// (X-Forwarded-Prefix): an entry may have the slug "shop". An address that ends before the slash of
// the path leads to the one with it.
func Below(s *site.Site, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, place, _ := strings.Cut(s.Base(r.Context()), "://")
		_, path, ok := strings.Cut(place, "/")
		if !ok || path == "" || r.Header.Get("X-Forwarded-Prefix") != "" {
			next.ServeHTTP(w, r)
			return
		}
		inner, alone := taken(r, "/"+path)
		switch {
		case inner == nil:
			next.ServeHTTP(w, r)
		case alone && reads(r):
			to := r.URL.EscapedPath() + "/"
			if r.URL.RawQuery != "" {
				to += "?" + r.URL.RawQuery
			}
			w.Header().Set("Cache-Control", "no-cache")
			http.Redirect(w, r, to, http.StatusMovedPermanently) // #nosec G710 -- the path of the site's own address
		default:
			next.ServeHTTP(w, inner)
		}
	})
}

// taken is a request without the path that its own begins with, nil where it doesn't: segment by
// segment, in whatever way each is escaped. alone tells that nothing is behind that path.
func taken(r *http.Request, path string) (inner *http.Request, alone bool) {
	rest := r.URL.EscapedPath()
	for segment := range strings.SplitSeq(path[1:], "/") {
		begin, ok := strings.CutPrefix(rest, "/")
		if !ok {
			return nil, false
		}
		asked, after, more := strings.Cut(begin, "/")
		if rest = ""; more {
			rest = "/" + after
		}
		if unescaped(asked) != unescaped(segment) {
			return nil, false
		}
	}
	alone = rest == ""
	if alone {
		rest = "/"
	}
	plain, err := url.PathUnescape(rest)
	if err != nil {
		return nil, false
	}
	u, copied := *r.URL, *r
	u.Path, u.RawPath = plain, ""
	if u.EscapedPath() != rest {
		u.RawPath = rest
	}
	copied.URL, copied.RequestURI = &u, u.RequestURI()
	return &copied, alone
}

// unescaped is a segment of a path as it reads, itself where it is escaped wrongly.
func unescaped(segment string) string {
	if plain, err := url.PathUnescape(segment); err == nil {
		return plain
	}
	return segment
}

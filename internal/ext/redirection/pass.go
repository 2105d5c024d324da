package redirection

import (
	"net/http"
	"strings"
)

// byOthers is who made a redirect that doesn't say.
//
// Compat (api.TestRedirectsOfOthers): clients filter logs by this name.
const byOthers = "wordpress"

// witness sees the status of an answer.
type witness struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements http.ResponseWriter.
func (w *witness) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *witness) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// pass lets the site answer. With the setting for it, redirects that the site
// answers are logged.
func (v *visit) pass(w http.ResponseWriter, next http.Handler) {
	if !v.set.external {
		next.ServeHTTP(w, v.r)
		return
	}
	seen := &witness{ResponseWriter: w}
	next.ServeHTTP(seen, v.r)
	to, by := w.Header().Get("Location"), strings.ToLower(w.Header().Get("X-Redirect-By"))
	if seen.status < 300 || seen.status > 399 || to == "" || by == plainName {
		return
	}
	if by == "" {
		by = byOthers
	}
	e := v.entry(seen.status, false)
	e.sentTo, e.by = cut(to, maxLogged), short(by, maxRedirectBy)
	v.hits.note(e)
}

// maxRedirectBy bounds the names of who made a redirect, in bytes.
const maxRedirectBy = 50

// former is the address of the post that an address meant in a form that the
// site's addresses had before, "" for none.
func (v *visit) former() string {
	if len(v.set.former) == 0 || v.r.Method != http.MethodGet && v.r.Method != http.MethodHead {
		return ""
	}
	ctx := v.r.Context()
	base := strings.TrimPrefix(v.Site.Base(ctx), siteRoot(v.Site.Base(ctx)))
	path, ok := strings.CutPrefix(v.at.path, base)
	if !ok {
		return ""
	}
	for _, structure := range v.set.former {
		e, err := v.Links.Former(ctx, structure, path)
		if err != nil {
			v.Log.ErrorContext(ctx, "a former address can't be looked up", "error", err)
			return ""
		}
		if e == nil {
			continue
		}
		to := location(v.Links.Link(ctx, e))
		if here := v.here(to); here == "" || pathKey(decodePercent(here)) == v.at.lower {
			return "" // it is the address already, and there is nothing
		}
		return to
	}
	return ""
}

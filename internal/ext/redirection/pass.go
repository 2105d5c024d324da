package redirection

import (
	"context"
	"net/http"
	"strings"

	"quoin/internal/display/front"
)

// byOthers is who made a redirect that doesn't say.
//
// Compat (api.TestRedirectsOfOthers): clients filter logs by this name.
const byOthers = "wordpress"

// witness sees the status of an answer, and gives redirects the headers of all.
type witness struct {
	http.ResponseWriter
	set    *settings
	status int
}

// WriteHeader implements http.ResponseWriter.
func (w *witness) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
		if status >= 300 && status <= 399 && status != http.StatusNotModified && status != http.StatusTemporaryRedirect {
			for _, one := range w.set.redirect {
				w.Header().Set(one[0], one[1])
			}
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *witness) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// pass lets the site answer. With the setting for it, redirects that the site
// answers are logged.
func (v *visit) pass(w http.ResponseWriter, next http.Handler) {
	if !v.set.LogExternal && len(v.set.redirect) == 0 {
		next.ServeHTTP(w, v.r)
		return
	}
	seen := &witness{ResponseWriter: w, set: v.set}
	next.ServeHTTP(seen, v.r)
	if !v.set.LogExternal {
		return
	}
	to, by := w.Header().Get("Location"), strings.ToLower(w.Header().Get("X-Redirect-By"))
	if seen.status < 300 || seen.status > 399 || to == "" || by == plainName {
		return
	}
	if by == "" {
		by = byOthers
	}
	place, ok := v.place(false)
	if !ok {
		return
	}
	e := v.entry(place, seen.status, false)
	e.sentTo, e.by = cut(to, maxLogged), short(by, maxRedirectBy)
	if e.requestData == "" {
		e.requestData = `{"source":[]}` // of calls that this program doesn't tell
	}
	v.hits.note(e)
}

// maxRedirectBy bounds the names of who made a redirect, in bytes.
const maxRedirectBy = 50

// former leads to the post that a path meant in a form that the site's
// addresses had before. A number that nothing has leads nowhere: there is no
// name by which to guess.
func (s *visits) former(ctx context.Context, path string) *front.Lead {
	st, err := s.rules.get(ctx)
	if st == nil {
		s.Log.ErrorContext(ctx, "redirects can't be read", "error", err)
		return nil
	}
	path = decodePercent(path)
	for _, structure := range st.settings.former {
		e, reads, err := s.Links.Former(ctx, structure, path)
		switch {
		case err != nil:
			s.Log.ErrorContext(ctx, "a former address can't be looked up", "error", err)
			return nil
		case !reads:
			continue
		case e == nil && structure.HasSlug():
			return nil
		case e == nil:
			return &front.Lead{}
		}
		h, to := http.Header{}, s.Links.Link(ctx, e)
		if !structure.Slash() {
			// Compat (api.TestRedirectsByFormerAddresses): the address keeps the end that the former one
			// had, and leads on.
			to = strings.TrimSuffix(to, "/")
		}
		s.setHeader(h, st.settings, http.StatusMovedPermanently, false)
		return &front.Lead{Location: location(to), Header: h}
	}
	return nil
}

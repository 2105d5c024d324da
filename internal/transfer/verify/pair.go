package verify

import (
	"context"
	"mime"
	"net/http"
	"strings"
)

// Said is what a site at an address says to the one path that it is asked for.
type Said struct {
	URL    string
	Answer *Answer
}

// Base implements Side.
func (s Said) Base() string { return s.URL }

// Get implements Side.
func (s Said) Get(context.Context, string, bool) (*Answer, error) { return s.Answer, nil }

// Pair compares what two sites say to one path, as a Verifier does: documents of the API
// by field, pages and what isn't one as visitors see it.
func Pair(ctx context.Context, path string, was, is Said) (*Report, error) {
	r := (&Verifier{Old: was, New: is}).begin()
	kind, now := mediaType(was.Answer), mediaType(is.Answer)
	switch {
	case was.Answer.Status != http.StatusOK || is.Answer.Status != http.StatusOK:
		r.page(path, was.Answer, is.Answer)
	case kind != now && strings.TrimPrefix(kind, "text/") != strings.TrimPrefix(now, "application/"):
		r.report.count("type", false, path+" type", kind, now)
	case strings.HasSuffix(kind, "json"):
		r.compare("api", path, was.Answer, is.Answer)
	default:
		r.page(path, was.Answer, is.Answer)
	}
	return r.report, nil
}

func mediaType(a *Answer) string {
	kind, _, _ := mime.ParseMediaType(a.Header.Get("Content-Type"))
	return kind
}

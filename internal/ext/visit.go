package ext

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"

	"quoin/internal/display/front"
	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
)

// MaxConditions is how many conditions an extension adds to one sitemap.
const MaxConditions = 100

// errTooLong ends an answer to a lost address that grows beyond MaxDocument.
var errTooLong = errors.New("the answer is longer than a document may be")

// broke tells the log that the extension panicked. http.ErrAbortHandler is no defect
// but the end of the connection, and goes on.
func (h *Host) broke(ctx context.Context, where string, v any) {
	if v == http.ErrAbortHandler {
		panic(v)
	}
	h.Log.ErrorContext(ctx, "an extension panicked and is left out", "where", where, "panic", v, "stack", string(debug.Stack()))
}

// visit is what is known of a request while extensions stand around it.
type visit struct {
	http.ResponseWriter
	wrote, reached bool
	left           int // bytes that may be written, with bounded
	bounded        bool
}

func (v *visit) WriteHeader(status int) {
	v.wrote = v.wrote || status >= http.StatusOK
	v.ResponseWriter.WriteHeader(status)
}

func (v *visit) Write(p []byte) (int, error) {
	v.wrote = true
	if v.bounded {
		if v.left -= len(p); v.left < 0 {
			panic(errTooLong)
		}
	}
	return v.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (v *visit) Unwrap() http.ResponseWriter { return v.ResponseWriter }

// boundPublic is what stands around public pages. The site answers by itself when it
// panics before it has answered or asked the site.
func (h *Host) boundPublic(around func(http.Handler) http.Handler) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		handler := around(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if v, ok := r.Context().Value(visitorKey{}).(*visit); ok {
				v.reached = true
			}
			next.ServeHTTP(w, r)
		}))
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			seen := &visit{ResponseWriter: w}
			defer func() {
				v := recover()
				if v == nil {
					return
				}
				h.broke(r.Context(), "around a page", v)
				if seen.reached || seen.wrote {
					panic(http.ErrAbortHandler) // an answer has begun that nobody ends
				}
				next.ServeHTTP(w, r)
			}()
			handler.ServeHTTP(seen, r.WithContext(context.WithValue(r.Context(), visitorKey{}, seen)))
		})
	}
}

// boundNotFound is what answers an address that means nothing: with a document at most,
// within what a request may cost. When it panics before, the address means nothing.
func (h *Host) boundNotFound(answer func(http.ResponseWriter, *http.Request) bool) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) (answered bool) {
		seen := &visit{ResponseWriter: w, bounded: true, left: MaxDocument}
		defer func() {
			if v := recover(); v != nil {
				h.broke(r.Context(), "lost address", v)
				if seen.wrote {
					panic(http.ErrAbortHandler)
				}
				answered = false
			}
		}()
		return answer(seen, r.WithContext(visiting(Within(r.Context(), RequestLimit()))))
	}
}

// boundSitemap is what restricts a sitemap. One that it fails to restrict is left out:
// nothing is told to programs that the extension would have kept back.
func (h *Host) boundSitemap(restrict func(context.Context, string, string) ([]content.Condition, bool)) func(context.Context, string, string) ([]content.Condition, bool) {
	return func(ctx context.Context, kind, of string) (only []content.Condition, keep bool) {
		defer func() {
			if v := recover(); v != nil {
				h.broke(ctx, "sitemap", v)
				scope.NoStore(ctx)
				only, keep = nil, false
			}
		}()
		only, keep = restrict(visiting(ctx), kind, of)
		if len(only) > MaxConditions {
			panic(fmt.Sprintf("it adds %d conditions to a sitemap, which may be %d", len(only), MaxConditions))
		}
		return only, keep
	}
}

// boundLost is what says where a lost address leads, its header with a page's worth of
// bytes at most.
func boundLost(ask func(context.Context, string) *front.Lead) func(context.Context, string) *front.Lead {
	return func(ctx context.Context, path string) *front.Lead {
		lead := ask(visiting(ctx), path)
		if lead == nil {
			return nil
		}
		n := len(lead.Location)
		for name, values := range lead.Header {
			n += len(name) + listBytes(values)
		}
		if n > MaxHeader {
			panic(fmt.Sprintf("it leads by a header of %d bytes, which may be %d", n, MaxHeader))
		}
		return lead
	}
}

// MaxHeader is how many bytes an extension adds to the header of an answer.
const MaxHeader = 16 << 10

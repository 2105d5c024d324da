package telemetry

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"time"
)

// Requests counts requests and writes a log line for each.
type Requests struct {
	// Surface names what a path belongs to, in few words: it is a label of the
	// metrics.
	Surface func(path string) string
	// Client is the address that a request comes from, for the log.
	Client func(r *http.Request) string
	// Log gets a line for each request; nil for none.
	Log *slog.Logger
	// Metrics count them; nil for none.
	Metrics *Metrics
}

// HeaderID carries the id of a request, from a proxy to the log and back to
// the client.
const HeaderID = "X-Request-Id"

var plainID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// Handler puts itself around a handler. With neither log nor metrics it is
// that handler.
func (q *Requests) Handler(next http.Handler) http.Handler {
	if q.Log == nil && q.Metrics == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		id := ""
		if q.Log != nil {
			if id = r.Header.Get(HeaderID); !plainID.MatchString(id) {
				id = newID()
			}
			w.Header().Set(HeaderID, id)
		}
		who := new(caller)
		if q.Log != nil {
			r = r.WithContext(context.WithValue(r.Context(), callerKey{}, who))
		}
		rec := &recorder{ResponseWriter: w, status: http.StatusOK}
		if q.Metrics != nil {
			q.Metrics.running.Inc()
		}
		defer func() {
			took, aborted := time.Since(began), false
			if v := recover(); v != nil {
				aborted = true
				defer panic(v)
			}
			if q.Metrics != nil {
				q.Metrics.running.Dec()
				q.Metrics.observe(q.Surface(r.URL.Path), r.Method, rec.status, took, rec.bytes)
			}
			if q.Log != nil {
				q.line(r, rec, id, who.name(), took, aborted)
			}
		}()
		next.ServeHTTP(rec, r)
	})
}

// line logs a request. The query is left out: it may hold keys and what people
// look for.
func (q *Requests) line(r *http.Request, rec *recorder, id, actor string, took time.Duration, aborted bool) {
	const maxLength = 300
	path := cut(r.URL.EscapedPath(), maxLength)
	attrs := []slog.Attr{
		slog.String("id", id), slog.String("client", q.Client(r)), slog.String("method", method(r.Method)), slog.String("path", path),
		slog.Int("status", rec.status), slog.Int64("bytes", rec.bytes), slog.Float64("took_ms", float64(took.Microseconds())/1000),
		slog.String("agent", cut(r.UserAgent(), maxLength)), slog.String("referrer", cut(referrer(r), maxLength)),
	}
	if actor != "" {
		attrs = append(attrs, slog.String("actor", actor))
	}
	if aborted {
		attrs = append(attrs, slog.Bool("aborted", true))
	}
	level := slog.LevelInfo
	if failed(rec.status, rec.Header()) {
		level = slog.LevelError
	}
	q.Log.LogAttrs(context.WithoutCancel(r.Context()), level, "request", attrs...)
}

// caller is who made a request, once that is known.
type caller struct{ login atomic.Pointer[string] }

type callerKey struct{}

func (c *caller) name() string {
	if login := c.login.Load(); login != nil {
		return *login
	}
	return ""
}

// Caller tells the log whose account made the request of ctx.
func Caller(ctx context.Context, login string) {
	if c, ok := ctx.Value(callerKey{}).(*caller); ok {
		c.login.Store(&login)
	}
}

// cut bounds a text that a stranger sent.
func cut(text string, most int) string {
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "") + "..."
	}
	return text
}

// referrer is the page that a request comes from, without the query, as of the own path.
func referrer(r *http.Request) string {
	page, _, _ := strings.Cut(r.Referer(), "?")
	page, _, _ = strings.Cut(page, "#")
	return page
}

// failed tells whether an answer says that the server failed, rather than that it
// doesn't do this, or that a limit was reached and when to come back.
func failed(status int, header http.Header) bool {
	switch status {
	case http.StatusNotImplemented:
		return false
	case http.StatusServiceUnavailable:
		return header.Get("Retry-After") == ""
	}
	return status >= http.StatusInternalServerError
}

func newID() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// method is a request's method if it is a known one, so that nobody can make up
// labels without end.
func method(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return m
	}
	return "other"
}

// recorder notes the status and the length of an answer.
type recorder struct {
	http.ResponseWriter
	status int
	wrote  bool
	bytes  int64
}

// WriteHeader notes the final status.
func (r *recorder) WriteHeader(status int) {
	if !r.wrote && status >= http.StatusOK {
		r.status, r.wrote = status, true
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write counts what is sent.
func (r *recorder) Write(p []byte) (int, error) {
	r.wrote = true
	n, err := r.ResponseWriter.Write(p)
	r.bytes += int64(n)
	return n, err
}

// WriteString is Write for a string.
func (r *recorder) WriteString(s string) (int, error) {
	r.wrote = true
	n, err := io.WriteString(r.ResponseWriter, s)
	r.bytes += int64(n)
	return n, err
}

// ReadFrom lets files be sent without a copy through the program.
func (r *recorder) ReadFrom(src io.Reader) (int64, error) {
	r.wrote = true
	n, err := io.Copy(r.ResponseWriter, src)
	r.bytes += n
	return n, err
}

// Unwrap gives http.ResponseController what it controls.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// Flush implements http.Flusher for handlers that ask for it.
func (r *recorder) Flush() { _ = http.NewResponseController(r.ResponseWriter).Flush() }

// SurfaceOf names what of a site a path belongs to.
func SurfaceOf(uploads string, apis ...string) func(path string) string {
	return func(path string) string {
		for _, root := range apis {
			if tail, ok := strings.CutPrefix(path, root); ok && (tail == "" || tail[0] == '/') {
				return "api"
			}
		}
		if strings.HasPrefix(path, uploads) {
			return "files"
		}
		return "pages"
	}
}

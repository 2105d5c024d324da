package telemetry

import (
	"context"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Health answers the questions of those who start, stop and route to servers.
type Health struct {
	// Ready fails when requests can't be served, such as without a database.
	Ready func(ctx context.Context) error

	draining atomic.Bool
	making   sync.Once
	ending   sync.Once
	drained  chan struct{}
}

// Drain makes the server unready while it finishes what it has begun.
func (h *Health) Drain() {
	h.draining.Store(true)
	ended := h.Draining()
	h.ending.Do(func() { close(ended) })
}

// Draining is closed when the server begins to finish: whoever would go on for
// as long as the client stays ends then.
func (h *Health) Draining() chan struct{} {
	h.making.Do(func() { h.drained = make(chan struct{}) })
	return h.drained
}

// Leaving has clients of HTTP/1 take another connection for their next request while the
// server ends, so that none sends one on a connection that is about to be closed.
func (h *Health) Leaving(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor == 1 && h.draining.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// The paths of Handle.
const (
	PathAlive = "/healthz"
	PathReady = "/readyz"
)

// readyTime bounds the look at the database.
const readyTime = 2 * time.Second

// Handle answers /healthz (200 while the process runs) and /readyz (200 when it
// can serve, else 503), and tells whether the request was one of them.
func (h *Health) Handle(w http.ResponseWriter, r *http.Request) bool {
	if r.URL.Path != PathAlive && r.URL.Path != PathReady {
		return false
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		w.WriteHeader(http.StatusMethodNotAllowed)
		return true
	}
	status, text := http.StatusOK, "ok\n"
	if r.URL.Path == PathReady {
		ctx, cancel := context.WithTimeout(r.Context(), readyTime)
		defer cancel()
		switch {
		case h.draining.Load():
			status, text = http.StatusServiceUnavailable, "shutting down\n"
		case h.Ready(ctx) != nil:
			status, text = http.StatusServiceUnavailable, "the database doesn't answer\n"
		}
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
	return true
}

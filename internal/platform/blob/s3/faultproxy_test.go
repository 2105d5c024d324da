package s3

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
)

// mishap is something that goes wrong between the store and the server.
type mishap int

const (
	answer500   mishap = iota + 1
	answer503          // with the error code services use to ask for patience
	cutRequest         // the connection ends before anything is read
	cutUpload          // the connection ends in the middle of the request's body
	cutDownload        // the connection ends in the middle of the answer's body
	stall              // no answer until the client gives up, or the test ends
)

// faultProxy passes requests on to an S3 server, except those it was told to fail.
type faultProxy struct {
	server  *httptest.Server
	pass    *httputil.ReverseProxy
	hits    atomic.Int64
	stalled chan struct{}
	once    sync.Once
	over    chan struct{} // the test ends

	mu     sync.Mutex
	method string
	mishap mishap
	left   int
}

func startProxy(t *testing.T, endpoint string) *faultProxy {
	p := &faultProxy{stalled: make(chan struct{}), over: make(chan struct{})}
	// The Host header is part of the signature, so it has to arrive as the client sent it.
	p.pass = &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: endpoint})
		r.Out.Host = r.In.Host
	}}
	p.server = httptest.NewServer(p)
	t.Cleanup(func() {
		close(p.over)
		p.server.Close()
	})
	return p
}

func (p *faultProxy) address() string { return p.server.URL }

// fail makes the next n requests of a method go wrong.
func (p *faultProxy) fail(method string, f mishap, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.method, p.mishap, p.left = method, f, n
	p.hits.Store(0)
}

func (p *faultProxy) next(r *http.Request) mishap {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.Method != p.method || p.left == 0 {
		return 0
	}
	p.left--
	p.hits.Add(1)
	return p.mishap
}

func (p *faultProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch p.next(r) {
	case answer500:
		refuse(w, r, http.StatusInternalServerError, "InternalError")
	case answer503:
		refuse(w, r, http.StatusServiceUnavailable, "SlowDown")
	case cutRequest:
		cut(w)
	case cutUpload:
		io.CopyN(io.Discard, r.Body, r.ContentLength/2)
		cut(w)
	case cutDownload:
		half := &halfWriter{ResponseWriter: w, left: 100_000}
		p.pass.ServeHTTP(half, r)
		cut(w)
	case stall:
		p.once.Do(func() { close(p.stalled) })
		// A client that goes away isn't noticed while its body is unread.
		select {
		case <-r.Context().Done():
		case <-p.over:
		}
	default:
		p.pass.ServeHTTP(w, r)
	}
}

func refuse(w http.ResponseWriter, r *http.Request, status int, code string) {
	io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	io.WriteString(w, "<Error><Code>"+code+"</Code><Message>injected</Message></Error>")
}

// cut resets the connection.
func cut(w http.ResponseWriter) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetLinger(0)
	}
	conn.Close()
}

// halfWriter swallows what lies behind the first bytes of a body.
type halfWriter struct {
	http.ResponseWriter
	left int
}

func (h *halfWriter) Write(b []byte) (int, error) {
	n := min(len(b), h.left)
	h.left -= n
	if n > 0 {
		if _, err := h.ResponseWriter.Write(b[:n]); err != nil {
			return 0, err
		}
		h.ResponseWriter.(http.Flusher).Flush()
	}
	return len(b), nil
}

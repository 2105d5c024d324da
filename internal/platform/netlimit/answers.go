package netlimit

import (
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// streamsOfConnection is how many requests one connection of HTTP/2 carries beside
// each other: what a browser asks for.
const streamsOfConnection = 100

// HTTP2 are the bounds of HTTP/2 that the server itself holds: streams of a connection,
// and connections whose other end is gone.
func HTTP2() *http.HTTP2Config {
	return &http.HTTP2Config{
		MaxConcurrentStreams: streamsOfConnection, MaxReceiveBufferPerStream: 256 << 10,
		SendPingTimeout: time.Minute, PingTimeout: 30 * time.Second,
	}
}

// Answers bounds what clients of HTTP/2 hold by not taking their answers. Those of
// HTTP/1 hold connections, which a Listener counts and hurries; a connection of HTTP/2
// carries many requests, and stays busy and writable while none of them goes on.
type Answers struct {
	// PerClient is how many requests one client may have under way beside each other, on
	// all its connections; streamsOfConnection if it is less.
	PerClient int
	Trusted   Proxies

	reading reading // the usual one if zero
	mu      sync.Mutex
	asking  clients
}

// Handler makes answers that go out by HTTP/2 be taken as fast as others, and refuses
// requests of who has too many under way.
func (a *Answers) Handler(h http.Handler) http.Handler {
	pace := a.reading
	if pace.part == 0 {
		pace = defaultReading()
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor < 2 {
			h.ServeHTTP(w, r)
			return
		}
		client := Peer(a.Trusted.Client(r))
		if !a.begin(client) {
			// Without a body there is nothing that has to be taken.
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		defer a.end(client)
		out := &taken{ResponseWriter: w, control: http.NewResponseController(w), pace: pace}
		h.ServeHTTP(out, r)
		// The server sends what it still holds.
		out.allow()
	})
}

func (a *Answers) begin(client netip.Addr) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.asking[client] >= max(a.PerClient, streamsOfConnection) {
		return false
	}
	if a.asking == nil {
		a.asking = clients{}
	}
	a.asking[client]++
	return true
}

func (a *Answers) end(client netip.Addr) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.asking[client]--; a.asking[client] <= 0 {
		delete(a.asking, client)
	}
}

// taken is an answer whose client must take it.
type taken struct {
	http.ResponseWriter
	control *http.ResponseController
	pace    reading
}

// allow gives what is sent next its time. A stream without deadlines is none of a
// client.
func (t *taken) allow() { _ = t.control.SetWriteDeadline(time.Now().Add(t.pace.time)) }

// rest lets the stream be quiet for as long as it likes.
func (t *taken) rest() { _ = t.control.SetWriteDeadline(time.Time{}) }

// Write implements io.Writer.
func (t *taken) Write(p []byte) (n int, err error) {
	for first := true; first || err == nil && n < len(p); first = false {
		t.allow()
		var m int
		m, err = t.ResponseWriter.Write(p[n:min(len(p), n+t.pace.part)])
		n += m
	}
	if err == nil {
		t.rest()
	}
	return n, err
}

// FlushError sends what was written.
func (t *taken) FlushError() error {
	t.allow()
	err := t.control.Flush()
	if err == nil {
		t.rest()
	}
	return err
}

// Flush implements http.Flusher.
func (t *taken) Flush() { _ = t.FlushError() }

// Unwrap gives http.ResponseController what it controls.
func (t *taken) Unwrap() http.ResponseWriter { return t.ResponseWriter }

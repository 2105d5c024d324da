package netlimit

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// Pace is how slowly a body may come.
type Pace struct {
	// Pause is how long nothing may come, and the grace before the average
	// counts.
	Pause time.Duration
	// Rate is how many bytes a second must come on average.
	Rate int64
}

// Paces are those of the kinds of bodies.
type Paces struct {
	// Upload is for files, which the slowest of mobile networks may send.
	Upload Pace
	// Call is for JSON and forms: they are short, and held in memory while they
	// come.
	Call Pace
}

// DefaultPaces are the usual ones.
func DefaultPaces() Paces {
	return Paces{Upload: Pace{Pause: 30 * time.Second, Rate: 2 << 10}, Call: Pace{Pause: 10 * time.Second, Rate: 8 << 10}}
}

// of is the pace for the body of a request.
func (p Paces) of(r *http.Request) Pace {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case kind == "multipart/form-data", strings.HasPrefix(kind, "image/"), strings.HasPrefix(kind, "audio/"),
		strings.HasPrefix(kind, "video/"), r.Header.Get("Content-Disposition") != "":
		return p.Upload
	case kind == "application/json", strings.HasSuffix(kind, "+json"), kind == "application/x-www-form-urlencoded", kind == "":
		return p.Call
	}
	return p.Upload
}

// Bodies bounds how bodies of requests come in.
type Bodies struct {
	Paces Paces
	// PerClient is how many bodies one client may be sending at a time; 0 leaves
	// it to the connections. It matters behind trusted proxies, whose
	// connections are everybody's.
	PerClient int
	Trusted   Proxies

	mu      sync.Mutex
	sending clients
}

// Handler makes the bodies of requests keep coming. What was read of one that
// stalls would stay in memory, and its connection open, for as long as its
// sender likes. Time in which the handler doesn't read doesn't count.
func (b *Bodies) Handler(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn := connOf(r.Context())
		if r.ProtoMajor > 1 {
			conn = nil // several requests share it: none is what it waits for
		}
		if conn != nil {
			conn.waitFor(0) // its header is here
		}
		if r.Body == nil || r.Body == http.NoBody {
			h.ServeHTTP(w, r)
			return
		}
		done, ok := b.begin(r)
		if !ok {
			w.Header().Set("Retry-After", "1")
			w.Header().Set("Connection", "close")
			http.Error(w, "Too many requests of yours are coming in at the same time.", http.StatusServiceUnavailable)
			return
		}
		defer done()
		in := &body{ReadCloser: r.Body, deadlines: http.NewResponseController(w), conn: conn, pace: b.Paces.of(r), ended: done}
		// The server itself reads what the handler leaves.
		in.allow(in.pace.Pause)
		copied := *r
		copied.Body = in
		h.ServeHTTP(w, &copied)
	})
}

// begin counts a body of a client until done is called.
func (b *Bodies) begin(r *http.Request) (done func(), ok bool) {
	if b.PerClient <= 0 {
		return func() {}, true
	}
	client := Peer(b.Trusted.Client(r))
	if !client.IsValid() {
		return func() {}, true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.sending[client] >= b.PerClient {
		return nil, false
	}
	if b.sending == nil {
		b.sending = clients{}
	}
	b.sending[client]++
	return sync.OnceFunc(func() { b.end(client) }), true
}

func (b *Bodies) end(client netip.Addr) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.sending[client]--; b.sending[client] <= 0 {
		delete(b.sending, client)
	}
}

type body struct {
	io.ReadCloser
	deadlines *http.ResponseController
	conn      *conn // nil without a Listener
	pace      Pace
	came      int64
	waited    time.Duration
	ended     func()
}

func (b *body) Read(p []byte) (int, error) {
	start := time.Now()
	earned := time.Duration(float64(b.came) / float64(b.pace.Rate) * float64(time.Second))
	b.allow(min(b.pace.Pause, b.pace.Pause+earned-b.waited))
	if b.conn != nil {
		// It owes as if it had begun to send as long ago as it made us wait.
		b.conn.waiting.Store(start.Add(-b.waited).UnixNano())
	}
	n, err := b.ReadCloser.Read(p)
	b.came, b.waited = b.came+int64(n), b.waited+time.Since(start)
	if b.conn != nil {
		b.conn.received.Store(b.came)
		b.conn.waiting.Store(0)
	}
	if errors.Is(err, io.EOF) {
		b.ended()
		// From here on the server listens whether the client goes away. After any
		// other error the deadline stays, and ends the connection.
		_ = b.deadlines.SetReadDeadline(time.Time{})
	}
	return n, err
}

// allow sets how long the next bytes may take. What has no deadlines has no
// connection to a client either.
func (b *body) allow(d time.Duration) { _ = b.deadlines.SetReadDeadline(time.Now().Add(d)) }

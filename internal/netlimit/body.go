package netlimit

import (
	"errors"
	"io"
	"net/http"
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

// UsualPace lets the slowest of mobile networks send.
func UsualPace() Pace { return Pace{Pause: 30 * time.Second, Rate: 2 << 10} }

// Bodies makes the bodies of requests keep coming. What was read of one that
// stalls would stay in memory, and its connection open, for as long as its
// sender likes. Time in which the handler doesn't read doesn't count.
func Bodies(h http.Handler, p Pace) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != nil && r.Body != http.NoBody {
			b := &body{ReadCloser: r.Body, conn: http.NewResponseController(w), pace: p}
			// The server itself reads what the handler leaves.
			b.allow(p.Pause)
			copied := *r
			copied.Body = b
			r = &copied
		}
		h.ServeHTTP(w, r)
	})
}

type body struct {
	io.ReadCloser
	conn   *http.ResponseController
	pace   Pace
	came   int64
	waited time.Duration
}

func (b *body) Read(p []byte) (int, error) {
	start := time.Now()
	earned := time.Duration(float64(b.came) / float64(b.pace.Rate) * float64(time.Second))
	b.allow(min(b.pace.Pause, b.pace.Pause+earned-b.waited))
	n, err := b.ReadCloser.Read(p)
	b.came, b.waited = b.came+int64(n), b.waited+time.Since(start)
	if errors.Is(err, io.EOF) {
		// From here on the server listens whether the client goes away. After any
		// other error the deadline stays, and ends the connection.
		_ = b.conn.SetReadDeadline(time.Time{})
	}
	return n, err
}

// allow sets how long the next bytes may take. What has no deadlines has no
// connection to a client either.
func (b *body) allow(d time.Duration) { _ = b.conn.SetReadDeadline(time.Now().Add(d)) }

package netlimit

import (
	"context"
	"crypto/tls"
	"net"
	"time"
)

// quiet is how long a connection without a request is given to bring one before it may
// be closed: a client that asks again and again does so within it.
const quiet = 500 * time.Millisecond

// AwaitRest returns when no connection has a request that begins or is answered, or when
// ctx ends. It is for a server that is about to end: http.Server.Shutdown drops requests
// whose header it hasn't read to the end. Connections of HTTP/2 are left to Shutdown, which
// tells their clients.
func (l *Listener) AwaitRest(ctx context.Context) {
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for !l.rests(time.Now()) {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
}

func (l *Listener) rests(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.open {
		if !c.rests(now) {
			return false
		}
	}
	return true
}

// rests tells whether nothing is under way on a connection. One that is new, and one
// whose last request was answered, must have been quiet for a moment.
func (c *conn) rests(now time.Time) bool {
	if c.shared.Load() {
		return true
	}
	since := c.idleSince.Load()
	if since == 0 && !c.heard.Load() {
		since = c.waiting.Load()
	}
	return since != 0 && now.Sub(time.Unix(0, since)) >= quiet
}

// multiplexed tells whether a connection speaks HTTP/2.
func multiplexed(c net.Conn) bool {
	t, ok := c.(*tls.Conn)
	return ok && t.ConnectionState().NegotiatedProtocol == "h2"
}

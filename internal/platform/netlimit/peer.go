package netlimit

import (
	"context"
	"crypto/tls"
	"net"
	"net/netip"
	"time"
)

// newConn is a connection whose client owes us its first header.
func newConn(tcp *net.TCPConn, l *Listener) *conn {
	c := &conn{TCPConn: tcp, from: l}
	if a, ok := tcp.RemoteAddr().(*net.TCPAddr); ok {
		if addr := a.AddrPort().Addr(); !l.Trusted.Trust(addr) {
			c.peer = Peer(addr)
		}
	}
	c.waitFor(time.Now().UnixNano())
	return c
}

// waitFor notes since when the client owes us bytes, in nanoseconds; 0 says
// that it owes none.
func (c *conn) waitFor(since int64) {
	c.received.Store(0)
	c.waiting.Store(since)
}

// owedRate is how many bytes a second pay for the time of sending them.
const owedRate = 8 << 10

// owes is for how long the client has kept us waiting beyond what its bytes
// were worth; nothing while it is not its turn.
func (c *conn) owes(now time.Time) time.Duration {
	since := c.waiting.Load()
	if since == 0 {
		return 0
	}
	worth := time.Duration(float64(c.received.Load()) / owedRate * float64(time.Second))
	return now.Sub(time.Unix(0, since)) - worth
}

// SetReadDeadline implements net.Conn. The times for which the server waits, for
// a header, a body or the next request, shrink once half of all places are
// taken, down to a tenth.
func (c *conn) SetReadDeadline(t time.Time) error {
	if wait := time.Until(t); !t.IsZero() && wait > leastPatience {
		t = time.Now().Add(max(leastPatience, time.Duration(float64(wait)*c.from.patience())))
	}
	return c.TCPConn.SetReadDeadline(t)
}

// patience is the part of the usual times that clients get.
func (l *Listener) patience() float64 {
	fill := float64(l.count.Load()) / float64(l.most)
	return min(1, max(0.1, 2*(1-fill)))
}

type connKey struct{}

// ConnContext is the hook of that name in http.Server.
func (*Listener) ConnContext(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, underTLS(c))
}

// underTLS is the connection that TLS runs on, or c itself.
func underTLS(c net.Conn) net.Conn {
	if t, ok := c.(*tls.Conn); ok {
		return t.NetConn()
	}
	return c
}

// connOf is the connection that a request came on, nil when it is none of a
// Listener.
func connOf(ctx context.Context) *conn {
	c, _ := ctx.Value(connKey{}).(*conn)
	return c
}

// clients counts what each client has under way.
type clients map[netip.Addr]int

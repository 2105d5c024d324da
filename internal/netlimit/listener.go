package netlimit

import (
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Listener accepts at most a number of TCP connections at a time. Its
// ConnState must be told the states of what it accepted.
type Listener struct {
	*net.TCPListener
	most     int
	reading  reading
	refusing atomic.Int64

	mu   sync.Mutex
	open map[*conn]bool
}

// Limit makes a listener with at most so many open connections.
func Limit(l *net.TCPListener, most int) *Listener {
	return &Listener{TCPListener: l, most: most, reading: usualReading(), open: map[*conn]bool{}}
}

// Accept implements net.Listener.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		tcp, err := l.AcceptTCP()
		if err != nil {
			return nil, err
		}
		c := &conn{TCPConn: tcp, from: l}
		if l.admit(c) {
			return c, nil
		}
		l.refuse(tcp)
	}
}

// admit counts a connection, closing an idle one if there are too many.
func (l *Listener) admit(c *conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.open) >= l.most {
		idle := l.idle()
		if idle == nil {
			return false
		}
		delete(l.open, idle)
		// Its goroutine sees the end and closes it once more, to no effect.
		idle.TCPConn.Close()
	}
	l.open[c] = true
	return true
}

// idle is the connection that has been idle for longest, nil if all are at
// work.
func (l *Listener) idle() *conn {
	var longest *conn
	var since int64
	for c := range l.open {
		if at := c.idleSince.Load(); at != 0 && (longest == nil || at < since) {
			longest, since = c, at
		}
	}
	return longest
}

// ConnState is the hook of that name in http.Server.
func (*Listener) ConnState(c net.Conn, state http.ConnState) {
	known, ok := c.(*conn)
	switch {
	case !ok:
	case state == http.StateIdle:
		known.idleSince.Store(time.Now().UnixNano())
	case state == http.StateActive:
		known.idleSince.Store(0)
	}
}

const (
	// refusalsAtOnce is how many refused connections are told so beside each
	// other; more are just closed.
	refusalsAtOnce = 64
	refusalTime    = time.Second
	refusal        = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n" +
		"Content-Type: text/plain; charset=utf-8\r\nContent-Length: 48\r\n\r\nThe server has too many connections. Try later.\n"
)

// refuse tells a client to come back later.
func (l *Listener) refuse(c *net.TCPConn) {
	if l.refusing.Add(1) > refusalsAtOnce {
		l.refusing.Add(-1)
		c.Close()
		return
	}
	go func() {
		defer l.refusing.Add(-1)
		defer c.Close()
		if c.SetDeadline(time.Now().Add(refusalTime)) != nil {
			return
		}
		if _, err := io.WriteString(c, refusal); err != nil || c.CloseWrite() != nil {
			return
		}
		// A connection that is closed with its request unread is reset, and the
		// client may never see the answer.
		_, _ = io.CopyN(io.Discard, c, 64<<10)
	}()
}

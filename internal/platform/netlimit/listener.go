package netlimit

import (
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// Listener accepts at most a number of TCP connections at a time, and of these
// only a part from one address. Its ConnState and ConnContext must be those of
// the server that serves what it accepted.
type Listener struct {
	*net.TCPListener
	// PerPeer is how many connections one address may have, see Peer; trusted
	// proxies may have any number. Set it before the first Accept.
	PerPeer int
	Trusted Proxies

	closing  sync.Once
	most     int
	reading  reading
	refusing atomic.Int64
	count    atomic.Int64

	mu    sync.Mutex
	open  map[*conn]bool
	peers map[netip.Addr]int
}

// Limit makes a listener with at most so many open connections, an eighth of
// them from one address but at least leastPerPeer.
func Limit(l *net.TCPListener, most int) *Listener {
	return &Listener{
		TCPListener: l, PerPeer: PerPeer(most), most: most, reading: defaultReading(),
		open: map[*conn]bool{}, peers: map[netip.Addr]int{},
	}
}

// leastPerPeer is what a browser and a few of its neighbours use.
const leastPerPeer = 16

// PerPeer is the usual part of all connections that one address may have.
func PerPeer(most int) int { return min(most, max(leastPerPeer, most/8)) }

// Accept implements net.Listener.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		tcp, err := l.AcceptTCP()
		if err != nil {
			return nil, err
		}
		c := newConn(tcp, l)
		if l.admit(c) {
			return c, nil
		}
		l.refuse(tcp)
	}
}

// AcceptWaiting returns when no connection waits to be accepted, by whoever calls
// Accept, and says so; or after a limit. Those that wait are reset when a listener is
// closed, though their clients may have sent a request already. What waits is known
// on Linux only.
func (l *Listener) AcceptWaiting(limit time.Duration) bool {
	for end := time.Now().Add(limit); waiting(l.TCPListener) > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// Close implements net.Listener. Who ends a server closes it before the server does, which
// is no error.
func (l *Listener) Close() (err error) {
	l.closing.Do(func() { err = l.TCPListener.Close() })
	return err
}

// admit counts a connection, closing another one if there are too many: one
// that is idle, else one whose client keeps us waiting.
func (l *Listener) admit(c *conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.peer.IsValid() && l.peers[c.peer] >= l.PerPeer && !l.makeRoom(func(o *conn) bool { return o.peer == c.peer }) {
		return false
	}
	if len(l.open) >= l.most && !l.makeRoom(func(*conn) bool { return true }) {
		return false
	}
	l.open[c] = true
	l.count.Store(int64(len(l.open)))
	if c.peer.IsValid() {
		l.peers[c.peer]++
	}
	return true
}

// forget stops counting a connection.
func (l *Listener) forget(c *conn) {
	if !l.open[c] {
		return
	}
	delete(l.open, c)
	l.count.Store(int64(len(l.open)))
	if c.peer.IsValid() {
		if l.peers[c.peer]--; l.peers[c.peer] == 0 {
			delete(l.peers, c.peer)
		}
	}
}

// leastPatience is how long a client may always keep us waiting.
const leastPatience = time.Second

// makeRoom closes one of some connections: the one that has been idle for
// longest, or else the one that owes us bytes for longest, measured by what it
// sent meanwhile.
func (l *Listener) makeRoom(among func(*conn) bool) bool {
	var idle, slow *conn
	var since int64
	owed := leastPatience
	now := time.Now()
	for c := range l.open {
		if !among(c) {
			continue
		}
		if at := c.idleSince.Load(); at != 0 && (idle == nil || at < since) {
			idle, since = c, at
		}
		if o := c.owes(now); o > owed {
			slow, owed = c, o
		}
	}
	victim := idle
	if victim == nil {
		victim = slow
	}
	if victim == nil {
		return false
	}
	l.forget(victim)
	// Its goroutine sees the end and closes it once more, to no effect.
	victim.TCPConn.Close()
	return true
}

// ConnState is the hook of that name in http.Server.
func (*Listener) ConnState(c net.Conn, state http.ConnState) {
	known, ok := underTLS(c).(*conn)
	if ok && multiplexed(c) {
		known.shared.Store(true)
	}
	switch {
	case !ok:
	case state == http.StateIdle:
		known.waitFor(0)
		known.idleSince.Store(time.Now().UnixNano())
	case state == http.StateActive:
		// The header of the next request has begun to come.
		if known.idleSince.Swap(0) != 0 {
			known.waitFor(time.Now().UnixNano())
		}
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

package netlimit

import (
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"sync/atomic"
	"time"
)

// reading is how fast clients must read.
type reading struct {
	// part is what a client must take within time.
	part int
	time time.Duration
	// step is how exactly that is kept: setting a deadline costs as much as a
	// small write.
	step time.Duration
}

// defaultReading is about a thousand bytes a second at least.
func defaultReading() reading {
	return reading{part: 128 << 10, time: 2 * time.Minute, step: 5 * time.Second}
}

// conn is a connection that counts, and whose client must read.
type conn struct {
	*net.TCPConn
	from      *Listener
	peer      netip.Addr   // that the connection counts for; the zero address for none
	idleSince atomic.Int64 // in nanoseconds, 0 while it is at work
	waiting   atomic.Int64 // since when its client owes us bytes, 0 while it doesn't
	received  atomic.Int64 // bytes since then
	heard     atomic.Bool  // bytes came since it was made
	shared    atomic.Bool  // HTTP/2 carries requests beside each other on it
	renewed   time.Time    // when the deadline of writes was set
}

// Read implements io.Reader.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.TCPConn.Read(p)
	if n > 0 && !c.heard.Load() {
		c.heard.Store(true)
	}
	return n, err
}

// renew gives the next part its time.
func (c *conn) renew() error {
	now := time.Now()
	if now.Sub(c.renewed) < c.from.reading.step {
		return nil
	}
	c.renewed = now
	return c.SetWriteDeadline(now.Add(c.from.reading.time + c.from.reading.step))
}

// Close implements net.Conn.
func (c *conn) Close() error {
	c.from.mu.Lock()
	c.from.forget(c)
	c.from.mu.Unlock()
	return c.TCPConn.Close()
}

// Write implements io.Writer. It is one write for a client that reads, and goes
// on after the time is over for one that took its part.
func (c *conn) Write(p []byte) (n int, err error) {
	for {
		if err := c.renew(); err != nil {
			return n, err
		}
		m, err := c.TCPConn.Write(p[n:])
		n += m
		if m < c.from.reading.part || !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
	}
}

// ReadFrom implements io.ReaderFrom: files go out without being copied through
// the program.
func (c *conn) ReadFrom(r io.Reader) (n int64, err error) {
	limited, ok := r.(*io.LimitedReader)
	if !ok {
		limited = &io.LimitedReader{R: r, N: 1<<63 - 1}
	}
	for limited.N > 0 {
		if err := c.renew(); err != nil {
			return n, err
		}
		part := &io.LimitedReader{R: limited.R, N: min(limited.N, int64(c.from.reading.part))}
		want := part.N
		m, err := c.TCPConn.ReadFrom(part)
		n, limited.N = n+m, limited.N-m
		if err != nil || m < want {
			return n, err
		}
	}
	return n, nil
}

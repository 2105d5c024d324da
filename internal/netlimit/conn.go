package netlimit

import (
	"io"
	"net"
	"sync/atomic"
	"time"
)

const (
	// writePart is what a client must take within writeTime: about a thousand
	// bytes a second at least.
	writePart = 128 << 10
	writeTime = 2 * time.Minute
	// writeStep is how exactly that is kept: setting a deadline costs as much as
	// a small write.
	writeStep = 5 * time.Second
)

// conn is a connection that counts, and whose client must read.
type conn struct {
	*net.TCPConn
	from      *Listener
	idleSince atomic.Int64 // in nanoseconds, 0 while it is at work
	renewed   time.Time    // when the deadline of writes was set
}

// renew gives the next part its time.
func (c *conn) renew() error {
	now := time.Now()
	if now.Sub(c.renewed) < writeStep {
		return nil
	}
	c.renewed = now
	return c.SetWriteDeadline(now.Add(writeTime + writeStep))
}

// Close implements net.Conn.
func (c *conn) Close() error {
	c.from.mu.Lock()
	delete(c.from.open, c)
	c.from.mu.Unlock()
	return c.TCPConn.Close()
}

// Write implements io.Writer.
func (c *conn) Write(p []byte) (n int, err error) {
	for {
		part := p[n:min(len(p), n+writePart)]
		if err := c.renew(); err != nil {
			return n, err
		}
		m, err := c.TCPConn.Write(part)
		if n += m; err != nil || n == len(p) {
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
		part := &io.LimitedReader{R: limited.R, N: min(limited.N, writePart)}
		want := part.N
		m, err := c.TCPConn.ReadFrom(part)
		n, limited.N = n+m, limited.N-m
		if err != nil || m < want {
			return n, err
		}
	}
	return n, nil
}

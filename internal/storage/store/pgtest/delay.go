package pgtest

import (
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Delayed is another address for a database: what goes there and comes from
// there arrives so much later each way, as from a server that is further away.
// As much as one likes is under way at the same time.
func (s *Server) Delayed(t testing.TB, address string, delay time.Duration) string {
	t.Helper()
	delayed, _ := s.Far(t, address, delay)
	return delayed
}

// Far is Delayed, and tells how many messages went there so far.
func (s *Server) Far(t testing.TB, address string, delay time.Duration) (delayed string, messages func() int64) {
	t.Helper()
	var sent atomic.Int64
	return between(t, address, func(client, server net.Conn) {
		var both sync.WaitGroup
		both.Go(func() { later(server, client, delay, &sent) })
		both.Go(func() { later(client, server, delay, new(atomic.Int64)) })
		both.Wait()
	}), sent.Load
}

// parcel is what was read at once, and when it arrives.
type parcel struct {
	data []byte
	due  time.Time
}

// later copies from one connection to another, each part after a delay, until
// one of them ends, and counts the parts.
func later(to, from net.Conn, delay time.Duration, parts *atomic.Int64) {
	under := make(chan parcel, 256)
	go func() {
		defer close(under)
		for {
			buffer := make([]byte, 16<<10)
			n, err := from.Read(buffer)
			if n > 0 {
				parts.Add(1)
				under <- parcel{buffer[:n], time.Now().Add(delay)}
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					to.Close()
				}
				return
			}
		}
	}()
	for p := range under {
		time.Sleep(time.Until(p.due))
		if _, err := to.Write(p.data); err != nil {
			from.Close()
			for range under {
			}
			return
		}
	}
	if c, ok := to.(interface{ CloseWrite() error }); ok {
		c.CloseWrite()
	}
}

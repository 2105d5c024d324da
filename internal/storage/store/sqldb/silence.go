package sqldb

import (
	"context"
	"encoding/binary"
	"errors"
	"log/slog"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A server whose machine is lost, or stands still, says nothing any more and ends no
// connection. Whoever waits for it would wait until the system gives up, a quarter of an
// hour later. So a connection that gets no answer for silentAfter has its server asked in
// another way. If there is no answer to that within connectWithin either, all connections to
// it are closed: who reads is told that the database is away, who commits that the outcome
// is unknown, and where the address names several servers the next connections go to the
// others.
const (
	silentAfter = 5 * time.Second
	// impatient is from when on it counts that somebody gave up waiting.
	impatient = time.Second
	// connectWithin is how long one server may take to take a connection, unless the address
	// says otherwise (connect_timeout).
	connectWithin = 5 * time.Second
	// shunned is how long a server that was silent is the last to be tried.
	shunned = time.Minute
)

// place is where a server is reached.
type place struct{ network, address string }

// silence knows the connections to the servers of one address, and which are silent.
type silence struct {
	log      *slog.Logger
	suspects chan place // where somebody waited in vain
	dialer   pgconn.DialFunc

	mu     sync.Mutex
	open   map[*heardConn]bool
	names  map[string]string    // of the addresses that they were looked up for
	silent map[string]time.Time // when a server was found to be so, by its name and port
}

func newSilence(log *slog.Logger) *silence {
	return &silence{
		log: log, suspects: make(chan place, 1), open: map[*heardConn]bool{}, names: map[string]string{}, silent: map[string]time.Time{},
	}
}

// watch has all connections of a configuration watched.
func (s *silence) watch(conf *pgconn.Config) {
	if conf.ConnectTimeout == 0 {
		conf.ConnectTimeout = connectWithin
	}
	dial, lookup := conf.DialFunc, conf.LookupFunc
	s.dialer = dial
	conf.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		if err != nil {
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				s.found(address)
			}
			return nil, err
		}
		h := &heardConn{Conn: c, of: s, at: place{network, address}}
		s.mu.Lock()
		s.open[h] = true
		s.mu.Unlock()
		return h, nil
	}
	conf.LookupFunc = func(ctx context.Context, host string) ([]string, error) {
		list, err := lookup(ctx, host)
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, ip := range list {
			s.names[ip] = host
		}
		return list, err
	}
}

// nameOf is the server that an address is one of, as configurations name it; mu is held.
func (s *silence) nameOf(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address // a socket
	}
	if name, ok := s.names[host]; ok {
		host = name
	}
	return net.JoinHostPort(host, port)
}

// found notes that a server is silent.
func (s *silence) found(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.silent[s.nameOf(address)] = time.Now()
}

// prefer has servers that were silent lately tried after the others.
func (s *silence) prefer(conf *pgconn.Config) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.silent) == 0 {
		return
	}
	type server = pgconn.FallbackConfig
	list := append([]*server{{Host: conf.Host, Port: conf.Port, TLSConfig: conf.TLSConfig}}, conf.Fallbacks...)
	last := func(x *server) int {
		_, address := pgconn.NetworkAddress(x.Host, x.Port)
		if at, ok := s.silent[address]; ok && time.Since(at) < shunned {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(list, func(a, b *server) int { return last(a) - last(b) })
	conf.Host, conf.Port, conf.TLSConfig, conf.Fallbacks = list[0].Host, list[0].Port, list[0].TLSConfig, list[1:]
}

// order is prefer for a pool.
func (s *silence) order(_ context.Context, conf *pgx.ConnConfig) error {
	s.prefer(&conf.Config)
	return nil
}

// run looks for silent servers until ctx ends.
func (s *silence) run(ctx context.Context) {
	every := time.NewTicker(time.Second)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case p := <-s.suspects:
			s.ask(ctx, p)
		case <-every.C:
			for _, p := range s.waitedFor(silentAfter) {
				s.ask(ctx, p)
			}
		}
	}
}

// waitedFor are the places from which somebody waits for an answer for so long.
func (s *silence) waitedFor(long time.Duration) (list []place) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.open {
		if c.waits() >= long && !slices.Contains(list, c.at) {
			list = append(list, c.at)
		}
	}
	return list
}

// ask asks a server whether it is there, and closes the connections to one that isn't.
func (s *silence) ask(ctx context.Context, p place) {
	began := time.Now()
	if s.answers(ctx, p) || ctx.Err() != nil {
		return
	}
	s.found(p.address)
	var shut []*heardConn
	s.mu.Lock()
	for c := range s.open {
		if c.at == p && c.mute(began) {
			shut = append(shut, c)
		}
	}
	s.mu.Unlock()
	s.log.WarnContext(ctx, "the database server says nothing: its connections are closed", "server", p.address, "connections", len(shut))
	for _, c := range shut {
		_ = c.Close() // nobody is at its other end
	}
}

// answers tells whether a server says anything to somebody who asks whether it takes TLS,
// which is the shortest question that it has an answer to. One that refuses speaks, too.
func (s *silence) answers(ctx context.Context, p place) bool {
	ctx, cancel := context.WithTimeout(ctx, connectWithin)
	defer cancel()
	c, err := s.dialer(ctx, p.network, p.address)
	if err != nil {
		return !errors.Is(ctx.Err(), context.DeadlineExceeded)
	}
	defer c.Close()
	if deadline, ok := ctx.Deadline(); ok {
		_ = c.SetDeadline(deadline) // a connection that has none fails below
	}
	question := binary.BigEndian.AppendUint32(nil, 8)
	question = binary.BigEndian.AppendUint32(question, 80877103)
	if _, err = c.Write(question); err == nil {
		_, err = c.Read(make([]byte, 1))
	}
	var late net.Error
	return !errors.As(err, &late) || !late.Timeout()
}

// heardConn is a connection that knows since when it waits for an answer.
type heardConn struct {
	net.Conn
	of *silence
	at place

	asked atomic.Pointer[time.Time] // when something was sent that nothing followed; nil when nothing was
	heard atomic.Pointer[time.Time] // when something came
}

// waits is for how long nothing followed what was sent.
func (c *heardConn) waits() time.Duration {
	if at := c.asked.Load(); at != nil {
		return time.Since(*at)
	}
	return 0
}

// mute tells whether nothing came since a time.
func (c *heardConn) mute(since time.Time) bool {
	at := c.heard.Load()
	return at == nil || at.Before(since)
}

// Write notes that there is something to answer.
func (c *heardConn) Write(b []byte) (int, error) {
	if c.asked.Load() == nil {
		now := time.Now()
		c.asked.CompareAndSwap(nil, &now)
	}
	return c.Conn.Write(b)
}

// Read notes that the server speaks.
func (c *heardConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 {
		now := time.Now()
		c.heard.Store(&now)
		c.asked.Store(nil)
	}
	return n, err
}

// Close notes that somebody gave up.
func (c *heardConn) Close() error {
	c.of.mu.Lock()
	mine := c.of.open[c]
	delete(c.of.open, c)
	c.of.mu.Unlock()
	if mine && c.waits() > impatient {
		select {
		case c.of.suspects <- c.at:
		default: // it is asked about already
		}
	}
	return c.Conn.Close()
}

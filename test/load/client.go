package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// request makes the bytes of the n-th request for a target.
type request func(n int64) []byte

// get asks for a path; with fresh each request is for another address, which leaves out
// an id that nothing has.
func get(path string, fresh bool) request { return getAs("", path, fresh) }

// getAs is get with an Authorization header, unless that is empty.
func getAs(authorization, path string, fresh bool) request {
	head := " HTTP/1.1\r\nHost: localhost\r\nUser-Agent: load\r\n\r\n"
	if authorization != "" {
		head = " HTTP/1.1\r\nHost: localhost\r\nUser-Agent: load\r\nAuthorization: " + authorization + "\r\n\r\n"
	}
	plain := []byte("GET " + path + head)
	if !fresh {
		return func(int64) []byte { return plain }
	}
	sep := "?"
	for _, c := range path {
		if c == '?' {
			sep = "&"
		}
	}
	return func(n int64) []byte {
		return fmt.Appendf(nil, "GET %s%sexclude=%d%s", path, sep, 1_000_000_000+n, head)
	}
}

// post sends a JSON body as a user.
func post(path, authorization string, body func(n int64) string) request {
	return func(n int64) []byte {
		b := body(n)
		return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: localhost\r\nUser-Agent: load\r\nAuthorization: %s\r\n"+
			"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, authorization, len(b), b)
	}
}

// conn is one connection that is kept open over the rounds.
type conn struct {
	net.Conn
	in *bufio.Reader
}

func dial(addr string) (*conn, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	return &conn{c, bufio.NewReaderSize(c, 64<<10)}, nil
}

// ask sends one request and reads the answer to its end.
func (c *conn) ask(req []byte, keep bool) (status int, header http.Header, body []byte, err error) {
	if _, err := c.Write(req); err != nil {
		return 0, nil, nil, fmt.Errorf("send: %w", err)
	}
	res, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return 0, nil, nil, fmt.Errorf("read answer: %w", err)
	}
	defer res.Body.Close()
	if keep {
		body, err = io.ReadAll(res.Body)
	} else {
		_, err = io.Copy(io.Discard, res.Body)
	}
	if err != nil {
		return 0, nil, nil, fmt.Errorf("read answer: %w", err)
	}
	return res.StatusCode, res.Header, body, nil
}

// target is a server and what it is asked for.
type target struct {
	addr  string
	req   request
	want  int // status
	conns []*conn
	n     atomic.Int64
}

func (t *target) open(connections int) error {
	for range connections {
		c, err := dial(t.addr)
		if err != nil {
			return err
		}
		t.conns = append(t.conns, c)
	}
	return nil
}

func (t *target) close() {
	for _, c := range t.conns {
		_ = c.Close()
	}
	t.conns = nil
}

// round asks on all connections for a while and tells the answers a second.
func (t *target) round(d time.Duration) (float64, error) {
	var (
		wg     sync.WaitGroup
		done   atomic.Int64
		mu     sync.Mutex
		failed error
	)
	begin := time.Now()
	end := begin.Add(d)
	for _, c := range t.conns {
		wg.Go(func() {
			for time.Now().Before(end) {
				status, _, _, err := c.ask(t.req(t.n.Add(1)), false)
				if err == nil && status != t.want {
					err = fmt.Errorf("status %d instead of %d", status, t.want)
				}
				if err != nil {
					mu.Lock()
					failed = err
					mu.Unlock()
					return
				}
				done.Add(1)
			}
		})
	}
	wg.Wait()
	return float64(done.Load()) / time.Since(begin).Seconds(), failed
}

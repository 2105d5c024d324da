package netlimit_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/platform/netlimit"
)

// serve serves a handler on a listener with so many connections. Whenever one
// becomes idle, idled is told.
func serve(t *testing.T, most int, h http.Handler) (address string, idled <-chan struct{}) {
	t.Helper()
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	limited := netlimit.Limit(l, most)
	idle := make(chan struct{}, 100)
	state := func(c net.Conn, s http.ConnState) {
		if limited.ConnState(c, s); s == http.StateIdle {
			idle <- struct{}{}
		}
	}
	server := &http.Server{Handler: h, ConnState: state, ConnContext: limited.ConnContext, ReadHeaderTimeout: time.Minute}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(limited) // says that it was closed
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-done
	})
	return l.Addr().String(), idle
}

// paced makes all bodies come at one pace.
func paced(h http.Handler, p netlimit.Pace) http.Handler {
	return (&netlimit.Bodies{Paces: netlimit.Paces{Upload: p, Call: p}}).Handler(h)
}

// client is one connection.
type client struct {
	net.Conn
	in *bufio.Reader
}

func dial(t *testing.T, address string) *client {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return &client{c, bufio.NewReader(c)}
}

func (c *client) ask(t *testing.T, path string) int {
	t.Helper()
	if _, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path); err != nil {
		t.Fatal(err)
	}
	return c.answer(t)
}

func (c *client) answer(t *testing.T) int {
	t.Helper()
	res, err := http.ReadResponse(c.in, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		t.Fatal(err)
	}
	return res.StatusCode
}

// TestConnectionsAreLimited fills a server: a new connection first takes the
// place of the one that has been idle for longest, and is refused when none is
// idle; a place that becomes free can be had again.
func TestConnectionsAreLimited(t *testing.T) {
	t.Parallel()
	began, release := make(chan struct{}), make(chan struct{})
	address, idled := serve(t, 2, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wait" {
			began <- struct{}{}
			<-release
		}
	}))
	first, second := dial(t, address), dial(t, address)
	for _, c := range []*client{first, second} {
		if c.ask(t, "/") != http.StatusOK {
			t.Fatal("two connections aren't served")
		}
		<-idled
	}
	third := dial(t, address)
	if third.ask(t, "/") != http.StatusOK {
		t.Fatal("the third isn't served though others are idle")
	}
	if _, err := first.in.ReadByte(); err != io.EOF {
		t.Errorf("the connection that was idle for longest is still open: %v", err)
	}
	<-idled
	for _, c := range []*client{second, third} {
		if _, err := fmt.Fprintf(c, "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		<-began
	}
	if got := dial(t, address).ask(t, "/"); got != http.StatusServiceUnavailable {
		t.Errorf("one too many got %d", got)
	}
	close(release)
	if second.answer(t) != http.StatusOK || third.answer(t) != http.StatusOK {
		t.Error("those at work weren't left alone")
	}
	<-idled
	if dial(t, address).ask(t, "/") != http.StatusOK {
		t.Error("a place that became free isn't given again")
	}
}

// TestLongAnswers sends what is longer than the parts that are written at once,
// from memory and from a file.
func TestLongAnswers(t *testing.T) {
	t.Parallel()
	want := bytes.Repeat([]byte("0123456789abcde\n"), 40_000)
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, want, 0o600); err != nil {
		t.Fatal(err)
	}
	address, _ := serve(t, 10, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/memory":
			_, _ = w.Write(want)
		case "/copy":
			_, _ = io.Copy(w, bytes.NewBuffer(want))
		default:
			http.ServeFile(w, r, path)
		}
	}))
	for _, from := range []string{"/memory", "/copy", "/file"} {
		res, err := http.Get("http://" + address + from)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes of %d, %v", from, len(got), len(want), err)
		}
	}
}

// TestSlowBodiesAreGivenUp sends bodies that stall and ones that trickle, to
// handlers that read them, that leave them, and that answer much first. All
// must end.
func TestSlowBodiesAreGivenUp(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, 20, paced(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/read":
			if _, err := io.ReadAll(r.Body); err == nil {
				t.Error("a body that didn't come was read")
			}
			w.WriteHeader(http.StatusBadRequest)
		case "/much":
			_, _ = w.Write(make([]byte, 100_000))
		}
	}), netlimit.Pace{Pause: 100 * time.Millisecond, Rate: 1 << 20}))
	for _, path := range []string{"/read", "/leave", "/much"} {
		for _, trickle := range []bool{false, true} {
			t.Run(fmt.Sprint(path, trickle), func(t *testing.T) {
				t.Parallel()
				c := dial(t, address)
				if _, err := io.WriteString(c, "POST "+path+" HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n{"); err != nil {
					t.Fatal(err)
				}
				var ended atomic.Bool
				if trickle {
					go func() {
						for !ended.Load() {
							if _, err := io.WriteString(c, "x"); err != nil {
								return
							}
							time.Sleep(time.Millisecond)
						}
					}()
				}
				// A reset is an end too.
				got, _ := io.ReadAll(c.in)
				ended.Store(true)
				if path == "/read" && !strings.HasPrefix(string(got), "HTTP/1.1 400 ") && !trickle {
					t.Errorf("%.100q", got)
				}
			})
		}
	}
}

// TestPatienceEndsWithTheBody lets a handler take longer than bodies may pause,
// before it reads and after.
func TestPatienceEndsWithTheBody(t *testing.T) {
	t.Parallel()
	const pause = 50 * time.Millisecond
	address, _ := serve(t, 20, paced(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(2 * pause)
		data, err := io.ReadAll(r.Body)
		if err != nil || string(data) != "body" {
			t.Errorf("%q %v", data, err)
		}
		select {
		case <-time.After(2 * pause):
		case <-r.Context().Done():
			t.Error("the request was given up")
		}
		w.WriteHeader(http.StatusAccepted)
	}), netlimit.Pace{Pause: pause, Rate: 1 << 20}))
	c := dial(t, address)
	for range 2 {
		if _, err := io.WriteString(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody"); err != nil {
			t.Fatal(err)
		}
		if got := c.answer(t); got != http.StatusAccepted {
			t.Errorf("%d", got)
		}
	}
}

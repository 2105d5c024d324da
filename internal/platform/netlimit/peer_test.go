package netlimit_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/platform/netlimit"
)

// dialFrom connects from an address of this machine.
func dialFrom(t *testing.T, from, address string) *client {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: 5 * time.Second}
	c, err := d.Dial("tcp", address)
	if err != nil {
		t.Skipf("can't connect from %s: %v", from, err)
	}
	t.Cleanup(func() { c.Close() })
	return &client{c, bufio.NewReader(c)}
}

// trickle sends a body that never ends, two bytes at a time.
func trickle(t *testing.T, c *client, ended *atomic.Bool) {
	t.Helper()
	if _, err := io.WriteString(c, "POST /read HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{"); err != nil {
		return // refused already
	}
	go func() {
		for !ended.Load() {
			if _, err := io.WriteString(c, "  "); err != nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
}

func reading() http.Handler {
	bodies := &netlimit.Bodies{Paces: netlimit.DefaultPaces()}
	return bodies.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusNoContent)
	}))
}

// answered tells whether somebody from another address is served at once.
func answered(t *testing.T, from, address string) bool {
	t.Helper()
	c := dialFrom(t, from, address)
	if err := c.SetDeadline(time.Now().Add(3 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); err != nil {
		return false
	}
	res, err := http.ReadResponse(c.in, nil)
	return err == nil && res.StatusCode == http.StatusNoContent
}

// TestOneAddressKeepsNobodyOut takes all connections from one address, with
// bodies that come slowly and with headers that don't come at all.
func TestOneAddressKeepsNobodyOut(t *testing.T) {
	t.Parallel()
	for _, silent := range []bool{false, true} {
		t.Run(fmt.Sprint("silent ", silent), func(t *testing.T) {
			t.Parallel()
			address, _ := serve(t, 64, reading())
			var ended atomic.Bool
			t.Cleanup(func() { ended.Store(true) })
			for range 64 {
				c := dialFrom(t, "127.0.0.1", address)
				if !silent {
					trickle(t, c, &ended)
				}
			}
			for range 20 {
				if !answered(t, "127.0.0.2", address) {
					t.Fatal("somebody else isn't served")
				}
			}
		})
	}
}

// TestSlowestMakeRoom takes all connections from many addresses: whoever keeps
// the server waiting for longest makes room.
func TestSlowestMakeRoom(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, 64, reading())
	var ended atomic.Bool
	t.Cleanup(func() { ended.Store(true) })
	for n := range 64 {
		trickle(t, dialFrom(t, fmt.Sprintf("127.0.1.%d", 1+n/4), address), &ended)
	}
	time.Sleep(1500 * time.Millisecond) // the least patience, and some
	if !answered(t, "127.0.0.2", address) {
		t.Error("a full server lets nobody in")
	}
}

// TestClientsBehindAProxy lets one client of a trusted proxy send slowly.
func TestClientsBehindAProxy(t *testing.T) {
	t.Parallel()
	trusted, err := netlimit.ParseProxies("127.0.0.0/8")
	if err != nil {
		t.Fatal(err)
	}
	bodies := &netlimit.Bodies{Paces: netlimit.DefaultPaces(), PerClient: 2, Trusted: trusted}
	began, release := make(chan struct{}), make(chan struct{})
	h := bodies.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			began <- struct{}{}
			<-release
		}
		w.WriteHeader(http.StatusNoContent)
	}))
	ask := func(path, client string) int {
		r := httptest.NewRequest(http.MethodPost, path, &io.LimitedReader{R: http.NoBody, N: 1})
		r.RemoteAddr = "127.0.0.1:80"
		r.Header.Set("X-Forwarded-For", client)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code
	}
	done := make(chan int, 2)
	for range 2 {
		go func() { done <- ask("/slow", "192.0.2.1") }()
		<-began
	}
	if got := ask("/", "192.0.2.1"); got != http.StatusServiceUnavailable {
		t.Errorf("the third of one client: %d", got)
	}
	if got := ask("/", "192.0.2.2"); got != http.StatusNoContent {
		t.Errorf("another client: %d", got)
	}
	close(release)
	for range 2 {
		if got := <-done; got != http.StatusNoContent {
			t.Error(got)
		}
	}
	if got := ask("/", "192.0.2.1"); got != http.StatusNoContent {
		t.Errorf("when they are done: %d", got)
	}
}

func TestClientAddress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, trusted, remote string
		header                http.Header
		want                  string
	}{
		{"nobody is believed by default", "", "10.0.0.1:9", http.Header{"X-Forwarded-For": {"192.0.2.1"}}, "10.0.0.1"},
		{"a stranger isn't believed", "10.0.0.0/8", "192.0.2.9:9", http.Header{"X-Forwarded-For": {"192.0.2.1"}}, "192.0.2.9"},
		{"a proxy is", "10.0.0.0/8", "10.0.0.1:9", http.Header{"X-Forwarded-For": {"192.0.2.1"}}, "192.0.2.1"},
		{"what the client claimed is not", "10.0.0.0/8", "10.0.0.1:9", http.Header{"X-Forwarded-For": {"203.0.113.7, 192.0.2.1, 10.0.0.2"}}, "192.0.2.1"},
		{"several lines are one", "10.0.0.0/8", "10.0.0.1:9", http.Header{"X-Forwarded-For": {"203.0.113.7", "192.0.2.1"}}, "192.0.2.1"},
		{"the newer header", "10.0.0.1", "10.0.0.1:9", http.Header{"Forwarded": {`for=203.0.113.7, For="[2001:db8::1]:47011";proto=https`}}, "2001:db8::1"},
		{"nonsense ends the chain", "10.0.0.0/8", "10.0.0.1:9", http.Header{"X-Forwarded-For": {"192.0.2.1, unknown"}}, "10.0.0.1"},
		{"no header", "10.0.0.0/8", "10.0.0.1:9", nil, "10.0.0.1"},
		{"mapped addresses", "10.0.0.0/8", "[::ffff:10.0.0.1]:9", http.Header{"X-Forwarded-For": {"::ffff:192.0.2.1"}}, "192.0.2.1"},
		{"only proxies", "10.0.0.0/8", "10.0.0.1:9", http.Header{"X-Forwarded-For": {"10.0.0.3"}}, "10.0.0.3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, err := netlimit.ParseProxies(c.trusted)
			if err != nil {
				t.Fatal(err)
			}
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = c.remote
			if c.header != nil {
				r.Header = c.header
			}
			if got := p.Client(r).String(); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	for _, bad := range []string{"10.0.0.0/33", "proxy.example", "10.0.0.1/8/8"} {
		if _, err := netlimit.ParseProxies(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

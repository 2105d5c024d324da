package netlimit

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"
)

// TestRate lets one client use up what it may do; others go on.
func TestRate(t *testing.T) {
	t.Parallel()
	proxies, err := ParseProxies("10.0.0.0/8")
	if err != nil {
		t.Fatal(err)
	}
	served := 0
	h := (&Rate{PerSecond: 0.5, Burst: 3, Trusted: proxies}).Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { served++ }))
	ask := func(from, forwarded string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = from
		if forwarded != "" {
			r.Header.Set("X-Forwarded-For", forwarded)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	for i := range 5 {
		w := ask("192.0.2.1:5", "198.51.100.1") // nobody believes it
		if want := i >= 3; (w.Code == 429) != want {
			t.Errorf("request %d: %d", i, w.Code)
		}
		if after := w.Header().Get("Retry-After"); w.Code == 429 && after != "2" {
			t.Errorf("Retry-After %q", after)
		}
	}
	for _, c := range [][2]string{{"192.0.2.2:5", ""}, {"10.0.0.1:5", "192.0.2.3"}, {"[2001:db8:1::1]:5", ""}} {
		if w := ask(c[0], c[1]); w.Code != 200 {
			t.Errorf("%v: %d", c, w.Code)
		}
	}
	for range 3 {
		ask("[2001:db8:1::2]:5", "") // of the same network
	}
	if w := ask("[2001:db8:1::3]:5", ""); w.Code != 429 {
		t.Errorf("a network has as many addresses as it likes: %d", w.Code)
	}
	if served != 8 {
		t.Errorf("%d were served", served)
	}
	if next := http.NotFoundHandler(); (&Rate{}).Handler(next) == nil {
		t.Error("no handler")
	}
}

// addr is the address of one of many clients.
func addr(i int) netip.Addr {
	return netip.AddrFrom4([4]byte{1, byte(i >> 16), byte(i >> 8), byte(i)})
}

// TestRateForgets fills the memory with clients.
func TestRateForgets(t *testing.T) {
	t.Parallel()
	l := &Rate{PerSecond: 1, Burst: 1}
	now := time.Unix(1_000_000, 0)
	for i := range maxClients {
		l.Take(addr(i), now)
	}
	if l.Take(addr(maxClients), now) != 0 || l.Take(addr(maxClients+1), now) == 0 {
		t.Error("newcomers don't share what one may do")
	}
	if len(l.clients) > maxClients+1 {
		t.Errorf("%d clients", len(l.clients))
	}
	later := now.Add(2 * time.Second)
	if l.Take(addr(maxClients+2), later) != 0 || len(l.clients) > 2 {
		t.Errorf("%d clients are remembered that did nothing for long", len(l.clients))
	}
}

// TestManyClientsAreSweptSeldom: where all places are taken, a newcomer doesn't have all
// of them looked at again and again, which would keep the others waiting.
func TestManyClientsAreSweptSeldom(t *testing.T) {
	t.Parallel()
	l, now := &Rate{PerSecond: 10, Burst: 1}, time.Now()
	for n := range maxClients {
		if l.Take(addr(n), now) > 0 {
			t.Fatalf("client %d must wait", n)
		}
	}
	own := func(n int) bool {
		l.Take(addr(n), now)
		return l.clients[addr(n)] != nil
	}
	if own(maxClients) {
		t.Fatal("a newcomer got a place where there is none")
	}
	// All may make their burst again, but who looked a moment ago knows nothing of it.
	if now = now.Add(sweepEvery / 2); own(maxClients + 1) {
		t.Error("all clients were looked at twice in a moment")
	}
	if now = now.Add(sweepEvery / 2); !own(maxClients + 2) {
		t.Error("those who did nothing weren't forgotten")
	}
}

func TestNetwork(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7", "2001:db8:1:2:3::4": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64", "unix": "unix", "": "",
	} {
		if got := Network(address); got != want {
			t.Errorf("%s is counted as %s", address, got)
		}
	}
}

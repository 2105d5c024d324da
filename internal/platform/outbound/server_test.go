package outbound

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"
)

// Server reaches the one server that it was made for, whatever a request names, and
// sends what changes something on a connection of its own.
func TestServer(t *testing.T) {
	t.Parallel()
	var connections atomic.Int64
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	s.Start()
	defer s.Close()
	site, err := url.Parse("http://old.example")
	if err != nil {
		t.Fatal(err)
	}
	server := NewServer(site, s.Listener.Addr().String())
	defer server.CloseIdleConnections()
	ask := func(method, address string) error {
		r, err := http.NewRequestWithContext(t.Context(), method, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := server.RoundTrip(r)
		if err == nil {
			err = res.Body.Close()
		}
		return err
	}
	for _, address := range []string{"http://other.example/", "https://old.example/", "http://old.example:81/", s.URL} {
		if err := ask("GET", address); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", address, err)
		}
	}
	for i, method := range []string{"GET", "HEAD", "GET", "POST", "DELETE", "GET"} {
		if err := ask(method, "http://old.example/"); err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
	if n := connections.Load(); n != 3 {
		t.Errorf("%d connections", n)
	}
}

package outbound

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// serve starts a server and a client that may ask it.
func serve(t *testing.T, h http.HandlerFunc) (*httptest.Server, *Client) {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s, New(Config{Allow: []netip.AddrPort{netip.MustParseAddrPort(s.Listener.Addr().String())}, Timeout: 5 * time.Second})
}

func TestPublic(t *testing.T) {
	t.Parallel()
	c := New(Config{})
	for addr, want := range map[string]bool{
		"8.8.8.8": true, "127.0.0.1": false, "127.255.0.9": false, "10.1.2.3": false, "172.16.0.1": false, "172.32.0.1": true,
		"192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false, "0.0.0.0": false, "255.255.255.255": false,
		"224.0.0.1": false, "192.0.2.10": false, "198.18.0.1": false, "::1": false, "::": false, "fe80::1": false, "fe80::1%eth0": false,
		"fd00:ec2::254": false, "::ffff:127.0.0.1": false, "::ffff:8.8.8.8": true, "64:ff9b::7f00:1": false, "2002:7f00:1::": false,
		"2001:db8::1": false, "2606:4700::1111": true, "ff02::1": false,
	} {
		if got := c.public(netip.MustParseAddr(addr)); got != want {
			t.Errorf("%s: %v, want %v", addr, got, want)
		}
	}
}

func TestRefusedAddresses(t *testing.T) {
	t.Parallel()
	s, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "secret") })
	c := New(Config{Timeout: 5 * time.Second})
	port := s.Listener.Addr().(*net.TCPAddr).Port
	for _, address := range []string{
		s.URL, fmt.Sprintf("http://localhost:%d/", port), "http://localhost:8080/", "http://127.0.0.1:80/", "http://[::1]:8080/", "http://0x7f000001:8080/", "http://2130706433/",
		"ftp://example.org/", "file:///etc/passwd", "http://", "http://user:pass@example.org/", "http://example.org:22/", "gopher://x", "://", "http://example.org:99999/",
		"http://[fe80::1%25eth0]/", "http://169.254.169.254/latest/meta-data/",
	} {
		if a, err := c.Do(t.Context(), Request{URL: address, MaxBytes: 100}); err == nil {
			t.Errorf("%s was fetched: %s", address, a.Body)
		}
		if err := c.Check(t.Context(), address); err == nil {
			t.Errorf("%s passes", address)
		}
	}
	// The dialer itself refuses, whatever was checked before.
	if _, err := c.dial(t.Context(), "tcp", s.Listener.Addr().String()); !errors.Is(err, ErrRefused) {
		t.Errorf("dialed: %v", err)
	}
}

// TestImpossibleHosts writes hosts that can't be names, and this machine by its name:
// both are refused by how they look.
func TestImpossibleHosts(t *testing.T) {
	t.Parallel()
	c := New(Config{Timeout: 5 * time.Second, Resolver: &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("looked up")
	}}})
	for host, want := range map[string]error{
		"xn--": ErrHost, "xn--.example.org": ErrHost, "www.XN--.example": ErrHost, "xn--a.example": ErrHost, "xn---": ErrHost, "xn--zzzzzzzzz99999": ErrHost,
		"\u2488.example": ErrHost, "a..example": ErrHost, ".": ErrHost, ".example": ErrHost,
		"localhost.": ErrRefused, "LOCALHOST": ErrRefused, "a.localhost": ErrRefused, "a.localhost.:8080": ErrRefused,
		"xn--mnchen-3ya.example": nil, "XN--BCHER-KVA.example.": nil, "b\u00fccher.example": nil, "a_b.example": nil, "localhost.example": nil, "notlocalhost.": nil,
	} {
		err := c.Check(t.Context(), "http://"+host+"/")
		if want == nil && (err == nil || errors.Is(err, ErrRefused)) || !errors.Is(err, want) && want != nil {
			t.Errorf("%s: %v", host, err)
		}
		if _, err := c.Do(t.Context(), Request{URL: "http://" + host + "/", MaxBytes: 10}); want != nil && !errors.Is(err, want) {
			t.Errorf("%s was asked: %v", host, err)
		}
	}
	// A service on this machine may be allowed.
	allowed := New(Config{Timeout: 5 * time.Second, Allow: []netip.AddrPort{netip.MustParseAddrPort("127.0.0.1:8080")}})
	for address, want := range map[string]bool{"http://localhost:8080/": true, "http://localhost.:8080/": true, "http://localhost/": false} {
		if err := allowed.Check(t.Context(), address); errors.Is(err, ErrRefused) == want {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestNumericHosts writes IPv4 addresses as some programs read them: that is refused
// by how it looks, before anybody looks it up.
func TestNumericHosts(t *testing.T) {
	t.Parallel()
	c := New(Config{Timeout: 5 * time.Second, Resolver: &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("looked up")
	}}})
	for _, host := range []string{
		"127.1", "127.0.1", "2130706433", "0x7f.1", "0x7f000001", "0X7F.0.0.0x1", "0177.0.0.1", "0", "0x", "127.0.0.01", "127.0.0.1.", "256.0.0.1", "1.2.3.4.5",
		"8.8.2056", "010.8.8.8", "example.0x7f", "example.1.", "\uff11\uff12\uff17.\uff11", "\u2460\u2461\u2466.\u2460", "127\u30021",
	} {
		err := c.Check(t.Context(), "http://"+host+"/")
		if !errors.Is(err, ErrNumericHost) || !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", host, err)
		}
		if _, err := c.Do(t.Context(), Request{URL: "http://" + host + "/", MaxBytes: 10}); !errors.Is(err, ErrNumericHost) {
			t.Errorf("%s fetched: %v", host, err)
		}
	}
	for _, host := range []string{"example.org", "1.example", "127.0.0.1.example.org", "0x7f.example", "3com.com", "x1", "0x7g", "example.1x", "m\u00fcnchen.de", "8.8.8.8", "[2606:4700::1111]"} {
		if err := c.Check(t.Context(), "http://"+host+"/"); errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", host, err)
		}
	}
}

// TestRebinding looks a name up as a private address: the address counts, not
// the name.
func TestRebinding(t *testing.T) {
	t.Parallel()
	_, c := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "secret") })
	c.Allow = nil
	_, err := c.Do(t.Context(), Request{URL: "http://localhost/", MaxBytes: 10})
	if !errors.Is(err, ErrRefused) {
		t.Errorf("error %v", err)
	}
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	inner, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "secret") })
	s, c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/in":
			http.Redirect(w, r, inner.URL, http.StatusFound)
		case "/file":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		case "/once":
			http.Redirect(w, r, "/end", http.StatusFound)
		default:
			fmt.Fprint(w, "end "+r.Header.Get("Referer")+r.Header.Get("User-Agent"))
		}
	})
	for _, path := range []string{"/in", "/file", "/loop"} {
		if a, err := c.Do(t.Context(), Request{URL: s.URL + path, MaxBytes: 100}); err == nil {
			t.Errorf("%s: %s", path, a.Body)
		}
	}
	a, err := c.Do(t.Context(), Request{URL: s.URL + "/once", MaxBytes: 100})
	if err != nil || string(a.Body) != "end Quoin" || a.URL != s.URL+"/end" {
		t.Errorf("%+v %v", a, err)
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	s, c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/bomb":
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			_, _ = z.Write(bytes.Repeat([]byte("a"), 4<<20))
			_ = z.Close()
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(b.Bytes())
		case "/slow":
			<-r.Context().Done()
		case "/head":
			w.Header().Set("X-Long", strings.Repeat("x", 2*maxHeaderBytes))
		default:
			fmt.Fprint(w, strings.Repeat("a", 200))
		}
	})
	for _, path := range []string{"/long", "/bomb"} {
		if _, err := c.Do(t.Context(), Request{URL: s.URL + path, MaxBytes: 100}); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", path, err)
		}
		if a, err := c.Do(t.Context(), Request{URL: s.URL + path, MaxBytes: 100, Cut: true}); err != nil || len(a.Body) != 100 {
			t.Errorf("%s cut: %v", path, err)
		}
	}
	if _, err := c.Do(t.Context(), Request{URL: s.URL + "/head", MaxBytes: 100}); err == nil {
		t.Error("a header without end was read")
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := c.Do(ctx, Request{URL: s.URL + "/slow", MaxBytes: 100}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestOwnSite(t *testing.T) {
	t.Parallel()
	s, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "mine") })
	c := New(Config{Timeout: 5 * time.Second})
	a, err := c.Do(t.Context(), Request{URL: s.URL + "/page", MaxBytes: 100, Site: s.URL})
	if err != nil || string(a.Body) != "mine" {
		t.Errorf("own site: %v", err)
	}
	if err := c.CheckFor(t.Context(), s.URL+"/x", s.URL); err != nil {
		t.Errorf("own site: %v", err)
	}
	other, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "other") })
	if _, err := c.Do(t.Context(), Request{URL: other.URL, MaxBytes: 100, Site: s.URL}); !errors.Is(err, ErrRefused) {
		t.Errorf("another server of this machine: %v", err)
	}
}

func TestDownload(t *testing.T) {
	t.Parallel()
	s, c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			w.WriteHeader(http.StatusGone)
		}
		fmt.Fprint(w, strings.Repeat("a", 200))
	})
	var b bytes.Buffer
	if err := c.Download(t.Context(), s.URL, &b, 200); err != nil || b.Len() != 200 {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}
	b.Reset()
	var long *http.MaxBytesError
	if err := c.Download(t.Context(), s.URL, &b, 199); !errors.As(err, &long) || long.Limit != 199 || b.Len() > 199 {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}
	var status *StatusError
	if err := c.Download(t.Context(), s.URL+"/gone", &b, 1000); !errors.As(err, &status) || status.Status != http.StatusGone {
		t.Errorf("status: %v", err)
	}
	c.Allow = nil
	if err := c.Download(t.Context(), s.URL, &b, 1000); !errors.Is(err, ErrRefused) {
		t.Errorf("private address: %v", err)
	}
}

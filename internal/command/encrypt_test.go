package command

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"
)

// TestRedirectsToTLS asks the listener for plain http; hosts that a client
// makes up don't count.
func TestRedirectsToTLS(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	e := &encryption{cert: "c", key: "k", redirectFrom: "127.0.0.1:0"}
	stop, err := e.serveRedirects(&out, func(context.Context) string { return "https://site.example" }, make(chan error, 1))
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	address := strings.TrimSuffix(strings.TrimPrefix(out.String(), "Redirecting "), " to https\n")
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for path, want := range map[string]string{"/a/b?c=d": "https://site.example/a/b?c=d", "//evil.example/x": "https://site.example/evil.example/x"} {
		r, err := http.NewRequestWithContext(t.Context(), "GET", address+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "evil.example"
		a, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		if got := a.Header.Get("Location"); a.StatusCode != 301 || got != want {
			t.Errorf("%s: %d %s, want %s", path, a.StatusCode, got, want)
		}
	}
	a, err := client.Post(address+"/login", "text/plain", strings.NewReader("secret"))
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
	if a.StatusCode != 400 {
		t.Errorf("a form over plain http: %d", a.StatusCode)
	}
}

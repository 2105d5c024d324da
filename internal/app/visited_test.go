package app

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"quoin/internal/domain/site"
	"quoin/internal/storage/auth"
)

// TestVisited uses a site that was never given an address as localhost, although it
// listens on 127.0.0.1: people can log in, links lead where they are, and what they
// store has the site's own address. Once the site has one, nothing else serves.
func TestVisited(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "correct horse")
	server := httptest.NewUnstartedServer(nil)
	own := server.Listener.Addr().String()
	_, port, _ := strings.Cut(own, ":")
	there := "localhost:" + port
	a, err := New(t.Context(), Config{Data: t.TempDir(), Listen: own})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	server.Config.Handler = a.Handler()
	server.Start()
	defer server.Close()
	_, secret, err := auth.Issue(t.Context(), a.DB, a.Clock(), 1, auth.NewPassword{Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	do := func(method, host, path, kind, body string) (*http.Response, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		if kind != "" {
			r.Header.Set("Content-Type", kind)
			r.Header.Set("Origin", "http://"+host)
		}
		if kind == "application/json" {
			r.SetBasicAuth("admin", secret)
		}
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer, string(text)
	}
	logIn := url.Values{"log": {"admin"}, "pwd": {"correct horse"}, "redirect_to": {"http://" + there + "/there/"}}
	answer, text := do("POST", there, "/wp-login.php", "application/x-www-form-urlencoded", logIn.Encode())
	if answer.StatusCode != http.StatusSeeOther && answer.StatusCode != http.StatusFound || answer.Header.Get("Location") != "http://"+there+"/there/" {
		t.Errorf("log-in: %s %q %s", answer.Status, answer.Header.Get("Location"), text)
	}
	answer, text = do("POST", there, "/wp-json/wp/v2/posts", "application/json",
		fmt.Sprintf(`{"title":"a","status":"publish","content":"<a href=\"http://%s/x\">x</a>"}`, there))
	if answer.StatusCode != http.StatusCreated || !strings.HasPrefix(answer.Header.Get("Location"), "http://"+there+"/") {
		t.Fatal(answer.Status, answer.Header, text)
	}
	// The second answer of each address comes from the cache.
	for _, host := range []string{own, there, own, there} {
		other := own
		if host == own {
			other = there
		}
		for _, path := range []string{"/wp-json/wp/v2/posts", "/", "/feed/", "/robots.txt", "/?p=1"} {
			answer, text := do("GET", host, path, "", "")
			all := text + fmt.Sprint(answer.Header)
			plain := strings.ReplaceAll(all, `\/`, "/")
			if strings.Contains(plain, other) || path != "/robots.txt" && !strings.Contains(plain, "http://"+host) {
				t.Errorf("%s at %s has another address: %s", path, host, all)
			}
		}
	}
	answer, text = do("GET", "evil.example", "/wp-json/wp/v2/posts", "", "")
	if strings.Contains(text, "evil.example") {
		t.Errorf("any host serves: %s %s", answer.Status, text)
	}
	if err := a.Env.Site.SetAddress(AsOperator(t.Context()), "https://example.org"); err != nil {
		t.Fatal(err)
	}
	_, text = do("GET", there, "/wp-json/wp/v2/posts", "", "")
	if strings.Contains(text, there) || !strings.Contains(text, "example.org") || site.URL.Of(t.Context(), a.Env.Site) != "https://example.org" {
		t.Errorf("a site with an address: %s", text)
	}
}

package shadow

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// After the switch, pages that visitors have open get the files of the old site, which hears
// nothing of the visitor; all else is answered here, also that there is nothing.
func TestFilesOfOpenPages(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var asked []string
	old := func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		said := ""
		for _, name := range []string{"Cookie", "Authorization", "Referer", "User-Agent", "Accept-Language", "X-Forwarded-For", "X-Real-Ip"} {
			said += r.Header.Get(name)
		}
		asked = append(asked, r.Method+" "+r.URL.RequestURI()+" "+said)
		mu.Unlock()
		switch {
		case strings.HasSuffix(r.URL.Path, "/old.css"):
			w.Header().Set("Content-Type", "text/css")
			w.Header().Set("Set-Cookie", "old=1")
			fmt.Fprint(w, "old css")
		case strings.HasSuffix(r.URL.Path, "/old.xsl"):
			w.Header().Set("Content-Type", "text/xml")
			fmt.Fprint(w, "old sheet")
		case strings.HasSuffix(r.URL.Path, "/soft.js"), strings.HasSuffix(r.URL.Path, "/soft.xsl"):
			w.Header().Set("Content-Type", "text/html; charset=UTF-8")
			fmt.Fprint(w, "<html>a page for everything")
		case strings.HasSuffix(r.URL.Path, "/moved.png"):
			http.Redirect(w, r, "/elsewhere.png", http.StatusFound)
		case strings.HasSuffix(r.URL.Path, "/data.js"):
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, "{}")
		case strings.HasSuffix(r.URL.Path, "/torn.js"):
			panic(http.ErrAbortHandler)
		default:
			http.Error(w, "none there", http.StatusNotFound)
		}
	}
	here := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Here", "1")
		if r.URL.Path == "/mine.css" {
			fmt.Fprint(w, "my css")
			return
		}
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, "none here")
	}
	w := newWorld(t, old, here)
	w.run()
	w.until("a node", func() bool { n, _ := w.store.ShadowNodes(t.Context(), ""); return len(n) == 1 })
	if err := (&Switcher{Store: w.store, Clock: w.Clock}).Switch(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method, path string
		status       int
		body         string
		asked        string
	}{
		{"GET", "/mine.css", 200, "my css", ""},
		{"GET", "/wp-includes/old.css?ver=6", 200, "old css", "GET /wp-includes/old.css?ver=6 "},
		{"HEAD", "/wp-includes/old.css", 200, "", "HEAD /wp-includes/old.css "},
		{"POST", "/wp-includes/old.css", 404, "none here", ""},
		{"GET", "/wp-includes/old.css?_method=DELETE", 404, "none here", ""},
		{"GET", "/a-page/", 404, "none here", ""},
		{"GET", "/wp-login.php", 404, "none here", ""},
		{"GET", "/a/soft.js", 404, "none here", "GET /a/soft.js "},
		{"GET", "/a/soft.xsl", 404, "none here", "GET /a/soft.xsl "},
		{"GET", "/css/old.xsl", 200, "old sheet", "GET /css/old.xsl "},
		{"GET", "/a/moved.png", 404, "none here", "GET /a/moved.png "},
		{"GET", "/a/none.png", 404, "none here", "GET /a/none.png "},
		{"GET", "/a/data.js", 404, "none here", "GET /a/data.js "},
		{"GET", "/wp-includes/old.css?ver=6&rest_route=/x", 200, "old css", "GET /wp-includes/old.css?ver=6 "},
		{"GET", "/wp-cron.php/old.css", 404, "none here", ""},
		{"GET", "/wp-json/a/old.css", 404, "none here", ""},
		{"GET", "/a/torn.js", 404, "none here", "GET /a/torn.js "},
		{"GET", "/wp-includes/old.css", 200, "old css", "GET /wp-includes/old.css "}, // one torn answer says nothing
		{"GET", "/a/torn.js", 404, "none here", "GET /a/torn.js "},
		{"GET", "/a/torn.js", 404, "none here", "GET /a/torn.js "},
		{"GET", "/a/torn.js", 404, "none here", "GET /a/torn.js "},
		{"GET", "/wp-includes/old.css", 404, "none here", ""}, // it is left alone now
	} {
		mu.Lock()
		asked = nil
		mu.Unlock()
		status, body := w.ask(c.method, c.path, "Cookie", "secret=1", "Authorization", "Basic eDp5", "Referer", "secret", "User-Agent", "secret", "X-Forwarded-For", "6.6.6.6")
		mu.Lock()
		heard := strings.Join(asked, ", ")
		mu.Unlock()
		if status != c.status || body != c.body || heard != c.asked && c.path != "/a/torn.js" || strings.Contains(heard, "secret") {
			t.Errorf("%s %s: %d %q, the old site heard %q", c.method, c.path, status, body, heard)
		}
	}
	w.clock.Add(int64(leaveFor/time.Second) + 1)
	if status, body := w.ask("GET", "/wp-includes/old.css"); status != http.StatusOK || body != "old css" {
		t.Error("an old site that is back isn't asked:", status, body)
	}
	res, err := http.Get(w.front.URL + "/wp-includes/old.css")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.Header.Get("Set-Cookie") != "" || res.Header.Get("X-Here") != "" || res.Header.Get("Content-Type") != "text/css" {
		t.Error(res.Header)
	}
}

package shadow

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/app/config"
	"quoin/internal/domain/shadow"
	"quoin/internal/storage/store/pgtest"
)

var postgres pgtest.Server

func TestMain(m *testing.M) { os.Exit(postgres.Main(m)) }

const public = "http://old.example"

// oldSite is one whose answers follow from requests alone: pages of a site like the new
// one, and all that answers may be.
type oldSite struct {
	pages  http.Handler
	writes atomic.Int64
	slow   time.Duration
}

func (o *oldSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Date", "Fri, 02 Jan 2026 03:04:05 GMT")
	kind, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/x/"), "/")
	if !strings.HasPrefix(r.URL.Path, "/x/") {
		if r.Method == http.MethodPost {
			o.writes.Add(1)
			fmt.Fprint(w, "old")
			return
		}
		o.pages.ServeHTTP(w, r)
		return
	}
	n, err := strconv.Atoi(rest)
	if err != nil {
		n = len(rest)
	}
	switch kind {
	case "post":
		sum := sha256.New()
		size, _ := io.Copy(sum, r.Body)
		w.Header().Add("Set-Cookie", "a="+rest+"; Path=/; HttpOnly")
		w.Header().Add("Set-Cookie", "b=2; SameSite=Lax")
		w.WriteHeader([]int{200, 201, 303, 422}[n%4])
		fmt.Fprintf(w, "%s %d %x %s", r.Method, size, sum.Sum(nil), r.Header.Get("Content-Type"))
	case "cookie":
		w.Header().Set("Vary", "Cookie")
		fmt.Fprint(w, "hello ", r.Header.Get("Cookie"), r.Header.Get("Authorization"))
	case "range":
		http.ServeContent(w, r, "a.bin", time.Unix(1_700_000_000, 0), bytes.NewReader(bytes.Repeat([]byte(rest+"\x00"), 3000)))
	case "redirect":
		w.Header().Set("Location", public+"/x/redirected/"+rest)
		w.WriteHeader([]int{301, 302, 303, 307, 308}[n%5])
	case "error":
		http.Error(w, "no "+rest, []int{400, 401, 403, 404, 410, 418, 429, 500, 503}[n%9])
	case "typeless":
		w.Header()["Content-Type"] = nil
		fmt.Fprint(w, "<html>"+rest)
	case "odd":
		w.Header()["X-Many"] = []string{"1", "2, 3", ""}
		w.Header().Set("X-Request-Id", "theirs")
		w.Header().Set("Server", "old/1")
		w.Header().Set("Content-Security-Policy", "default-src 'self'")
		w.WriteHeader(299)
	case "empty":
		w.WriteHeader([]int{204, 304, 205}[n%3])
	case "unmeasured":
		w.Header().Set("Location", public+"/")
		w.WriteHeader(http.StatusFound)
		_ = http.NewResponseController(w).Flush()
	case "slow":
		if r.Method == http.MethodGet { // a trailer of no body is one of the connection
			w.Header().Set("Trailer", "X-Sum")
		}
		for i := range 3 {
			fmt.Fprint(w, i, strings.Repeat(rest, 100))
			_ = http.NewResponseController(w).Flush()
			time.Sleep(o.slow)
		}
		w.Header().Set("X-Sum", rest)
	case "torn":
		w.Header().Set("Content-Length", "1000")
		fmt.Fprint(w, "half")
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	default:
		fmt.Fprint(w, r.URL.RequestURI())
	}
}

// request is one of many kinds, the same for the same number.
func request(n int) (method, path, body string, header http.Header) {
	r := rand.New(rand.NewPCG(7, uint64(n))) //nolint:gosec // a test that can be repeated
	header = http.Header{"User-Agent": {"mixed"}, "Accept-Encoding": {[]string{"gzip", "identity", "br, gzip"}[r.IntN(3)]}}
	pages := []string{"/", "/about/", "/feed/", "/the-yard/", "/the-yard/courses/", "/wp-sitemap.xml", "/nothing-here/", "/2026/03/05/reading-a-quarry/", "/wp-json/wp/v2/posts", "/page/2/", "/robots.txt", "/?s=stone"}
	kinds := []string{"cookie", "range", "redirect", "error", "typeless", "odd", "empty", "slow", "torn", "plain", "unmeasured"}
	switch k := r.IntN(20); {
	case k < 4:
		header.Set("Content-Type", []string{"application/x-www-form-urlencoded", "application/json", "application/octet-stream"}[r.IntN(3)])
		return []string{"POST", "PUT", "PATCH", "DELETE"}[r.IntN(4)], fmt.Sprintf("/x/post/%d", n), strings.Repeat("b", r.IntN(5000)), header
	case k < 9:
		return []string{"GET", "GET", "HEAD"}[r.IntN(3)], pages[r.IntN(len(pages))], "", header
	}
	kind := kinds[r.IntN(len(kinds))]
	if kind == "cookie" {
		header.Set([]string{"Cookie", "Authorization"}[r.IntN(2)], fmt.Sprintf("wordpress_logged_in_%d=secret", n))
	}
	if kind == "range" {
		header.Set("Range", fmt.Sprintf("bytes=%d-%d", r.IntN(3000), 3000+r.IntN(3000)))
	}
	return []string{"GET", "GET", "GET", "HEAD", "OPTIONS"}[r.IntN(5)], fmt.Sprintf("/x/%s/%d?q=%%zz;&n=%d", kind, r.IntN(200), n), "", header
}

// got is all that a client gets.
func got(t *testing.T, client *http.Client, address string, n int) string {
	method, path, body, header := request(n)
	u, err := url.Parse(address + path)
	if err != nil {
		t.Fatal(err)
	}
	r := &http.Request{Method: method, URL: u, Host: "old.example", Header: header, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body))}
	if body == "" {
		r.Body = http.NoBody
	}
	if strings.HasPrefix(path, "/x/post/") {
		// The server may just be closing a connection on which it tore the answer to a HEAD, and
		// a write isn't sent again.
		client.CloseIdleConnections()
	}
	res, err := client.Do(r.WithContext(t.Context()))
	if err != nil {
		return "error " + strings.ReplaceAll(err.Error(), address, "")
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	lines := []string{fmt.Sprint(method, " ", path, " ", res.Proto, " ", res.Status, " ", res.ContentLength, " ", err, " ", res.Trailer)}
	for name, values := range res.Header {
		lines = append(lines, fmt.Sprintf("%s: %q", name, values))
	}
	slices.Sort(lines[1:])
	return strings.Join(lines, "\n") + "\n\n" + string(text)
}

func newClient() *http.Client {
	return &http.Client{
		Transport:     &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 16},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// site opens a site with the sample.
func site(t *testing.T, c app.Config) *app.App {
	t.Helper()
	c.URL, c.Log = public, slog.New(slog.DiscardHandler)
	if c.Data == "" {
		c.Data = t.TempDir()
	}
	a, err := app.New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	if a.Created != nil {
		if _, err := a.Exchange.ImportSample(app.AsOperator(t.Context()), nil); err != nil {
			t.Fatal(err)
		}
		if err := a.Prepare(app.AsOperator(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// before has a site stand before an old one.
func before(t *testing.T, c app.Config, old *httptest.Server) (*app.App, *httptest.Server) {
	t.Helper()
	u, err := url.Parse(public)
	if err != nil {
		t.Fatal(err)
	}
	c.Shadow = &config.Shadow{Old: u, Connect: old.Listener.Addr().String()}
	a := site(t, c)
	front := httptest.NewServer(a.Handler())
	t.Cleanup(front.Close)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { _ = a.RunShadow(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	return a, front
}

// TestMixedRequests sends ten thousand requests of all kinds to the old site, and through
// the new one: what a client gets is the same to the byte. Of what both sites have, the
// share that is told as equal is the share that is.
func TestMixedRequests(t *testing.T) {
	t.Parallel()
	pages := site(t, app.Config{})
	live := pages.Handler()
	changed := &oldSite{slow: time.Millisecond, pages: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/about/" {
			live.ServeHTTP(w, r)
			return
		}
		rec := httptest.NewRecorder()
		r.Header.Del("Accept-Encoding")
		live.ServeHTTP(rec, r)
		for name, values := range rec.Header() {
			if name != "Content-Length" {
				w.Header()[name] = values
			}
		}
		w.WriteHeader(rec.Code)
		_, _ = w.Write(bytes.ReplaceAll(rec.Body.Bytes(), []byte("</h1>"), []byte(" changed</h1>")))
	})}
	old := httptest.NewServer(changed)
	defer old.Close()
	a, front := before(t, app.Config{AccessLog: true}, old)
	requests := 10_000
	if testing.Short() {
		requests = 2000
	}
	var next, differ atomic.Int64
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() {
			client := newClient()
			for n := int(next.Add(1)); n <= requests && differ.Load() < 5; n = int(next.Add(1)) {
				want, is := got(t, client, old.URL, n), got(t, client, front.URL, n)
				if want != is {
					differ.Add(1)
					t.Errorf("request %d\n--- the old site\n%.600s\n--- through this one\n%.600s", n, want, is)
				}
			}
		})
	}
	clients.Wait()
	waited := 0
	for {
		s, err := shadow.StatusOf(t.Context(), a.DB)
		if err != nil {
			t.Fatal(err)
		}
		routes := map[string]shadow.RouteStatus{}
		for _, r := range s.Routes {
			routes[r.Route.Route] = r
		}
		if routes["/*/"].Compared < 3 || routes["/"].Compared < 1 || routes["/wp-json/wp/v2/posts"].Compared < 1 || s.Asked < int64(requests/4) {
			if waited++; waited > 600 {
				t.Fatalf("%+v", s)
			}
			time.Sleep(50 * time.Millisecond)
			continue
		}
		t.Logf("%d requests, %d plain, %d compared, %d equal", requests, s.Asked, s.Compared, s.Equal)
		for name, equal := range map[string]bool{"/": true, "/feed/": true, "/the-yard/*/": true, "/wp-json/wp/v2/posts": true, "/robots.txt": true, "/*/": false} {
			if r := routes[name]; r.Compared == 0 || (r.Compared == r.Equal) != equal {
				t.Errorf("%s: %+v", name, r)
			}
		}
		if r := routes["/*/"]; r.Path != "/about/" || !strings.Contains(r.Difference, "changed") {
			t.Errorf("%+v", r)
		}
		return
	}
}

// TestSwitchOnTwoNodes has writers and readers at two nodes while the site is switched and
// switched back: no request fails, and each write goes to the site whose turn it is.
func TestSwitchOnTwoNodes(t *testing.T) {
	t.Parallel()
	database := postgres.Database(t)
	pages := site(t, app.Config{})
	o := &oldSite{pages: pages.Handler()}
	old := httptest.NewServer(o)
	defer old.Close()
	a, one := before(t, app.Config{DatabaseURL: database}, old)
	_, two := before(t, app.Config{DatabaseURL: database}, old)
	for {
		s, err := shadow.StatusOf(t.Context(), a.DB)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Nodes) == 2 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var here, there atomic.Int64
	var clients sync.WaitGroup
	for i, front := range []*httptest.Server{one, two, one, two} {
		clients.Go(func() {
			client := newClient()
			for ctx.Err() == nil {
				r, err := http.NewRequest([]string{"POST", "POST", "GET", "GET"}[i], front.URL+"/about/", strings.NewReader("a=b"))
				if err != nil {
					t.Error(err)
					return
				}
				r.Host = "old.example"
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				res, err := client.Do(r)
				if err != nil {
					t.Error(err)
					return
				}
				text, err := io.ReadAll(res.Body)
				res.Body.Close()
				switch {
				case err != nil || res.StatusCode != http.StatusOK:
					t.Errorf("%d %v %.200s", res.StatusCode, err, text)
					return
				case r.Method == "POST" && string(text) == "old":
					there.Add(1)
				case r.Method == "POST":
					here.Add(1)
				}
			}
		})
	}
	more := func(n *atomic.Int64) {
		for from := n.Load(); n.Load() < from+20 && !t.Failed(); {
			time.Sleep(5 * time.Millisecond)
		}
	}
	more(&there)
	deltas := 0
	delta := func(context.Context, shadow.Round) error { deltas++; return nil }
	for range 3 {
		if err := (&shadow.Switcher{Store: a.DB, Clock: a.Clock, Delta: delta}).Switch(ctx); err != nil {
			t.Fatal(err)
		}
		was := o.writes.Load()
		more(&here)
		if o.writes.Load() != was {
			t.Error("the old site gets writes after the switch")
		}
		if err := (&shadow.Switcher{Store: a.DB, Clock: a.Clock}).Back(ctx); err != nil {
			t.Fatal(err)
		}
		is := here.Load()
		more(&there)
		if here.Load() > is+2 { // what was answered and not counted yet
			t.Error("this site gets writes after the way back")
		}
	}
	stop()
	clients.Wait()
	if deltas != 9 || o.writes.Load() != there.Load() {
		t.Errorf("%d deltas; the old site has %d writes, %d clients were told so", deltas, o.writes.Load(), there.Load())
	}
	t.Logf("%d writes on the old site, %d here", there.Load(), here.Load())
}

// The name that leads to the old server is the one that it is known by, whatever address
// it has.
func TestConnect(t *testing.T) {
	t.Parallel()
	var host string
	old := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { host = r.Host }))
	defer old.Close()
	_, front := before(t, app.Config{}, old)
	c, err := net.Dial("tcp", front.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprint(c, "GET / HTTP/1.0\r\nHost: anything.example\r\n\r\n")
	if _, err := io.ReadAll(c); err != nil || host != "old.example" {
		t.Error(err, host)
	}
}

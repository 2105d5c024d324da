package shadow

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// memory is a Store of tests.
type memory struct {
	mu     sync.Mutex
	phase  Phase
	nodes  map[string]Node
	routes map[string]Route
	fails  atomic.Bool
}

func (m *memory) ShadowPhase(context.Context) (Phase, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fails.Load() {
		return Phase{}, errors.New("away")
	}
	if m.phase.Name == "" {
		return Phase{Name: Old}, nil
	}
	return m.phase, nil
}

func (m *memory) SetShadowPhase(_ context.Context, to Phase) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.phase.Turn != to.Turn-1 {
		return ErrPhase
	}
	m.phase = to
	return nil
}

func (m *memory) NoteShadowNode(_ context.Context, n Node, _ string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.nodes == nil {
		m.nodes = map[string]Node{}
	}
	m.nodes[n.ID] = n
	return nil
}

func (m *memory) ShadowNodes(context.Context, string) ([]Node, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Collect(maps.Values(m.nodes)), nil
}

func (m *memory) ForgetShadowNode(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.nodes, id)
	return nil
}

func (m *memory) AddShadowRoutes(_ context.Context, counts []Route) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range counts {
		now := m.routes[r.Route]
		if r.Difference != "" {
			now.InRow, now.Path, now.Difference = 0, r.Path, r.Difference
		}
		now.Route, now.Asked, now.Compared, now.Equal, now.InRow = r.Route, now.Asked+r.Asked, now.Compared+r.Compared, now.Equal+r.Equal, now.InRow+r.InRow
		if m.routes == nil {
			m.routes = map[string]Route{}
		}
		m.routes[r.Route] = now
	}
	return nil
}

func (m *memory) ShadowRoutes(context.Context) ([]Route, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Collect(maps.Values(m.routes)), nil
}

func (m *memory) ForgetShadowRoutes(context.Context) error { return nil }

// world is an old site, a new one, and what stands before them.
type world struct {
	testing.TB
	*Shadow
	store *memory
	front *httptest.Server
	clock atomic.Int64 // seconds
}

func newWorld(t *testing.T, old, here http.HandlerFunc, change ...func(*Config)) *world {
	server := httptest.NewServer(old)
	t.Cleanup(server.Close)
	public, err := url.Parse("http://old.example")
	if err != nil {
		t.Fatal(err)
	}
	w := &world{TB: t, store: &memory{}}
	w.clock.Store(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Unix())
	c := Config{
		Old: public, Here: here, Store: w.store, Log: slog.New(slog.DiscardHandler), Base: func(context.Context) string { return "http://old.example" },
		Transport: &http.Transport{DisableCompression: true, DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
		}},
		Clock:   func() time.Time { return time.Unix(w.clock.Load(), 0) },
		Client:  func(r *http.Request) netip.Addr { return netip.MustParseAddrPort(r.RemoteAddr).Addr() },
		Trusted: func(*http.Request) bool { return false }, TLS: func(*http.Request) bool { return false },
		Compare: func(_ context.Context, _ string, a, b *Answer) (string, error) {
			if a.Status != b.Status || !bytes.Equal(a.Body, b.Body) {
				return string(a.Body) + " is " + string(b.Body), nil
			}
			return "", nil
		},
	}
	for _, f := range change {
		f(&c)
	}
	w.Shadow = New(c)
	w.front = httptest.NewServer(w.Shadow)
	t.Cleanup(w.front.Close)
	return w
}

// run lets the shadow work until the test ends.
func (w *world) run() {
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() { _ = w.Shadow.Run(ctx) })
	w.Cleanup(func() { cancel(); done.Wait() })
}

func (w *world) ask(method, path string, header ...string) (int, string) {
	w.Helper()
	r, err := http.NewRequestWithContext(w.Context(), method, w.front.URL+path, nil)
	if err != nil {
		w.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		w.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		w.Fatal(err)
	}
	return res.StatusCode, string(body)
}

// until waits for what the background does.
func (w *world) until(what string, is func() bool) {
	w.Helper()
	for !is() {
		select {
		case <-w.Context().Done():
			w.Fatal(what)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func says(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, text) }
}

func TestRoutes(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"/": "/", "/about/": "/*/", "/2026/05/17/reading-a-quarry/": "/#/#/#/*/", "/2026/05/page/3/": "/#/#/page/#/", "/feed/": "/feed/", "/about/feed/atom/": "/*/feed/atom/",
		"/category/stones/": "/category/*/", "/category/stones/page/2/": "/category/*/page/#/", "/author/ann/feed/": "/author/*/feed/", "/a/b/c/": "/a/*/*/",
		"/wp-sitemap-posts-post-1.xml": "/wp-sitemap-posts-post-#.xml", "/robots.txt": "/robots.txt", "/wp-content/uploads/2026/05/a.JPG": "/wp-content/**.jpg", "/wp-content/themes/x/s.css?ver=1": "/wp-content/**.css?",
		"/wp-json/wp/v2/posts/12": "/wp-json/wp/v2/posts/#", "/wp-json/wp/v2/posts?page=2": "/wp-json/wp/v2/posts?", "/wp-json/wp/v2/templates/theme//home": "/wp-json/wp/v2/templates/theme//*",
		"/?s=x": "/?s", "/?utm=1": "/?", "/?p=12": "/?p", "/post/comment-page-2/": "/*/comment-page-#/", "/a/1/2/3/4/5/6/7/8/9/": "/a/#/#/#/#/#/#/#/**", "/page/2/": "/page/#/", "/some-post.html": "/*.html",
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := routeOf(u); got != want {
			t.Errorf("%s is of %s, not %s", address, got, want)
		}
	}
	for pattern, want := range map[string]map[string]bool{
		"/category/**": {"/category/a/": true, "/category/": true, "/categories/": false}, "/*/": {"/about/": true, "/a/b/": false, "/": false}, "/**": {"/": true, "/a/b": true}, "/a.b": {"/a.b": true, "/axb": false},
	} {
		p, err := ParsePattern(pattern)
		for path, matches := range want {
			if err != nil || p.matches(path) != matches {
				t.Errorf("%s and %s: %v %v", pattern, path, !matches, err)
			}
		}
	}
	for _, pattern := range []string{"", "about", "/?x", "/#"} {
		if _, err := ParsePattern(pattern); err == nil {
			t.Errorf("%q is taken", pattern)
		}
	}
}

// What brings something of a visitor is never asked here too, and nothing that was asked
// has anything of one.
func TestOnlyPlainRequestsAreCompared(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var seen []*http.Request
	w := newWorld(t, says("same"), func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		seen = append(seen, r)
		mu.Unlock()
		fmt.Fprint(w, "same")
	})
	w.run()
	for i, header := range [][]string{
		{"Cookie", "a=b"}, {"Authorization", "Basic x"}, {"X-WP-Nonce", "1"}, {"Range", "bytes=0-1"}, {"If-None-Match", `"x"`}, {"If-Modified-Since", "Fri, 02 Jan 2026 03:04:05 GMT"},
	} {
		w.ask("GET", fmt.Sprintf("/personal/%d/", i), header...)
	}
	// What means another method is a write, which isn't done twice.
	for _, query := range []string{"_method=POST", "a=b&.method=delete", "%5Fmethod=PUT"} {
		if !isWrite(httptest.NewRequest("GET", "/wp-json/wp/v2/comments?"+query, nil)) {
			t.Errorf("%s is no write", query)
		}
		w.ask("GET", "/wp-json/wp/v2/comments?"+query)
	}
	w.ask("GET", "/wp-json/wp/v2/posts", "X-HTTP-Method-Override", "POST")
	for _, method := range []string{"POST", "PUT", "DELETE", "HEAD", "OPTIONS"} {
		w.ask(method, "/method/"+method+"/")
	}
	w.ask("GET", "/wp-admin/x.php")
	w.ask("GET", "/plain/?a=b", "User-Agent", "me", "Referer", "http://secret/", "X-Forwarded-For", "1.2.3.4", "Accept", "text/html", "Accept-Language", "de")
	w.ask("GET", "/plain/?a=b")
	w.until("no comparison", func() bool { return w.Counts.Compared.Load() == 1 })
	mu.Lock()
	defer mu.Unlock()
	if len(seen) != 1 || seen[0].Host != "old.example" || seen[0].URL.RequestURI() != "/plain/?a=b" || len(seen[0].Header) != 1 || seen[0].Header.Get("Accept") != "text/html" {
		t.Errorf("%d requests: %+v", len(seen), seen)
	}
	if w.Counts.Skipped[skipAgain].Load() != 1 || w.Counts.Skipped[skipNotPlain].Load() != 11 {
		t.Errorf("%v %v", w.Counts.Skipped[skipAgain].Load(), w.Counts.Skipped[skipNotPlain].Load())
	}
}

// The old site is asked as by a proxy: under its name, with who asks.
func TestHowTheOldSiteIsAsked(t *testing.T) {
	t.Parallel()
	var got *http.Request
	w := newWorld(t, func(_ http.ResponseWriter, r *http.Request) { got = r }, says(""))
	w.ask("GET", "/a%2Fb//c?x=%zz;y&&z", "X-Forwarded-For", "6.6.6.6", "X-Real-IP", "6.6.6.6", "Forwarded", "for=6.6.6.6", "Connection", "X-Gone", "X-Gone", "1", "X-Stays", "1", "X_Forwarded_For", "6.6.6.6")
	if got.Host != "old.example" || got.RequestURI != "/a%2Fb//c?x=%zz;y&&z" {
		t.Errorf("%s %s", got.Host, got.RequestURI)
	}
	for name, want := range map[string]string{
		"X-Forwarded-For": "127.0.0.1", "X-Real-Ip": "127.0.0.1", "Forwarded": "", "X-Gone": "", "X-Stays": "1", "X-Forwarded-Proto": "http",
		"X-Forwarded-Host": "old.example", "Connection": "", "X_forwarded_for": "",
	} {
		if v := strings.Join(got.Header.Values(name), ","); v != want {
			t.Errorf("%s is %q, not %q", name, v, want)
		}
	}
	// A proxy whose word is believed goes on saying who asked it.
	w = newWorld(t, func(_ http.ResponseWriter, r *http.Request) { got = r }, says(""), func(c *Config) { c.Trusted = func(*http.Request) bool { return true } })
	w.ask("GET", "/", "X-Forwarded-For", "6.6.6.6")
	if v := got.Header.Get("X-Forwarded-For"); v != "6.6.6.6, 127.0.0.1" {
		t.Errorf("%q", v)
	}
}

// A route is answered here once it has proved equal, and no more once it hasn't.
func TestServeWhatProvedEqual(t *testing.T) {
	t.Parallel()
	var differs atomic.Bool
	from := func(name string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-From", name)
			if name == "here" && (differs.Load() || strings.HasPrefix(r.URL.Path, "/other/")) {
				fmt.Fprint(w, "not ")
			}
			fmt.Fprint(w, "same")
		}
	}
	pattern, err := ParsePattern("/**")
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, from("old"), from("here"), func(c *Config) { c.Serve = []Pattern{pattern} })
	w.run()
	compared := int64(0)
	round := func(n int) {
		for i := range n {
			w.ask("GET", fmt.Sprintf("/posts/p-%d-%d/", compared, i))
			w.ask("GET", fmt.Sprintf("/other/p-%d-%d/", compared, i))
			w.until("comparisons", func() bool { return w.Counts.FromHere.Load() > 0 || w.Counts.Compared.Load() >= 2*int64(i+1)+compared })
		}
		compared = w.Counts.Compared.Load()
	}
	round(Proof - 1)
	if err := w.flush(t.Context()); err != nil || w.Counts.FromHere.Load() != 0 {
		t.Fatalf("%v: it answers before the proof", err)
	}
	round(1)
	if err := w.flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.ask("GET", "/posts/x/")
	if w.Counts.FromHere.Load() != 1 {
		t.Error("it doesn't answer what has proved equal")
	}
	for path, header := range map[string][]string{"/other/x/": nil, "/posts/y/": {"Cookie", "a=b"}, "/posts/z/deep/": nil} {
		if w.ask("GET", path, header...); w.Counts.FromHere.Load() != 1 {
			t.Errorf("%s was answered here", path)
		}
	}
	if w.ask("POST", "/posts/x/"); w.Counts.FromHere.Load() != 1 {
		t.Error("a write was answered here")
	}
	// One in oftenOld goes on to be compared, and finds that it isn't equal any more.
	differs.Store(true)
	for i := range 2 * oftenOld {
		w.clock.Add(120)
		w.ask("GET", fmt.Sprintf("/posts/later-%d/", i))
	}
	w.until("a difference", func() bool { return !(*w.tally.proved.Load())["/posts/*/"] })
	here := w.Counts.FromHere.Load()
	if w.ask("GET", "/posts/last/"); w.Counts.FromHere.Load() != here {
		t.Error("it answers what isn't equal")
	}
}

// A switch waits for writes under way, and lets those that come meanwhile wait: none goes
// to the wrong site, and none fails.
func TestSwitchWithWritesUnderWay(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	var old, here atomic.Int64
	w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
		if old.Add(1); r.URL.Path == "/slow" {
			<-release
		}
	}, func(http.ResponseWriter, *http.Request) { here.Add(1) })
	w.run()
	var asked sync.WaitGroup
	asked.Go(func() { w.ask("POST", "/slow") })
	w.until("the slow write", func() bool { return old.Load() == 1 })
	w.until("a node", func() bool { n, _ := w.store.ShadowNodes(t.Context(), ""); return len(n) == 1 })
	deltas := []int64{}
	s := &Switcher{Store: w.store, Clock: w.Clock, Delta: func(context.Context, Round) error {
		deltas = append(deltas, old.Load())
		return nil
	}}
	switched := make(chan error, 1)
	go func() { switched <- s.Switch(t.Context()) }()
	w.until("holding", func() bool { return w.Phase() == Holding })
	for range 5 {
		asked.Go(func() { w.ask("POST", "/held") })
	}
	if _, body := w.ask("GET", "/read"); body != "" || old.Load() != 2 {
		t.Error("a read waits")
	}
	select {
	case err := <-switched:
		t.Fatalf("switched with a write under way: %v", err)
	case <-time.After(3 * lookEvery):
	}
	close(release)
	if err := <-switched; err != nil {
		t.Fatal(err)
	}
	asked.Wait()
	if here.Load() != 5 || old.Load() != 2 || len(deltas) != 3 {
		t.Errorf("%d here, %d on the old site, deltas after %v", here.Load(), old.Load(), deltas)
	}
	if err := s.Switch(t.Context()); !errors.Is(err, ErrAlready) {
		t.Error(err)
	}
	if err := s.Back(t.Context()); err != nil {
		t.Fatal(err)
	}
	if w.ask("POST", "/back"); old.Load() != 3 {
		t.Error("the old site doesn't get writes again")
	}
	// A delta that fails changes nothing.
	s.Delta = func(context.Context, Round) error {
		if w.Phase() == Holding {
			return errors.New("no")
		}
		return nil
	}
	if err := s.Switch(t.Context()); err == nil {
		t.Error("switched without the last delta")
	}
	w.until("old again", func() bool { return w.Phase() == Old })
	if w.ask("POST", "/after"); old.Load() != 4 {
		t.Error("writes don't go on")
	}
}

// A node that can't look which phase it is lets no write through after a while, and
// visitors read on.
func TestDeafNode(t *testing.T) {
	t.Parallel()
	var old atomic.Int64
	w := newWorld(t, func(http.ResponseWriter, *http.Request) { old.Add(1) }, says(""))
	w.run()
	w.until("a look", func() bool { n, _ := w.store.ShadowNodes(t.Context(), ""); return len(n) == 1 })
	w.store.fails.Store(true)
	w.ask("POST", "/soon")
	w.clock.Add(int64(deafFor/time.Second) + 1)
	w.ask("GET", "/")
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "POST", w.front.URL+"/late", nil)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		res, err := http.DefaultTransport.RoundTrip(r)
		if err == nil {
			res.Body.Close()
		}
		done <- err
	}()
	time.Sleep(2 * lookEvery)
	if old.Load() != 2 {
		t.Error("a write went on")
	}
	cancel()
	<-done
}

func TestOldSiteThatIsGone(t *testing.T) {
	t.Parallel()
	var refuses atomic.Bool
	w := newWorld(t, says("here"), says(""), func(c *Config) {
		next := c.Transport
		c.Transport = transport(func(r *http.Request) (*http.Response, error) {
			if refuses.Load() {
				return nil, &net.OpError{Op: "dial", Err: errors.New("refused")}
			}
			return next.RoundTrip(r)
		})
	})
	w.run()
	refuses.Store(true)
	for _, method := range []string{"GET", "POST"} {
		if status, _ := w.ask(method, "/"); status != http.StatusBadGateway {
			t.Errorf("%s: %d", method, status)
		}
	}
	refuses.Store(false)
	if status, body := w.ask("GET", "/"); status != http.StatusOK || body != "here" || w.Counts.OldFailed.Load() != 2 {
		t.Error(status, body)
	}
	// One that leads back here is told so.
	loop := newWorld(t, says(""), says(""))
	loop.Shadow.proxy.Transport = transport(func(r *http.Request) (*http.Response, error) {
		rec := httptest.NewRecorder()
		r.RemoteAddr = "127.0.0.1:1"
		loop.Shadow.ServeHTTP(rec, r)
		res := rec.Result()
		res.Request = r
		return res, nil
	})
	if status, _ := loop.ask("GET", "/"); status != http.StatusLoopDetected {
		t.Error(status)
	}
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Connections that change their protocol go through in both directions.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(w http.ResponseWriter, _ *http.Request) {
		c, rw, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		defer c.Close()
		fmt.Fprint(rw, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
		_ = rw.Flush()
		line, _ := rw.ReadString('\n')
		fmt.Fprint(rw, strings.ToUpper(line))
		_ = rw.Flush()
	}, says(""))
	c, err := net.Dial("tcp", w.front.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprint(c, "GET /socket HTTP/1.1\r\nHost: old.example\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
	in := bufio.NewReader(c)
	res, err := http.ReadResponse(in, nil)
	if err != nil || res.StatusCode != http.StatusSwitchingProtocols || res.Header.Get("Upgrade") != "echo" {
		t.Fatal(err, res)
	}
	fmt.Fprint(c, "hello\n")
	if line, err := in.ReadString('\n'); err != nil || line != "HELLO\n" {
		t.Error(err, line)
	}
}

// What an answer is packed with doesn't matter, and how large it is is bounded.
func TestPackedAndLargeAnswers(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("x", maxBody+1)
	w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/packed/":
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			fmt.Fprint(z, "same")
			_ = z.Close()
		case "/bomb/":
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			fmt.Fprint(z, large)
			_ = z.Close()
		case "/large/":
			_, _ = io.Copy(w, struct{ io.Reader }{strings.NewReader(large)})
		}
	}, says("same"))
	w.run()
	w.ask("GET", "/packed/")
	w.ask("GET", "/bomb/")
	if _, body := w.ask("GET", "/large/"); len(body) != len(large) {
		t.Errorf("the visitor gets %d bytes", len(body))
	}
	w.until("comparisons", func() bool {
		return w.Counts.Equal.Load() == 1 && w.Counts.Skipped[skipLarge].Load() == 1 && w.Counts.Skipped[skipOld].Load() == 1
	})
	w.until("memory is given back", func() bool { return w.held.Load() == 0 })
}

// An address that was compared isn't again for a while, and others that visitors think of
// take no more room than there is.
func TestRecent(t *testing.T) {
	t.Parallel()
	c, now := newRecent(), time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if c.again("/a", now) || !c.again("/a", now.Add(againAfter-1)) || c.again("/a", now.Add(againAfter)) {
		t.Error("an address is compared once in a while")
	}
	c.forget("/a")
	if c.again("/a", now.Add(againAfter)) {
		t.Error("a forgotten address isn't compared")
	}
	for i := range 4 * maxRecent {
		c.again("/a?"+strconv.Itoa(i), now)
	}
	again := 0
	for i := range 4 * maxRecent {
		if c.again("/a?"+strconv.Itoa(i), now) {
			again++
		}
	}
	if again == 0 || again > maxRecent {
		t.Errorf("%d of %d addresses are remembered", again, 4*maxRecent)
	}
}

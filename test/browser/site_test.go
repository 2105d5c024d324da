package browser

import (
	"context"
	_ "embed"
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"quoin/internal/app"
	"quoin/internal/people/account"
	"quoin/internal/people/mail/mailtest"
)

// axe is axe-core as it is published (MPL 2.0).
//
//go:embed testdata/axe.min.js
var axe string

// password is that of all accounts.
const password = "correct horse"

// site is one that listens, with a clock that tests move forward.
type site struct {
	t     *testing.T
	app   *app.App
	base  string
	ahead atomic.Int64 // nanoseconds

	secret string // an application password of ed
	box    mailtest.Outbox
}

func (s *site) now() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())) }

// serve starts a site with one account for each test.
func serve(t *testing.T, logins ...string) *site {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	s := &site{t: t, base: "http://localhost:" + port}
	s.app, err = app.New(t.Context(), app.Config{Data: t.TempDir(), URL: s.base, Clock: s.now, Mail: &s.box, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	for _, login := range logins {
		if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: login, Email: login + "@example.org", Role: "editor", Password: password}); err != nil {
			t.Fatal(err)
		}
	}
	server := &http.Server{Handler: s.app.Handler(), ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(l) }()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); _ = s.app.Work.Run(ctx) }()
	t.Cleanup(func() {
		_ = server.Close()
		stop()
		<-done
		_ = s.app.Close()
	})
	return s
}

// chromium starts the browser that all tests share.
func chromium(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("QUOIN_TEST_STRICT") != "" {
			t.Fatal("there is no chromium (apt-get install chromium)")
		}
		t.Skip("there is no chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1000, 1400),
		chromedp.Flag("disable-dev-shm-usage", true))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, close := chromedp.NewContext(ctx)
	t.Cleanup(close)
	if err := chromedp.Run(ctx); err != nil {
		t.Fatalf("start chromium: %v", err)
	}
	return ctx
}

// tab is one window; it begins without cookies.
type tab struct {
	*site
	t   *testing.T
	ctx context.Context
}

// stepTime bounds what one step of a test may take.
const stepTime = time.Minute

func (s *site) tab(t *testing.T, browser context.Context) *tab {
	t.Helper()
	ctx, stop := chromedp.NewContext(browser)
	t.Cleanup(stop)
	if err := chromedp.Run(ctx, network.ClearBrowserCookies()); err != nil {
		t.Fatal(err)
	}
	return &tab{s, t, ctx}
}

// do runs steps.
func (b *tab) do(steps ...chromedp.Action) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, stepTime)
	defer cancel()
	if err := chromedp.Run(ctx, steps...); err != nil {
		b.t.Fatalf("%v on %s", err, b.text())
	}
}

func (b *tab) open(path string) {
	b.t.Helper()
	b.do(chromedp.Navigate(b.base + path))
}

// press clicks what leads to another page, and waits for that.
func (b *tab) press(selector string) {
	b.t.Helper()
	b.leave(chromedp.Click(selector, chromedp.ByQuery, chromedp.NodeVisible))
}

// leave takes a step that leads to another page, and waits for that.
func (b *tab) leave(step chromedp.Action) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, stepTime)
	defer cancel()
	if _, err := chromedp.RunResponse(ctx, step); err != nil {
		b.t.Fatalf("%v on %s", err, b.text())
	}
}

func (b *tab) fill(selector, text string) {
	b.t.Helper()
	b.do(chromedp.WaitVisible(selector, chromedp.ByQuery), chromedp.SetValue(selector, text, chromedp.ByQuery))
}

// text is what the page says.
func (b *tab) text() string {
	var text string
	ctx, cancel := context.WithTimeout(b.ctx, 5*time.Second)
	defer cancel()
	_ = chromedp.Run(ctx, chromedp.Evaluate(`location.pathname + " " + document.body.innerText`, &text))
	return text
}

// says fails the test unless the page says something.
func (b *tab) says(text string) {
	b.t.Helper()
	if got := b.text(); !strings.Contains(got, text) {
		b.t.Fatalf("the page doesn't say %q: %s", text, got)
	}
}

// accessible holds the page against the rules of axe-core, light and dark.
func (b *tab) accessible() {
	b.t.Helper()
	for _, scheme := range []string{"light", "dark"} {
		for _, v := range b.violations(scheme) {
			b.t.Errorf("%s, %s: %s", b.text(), scheme, v)
		}
	}
}

// violations are the rules of axe-core that the page breaks in a colour scheme,
// each with what of the page does.
func (b *tab) violations(scheme string) []string {
	b.t.Helper()
	var found string
	b.do(
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
		chromedp.Evaluate(axe+";0", nil),
		chromedp.Evaluate(`axe.run(document).then(r => JSON.stringify(r.violations.map(v => v.id + " " + v.nodes.map(n => n.html).join(" "))))`, &found,
			func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }),
	)
	var violations []string
	if err := json.Unmarshal([]byte(found), &violations); err != nil {
		b.t.Fatal(err)
	}
	return violations
}

// logIn fills in the log-in form.
func (b *tab) logIn(login, password string) {
	b.t.Helper()
	b.open("/wp-login.php")
	b.fill("#user_login", login)
	b.fill("#user_pass", password)
	b.press("input[name=wp-submit]")
}

// isIn checks who is logged in. The account page says it, which isn't where those land who write.
func (b *tab) isIn(login string) {
	b.t.Helper()
	b.open("/account")
	b.says("You are logged in as " + login)
}

package api

import (
	"bytes"
	"context"
	"html"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/people/account"
	"quoin/internal/people/mail/mailtest"
	"quoin/internal/storage/auth"
)

// browser keeps the cookies of a site and follows no redirects.
type browser struct {
	t    *testing.T
	site *server
	jar  *cookiejar.Jar
	ip   string // where it comes from, by the word of a proxy; "" without one
}

func (s *server) browser(t *testing.T) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t: t, site: s, jar: jar}
}

// visit asks for a page, or sends it a form: again while the process has no time for one more
// password, since its queue is that of all tests, and others flood theirs.
func (b *browser) visit(path string, form url.Values, headers ...string) answer {
	b.t.Helper()
	a := b.visitOnce(path, form, headers...)
	for range 100 {
		if a.status != http.StatusServiceUnavailable || !bytes.Contains(a.body, []byte(auth.ErrBusy.Message)) {
			break
		}
		time.Sleep(100 * time.Millisecond)
		a = b.visitOnce(path, form, headers...)
	}
	return a
}

func (b *browser) visitOnce(path string, form url.Values, headers ...string) answer {
	b.t.Helper()
	path = strings.TrimPrefix(path, "http://example.org")
	r := httptest.NewRequest(http.MethodGet, "http://example.org"+path, nil)
	if form != nil {
		r = httptest.NewRequest(http.MethodPost, "http://example.org"+path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for _, c := range b.jar.Cookies(r.URL) {
		r.AddCookie(c)
	}
	if b.ip != "" {
		r.Header.Set("X-Forwarded-For", b.ip)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	b.site.handler.ServeHTTP(w, r)
	b.jar.SetCookies(r.URL, w.Result().Cookies())
	return answer{w.Code, w.Header(), w.Body.Bytes()}
}

// submit fills in a form of a page and sends it: its hidden fields go along.
func (b *browser) submit(page answer, path string, pairs ...string) answer {
	b.t.Helper()
	form := url.Values{}
	for _, m := range regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)"`).FindAllStringSubmatch(string(page.body), -1) {
		form.Set(m[1], html.UnescapeString(m[2]))
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return b.visit(path, form)
}

func (b *browser) logIn(login, password string) answer {
	b.t.Helper()
	return b.submit(b.visit("/wp-login.php", nil), "/wp-login.php", "log", login, "pwd", password)
}

func (b *browser) in() bool {
	b.t.Helper()
	return b.visit("/wp-admin/profile.php", nil).status == 200
}

// people starts a site with accounts that have passwords, and its jobs.
func people(t *testing.T, e engine) (*server, *mailtest.Outbox) {
	t.Helper()
	box := &mailtest.Outbox{}
	s := start(t, app.Config{DatabaseURL: e.database(t), Mail: box})
	for _, n := range []account.NewUser{
		{Login: "ann", Email: "ann@example.org", Role: "editor", Password: "correct horse"},
		{Login: "sub", Email: "sub@example.org", Role: "subscriber", Password: "correct horse"},
	} {
		if _, err := s.app.People.Create(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); _ = s.app.Work.Run(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	return s, box
}

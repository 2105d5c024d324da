package api

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"quoin/internal/app"
	"quoin/internal/platform/fault"
	"quoin/internal/storage/store"
)

// asFrom sends a read whose statements fail with an error from the nth on; 0 lets none
// fail. It tells whether any did.
func (s *server) asFrom(nth int64, err error, role, path string) (a answer, failed bool) {
	s.t.Helper()
	var n atomic.Int64
	ctx := store.Watch(s.t.Context(), func(string, []any) error {
		if at := n.Add(1); nth > 0 && at >= nth {
			return err
		}
		return nil
	})
	req := httptest.NewRequestWithContext(ctx, "GET", path, nil)
	if role != "" {
		req.SetBasicAuth("test_"+role, s.secrets[role])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, req)
	return answer{w.Code, w.Header(), w.Body.Bytes()}, nth > 0 && n.Load() >= nth
}

// volatile is what two answers to the same question may differ in.
var volatile = regexp.MustCompile(`x_?(=|\\u003d|%3D)\d+|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|nonce[^,]*|secret=\\?"?[0-9A-Za-z]+|\d+(\.\d+)? ?(ms|seconds|KB|MB|GB)`)

// TestUnreadAnswers takes the database away in the midst of every read, at each of its
// statements, and has them fail in themselves: nobody gets an answer that lacks what
// couldn't be read, and nothing of it is told to those who come after. The preset has all
// routes of the others.
func TestUnreadAnswers(t *testing.T) {
	t.Parallel()
	c := app.Config{Data: t.TempDir(), Preset: "full", Clock: newClock().now}
	s := start(t, c)
	f := s.seed()
	c.NoCache = true
	other := open(t, c)
	asked, count := 0, 0
	check := func(name, role, path string) {
		t.Helper()
		at := func() string { asked++; return path + fmt.Sprint("&x=", asked) }
		whole, _ := s.asFrom(0, nil, role, at())
		for failure, want := range map[error]int{fault.ErrUnavailable: 503, errors.New("a row is broken"): 500} {
			for nth := int64(1); ; nth++ {
				// Another process makes this one forget what it has read.
				if err := other.app.DB.InTx(t.Context(), func(ctx context.Context) error {
					return other.app.DB.SetOption(ctx, "unread", asked)
				}); err != nil {
					t.Fatal(err)
				}
				a, failed := s.asFrom(nth, failure, role, at())
				after, _ := s.asFrom(0, nil, role, at())
				if !same(after, whole) {
					t.Errorf("%s as %q after statement %d failed with %q:\n%d %.1000s\nbefore\n%d %.1000s", name, role, nth, failure, after.status, after.body, whole.status, whole.body)
				}
				if !failed {
					break
				}
				count++
				if a.status != want && !same(a, whole) {
					t.Errorf("%s as %q, statement %d failed with %q:\n%d %.1000s\nwhole\n%d %.1000s", name, role, nth, failure, a.status, a.body, whole.status, whole.body)
				}
			}
		}
	}
	for _, role := range []string{"", "administrator"} {
		for _, c := range f.cells() {
			if c.method == "GET" && !remote(c.name) && (role != "" || !strings.HasSuffix(c.name, "context=edit")) {
				check(c.name, role, "/api"+c.path(role))
			}
		}
		for _, path := range []string{"/?", "/feed/?", "/wp-sitemap.xml?", "/?s=text", "/?p=" + f.values["posts"]} {
			check(path, role, path)
		}
	}
	t.Logf("%d statements failed", count)
	if count < 2000 {
		t.Error("too few to say anything")
	}
}

// same tells whether two answers say the same.
func same(a, b answer) bool {
	return a.status == b.status && volatile.ReplaceAllString(string(a.body), "") == volatile.ReplaceAllString(string(b.body), "")
}

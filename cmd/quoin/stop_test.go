package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"quoin/internal/app"
)

// output is what a running command wrote so far.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// TestStopKeepsWhatWasCounted stops a server while redirects are followed: all
// that were answered are counted, those answered after it was told to stop too.
func TestStopKeepsWhatWasCounted(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "correct horse")
	site := filepath.Join(t.TempDir(), "site")
	newSite(t, site)
	var secret bytes.Buffer
	if code := run(t.Context(), []string{"user", "app-password", "admin", "--name", "test", "--data", site}, &secret, io.Discard); code != 0 {
		t.Fatal(code)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	errs, done := &output{}, make(chan int, 1)
	go func() {
		done <- run(ctx, []string{"serve", "--data", site, "--listen", "127.0.0.1:0", "--drain", "500ms"}, io.Discard, errs)
	}()
	base := ""
	for deadline := time.Now().Add(20 * time.Second); base == ""; time.Sleep(10 * time.Millisecond) {
		if m := regexp.MustCompile(`on (http://\S+) \(`).FindStringSubmatch(errs.String()); m != nil {
			base = m[1]
		} else if time.Now().After(deadline) {
			t.Fatal(errs.String())
		}
	}
	r, err := http.NewRequestWithContext(t.Context(), "POST", base+"/api/redirection/v1/redirect",
		strings.NewReader(`{"url":"/old","match_type":"url","action_type":"url","action_data":{"url":"/new"},"group_id":1}`))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(secret.String())
	r.SetBasicAuth("admin", lines[len(lines)-1])
	r.Header.Set("Content-Type", "application/json")
	a, err := http.DefaultClient.Do(r)
	if err != nil || a.StatusCode != 200 {
		t.Fatal(err, a)
	}
	a.Body.Close()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answered := int64(0)
	follow := func(until time.Time) {
		for time.Now().Before(until) {
			a, err := client.Get(base + "/old")
			if err != nil {
				t.Fatal(err)
			}
			a.Body.Close()
			if a.StatusCode != 301 {
				t.Fatal(a.Status)
			}
			answered++
		}
	}
	follow(time.Now().Add(100 * time.Millisecond))
	stop()
	follow(time.Now().Add(200 * time.Millisecond))
	if code := <-done; code != 0 {
		t.Fatalf("%d: %s", code, errs)
	}
	again, err := app.New(t.Context(), app.Config{Data: site})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	var hits int64
	found, err := again.DB.Tables("redirection").QueryRow(t.Context(), "SELECT hits FROM redirection_rule", nil, &hits)
	if err != nil || !found || hits != answered {
		t.Errorf("%d hits are stored of %d (%v)", hits, answered, err)
	}
}

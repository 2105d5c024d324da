package command

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
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
	base := servedAt(t, errs)
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

// servedAt waits until a server listens, and gives its address.
func servedAt(t *testing.T, errs *output) string {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if m := regexp.MustCompile(`on (http://\S+) \(`).FindStringSubmatch(errs.String()); m != nil {
			return m[1]
		}
	}
	t.Fatal(errs.String())
	return ""
}

// TestStopAnswersWhatBegan stops a server that has read half of the heads of some
// requests, on new connections and on one that was used before: all are answered, and
// their clients are told to go elsewhere with the next.
func TestStopAnswersWhatBegan(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "correct horse")
	site := filepath.Join(t.TempDir(), "site")
	newSite(t, site)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	errs, done := &output{}, make(chan int, 1)
	go func() {
		done <- run(ctx, []string{"serve", "--data", site, "--listen", "127.0.0.1:0"}, io.Discard, errs)
	}()
	host := strings.TrimPrefix(servedAt(t, errs), "http://")
	const half, rest = "GET /healthz HTTP/1.1\r\nHost: ", "x\r\n\r\n"
	var began []net.Conn
	for n := range 6 {
		c, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			answered(t, c, half+rest, false)
		}
		if _, err := io.WriteString(c, half); err != nil {
			t.Fatal(err)
		}
		began = append(began, c)
	}
	answered(t, dial(t, host), half+rest, false) // accepted after the others, so they are too
	stop()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		c, err := net.Dial("tcp", host)
		if err != nil {
			break
		}
		c.Close()
		if time.Now().After(end) {
			t.Fatal("the server goes on listening")
		}
	}
	for _, c := range began {
		answered(t, c, rest, true)
	}
	if code := <-done; code != 0 {
		t.Errorf("%d: %s", code, errs)
	}
}

func dial(t *testing.T, host string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// answered sends the rest of a request, and wants an answer that closes the connection or
// keeps it.
func answered(t *testing.T, c net.Conn, rest string, closes bool) {
	t.Helper()
	if _, err := io.WriteString(c, rest); err != nil {
		t.Errorf("the connection was closed: %v", err)
		return
	}
	a, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Errorf("no answer: %v", err)
		return
	}
	defer a.Body.Close()
	if _, err := io.Copy(io.Discard, a.Body); err != nil || a.StatusCode != 200 || a.Close != closes {
		t.Errorf("%s (%v), closes: %v", a.Status, err, a.Close)
	}
}

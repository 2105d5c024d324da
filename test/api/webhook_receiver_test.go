package api

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"quoin/internal/app"
)

// message is what a receiver got.
type message struct {
	ID, Type string
	Data     struct {
		Webhook int64
		Changes []feedItem
		Cursor  string
	}
}

// receiver is a front end that is told of changes. It holds every signature
// against its secret.
type receiver struct {
	t      testing.TB
	secret string
	answer func(w http.ResponseWriter, r *http.Request) // nil answers 204

	mu       sync.Mutex
	got      []message
	unsigned int
}

func (h *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	id, at := r.Header.Get("Webhook-Id"), r.Header.Get("Webhook-Timestamp")
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(h.secretNow(), "whsec_"))
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, at, body)
	m := message{ID: id}
	err := json.Unmarshal(body, &m)
	h.mu.Lock()
	if err != nil || r.Header.Get("Webhook-Signature") != "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)) || id == "" || at == "" {
		h.unsigned++
	}
	h.got = append(h.got, m)
	answer := h.answer
	h.mu.Unlock()
	if answer != nil {
		answer(w, r)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (h *receiver) secretNow() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.secret
}

func (h *receiver) answers(f func(w http.ResponseWriter, r *http.Request)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.answer = f
}

// heard is what it was told of, and how many messages had a wrong signature.
func (h *receiver) heard() (lines []string, messages []message, unsigned int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, m := range h.got {
		for _, c := range m.Data.Changes {
			lines = append(lines, c.String())
		}
	}
	return lines, append(messages, h.got...), h.unsigned
}

// hooked is a site whose jobs run, and a receiver beside it.
func hooked(t testing.TB, e engine) (*server, *receiver, string) {
	t.Helper()
	h := &receiver{t: t}
	address, client := neighbour(t, h)
	s := changing(t, e, app.Config{Outbound: client})
	s.runJobs()
	return s, h, address
}

// runJobs works on the jobs of the site until the test ends.
func (s *server) runJobs() {
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.app.Work.Run(ctx) // says that it was ended
	}()
	s.t.Cleanup(func() {
		stop()
		<-done
	})
}

// hook makes a webhook and gives its address in the API.
func (s *server) hook(h *receiver, body map[string]any) string {
	s.t.Helper()
	a := s.do("administrator", "POST", hookPath, body)
	if a.status != 201 {
		s.t.Fatalf("%d %s", a.status, a.body)
	}
	h.mu.Lock()
	h.secret = valueAt(a.json(s.t), "secret")
	h.mu.Unlock()
	return hookPath + "/" + valueAt(a.json(s.t), "id")
}

// until waits until something is so.
func until(t testing.TB, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(longWait); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("in vain: " + what)
		}
	}
}

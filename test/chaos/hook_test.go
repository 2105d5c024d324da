package chaos

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// change is what a webhook tells of one.
type change struct {
	Cursor, Event, Object, Type string
	ID                          int64
}

// receiver is told of all changes.
type receiver struct {
	t       *testing.T
	address string

	mu   sync.Mutex
	in   map[string]string // the delivery that a change came in
	told map[change]int    // without cursor: how many changes said so
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	h := &receiver{t: t, in: map[string]string{}, told: map[change]int{}}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	h.address = strings.TrimPrefix(s.URL, "http://")
	return h
}

// ServeHTTP implements http.Handler. One delivery may come twice; one change may not come
// in two of them.
func (h *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // its sender is gone, and sends it again
	}
	var m struct{ Data struct{ Changes []change } }
	if err := json.Unmarshal(body, &m); err != nil {
		h.t.Errorf("webhook: %v: %.300s", err, body)
	}
	delivery := r.Header.Get("Webhook-Id")
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range m.Data.Changes {
		before, again := h.in[c.Cursor]
		if again && before != delivery {
			h.t.Errorf("change %+v came in the deliveries %s and %s", c, before, delivery)
		}
		if !again {
			h.in[c.Cursor] = delivery
			c.Cursor = ""
			h.told[c]++
		}
	}
	w.WriteHeader(http.StatusNoContent)
}

// heard is how often a change was told of.
func (h *receiver) heard(event, kind string, id int64) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := 0
	for c, times := range h.told {
		if c.Event == event && c.Type == kind && c.ID == id {
			n += times
		}
	}
	return n
}

// made are the ids of all objects of a type that were told to be made, with how often.
func (h *receiver) made(kind string) map[int64]int {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := map[int64]int{}
	for c, times := range h.told {
		if c.Event == "created" && c.Type == kind {
			out[c.ID] += times
		}
	}
	return out
}

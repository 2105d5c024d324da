package admission

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestAnswersNobodyTakes has one client ask for long answers and take none of them. What
// waits for it stays within the room there is, and another client gets its answer whole.
func TestAnswersNobodyTakes(t *testing.T) {
	t.Parallel()
	const long, room = 8 << 20, 3
	g := New(room*long, byHeader)
	writes := make(chan error, 100)
	server := httptest.NewServer(g.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, err := w.Write(bytes.Repeat([]byte("x"), long))
		writes <- err
	})))
	defer server.Close()
	get := func(client string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("From", client)
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	const asked = 20
	for range asked {
		defer get("192.0.2.1").Body.Close()
	}
	for range asked - room {
		if err := <-writes; err == nil {
			t.Error("an answer went out whole that nobody took")
		}
	}
	other := get("192.0.2.2")
	defer other.Body.Close()
	if n, err := io.Copy(io.Discard, other.Body); n != long || err != nil {
		t.Errorf("another client: %d bytes, %v", n, err)
	}
	cut, whole := 0, 0
	for range 2 { // the oldest made room for the other client
		if err := <-writes; err == nil {
			whole++
		} else {
			cut++
		}
	}
	if cut != 1 || whole != 1 {
		t.Errorf("%d were cut off, %d went out", cut, whole)
	}
	g.taking.mu.Lock()
	defer g.taking.mu.Unlock()
	if g.taking.used > room*long || len(g.taking.list) > room {
		t.Errorf("%d bytes of %d answers wait to be taken", g.taking.used, len(g.taking.list))
	}
}

// TestOneTextForMany has many take the same bytes, which are there once.
func TestOneTextForMany(t *testing.T) {
	t.Parallel()
	g := New(1<<20, byHeader)
	page := bytes.Repeat([]byte("x"), 1<<20)
	for range 50 {
		g.taking.begin(&sent{bytes: page, control: http.NewResponseController(httptest.NewRecorder())})
	}
	if g.taking.used != 1<<20 || len(g.taking.list) != 50 || len(g.taking.stopped) != 0 {
		t.Errorf("%d bytes of %d answers", g.taking.used, len(g.taking.list))
	}
	for len(g.taking.list) > 0 {
		g.taking.end(g.taking.list[0])
	}
	if g.taking.used != 0 || len(g.taking.same) != 0 {
		t.Errorf("afterwards %d bytes", g.taking.used)
	}
}

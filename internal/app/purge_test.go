package app

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
)

func TestPurgeTellsWhatChanged(t *testing.T) {
	var mu sync.Mutex
	var got []string
	failures := 1
	cdn := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if failures > 0 {
			failures--
			http.Error(w, "busy", http.StatusServiceUnavailable)
			return
		}
		var body struct{ Tags []string }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.Method != http.MethodPost {
			t.Errorf("%s: %v", r.Method, err)
		}
		got = append(got, body.Tags...)
	}))
	defer cdn.Close()
	t.Setenv("QUOIN_ADMIN_PASSWORD", "x")
	a, err := New(t.Context(), Config{Data: t.TempDir(), URL: "http://example.org", PurgeURL: cdn.URL + "/purge"})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go a.Purge(ctx)
	title, status := "Hello", content.Publish
	err = a.DB.InTx(t.Context(), func(ctx context.Context) error {
		_, err := a.Env.Entries.Create(ctx, access.System(), content.TypePost, content.Change{Title: &title, Status: &status})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	deadline := time.After(10 * time.Second)
	for {
		mu.Lock()
		done := slices.Contains(got, "entries:post")
		mu.Unlock()
		if done {
			return
		}
		select {
		case <-deadline:
			t.Fatalf("the shared cache was told %v", got)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func TestPurgeAddressIsChecked(t *testing.T) {
	for _, bad := range []string{"ftp://x/", "nonsense", "http:///x", "://"} {
		if _, err := New(t.Context(), Config{Data: t.TempDir(), PurgeURL: bad}); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

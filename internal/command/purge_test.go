package command

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

// TestCommandsPurge has a command change a site: the shared cache in front is told
// before it ends.
func TestCommandsPurge(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "correct horse")
	site := filepath.Join(t.TempDir(), "site")
	newSite(t, site)
	var mu sync.Mutex
	var told []string
	cdn := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		var body struct{ Tags []string }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		told = append(told, body.Tags...)
	}))
	defer cdn.Close()
	t.Setenv("QUOIN_PURGE_URL", cdn.URL)
	if code := run(t.Context(), []string{"option", "set", "thumbnail_crop", "false", "--data", site}, io.Discard, t.Output()); code != 0 {
		t.Fatal(code)
	}
	mu.Lock()
	defer mu.Unlock()
	if !slices.Contains(told, "option:thumbnail_crop") {
		t.Errorf("told %q", told)
	}
}

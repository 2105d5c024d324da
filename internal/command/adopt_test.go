package command

import (
	"bytes"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An old site that can't be reached or read leaves nothing behind, and no word of a new site.
func TestAdoptLeavesNothing(t *testing.T) {
	t.Parallel()
	old := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Path != "/wp-json/" {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = w.Write([]byte(`{"code":"rest_forbidden"}`))
			return
		}
		_, _ = w.Write([]byte(`{"namespaces":["wp/v2"]}`))
	}))
	defer old.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret")
	if err := os.WriteFile(secret, []byte("abcd\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]string{
		old.URL: "doesn't take the log-in name", plain.URL: "there is no API", "http://127.0.0.1:1": "connection refused", "http://old.invalid": "can't be reached",
		strings.Replace(old.URL, "http:", "https:", 1): "gave HTTP response to HTTPS client",
	} {
		site := filepath.Join(dir, "site")
		var out, errs bytes.Buffer
		code := run(t.Context(), []string{"adopt", url, "--user", "ann", "--app-password-file", secret, "--data", site}, &out, &errs)
		if code != exitFailed || out.Len() > 0 || !strings.Contains(errs.String(), want) || strings.Contains(errs.String(), "Created") || strings.Contains(errs.String(), "left alone") {
			t.Errorf("%s: %d %s%s", url, code, &out, &errs)
		}
		if _, err := os.Stat(site); !os.IsNotExist(err) {
			var left []string
			_ = filepath.WalkDir(site, func(path string, _ fs.DirEntry, _ error) error { left = append(left, path); return nil })
			t.Errorf("%s leaves %q: %v", url, left, err)
		}
	}
}

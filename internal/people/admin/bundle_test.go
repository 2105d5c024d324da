package admin

import (
	"io"
	"net/http/httptest"
	"testing"
)

func TestAcceptsBrotli(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]bool{
		"": false, "gzip": false, "br": true, "gzip, deflate, br": true, "gzip, br;q=0.5": true, "br;q=0": false, "br; q=0.0, gzip": false, "brotli": false, "xbr": false,
	} {
		if acceptsBrotli(header) != want {
			t.Errorf("%q: %v", header, !want)
		}
	}
}

// TestScreens finds screens by their paths.
func TestScreens(t *testing.T) {
	t.Parallel()
	b := &bundle{Screens: []Screen{{Name: "users", Path: "users.php", Order: 2}, {Name: "entries", Path: "edit.php", Order: 1}}}
	if s, ok := b.screen("users.php"); !ok || s.Name != "users" {
		t.Errorf("%v %v", s, ok)
	}
	if _, ok := b.screen("nothing.php"); ok {
		t.Error("a screen that isn't there")
	}
}

// TestUnknownFiles serves nothing below the path of the bundle but its files.
func TestUnknownFiles(t *testing.T) {
	t.Parallel()
	b := &bundle{Files: map[string]bundled{"a.js": {Digest: "0123456789abcdef0123", Size: 1}}}
	for _, path := range []string{"", "a.js", "0123456789abcdef/b.js", "0123/a.js", "fedcba9876543210/a.js", "0123456789abcdef/../manifest.json"} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "http://example.org/", nil)
		r.URL.Path = AssetsPath + path
		b.serveFile(w, r)
		if body, _ := io.ReadAll(w.Body); w.Code != 404 || len(body) > 100 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

package front_test

import (
	"bytes"
	"image/png"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/platform/wire"
)

// TestLegacyPaths asks for scripts that the site doesn't have, as programs do that take
// it for one that has.
func TestLegacyPaths(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, c := range []struct {
		method, path string
		status       int
		kind, want   string // in the answer
	}{
		{"GET", "/wp-cron.php", 200, "text/html", ""},
		{"POST", "/wp-cron.php?doing_wp_cron", 200, "text/html", ""},
		{"GET", "/xmlrpc.php", 405, "text/plain", "POST only"},
		{"HEAD", "/xmlrpc.php", 405, "text/plain", ""},
		{"POST", "/xmlrpc.php", 200, "text/xml", "<int>405</int>"},
		{"POST", "/wp-trackback.php", 404, "text/xml", "<error>1</error>"},
		{"GET", "/wp-trackback.php/1", 404, "text/xml", "<error>1</error>"},
		{"GET", "/wp-rss2.php", 404, "text/html", "Page not found"},
		{"GET", "/wp-commentsrss2.php", 404, "text/html", "Page not found"},
		{"GET", "/wp-load.php", 404, "text/html", "Page not found"},
		{"GET", "/x/xmlrpc.php", 404, "text/html", "Page not found"},
		{"GET", "/wp-trackback.phpx", 404, "text/html", "Page not found"},
	} {
		w := s.do(c.method, c.path)
		if w.Code != c.status || !strings.HasPrefix(w.Header().Get("Content-Type"), c.kind) {
			t.Errorf("%s %s: %d %s", c.method, c.path, w.Code, w.Header())
		}
		if !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s %s: %s", c.method, c.path, w.Body)
		}
		if allow := w.Header().Get("Allow"); (allow == "POST") != (c.status == 405) {
			t.Errorf("%s %s: Allow: %s", c.method, c.path, allow)
		}
		if len(c.want) == 0 && w.Body.Len() > 100 {
			t.Errorf("%s %s: %d bytes", c.method, c.path, w.Body.Len())
		}
	}
	s.option("permalink_structure", "")
	if w := s.get("/favicon.ico"); w.Code != http.StatusFound {
		t.Errorf("plain addresses: %d", w.Code)
	}
}

// TestFavicon follows the address that browsers ask for an icon at.
func TestFavicon(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, path := range []string{"/favicon.ico", "/?favicon=1"} {
		w := s.get(path)
		at, own := strings.CutPrefix(w.Header().Get("Location"), base)
		if w.Code != http.StatusFound || !own {
			t.Fatalf("%s: %d %s", path, w.Code, w.Header())
		}
		icon := s.get(at)
		if icon.Code != 200 || icon.Header().Get("Content-Type") != "image/png" || !strings.Contains(icon.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d %s", at, icon.Code, icon.Header())
		}
		m, err := png.Decode(bytes.NewReader(icon.Body.Bytes()))
		if err != nil || m.Bounds().Dx() != 32 || m.Bounds().Dy() != 32 || icon.Body.Len() > 1000 {
			t.Errorf("%s: %v, %d bytes", at, err, icon.Body.Len())
		}
	}
	if w := s.get("/assets/icon-0.png"); w.Code != 200 || w.Header().Get("Cache-Control") != "no-cache" {
		t.Errorf("an older icon: %d %s", w.Code, w.Header())
	}
	// The icon of the site: of its files the smallest that is large enough.
	id := s.id("corner-of-the-mill")
	n, _ := strconv.ParseInt(id, 10, 64)
	s.option("site_icon", n)
	led := func() string {
		return strings.TrimPrefix(s.get("/favicon.ico").Header().Get("Location"), base+"/wp-content/uploads/2026/03/")
	}
	first := led()
	if !strings.HasPrefix(first, "corner-of-the-mill") {
		t.Errorf("the icon leads to %s", first)
	}
	meta := wire.NewObject("width", int64(512), "height", int64(512), "file", "2026/03/corner-of-the-mill.webp", "sizes", wire.NewObject(
		"small", wire.NewObject("file", "s.jpg", "width", int64(16), "height", int64(16), "mime-type", "image/jpeg"),
		"fits", wire.NewObject("file", "f.jpg", "width", int64(48), "height", int64(48), "mime-type", "image/jpeg"),
		"wide", wire.NewObject("file", "w.jpg", "width", int64(40), "height", int64(33), "mime-type", "image/jpeg"),
		"large", wire.NewObject("file", "l.jpg", "width", int64(150), "height", int64(150), "mime-type", "image/jpeg"),
	))
	s.change("corner-of-the-mill", content.Change{Meta: content.Meta{content.MetaAttachment: {meta}}})
	if got := led(); got != "f.jpg" {
		t.Errorf("the icon leads to %s", got)
	}
	// Screens of devices are told of files of their own sizes.
	for _, want := range []string{`<link rel="icon" href="FOLDERf.jpg" sizes="32x32">`, `<link rel="icon" href="FOLDERcorner-of-the-mill.webp" sizes="192x192">`,
		`<link rel="apple-touch-icon" href="FOLDERcorner-of-the-mill.webp">`, `<meta name="msapplication-TileImage" content="FOLDERcorner-of-the-mill.webp">`} {
		if want = strings.ReplaceAll(want, "FOLDER", base+"/wp-content/uploads/2026/03/"); !strings.Contains(s.get("/").Body.String(), want) {
			t.Errorf("no %s", want)
		}
	}
	s.option("site_icon", int64(999999))
	if got := s.get("/favicon.ico").Header().Get("Location"); !strings.HasPrefix(got, base+"/assets/icon-") {
		t.Errorf("an icon that is gone: %s", got)
	}
}

package media_test

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"reflect"
	"strings"
	"sync"
	"testing"

	"quoin/internal/api/core/env"
	"quoin/internal/domain/content"
	"quoin/internal/platform/outbound"
)

func TestUpload(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	a := m.upload("author", "My Photo (1).JPG", jpegOf(1600, 1200), "?alt_text=A%3Cb%3E%20sign&caption=Cap&description=D")
	want(t, a, 201, "")
	if got := a.Header.Get("X-Wp-Upload-Attachment-Id"); got != text(a, "id") {
		t.Errorf("header names attachment %q, answer %v", got, a.Get("id"))
	}
	for path, want := range map[string]string{
		"title": "map[raw:My-Photo-1 rendered:My-Photo-1]", "alt_text": "A sign", "status": "inherit", "media_type": "image",
		"mime_type": "image/jpeg", "source_url": "http://example.org/wp-content/uploads/2026/03/My-Photo-1.jpg",
		"filename": "My-Photo-1.jpg", "missing_image_sizes": "[]", "post": "<nil>", "exif_orientation": "1",
	} {
		if got := text(a, path); got != want {
			t.Errorf("%s = %s, want %s", path, got, want)
		}
	}
	names := []string{"1536x1536", "full", "large", "medium", "medium_large", "thumbnail"}
	if got := keysOf(a.Get("media_details", "sizes")); !reflect.DeepEqual(got, names) {
		t.Errorf("sizes %v, want %v", got, names)
	}
	if got := len(m.keys()); got != 6 {
		t.Errorf("%d files, want 6: %v", got, m.keys())
	}
	want(t, m.Do("author", "DELETE", path(a, ""), ""), 501, "rest_trash_not_supported")
	want(t, m.Do("author", "DELETE", path(a, "?force=true"), ""), 200, "")
	if keys := m.keys(); len(keys) != 0 {
		t.Errorf("files left after deletion: %v", keys)
	}
}

func TestBigAndRotatedPictures(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	big := m.upload("author", "big.jpg", jpegOf(3000, 2000), "")
	want(t, big, 201, "")
	if got := text(big, "media_details", "file") + " " + text(big, "media_details", "original_image") + " " + text(big, "media_details", "width"); got != "2026/03/big-scaled.jpg big.jpg 2560" {
		t.Errorf("big picture: %s", got)
	}
	if text(big, "guid", "raw") != "http://example.org/wp-content/uploads/2026/03/big.jpg" || text(big, "filename") != "big.jpg" {
		t.Errorf("guid %v, filename %v", big.Get("guid"), big.Get("filename"))
	}
	turned := m.upload("author", "turned.jpg", withOrientation(jpegOf(400, 300), 6), "")
	want(t, turned, 201, "")
	if got := text(turned, "media_details", "file") + " " + text(turned, "media_details", "width") + " " + text(turned, "media_details", "image_meta", "orientation"); got != "2026/03/turned-rotated.jpg 300 1" {
		t.Errorf("rotated picture: %s", got)
	}
	plain := m.upload("author", "plain.jpg", withOrientation(jpegOf(3000, 2000), 6), "?generate_sub_sizes=false")
	want(t, plain, 201, "")
	if got := text(plain, "media_details", "file") + " " + text(plain, "exif_orientation") + " " + text(plain, "missing_image_sizes"); got != "2026/03/plain.jpg 6 [thumbnail medium medium_large large 1536x1536 2048x2048]" {
		t.Errorf("plain picture: %s", got)
	}
	for _, a := range []string{path(big, ""), path(turned, ""), path(plain, "")} {
		want(t, m.Do("author", "DELETE", a+"?force=true", ""), 200, "")
	}
	if keys := m.keys(); len(keys) != 0 {
		t.Errorf("files left after deletion: %v", keys)
	}
}

func TestForm(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	post := m.AddEntry(content.TypePost, content.Publish, m.IDs["author"], "Home")
	a := m.form("author", "Grün und Co.png", "image/png", pngOf(20, 20), map[string]string{"alt_text": "x", "post": fmt.Sprint(post)})
	want(t, a, 201, "")
	if got := text(a, "title", "raw") + " " + text(a, "filename") + " " + text(a, "post"); got != fmt.Sprintf("Grün und Co Grun-und-Co.png %d", post) {
		t.Errorf("got %s", got)
	}
	if rel := a.Get("_links", "wp:attached-to", 0, "post_type"); rel != "post" {
		t.Errorf("link to the entry: %v", a.Get("_links"))
	}
	if b := m.form("author", `C:\dir\own.txt`, "text/plain", []byte("hi"), nil); text(b, "filename") != "own.txt" {
		t.Errorf("file %s", text(b, "filename"))
	} else {
		want(t, m.Do("author", "DELETE", path(b, "?force=true"), ""), 200, "")
	}
	want(t, m.form("author", "x.avif", "image/avif", []byte("x"), nil), 400, "rest_upload_image_type_not_supported")
	want(t, m.form("author", "x.txt", "text/plain", nil, nil), 500, "rest_upload_unknown_error")
	want(t, m.form("author", "x.php", "text/plain", []byte("<?php"), nil), 500, "rest_upload_unknown_error")
	want(t, m.form("author", "x.txt", "text/plain", []byte("hi"), map[string]string{"featured_media": "5"}), 400, "rest_no_featured_media")
	want(t, m.form("author", "x.txt", "text/plain", []byte("hi"), map[string]string{"featured_media": "0"}), 400, "rest_no_featured_media")
	if n := m.rows(); n != 1 || len(m.keys()) != 1 {
		t.Errorf("%d rows, files %v", n, m.keys())
	}
}

func TestRefusedUploads(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	page := m.AddEntry(content.TypePage, content.Publish, m.IDs["editor"], "Page")
	picture := pngOf(10, 10)
	sum := md5.Sum(picture)
	head := func(kv ...string) http.Header {
		h := http.Header{"Content-Type": {"image/png"}, "Content-Disposition": {`attachment; filename="a.png"`}}
		for i := 0; i+1 < len(kv); i += 2 {
			if h.Del(kv[i]); kv[i+1] != "" {
				h.Set(kv[i], kv[i+1])
			}
		}
		return h
	}
	for name, tt := range map[string]struct {
		role, query string
		header      http.Header
		body        []byte
		status      int
		code        string
	}{
		"stranger":         {"", "", head(), picture, 401, "rest_cannot_create"},
		"contributor":      {"contributor", "", head(), picture, 403, "rest_cannot_create"},
		"with id":          {"author", "?id=1", head(), picture, 400, "rest_post_exists"},
		"for others":       {"author", fmt.Sprint("?author=", m.IDs["editor"]), head(), picture, 403, "rest_cannot_edit_others"},
		"to a page":        {"author", fmt.Sprint("?post=", page), head(), picture, 403, "rest_cannot_edit"},
		"to nothing":       {"author", "?post=999", head(), picture, 403, "rest_cannot_edit"},
		"no data":          {"author", "", head(), nil, 400, "rest_upload_no_data"},
		"no disposition":   {"author", "", head("Content-Disposition", ""), picture, 400, "rest_upload_no_content_disposition"},
		"json":             {"author", "", head("Content-Disposition", "", "Content-Type", "application/json"), []byte("{}"), 400, "rest_upload_no_content_disposition"},
		"no name":          {"author", "", head("Content-Disposition", "attachment"), picture, 400, "rest_upload_invalid_disposition"},
		"other name":       {"author", "", head("Content-Disposition", "attachment; filename*=UTF-8''a.png"), picture, 400, "rest_upload_invalid_disposition"},
		"wrong hash":       {"author", "", head("Content-MD5", strings.Repeat("0", 32)), picture, 412, "rest_upload_hash_mismatch"},
		"html by author":   {"author", "", head("Content-Disposition", "attachment; filename=a.html"), []byte("<p>x</p>"), 500, "rest_upload_sideload_error"},
		"svg":              {"administrator", "", head("Content-Disposition", "attachment; filename=a.svg"), []byte("<svg xmlns='http://www.w3.org/2000/svg'/>"), 500, "rest_upload_sideload_error"},
		"xml":              {"administrator", "", head("Content-Disposition", "attachment; filename=a.xml"), []byte("<a/>"), 500, "rest_upload_sideload_error"},
		"status by author": {"author", "?status=inherit", head(), picture, 400, "rest_invalid_param"},
	} {
		r := httptest.NewRequest("POST", "/api/core/v2/media"+tt.query, bytes.NewReader(tt.body))
		r.Header = tt.header
		a := m.Send(m.As(tt.role, r))
		if a.Status != tt.status || a.Code() != tt.code || text(a, "message") == "" {
			t.Errorf("%s: %d %q, want %d %q\n%s", name, a.Status, a.Code(), tt.status, tt.code, a.Text)
		}
	}
	if n := m.rows(); n != 0 || len(m.keys()) != 0 {
		t.Errorf("%d rows, files %v", n, m.keys())
	}
	r := httptest.NewRequest("POST", "/api/core/v2/media", bytes.NewReader(picture))
	// What curl sends with --data-binary, and no type at all.
	r.Header = head("Content-MD5", hex.EncodeToString(sum[:]), "Content-Type", "application/x-www-form-urlencoded")
	want(t, m.Send(m.As("author", r)), 201, "")
	r = httptest.NewRequest("POST", "/api/core/v2/media", bytes.NewReader(picture))
	r.Header = head("Content-Type", "")
	want(t, m.Send(m.As("author", r)), 201, "")
}

func TestSVGWhereAllowed(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	if err := m.DB.SetOption(t.Context(), "allow_svg_uploads", true); err != nil {
		t.Fatal(err)
	}
	a := m.upload("author", "logo.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script><rect width="5" height="5"/></svg>`), "")
	want(t, a, 201, "")
	if text(a, "mime_type") != "image/svg+xml" || text(a, "media_type") != "image" || text(a, "missing_image_sizes") != "[]" {
		t.Errorf("svg: %s", a.Text)
	}
	stored := string(readAll(t, m.blobs, "2026/03/logo.svg"))
	if strings.Contains(stored, "alert") || !strings.Contains(stored, "<rect") {
		t.Errorf("stored %s", stored)
	}
	want(t, m.upload("author", "bad.svg", []byte("<html><script>alert(1)</script></html>"), ""), 400, "rest_upload_sideload_error")
	want(t, m.upload("author", "empty.svg", []byte(" "), ""), 400, "rest_upload_sideload_error")
	if len(m.keys()) != 1 {
		t.Errorf("files %v", m.keys())
	}
}

// TestSameNameAtOnce uploads one name many times at once: every upload has a
// file of its own.
func TestSameNameAtOnce(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	const n = 12
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			picture := pngOf(10+i, 10)
			a := m.upload("author", "same.png", picture, "")
			if a.Status != 201 {
				t.Errorf("%d %s", a.Status, a.Text)
				return
			}
			if stored := readAll(t, m.blobs, text(a, "media_details", "file")); !bytes.Equal(stored, picture) {
				t.Errorf("%s holds another upload", a.Get("source_url"))
			}
		})
	}
	wg.Wait()
	if len(m.keys()) != n || m.rows() != n {
		t.Errorf("%d files and %d rows of %d uploads: %v", len(m.keys()), m.rows(), n, m.keys())
	}
}

func TestFetchedPicture(t *testing.T) {
	t.Parallel()
	picture := pngOf(200, 160)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/a/picture.png":
			_, _ = w.Write(picture)
		case "/a/page.png":
			_, _ = w.Write([]byte("<html>no picture</html>"))
		case "/a/endless.png":
			w.Header().Set("Content-Length", "300000000")
			_, _ = w.Write(make([]byte, 1<<20))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(elsewhere.Close)
	addr := netip.MustParseAddrPort(elsewhere.Listener.Addr().(*net.TCPAddr).String())
	m := newSite(t, func(e *env.Env) { e.Outbound = outbound.New(outbound.Config{Allow: []netip.AddrPort{addr}}) })
	get := func(role, url string) (int, string) {
		a := m.Do(role, "POST", "core/v2/media", fmt.Sprintf(`{"url":%q,"title":"From afar"}`, url))
		return a.Status, a.Code()
	}
	for url, wantCode := range map[string]string{
		elsewhere.URL + "/a/missing.png": "http_404",
		elsewhere.URL + "/a/page.png":    "rest_upload_sideload_error",
		elsewhere.URL + "/a/endless.png": "rest_upload_file_too_big",
		elsewhere.URL + "/":              "rest_invalid_url",
		elsewhere.URL + "/a/file.pdf":    "rest_invalid_url",
		"http://127.0.0.1:1/x.png":       "rest_invalid_param",
		"http://169.254.169.254/x.png":   "rest_invalid_param",
		"file:///etc/x.png":              "rest_invalid_param",
		"ftp://example.org/x.png":        "rest_invalid_param",
	} {
		if status, code := get("author", url); status < 400 || code != wantCode {
			t.Errorf("%s: %d %q, want %q", url, status, code, wantCode)
		}
	}
	if status, code := get("contributor", elsewhere.URL+"/a/picture.png"); status != 403 || code != "rest_cannot_create" {
		t.Errorf("contributor: %d %q", status, code)
	}
	if len(m.keys()) != 0 || m.rows() != 0 {
		t.Errorf("%d rows, files %v", m.rows(), m.keys())
	}
	if status, _ := get("author", elsewhere.URL+"/a/picture.png?size=large"); status != 201 {
		t.Errorf("status %d", status)
	}
	if keys := m.keys(); len(keys) != 2 || keys[1] != "2026/03/picture.png" {
		t.Errorf("files %v", keys)
	}
}

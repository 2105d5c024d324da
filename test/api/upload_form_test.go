package api

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/people/account"
	"quoin/internal/people/admin"
)

// upload sends a form with a file to where the field's clients for uploads do.
func (b *browser) upload(fields map[string]string, name string, file []byte) answer {
	b.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for k, v := range fields {
		_ = form.WriteField(k, v)
	}
	if name != "" {
		part, err := form.CreateFormFile("async-upload", name)
		if err != nil {
			b.t.Fatal(err)
		}
		_, _ = part.Write(file)
	}
	_ = form.Close()
	return b.form(form.FormDataContentType(), &body)
}

func (b *browser) form(kind string, body io.Reader) answer {
	r := httptest.NewRequest(http.MethodPost, "http://example.org/wp-admin/async-upload.php", body)
	r.Header.Set("Content-Type", kind)
	for _, c := range b.jar.Cookies(r.URL) {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	b.site.handler.ServeHTTP(w, r)
	return answer{w.Code, w.Header(), w.Body.Bytes()}
}

// Files come in by the address that the field's clients for uploads know, with the rights and the
// nonce of the person; the answers are those that they read.
func TestUploadForm(t *testing.T) {
	t.Parallel()
	s, by := keepers(t)
	png, err := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
	if err != nil {
		t.Fatal(err)
	}
	b := by["author"]
	nonce := valueAt(adminData(t, b.visit("/wp-admin/upload.php", nil)), "upload")
	others := s.make("/core/v2/posts", map[string]any{"title": "Of somebody else"})
	full := func(more ...string) map[string]string {
		fields := map[string]string{"action": "upload-attachment", "_wpnonce": nonce}
		for i := 0; i+1 < len(more); i += 2 {
			fields[more[i]] = more[i+1]
		}
		return fields
	}
	a := b.upload(full(), "a wall.png", png)
	told := a.json(t)
	if a.status != 200 || a.header.Get("Content-Type") != "text/plain; charset=UTF-8" || valueAt(told, "success") != "true" {
		t.Fatalf("%d %v %s", a.status, a.header, a.body)
	}
	for path, want := range map[string]string{
		"title": "a wall", "filename": "a-wall.png", "mime": "image/png", "type": "image", "subtype": "png", "width": "1", "height": "1", "orientation": "landscape",
		"filesizeInBytes": "70", "filesizeHumanReadable": "70 B", "status": "inherit", "uploadedTo": "0", "sizes/full/width": "1", "authorName": "author",
	} {
		if got := valueAt(told, "data/"+path); got != want {
			t.Errorf("%s is %q, not %q", path, got, want)
		}
	}
	if file := s.do("", "GET", strings.TrimPrefix(valueAt(told, "data/url"), "http://example.org"), nil); file.status != 200 || !bytes.Equal(file.body, png) {
		t.Errorf("the file: %d", file.status)
	}
	short := b.upload(map[string]string{"short": "1", "_wpnonce": nonce, "post_id": others}, "b.png", png)
	if e := s.do("", "GET", "/api/core/v2/media/"+string(short.body), nil); short.status != 200 || e.status != 200 || valueAt(e.json(t), "post") != "<nil>" {
		t.Errorf("the short form: %d %s, then %d %s", short.status, short.body, e.status, e.body)
	}
	for name, c := range map[string]struct {
		by     *browser
		fields map[string]string
		file   string
		status int
		says   string
	}{
		"an old nonce":            {b, full("_wpnonce", "0123456789"), "c.png", 403, "-1"},
		"an old nonce, short":     {b, map[string]string{"short": "1", "_wpnonce": "0123456789"}, "c.png", 403, "too old"},
		"the nonce of another":    {by["administrator"], full(), "c.png", 403, "-1"},
		"a type that none may be": {b, full(), "c.exe", 200, `"success":false`},
		"such a type, short":      {b, map[string]string{"short": "1", "_wpnonce": nonce}, `c<b>.exe`, 200, "c&lt;b&gt;.exe"},
		"an entry of another":     {b, full("post_id", others), "c.png", 200, `"success":false`},
		"an entry that isn't":     {b, full("post_id", "0"), "c.png", 200, `"success":false`},
		"no file":                 {b, full(), "", 200, `"success":false`},
	} {
		if a := c.by.upload(c.fields, c.file, png); a.status != c.status || !strings.Contains(string(a.body), c.says) {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	if a := b.visit("/wp-admin/async-upload.php", nil); a.status != 403 {
		t.Errorf("asked without a form: %d", a.status)
	}
	if got := adminData(t, by["subscriber"].visit("/wp-admin/profile.php", nil))["upload"]; got != nil {
		t.Errorf("who may not upload has a nonce for it: %v", got)
	}
}

// Who may not upload is refused before the file is read, in the words that others are refused in.
func TestUploadFormUnread(t *testing.T) {
	t.Parallel()
	s, by := keepers(t)
	b := by["author"]
	nonce := valueAt(adminData(t, b.visit("/wp-admin/upload.php", nil)), "upload")
	list, _ := s.do("administrator", "GET", "/api/core/v2/users?context=edit&search=author@example.net", nil).json(t).([]any)
	if len(list) != 1 {
		t.Fatalf("%d accounts", len(list))
	}
	if a := s.do("administrator", "POST", "/api/core/v2/users/"+valueAt(list[0], "id"), map[string]any{"roles": []string{"subscriber"}}); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	const most = 1 << 20
	for name, c := range map[string]struct {
		by     *browser
		fields map[string]string
		status int
		says   string
	}{
		"rights were taken":        {b, map[string]string{"action": "upload-attachment", "_wpnonce": nonce}, 200, `"filename":"big.png","message":"You aren't allowed to upload files."`},
		"rights were taken, short": {b, map[string]string{"short": "1", "_wpnonce": nonce}, 200, "“big.png” isn't stored."},
		"no rights":                {by["subscriber"], map[string]string{"action": "upload-attachment", "_wpnonce": nonce}, 403, "-1"},
		"no rights, short":         {by["subscriber"], map[string]string{"short": "1"}, 403, "too old"},
		"an old nonce":             {by["editor"], map[string]string{"action": "upload-attachment", "_wpnonce": nonce}, 403, "-1"},
		"an old nonce, short":      {by["editor"], map[string]string{"short": "1", "_wpnonce": nonce}, 403, "too old"},
		"fields without an end":    {b, map[string]string{"_wpnonce": nonce, "more": strings.Repeat("x", 2*most)}, 400, "can't be read"},
	} {
		var head bytes.Buffer
		form := multipart.NewWriter(&head)
		for k, v := range c.fields {
			_ = form.WriteField(k, v)
		}
		if _, err := form.CreateFormFile("async-upload", "big.png"); err != nil {
			t.Fatal(err)
		}
		file := &metered{left: 8 * most}
		a := c.by.form(form.FormDataContentType(), io.MultiReader(&head, file, strings.NewReader("\r\n--"+form.Boundary()+"--\r\n")))
		if text := html.UnescapeString(strings.ReplaceAll(string(a.body), `\u0026`, "&")); a.status != c.status || !strings.Contains(text, c.says) {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
		if file.read > most {
			t.Errorf("%s: %d bytes of the file were read", name, file.read)
		}
	}
}

// The frame in which files are chosen asks for the months in which they came.
func TestMonthsOfFiles(t *testing.T) {
	t.Parallel()
	_, by := keepers(t)
	png, err := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
	if err != nil {
		t.Fatal(err)
	}
	b := by["author"]
	if a := b.visit("/wp-admin/upload.php?data=months", nil); a.status != 200 || strings.TrimSpace(string(a.body)) != `{"months":[]}` {
		t.Errorf("without files: %d %s", a.status, a.body)
	}
	b.upload(map[string]string{"_wpnonce": valueAt(adminData(t, b.visit("/wp-admin/upload.php", nil)), "upload")}, "a.png", png)
	now := time.Now().UTC()
	want := fmt.Sprintf(`{"months":[{"value":"%s","label":"%s-01T00:00:00"}]}`, now.Format("200601"), now.Format("2006-01"))
	if a := b.visit("/wp-admin/upload.php?data=months", nil); a.status != 200 || strings.TrimSpace(string(a.body)) != want {
		t.Errorf("with a file: %d %s, not %s", a.status, a.body, want)
	}
	if a := by["subscriber"].visit("/wp-admin/upload.php?data=months", nil); a.status == 200 {
		t.Errorf("to a subscriber: %s", a.body)
	}
}

// metered is a file that knows how much of it was read.
type metered struct{ left, read int }

func (c *metered) Read(p []byte) (int, error) {
	n := min(len(p), c.left)
	if n == 0 {
		return 0, io.EOF
	}
	clear(p[:n])
	c.left, c.read = c.left-n, c.read+n
	return n, nil
}

// Addresses of the field whose work is done elsewhere lead there, or answer as there.
func TestAddressesOfTheField(t *testing.T) {
	t.Parallel()
	s, by := keepers(t)
	b := by["administrator"]
	for from, to := range map[string]string{
		"moderation.php": "edit-comments.php?comment_status=moderated", "post.php": "edit.php", "revision.php": "edit.php", "media.php": "upload.php",
		"options-connectors.php": "tools.php?page=webhooks", "credits.php": "about.php", "upgrade.php": "update-core.php", "plugin-editor.php": "plugins.php",
	} {
		if a := b.visit("/wp-admin/"+from, nil); a.status != 302 || a.header.Get("Location") != "http://example.org/wp-admin/"+to {
			t.Errorf("%s: %d %s", from, a.status, a.header.Get("Location"))
		}
	}
	for _, path := range []string{"about.php", "update-core.php"} {
		if a := b.visit("/wp-admin/"+path, nil); a.status != 200 || valueAt(adminData(t, a), "version") == "" {
			t.Errorf("%s: %d", path, a.status)
		}
	}
	if a := by["author"].visit("/wp-admin/update-core.php", nil); a.status != 403 {
		t.Errorf("updates for an author: %d", a.status)
	}
	for name, who := range map[string]*browser{"administrator": b, "stranger": s.browser(t)} {
		for path, status := range map[string]int{"admin-post.php": 200, "admin-post.php?action=": 200, "admin-post.php?action=mine": 400} {
			if a := who.visit("/wp-admin/"+path, nil); a.status != status || status == 200 && len(a.body) > 0 {
				t.Errorf("%s at %s: %d %s", name, path, a.status, a.body)
			}
		}
		if a := who.visit("/wp-admin/admin-post.php", map[string][]string{"action": {"mine"}}); a.status != 400 {
			t.Errorf("%s sends a form: %d", name, a.status)
		}
	}
}

// A file that is larger than uploads may be is refused, also where the form around it would fit.
func TestUploadFormTooLarge(t *testing.T) {
	t.Parallel()
	if !admin.Built() {
		t.Skip("the program has no bundle of the admin (make admin)")
	}
	const most = 100_000
	s := start(t, app.Config{MaxUpload: most})
	if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: "ann", Email: "ann@example.net", Role: "author", Password: "correct horse"}); err != nil {
		t.Fatal(err)
	}
	b := s.browser(t)
	b.logIn("ann", "correct horse")
	fields := map[string]string{"action": "upload-attachment", "_wpnonce": valueAt(adminData(t, b.visit("/wp-admin/upload.php", nil)), "upload")}
	for size, want := range map[int]int{most: 200, most + 1: 413, most + 3<<20: 413} {
		if a := b.upload(fields, "a.txt", bytes.Repeat([]byte("a"), size)); a.status != want {
			t.Errorf("%d bytes: %d %.200s", size, a.status, a.body)
		}
	}
}

package api

import (
	"archive/zip"
	"bytes"
	"html"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/audit"
	"quoin/internal/domain/site"
	"quoin/internal/people/account"
	"quoin/internal/people/admin"
	"quoin/internal/platform/scope"
)

// packed is a file of an archive; a text that begins with "link:" makes a link.
type packed struct{ name, text string }

func heronOf(version string, more ...packed) []packed {
	return append([]packed{{"heron/style.css", "/* Theme Name: Heron\nVersion: " + version + " */"}, {"heron/templates/index.html", "<!-- wp:paragraph --><p>Heron " + version + "</p><!-- /wp:paragraph -->"}}, more...)
}

func archiveOf(t *testing.T, files ...packed) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate}
		text, link := strings.CutPrefix(f.text, "link:")
		if link {
			h.SetMode(fs.ModeSymlink | 0o777)
		}
		part, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(part, text)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// bring sends a theme as the page's form does.
func (b *browser) bring(nonce, name string, file io.Reader) answer {
	b.t.Helper()
	var head bytes.Buffer
	form := multipart.NewWriter(&head)
	if nonce != "" {
		_ = form.WriteField("_wpnonce", nonce)
	}
	if _, err := form.CreateFormFile("themezip", name); err != nil {
		b.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "http://example.org/wp-admin/update.php?action=upload-theme", io.MultiReader(&head, file, strings.NewReader("\r\n--"+form.Boundary()+"--\r\n")))
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Accept", "text/html")
	for _, c := range b.jar.Cookies(r.URL) {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	b.site.handler.ServeHTTP(w, r)
	return answer{w.Code, w.Header(), w.Body.Bytes()}
}

func (b *browser) themeNonce() string {
	return valueAt(adminData(b.t, b.visit("/wp-admin/theme-install.php", nil)), "formNonce")
}

// deleteLink is the link of the list of themes that removes one, "" for none.
func (b *browser) deleteLink(id string) string {
	list, _ := adminData(b.t, b.visit("/wp-admin/themes.php", nil))["themes"].([]any)
	for _, one := range list {
		if m, _ := one.(map[string]any); m["id"] == id && m["delete"] != nil {
			return m["delete"].(string)
		}
	}
	return ""
}

// TestThemesComeByForm installs a theme, replaces it after a question, leaves one as it is, and removes it.
func TestThemesComeByForm(t *testing.T) {
	t.Parallel()
	s, by := keepers(t)
	b := by["administrator"]
	nonce := b.themeNonce()
	a := b.bring(nonce, "x.zip", bytes.NewReader(archiveOf(t, heronOf("1", packed{"heron/assets/passwd", "link:/etc/passwd"})...)))
	if to := a.header.Get("Location"); a.status != 303 || to != "http://example.org/wp-admin/update.php?action=upload-theme&stylesheet=heron" {
		t.Fatalf("%d %s %s", a.status, to, a.body)
	}
	said := adminData(t, b.visit(a.header.Get("Location"), nil))
	if valueAt(said, "installed/title") != "Heron" || valueAt(said, "active") != "false" {
		t.Errorf("what is said of it: %v", said["installed"])
	}
	if got := s.do("administrator", "GET", "/wp-json/wp/v2/themes?status=inactive&_fields=stylesheet,version", nil); string(got.body) != `[{"stylesheet":"heron","version":"1"}]` {
		t.Errorf("themes: %s", got.body)
	}
	if a := s.do("", "GET", "/wp-content/themes/heron/assets/passwd", nil); a.status != 404 {
		t.Errorf("a link: %d", a.status)
	}

	version := func() string {
		return string(s.do("administrator", "GET", "/wp-json/wp/v2/themes/heron?_fields=version", nil).body)
	}
	ask := func() map[string]any {
		a := b.bring(nonce, "x.zip", bytes.NewReader(archiveOf(t, heronOf("2")...)))
		if a.status != 303 || !strings.Contains(a.header.Get("Location"), "package=") {
			t.Fatalf("%d %v %s", a.status, a.header, a.body)
		}
		q, _ := adminData(t, b.visit(a.header.Get("Location"), nil))["question"].(map[string]any)
		if q == nil {
			t.Fatal("nothing is asked")
		}
		return q
	}
	q := ask()
	if valueAt(q, "installed/1") != "1" || valueAt(q, "uploaded/1") != "2" || version() != `{"version":"1"}` {
		t.Errorf("the question: %v, %s", q, version())
	}
	replace := q["replace"].(string)
	noNonce := regexp.MustCompile(`_wpnonce=[^&]*`).ReplaceAllString(replace, "_wpnonce=0123456789")
	if a := b.visit(noNonce, nil); a.status != 403 || version() != `{"version":"1"}` {
		t.Errorf("without a nonce: %d %s", a.status, version())
	}
	if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: "other", Email: "other@example.net", Role: "administrator", Password: "correct horse"}); err != nil {
		t.Fatal(err)
	}
	other := s.browser(t)
	other.logIn("other", "correct horse")
	theirs := regexp.MustCompile(`_wpnonce=[^&]*`).ReplaceAllString(replace, "_wpnonce="+other.themeNonce())
	if a := other.visit(theirs, nil); a.status != 404 || version() != `{"version":"1"}` {
		t.Errorf("what another person sent: %d %s", a.status, version())
	}
	if a := b.visit(q["cancel"].(string), nil); a.status != 302 || !strings.HasSuffix(a.header.Get("Location"), "/theme-install.php") {
		t.Errorf("left as it is: %d", a.status)
	}
	if a := b.visit(replace, nil); a.status != 404 || version() != `{"version":"1"}` {
		t.Errorf("replaced after that: %d %s", a.status, version())
	}
	replace = ask()["replace"].(string)
	if a := b.visit(replace, nil); a.status != 303 || version() != `{"version":"2"}` {
		t.Errorf("replaced: %d %s", a.status, version())
	}
	if a := b.visit(replace, nil); a.status != 404 {
		t.Errorf("replaced again: %d", a.status)
	}

	link := b.deleteLink("heron")
	if link == "" || b.deleteLink("quoin") != "" {
		t.Fatalf("links that remove themes: %q, %q", link, b.deleteLink("quoin"))
	}
	if a := b.visit(strings.Replace(link, "_wpnonce=", "_wpnonce=0", 1), nil); a.status != 403 {
		t.Errorf("removed without a nonce: %d", a.status)
	}
	if err := s.app.Themes.Switch(t.Context(), "heron"); err != nil {
		t.Fatal(err)
	}
	if a := b.visit(link, nil); a.status != 409 || b.deleteLink("heron") != "" {
		t.Errorf("the theme in use: %d", a.status)
	}
	if err := s.app.Themes.Switch(t.Context(), "quoin"); err != nil {
		t.Fatal(err)
	}
	if a := b.visit(link, nil); a.status != 302 || !strings.HasSuffix(a.header.Get("Location"), "themes.php?deleted=true") {
		t.Errorf("removed: %d %s", a.status, a.body)
	}
	if a := b.visit(link, nil); a.status != 404 {
		t.Errorf("removed again: %d", a.status)
	}
	if left, _ := os.ReadDir(filepath.Join(s.app.Data, "themes")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	for action, want := range map[string]int{audit.ThemeInstalled: 2, audit.ThemeRemoved: 1} {
		lines, err := s.app.DB.ListAudit(t.Context(), audit.Query{Action: action, About: "heron", Limit: 10})
		if err != nil || len(lines) != want || lines[0].Login != "administrator" {
			t.Errorf("%s is recorded %d times, %v", action, len(lines), err)
		}
	}
}

// A theme that is chosen and removed at the same time is in effect or away, never both; the record names who chose it.
func TestThemesAreChosenOrRemoved(t *testing.T) {
	t.Parallel()
	s, by := keepers(t)
	b, other := by["administrator"], s.browser(t)
	other.logIn("administrator", "correct horse")
	useLink := func() string {
		list, _ := adminData(t, b.visit("/wp-admin/themes.php", nil))["themes"].([]any)
		for _, one := range list {
			if m, _ := one.(map[string]any); m["id"] == "heron" && m["use"] != nil {
				return m["use"].(string)
			}
		}
		return ""
	}
	chosen, away := 0, 0
	for i := range 40 {
		b.bring(b.themeNonce(), "x.zip", bytes.NewReader(archiveOf(t, heronOf("1")...)))
		use, remove := useLink(), other.deleteLink("heron")
		if use == "" || remove == "" {
			t.Fatalf("round %d: links %q and %q", i, use, remove)
		}
		var both sync.WaitGroup
		both.Go(func() { b.visit(use, nil) })
		both.Go(func() { other.visit(remove, nil) })
		both.Wait()
		there := slices.Contains(s.app.Themes.IDs(), "heron")
		now := site.Theme.Of(scope.New(t.Context()), s.app.Env.Site)
		if there != (now == "heron") {
			t.Fatalf("round %d: the theme %s is chosen, heron is there: %t", i, now, there)
		}
		if !there {
			away++
			continue
		}
		chosen++
		if err := s.app.Themes.Switch(t.Context(), "quoin"); err != nil {
			t.Fatal(err)
		}
		other.visit(other.deleteLink("heron"), nil)
	}
	t.Logf("chosen %d times, away %d times", chosen, away)
	b.bring(b.themeNonce(), "x.zip", bytes.NewReader(archiveOf(t, heronOf("1")...)))
	if a := b.visit(useLink(), nil); a.status != 302 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	lines, err := s.app.DB.ListAudit(t.Context(), audit.Query{Action: audit.OptionChanged, About: "stylesheet", Limit: 1})
	if err != nil || len(lines) != 1 || lines[0].Login != "administrator" || !strings.HasSuffix(lines[0].Detail, "heron") {
		t.Errorf("the record of the choice: %v, %v", lines, err)
	}
}

// TestHostileThemesByForm sends what isn't a theme, or wants out of its folder.
func TestHostileThemesByForm(t *testing.T) {
	t.Parallel()
	s, by := keepers(t)
	b := by["administrator"]
	nonce := b.themeNonce()
	for name, c := range map[string]struct {
		file   []byte
		called string
		status int
	}{
		"out of it":     {archiveOf(t, heronOf("1", packed{"heron/../../evil.css", "x"})...), "x.zip", 400},
		"absolute":      {archiveOf(t, heronOf("1", packed{"/etc/evil", "x"})...), "x.zip", 400},
		"backslashes":   {archiveOf(t, heronOf("1", packed{`heron\..\..\evil`, "x"})...), "x.zip", 400},
		"a bomb":        {archiveOf(t, heronOf("1", packed{"heron/a.bin", strings.Repeat("\x00", 21<<20)})...), "x.zip", 413},
		"no style":      {archiveOf(t, packed{"heron/theme.json", "{}"}, packed{"heron/templates/index.html", "x"}), "x.zip", 400},
		"no templates":  {archiveOf(t, packed{"heron/style.css", "/* Theme Name: <script>alert(1)</script> */"}), "x.zip", 400},
		"a linked one":  {archiveOf(t, packed{"heron/style.css", "link:/etc/passwd"}, packed{"heron/templates/index.html", "x"}), "x.zip", 400},
		"built-in name": {archiveOf(t, packed{"quoin/style.css", "/* Theme Name: Q */"}, packed{"quoin/templates/index.html", "x"}), "x.zip", 400},
		"no archive":    {[]byte("PK\x03\x04 but no more"), "x.zip", 400},
		"another kind":  {archiveOf(t, heronOf("1")...), "heron.tar", 400},
		"odd name":      {archiveOf(t, packed{"style.css", "/* Theme Name: X */"}, packed{"templates/index.html", "x"}), "../<b>.zip", 400},
		"nothing":       {nil, "x.zip", 400},
	} {
		a := b.bring(nonce, c.called, bytes.NewReader(c.file))
		if a.status != c.status {
			t.Errorf("%s: %d %.300s", name, a.status, a.body)
		}
		text := html.UnescapeString(string(a.body))
		if strings.Contains(text, s.app.Data) || strings.Contains(text, os.TempDir()+"/") || strings.Contains(string(a.body), "<script>alert") {
			t.Errorf("%s: tells %s", name, text)
		}
		if c.called != "" && adminData(t, a)["refused"] == nil {
			t.Errorf("%s: no reason", name)
		}
	}
	if left, _ := os.ReadDir(filepath.Join(s.app.Data, "themes")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestThemesComeUnread refuses who may not install themes, and forms of others, before the file is read.
func TestThemesComeUnread(t *testing.T) {
	t.Parallel()
	s, by := keepers(t)
	nonce := by["administrator"].themeNonce()
	for name, c := range map[string]struct {
		by    *browser
		nonce string
	}{
		"editor": {by["editor"], nonce}, "subscriber": {by["subscriber"], nonce}, "stranger": {s.browser(t), nonce},
		"no nonce": {by["administrator"], ""}, "a wrong nonce": {by["administrator"], "0123456789"},
	} {
		file := &metered{left: 8 << 20}
		a := c.by.bring(c.nonce, "x.zip", file)
		if a.status != 403 && (name != "stranger" || a.status/100 != 3 && a.status/100 != 4) || file.read > 1<<20 {
			t.Errorf("%s: %d, %d bytes were read", name, a.status, file.read)
		}
	}
	for _, path := range []string{"theme-install.php", "update.php?action=upload-theme&stylesheet=quoin", "themes.php?action=delete&stylesheet=heron"} {
		if a := by["editor"].visit("/wp-admin/"+path, nil); a.status != 403 {
			t.Errorf("%s for an editor: %d", path, a.status)
		}
	}
	if a := by["administrator"].visit("/wp-admin/update.php?action=upload-theme", map[string][]string{"_wpnonce": {nonce}}); a.status != 400 {
		t.Errorf("a form without a file: %d", a.status)
	}
	if a := by["administrator"].visit("/wp-admin/update.php", map[string][]string{"_wpnonce": {nonce}}); a.status != 400 {
		t.Errorf("no action: %d", a.status)
	}
}

// TestThemesStayAsGiven: where the server was started with a theme, or uploads are bounded, that holds.
func TestThemesStayAsGiven(t *testing.T) {
	t.Parallel()
	if !admin.Built() {
		t.Skip("the program has no bundle of the admin (make admin)")
	}
	given := filepath.Join(t.TempDir(), "crane")
	for name, text := range map[string]string{"style.css": "/* Theme Name: Crane */", "templates/index.html": "x"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(given, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(given, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := archiveOf(t, heronOf("1")...)
	for name, c := range map[string]struct {
		config app.Config
		status int
	}{"given": {app.Config{Theme: given}, 409}, "bounded": {app.Config{MaxUpload: 200}, 413}} {
		s := start(t, c.config)
		if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: "ann", Email: "ann@example.net", Role: "administrator", Password: "correct horse"}); err != nil {
			t.Fatal(err)
		}
		b := s.browser(t)
		b.logIn("ann", "correct horse")
		page := b.visit("/wp-admin/theme-install.php", nil)
		if refused := adminData(t, page)["refused"] != nil; page.status != 200 || refused != (name == "given") {
			t.Errorf("%s: the form: %d", name, page.status)
		}
		if a := b.bring(b.themeNonce(), "x.zip", bytes.NewReader(file)); a.status != c.status {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
		if a := b.visit("/wp-admin/themes.php", nil); a.status != 200 || (adminData(t, a)["add"] == nil) != (name == "given") {
			t.Errorf("%s: the list: %d", name, a.status)
		}
	}
}

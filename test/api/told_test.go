package api

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestPasswordOfNothing asks the form for passwords of entries for nothing: it leads back
// where somebody came from, and nowhere else.
func TestPasswordOfNothing(t *testing.T) {
	t.Parallel()
	s, _ := people(t, engine{"sqlite"})
	for from, want := range map[string]string{"": "", "http://example.org/about/": "http://example.org/about/", "http://evil.example/": ""} {
		a := s.browser(t).visit("/wp-login.php?action=postpass", nil, "Referer", from)
		if status := map[bool]int{true: 200, false: 302}[want == ""]; a.status != status || a.header.Get("Location") != want || len(a.body) > 0 && want == "" {
			t.Errorf("from %q: %d to %q", from, a.status, a.header.Get("Location"))
		}
	}
}

// TestWrongPasswordOfEntry: whoever tries a wrong one is told, whoever only comes by isn't.
func TestWrongPasswordOfEntry(t *testing.T) {
	t.Parallel()
	s, _ := people(t, engine{"sqlite"})
	for _, slug := range []string{"locked", "other"} {
		s.make("/core/v2/posts", map[string]any{"title": slug, "slug": slug, "status": "publish", "password": "of " + slug, "date": "2020-01-02T03:04:05", "content": "Hidden"})
	}
	b := s.browser(t)
	const told = `post-password-form-invalid-password" role="alert"`
	page := b.visit("/2020/01/02/locked/", nil)
	if strings.Contains(string(page.body), told) {
		t.Error("told before anything was tried")
	}
	b.submit(page, "/wp-login.php?action=postpass", "post_password", "wrong")
	if a := b.visit("/2020/01/02/locked/", nil, "Referer", "http://example.org/2020/01/02/locked/"); !strings.Contains(string(a.body), told) || strings.Contains(string(a.body), "Hidden") {
		t.Errorf("not told of a wrong password: %s", a.body)
	}
	if a := b.visit("/2020/01/02/other/", nil, "Referer", "http://example.org/2020/01/02/locked/"); strings.Contains(string(a.body), told) {
		t.Error("told of a password that was for another entry")
	}
}

// TestCommentIsRemembered: a visitor who agrees finds name and address in the form again,
// and their comment while it waits; nobody else does, whatever cookies they make.
func TestCommentIsRemembered(t *testing.T) {
	t.Parallel()
	s, _ := people(t, engine{"sqlite"})
	id := s.make("/core/v2/posts", map[string]any{"title": "Open", "slug": "open", "status": "publish", "comment_status": "open", "date": "2020-01-02T03:04:05"})
	const at = "/2020/01/02/open/"
	form := url.Values{"comment_post_ID": {id}, "comment": {"Held words"}, "author": {`Ada "<b>" & Co`}, "email": {"ada@example.org"}, "wp-comment-cookies-consent": {"yes"}}
	b := s.browser(t)
	a := b.visit("/wp-comments-post.php", form)
	if to := a.header.Get("Location"); a.status != 302 || !strings.Contains(to, at+"#comment-") || strings.Contains(to, "unapproved") {
		t.Fatalf("led to %s, %d", to, a.status)
	}
	page := b.visit(at, nil)
	for _, want := range []string{"Held words", "This comment waits for approval.", `value="ada@example.org"`, " checked"} {
		if !strings.Contains(string(page.body), want) {
			t.Errorf("the page of its author lacks %s", want)
		}
	}
	if strings.Contains(string(page.body), `value="Ada "`) || !strings.Contains(page.header.Get("Cache-Control"), "no-store") {
		t.Errorf("the name ends its attribute, or others get the page: %s", page.header.Get("Cache-Control"))
	}
	mine := regexp.MustCompile(`(comment_author_email_[0-9a-f]+)=`).FindStringSubmatch(strings.Join(a.header["Set-Cookie"], " "))
	if mine == nil {
		t.Fatalf("cookies %q", a.header["Set-Cookie"])
	}
	for _, forged := range []string{"", "ada%40example.org", "ada%40example.org%7C1", "ada%40example.org%7C1.0000", "%7C1.%00", "%zz", strings.Repeat("a", 9000)} {
		other := s.browser(t).visit(at, nil, "Cookie", mine[1]+"="+forged)
		if other.status != 200 || strings.Contains(string(other.body), "Held words") {
			t.Errorf("cookie %.40q: %d, shown %v", forged, other.status, strings.Contains(string(other.body), "Held words"))
		}
	}
}

// TestCommentRefusedInTheTheme: why a comment isn't taken is said by a page of the site.
func TestCommentRefusedInTheTheme(t *testing.T) {
	t.Parallel()
	s, _ := people(t, engine{"sqlite"})
	form := url.Values{"comment_post_ID": {"99999"}, "comment": {"x"}, "author": {"Ada"}, "email": {"ada@example.org"}}
	a := s.browser(t).visit("/wp-comments-post.php", form, "Referer", `http://example.org/about/?x="><script>`)
	page := string(a.body)
	if a.status != 404 || !strings.Contains(page, `class="wp-site-blocks"`) || !strings.Contains(page, "There is no such entry to comment on.") ||
		!strings.Contains(page, "wp-block-site-title") || strings.Contains(page, `"><script>`) || !strings.Contains(a.header.Get("Cache-Control"), "no-store") {
		t.Errorf("%d %s: %s", a.status, a.header.Get("Cache-Control"), page)
	}
}

// TestNobodyRegisters: the address where people register elsewhere says that they can't.
func TestNobodyRegisters(t *testing.T) {
	t.Parallel()
	s, _ := people(t, engine{"sqlite"})
	a := s.browser(t).visit("/wp-login.php?action=register", nil)
	if a.status != 302 || a.header.Get("Location") != "http://example.org/wp-login.php?registration=disabled" {
		t.Errorf("%d to %s", a.status, a.header.Get("Location"))
	}
	if page := s.browser(t).visit("/wp-login.php?registration=disabled", nil); page.status != 200 || !strings.Contains(string(page.body), "Nobody can register here.") {
		t.Errorf("%d %s", page.status, page.body)
	}
	if a := s.browser(t).visit("/login", nil); a.status != 302 || a.header.Get("Location") != "http://example.org/wp-login.php" {
		t.Errorf("/login: %d to %s", a.status, a.header.Get("Location"))
	}
}

// TestImageOfLists: the page of the front tells an image of what it lists, the head that
// programs ask for doesn't.
func TestImageOfLists(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	card := func() bool {
		return strings.Contains(string(s.do("", "GET", "/", nil).body), `"twitter:card" content="summary_large_image"`)
	}
	if !card() {
		t.Error("the front without a picture has another card")
	}
	s.make("/core/v2/posts", map[string]any{"title": "With a picture", "status": "publish", "featured_media": number(s.picture("harbour.jpg", 400, 300))})
	const tag = `property="og:image"`
	if page := s.do("", "GET", "/", nil); strings.Count(string(page.body), tag) != 1 {
		t.Errorf("the front tells %d images", strings.Count(string(page.body), tag))
	}
	if !card() {
		t.Error("the front has a picture and a small card")
	}
	if _, head, _ := s.headAt("/"); strings.Contains(head, tag) {
		t.Errorf("programs are told %s", head)
	}
}

// TestLargeAnswersAreCompressed: pages that nobody keeps too.
func TestLargeAnswersAreCompressed(t *testing.T) {
	t.Parallel()
	s, _ := people(t, engine{"sqlite"})
	for _, path := range []string{"/nothing-here/", "/wp-login.php"} {
		for encoding, want := range map[string]string{"br, gzip": "br", "gzip": "gzip", "": "", "br;q=0": ""} {
			a := s.browser(t).visit(path, nil, "Accept-Encoding", encoding)
			if got := a.header.Get("Content-Encoding"); got != want || !strings.Contains(strings.Join(a.header["Vary"], ","), "Accept-Encoding") {
				t.Errorf("%s, %q: %q, varies by %q", path, encoding, got, a.header["Vary"])
			}
		}
	}
}

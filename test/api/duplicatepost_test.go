package api

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/ext"
	"quoin/internal/ext/duplicatepost"
	"quoin/internal/people/account"
	"quoin/internal/people/admin"
)

// work runs the jobs of the site until something is so.
func (s *server) work(until func() bool) {
	s.t.Helper()
	ctx, stop := context.WithCancel(s.t.Context())
	done := make(chan error, 1)
	go func() { done <- s.app.Work.Run(ctx) }()
	deadline := time.Now().Add(20 * time.Second)
	for !until() && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
	}
	stop()
	if err := <-done; !errors.Is(err, context.Canceled) {
		s.t.Error(err)
	}
}

// TestCopiesAreAskedFor follows links that carry no nonce, or none that is good, in a
// browser that is logged in: it is asked, and a yes makes one copy.
func TestCopiesAreAskedFor(t *testing.T) {
	t.Parallel()
	s, _ := people(t, engine{"sqlite"})
	id := s.make("/core/v2/posts", map[string]any{"title": "Salt & <b>Pepper</b>", "status": "publish"})
	entries := func() string {
		return s.do("administrator", "GET", "/api/core/v2/posts?status=any", nil).header.Get("X-WP-Total")
	}
	link := "/wp-admin/admin.php?action=duplicate_post_clone&post=" + id
	stranger := s.browser(t)
	if a := stranger.visit(link, nil); a.status != 302 || !strings.Contains(a.header.Get("Location"), "/wp-login.php?reauth=1&redirect_to=") {
		t.Errorf("stranger: %d %s", a.status, a.header.Get("Location"))
	}
	b := s.browser(t)
	b.logIn("ann", "correct horse")
	before := entries()
	for _, path := range []string{link, link + "&_wpnonce=0123456789", link + "&_wpnonce="} {
		a := b.visit(path, nil)
		if body := string(a.body); a.status != 200 || !strings.Contains(body, "Copy “Salt &amp; ") || strings.Contains(body, "<b>") || strings.Contains(body, "0123456789") ||
			!strings.Contains(body, `action="http://example.org/wp-admin/admin.php?action=duplicate_post_clone" method="post"`) ||
			!strings.Contains(a.header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
			t.Errorf("%s: %d %s", path, a.status, body)
		}
	}
	// A form of another site is asked about too.
	if a := b.visit("/wp-admin/admin.php?action=duplicate_post_clone", url.Values{"post": {id}, "asked": {"1"}}); a.status != 200 || !strings.Contains(string(a.body), "Copy “") {
		t.Errorf("form without a nonce: %d %s", a.status, a.body)
	}
	if got := entries(); got != before {
		t.Fatalf("%s entries before anybody said yes, %s at first", got, before)
	}
	done := b.submit(b.visit(link, nil), "/wp-admin/admin.php?action=duplicate_post_clone")
	status, says := 303, "The copy was made."
	if admin.Built() {
		status, says = 302, `id="quoin-admin"` // the copy in the editor
	}
	if done.status != status || entries() == before {
		t.Fatalf("%d %s: %s entries", done.status, done.body, entries())
	}
	after := entries()
	if a := b.visit(done.header.Get("Location"), nil); a.status != 200 || !strings.Contains(string(a.body), says) || entries() != after {
		t.Errorf("done: %d %s", a.status, a.body)
	}
	for path, want := range map[string]int{
		"duplicate_post_clone&post=99999": 404, "duplicate_post_clone": 400, "duplicate_post_clone&post=x": 400, "analytics_onboarding": 403, "duplicate_post_nothing&post=" + id: 404,
	} {
		if a := b.visit("/wp-admin/admin.php?action="+path, nil); a.status != want || !strings.Contains(string(a.body), "<main") {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	reader := s.browser(t)
	reader.logIn("sub", "correct horse")
	if a := reader.visit(link, nil); a.status != 403 || strings.Contains(string(a.body), "Salt") {
		t.Errorf("subscriber: %d %s", a.status, a.body)
	}
	if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: "boss", Email: "boss@example.org", Role: "administrator", Password: "correct horse"}); err != nil {
		t.Fatal(err)
	}
	admin := s.browser(t)
	admin.logIn("boss", "correct horse")
	page := admin.visit("/wp-admin/admin.php?action=analytics_onboarding", nil)
	if a := admin.submit(page, "/wp-admin/admin.php?action=analytics_onboarding"); a.status != 302 || !strings.Contains(a.header.Get("Location"), "onboarding_key=") {
		t.Errorf("onboarding: %d %s %s", page.status, page.body, a.body)
	}
}

// copying starts a site with the extension alone, whose time stands still.
func copying(t testing.TB, e engine) (*server, *clock) {
	t.Helper()
	c := newClock()
	return start(t, app.Config{DatabaseURL: e.database(t), Clock: c.now, Extensions: []ext.Extension{duplicatepost.Extension()}}), c
}

// copied asks for a copy and gives its id.
func (s *server) copied(role, action, id string) string {
	s.t.Helper()
	a := s.do(role, "GET", "/wp-admin/admin.php?action="+action+"&post="+id, nil)
	to, err := url.Parse(a.header.Get("Location"))
	if a.status != 302 || err != nil {
		s.t.Fatalf("%s: %d %s", action, a.status, a.body)
	}
	return to.Query().Get("post")
}

// entry is a post as an editor sees it.
func (s *server) entry(id string) any {
	return s.do("administrator", "GET", "/api/core/v2/posts/"+id+"?context=edit", nil).json(s.t)
}

func (s *server) wantAt(v any, values map[string]string) {
	s.t.Helper()
	for path, want := range values {
		if got := valueAt(v, path); got != want {
			s.t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

// option sets an option of the site, as the command line does.
func (s *server) option(name, value string) {
	s.t.Helper()
	if err := s.app.Options.Set(s.t.Context(), name, value); err != nil {
		s.t.Fatal(err)
	}
}

func TestCopies(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, _ := copying(t, e)
		tag := s.make("/core/v2/tags", map[string]any{"name": "Kept"})
		id := s.make("/core/v2/posts", map[string]any{
			"title": "First", "slug": "first", "content": "Text <script>1</script>", "excerpt": "Short", "status": "publish", "format": "aside",
			"tags": []int64{number(tag)}, "password": "secret", "meta": map[string]any{"footnotes": "[]"},
		})
		made := s.copied("editor", "duplicate_post_new_draft", id)
		s.wantAt(s.entry(made), map[string]string{
			"title/raw": "First", "content/raw": "Text <script>1</script>", "excerpt/raw": "Short", "status": "draft", "format": "aside",
			"tags/0": tag, "slug": "", "password": "", "meta/footnotes": "[]",
		})
		for _, refused := range []struct {
			role, path string
			status     int
		}{
			{"author", "duplicate_post_clone&post=" + id, 403},
			{"", "duplicate_post_clone&post=" + id, 302},
			{"editor", "duplicate_post_clone&post=99999", 404},
			{"editor", "duplicate_post_clone", 400},
			{"editor", "duplicate_post_clone&post=-1", 400},
			{"editor", "duplicate_post_rewrite&post=" + made, 409},
		} {
			if a := s.do(refused.role, "POST", "/wp-admin/admin.php?action="+refused.path, nil); a.status != refused.status {
				t.Errorf("%q %s: %d %s", refused.role, refused.path, a.status, a.body)
			}
		}
		if a := s.do("editor", "HEAD", "/wp-admin/admin.php?action=duplicate_post_clone&post="+id, nil); a.status != 405 {
			t.Errorf("HEAD: %d", a.status)
		}
		if n := s.do("administrator", "GET", "/api/core/v2/posts?status=any,trash", nil).header.Get("X-WP-Total"); n != "2" {
			t.Errorf("%s entries", n)
		}
		// What the site wants copied.
		for name, value := range map[string]string{
			"title_prefix": "Copy of", "title_suffix": "!", "copyslug": "true", "copypassword": "true", "copystatus": "true", "copyexcerpt": "false",
			"copycomments": "true", "blacklist": "foot*", "taxonomies_blacklist": "post_tag", "copyformat": "false",
		} {
			s.option("duplicatepost:"+name, value)
		}
		parent := s.make("/core/v2/comments", map[string]any{"post": number(id), "content": "Said"})
		s.make("/core/v2/comments", map[string]any{"post": number(id), "content": "Answered", "parent": number(parent)})
		made = s.copied("editor", "duplicate_post_clone", id) // names no copy
		list := s.do("administrator", "GET", "/api/core/v2/posts?context=edit&search=Copy+of&_embed=replies", nil).json(t)
		s.wantAt(list, map[string]string{
			"0/title/raw": "Copy of First !", "0/slug": "first-2", "0/password": "secret", "0/status": "publish", "0/excerpt/raw": "",
			"0/tags": "[]", "0/meta/footnotes": "", "0/format": "standard", "1/id": "<nil>",
		})
		comments := s.do("administrator", "GET", "/api/core/v2/comments?order=asc&post="+valueAt(list, "0/id")+"&context=edit", nil).json(t)
		if len(comments.([]any)) != 2 || valueAt(comments, "1/parent") != valueAt(comments, "0/id") {
			t.Errorf("the comments of the copy: %v", comments)
		}
		_ = made
		// A category that isn't copied is none, not that which the site gives. A draft may
		// have the slug of another entry, until it is published.
		s.option("duplicatepost:taxonomies_blacklist", "category,post_tag")
		draft := s.copied("editor", "duplicate_post_new_draft", id)
		s.wantAt(s.entry(draft), map[string]string{"categories": "[]", "slug": "first"})
		s.do("editor", "POST", "/api/core/v2/posts/"+draft, map[string]any{"status": "publish"})
		s.wantAt(s.entry(draft), map[string]string{"slug": "first-3"})
		for _, c := range []struct{ copytitle, prefix, suffix, want string }{
			{"true", " Copy  of ", " #2 ", "Copy of First #2"},
			{"true", "<b>Copy</b>", "", "Copy First"},
			{"false", "Copy of", "(copy)", "Copy of(copy)"},
			{"false", "", "", ""},
		} {
			s.option("duplicatepost:copytitle", c.copytitle)
			s.option("duplicatepost:title_prefix", c.prefix)
			s.option("duplicatepost:title_suffix", c.suffix)
			s.wantAt(s.entry(s.copied("editor", "duplicate_post_new_draft", id)), map[string]string{"title/raw": c.want})
		}
	})
}

func TestDuplicatePostForgetsOriginal(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, _ := copying(t, e)
		id := s.make("/core/v2/posts", map[string]any{"title": "First", "status": "publish"})
		made, rewrite := s.copied("editor", "duplicate_post_new_draft", id), s.copied("editor", "duplicate_post_rewrite", id)
		for _, want := range []struct {
			role, id string
			status   int
			code     string
		}{
			{"", made, 403, "rest_forbidden"},
			{"", "99999", 404, "rest_post_not_found"},
			{"author", made, 403, "rest_forbidden"},
			{"editor", "0", 400, "rest_invalid_param"},
			{"editor", rewrite, 403, "rest_forbidden"},
			{"editor", made, 200, "<nil>"},
			{"editor", made, 500, "rest_cannot_delete"},
			{"editor", "99999999999999999999", 404, "rest_post_not_found"},
		} {
			a := s.do(want.role, "DELETE", "/wp-json/duplicate-post/v1/original/"+want.id, nil)
			if a.status != want.status || valueAt(a.json(t), "code") != want.code {
				t.Errorf("%q %s: %d %s", want.role, want.id, a.status, a.body)
			}
		}
	})
}

// TestRewriteAndRepublish lets copies take the place of their originals.
func TestRewriteAndRepublish(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, now := copying(t, e)
		tag := s.make("/core/v2/tags", map[string]any{"name": "New"})
		id := s.make("/core/v2/posts", map[string]any{"title": "First", "slug": "first", "content": "Old", "status": "publish", "password": "p"})
		date := valueAt(s.entry(id), "date")
		page := strings.TrimPrefix(valueAt(s.entry(id), "link"), "http://example.org")
		made := s.copied("editor", "duplicate_post_rewrite", id)
		if a := s.do("editor", "GET", "/wp-admin/admin.php?action=duplicate_post_rewrite&post="+id, nil); a.status != 409 {
			t.Errorf("a second copy: %d", a.status)
		}
		if a := s.do("editor", "GET", "/wp-admin/admin.php?action=duplicate_post_clone&post="+made, nil); a.status != 403 {
			t.Errorf("a copy of the copy: %d", a.status)
		}
		s.do("administrator", "POST", "/api/core/v2/posts/"+made, map[string]any{"content": "New", "tags": []int64{number(tag)}})
		s.wantAt(s.entry(id), map[string]string{"content/raw": "Old", "status": "publish"})
		s.do("", "GET", page, nil)
		a := s.do("administrator", "POST", "/api/core/v2/posts/"+made, map[string]any{"status": "publish", "title": "Second"})
		s.wantAt(a.json(t), map[string]string{"status": duplicatepost.StatusRepublish, "id": made})
		s.wantAt(s.entry(id), map[string]string{
			"content/raw": "New", "title/raw": "Second", "status": "publish", "slug": "first", "tags/0": tag, "date": date, "password": "p",
		})
		if list := s.do("administrator", "GET", "/wp-json/wp/v2/posts?status="+duplicatepost.StatusRepublish, nil); list.header.Get("X-WP-Total") != "1" {
			t.Errorf("the list of copies that have done their work: %s", list.body)
		}
		if list := s.do("", "GET", "/api/core/v2/posts?slug=first", nil); list.header.Get("X-WP-Total") != "1" {
			t.Errorf("visitors find %s", list.body)
		}
		gone := func(id string) func() bool {
			return func() bool { return s.do("administrator", "GET", "/api/core/v2/posts/"+id, nil).status == 404 }
		}
		s.work(gone(made))
		if !gone(made)() {
			t.Error("the copy stays")
		}
		// The next one is scheduled.
		made = s.copied("administrator", "duplicate_post_rewrite", id)
		later := now.now().Add(48 * time.Hour).UTC().Format("2006-01-02T15:04:05")
		a = s.do("administrator", "POST", "/api/core/v2/posts/"+made, map[string]any{"status": "publish", "date_gmt": later, "title": "Third"})
		s.wantAt(a.json(t), map[string]string{"status": "future"})
		s.wantAt(s.entry(id), map[string]string{"title/raw": "Second"})
		now.unix.Add(int64(72 * time.Hour / time.Second))
		if _, err := s.app.Env.Entries.PublishDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.wantAt(s.entry(id), map[string]string{"title/raw": "Third", "status": "publish", "date_gmt": later, "slug": "first"})
		s.work(gone(made))
		// Deleting a copy frees its original; deleting the original frees its copy.
		made = s.copied("administrator", "duplicate_post_rewrite", id)
		s.do("administrator", "DELETE", "/api/core/v2/posts/"+made+"?force=true", nil)
		made = s.copied("administrator", "duplicate_post_rewrite", id)
		s.do("administrator", "POST", "/api/core/v2/posts/"+made, map[string]any{"status": "publish", "date_gmt": now.now().Add(time.Hour).UTC().Format("2006-01-02T15:04:05")})
		s.do("administrator", "DELETE", "/api/core/v2/posts/"+id+"?force=true", nil)
		s.wantAt(s.entry(made), map[string]string{"status": "draft"})
		a = s.do("administrator", "POST", "/api/core/v2/posts/"+made, map[string]any{"status": "publish"})
		s.wantAt(a.json(t), map[string]string{"title/raw": "Third"})
		if got := valueAt(a.json(t), "status"); got == duplicatepost.StatusRepublish {
			t.Errorf("a copy without original has status %s", got)
		}
	})
}

// TestRewriteNeedsRights lets somebody publish a copy who may not change its
// original.
func TestRewriteNeedsRights(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, _ := copying(t, e)
		id := s.make("/core/v2/posts", map[string]any{"title": "First", "status": "publish"})
		made := s.copied("editor", "duplicate_post_rewrite", id)
		s.do("administrator", "POST", "/api/core/v2/posts/"+made, map[string]any{"author": s.ids["author"]})
		a := s.do("author", "POST", "/api/core/v2/posts/"+made, map[string]any{"status": "publish", "title": "Taken"})
		if a.status != 403 {
			t.Errorf("%d %s", a.status, a.body)
		}
		s.wantAt(s.entry(id), map[string]string{"title/raw": "First"})
		s.wantAt(s.entry(made), map[string]string{"title/raw": "First", "status": "draft"})
	})
}

// TestCopiesOfAttachments copies an entry with its picture and another file, which
// then have files of their own.
func TestCopiesOfAttachments(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, _ := copying(t, e)
		id := s.make("/core/v2/posts", map[string]any{"title": "First", "status": "publish"})
		picture := s.picture("harbour.jpg", 400, 300)
		s.make("/core/v2/media/"+picture, map[string]any{"post": number(id), "alt_text": "A harbour", "caption": "At low water"})
		s.attachment("notes.txt", id)
		s.make("/core/v2/posts/"+id, map[string]any{"featured_media": number(picture)})
		of := func(id string) []any {
			list, _ := s.do("administrator", "GET", "/api/core/v2/media?parent="+id+"&context=edit&orderby=id&order=asc", nil).json(t).([]any)
			return list
		}
		plain := s.copied("editor", "duplicate_post_new_draft", id)
		if err := s.app.Options.Set(t.Context(), "duplicatepost:copyattachments", "true"); err != nil {
			t.Fatal(err)
		}
		made := s.copied("editor", "duplicate_post_new_draft", id)
		s.work(func() bool { return len(of(made)) == 2 })
		list := of(made)
		if len(list) != 2 || len(of(id)) != 2 || len(of(plain)) != 0 {
			t.Fatalf("%d of the copy, %d of the original, %d of the copy without", len(list), len(of(id)), len(of(plain)))
		}
		s.wantAt(list[0], map[string]string{"alt_text": "A harbour", "caption/raw": "At low water", "mime_type": "image/jpeg", "status": "inherit", "media_details/width": "400"})
		s.wantAt(s.entry(made), map[string]string{"featured_media": valueAt(list[0], "id"), "status": "draft"})
		if valueAt(list[0], "author") != valueAt(s.entry(made), "author") || valueAt(list[0], "source_url") == valueAt(of(id)[0], "source_url") {
			t.Errorf("%v", list[0])
		}
		// Each has a file of its own.
		if a := s.do("administrator", "DELETE", "/api/core/v2/media/"+picture+"?force=true", nil); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		for path, want := range map[string]int{
			valueAt(list[0], "source_url"): 200, valueAt(list[0], "media_details/sizes/thumbnail/source_url"): 200, valueAt(list[1], "source_url"): 200,
		} {
			if a := s.do("", "GET", strings.TrimPrefix(path, "http://example.org"), nil); a.status != want {
				t.Errorf("%s: %d", path, a.status)
			}
		}
	})
}

// TestScheduledRewriteNeedsRights schedules copies whose originals changed hands,
// before and after: nothing of theirs comes into the original's place.
func TestScheduledRewriteNeedsRights(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, now := copying(t, e)
		author := s.ids["author"]
		// begin is an entry of the author's with a copy that is the author's too.
		begin := func() (id, made string) {
			t.Helper()
			id = s.make("/core/v2/posts", map[string]any{"title": "First", "status": "publish", "author": author})
			made = s.copied("editor", "duplicate_post_rewrite", id)
			s.change(made, map[string]any{"author": author})
			return id, made
		}
		schedule := func(role, made string) int {
			later := now.now().Add(48 * time.Hour).UTC().Format("2006-01-02T15:04:05")
			return s.do(role, "POST", "/api/core/v2/posts/"+made, map[string]any{"status": "future", "date_gmt": later, "title": "Taken"}).status
		}
		due := func() {
			t.Helper()
			now.unix.Add(int64(72 * time.Hour / time.Second))
			if _, err := s.app.Env.Entries.PublishDue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		role := func(name string) {
			t.Helper()
			if a := s.do("administrator", "POST", fmt.Sprint("/api/core/v2/users/", author), map[string]any{"roles": []string{name}}); a.status != 200 {
				t.Fatalf("%d %s", a.status, a.body)
			}
		}
		stays := func(what, id, made string) {
			t.Helper()
			if got := valueAt(s.entry(id), "title/raw"); got != "First" {
				t.Errorf("%s: the original says %q", what, got)
			}
			if got := valueAt(s.entry(made), "status"); got != "draft" {
				t.Errorf("%s: the copy is %s", what, got)
			}
		}

		id, made := begin()
		s.change(id, map[string]any{"author": s.ids["editor"]})
		if got := schedule("author", made); got != 403 {
			t.Errorf("scheduled without the right: %d", got)
		}
		stays("scheduled without the right", id, made)

		// What somebody else has scheduled can't be changed without it either.
		if got := schedule("editor", made); got != 200 {
			t.Fatal(got)
		}
		for _, change := range []map[string]any{{"title": "Mine"}, {"content": "Mine"}, {"tags": []int64{}}, {"sticky": false}, {"status": "publish"}} {
			if a := s.do("author", "POST", "/api/core/v2/posts/"+made, change); a.status != 403 {
				t.Errorf("%v: %d", change, a.status)
			}
		}
		due()
		s.wantAt(s.entry(id), map[string]string{"title/raw": "Taken"})

		id, made = begin()
		if got := schedule("author", made); got != 200 {
			t.Fatal(got)
		}
		s.change(id, map[string]any{"author": s.ids["editor"]})
		due()
		stays("the original changed hands", id, made)

		id, made = begin()
		if got := schedule("author", made); got != 200 {
			t.Fatal(got)
		}
		role("contributor")
		due()
		stays("the role was lost", id, made)
		role("author")

		id, made = begin()
		if got := schedule("author", made); got != 200 {
			t.Fatal(got)
		}
		due()
		s.wantAt(s.entry(id), map[string]string{"title/raw": "Taken"})

		id, made = begin()
		if got := schedule("author", made); got != 200 {
			t.Fatal(got)
		}
		if a := s.do("administrator", "DELETE", fmt.Sprintf("/api/core/v2/users/%d?force=true&reassign=%d", author, s.ids["editor"]), nil); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		due()
		stays("the account is gone", id, made)
	})
}

// change changes a post as an administrator.
func (s *server) change(id string, values map[string]any) {
	s.t.Helper()
	if a := s.do("administrator", "POST", "/api/core/v2/posts/"+id, values); a.status != 200 {
		s.t.Fatalf("%v: %d %s", values, a.status, a.body)
	}
}

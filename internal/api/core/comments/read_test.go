package comments_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/domain/content"
	"quoin/internal/storage/store/storetest"
)

func TestListRights(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	post := open(s, t, content.Publish, "author")
	private := open(s, t, content.Private, "editor")
	page := s.AddEntry(content.TypePage, content.Publish, s.IDs["editor"], "Page")
	for _, p := range []int64{post, private} {
		write(t, s, "editor", fmt.Sprintf(`{"post":%d,"content":"x"}`, p))
		write(t, s, "editor", fmt.Sprintf(`{"post":%d,"content":"n","type":"note"}`, p))
	}
	if a := write(t, s, "editor", fmt.Sprintf(`{"post":%d,"content":"s","status":"spam","parent":-5}`, post)); a == "" {
		t.Fatal("no comment")
	}
	for _, c := range []struct {
		role, query, code string
		length, total     int
	}{
		{"", "", "", 1, 2},
		{"author", "", "", 1, 2},
		{"editor", "", "", 2, 2},
		{"", "?post=0", "rest_cannot_read", 0, 0},
		{"editor", "?post=0", "", 0, 0},
		{"", fmt.Sprintf("?post=%d", private), "rest_cannot_read_post", 0, 0},
		{"", "?context=edit", "rest_forbidden_context", 0, 0},
		{"author", "?context=edit", "rest_forbidden_context", 0, 0},
		{"", "?type=note", "rest_forbidden_param", 0, 0},
		{"contributor", fmt.Sprintf("?type=note&post=%d", post), "", 0, 1},
		{"author", fmt.Sprintf("?type=note&post=%d&context=edit", post), "", 1, 1},
		{"contributor", fmt.Sprintf("?type=note&post=%d&context=edit", post), "rest_forbidden_context", 0, 0},
		{"author", "?type=all", "", 2, 4},
		{"editor", fmt.Sprintf("?type=note&post=%d", page), "", 0, 0},
		{"subscriber", "?author=1&status=hold&author_email=a@example.org&author_exclude=2&type=all", "rest_forbidden_param", 0, 0},
		{"editor", "?author_email=bad", "rest_invalid_param", 0, 0},
		{"editor", "?page=7", "", 0, 2},
		{"editor", "?page=9223372036854775807&per_page=100", "", 0, 2},
		{"editor", "?offset=1", "", 1, 2},
		{"editor", "?status=approved", "", 0, 0},
		{"editor", "?orderby=include", "", 0, 2},
		{"author", "?post=x", "rest_invalid_param", 0, 0},
		{"author", "?status=any&type=all", "", 3, 5},
		{"editor", "?search=zzz", "", 0, 0},
	} {
		a := s.Do(c.role, "GET", "core/v2/comments"+c.query, "")
		if a.Code() != c.code {
			t.Errorf("%q %s: %d %s, want %s", c.role, c.query, a.Status, a.Text, c.code)
			continue
		}
		list, _ := a.Body.([]any)
		if c.code == "" && (len(list) != c.length || a.Header.Get("X-WP-Total") != fmt.Sprint(c.total)) {
			t.Errorf("%q %s: %d of %s, want %d of %d", c.role, c.query, len(list), a.Header.Get("X-WP-Total"), c.length, c.total)
		}
	}
	a := s.Do("editor", "GET", "core/v2/comments?status=spam", "")
	if got := fmt.Sprint(a.Get(0, "parent")); got != "0" {
		t.Errorf("parent %s: there are no comments below 0", got)
	}
	for method, body := range map[string]string{"GET": "", "POST": `{"post":0,"content":"x"}`} {
		a = s.Do("author", method, "core/v2/comments?post=x", body)
		if allow := a.Header.Get("Allow"); a.Status < 400 || allow != "GET" {
			t.Errorf("%s of no entry: %d, Allow %q", method, a.Status, allow)
		}
	}
	for role, want := range map[string]string{"": "", "subscriber": "", "author": "GET", "editor": "GET"} {
		a = s.Do(role, "OPTIONS", "core/v2/comments", "")
		if allow := a.Header.Get("Allow"); allow != want {
			t.Errorf("OPTIONS by %q: Allow %q, want %q", role, allow, want)
		}
	}
	// An address of zero is none, which is refused, but not because of rights.
	a = s.Do("", "GET", "core/v2/comments?author_email=0&offset=abc", "")
	if allow := a.Header.Get("Allow"); a.Status != 400 || allow != "GET" {
		t.Errorf("author_email=0: %d, Allow %q", a.Status, allow)
	}
	// OPTIONS takes of a list that nobody reads the first entry; none is no entry.
	for query, want := range map[string]string{"post={p},0": "GET, POST", "post=0": "GET", "post[]={p}&post[]=x": "GET, POST"} {
		a = s.Do("author", "OPTIONS", "core/v2/comments?"+strings.ReplaceAll(query, "{p}", fmt.Sprint(post)), "")
		if allow := a.Header.Get("Allow"); allow != want {
			t.Errorf("OPTIONS of %s: Allow %q, want %q", query, allow, want)
		}
	}
	a = s.Do("subscriber", "GET", "core/v2/comments?author=1&status=hold&type=all", "")
	if got := fmt.Sprint(a.Get("message")); !strings.HasSuffix(got, ": author, type, status") {
		t.Errorf("message %q", got)
	}
}

func TestPassword(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	post := open(s, t, content.Publish, "author")
	id := write(t, s, "editor", fmt.Sprintf(`{"post":%d,"content":"x"}`, post))
	s.Do("editor", "PUT", fmt.Sprintf("core/v2/posts/%d", post), `{"password":"enter"}`)
	for path, want := range map[string]int{
		fmt.Sprintf("?post=%d", post):                  401,
		fmt.Sprintf("?post=%d&password=bad", post):     401,
		fmt.Sprintf("?post=%d&password=enter", post):   200,
		fmt.Sprintf("?post=%d,1&password=enter", post): 401,
		"/" + id:                     401,
		"/" + id + "?password=enter": 200,
	} {
		if a := s.Do("", "GET", "core/v2/comments"+path, ""); a.Status != want {
			t.Errorf("%s: %d %s, want %d", path, a.Status, a.Text, want)
		}
	}
}

// TestEmbedCost counts statements: embedding costs the same for any number of
// entries and comments.
func TestEmbedCost(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	cost := func(path string) int {
		t.Helper()
		ctx, count := storetest.CountStatements(t.Context())
		a := s.Send(httptest.NewRequestWithContext(ctx, "GET", "/api/"+path, nil))
		if a.Status != 200 || !strings.Contains(a.Text, "_embedded") {
			t.Fatalf("%s: %d %.300s", path, a.Status, a.Text)
		}
		return count()
	}
	addThread := func() {
		post := open(s, t, content.Publish, "author")
		top := write(t, s, "editor", fmt.Sprintf(`{"post":%d,"content":"top"}`, post))
		write(t, s, "administrator", fmt.Sprintf(`{"post":%d,"content":"low","parent":%s}`, post, top))
	}
	addThread()
	paths := []string{"core/v2/posts?_embed=replies", "core/v2/comments?_embed&per_page=50"}
	var few []int
	for _, p := range paths {
		few = append(few, cost(p))
	}
	for range 8 {
		addThread()
	}
	for i, p := range paths {
		if many := cost(p); many > few[i] {
			t.Errorf("%s: %d statements, %d with one entry", p, many, few[i])
		}
	}
}

func TestReferenceDialect(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	post := open(s, t, content.Publish, "author")
	a := s.DoReference("editor", "POST", "wp/v2/comments", fmt.Sprintf(`{"post":%d,"content":"x"}`, post))
	if a.Status != 201 || a.Get("_links", "up", 0, "href") != fmt.Sprintf("%s/wp-json/wp/v2/posts/%d", coretest.URL, post) {
		t.Errorf("%d %s", a.Status, a.Text)
	}
}

func TestPrivacyPolicy(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	page := s.AddEntry(content.TypePage, content.Publish, s.IDs["editor"], "Privacy")
	list := fmt.Sprintf("core/v2/comments?type=note&post=%d&context=edit", page)
	if a := s.Do("editor", "GET", list, ""); a.Status != 200 {
		t.Fatalf("an editor's page: %d %s", a.Status, a.Text)
	}
	if err := s.Env.Site.SetOption(s.Context(), "wp_page_for_privacy_policy", page); err != nil {
		t.Fatal(err)
	}
	for role, want := range map[string]int{"editor": 403, "administrator": 200} {
		if a := s.Do(role, "GET", list, ""); a.Status != want {
			t.Errorf("notes on the privacy policy for %s: %d, want %d", role, a.Status, want)
		}
	}
}

// TestTextTotals: in an envelope the totals of comments are texts.
func TestTextTotals(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	for path, want := range map[string]string{
		"core/v2/comments?_envelope":            `"X-WP-Total":"0","X-WP-TotalPages":"0"`,
		"core/v2/comments?_envelope&_fields=id": `"X-WP-Total":"0"`,
	} {
		if a := s.Do("", "GET", path, ""); !strings.Contains(a.Text, want) {
			t.Errorf("%s: %s, want %s", path, a.Text, want)
		}
	}
}

// TestExactCounts has lists of who doesn't moderate count, and fill their pages with, what may be read,
// where that is preferred: an author the comments that wait on own entries, and nobody else's. The preference
// changes nothing for others.
func TestExactCounts(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	own, others := open(s, t, content.Publish, "author"), open(s, t, content.Publish, "editor")
	for i, post := range []int64{own, others, others, own, others} {
		write(t, s, "editor", fmt.Sprintf(`{"post":%d,"content":"number %d","status":"hold"}`, post, i))
	}
	for _, c := range []struct {
		role, query, prefers string
		length, total        int
	}{
		{"author", "?status=hold&per_page=2&orderby=id&order=asc", "", 1, 5},
		{"author", "?status=hold&per_page=2", "count=exact", 2, 2},
		{"author", "?status=hold&per_page=1&page=2", "count=exact", 1, 2},
		{"author", "?status=all", "respond-async, Count=Exact", 2, 2},
		{"contributor", "?status=hold", "count=exact", 0, 0},
		{"editor", "?status=hold", "count=exact", 5, 5},
		{"author", "?status=hold&per_page=2&orderby=id&order=asc", "count=estimated", 1, 5},
	} {
		r := s.As(c.role, httptest.NewRequestWithContext(t.Context(), "GET", "/api/core/v2/comments"+c.query, nil))
		r.Header.Set("Prefer", c.prefers)
		a := s.Send(r)
		if list, _ := a.Body.([]any); a.Status != 200 || len(list) != c.length || a.Header.Get("X-WP-Total") != fmt.Sprint(c.total) {
			t.Errorf("%s %s, preferring %q: %d, %d comments of %s", c.role, c.query, c.prefers, a.Status, len(list), a.Header.Get("X-WP-Total"))
		}
		if applied := a.Header.Get("Preference-Applied"); (applied != "") != (strings.Contains(strings.ToLower(c.prefers), "count=exact") && c.role != "editor") {
			t.Errorf("%s %s, preferring %q: %q is applied", c.role, c.query, c.prefers, applied)
		}
	}
}

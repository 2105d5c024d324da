package comments_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/access"
	"quoin/internal/content"
	"quoin/internal/core/comments"
	"quoin/internal/core/coretest"
	"quoin/internal/core/env"
	"quoin/internal/core/posts"
	"quoin/internal/rest"
	"quoin/internal/store"
)

func routes(e *env.Env) []rest.Route { return slices.Concat(posts.Routes(e), comments.Routes(e)) }

// write sends a comment and gives its id.
func write(t *testing.T, s *coretest.Site, role, body string) string {
	t.Helper()
	a := s.Do(role, "POST", "core/v2/comments", body)
	if a.Status != 201 {
		t.Fatalf("%s writes %s: %d %s", role, body, a.Status, a.Text)
	}
	return fmt.Sprint(a.Get("id"))
}

func open(s *coretest.Site, t *testing.T, status content.Status, author string) int64 {
	t.Helper()
	id := s.AddEntry(content.TypePost, status, s.IDs[author], "Entry of "+author)
	return id
}

func TestCreate(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	post := open(s, t, content.Publish, "author")
	draft := open(s, t, content.Draft, "author")
	trashed := open(s, t, content.Trash, "author")
	private := open(s, t, content.Private, "editor")
	closed := s.AddEntry(content.TypePage, content.Publish, s.IDs["editor"], "Closed")
	for _, c := range []struct {
		name, role, body, code string
		status                 int
	}{
		{"stranger", "", `{"post":%[1]d,"content":"x"}`, "rest_comment_login_required", 401},
		{"as another", "subscriber", `{"post":%[1]d,"content":"x","author":1}`, "rest_comment_invalid_author", 403},
		{"foreign address", "subscriber", `{"post":%[1]d,"content":"x","author_ip":"10.9.8.7"}`, "rest_comment_invalid_author_ip", 403},
		{"bad address", "editor", `{"post":%[1]d,"content":"x","author_ip":"999.1"}`, "rest_invalid_param", 400},
		{"note on another's entry", "contributor", `{"post":%[1]d,"content":"x","type":"note"}`, "rest_cannot_create_note", 403},
		{"status", "subscriber", `{"post":%[1]d,"content":"x","status":"approve"}`, "rest_comment_invalid_status", 403},
		{"no entry", "editor", `{"content":"x"}`, "rest_comment_invalid_post_id", 403},
		{"unknown entry", "editor", `{"post":99999,"content":"x"}`, "rest_comment_invalid_post_id", 403},
		{"draft", "editor", `{"post":%[2]d,"content":"x"}`, "rest_comment_draft_post", 403},
		{"trash", "editor", `{"post":%[3]d,"content":"x"}`, "rest_comment_trash_post", 403},
		{"private", "subscriber", `{"post":%[4]d,"content":"x"}`, "rest_cannot_read_post", 403},
		{"closed", "editor", `{"post":%[5]d,"content":"x"}`, "rest_comment_closed", 403},
		{"id", "editor", `{"post":%[1]d,"content":"x","id":5}`, "rest_comment_exists", 400},
		{"type", "editor", `{"post":%[1]d,"content":"x","type":"pingback"}`, "rest_invalid_comment_type", 400},
		{"unknown author", "editor", `{"post":%[1]d,"content":"x","author":999}`, "rest_comment_author_invalid", 400},
		{"no text", "editor", `{"post":%[1]d,"content":"  "}`, "rest_comment_content_invalid", 400},
		{"text of a kind", "editor", `{"post":%[1]d,"content":5}`, "rest_comment_content_invalid", 400},
		{"name alone", "editor", `{"post":%[1]d,"content":"x","author_name":"N"}`, "rest_comment_author_data_required", 400},
		{"long name", "editor", `{"post":%[1]d,"content":"x","author_email":"a@example.org","author_name":"` + strings.Repeat("n", 246) + `"}`, "comment_author_column_length", 400},
		{"long text", "editor", `{"post":%[1]d,"content":"` + strings.Repeat("n", 65526) + `"}`, "comment_content_column_length", 400},
		{"bad e-mail", "editor", `{"post":%[1]d,"content":"x","author_name":"N","author_email":"bad"}`, "rest_invalid_param", 400},
		{"note on a page", "editor", `{"post":%[5]d,"content":"x","type":"note"}`, "", 201},
		{"note that settles", "editor", `{"post":%[1]d,"type":"note","meta":{"_wp_note_status":"resolved"}}`, "", 201},
		{"note without words", "editor", `{"post":%[1]d,"type":"note","meta":{"_wp_note_status":"odd"}}`, "rest_comment_content_invalid", 400},
		{"note on a draft", "editor", `{"post":%[2]d,"content":"x","type":"note"}`, "", 201},
	} {
		body := c.body
		if strings.Contains(body, "%[") {
			body = fmt.Sprintf(body+"%[1]s", post, draft, trashed, private, closed)
			body = body[:strings.LastIndex(body, "}")+1]
		}
		a := s.Do(c.role, "POST", "core/v2/comments", body)
		if a.Status != c.status || a.Code() != c.code {
			t.Errorf("%s: %d %s, want %d %s\n%.300s", c.name, a.Status, a.Code(), c.status, c.code, a.Text)
		}
	}
}

func TestWritten(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	post := open(s, t, content.Publish, "author")
	a := s.Do("editor", "POST", "core/v2/comments", fmt.Sprintf(
		`{"post":%d,"content":{"raw":" <b>All</b> <script>x</script> "},"date":"2020-01-02T03:04:05","author_name":"A & <i>B</i>",`+
			`"author_email":"some@example.org","author_url":"example.org","author_ip":"198.51.100.7","author_user_agent":"kit","status":"hold"}`, post))
	for path, want := range map[string]string{
		"author": "0", "author_name": "A &amp; B", "author_email": "some@example.org", "author_url": "http://example.org",
		"author_ip": "198.51.100.7", "author_user_agent": "kit", "date": "2020-01-02T03:04:05", "status": "hold", "type": "comment",
	} {
		if got := fmt.Sprint(a.Get(path)); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if raw := a.Get("content", "raw"); raw != "<b>All</b> <script>x</script>" {
		t.Errorf("an editor's text became %q", raw)
	}
	if loc := a.Header.Get("Location"); loc != coretest.URL+"/api/core/v2/comments/"+fmt.Sprint(a.Get("id")) {
		t.Errorf("location %q", loc)
	}
	a = s.Do("subscriber", "POST", "core/v2/comments", fmt.Sprintf(
		`{"post":%d,"content":"<em>mine</em> <script>x</script><img src=x> <a href=\"https://example.com/\">l</a>"}`, post))
	if a.Get("author_email") != nil || a.Get("content", "raw") != nil {
		t.Errorf("a subscriber got what is for editors: %s", a.Text)
	}
	if a.Get("status") != "hold" || fmt.Sprint(a.Get("author")) != fmt.Sprint(s.IDs["subscriber"]) {
		t.Errorf("status %v, author %v", a.Get("status"), a.Get("author"))
	}
	want := `<em>mine</em> x <a href="https://example.com/" rel="nofollow ugc">l</a>`
	if got := a.Get("content", "rendered"); got != want {
		t.Errorf("a subscriber's text became %q, want %q", got, want)
	}
	if a = s.Do("editor", "PUT", "core/v2/comments/"+fmt.Sprint(a.Get("id")), `{"content":"<p>kept <script>out</script></p>"}`); a.Get("content", "raw") != "kept out" {
		t.Errorf("an editor may write any HTML in another's name: %s", a.Text)
	}
	if a.Get("author_ip") != "192.0.2.1" {
		t.Errorf("an update keeps where the comment came from: %s", a.Text)
	}
}

func TestApproval(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	post := open(s, t, content.Publish, "author")
	option := func(name string, value any) {
		t.Helper()
		if err := s.Env.Site.SetOption(context.Background(), name, value); err != nil {
			t.Fatal(err)
		}
	}
	turn := 0
	status := func(role, text string) any {
		t.Helper()
		turn++
		s.Now = s.Now.Add(time.Minute)
		a := s.Do(role, "POST", "core/v2/comments", fmt.Sprintf(`{"post":%d,"content":"%s %d"}`, post, text, turn))
		if a.Status != 201 {
			t.Fatalf("%s: %d %s", text, a.Status, a.Text)
		}
		id := fmt.Sprint(a.Get("id"))
		return s.Do("editor", "GET", "core/v2/comments/"+id+"?context=edit", "").Get("status")
	}
	check := func(what string, got any, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %v, want %s", what, got, want)
		}
	}
	check("first of a subscriber", status("subscriber", "first"), "hold")
	check("author of the entry", status("author", "mine"), "approved")
	check("editor", status("editor", "mine"), "approved")
	first := s.Do("editor", "GET", "core/v2/comments?status=hold&orderby=id&order=asc", "").Get(0, "id")
	s.Do("editor", "PUT", "core/v2/comments/"+fmt.Sprint(first), `{"status":"approved"}`)
	check("known subscriber", status("subscriber", "second"), "approved")
	link := `<a href='https://example.com/'>x</a>`
	check("one link", status("subscriber", link), "approved")
	check("two links", status("subscriber", link+link), "hold")
	option("moderation_keys", "other\nPILLS\n")
	check("word to look at", status("subscriber", "cheap pills"), "hold")
	option("disallowed_keys", "casino")
	check("word to refuse", status("subscriber", "a ca<b></b>sino"), "trash")
	check("word of an editor", status("editor", "casino"), "approved")
	option("comment_moderation", true)
	check("all wait", status("subscriber", "third"), "hold")
	option("comment_moderation", false)
	option("comment_previously_approved", false)
	check("nobody needs to be known", status("contributor", "hello"), "approved")
}

func TestDuplicatesAndHaste(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	post := open(s, t, content.Publish, "author")
	body := func(text, more string) string {
		return fmt.Sprintf(`{"post":%d,"content":"%s"%s}`, post, text, more)
	}
	write(t, s, "subscriber", body("one", ""))
	if a := s.Do("subscriber", "POST", "core/v2/comments", body("two", "")); a.Code() != "comment_flood" || a.Status != 400 {
		t.Errorf("two at once: %d %s", a.Status, a.Text)
	}
	s.Now = s.Now.Add(20 * time.Second)
	if a := s.Do("subscriber", "POST", "core/v2/comments", body("one", "")); a.Code() != "comment_duplicate" || a.Status != 409 {
		t.Errorf("said twice: %d %s", a.Status, a.Text)
	}
	write(t, s, "subscriber", body("one", `,"parent":7`))
	for range 2 {
		write(t, s, "editor", body("same", `,"type":"note"`))
	}
}

func TestStatusWords(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	post := open(s, t, content.Publish, "author")
	id := write(t, s, "editor", fmt.Sprintf(`{"post":%d,"content":"x"}`, post))
	for _, c := range []struct{ word, want string }{
		{"hold", "hold"}, {"1", "approved"}, {"0", "hold"}, {"approve", "approved"}, {"spam", "spam"}, {"unspam", "approved"},
		{"trash", "trash"}, {"odd", "trash"}, {"untrash", "approved"}, {"hold", "hold"}, {"spam", "spam"}, {"spam", "spam"},
		{"unspam", "hold"}, {"Approved", "approved"},
	} {
		a := s.Do("editor", "PUT", "core/v2/comments/"+id, `{"status":"`+c.word+`"}`)
		if a.Status != 200 || a.Get("status") != c.want {
			t.Fatalf("%s: %d %v, want %s", c.word, a.Status, a.Get("status"), c.want)
		}
	}
	for _, c := range []struct {
		role, method, query, code string
		status                    int
	}{
		{"subscriber", "DELETE", "", "rest_cannot_delete", 403},
		{"subscriber", "PUT", "", "rest_cannot_edit", 403},
		{"author", "DELETE", "", "", 200}, // the entry is the author's
		{"author", "DELETE", "", "rest_already_trashed", 410},
		{"", "GET", "", "rest_cannot_read", 401},
		{"editor", "DELETE", "?force=true", "", 200},
		{"editor", "DELETE", "?force=true", "rest_comment_invalid_id", 404},
	} {
		a := s.Do(c.role, c.method, "core/v2/comments/"+id+c.query, "{}")
		if a.Status != c.status || a.Code() != c.code {
			t.Errorf("%s by %q: %d %s, want %d %s", c.method, c.role, a.Status, a.Code(), c.status, c.code)
		}
	}
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	post := open(s, t, content.Publish, "author")
	id := write(t, s, "subscriber", fmt.Sprintf(`{"post":%d,"content":"x"}`, post))
	for _, c := range []struct {
		body, code string
		status     int
	}{
		{`{"type":"pingback"}`, "rest_comment_invalid_type", 404},
		{`{"type":"comment"}`, "", 200},
		{`{"author":0}`, "rest_comment_author_invalid", 400},
		{`{"post":9999}`, "rest_comment_invalid_post_id", 403},
		{`{"content":""}`, "rest_comment_content_invalid", 400},
		{`{"author_url":"` + strings.Repeat("u", 201) + `"}`, "comment_author_url_column_length", 400},
		{`{"date_gmt":"2021-01-01T00:00:00","parent":77,"author_email":""}`, "", 200},
		{`{"post":0}`, "", 200},
	} {
		a := s.Do("editor", "PATCH", "core/v2/comments/"+id, c.body)
		if a.Status != c.status || a.Code() != c.code {
			t.Errorf("%.80s: %d %s, want %d %s", c.body, a.Status, a.Code(), c.status, c.code)
		}
	}
	a := s.Do("editor", "GET", "core/v2/comments/"+id+"?context=edit", "")
	if fmt.Sprintf("%v %v %v %q", a.Get("post"), a.Get("parent"), a.Get("date_gmt"), a.Get("author_email")) != `0 77 2021-01-01T00:00:00 ""` {
		t.Errorf("stored: %s", a.Text)
	}
	if a.Get("link") != "#comment-"+id {
		t.Errorf("link of a comment without entry: %v", a.Get("link"))
	}
	if a := s.Do("subscriber", "GET", "core/v2/comments/"+id, ""); a.Code() != "rest_cannot_read" {
		t.Errorf("comment without entry: %d %s", a.Status, a.Text)
	}
}

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
		shown, total      int
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
		if c.code == "" && (len(list) != c.shown || a.Header.Get("X-WP-Total") != fmt.Sprint(c.total)) {
			t.Errorf("%q %s: %d of %s, want %d of %d", c.role, c.query, len(list), a.Header.Get("X-WP-Total"), c.shown, c.total)
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

func TestThreadsAndTrash(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	post := open(s, t, content.Publish, "author")
	top := write(t, s, "editor", fmt.Sprintf(`{"post":%d,"content":"top"}`, post))
	mid := write(t, s, "editor", fmt.Sprintf(`{"post":%d,"content":"mid","parent":%s}`, post, top))
	low := write(t, s, "editor", fmt.Sprintf(`{"post":%d,"content":"low","parent":%s}`, post, mid))
	a := s.Do("", "GET", "core/v2/comments/"+mid, "")
	if a.Get("_links", "children", 0, "href") != coretest.URL+"/api/core/v2/comments?parent="+mid ||
		a.Get("_links", "in-reply-to", 0, "href") != coretest.URL+"/api/core/v2/comments/"+top ||
		a.Get("_links", "up", 0, "post_type") != "post" {
		t.Errorf("links: %s", a.Text)
	}
	s.Do("editor", "DELETE", "core/v2/comments/"+mid+"?force=true", "{}")
	if a = s.Do("", "GET", "core/v2/comments/"+low, ""); fmt.Sprint(a.Get("parent")) != top {
		t.Errorf("answer to a deleted comment: %s", a.Text)
	}
	held := write(t, s, "editor", fmt.Sprintf(`{"post":%d,"content":"held","status":"hold"}`, post))
	path := fmt.Sprintf("core/v2/posts/%d", post)
	s.Do("editor", "DELETE", path, "{}")
	if a = s.Do("administrator", "GET", "core/v2/comments/"+low+"?context=edit", ""); a.Get("status") != "post-trashed" {
		t.Errorf("comment of a trashed entry: %d %s", a.Status, a.Text)
	}
	s.Do("editor", "PUT", path, `{"status":"publish"}`)
	for id, want := range map[string]string{low: "approved", held: "hold"} {
		if a = s.Do("administrator", "GET", "core/v2/comments/"+id+"?context=edit", ""); a.Get("status") != want {
			t.Errorf("comment of an entry that came back: %v, want %s", a.Get("status"), want)
		}
	}
	e, err := s.DB.EntryByID(s.Context(), post)
	if err != nil || e.CommentCount != 2 {
		t.Errorf("count of comments: %d %v", e.CommentCount, err)
	}
}

func TestNotes(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	post := open(s, t, content.Publish, "author")
	top := write(t, s, "author", fmt.Sprintf(`{"post":%d,"content":"top","type":"note"}`, post))
	child := write(t, s, "editor", fmt.Sprintf(`{"post":%d,"parent":%s,"type":"note","meta":{"_wp_note_status":"resolved"}}`, post, top))
	if a := s.Do("editor", "GET", "core/v2/comments/"+child+"?context=edit", ""); a.Get("meta", "_wp_note_status") != "resolved" {
		t.Errorf("note: %s", a.Text)
	}
	if a := s.Do("author", "GET", "core/v2/comments/"+top, ""); a.Get("meta", "_wp_note_status") != nil ||
		!strings.HasSuffix(fmt.Sprint(a.Get("_links", "children", 0, "href")), "?parent="+top+"&type=note&status=all") {
		t.Errorf("note: %s", a.Text)
	}
	for _, role := range []string{"", "subscriber", "contributor"} {
		if a := s.Do(role, "GET", "core/v2/comments/"+top, ""); a.Code() != "rest_cannot_read" {
			t.Errorf("%q reads a note: %d", role, a.Status)
		}
	}
	if e, _ := s.DB.EntryByID(s.Context(), post); e.CommentCount != 0 {
		t.Errorf("notes count as comments: %d", e.CommentCount)
	}
	s.Do("author", "DELETE", "core/v2/comments/"+top, "{}")
	if a := s.Do("editor", "GET", "core/v2/comments/"+child+"?context=edit", ""); a.Get("status") != "trash" {
		t.Errorf("answer to a trashed note: %s", a.Text)
	}
}

// TestEmbedCost counts statements: embedding costs the same for any number of
// entries and comments.
func TestEmbedCost(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	cost := func(path string) int {
		t.Helper()
		ctx, count := store.CountStatements(t.Context())
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

// TestSystemCreates makes sure that a comment without account needs a name.
func TestSystemCreates(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	if a := access.System(); a.ID != 0 {
		t.Fatal("the system has an account")
	}
	if err := s.Env.Site.SetOption(s.Context(), "require_name_email", false); err != nil {
		t.Fatal(err)
	}
	post := open(s, t, content.Publish, "author")
	a := s.Do("editor", "POST", "core/v2/comments", fmt.Sprintf(`{"post":%d,"content":"x","author_name":"N","author_email":""}`, post))
	if a.Status != 201 || a.Get("author_name") != "N" || a.Get("author_email") != "" {
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

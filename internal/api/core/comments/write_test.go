package comments_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"quoin/internal/api/core/coretest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
)

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

// TestDateOfZeros takes a date of zeros for none.
func TestDateOfZeros(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	post := open(s, t, content.Publish, "author")
	for _, name := range []string{"date", "date_gmt"} {
		a := s.Do("editor", "POST", "core/v2/comments", fmt.Sprintf(`{"post":%d,"content":"by %s","%s":"0000-00-00T00:00:00"}`, post, name, name))
		if a.Status != 201 || !strings.HasPrefix(fmt.Sprint(a.Get("date")), "2026-") || !strings.HasPrefix(fmt.Sprint(a.Get("date_gmt")), "2026-") {
			t.Errorf("%s: %d %s", name, a.Status, a.Text)
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
		{`{"author_user_agent":"` + strings.Repeat("u", 256) + `","status":"hold"}`, "comment_agent_column_length", 400},
		{`{"author_user_agent":"` + strings.Repeat("u", 255) + `"}`, "", 200},
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
	if a.Get("link") != "/#comment-"+id {
		t.Errorf("link of a comment without entry: %v", a.Get("link"))
	}
	if a := s.Do("subscriber", "GET", "core/v2/comments/"+id, ""); a.Code() != "rest_cannot_read" {
		t.Errorf("comment without entry: %d %s", a.Status, a.Text)
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

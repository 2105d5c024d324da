package comments_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/api/core/comments"
	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
)

func routes(e *env.Env) []rest.Route {
	return slices.Concat(entry.Of(e, e.Types.Get(content.TypePost)).Routes(), comments.Routes(e))
}

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

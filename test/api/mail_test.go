package api

import (
	"context"
	"fmt"
	"io"
	"mime"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/people/mail/mailtest"
)

// TestMailSurvivesARestart stops a site before its messages are sent, and starts
// it again.
func TestMailSurvivesARestart(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		office := &mailtest.Office{}
		c := app.Config{Data: t.TempDir(), DatabaseURL: e.database(t), URL: "http://example.org", MailURL: "smtp://" + office.Open(t, nil) + "?from=site@example.org&tls=off"}
		first := start(t, c)
		first.make("/core/v2/users", map[string]any{"username": "zoe", "email": "zoe@example.org", "password": "correct horse"})
		if a := first.do("administrator", "POST", "/api/core/v2/users", map[string]any{"username": "yan", "email": "zoe@example.org", "password": "x"}); a.status < 400 {
			t.Fatalf("two accounts with one address: %d", a.status)
		}
		second, err := app.New(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		defer second.Close()
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); _ = second.Work.Run(ctx) }()
		defer func() { stop(); <-done }()
		got := map[string]string{}
		for end := time.Now().Add(15 * time.Second); time.Now().Before(end) && len(got) < 2; time.Sleep(10 * time.Millisecond) {
			for _, l := range office.Letters() {
				subject, text := readLetter(t, l.Text)
				if strings.Contains(text, "zoe") {
					got[l.To[0]] = subject + "\n" + text
				}
				if strings.Contains(text, "yan") {
					t.Errorf("mail of what was taken back: %s", text)
				}
			}
		}
		if !strings.Contains(got["zoe@example.org"], "Your new account") || !strings.Contains(got["zoe@example.org"], "http://example.org/wp-login.php?action=rp&key=") {
			t.Errorf("to the new user: %q", got["zoe@example.org"])
		}
		if !strings.Contains(got["admin@example.org"], "New account") {
			t.Errorf("to the administrator: %q", got["admin@example.org"])
		}
	})
}

func readLetter(t *testing.T, text string) (subject, body string) {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	subject, _ = new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	plain, err := io.ReadAll(quotedprintable.NewReader(m.Body))
	if err != nil {
		t.Fatal(err)
	}
	return subject, string(plain)
}

// TestCommentNotices asks who hears of which comment.
func TestCommentNotices(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		box := &mailtest.Outbox{}
		s := start(t, app.Config{DatabaseURL: e.database(t), Mail: box})
		box.Clear()
		post := s.make("/core/v2/posts", map[string]any{"title": "On <em>stones</em> &amp; bricks", "status": "publish", "author": s.ids["author"], "comment_status": "open"})
		guest := map[string]any{"post": number(post), "author_name": "Gus", "author_email": "gus@example.net", "content": "Mine is <b>red</b>"}
		a := s.do("administrator", "POST", "/api/core/v2/comments", guest)
		if a.status != 201 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		check := func(what string, want ...string) {
			t.Helper()
			var got []string
			for _, m := range box.Sent() {
				got = append(got, m.To[0]+" "+m.Subject)
				if strings.Contains(m.Text, "<b>") || strings.Contains(m.Subject, "<em>") || strings.Contains(m.Subject, "&amp;") {
					t.Errorf("%s: HTML in %s: %s", what, m.Subject, m.Text)
				}
				if m.To[0] == "author@example.org" && (strings.Contains(m.Text, "gus@example.net") || m.ReplyTo != "") {
					t.Errorf("%s: an author may not see addresses: %s", what, m.Text)
				}
			}
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("%s:\n%s\nwant:\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			box.Clear()
		}
		waits := "admin@example.org [Quoin] A comment on “On stones & bricks” waits"
		check("held comment of a guest", waits, strings.Replace(waits, "admin@", "author@", 1))
		id := valueAt(a.json(t), "id")
		if a := s.do("administrator", "POST", "/api/core/v2/comments/"+id, map[string]any{"status": "approved"}); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		news := "author@example.org [Quoin] New comment on “On stones & bricks”"
		check("approved", news)
		s.do("administrator", "POST", "/api/core/v2/comments/"+id, map[string]any{"content": "changed"})
		check("changed")
		s.do("author", "POST", "/api/core/v2/comments", map[string]any{"post": number(post), "content": "my own"})
		check("one's own")
		s.do("editor", "POST", "/api/core/v2/comments", map[string]any{"post": number(post), "content": "by an editor"})
		check("of an editor", news)
		names := func(role string) string { return fmt.Sprint(s.ids[role]) }
		mention := func(id string) string { return `<span class="wp-note-mention user-` + id + `">@x</span> ` }
		s.do("administrator", "POST", "/api/core/v2/comments", map[string]any{
			"post": number(post), "type": "note", "content": mention(names("editor")) + mention(names("subscriber")) + mention(names("author")) + "look",
		})
		check("note", "author@example.org [Quoin] New note on “On stones & bricks”", "editor@example.org [Quoin] A note on “On stones & bricks” names you")
	})
}

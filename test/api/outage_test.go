package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/people/account"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/fault"
	"quoin/internal/storage/store/pgtest"
)

// TestDatabaseGoesAway shuts the database down, kills it, and starts it again: meanwhile
// all who need it are told to come back, whoever they are, and afterwards the site goes
// on with all that was acknowledged.
func TestDatabaseGoesAway(t *testing.T) {
	t.Parallel()
	var own pgtest.Server
	t.Cleanup(own.Stop) // after the database is dropped
	address := own.Database(t)
	s := start(t, app.Config{DatabaseURL: address})
	if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: "ann", Email: "ann@example.org", Role: "author", Password: "correct horse"}); err != nil {
		t.Fatal(err)
	}
	post := s.make("/core/v2/posts", map[string]any{"title": "kept", "status": "publish"})
	b, stranger := s.browser(t), s.browser(t)
	if a := b.logIn("ann", "correct horse"); a.status != 302 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	form := stranger.visit("/wp-login.php", nil)
	requests := map[string]func() answer{
		"a list":    func() answer { return s.do("", "GET", "/api/core/v2/posts?search=x", nil) },
		"an entry":  func() answer { return s.do("editor", "GET", "/api/core/v2/posts/"+post+"?context=edit", nil) },
		"a write":   func() answer { return s.do("editor", "POST", "/api/core/v2/posts", map[string]any{"title": "lost"}) },
		"an upload": func() answer { return s.sendGIF("author", "a.gif") },
		"a batch":   func() answer { return s.do("editor", "POST", "/api/batch/v1", map[string]any{"requests": []any{}}) },
		"wrong secrets": func() answer {
			return s.do("", "GET", "/api/core/v2/users/me", nil, "Authorization", "Basic YW5uOndyb25n")
		},
		"a page":     func() answer { return s.do("", "GET", "/?p="+post+"&x=1", nil) },
		"a search":   func() answer { return s.do("", "GET", "/?s=other", nil) },
		"the index":  func() answer { return s.do("", "GET", "/api/", nil) },
		"the robots": func() answer { return s.do("", "GET", "/robots.txt?x=1", nil) },
		"a feed":     func() answer { return s.do("", "GET", "/feed/?x=1", nil) },
		"a comment": func() answer {
			return stranger.visit("/wp-comments-post.php", url.Values{"comment_post_ID": {post}, "comment": {"hello"}, "author": {"x"}, "email": {"x@example.org"}})
		},
		"a session": func() answer { return b.visit("/account", nil) },
		"a log-in":  func() answer { return stranger.submit(form, "/wp-login.php", "log", "ann", "pwd", "correct horse") },
	}
	down := func(how string) {
		t.Helper()
		for name, request := range requests {
			if a := request(); a.status != 503 || a.header.Get("Retry-After") == "" || strings.HasPrefix(a.header.Get("Content-Type"), "application/json") && at(a.object(t), "code") != "database_unavailable" {
				t.Errorf("%s, %s: %d Retry-After %q %.200s", how, name, a.status, a.header.Get("Retry-After"), a.body)
			}
		}
		for _, r := range s.app.API.Routes() {
			if strings.Contains(r.Pattern, "(") {
				continue
			}
			for _, role := range []string{"", "administrator"} {
				if a := s.do(role, "GET", "/api"+r.Pattern, nil); a.status != 503 {
					t.Errorf("%s, %s as %q: %d %.200s", how, r.Pattern, role, a.status, a.body)
				}
			}
		}
	}
	up := func(how string) {
		t.Helper()
		for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
			a := s.do("editor", "GET", "/api/core/v2/posts/"+post+"?context=edit&_fields=title.raw", nil)
			if a.status == 200 {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: %d %s", how, a.status, a.body)
			}
		}
		if id := s.make("/core/v2/posts", map[string]any{"title": "after"}); id == "" {
			t.Errorf("%s: no write", how)
		}
		if a := b.visit("/account", nil); a.status != 200 {
			t.Errorf("%s: the session is gone: %d", how, a.status)
		}
		if a := s.do("editor", "GET", "/api/core/v2/posts?status=any&search=lost", nil); string(a.body) != "[]" {
			t.Errorf("%s: a write that failed is there: %s", how, a.body)
		}
	}
	own.Halt(t)
	down("halted")
	own.Restart(t)
	up("restarted")
	own.Kill(t)
	down("killed")
	own.Restart(t)
	up("recovered")
}

// TestStorageIsFull fills database and uploads: who writes is told that there is no
// room, readers aren't bothered, nothing is there by half, and once there is room
// again everything goes on.
func TestStorageIsFull(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		post := s.make("/core/v2/posts", map[string]any{"title": "kept", "content": "as it was", "status": "publish"})
		text := strings.Repeat("many words ", 40_000)
		full := func(name string, a answer) {
			t.Helper()
			if a.status != 507 || at(a.object(t), "code") != "storage_full" || a.header.Get("Retry-After") != "" {
				t.Errorf("%s: %d %.300s", name, a.status, a.body)
			}
		}
		// The database.
		fill, empty := []string{"PRAGMA max_page_count = 1"}, "PRAGMA max_page_count = 1073741823"
		if e.name == "postgres" {
			fill = []string{
				`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
					$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
				"CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON entry_text FOR EACH ROW EXECUTE FUNCTION no_room()",
				"CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON cached FOR EACH ROW EXECUTE FUNCTION no_room()",
			}
			empty = "DROP FUNCTION no_room CASCADE"
		}
		run := func(list ...string) {
			t.Helper()
			if err := s.app.DB.InTx(t.Context(), func(ctx context.Context) error {
				for _, text := range list {
					if _, err := s.app.DB.Tables("test").Exec(ctx, text); err != nil {
						return err
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		run(fill...)
		full("create", s.do("editor", "POST", "/api/core/v2/posts", map[string]any{"title": "lost", "content": text, "status": "publish"}))
		full("update", s.do("editor", "POST", "/api/core/v2/posts/"+post, map[string]any{"content": text}))
		if a := s.do("", "GET", "/api/core/v2/posts/"+post+"?_fields=content", nil); a.status != 200 || !strings.Contains(string(a.body), "as it was") {
			t.Errorf("a read: %d %.300s", a.status, a.body)
		}
		if !strings.Contains(s.logs.String(), "level=ERROR") {
			t.Error("the log tells nothing")
		}
		// Watched, the log tells so once, and the metrics until there is room.
		watching, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.app.Watch(watching) }()
		defer func() { stop(); <-ended }()
		lines := func(text string) int { return strings.Count(s.logs.String(), text) }
		awaited := func(line string) {
			t.Helper()
			for began := time.Now(); lines(line) == 0; time.Sleep(10 * time.Millisecond) {
				if time.Since(began) > time.Minute {
					t.Fatalf("never %q: %s", line, s.logs.String())
				}
				full("watched", s.do("editor", "POST", "/api/core/v2/posts/"+post, map[string]any{"content": text}))
			}
		}
		awaited("room for the database is away")
		failed := lines("level=ERROR")
		for range 20 {
			full("again", s.do("editor", "POST", "/api/core/v2/posts/"+post, map[string]any{"content": text}))
		}
		if n := lines("level=ERROR"); n > failed {
			t.Errorf("%d more lines for 20 requests", n-failed)
		}
		run(empty)
		for began := time.Now(); lines("room for the database is back") == 0; time.Sleep(10 * time.Millisecond) {
			if time.Since(began) > time.Minute {
				t.Fatal("nobody tells that there is room")
			}
		}
		if a := s.do("editor", "GET", "/api/core/v2/posts?search=lost&status=any", nil); string(a.body) != "[]" {
			t.Errorf("what wasn't stored is there: %.300s", a.body)
		}
		s.make("/core/v2/posts/"+post, map[string]any{"content": text})

		// The uploads.
		files := s.app.Media.Blobs
		s.app.Media.Blobs = fullStore{files}
		full("upload", s.sendGIF("author", "a.gif"))
		s.app.Media.Blobs = files
		if a := s.do("author", "GET", "/api/core/v2/media", nil); string(a.body) != "[]" {
			t.Errorf("an upload without its file: %.300s", a.body)
		}
		if a := s.sendGIF("author", "a.gif"); a.status != 201 {
			t.Errorf("%d %.300s", a.status, a.body)
		}
	})
}

// fullStore has no room.
type fullStore struct{ blob.Store }

func (f fullStore) Put(_ context.Context, key string, r io.Reader, _ blob.PutOptions) error {
	_, err := io.Copy(io.Discard, r)
	return errors.Join(err, fault.Full(fmt.Errorf("put %s: %w", key, &fs.PathError{Op: "write", Path: key, Err: syscall.ENOSPC})))
}

// sendGIF sends a small picture.
func (s *server) sendGIF(role, name string) answer {
	gif := "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x00\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
	return s.do(role, "POST", "/api/core/v2/media", bytes.NewReader([]byte(gif)), "Content-Type", "image/gif", "Content-Disposition", `attachment; filename="`+name+`"`)
}

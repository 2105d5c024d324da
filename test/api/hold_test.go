package api

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/people/account"
	"quoin/internal/storage/store"
)

// TestWritesAreHeld asks for everything while writes are held, as when the site moves:
// reads are answered as before, whoever asks; writes are told to come again, and go
// through afterwards.
func TestWritesAreHeld(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t), NoCache: true})
		if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: "ann", Email: "ann@example.org", Role: "author", Password: "correct horse"}); err != nil {
			t.Fatal(err)
		}
		post := s.make("/core/v2/posts", map[string]any{"title": "kept", "status": "publish"})
		b, stranger := s.browser(t), s.browser(t)
		if a := b.logIn("ann", "correct horse"); a.status != 302 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		form := stranger.visit("/wp-login.php", nil)
		reads := map[string]func() answer{
			"the session": func() answer { return b.visit("/account", nil) },
			"the admin":   func() answer { return b.visit("/wp-admin/edit.php", nil) },
		}
		for _, path := range []string{"/", "/?p=" + post, "/?s=kept", "/feed/", "/robots.txt", "/nothing-is-here/", "/wp-sitemap.xml"} {
			reads[path] = func() answer { return s.do("", "GET", path, nil) }
		}
		for _, r := range s.app.API.Routes() {
			if strings.Contains(r.Pattern, "(") {
				continue
			}
			for _, role := range []string{"", "author", "administrator"} {
				reads[role+" "+r.Pattern] = func() answer { return s.do(role, "GET", "/api"+r.Pattern, nil) }
			}
		}
		before := map[string]int{}
		for name, read := range reads {
			before[name] = read().status
		}
		writes := map[string]func() answer{
			"a post": func() answer { return s.do("editor", "POST", "/api/core/v2/posts", map[string]any{"title": "lost"}) },
			"a change": func() answer {
				return s.do("editor", "POST", "/api/core/v2/posts/"+post, map[string]any{"title": "lost"})
			},
			"a deletion": func() answer { return s.do("editor", "DELETE", "/api/core/v2/posts/"+post+"?force=true", nil) },
			"a term": func() answer {
				return s.do("administrator", "POST", "/wp-json/wp/v2/tags", map[string]any{"name": "lost"})
			},
			"a setting": func() answer {
				return s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"title": "lost"})
			},
			"an upload": func() answer { return s.sendGIF("author", "a.gif") },
			"a log-in":  func() answer { return stranger.submit(form, "/wp-login.php", "log", "ann", "pwd", "correct horse") },
			"a comment": func() answer {
				return stranger.visit("/wp-comments-post.php", url.Values{"comment_post_ID": {post}, "comment": {"hello"}, "author": {"x"}, "email": {"x@example.org"}})
			},
		}
		err := s.app.DB.HoldWrites(t.Context(), func(ctx context.Context, _ store.Keeper) error {
			for name, read := range reads {
				if a := read(); a.status != before[name] {
					t.Errorf("%s: %d, before %d: %.200s", name, a.status, before[name], a.body)
				}
			}
			for name, write := range writes {
				a := write()
				if a.status != 503 || a.header.Get("Retry-After") == "" || strings.HasPrefix(a.header.Get("Content-Type"), "application/json") && at(a.object(t), "code") != "database_read_only" {
					t.Errorf("%s: %d Retry-After %q %.200s", name, a.status, a.header.Get("Retry-After"), a.body)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if a := s.do("", "GET", "/api/core/v2/posts?search=kept&_fields=title", nil); !strings.Contains(string(a.body), "kept") {
			t.Errorf("%s", a.body)
		}
		for name, write := range writes {
			if a := write(); a.status >= 500 {
				t.Errorf("%s, afterwards: %d %.200s", name, a.status, a.body)
			}
		}
	})
}

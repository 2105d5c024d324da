package api

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/app/personal"
	"quoin/internal/domain/audit"
	"quoin/internal/domain/site"
	"quoin/internal/people/account"
)

// TestPersonalData exports what is known of a person, and erases it.
func TestPersonalData(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s, _ := guarded(t, e, clock)
		if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: "eve", Email: "eve@example.net", Role: "author", Password: "correct horse"}); err != nil {
			t.Fatal(err)
		}
		b := s.browser(t)
		s.from(t, "203.0.113.77", "eve", "wrong")
		b.visit("/wp-login.php", map[string][]string{"log": {"eve"}, "pwd": {"correct horse"}}, "X-Forwarded-For", "203.0.113.78", "User-Agent", "EveBrowser/1")
		eve, err := s.app.DB.UserByLogin(t.Context(), "eve")
		if err != nil {
			t.Fatal(err)
		}
		post := s.make("/core/v2/posts", map[string]any{"title": "Eve's diary", "status": "publish", "author": eve.ID, "comment_status": "open"})
		own := s.make("/core/v2/comments", map[string]any{"post": number(post), "author": eve.ID, "author_name": "Eve", "author_email": "eve@example.net", "content": "By the account"})
		clock.unix.Add(60)
		guest := s.make("/core/v2/comments", map[string]any{"post": number(post), "author_name": "Eva", "author_email": "eve@example.net", "author_ip": "198.51.100.7", "author_user_agent": "EveBrowser/2", "content": "By the address"})
		other := s.make("/core/v2/comments", map[string]any{"post": number(post), "author_name": "Zed", "author_email": "zed@example.net", "content": "By another"})
		var out bytes.Buffer
		if err := s.app.Personal.Export(t.Context(), "EVE@example.net", &out); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"eve@example.net", "Eve's diary", "By the account", "By the address", "198.51.100.7", "EveBrowser/1", "EveBrowser/2", "203.0.113.78", "203.0.113.77"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("the export lacks %q: %s", want, out.String())
			}
		}
		for _, not := range []string{"zed@example.net", "By another", eve.PasswordHash} {
			if strings.Contains(out.String(), not) {
				t.Errorf("the export has %q", not)
			}
		}
		for _, who := range []string{"eve", "EVE", "Eve@Example.net"} {
			if _, err := s.app.Personal.Erase(t.Context(), who, personal.Erasure{Reassign: "ann", By: eve.ID}); err == nil || !strings.Contains(err.Error(), "erase_self") {
				t.Errorf("%s erases themselves: %v", who, err)
			}
		}
		if _, err := s.app.Personal.Erase(t.Context(), "eve", personal.Erasure{}); err == nil || !strings.Contains(err.Error(), "--reassign") {
			t.Errorf("erased with entries: %v", err)
		}
		if a := s.do("administrator", "GET", "/api/core/v2/comments/"+own, nil); valueAt(a.json(t), "author_name") != "Eve" {
			t.Error("a refused erasure changed something")
		}
		done, err := s.app.Personal.Erase(t.Context(), "eve", personal.Erasure{Reassign: "ann"})
		if err != nil || !done.Account || done.Comments != 2 || done.Entries == 0 {
			t.Fatalf("%+v %v", done, err)
		}
		for _, id := range []string{own, guest} {
			c := s.do("administrator", "GET", "/api/core/v2/comments/"+id+"?context=edit", nil).json(t)
			got := fmt.Sprint(valueAt(c, "author"), valueAt(c, "author_name"), valueAt(c, "author_email"), valueAt(c, "author_ip"), valueAt(c, "author_user_agent"))
			if got != "0Anonymous" || !strings.Contains(valueAt(c, "content/rendered"), "By the a") {
				t.Errorf("comment %s: %s", id, got)
			}
		}
		if a := s.do("administrator", "GET", "/api/core/v2/comments/"+other, nil); valueAt(a.json(t), "author_name") != "Zed" {
			t.Error("another's comment was erased")
		}
		if got := valueAt(s.do("", "GET", "/api/core/v2/posts/"+post, nil).json(t), "author"); got == fmt.Sprint(eve.ID) {
			t.Error("the entry still is eve's")
		}
		if b.in() {
			t.Error("the session outlives the account")
		}
		list, err := s.app.DB.ListAudit(t.Context(), audit.Query{Limit: 1000})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			if strings.Contains(fmt.Sprint(*e), "eve") || strings.Contains(e.IP, "203.0.113.7") {
				t.Errorf("the record knows eve: %+v", *e)
			}
		}
		if _, err := s.app.Personal.Erase(t.Context(), "zed@example.net", personal.Erasure{DeleteComments: true}); err != nil {
			t.Fatal(err)
		}
		if a := s.do("administrator", "GET", "/api/core/v2/comments/"+other, nil); a.status != 404 {
			t.Errorf("a comment to be deleted: %d", a.status)
		}
		for _, login := range []string{"ann", "bob", "test_administrator"} {
			if _, err := s.app.Personal.Erase(t.Context(), login, personal.Erasure{Reassign: "admin"}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.app.Personal.Erase(t.Context(), "admin", personal.Erasure{DeleteEntries: true}); err == nil {
			t.Error("the last administrator is gone")
		}
	})
}

// TestAuditLog looks for what is recorded, and for what isn't.
func TestAuditLog(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s, _ := guarded(t, e, clock)
		s.from(t, "203.0.113.1", "ann\r\nforged", "wrong")
		s.from(t, "203.0.113.1", "ann", "correct horse")
		s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"title": "Renamed", "email": "new@example.org"})
		s.do("administrator", "POST", fmt.Sprint("/api/core/v2/users/", s.ids["author"]), map[string]any{"roles": []string{"editor"}, "password": "battery staple"})
		s.do("author", "POST", fmt.Sprint("/api/core/v2/users/", s.ids["author"]), map[string]any{"roles": []string{"administrator"}}) // refused
		s.do("administrator", "DELETE", fmt.Sprint("/api/core/v2/users/", s.ids["subscriber"], "?force=true&reassign=1"), nil)
		if err := s.app.Options.Set(app.AsOperator(t.Context()), "media_trash", "true"); err != nil {
			t.Fatal(err)
		}
		list, err := s.app.DB.ListAudit(t.Context(), audit.Query{Limit: 1000})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, e := range list {
			got += strings.Join([]string{e.Login, e.IP, e.Action, e.Subject, e.Detail}, "|") + "\n"
		}
		for _, want := range []string{
			"annforged|203.0.113.1|log-in failed||\n", "ann|203.0.113.1|log-in||\n", "test_administrator|192.0.2.1|setting changed|blogname|Quoin → Renamed\n",
			"test_administrator|192.0.2.1|setting changed|admin_email|admin@example.org → new@example.org\n", "test_administrator|192.0.2.1|roles changed|test_author|author → editor\n",
			"test_administrator|192.0.2.1|password changed|test_author|\n", "test_administrator|192.0.2.1|account deleted|test_subscriber|\n",
			"(command line)||setting changed|media_trash|(unset) → true\n",
		} {
			if !strings.Contains(got, want) {
				t.Errorf("the record lacks %q", want)
			}
		}
		for _, not := range []string{"correct horse", "battery staple", "→ administrator"} {
			if strings.Contains(got, not) {
				t.Errorf("the record has %q", not)
			}
		}
		if t.Failed() {
			t.Log(got)
		}
		clock.unix.Add(3600)
		if err := s.app.DB.PruneAudit(t.Context(), clock.now().Add(-time.Minute).Format(site.DateForm), 10); err != nil {
			t.Fatal(err)
		}
		if list, err = s.app.DB.ListAudit(t.Context(), audit.Query{Limit: 10}); err != nil || len(list) != 0 {
			t.Errorf("%d lines are left: %v", len(list), err)
		}
	})
}

func TestStrictTransport(t *testing.T) {
	t.Parallel()
	s, _ := guarded(t, engine{"sqlite"}, newClock())
	for _, path := range []string{"/", "/wp-login.php", "/api/core/v2/posts", "/nothing-here/"} {
		a := s.do("", "GET", path, nil, "X-Forwarded-Proto", "https")
		plain := s.do("", "GET", path, nil)
		if got := a.header.Get("Strict-Transport-Security"); got != "max-age=31536000" || plain.header.Get("Strict-Transport-Security") != "" {
			t.Errorf("%s: %q over https, %q over http", path, got, plain.header.Get("Strict-Transport-Security"))
		}
		if a.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: no nosniff", path)
		}
	}
}

package api

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/user"
	"quoin/internal/people/account"
	"quoin/internal/people/admin"
	"quoin/internal/people/mail/mailtest"
)

const (
	exportScreen = "/wp-admin/export-personal-data.php"
	eraseScreen  = "/wp-admin/erase-personal-data.php"
)

// inFile are the parts of a ZIP file by name.
func inFile(t *testing.T, a answer) map[string]string {
	t.Helper()
	file, err := zip.NewReader(bytes.NewReader(a.body), int64(len(a.body)))
	if a.status != 200 || a.header.Get("Content-Type") != "application/zip" || err != nil {
		t.Fatalf("no file: %d %v %.300s", a.status, err, a.body)
	}
	parts := map[string]string{}
	for _, f := range file.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		parts[f.Name] = string(text)
	}
	return parts
}

// TestRequests takes requests for personal data from the first form to the last letter.
func TestRequests(t *testing.T) {
	t.Parallel()
	if !admin.Built() {
		t.Skip("the program has no bundle of the admin (make admin)")
	}
	engines(t, func(t *testing.T, e engine) {
		clock, box := newClock(), &mailtest.Outbox{}
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "full", Clock: clock.now, Mail: box})
		for _, one := range []account.NewUser{
			{Login: "keeper", Email: "keeper@example.net", Role: "administrator", Password: "correct horse"},
			{Login: "scribe", Email: "scribe@example.net", Role: "editor", Password: "correct horse"},
			{Login: "eve", Email: "eve@example.net", Role: "subscriber", Password: "correct horse"},
			// A log-in name that is somebody else's address means nobody else.
			{Login: "guest@example.net", Email: "trap@example.net", Role: "subscriber", Password: "correct horse"},
		} {
			if _, err := s.app.People.Create(t.Context(), one); err != nil {
				t.Fatal(err)
			}
		}
		post := s.make("/core/v2/posts", map[string]any{"title": "Open", "status": "publish", "comment_status": "open"})
		said := s.make("/core/v2/comments", map[string]any{"post": number(post), "author_name": "Guest", "author_email": "guest@example.net", "content": "By a <em>guest</em>"})
		b, other, stranger := s.browser(t), s.browser(t), s.browser(t)
		b.logIn("keeper", "correct horse")
		other.logIn("scribe", "correct horse")
		nonces := map[string]string{}
		send := func(screen, action string, pairs ...string) answer {
			if nonces[screen] == "" {
				nonces[screen] = valueAt(adminData(t, b.visit(screen, nil)), "formNonce")
			}
			form := url.Values{"_wpnonce": {nonces[screen]}, "action": {action}}
			for i := 0; i < len(pairs); i += 2 {
				form.Add(pairs[i], pairs[i+1])
			}
			return b.visit(screen, form)
		}
		add := func(screen, who string, ask bool) answer {
			pairs := []string{"username_or_email_for_privacy_request", who}
			if ask {
				pairs = append(pairs, "send_confirmation_email", "1")
			}
			action := "add_export_personal_data_request"
			if screen == eraseScreen {
				action = "add_remove_personal_data_request"
			}
			return send(screen, action, pairs...)
		}
		list := func(screen, query string) string {
			return string(b.visit(screen+"?data=1"+query, nil).body)
		}
		for _, screen := range []string{exportScreen, eraseScreen} {
			if a := other.visit(screen, nil); a.status != 403 {
				t.Errorf("%s for an editor: %d", screen, a.status)
			}
			if a := other.visit(screen+"?data=1", nil); a.status != 403 {
				t.Errorf("the list of %s for an editor: %d", screen, a.status)
			}
			if a := other.visit(screen, url.Values{"action": {"delete"}, "request_id": {"1"}, "_wpnonce": {"x"}}); a.status != 403 {
				t.Errorf("a form of an editor: %d", a.status)
			}
			if a := b.visit(screen, url.Values{"action": {"delete"}, "request_id": {"1"}, "_wpnonce": {"x"}}); a.status != 403 {
				t.Errorf("a form without its nonce: %d", a.status)
			}
		}
		for _, c := range []struct {
			who    string
			ask    bool
			status int
		}{{"nobody", true, 400}, {"", true, 400}, {"eve", true, 200}, {"EVE@example.net", false, 409}, {"guest@example.net", false, 200}} {
			if a := add(exportScreen, c.who, c.ask); a.status != c.status {
				t.Errorf("a request of %q: %d %s", c.who, a.status, a.body)
			}
		}
		if a := add(eraseScreen, "eve", true); a.status != 200 {
			t.Errorf("another kind of request of the same person: %d %s", a.status, a.body)
		}
		eveErasure := box.Link(t, "eve@example.net", "erased")
		eve := box.Link(t, "eve@example.net", "request for personal data")
		if got := list(exportScreen, "&filter-status=request-pending"); !strings.Contains(got, `"total":1`) || !strings.Contains(got, `"request-confirmed":1`) || !strings.Contains(got, "eve@example.net") {
			t.Errorf("pending ones: %s", got)
		}
		if got := list(exportScreen, "&s=GUEST&orderby=requester&order=asc"); !strings.Contains(got, `"total":1`) || !strings.Contains(got, "guest@example.net") {
			t.Errorf("those that are searched: %s", got)
		}
		if got := list(exportScreen, "&paged=-1&per_page=999999999&s="+strings.Repeat("a", 300)); !strings.Contains(got, "too long") {
			t.Errorf("an endless search: %s", got)
		}
		// Programs look at links before people do: nothing is confirmed by that.
		path := func(link string) string { return strings.TrimPrefix(link, "http://example.org") }
		page := stranger.visit(path(eve), nil)
		if page.status != 200 || !strings.Contains(string(page.body), "eve@example.net") || !strings.Contains(list(exportScreen, ""), "request-pending") {
			t.Fatalf("the page of a link: %d %.600s", page.status, page.body)
		}
		for _, bad := range []string{strings.Replace(eve, "request_id=", "request_id=9", 1), eve + "x", strings.Replace(eve, "action=confirmaction", "action=personaldata", 1)} {
			if a := stranger.visit(path(bad), nil); a.status != 403 {
				t.Errorf("%s: %d", bad, a.status)
			}
		}
		if a := stranger.submit(page, "/wp-login.php?action=confirmaction"); a.status != 200 {
			t.Fatalf("confirmed: %d %s", a.status, a.body)
		}
		if !strings.Contains(box.Last().Text, exportScreen) {
			t.Errorf("the owner is told %q", box.Last().Text)
		}
		if a := stranger.submit(page, "/wp-login.php?action=confirmaction"); a.status != 403 {
			t.Errorf("confirmed twice: %d", a.status)
		}
		// Once a day has gone nobody confirms.
		clock.unix.Add(25 * 3600)
		if a := stranger.visit(path(eveErasure), nil); a.status != 403 {
			t.Errorf("confirmed too late: %d", a.status)
		}
		b.logIn("keeper", "correct horse")
		nonces = map[string]string{}
		if got := list(eraseScreen, ""); !strings.Contains(got, `"request-failed":1`) {
			t.Errorf("not failed: %s", got)
		}
		rows, err := s.app.DB.RequestsOf(t.Context(), "eve@example.net")
		if err != nil || len(rows) != 2 {
			t.Fatal(rows, err)
		}
		export, erasure := fmt.Sprint(rows[0].ID), fmt.Sprint(rows[1].ID)
		guests, err := s.app.DB.RequestsOf(t.Context(), "guest@example.net")
		if err != nil || len(guests) != 1 {
			t.Fatal(guests, err)
		}
		parts := inFile(t, send(exportScreen, "download", "request_id", fmt.Sprint(guests[0].ID)))
		if !strings.Contains(parts["export.json"], "By a <em>guest") || strings.Contains(parts["export.json"], "trap@example.net") || !strings.Contains(parts["index.html"], "By a &lt;em&gt;guest") || strings.Contains(parts["index.html"], "<em>") {
			t.Errorf("the file of a guest: %v", parts)
		}
		if a := send(eraseScreen, "erase", "request_id", export); a.status != 404 {
			t.Errorf("an erasure by a request for a file: %d", a.status)
		}
		if a := send(exportScreen, "send", "request_id", export); a.status != 200 {
			t.Fatalf("the link wasn't sent: %d %s", a.status, a.body)
		}
		link := box.Link(t, "eve@example.net", "Your personal data")
		if parts := inFile(t, stranger.visit(path(link), nil)); !strings.Contains(parts["export.json"], `"login": "eve"`) {
			t.Errorf("eve's file: %v", parts)
		}
		for _, bad := range []string{link + "x", strings.Replace(link, "request_id="+export, "request_id="+erasure, 1), strings.Replace(link, "personaldata", "confirmaction", 1)} {
			if a := stranger.visit(path(bad), nil); a.status != 403 {
				t.Errorf("%s: %d", bad, a.status)
			}
		}
		clock.unix.Add(73 * 3600)
		if a := stranger.visit(path(link), nil); a.status != 403 {
			t.Errorf("the file after three days: %d", a.status)
		}
		b.logIn("keeper", "correct horse")
		nonces = map[string]string{}
		// Asked once more, it can be confirmed; and erased without.
		if a := send(eraseScreen, "resend", "request_id[]", erasure, "request_id[]", "999"); a.status != 200 || !strings.Contains(string(a.body), `"done":1`) || !strings.Contains(string(a.body), `"failed":1`) {
			t.Errorf("asked again: %d %s", a.status, a.body)
		}
		again := box.Link(t, "eve@example.net", "erased")
		if a := stranger.visit(path(again), nil); a.status != 200 || again == eveErasure {
			t.Errorf("the link after the first: %d", a.status)
		}
		if a := send(eraseScreen, "erase", "request_id", erasure); a.status != 200 {
			t.Fatalf("not erased: %d %s", a.status, a.body)
		}
		if last := box.Last(); last.To[0] != "eve@example.net" {
			t.Errorf("who was erased is told nothing: %+v", last)
		}
		if _, err := s.app.DB.UserByLogin(t.Context(), "eve"); err != nil {
			t.Errorf("the account went too: %v", err)
		}
		rows, err = s.app.DB.RequestsOf(t.Context(), "eve@example.net")
		if err != nil || len(rows) != 1 || rows[0].Status != user.RequestCompleted || rows[0].Completed == "" {
			t.Errorf("what is left: %+v %v", rows, err)
		}
		// What is done isn't done again: the address may be another person's by now.
		if a := send(eraseScreen, "erase", "request_id", erasure, "account", "delete"); a.status != 409 {
			t.Errorf("erased once more: %d %s", a.status, a.body)
		}
		if a := send(eraseScreen, "resend", "request_id[]", erasure); a.status != 409 {
			t.Errorf("asked once more: %d %s", a.status, a.body)
		}
		add(eraseScreen, "eve", false)
		rows, err = s.app.DB.RequestsOf(t.Context(), "eve@example.net")
		if err != nil || len(rows) != 2 {
			t.Fatal(rows, err)
		}
		if a := send(eraseScreen, "erase", "request_id", fmt.Sprint(rows[1].ID), "account", "delete"); a.status != 200 {
			t.Errorf("with the account: %d %s", a.status, a.body)
		}
		if _, err := s.app.DB.UserByLogin(t.Context(), "eve"); err == nil {
			t.Error("the account stays")
		}
		add(eraseScreen, "guest@example.net", false)
		guests, err = s.app.DB.RequestsOf(t.Context(), "guest@example.net")
		if err != nil || len(guests) != 2 {
			t.Fatal(guests, err)
		}
		if a := send(eraseScreen, "erase", "request_id", fmt.Sprint(guests[1].ID)); a.status != 200 {
			t.Errorf("a guest: %d %s", a.status, a.body)
		}
		if got := valueAt(s.do("administrator", "GET", "/api/core/v2/comments/"+said, nil).json(t), "author_name"); got != "Anonymous" {
			t.Errorf("the comment is by %s", got)
		}
		if _, err := s.app.DB.UserByLogin(t.Context(), "guest@example.net"); err != nil {
			t.Errorf("another was erased: %v", err)
		}
		// One's own account is never erased, and one's own request is closed.
		add(eraseScreen, "keeper", false)
		own, err := s.app.DB.RequestsOf(t.Context(), "keeper@example.net")
		if err != nil || len(own) != 1 {
			t.Fatal(own, err)
		}
		if a := send(eraseScreen, "erase", "request_id", fmt.Sprint(own[0].ID), "account", "delete"); a.status != 409 {
			t.Errorf("erased oneself: %d %s", a.status, a.body)
		}
		if a := send(eraseScreen, "complete", "request_id[]", fmt.Sprint(own[0].ID)); a.status != 200 || !strings.Contains(list(eraseScreen, "&filter-status=request-completed&s=keeper"), `"total":1`) {
			t.Errorf("completed: %d %s", a.status, a.body)
		}
		if a := send(eraseScreen, "delete", "request_id[]", fmt.Sprint(own[0].ID)); a.status != 200 || strings.Contains(list(eraseScreen, ""), "keeper@") {
			t.Errorf("deleted: %d %s", a.status, a.body)
		}
		many := []string{}
		for n := range 101 {
			many = append(many, "request_id[]", fmt.Sprint(1000+n))
		}
		if a := send(eraseScreen, "delete", many...); a.status != 400 {
			t.Errorf("more than may be changed at once: %d", a.status)
		}
		if a := send(eraseScreen, "something"); a.status != 400 {
			t.Errorf("an action that there isn't: %d", a.status)
		}
	})
}

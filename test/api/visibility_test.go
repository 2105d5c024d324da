package api

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/comment"
	"quoin/internal/people/account"
	"quoin/internal/platform/access"
)

// readers is a set of callers: strangers, and the roles.
type readers uint8

const (
	strangers readers = 1 << iota
	subscribers
	contributors
	authors
	editors
	administrators

	nobody   readers = 0
	judges           = editors | administrators // who may change the entries of others
	posting          = authors | judges         // who may change what they published
	writers          = contributors | posting
	members          = subscribers | writers
	everyone         = strangers | members
)

// bit is the set of one role, "" for a stranger.
func bit(role string) readers { return 1 << slices.Index(matrixRoles(), role) }

func (r readers) String() string {
	var names []string
	for _, role := range matrixRoles() {
		if r&bit(role) != 0 {
			if role == "" {
				role = "stranger"
			}
			names = append(names, role)
		}
	}
	return strings.Join(names, ", ")
}

// entryStates is who may read what of a post or page in a state: others as the columns
// say, and its author as far as own says. What rests on the right to read an entry goes
// with its title: its comments, its files, the names of its authors.
//
// A trashed entry is its author's as a draft is. Of one with a password the title is
// public; its author reads the rest by the right to change what is published.
var entryStates = []struct {
	name              string
	body              map[string]any
	trashed           bool
	title, text       readers
	ownTitle, ownText readers
}{
	{name: "published", body: map[string]any{"status": "publish"}, title: everyone, text: everyone},
	{name: "draft", body: map[string]any{"status": "draft"}, title: judges, text: judges, ownTitle: writers, ownText: writers},
	{name: "pending", body: map[string]any{"status": "pending"}, title: judges, text: judges, ownTitle: writers, ownText: writers},
	{name: "scheduled", body: map[string]any{"status": "future", "date": "2099-01-01T00:00:00"}, title: judges, text: judges, ownTitle: writers, ownText: writers},
	{name: "private", body: map[string]any{"status": "private"}, title: judges, text: judges, ownTitle: writers, ownText: writers},
	{name: "trashed", body: map[string]any{"status": "draft"}, trashed: true, title: judges, text: judges, ownTitle: writers, ownText: writers},
	{name: "locked", body: map[string]any{"status": "publish", "password": "open sesame"}, title: everyone, text: judges, ownText: posting},
}

// objectStates is who may read what of everything else. Texts that are public by the
// reference's design stand here with the reason.
var objectStates = map[string]readers{
	// A revision or an autosave is for who may change its entry.
	"revision of an administrator's post": judges, "revision of an author's post": posting,
	"autosave of an administrator's post": judges, "autosave of an author's post": posting,

	// Whoever published nothing is known to those who may list users; to those who read
	// private entries also who wrote one.
	"person who never published": administrators, "author of private entries alone": judges, "author": everyone,
	// Who reads an entry, or its head, knows who wrote it.
	"author of what isn't published": judges,
	// What isn't shown of an account is for its owner and administrators.
	"account": administrators,

	// Menus are shown to those who write, who may show them in their texts; what isn't published of them to those who place them.
	"menu": writers, "menu item": writers, "draft of a menu item": administrators,
	// What a theme is made of is for those who write; pages show what is in use.
	"template": writers, "part of a template": writers,
	// A pattern is shown wherever somebody uses it, so its text is as public as theirs; its name is for writers.
	"pattern": everyone, "name of a pattern": writers, "draft of a pattern": judges,
	"navigation": everyone, "draft of a navigation": administrators,
	"widget that isn't in use": administrators,

	"address of the site's owner": administrators, "name of an application password": administrators, "webhook": administrators,
	"name of a redirect": administrators, "group of redirects": administrators, "address that wasn't found": administrators,
	"keyphrase": judges,

	fieldOfNobody: nobody,
}

// fieldOfNobody is a field of a declared type that the interface shows nobody.
const fieldOfNobody = "field that the interface doesn't show"

// byDesign are answers that show more than the table says, as the reference's do.
var byDesign = []struct {
	address *regexp.Regexp
	to      readers
	what    *regexp.Regexp
	why     string
}{
	{regexp.MustCompile(`/users\?.*who=authors`), judges, regexp.MustCompile(`^person who never published|^author of `), "who may be made the author of an entry is asked by those who decide on it"},
}

// marked is a text that stands in one place of the site alone.
type marked struct {
	what    string
	readers readers
	seenBy  readers
}

// markerForm is how such a text looks: it stays the same as a slug, in an address and in a title.
var markerForm = regexp.MustCompile(`zq[a-p]{4}qz|[0-9a-f]{64}`)

// hiddenWorld is a site on which everything exists in every state of visibility.
type hiddenWorld struct {
	*seeded
	marks map[string]*marked
	// objects are ids by the fixed parts of their path, below those of what is below an
	// object, by its id.
	objects map[string][]string
	below   map[string][]string
	paths   []string // addresses of pages
	people  []string // slugs of users
	since   string   // where the feed of changes began
}

func newHiddenWorld(t *testing.T, e engine) *hiddenWorld {
	t.Helper()
	clock := newClock()
	s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "full", Clock: clock.now})
	w := &hiddenWorld{marks: map[string]*marked{}, objects: map[string][]string{}, below: map[string][]string{}, since: s.changes("", "", "").Cursor}
	if err := s.define(ownTypes...); err != nil {
		t.Fatal(err)
	}
	s = s.node(s.app.Config) // whose routes are those of the declared types, too
	w.seeded = s.seed()
	w.addEntries()
	w.addOwn()
	w.addOlder()
	w.addPeople()
	w.addDesign()
	w.addRows()
	clock.unix.Add(3600)
	return w
}

// text makes a text that some may read.
func (w *hiddenWorld) text(what string, r readers) string {
	n := len(w.marks)
	m := []byte("zqaaaaqz")
	for i := 5; i >= 2; i-- {
		m[i] = byte('a' + n%16)
		n /= 16
	}
	w.marks[string(m)] = &marked{what: what, readers: r | administrators}
	return string(m)
}

// of makes a text of a kind of objectStates.
func (w *hiddenWorld) of(kind, more string) string {
	w.t.Helper()
	r, ok := objectStates[kind]
	if !ok {
		w.t.Fatalf("nobody said who may read a %s", kind)
	}
	return w.text(strings.TrimSpace(kind+" "+more), r)
}

// digest notes that the picture of an address tells of it.
func (w *hiddenWorld) digest(address, what string, r readers) {
	sum := sha256.Sum256([]byte(address))
	w.marks[hex.EncodeToString(sum[:])] = &marked{what: what, readers: r | administrators}
}

// addEntries makes posts and pages of each state, of three authors, with comments and
// files.
func (w *hiddenWorld) addEntries() {
	for _, route := range []string{"posts", "pages"} {
		for _, owner := range []string{"administrator", "author", "contributor"} {
			for _, s := range entryStates {
				whose := fmt.Sprintf("of a %s entry of %s in %s", s.name, owner, route)
				title, text := s.title|s.ownTitle&bit(owner), s.text|s.ownText&bit(owner)
				body := map[string]any{
					"title": "Door " + w.text("title "+whose, title), "slug": w.text("slug "+whose, title), "author": w.ids[owner],
					"content": "<!-- wp:paragraph --><p>Door " + w.text("content "+whose, text) + "</p><!-- /wp:paragraph -->",
					"excerpt": "Door " + w.text("excerpt "+whose, text), "comment_status": "open",
					"meta": map[string]any{"footnotes": `[{"id":"a","content":"` + w.text("footnote "+whose, text) + `"}]`},
				}
				for k, v := range s.body {
					body[k] = v
				}
				id := w.make("/core/v2/"+route, body)
				w.objects[route] = append(w.objects[route], id)
				w.paths = append(w.paths, w.linkOf(route, id))
				if owner != "contributor" && route == "posts" {
					w.addFiles(id, whose, title)
					w.addComments(id, whose, title, text, judges|bit(owner)&posting)
				}
				if s.trashed {
					if a := w.do("administrator", "DELETE", "/api/core/v2/"+route+"/"+id, nil); a.status != 200 {
						w.t.Fatalf("trash: %d %s", a.status, a.body)
					}
				}
			}
		}
	}
}

// addOwn makes memos, and books that lead to them, of each state and of two authors.
func (w *hiddenWorld) addOwn() {
	for _, owner := range []string{"administrator", "author"} {
		for _, s := range entryStates {
			whose := fmt.Sprintf("of a %s one of %s", s.name, owner)
			title, text := s.title|s.ownTitle&bit(owner), s.text|s.ownText&bit(owner)
			change := s.text&judges | (s.ownText|posting)&bit(owner)
			make := func(route string, more map[string]any) string {
				what := " " + whose + " in " + route
				body := map[string]any{
					"title": "Door " + w.text("title"+what, title), "slug": w.text("slug"+what, title), "author": w.ids[owner],
					"content": "<!-- wp:paragraph --><p>Door " + w.text("content"+what, text) + "</p><!-- /wp:paragraph -->",
				}
				for _, m := range []map[string]any{s.body, more} {
					for k, v := range m {
						body[k] = v
					}
				}
				id := w.make("/core/v2/"+route, body)
				w.objects[route] = append(w.objects[route], id)
				if route == "books" {
					w.paths = append(w.paths, w.linkOf(route, id))
				}
				return id
			}
			memo := make("memos", nil)
			book := make("books", map[string]any{"excerpt": "Door " + w.text("excerpt "+whose, text), "meta": map[string]any{
				"tone": w.text("field "+whose, title), "cost": w.text("field for editors "+whose, change), "about": number(memo), "keeper": w.ids["subscriber"],
			}})
			if err := w.app.DB.SetEntryMeta(w.t.Context(), number(book), "secret", w.of(fieldOfNobody, whose)); err != nil {
				w.t.Fatal(err)
			}
			for route, id := range map[string]string{"memos": memo, "books": book} {
				if s.trashed {
					if a := w.do("administrator", "DELETE", "/api/core/v2/"+route+"/"+id, nil); a.status != 200 {
						w.t.Fatalf("trash: %d %s", a.status, a.body)
					}
				}
			}
		}
	}
}

// linkOf is the address of an entry once it is published.
func (w *hiddenWorld) linkOf(route, id string) string {
	o := w.do("administrator", "GET", "/api/core/v2/"+route+"/"+id+"?context=edit", nil).object(w.t)
	link := strings.TrimPrefix(valueAt(o, "link"), "http://example.org")
	if template := valueAt(o, "permalink_template"); strings.HasPrefix(template, "http") && strings.Contains(link, "?") {
		link = strings.TrimPrefix(strings.NewReplacer("%postname%", valueAt(o, "slug"), "%pagename%", valueAt(o, "slug")).Replace(template), "http://example.org")
	}
	return link
}

// addFiles attaches a file to an entry; it may be read as the entry.
func (w *hiddenWorld) addFiles(entry, whose string, r readers) {
	name := w.text("file "+whose, r)
	id := w.seeded.upload()
	w.make("/core/v2/media/"+id, map[string]any{
		"post": number(entry), "title": "Door " + w.text("title of the file "+whose, r), "caption": "Door " + w.text("caption of the file "+whose, r),
		"description": "Door " + w.text("description of the file "+whose, r), "alt_text": w.text("text for the file "+whose, r), "slug": name,
	})
	w.objects["media"] = append(w.objects["media"], id)
	w.paths = append(w.paths, w.linkOf("media", id))
}

// addComments adds comments of each status to an entry, of which some may read the title,
// the text, and change it. Who wrote an approved one is as public as the title, also where
// a password locks the text: blocks and feeds tell it as the reference's do. What doesn't
// wait for readers is for who may change the entry, and where it came from at any time.
func (w *hiddenWorld) addComments(entry, whose string, title, text, change readers) {
	for i, c := range []struct {
		kind   string
		status comment.Status
		typ    string
	}{
		{"approved comment", comment.Approved, comment.TypeComment}, {"waiting comment", comment.Hold, comment.TypeComment}, {"spam", comment.Spam, comment.TypeComment},
		{"comment in the trash", comment.Trash, comment.TypeComment}, {"note", comment.Approved, comment.TypeNote},
	} {
		who, what, of := change, change, " in a "+c.kind+" "+whose
		if c.kind == "approved comment" {
			who, what = title, text
		}
		email := w.text("address"+of, change) + "@example.org"
		w.digest(email, "digest of the address"+of, who)
		at := fmt.Sprintf("2026-01-0%dT00:00:00", i+1)
		made := &comment.Comment{
			Entry: number(entry), AuthorName: w.text("name"+of, who), AuthorEmail: email, AuthorURL: "http://" + w.text("page"+of, who) + ".example/", AuthorIP: "203.0.113.9",
			Agent: w.text("program"+of, change), Content: "Door " + w.text(c.kind+" "+whose, what), Date: at, DateUTC: at, Status: c.status, Type: c.typ,
		}
		if err := w.app.DB.InsertComment(w.t.Context(), made); err != nil {
			w.t.Fatal(err)
		}
		w.objects["comments"] = append(w.objects["comments"], fmt.Sprint(made.ID))
	}
}

// addOlder makes revisions and autosaves of public posts.
func (w *hiddenWorld) addOlder() {
	for _, owner := range []string{"administrator", "author"} {
		whose := fmt.Sprintf("of an %s's post", owner)
		id := w.make("/core/v2/posts", map[string]any{"title": "Door", "content": "Door", "status": "publish", "author": w.ids[owner]})
		for range 2 {
			w.make("/core/v2/posts/"+id, map[string]any{
				"title": "Door " + w.of("revision "+whose, "(title)"), "content": "Door " + w.of("revision "+whose, "(content)"), "excerpt": w.of("revision "+whose, "(excerpt)"),
			})
		}
		w.make("/core/v2/posts/"+id, map[string]any{"title": "Door", "content": "Door", "excerpt": ""})
		a := w.do("administrator", "POST", "/api/core/v2/posts/"+id+"/autosaves", map[string]any{"title": "Door " + w.of("autosave "+whose, "(title)"), "content": "Door " + w.of("autosave "+whose, "(content)")})
		if a.status != 200 {
			w.t.Fatalf("autosave: %d %s", a.status, a.body)
		}
		w.objects["posts"] = append(w.objects["posts"], id)
		for _, kind := range []string{"revisions", "autosaves"} {
			list, _ := w.do("administrator", "GET", "/api/core/v2/posts/"+id+"/"+kind+"?context=edit", nil).json(w.t).([]any)
			for _, o := range list {
				w.below["posts/"+id+"/"+kind] = append(w.below["posts/"+id+"/"+kind], valueAt(o, "id"))
				w.objects["older"] = append(w.objects["older"], valueAt(o, "id"))
			}
		}
	}
}

// addPeople makes users who published, or didn't, and gives those who ask texts of their own.
func (w *hiddenWorld) addPeople() {
	for _, role := range access.Roles() {
		r := bit(role) | administrators
		w.make(fmt.Sprint("/core/v2/users/", w.ids[role]), map[string]any{
			"email": w.text("address of "+role, r) + "@example.org", "first_name": w.text("first name of "+role, r), "last_name": w.text("last name of "+role, r), "nickname": w.text("nickname of "+role, r),
		})
	}
	entry := func(route, status string) func(author int64) {
		return func(author int64) {
			w.make("/core/v2/"+route, map[string]any{"title": "Door", "status": status, "author": author, "date": map[string]any{"future": "2099-01-01T00:00:00"}[status]})
		}
	}
	nothing := func(int64) {}
	for _, p := range []struct {
		kind, has, role string
		give            func(author int64)
	}{
		{"person who never published", "subscriber", "subscriber", nothing}, {"person who never published", "contributor", "contributor", nothing},
		{"person who never published", "author", "author", nothing}, {"person who never published", "editor", "editor", nothing},
		{"person who never published", "administrator", "administrator", nothing},
		{"author of what isn't published", "with a draft", "author", entry("posts", "draft")}, {"author of what isn't published", "with a pending page", "author", entry("pages", "pending")},
		{"author of what isn't published", "with a scheduled post", "author", entry("posts", "future")}, {"author of private entries alone", "", "author", entry("posts", "private")},
		{"author of what isn't published", "with a trashed post", "author", func(author int64) {
			id := w.make("/core/v2/posts", map[string]any{"title": "Door", "status": "publish", "author": author})
			w.do("administrator", "DELETE", "/api/core/v2/posts/"+id, nil)
		}},
		{"person who never published", "with a pattern", "author", func(author int64) {
			w.make("/core/v2/blocks", map[string]any{"title": "Door", "content": "Door", "status": "publish", "author": author})
		}},
		{"person who never published", "with a file", "author", func(author int64) { w.make("/core/v2/media/"+w.seeded.upload(), map[string]any{"author": author}) }},
		{"author", "of a page", "editor", entry("pages", "publish")}, {"author", "of a post", "author", entry("posts", "publish")},
	} {
		login, email := w.of("account", "(name to log in with)"), w.of("account", "(address)")+"@example.org"
		if _, err := w.app.People.Create(w.t.Context(), account.NewUser{Login: login, Email: email, Role: p.role}); err != nil {
			w.t.Fatal(err)
		}
		u, err := w.app.DB.UserByLogin(w.t.Context(), login)
		if err != nil {
			w.t.Fatal(err)
		}
		r := objectStates[p.kind]
		w.digest(email, p.kind+" "+p.has+" (digest of the address)", r)
		slug := w.of(p.kind, p.has+" (slug)")
		w.make(fmt.Sprint("/core/v2/users/", u.ID), map[string]any{
			"name": "Door " + w.of(p.kind, p.has+" (name)"), "slug": slug, "url": "http://" + w.of(p.kind, p.has+" (page)") + ".example/",
			"description": "Door " + w.of(p.kind, p.has+" (biography)"),
			"first_name":  w.of("account", "(first name)"), "last_name": w.of("account", "(last name)"), "nickname": w.of("account", "(nickname)"),
		})
		p.give(u.ID)
		w.objects["users"], w.people = append(w.objects["users"], fmt.Sprint(u.ID)), append(w.people, slug)
	}
	// Some that are gone, of whom the feed of changes may tell.
	for _, has := range []string{"and left", "and left with a draft"} {
		login := "leaves" + strings.ReplaceAll(has, " ", "")
		if _, err := w.app.People.Create(w.t.Context(), account.NewUser{Login: login, Email: login + "@example.org", Role: "author"}); err != nil {
			w.t.Fatal(err)
		}
		u, err := w.app.DB.UserByLogin(w.t.Context(), login)
		if err != nil {
			w.t.Fatal(err)
		}
		w.make(fmt.Sprint("/core/v2/users/", u.ID), map[string]any{"slug": w.of("person who never published", has)})
		if has != "and left" {
			entry("posts", "draft")(u.ID)
		}
		if a := w.do("administrator", "DELETE", fmt.Sprint("/api/core/v2/users/", u.ID, "?force=true&reassign=", w.ids["administrator"]), nil); a.status != 200 {
			w.t.Fatalf("remove: %d %s", a.status, a.body)
		}
	}
}

// addDesign makes menus, templates, patterns and widgets.
func (w *hiddenWorld) addDesign() {
	menu := w.make("/core/v2/menus", map[string]any{"name": w.of("menu", "(name)"), "description": w.of("menu", "(description)")})
	w.objects["menus"] = append(w.objects["menus"], menu)
	for status, kind := range map[string]string{"publish": "menu item", "draft": "draft of a menu item"} {
		w.objects["menu-items"] = append(w.objects["menu-items"], w.make("/core/v2/menu-items", map[string]any{
			"title": w.of(kind, "(title)"), "url": "http://example.org/" + w.of(kind, "(address)"), "description": w.of(kind, "(description)"), "status": status, "menus": number(menu),
		}))
	}
	// Items without a title of their own have that of what they lead to.
	for object, route := range map[string]string{"post": "posts", "page": "pages"} {
		for _, id := range w.objects[route] {
			w.objects["menu-items"] = append(w.objects["menu-items"], w.make("/core/v2/menu-items", map[string]any{
				"type": "post_type", "object": object, "object_id": number(id), "title": "", "status": "publish", "menus": number(menu),
			}))
		}
	}
	for route, kind := range map[string]string{"templates": "template", "template-parts": "part of a template"} {
		id := w.make("/core/v2/"+route, map[string]any{"slug": w.of(kind, "(slug)"), "title": w.of(kind, "(title)"), "content": w.of(kind, "(content)"), "description": w.of(kind, "(description)")})
		w.objects[route] = append(w.objects[route], id)
	}
	for _, status := range []string{"publish", "draft", "private"} {
		pattern, name, navigation := "pattern", "name of a pattern", "navigation"
		if status != "publish" {
			pattern, name, navigation = "draft of a pattern", "draft of a pattern", "draft of a navigation"
		}
		w.objects["blocks"] = append(w.objects["blocks"], w.make("/core/v2/blocks", map[string]any{"title": w.of(name, "(title, "+status+")"), "content": w.of(pattern, "("+status+")"), "status": status}))
		w.objects["navigation"] = append(w.objects["navigation"], w.make("/core/v2/navigation", map[string]any{
			"title": w.of(navigation, "(title, "+status+")"), "status": status, "slug": w.of(navigation, "(slug, "+status+")"),
			"content": `<!-- wp:navigation-link {"label":"` + w.of(navigation, "("+status+")") + `","url":"http://example.org/"} /-->`,
		}))
	}
	w.objects["widgets"] = append(w.objects["widgets"], w.make("/core/v2/widgets", map[string]any{
		"id_base": "block", "sidebar": "wp_inactive_widgets", "instance": map[string]any{"raw": map[string]any{"content": w.of("widget that isn't in use", "")}},
	}))
}

// addRows makes what settings and extensions keep.
func (w *hiddenWorld) addRows() {
	w.make("/core/v2/settings", map[string]any{"email": w.of("address of the site's owner", "") + "@example.org"})
	w.make("/core/v2/users/me/application-passwords", map[string]any{"name": w.of("name of an application password", "")})
	hook := w.make("/quoin/v1/webhooks", map[string]any{"url": "https://" + w.of("webhook", "(address)") + ".example/", "name": w.of("webhook", "(name)")})
	w.objects["webhooks"] = append(w.objects["webhooks"], hook)
	w.mustRule("/moved", "/", map[string]any{"title": w.of("name of a redirect", "")})
	w.make("/redirection/v1/group", map[string]any{"name": w.of("group of redirects", ""), "moduleId": 1})
	w.do("", "GET", "/"+w.of("address that wasn't found", ""), nil)
	w.make("/core/v2/posts/"+w.objects["posts"][0], map[string]any{"meta": map[string]any{"_seo_focuskw": w.of("keyphrase", "")}})
	// The routes that index have something to do.
	if _, err := w.app.DB.Tables("seo").Exec(w.t.Context(), "UPDATE seo_row SET version = 0, link_count = NULL"); err != nil {
		w.t.Fatal(err)
	}
}

// mayRead tells whether a role may read a text at an address.
func (m *marked) mayRead(role readers, address string) bool {
	if m.readers&role != 0 {
		return true
	}
	return slices.ContainsFunc(byDesign, func(d struct {
		address *regexp.Regexp
		to      readers
		what    *regexp.Regexp
		why     string
	},
	) bool {
		return d.to&role != 0 && d.address.MatchString(address) && d.what.MatchString(m.what)
	})
}

// leak is a text in an answer to somebody who may not read it.
type leak struct{ role, what string }

// finds looks at an answer to a role.
func (w *hiddenWorld) finds(leaks map[leak][]string, role, address, text string) {
	known, err := url.QueryUnescape(address)
	if err != nil {
		known = address
	}
	who := bit(role)
	for _, found := range markerForm.FindAllString(text, -1) {
		m := w.marks[found]
		if m == nil || m.seenBy&who != 0 && m.readers&who != 0 {
			continue
		}
		if m.mayRead(who, address) {
			m.seenBy |= who
		} else if !strings.Contains(known, found) { // who asks for it knows it
			l := leak{role, m.what}
			if leaks[l] = append(leaks[l], address); len(leaks[l]) == 1 {
				w.t.Errorf("%q is told the %s by %s", role, m.what, address)
			}
		}
	}
}

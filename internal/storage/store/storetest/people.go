package storetest

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
	"quoin/internal/storage/store"
)

func users(t *testing.T, db *store.DB) {
	u := &user.User{Login: "Zoë", PasswordHash: "h", Slug: "zoe", Email: "Zoe@Example.org", URL: "http://z", Name: "Z &amp; co",
		Registered: "2024-01-01T00:00:00", Roles: []string{"editor", "a \"b\""}, Meta: content.Meta{"nickname": {"z"}}}
	must(t, db.InsertUser(background, u))
	for name, read := range map[string]func() (*user.User, error){
		"id":    func() (*user.User, error) { return db.UserByID(request(), u.ID) },
		"login": func() (*user.User, error) { return db.UserByLogin(background, "zoe") },
		"email": func() (*user.User, error) { return db.UserByEmail(background, "ZOE@example.ORG") },
		"slug":  func() (*user.User, error) { return db.UserBySlug(background, "zoe") },
	} {
		if diff := cmp.Diff(u, get(read())(t)); diff != "" {
			t.Fatal(name, diff)
		}
	}
	for _, err := range []error{
		second(db.UserByID(background, 99)), second(db.UserByLogin(background, "x")), second(db.UserByEmail(background, "")),
		second(db.UserBySlug(background, "Zoe")), db.UpdateUser(background, &user.User{ID: 99, Login: "q"}), db.DeleteUser(background, 99),
		db.SetUserMeta(background, 99, "k", "v"),
	} {
		wantErr(t, err, user.ErrNotFound)
	}
	wantErr(t, db.InsertUser(background, &user.User{Login: "ZOE"}), user.ErrTaken)
	wantErr(t, db.InsertUser(background, &user.User{Login: "other", Email: "zoe@example.org"}), user.ErrTaken)
	must(t, db.InsertUser(background, &user.User{Login: "no mail"}))
	must(t, db.InsertUser(background, &user.User{Login: "no mail either"}))
	u.Login, u.Email, u.Roles = "new", "new@example.org", nil
	u.PasswordHash, u.Slug, u.URL, u.Name, u.Registered = "", "s", "u", "n", "2025-01-01T00:00:00"
	must(t, db.UpdateUser(background, u))
	must(t, db.SetUserMeta(background, u.ID, "nickname", "a", "b"))
	u.Meta["nickname"] = []any{"a", "b"}
	if diff := cmp.Diff(u, get(db.UserByLogin(background, "NEW"))(t)); diff != "" {
		t.Fatal(diff)
	}
	equal(t, "users", len(get(db.UsersByID(background, []int64{u.ID, 99}))(t)), 1)
	must(t, db.DeleteUser(background, u.ID))
	wantErr(t, second(db.UserByID(background, u.ID)), user.ErrNotFound)
}

func second[T any](_ T, err error) error { return err }

func userLists(t *testing.T, db *store.DB) {
	add := func(login, name string, roles ...string) int64 {
		u := &user.User{Login: login, Slug: "s-" + login, Email: login + "@mail.org", Name: name, URL: "u" + login, Registered: "2024-01-0" + login[:1] + "T00:00:00", Roles: roles}
		must(t, db.InsertUser(background, u))
		return u.ID
	}
	a := add("3anna", "änna", "editor")
	b := add("1bob", "Bob", "administrator", "editor")
	c := add("2carl", "anna", "sub_editor")
	newPost(t, background, db, func(e *content.Entry) { e.Author = c })
	newPost(t, background, db, func(e *content.Entry) { e.Author, e.Status = b, content.Draft })
	newPost(t, background, db, func(e *content.Entry) { e.Author, e.Type = a, "page" })
	for name, test := range map[string]struct {
		q     user.Query
		want  []int64
		total int
	}{
		"all":            {user.Query{}, []int64{a, c, b}, 3},
		"by name down":   {user.Query{Order: "name", Desc: true}, []int64{b, c, a}, 3},
		"by id":          {user.Query{Order: "id", Desc: true}, []int64{c, b, a}, 3},
		"registered":     {user.Query{Order: "registered"}, []int64{b, c, a}, 3},
		"by slug":        {user.Query{Order: "slug"}, []int64{b, c, a}, 3},
		"by email":       {user.Query{Order: "email"}, []int64{b, c, a}, 3},
		"by url":         {user.Query{Order: "url"}, []int64{b, c, a}, 3},
		"include":        {user.Query{IDs: []int64{c, 99, a}, Order: "include"}, []int64{c, a}, 2},
		"include slugs":  {user.Query{Slugs: []string{"s-2carl", "s-1bob"}, Order: "include_slugs"}, []int64{c, b}, 2},
		"not":            {user.Query{NotIDs: []int64{b}}, []int64{a, c}, 2},
		"role":           {user.Query{Roles: []string{"editor"}}, []int64{a, b}, 2},
		"roles":          {user.Query{Roles: []string{"sub_editor", "administrator"}}, []int64{c, b}, 2},
		"no such role":   {user.Query{Roles: []string{"edit"}}, nil, 0},
		"published":      {user.Query{Published: []string{"post"}}, []int64{c}, 1},
		"published some": {user.Query{Published: []string{"post", "page"}}, []int64{a, c}, 2},
		"search name":    {user.Query{Search: "ANN", SearchColumns: []string{"name"}}, []int64{a, c}, 2},
		"search":         {user.Query{Search: "CARL@"}, []int64{c}, 1},
		"search id":      {user.Query{Search: fmt.Sprint(b), SearchColumns: []string{"id"}}, []int64{b}, 1},
		"search nothing": {user.Query{Search: "x", SearchColumns: []string{"unknown"}}, nil, 0},
		"window":         {user.Query{Limit: 1, Offset: 1}, []int64{c}, 3},
		"beyond":         {user.Query{Limit: 1, Offset: 9}, nil, 3},
		"none":           {user.Query{IDs: []int64{}}, nil, 0},
	} {
		page := get(db.ListUsers(background, test.q))(t)
		var got []int64
		for _, u := range page.Users {
			got = append(got, u.ID)
		}
		equalLists(t, name, got, test.want)
		equal(t, name, page.Total, test.total)
	}
	if got := get(db.Authors(background, []int64{a, b, c}, []string{"page", "post"}, content.Publish))(t); got[b] || !got[a] || !got[c] || len(got) != 2 {
		t.Errorf("authors of what is published: %v", got)
	}
}

func appPasswords(t *testing.T, db *store.DB) {
	u, other := newUser(t, db, "one"), newUser(t, db, "two")
	for _, uuid := range []string{"z", "a", "m"} {
		must(t, db.InsertAppPassword(background, &user.AppPassword{UUID: uuid, User: u.ID, AppID: "i", Name: "n", Hash: "h", Created: "2024-01-01T00:00:00"}))
	}
	must(t, db.InsertAppPassword(background, &user.AppPassword{UUID: "z", User: other.ID}))
	list := get(db.AppPasswords(background, u.ID))(t)
	var order []string
	for _, p := range list {
		order = append(order, p.UUID)
	}
	equalLists(t, "order", order, []string{"z", "a", "m"})
	p := list[1]
	p.Name, p.LastUsed, p.LastIP = "new", "2025-01-01T00:00:00", "::1"
	must(t, db.UpdateAppPassword(background, p))
	if diff := cmp.Diff(p, get(db.AppPassword(background, u.ID, "a"))(t)); diff != "" {
		t.Fatal(diff)
	}
	wantErr(t, second(db.AppPassword(background, other.ID, "a")), user.ErrNoPassword)
	wantErr(t, db.UpdateAppPassword(background, &user.AppPassword{User: u.ID, UUID: "q"}), user.ErrNoPassword)
	equal(t, "deleted", get(db.DeleteAppPasswords(background, u.ID, "q"))(t), 0)
	equal(t, "deleted", get(db.DeleteAppPasswords(background, u.ID, "z"))(t), 1)
	equal(t, "deleted", get(db.DeleteAppPasswords(background, u.ID, ""))(t), 2)
	equal(t, "left to the other", len(get(db.AppPasswords(background, other.ID))(t)), 1)
	must(t, db.DeleteUser(background, other.ID))
	equal(t, "left of nobody", len(get(db.AppPasswords(background, other.ID))(t)), 0)
}

func newComment(t testing.TB, db *store.DB, change func(*comment.Comment)) *comment.Comment {
	t.Helper()
	c := &comment.Comment{Status: comment.Approved, Type: "comment", Date: "2024-01-01T00:00:00", DateUTC: "2024-01-01T00:00:00"}
	change(c)
	must(t, db.InsertComment(background, c))
	return c
}

func comments(t *testing.T, db *store.DB) {
	one, two := newPost(t, background, db, nil), newPost(t, background, db, nil)
	count := func(e *content.Entry, want int64) {
		t.Helper()
		equal(t, "comment count", get(db.EntryByID(background, e.ID))(t).CommentCount, want)
	}
	c := &comment.Comment{Entry: one.ID, Parent: 0, User: 4, AuthorName: "N", AuthorEmail: "e@x", AuthorURL: "u", AuthorIP: "::1", Agent: "a",
		Date: "2024-01-01T01:00:00", DateUTC: "2024-01-01T00:00:00", Content: "Hello", Status: comment.Approved, Type: "comment", Karma: -2,
		Meta: content.Meta{"k": {"v"}}}
	must(t, db.InsertComment(background, c))
	if diff := cmp.Diff(c, get(db.CommentByID(request(), c.ID))(t)); diff != "" {
		t.Fatal(diff)
	}
	count(one, 1)
	newComment(t, db, func(c *comment.Comment) { c.Entry, c.Status = one.ID, comment.Hold })
	newComment(t, db, func(c *comment.Comment) { c.Entry, c.Type = one.ID, "note" })
	ping := newComment(t, db, func(c *comment.Comment) { c.Entry, c.Type = one.ID, "pingback" })
	count(one, 2)
	c.Entry, c.User, c.AuthorName, c.AuthorEmail, c.AuthorURL, c.AuthorIP, c.Agent = two.ID, 0, "x", "y", "z", "i", "g"
	c.Date, c.DateUTC, c.Content, c.Type, c.Karma = "2025-01-01T01:00:00", "2025-01-01T00:00:00", "Bye", "trackback", 1
	must(t, db.UpdateComment(background, c))
	must(t, db.SetCommentMeta(background, c.ID, "k", "w", int64(1)))
	c.Meta["k"] = []any{"w", int64(1)}
	if diff := cmp.Diff(c, get(db.CommentByID(background, c.ID))(t)); diff != "" {
		t.Fatal(diff)
	}
	count(one, 1)
	count(two, 1)
	c.Status = comment.Trash
	must(t, db.UpdateComment(background, c))
	count(two, 0)
	child := newComment(t, db, func(x *comment.Comment) { x.Parent, x.Status = c.ID, comment.Hold })
	has := get(db.HasChildren(background, []int64{c.ID, ping.ID}))(t)
	if !has[c.ID] || has[ping.ID] {
		t.Fatal(has)
	}
	must(t, db.MoveReplies(background, c.ID, ping.ID))
	equal(t, "parent", get(db.CommentByID(background, child.ID))(t).Parent, ping.ID)
	must(t, db.DeleteComment(background, ping.ID))
	must(t, db.DeleteComment(background, ping.ID))
	count(one, 0)
	wantErr(t, second(db.CommentByID(background, ping.ID)), comment.ErrNotFound)
	wantErr(t, db.UpdateComment(background, ping), comment.ErrNotFound)
	wantErr(t, db.SetCommentMeta(background, ping.ID, "k", "v"), comment.ErrNotFound)
}

func commentLists(t *testing.T, db *store.DB) {
	post := newPost(t, background, db, nil)
	draft := newPost(t, background, db, func(e *content.Entry) { e.Type, e.Status = "page", content.Draft })
	add := func(change func(*comment.Comment)) int64 { return newComment(t, db, change).ID }
	a := add(func(c *comment.Comment) {
		c.Entry, c.AuthorEmail, c.Content, c.Date, c.DateUTC = post.ID, "a@x", "First Épée", "2024-01-01T10:00:00", "2024-01-01T09:00:00"
	})
	b := add(func(c *comment.Comment) {
		c.Entry, c.Parent, c.User, c.Type, c.DateUTC = post.ID, a, 3, "pingback", "2024-01-01T09:00:00"
	})
	c := add(func(c *comment.Comment) {
		c.Entry, c.Status, c.AuthorName, c.DateUTC = draft.ID, comment.Hold, "Name", "2024-01-03T00:00:00"
	})
	d := add(func(c *comment.Comment) { c.Entry, c.Type, c.DateUTC = post.ID, "note", "2024-01-02T00:00:00" })
	for name, test := range map[string]struct {
		q     comment.Query
		want  []int64
		total int
	}{
		"all":          {comment.Query{Desc: true}, []int64{c, d, b, a}, 4},
		"ascending":    {comment.Query{}, []int64{a, b, d, c}, 4},
		"by id":        {comment.Query{Order: "id", Desc: true}, []int64{d, c, b, a}, 4},
		"by post":      {comment.Query{Order: "post"}, []int64{d, b, a, c}, 4},
		"by post down": {comment.Query{Order: "post", Desc: true}, []int64{c, d, b, a}, 4},
		"by parent":    {comment.Query{Order: "parent"}, []int64{d, c, a, b}, 4},
		"by type":      {comment.Query{Order: "type", Desc: true}, []int64{b, d, c, a}, 4},
		"by date":      {comment.Query{Order: "date", Desc: true}, []int64{a, d, c, b}, 4},
		"include":      {comment.Query{IDs: []int64{d, 99, a}, Order: "include"}, []int64{d, a}, 2},
		"both":         {comment.Query{IDs: []int64{d, a}, NotIDs: []int64{a}}, []int64{d}, 1},
		"entries":      {comment.Query{Entries: []int64{draft.ID, 99}}, []int64{c}, 1},
		"not entries":  {comment.Query{NotEntries: []int64{post.ID}}, []int64{c}, 1},
		"parents":      {comment.Query{Parents: []int64{0}}, []int64{a, d, c}, 3},
		"not parents":  {comment.Query{NotParents: []int64{0}}, []int64{b}, 1},
		"authors":      {comment.Query{Authors: []int64{3, 4}}, []int64{b}, 1},
		"not authors":  {comment.Query{NotAuthors: []int64{0}}, []int64{b}, 1},
		"email":        {comment.Query{AuthorEmail: "a@x"}, []int64{a}, 1},
		"status":       {comment.Query{Statuses: []comment.Status{comment.Hold}}, []int64{c}, 1},
		"statuses":     {comment.Query{Statuses: []comment.Status{comment.Hold, comment.Approved}, Limit: 2, Desc: true}, []int64{c, d}, 4},
		"types":        {comment.Query{Types: []string{"note", "pingback"}}, []int64{b, d}, 2},
		"not types":    {comment.Query{NotTypes: []string{"note"}}, []int64{a, b, c}, 3},
		"after":        {comment.Query{After: "2024-01-01T00:00:00"}, []int64{a}, 1},
		"before":       {comment.Query{Before: "2024-01-01T10:00:00"}, []int64{b, d, c}, 3},
		"search":       {comment.Query{Search: "EPEE"}, []int64{a}, 1},
		"search name":  {comment.Query{Search: "nam"}, []int64{c}, 1},
		"entry status": {comment.Query{EntryStatus: []content.Status{content.Publish}}, []int64{a, b, d}, 3},
		"entry type":   {comment.Query{EntryType: []string{"page"}}, []int64{c}, 1},
		"window":       {comment.Query{Limit: 2, Offset: 1}, []int64{b, d}, 4},
		"only total":   {comment.Query{OnlyTotal: true}, nil, 4},
		"no total":     {comment.Query{SkipTotal: true, Limit: 1}, []int64{a}, 0},
		"none":         {comment.Query{Entries: []int64{}}, nil, 0},
	} {
		page := get(db.ListComments(background, test.q))(t)
		equalLists(t, name, commentIDs(page.Comments), test.want)
		equal(t, name, page.Total, test.total)
	}
}

func commentIDs(list []*comment.Comment) []int64 {
	var out []int64
	for _, c := range list {
		out = append(out, c.ID)
	}
	return out
}

func commentsByEntry(t *testing.T, db *store.DB) {
	one, two, none := newPost(t, background, db, nil), newPost(t, background, db, nil), newPost(t, background, db, nil)
	var of [2][]int64
	for i := range 5 {
		for j, e := range []*content.Entry{one, two} {
			if j == 1 && i > 1 {
				continue
			}
			of[j] = append(of[j], newComment(t, db, func(c *comment.Comment) {
				c.Entry, c.DateUTC, c.Meta = e.ID, fmt.Sprintf("2024-01-0%dT00:00:00", i+1), content.Meta{"i": {int64(i)}}
			}).ID)
		}
	}
	newComment(t, db, func(c *comment.Comment) { c.Entry, c.Status = one.ID, comment.Spam })
	q := comment.Query{Statuses: []comment.Status{comment.Approved}, Desc: true}
	pages := get(db.ListCommentsByEntry(background, q, []int64{one.ID, two.ID, none.ID, one.ID}, 3))(t)
	equalLists(t, "one", commentIDs(pages[one.ID].Comments), []int64{of[0][4], of[0][3], of[0][2]})
	equal(t, "total of one", pages[one.ID].Total, 5)
	equalLists(t, "two", commentIDs(pages[two.ID].Comments), []int64{of[1][1], of[1][0]})
	equal(t, "none", len(pages[none.ID].Comments), 0)
	equal(t, "meta", pages[one.ID].Comments[0].Meta.Int("i"), 4)
	pages = get(db.ListCommentsByEntry(background, comment.Query{}, []int64{one.ID}, 0))(t)
	equal(t, "all", len(pages[one.ID].Comments), 6)
}

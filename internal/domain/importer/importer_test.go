package importer_test

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/importer/wxr"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/wire"
)

func (s *testSite) entry(t *testing.T, id int64) *content.Entry {
	t.Helper()
	e, err := s.db.EntryByID(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func (s *testSite) termNames(t *testing.T, entry int64) []string {
	t.Helper()
	terms, err := s.db.EntryTerms(context.Background(), []int64{entry})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, term := range terms[entry] {
		names = append(names, term.Taxonomy+"/"+term.Slug)
	}
	return names
}

func TestImport(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, database func(*testing.T) string) {
		s := newSite(t, database(t))
		report := s.run(t, small(t), importer.Options{Uploads: uploads()})
		checkSmall(t, s)
		for kind, want := range map[string][3]int{
			"author": {2, 1, 1}, "category": {2, 2, 0}, "genre": {1, 0, 1}, "post": {6, 3, 3}, "page": {2, 2, 0},
			"attachment": {3, 2, 1}, "nav_menu_item": {4, 3, 1}, "core_block": {1, 1, 0}, "product": {1, 0, 1},
			"comment": {3, 3, 0}, "featured image": {2, 1, 1},
		} {
			i := slices.IndexFunc(report.Rows, func(r *importer.Row) bool { return r.Kind == kind })
			if i < 0 {
				t.Errorf("no row of %s", kind)
				continue
			}
			if r := report.Rows[i]; [3]int{r.InFile, r.Imported, r.Skipped} != want {
				t.Errorf("%s: %d %d %d (%s), want %v", kind, r.InFile, r.Imported, r.Skipped, r.Reasons(), want)
			}
		}
		warnings := strings.Join(report.Warnings, "\n")
		for _, want := range []string{"gone.png): no file in the uploads folder: 2026/01/gone.png", `meta key "broken"`, `taxonomy "genre"`} {
			if !strings.Contains(warnings, want) {
				t.Errorf("no warning with %q in\n%s", want, warnings)
			}
		}
		before := s.dump(t)
		again := s.run(t, small(t), importer.Options{Uploads: uploads()})
		differ(t, "second run", s.dump(t), before)
		for _, r := range again.Rows {
			if r.Imported != 0 {
				t.Errorf("second run imported %d of %s", r.Imported, r.Kind)
			}
		}
	})
}

func checkSmall(t *testing.T, s *testSite) {
	ctx := context.Background()
	first := s.entry(t, 10)
	const base = "http://quay.example/wp-content/uploads/2026/01/"
	if want := `<p>See <img src="` + base + `pier-300x225.png"> and <a href="` + base + `pier.png">it</a>.</p>`; first.Content != want {
		t.Errorf("content %s", first.Content)
	}
	if first.Author != 2 || !first.Sticky || first.Excerpt != " Short. " || first.CommentCount != 2 || first.Date != "2026-01-02T10:00:00" ||
		first.DateUTC != "2026-01-02T09:00:00" || first.Modified != first.Date || first.PingStatus != "closed" || first.GUID != "https://harbour.example/?p=1" {
		t.Errorf("first %+v", first)
	}
	if got := string(wire.Encode(first.Meta["list"], nil)); got != `[["one",true],"again"]` {
		t.Errorf("list is %s", got)
	}
	if first.Meta.Int("_thumbnail_id") != 1 || first.Meta["broken"] != nil || !strings.HasPrefix(first.Meta.Text("enclosure"), base+"pier.png\n") {
		t.Errorf("meta %v", first.Meta)
	}
	if got := s.termNames(t, 10); !slices.Equal(got, []string{"category/sails", "post_format/post-format-image", "post_tag/new-one", "post_tag/tide"}) {
		t.Errorf("terms %v", got)
	}
	if got := s.termNames(t, 14); !slices.Equal(got, []string{"category/uncategorized"}) {
		t.Errorf("terms of a post without any %v", got)
	}
	child := s.entry(t, 5)
	if child.Parent != 9 || child.Meta.Text("_edit_last") != "2" || child.Meta["_edit_lock"] != nil {
		t.Errorf("child %+v", child)
	}
	if parent := s.entry(t, 9); parent.Author != 1 {
		t.Errorf("author of an entry whose author couldn't be made: %d", parent.Author)
	}
	pier := s.entry(t, 1)
	if pier.Parent != 10 || pier.Status != content.Inherit || pier.MimeType != "image/png" || pier.GUID != base+"pier.png" || pier.Meta.Text("_wp_attachment_image_alt") != "A pier" {
		t.Errorf("attachment %+v", pier)
	}
	details, _ := pier.Meta.Get("_wp_attachment_metadata").(*wire.Object)
	if got := string(wire.Encode(details.Object("sizes").Keys(), nil)); details.Text("file") != "2026/01/pier.png" || got != `["medium","thumbnail"]` {
		t.Errorf("details %s", wire.Encode(details, nil))
	}
	if got := s.entry(t, 12).Meta.Text("_wp_attached_file"); got != "2026/01/quay-40x30-1.png" {
		t.Errorf("file that looks derived is %s", got)
	}
	if e := s.entry(t, 18); e.Status != content.Draft || e.DateUTC != "" || e.Date != "2026-03-01T12:00:00" {
		t.Errorf("draft %+v", e)
	}
	menu, err := s.db.TermBySlug(ctx, taxonomy.Menu, "main")
	if err != nil {
		t.Fatal(err)
	}
	items, err := s.db.EntriesWithTerm(ctx, menu.ID)
	if err != nil || len(items) != 3 {
		t.Fatal(items, err)
	}
	// The one that leads further back comes last.
	elsewhere, sails, later := s.entry(t, items[0]), s.entry(t, items[1]), s.entry(t, items[2])
	if elsewhere.Title != "Elsewhere" || elsewhere.Meta.Int("_menu_item_object_id") != elsewhere.ID || elsewhere.Meta.Text("_menu_item_url") != "https://elsewhere.example/" {
		t.Errorf("custom item %+v", elsewhere)
	}
	if sails.Title != "" || sails.MenuOrder != 3 || sails.Parent == 0 {
		t.Errorf("item of a term %+v", sails)
	}
	if later.Title != "Later page" || later.Meta.Int("_menu_item_menu_item_parent") != elsewhere.ID || later.Meta.Int("_menu_item_object_id") != 9 ||
		string(wire.Encode(later.Meta.Get("_menu_item_classes"), nil)) != `["big","blue"]` {
		t.Errorf("item put off %+v", later)
	}
	found, err := s.db.CommentsByID(ctx, []int64{1, 2, 3})
	if err != nil || len(found) != 3 {
		t.Fatal(found, err)
	}
	if c := found[1]; c.User != 2 || c.Content != "Question?" || c.Meta.Int("rating") != 5 {
		t.Errorf("comment %+v", c)
	}
	if c := found[2]; c.Parent != 1 || c.Type != "comment" || !strings.Contains(c.Content, `rel="nofollow ugc"`) {
		t.Errorf("answer %+v", c)
	}
	if c := found[3]; c.Parent != 0 || c.Status != "spam" {
		t.Errorf("spam %+v", c)
	}
	boats, err := s.db.TermBySlug(ctx, taxonomy.Category, "boats")
	if err != nil || boats.Name != "Boats &amp; ropes" || string(wire.Encode(boats.Meta.Get("colour"), nil)) != `{"name":"blue","depth":3}` {
		t.Errorf("category %+v %v", boats, err)
	}
	mona, err := s.db.UserByLogin(ctx, "mona")
	if err != nil || mona.ID != 2 || mona.Name != "Mona Reef" || mona.PasswordHash != "" || !slices.Equal(mona.Roles, []string{"subscriber"}) {
		t.Errorf("user %+v %v", mona, err)
	}
	if _, err := s.db.UserByLogin(ctx, "copy"); err == nil {
		t.Error("an account was made though its address is taken")
	}
}

// TestMissingFileLater checks that a second run brings what the first had no
// file for, and what waited for it.
func TestMissingFileLater(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	s.run(t, small(t), importer.Options{})
	if e := s.entry(t, 10); !strings.Contains(e.Content, "harbour.example") {
		t.Errorf("content %s", e.Content)
	}
	files := uploads()
	files["2026/01/gone.png"] = pngFile(20, 20)
	s.run(t, small(t), importer.Options{Uploads: files})
	checkSmall(t, s)
	if e := s.entry(t, 13); e.Type != content.TypeAttachment {
		t.Errorf("%+v", e)
	}
}

// TestTakenIDs checks that entries of the site keep their ids, and that those
// deleted after an import come back.
func TestTakenIDs(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newSite(t, "")
	mine := &content.Entry{ID: 10, Type: content.TypePost, Status: content.Publish, Title: "Mine", Slug: "mine", Date: "2020-01-01T00:00:00", DateUTC: "2020-01-01T00:00:00"}
	if err := s.db.InsertEntry(ctx, mine); err != nil {
		t.Fatal(err)
	}
	s.run(t, small(t), importer.Options{Uploads: uploads()})
	if e := s.entry(t, 10); e.Title != "Mine" {
		t.Fatalf("%+v", e)
	}
	pier := s.entry(t, 1)
	first := s.entry(t, pier.Parent)
	if first.Title != "First" || first.ID == 10 {
		t.Fatalf("%+v", first)
	}
	if err := s.db.DeleteEntry(ctx, first.ID); err != nil {
		t.Fatal(err)
	}
	if err := s.db.DeleteEntry(ctx, pier.ID); err != nil {
		t.Fatal(err)
	}
	s.run(t, small(t), importer.Options{Uploads: uploads()})
	back := s.entry(t, 1)
	if got := back.Meta.Text("_wp_attached_file"); got != "2026/01/pier-1.png" {
		t.Errorf("the file of another import was replaced: %s", got)
	}
	if e := s.entry(t, back.Parent); e.Title != "First" || !strings.Contains(e.Content, "pier-1-300x225.png") {
		t.Errorf("%+v", e)
	}
}

func TestRefusedFiles(t *testing.T) {
	t.Parallel()
	raw, err := io.ReadAll(small(t))
	if err != nil {
		t.Fatal(err)
	}
	data := string(raw)
	bomb := `<?xml version="1.0"?>` + "\n" + `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>` + "\n<rss><channel><title>&b;</title></channel></rss>"
	tests := []struct {
		name, file, want string
		kind             wxr.Kind
	}{
		{"cut short", data[:len(data)*3/4], "truncated file at line", wxr.Truncated},
		{"broken", strings.Replace(data, "<wp:post_id>14<", "<wp:post_id>14</x><", 1), "broken markup at line 33", wxr.Syntax},
		{"no number", strings.Replace(data, "<wp:post_id>14<", "<wp:post_id>x14<", 1), "bad value at line 33", wxr.BadValue},
		{"no export", "<html><body>Hello</body></html>", "not an export file at line 1", wxr.NotExport},
		{"no XML", "PNG", "not XML at line 1", wxr.NotXML},
		{"entity bomb", bomb, "document type refused at line 2", wxr.Doctype},
		{"empty", "", "not XML at line 1", wxr.NotXML},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, "")
			before := s.dump(t)
			_, err := s.Run(context.Background(), bytes.NewReader([]byte(tt.file)), importer.Options{Uploads: uploads()})
			bad, ok := err.(*wxr.Error)
			if !ok || bad.Kind != tt.kind || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
			differ(t, "refused", s.dump(t), before)
		})
	}
}

// TestFirstVersion checks that authors of a file that lists none are made.
func TestFirstVersion(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	s.run(t, bytes.NewReader([]byte(`<rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.0/"><channel>
<title>Old</title><wp:wxr_version>1.0</wp:wxr_version>
<item><title>A</title><dc:creator>olga</dc:creator><wp:post_id>0</wp:post_id><wp:post_date>2010-01-01 00:00:00</wp:post_date><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><category domain="tag" nicename="old"><![CDATA[Old]]></category></item>
<item><title>B</title><dc:creator>olga</dc:creator><wp:post_id>9007199254740993</wp:post_id><wp:post_date>2010-01-01 00:00:00</wp:post_date><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>
</channel></rss>`)), importer.Options{})
	users, err := s.db.ListUsers(context.Background(), user.Query{Order: "id"})
	if err != nil || len(users.Users) != 2 || users.Users[1].Login != "olga" {
		t.Fatal(users, err)
	}
	a, b := s.entry(t, 1), s.entry(t, 2)
	if a.Author != 2 || b.Author != 2 || a.Title != "A" || b.Title != "B" {
		t.Errorf("%+v\n%+v", a, b)
	}
	if got := s.termNames(t, 1); !slices.Contains(got, "post_tag/old") {
		t.Errorf("terms %v", got)
	}
}

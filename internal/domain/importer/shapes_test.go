package importer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/taxonomy"
)

// export wraps records as an export file.
func export(records ...string) *strings.Reader {
	return strings.NewReader(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<title>Shapes</title><link>https://shapes.example</link><wp:wxr_version>1.2</wp:wxr_version>
` + strings.Join(records, "\n") + "\n</channel></rss>")
}

func category(slug, parent string) string {
	return fmt.Sprintf("<wp:category><wp:category_nicename>%s</wp:category_nicename><wp:category_parent>%s</wp:category_parent><wp:cat_name>%[1]s</wp:cat_name></wp:category>", slug, parent)
}

// item is an entry of a type with a parent; more is put into it as it stands.
func item(id int64, typ string, parent int64, more string) string {
	return fmt.Sprintf("<item><title>Entry %d</title><content:encoded>x</content:encoded><wp:post_id>%[1]d</wp:post_id><wp:post_date>2026-01-01 00:00:00</wp:post_date>"+
		"<wp:status>publish</wp:status><wp:post_type>%s</wp:post_type><wp:post_parent>%d</wp:post_parent>%s</item>", id, typ, parent, more)
}

func postmeta(key string, value any) string {
	return fmt.Sprintf("<wp:postmeta><wp:meta_key>%s</wp:meta_key><wp:meta_value>%v</wp:meta_value></wp:postmeta>", key, value)
}

func customLink(id, above int64) string {
	return item(id, "nav_menu_item", 0, `<category domain="nav_menu" nicename="main">Main</category>`+postmeta("_menu_item_type", "custom")+
		postmeta("_menu_item_menu_item_parent", above)+postmeta("_menu_item_object", "custom")+postmeta("_menu_item_url", "https://x.example/"))
}

func reply(id, parent int64, approved string) string {
	return fmt.Sprintf("<wp:comment><wp:comment_id>%d</wp:comment_id><wp:comment_content>c</wp:comment_content><wp:comment_date>2026-01-02 00:00:00</wp:comment_date>"+
		"<wp:comment_approved>%s</wp:comment_approved><wp:comment_parent>%d</wp:comment_parent></wp:comment>", id, approved, parent)
}

// TestOrderOfTerms imports terms that stand before what they are below, below
// themselves, and in a circle.
func TestOrderOfTerms(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, database func(*testing.T) string) {
		s := newSite(t, database(t))
		file := func() *strings.Reader {
			return export(category("leaf", "branch"), category("branch", "tree"), category("tree", ""), category("self", "self"),
				category("one", "two"), category("two", "three"), category("three", "one"), category("orphan", "nowhere"),
				item(10, "post", 0, `<category domain="category" nicename="leaf">leaf</category>`))
		}
		s.run(t, file(), importer.Options{})
		parents := map[string]string{}
		terms, err := s.db.AllTerms(context.Background(), taxonomy.Category)
		if err != nil {
			t.Fatal(err)
		}
		slugs := map[int64]string{}
		for _, term := range terms {
			slugs[term.ID] = term.Slug
		}
		for _, term := range terms {
			parents[term.Slug] = slugs[term.Parent]
		}
		for slug, want := range map[string]string{"leaf": "branch", "branch": "tree", "tree": "", "self": "", "orphan": ""} {
			if parents[slug] != want {
				t.Errorf("%s is below %q, want %q", slug, parents[slug], want)
			}
		}
		// A circle is broken somewhere, and only there.
		top := 0
		for _, slug := range []string{"one", "two", "three"} {
			if parents[slug] == "" {
				top++
			}
		}
		if top != 1 {
			t.Errorf("the circle became %v", parents)
		}
		before := s.dump(t)
		s.run(t, file(), importer.Options{})
		differ(t, "second run", s.dump(t), before)
	})
}

// TestCircles imports pages, menu items and comments that are below each other
// in a circle: whoever follows parents must come to an end.
func TestCircles(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, database func(*testing.T) string) {
		s := newSite(t, database(t))
		file := func() *strings.Reader {
			return export(
				"<wp:term><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>main</wp:term_slug><wp:term_name>Main</wp:term_name></wp:term>",
				item(10, "page", 11, ""), item(11, "page", 12, ""), item(12, "page", 10, ""), item(13, "page", 13, ""), item(14, "page", 15, ""), item(15, "page", 0, ""),
				customLink(20, 21), customLink(21, 20), customLink(22, 22), customLink(23, 24), customLink(24, 0),
				item(30, "post", 0, reply(1, 2, "1")+reply(2, 3, "1")+reply(3, 1, "1")+reply(4, 4, "1")+reply(5, 6, "1")+reply(6, 0, "0")))
		}
		s.run(t, file(), importer.Options{})
		ends := func(what string, ids []int64, parent func(int64) int64) {
			t.Helper()
			for _, id := range ids {
				at := id
				for range len(ids) {
					if at != 0 {
						at = parent(at)
					}
				}
				if at != 0 {
					t.Errorf("the parents of %s %d don't end", what, id)
				}
			}
		}
		ends("page", []int64{10, 11, 12, 13, 14, 15}, func(id int64) int64 { return s.entry(t, id).Parent })
		if s.entry(t, 14).Parent != 15 {
			t.Error("a page that is in no circle lost its parent")
		}
		menu, err := s.db.TermBySlug(context.Background(), taxonomy.Menu, "main")
		if err != nil {
			t.Fatal(err)
		}
		items, err := s.db.EntriesWithTerm(context.Background(), menu.ID)
		if err != nil || len(items) != 5 {
			t.Fatal(items, err)
		}
		above := func(id int64) int64 { return s.entry(t, id).Meta.Int("_menu_item_menu_item_parent") }
		ends("menu item", items, above)
		if above(items[3]) != items[4] {
			t.Error("a menu item that is in no circle lost its parent")
		}
		comments := []int64{1, 2, 3, 4, 5, 6}
		found, err := s.db.CommentsByID(context.Background(), comments)
		if err != nil || len(found) != 6 {
			t.Fatal(found, err)
		}
		ends("comment", comments, func(id int64) int64 { return found[id].Parent })
		if found[5].Parent != 6 {
			t.Error("a comment that is in no circle lost its parent")
		}
		if n := s.entry(t, 30).CommentCount; n != 5 {
			t.Errorf("%d comments are counted, want 5", n)
		}
		before := s.dump(t)
		s.run(t, file(), importer.Options{})
		differ(t, "second run", s.dump(t), before)
	})
}

// TestReasons checks that the table has a reason for each kind of trouble, not
// for each entry, and a name for entries without a type.
func TestReasons(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	address := func(name string) string {
		return "<wp:attachment_url>https://shapes.example/wp-content/uploads/2026/01/" + name + "</wp:attachment_url>"
	}
	report := s.run(t, export(item(10, content.TypeAttachment, 0, address("a.png")), item(11, content.TypeAttachment, 0, address("b.png")),
		item(12, content.TypeAttachment, 0, address("empty.png")), item(13, "", 0, "")),
		importer.Options{Uploads: fstest.MapFS{"2026/01/empty.png": {}}})
	table, warnings := report.Table(), strings.Join(report.Warnings, "\n")
	for _, want := range []string{"2 no file in the uploads folder, 1 the file is empty\n", "no type "} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
	for _, want := range []string{"a.png): no file in the uploads folder: 2026/01/a.png", "b.png): no file in the uploads folder: 2026/01/b.png", "empty.png): the file is empty"} {
		if !strings.Contains(warnings, want) {
			t.Errorf("no %q in\n%s", want, warnings)
		}
	}
}

// TestDefinitionsAfterEntries imports a file whose authors and terms stand
// behind the entries that have them.
func TestDefinitionsAfterEntries(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	file := func() *strings.Reader {
		return export(
			item(10, "post", 0, `<dc:creator>late</dc:creator><category domain="category" nicename="inner">Inner</category>`),
			customLink(20, 0),
			category("outer", ""), category("inner", "outer"),
			"<wp:term><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>main</wp:term_slug><wp:term_name>Main</wp:term_name></wp:term>",
			"<wp:author><wp:author_id>5</wp:author_id><wp:author_login>late</wp:author_login><wp:author_display_name>Late Writer</wp:author_display_name></wp:author>")
	}
	report := s.run(t, file(), importer.Options{})
	for _, r := range report.Rows {
		if r.Skipped != 0 {
			t.Errorf("%s: %d of %d skipped: %s", r.Kind, r.Skipped, r.InFile, r.Reasons())
		}
	}
	ctx := context.Background()
	u, err := s.db.UserByLogin(ctx, "late")
	if err != nil || u.Name != "Late Writer" || s.entry(t, 10).Author != u.ID {
		t.Errorf("%+v %v, entry %+v", u, err, s.entry(t, 10))
	}
	outer, err := s.db.TermBySlug(ctx, taxonomy.Category, "outer")
	if err != nil {
		t.Fatal(err)
	}
	inner, err := s.db.TermBySlug(ctx, taxonomy.Category, "inner")
	if err != nil || inner.Parent != outer.ID {
		t.Errorf("%+v %v", inner, err)
	}
	before := s.dump(t)
	s.run(t, file(), importer.Options{})
	differ(t, "second run", s.dump(t), before)
}

package importer_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
)

// An import that keeps ids keeps those of everything, and brings the settings.
func TestKeepIDs(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, database func(*testing.T) string) {
		s, ctx := newSite(t, database(t)), context.Background()
		s.run(t, small(t), importer.Options{Uploads: uploads(), KeepIDs: true})
		if u, err := s.db.UserByLogin(ctx, "mona"); err != nil || u.ID != 7 {
			t.Errorf("mona: %v %v, want 7", u, err)
		}
		for slug, want := range map[string]int64{"boats": 21, "sails": 22} {
			if term, err := s.db.TermBySlug(ctx, "category", slug); err != nil || term.ID != want {
				t.Errorf("category %s: %v %v, want %d", slug, term, err, want)
			}
		}
		for id, entry := range map[int64]int64{51: 10, 52: 10, 53: 10} {
			if c, err := s.db.CommentByID(ctx, id); err != nil || c.Entry != entry {
				t.Errorf("comment %d: %v %v, want one of %d", id, c, err, entry)
			}
		}
		for _, id := range []int64{60, 61, 62} {
			if e := s.entry(t, id); e.Type != "nav_menu_item" {
				t.Errorf("entry %d is a %s", id, e.Type)
			}
		}
		if e := s.entry(t, 60); e.Meta.Int("_menu_item_menu_item_parent") != 61 {
			t.Errorf("the item stands below %v, want 61", e.Meta)
		}
		if got := s.Site.Title(ctx); got != "Harbour notes" {
			t.Errorf("title %q", got)
		}
		// What comes next gets a free id: 8 was refused, as its address is another's.
		u, err := s.Users.Create(ctx, user.Change{Login: ptr("next"), Email: ptr("next@example.org")})
		if err != nil || u.ID <= 7 {
			t.Errorf("the next account: %v %v", u, err)
		}
	})
}

// An id that something else has gives way, with a line in the report, and
// takes none that comes later in the file.
func TestKeepIDsCollision(t *testing.T) {
	t.Parallel()
	s, ctx := newSite(t, ""), context.Background()
	var first *user.User
	for range 7 {
		u, err := s.Users.Create(ctx, user.Change{Login: ptr("guest" + strings.Repeat("x", len(loginOf(first)))), Email: ptr("")})
		if err != nil {
			t.Fatal(err)
		}
		if first = u; u.ID >= 7 {
			break
		}
	}
	if first.ID != 7 {
		t.Fatalf("account %d, want 7", first.ID)
	}
	report := s.run(t, small(t), importer.Options{Uploads: uploads(), KeepIDs: true})
	u, err := s.db.UserByLogin(ctx, "mona")
	if err != nil || u.ID <= 8 {
		t.Errorf("mona: %v %v, want an id above those of the file", u, err)
	}
	if !slices.ContainsFunc(report.Warnings, func(w string) bool { return strings.Contains(w, "account 7 is now") }) {
		t.Errorf("nothing said of account 7: %q", report.Warnings)
	}
}

// The category that a new site begins with becomes the one of the file that has its id, and
// stays beside it where something is in use, or the file has it too.
func TestKeepIDsFirstCategory(t *testing.T) {
	t.Parallel()
	const file = `<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>
<wp:category><wp:term_id>1</wp:term_id><wp:category_nicename>general</wp:category_nicename><wp:cat_name>General</wp:cat_name></wp:category>MORE</channel></rss>`
	const uncategorized = `<wp:category><wp:term_id>5</wp:term_id><wp:category_nicename>uncategorized</wp:category_nicename><wp:cat_name>Uncategorized</wp:cat_name></wp:category>`
	for name, c := range map[string]struct {
		more   string
		used   bool
		wanted map[int64]string
	}{
		"new":                      {"", false, map[int64]string{1: "general"}},
		"used":                     {"", true, map[int64]string{1: "uncategorized", 2: "general"}},
		"with one of the old name": {uncategorized, false, map[int64]string{1: "uncategorized", 6: "general"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, ctx := newSite(t, ""), context.Background()
			if c.used {
				if _, err := s.Entries.Create(ctx, access.System(), content.TypePost, content.Change{Title: ptr("x")}); err != nil {
					t.Fatal(err)
				}
			}
			s.run(t, strings.NewReader(strings.Replace(file, "MORE", c.more, 1)), importer.Options{KeepIDs: true})
			for id, slug := range c.wanted {
				if term, err := s.db.TermByID(ctx, id); err != nil || term.Slug != slug {
					t.Errorf("the term %d is %+v, want %s: %v", id, term, slug, err)
				}
			}
		})
	}
}

// Without the flag settings stay.
func TestSettingsStay(t *testing.T) {
	t.Parallel()
	s, ctx := newSite(t, ""), context.Background()
	if err := site.Title.Set(ctx, s.Site, "Mine"); err != nil {
		t.Fatal(err)
	}
	s.run(t, small(t), importer.Options{Uploads: uploads()})
	if got := s.Site.Title(ctx); got != "Mine" {
		t.Errorf("title %q", got)
	}
}

func ptr(s string) *string { return &s }

func loginOf(u *user.User) string {
	if u == nil {
		return ""
	}
	return u.Login
}

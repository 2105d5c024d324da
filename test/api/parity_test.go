package api

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/content"
)

// TestMainCategoryInAddress: where addresses have a category it is the one that was chosen as
// the main one, as long as the entry has it, and all that leads to the entry goes there.
func TestMainCategoryInAddress(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		if err := s.app.Options.Set(app.AsOperator(t.Context()), "permalink_structure", "/%category%/%postname%/"); err != nil {
			t.Fatal(err)
		}
		first, second, third := s.make("/core/v2/categories", map[string]any{"name": "First"}), s.make("/core/v2/categories", map[string]any{"name": "Second"}), s.make("/core/v2/categories", map[string]any{"name": "Third"})
		id := s.make("/core/v2/posts", map[string]any{"title": "Flint", "status": "publish", "categories": []any{number(first), number(second)}})
		choose := func(category string) {
			t.Helper()
			ctx := app.AsOperator(t.Context())
			found, err := s.app.Env.Store.EntriesByID(ctx, []int64{int64(number(id))})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.app.Env.Entries.SetMeta(ctx, found[int64(number(id))], content.Meta{"_seo_primary_category": {category}}); err != nil {
				t.Fatal(err)
			}
		}
		for _, tt := range []struct{ chosen, want string }{{"", "/first/flint/"}, {second, "/second/flint/"}, {third, "/first/flint/"}, {first, "/first/flint/"}, {second, "/second/flint/"}} {
			if tt.chosen != "" {
				choose(tt.chosen)
			}
			if got := s.path("posts/" + id); got != tt.want {
				t.Errorf("with %q chosen the address is %s, want %s", tt.chosen, got, tt.want)
			}
		}
	})
}

// TestNeighboursOfOneMoment: where several entries have one date, each follows the one before
// it by its id.
func TestNeighboursOfOneMoment(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{Preset: "core", DatabaseURL: e.database(t)})
		var ids []string
		for i := range 4 {
			ids = append(ids, s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("Stone ", i), "slug": fmt.Sprint("stone-", i), "status": "publish", "date": "2020-01-02T03:04:05",
				"content": `<!-- wp:post-navigation-link {"type":"previous","showTitle":true} /--><!-- wp:post-navigation-link {"type":"next","showTitle":true} /-->`}))
		}
		for i := range ids {
			page := string(s.do("", "GET", fmt.Sprintf("/2020/01/02/stone-%d/", i), nil).body)
			for at := range ids {
				link := fmt.Sprintf("/stone-%d/\" rel=", at)
				if near := at == i-1 || at == i+1; near != strings.Contains(page, link) {
					t.Errorf("stone %d leads to %d: %v", i, at, !near)
				}
			}
		}
	})
}

// TestPictureOfAuthor: the picture of an author goes to social networks also where pages show
// none of people.
func TestPictureOfAuthor(t *testing.T) {
	t.Parallel()
	s := seoSite(t, engine{"sqlite"}, app.Config{})
	if err := s.app.Options.Set(app.AsOperator(t.Context()), "show_avatars", "0"); err != nil {
		t.Fatal(err)
	}
	s.make("/core/v2/posts", map[string]any{"title": "Flint", "status": "publish"})
	_, _, head := s.headAt("/author/test_administrator/")
	if got := fmt.Sprint(head["og_image"]); !strings.Contains(got, "500") {
		t.Errorf("picture %s of %v", got, head)
	}
}

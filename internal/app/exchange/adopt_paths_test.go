package exchange_test

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/wire"
)

// The terms that paths to entries lead by, and the one that somebody chose as the main one,
// are seen in paths and addresses; so is how long the theme lets excerpts be.
func TestAdoptPathsAndExcerpts(t *testing.T) {
	t.Parallel()
	old := runningSite(t)
	ctx := app.AsOperator(t.Context())
	if err := old.Options.Set(ctx, "permalink_structure", "/%category%/%postname%/"); err != nil {
		t.Fatal(err)
	}
	if err := old.DB.SetOption(ctx, "seo:kinds", wire.NewObject("post_types-post-maintax", "category")); err != nil {
		t.Fatal(err)
	}
	var terms []int64
	for _, name := range []string{"Stone", "Wood", "Clay"} {
		m, err := old.Env.Terms.Create(ctx, taxonomy.Category, taxonomy.Change{Name: &name})
		if err != nil {
			t.Fatal(err)
		}
		terms = append(terms, m.ID)
	}
	var ids []int64
	for i := range 4 {
		e := inserted(t, old.App, content.Entry{
			Type: content.TypePost, Status: "publish", Slug: fmt.Sprint("text-", i), Title: fmt.Sprint("Text ", i), Content: strings.Repeat("word ", 90),
			Date: "2021-05-07T07:08:09", DateUTC: "2021-05-07T05:08:09", Modified: "2021-05-07T07:08:09", ModifiedUTC: "2021-05-07T05:08:09",
		})
		if err := old.DB.SetEntryTerms(ctx, e.ID, taxonomy.Category, terms[:2+i%2]); err != nil {
			t.Fatal(err)
		}
		if i > 1 {
			if err := old.DB.SetEntryMeta(ctx, e.ID, "_seo_primary_category", fmt.Sprint(terms[1])); err != nil {
				t.Fatal(err)
			}
		}
		ids = append(ids, e.ID)
	}
	here, _, err := adopting(t.Context(), t, t.TempDir(), exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	const path = "?_fields=link,yoast_head_json.schema,excerpt"
	for _, id := range ids {
		at := fmt.Sprintf("/wp-json/wp/v2/posts/%d%s", id, path)
		was, is := asked(old.App, at), asked(here, at)
		if is = strings.ReplaceAll(is, strings.ReplaceAll(here.Env.Site.Base(ctx), "/", `\/`), strings.ReplaceAll(old.url, "/", `\/`)); was != is || !strings.Contains(was, "BreadcrumbList") {
			t.Errorf("%d was\n%s\nis\n%s", id, was, is)
		}
	}
}

package exchange_test

import (
	"errors"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer/phpvalue"
	"quoin/internal/domain/site"
)

// What the settings say of the front comes along where a page stands there, too: no entry and no
// list shows it, but a search does, and search engines know the owner by it.
func TestAdoptFrontBehindAPage(t *testing.T) {
	t.Parallel()
	said := &phpvalue.Map{}
	for _, pair := range [][2]any{
		{"metadesc-home-wpseo", "What stands on the front"}, {"open_graph_frontpage_title", "Shared %%sitename%%"}, {"open_graph_frontpage_desc", "Shared front"},
		{"open_graph_frontpage_image", "https://elsewhere.example/front.jpg"},
	} {
		said.Pairs = append(said.Pairs, phpvalue.Pair{Key: phpvalue.StringKey(pair[0].(string)), Value: pair[1]})
	}
	titles, err := phpvalue.Encode(said)
	if err != nil {
		t.Fatal(err)
	}
	old := runningFrom(t, oldSiteOf(t, regexp.MustCompile(`\('wpseo_titles', '[^']*`).ReplaceAllLiteralString(oldTables, "('wpseo_titles', '"+titles)))
	page := inserted(t, old.App, content.Entry{Type: content.TypePage, Status: "publish", Slug: "front", Title: "Front", Content: "A text", Date: "2028-01-01T01:00:00", DateUTC: "2028-01-01T00:00:00", Modified: "2028-01-01T01:00:00", ModifiedUTC: "2028-01-01T00:00:00"})
	if err := errors.Join(site.ShowOnFront.Set(t.Context(), old.Env.Site, "page"), site.PageOnFront.Set(t.Context(), old.Env.Site, page.ID)); err != nil {
		t.Fatal(err)
	}
	here := settled(t, old)
	path := "/wp-json/yoast/v1/get_head?url=" + url.QueryEscape(old.url+"/?s=a")
	was, is := asked(old.App, path), asked(here, path)
	if was != is || !strings.Contains(was, "elsewhere.example") || !strings.Contains(was, "Shared front") {
		t.Errorf("it says\n%s\nwas\n%s", is, was)
	}
}

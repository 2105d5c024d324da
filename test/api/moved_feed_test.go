package api

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/transfer/moving"
)

// TestMovedFeedLinks holds that links in feeds are marked as the old site marked them, and not otherwise.
func TestMovedFeedLinks(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	const mark, more = "?utm_source=rss&amp;utm_medium=rss&amp;utm_campaign=", "(16,'wp_attachment_pages_enabled','1'),"
	for stored, want := range map[string]string{
		"": "", `a:1:{s:16:"tag_links_in_rss";b:0;}`: "", `a:1:{s:16:"tag_links_in_rss";b:1;}`: mark,
		`a:2:{s:16:"tag_links_in_rss";b:1;s:12:"allow_anchor";i:1;}`: strings.Replace(mark, "?", "#", 1),
	} {
		tables := movedTables
		if stored != "" {
			tables = strings.Replace(tables, more, more+"(99,'monsterinsights_settings','"+stored+"'),", 1)
		}
		from, err := moving.OpenDump(ctx, strings.NewReader(tables), t.TempDir(), moving.Which{})
		if err != nil {
			t.Fatal(err)
		}
		defer from.Close()
		a, err := app.New(ctx, app.Config{Data: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		if _, err := a.Exchange.MoveIn(ctx, from, exchange.OldFiles{}, nil); err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		a.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/feed/", nil))
		feed := w.Body.String()
		if !strings.Contains(feed, "<item>") || strings.Contains(feed, "utm_source") != (want != "") || !strings.Contains(feed, want) {
			t.Errorf("%q: %d, no %q in %s", stored, w.Code, want, feed)
		}
	}
}

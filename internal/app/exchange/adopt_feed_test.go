package exchange_test

import (
	"errors"
	"strings"
	"testing"
)

// Links in feeds are marked as on the old site, also where its SEO extension is off, and no longer
// once they aren't there.
func TestAdoptMarksLinksInFeeds(t *testing.T) {
	t.Parallel()
	ctx, old, data := t.Context(), runningSite(t), t.TempDir()
	if err := errors.Join(old.Ext.Switch(ctx, "seo", false), old.Ext.Switch(ctx, "analytics", true)); err != nil {
		t.Fatal(err)
	}
	for _, on := range []bool{true, false} {
		if err := old.DB.SetOption(ctx, "analytics:tag_feed_links", on); err != nil {
			t.Fatal(err)
		}
		here, _ := adoptingTold(t, data, old.url)
		feed := asked(here, "/feed/")
		if !strings.Contains(feed, "<item>") || strings.Contains(feed, "utm_source=rss") != on {
			t.Errorf("marked on the old site: %v; here %s", on, feed)
		}
		here.Close()
	}
}

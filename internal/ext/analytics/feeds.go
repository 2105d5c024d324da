package analytics

import (
	"context"
	"net/url"
	"strings"

	"quoin/internal/display/front"
	"quoin/internal/platform/schema"
	"quoin/internal/transfer/moving"
)

// feed has links in feeds say where a visitor comes from, where the site wants it.
func (s *service) feed(ctx context.Context, _ *front.Page, out *front.Feed) error {
	t := s.settings(ctx)
	if !t.tagFeeds || out.Comments {
		return nil
	}
	out.Address = func(e *front.FeedEntry) string { return tagged(e.Permalink, e.Slug, t.tagByAnchor) }
	return nil
}

// tagged is an address that says that it was found in a feed.
func tagged(address, slug string, byAnchor bool) string {
	mark := "?"
	switch {
	case slug == "":
		return address
	case byAnchor:
		mark = "#"
	case strings.Contains(address, "?"):
		mark = "&"
	}
	return address + mark + "utm_source=rss&utm_medium=rss&utm_campaign=" + url.QueryEscape(slug)
}

// oldSettings is the option of the reference's extension.
const oldSettings = "monsterinsights_settings"

// takeOld brings how links in feeds are marked. The rest of the option, which is about a provider, is kept aside as it is.
func (s *service) takeOld(ctx context.Context, old *moving.Old) (taken int, err error) {
	settings := old.Object(oldSettings)
	for there, name := range map[string]string{"tag_links_in_rss": "tag_feed_links", "allow_anchor": "tag_by_anchor"} {
		if !settings.Has(there) {
			continue
		}
		if err := s.Options.Set(ctx, name, schema.ToBool(settings.Get(there))); err != nil {
			return taken, err
		}
		taken++
	}
	return taken, nil
}

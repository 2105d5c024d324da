package content_test

import (
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
)

func TestDiscusses(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	post := func(date string) content.Entry {
		return content.Entry{Type: content.TypePost, DateUTC: date}
	}
	page := post("2020-01-01T00:00:00")
	page.Type = content.TypePage
	for _, c := range []struct {
		name    string
		options map[string]string
		e       content.Entry
		open    bool
		until   string
	}{
		{"usually for ever", nil, post("2020-01-01T00:00:00"), true, ""},
		{"old", map[string]string{"close_comments_for_old_posts": "1"}, post("2026-11-12T12:00:00"), false, ""},
		{"not yet old", map[string]string{"close_comments_for_old_posts": "1"}, post("2026-11-12T12:00:01"), true, "2026-11-26T12:00:01"},
		{"after another time", map[string]string{"close_comments_for_old_posts": "1", "close_comments_days_old": "30"}, post("2026-11-12T12:00:00"), true, "2026-12-12T12:00:00"},
		{"after no time", map[string]string{"close_comments_for_old_posts": "1", "close_comments_days_old": "0"}, post("2020-01-01T00:00:00"), true, ""},
		{"a draft without a date", map[string]string{"close_comments_for_old_posts": "1"}, post(""), true, ""},
		{"a page", map[string]string{"close_comments_for_old_posts": "1"}, page, true, ""},
	} {
		f := newSite(t)
		f.Now = now
		for name, value := range c.options {
			f.option(name, value)
		}
		open, until := f.Policy.Discusses(t.Context(), &c.e)
		end := ""
		if open && !until.IsZero() {
			end = until.Format(site.DateForm)
		}
		if open != c.open || end != c.until {
			t.Errorf("%s: %v until %q", c.name, open, end)
		}
	}
}

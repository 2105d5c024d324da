package content_test

import (
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
)

func TestTakesComments(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	post := func(date string) content.Entry {
		return content.Entry{Type: content.TypePost, CommentStatus: "open", PingStatus: "open", DateUTC: date}
	}
	page, closed := post("2020-01-01T00:00:00"), post("2026-11-26T00:00:00")
	page.Type, closed.CommentStatus, closed.PingStatus = content.TypePage, "closed", "closed"
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
		{"closed by itself", map[string]string{"close_comments_for_old_posts": "1"}, closed, false, ""},
	} {
		f := newSite(t)
		f.Now = now
		for name, value := range c.options {
			f.option(name, value)
		}
		for what, asked := range map[string]func() (bool, time.Time){
			"comments": func() (bool, time.Time) { return f.Policy.TakesComments(t.Context(), &c.e) },
			"pings":    func() (bool, time.Time) { return f.Policy.TakesPings(t.Context(), &c.e) },
		} {
			open, until := asked()
			end := ""
			if !until.IsZero() {
				end = until.Format(site.DateForm)
			}
			if open != c.open || end != c.until {
				t.Errorf("%s, %s: %v until %q", c.name, what, open, end)
			}
		}
	}
}

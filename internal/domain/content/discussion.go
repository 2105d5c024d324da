package content

import (
	"context"
	"time"

	"quoin/internal/domain/site"
)

const openDiscussion = "open"

// TakesComments tells whether an entry takes comments now: it says so itself, and the site
// doesn't close comments of posts of its age. until is when that ends by itself, the zero
// time for never.
func (p Policy) TakesComments(ctx context.Context, e *Entry) (open bool, until time.Time) {
	return p.discusses(ctx, e, e.CommentStatus)
}

// TakesPings is TakesComments for what other sites announce.
func (p Policy) TakesPings(ctx context.Context, e *Entry) (open bool, until time.Time) {
	return p.discusses(ctx, e, e.PingStatus)
}

func (p Policy) discusses(ctx context.Context, e *Entry, status string) (open bool, until time.Time) {
	if status != openDiscussion || e.Type != TypePost || p.Site == nil || !site.CloseComments.Of(ctx, p.Site) {
		return status == openDiscussion, time.Time{}
	}
	days := site.CloseCommentsDays.Of(ctx, p.Site)
	since, err := time.Parse(site.DateForm, e.DateUTC)
	if days <= 0 || err != nil {
		return true, time.Time{}
	}
	until = since.AddDate(0, 0, int(days))
	if !p.Site.Clock().Before(until) {
		return false, time.Time{}
	}
	return true, until
}

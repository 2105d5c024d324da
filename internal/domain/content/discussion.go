package content

import (
	"context"
	"time"

	"quoin/internal/domain/site"
)

// closesDiscussion is when the site closes comments and pings of an entry for its age, the zero
// time for never. Whether it takes any before is the entry's own word.
func (p Policy) closesDiscussion(ctx context.Context, e *Entry) time.Time {
	if e.Type != TypePost || p.Site == nil || !site.CloseComments.Of(ctx, p.Site) {
		return time.Time{}
	}
	days := site.CloseCommentsDays.Of(ctx, p.Site)
	since, err := time.Parse(site.DateForm, e.DateUTC)
	if days <= 0 || err != nil {
		return time.Time{}
	}
	return since.AddDate(0, 0, int(days))
}

// Discusses tells whether the age of an entry lets it take comments and pings now; until is
// when that ends, the zero time for never.
func (p Policy) Discusses(ctx context.Context, e *Entry) (open bool, until time.Time) {
	until = p.closesDiscussion(ctx, e)
	return until.IsZero() || p.Site.Clock().Before(until), until
}

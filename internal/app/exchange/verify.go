package exchange

import (
	"context"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"quoin/internal/domain/content"
	"quoin/internal/transfer/verify"
)

// Against says which site this one is compared with, and as whom both are asked: an
// account that both have, with the application password that it has on both.
type Against struct {
	URL string
	As  verify.Credentials
	// Parallel requests at a time and PerSecond in a second; 0 takes the usual.
	Parallel  int
	PerSecond float64
	Progress  func(what string)
	// Waiting is told for how long the old site, which is busy, is left alone.
	Waiting func(d time.Duration)
	// Pause waits; nil does so by the clock.
	Pause func(ctx context.Context, d time.Duration) error
}

// verifyTimeout bounds one answer of the old site.
const verifyTimeout = 2 * time.Minute

// Verify compares the site with the one that it came from.
func (x *Exchange) Verify(ctx context.Context, with Against) (*verify.Report, error) {
	with.Parallel, with.PerSecond = manners(with.Parallel, with.PerSecond)
	v := &verify.Verifier{
		Old: &verify.Remote{
			Client: siteClient("Quoin/"+x.Version, with.Parallel, verifyTimeout), URL: with.URL, As: with.As,
			Pause: telling(with.Pause, with.Waiting), Limit: rate.NewLimiter(rate.Limit(with.PerSecond), with.Parallel),
		},
		New:    &verify.Here{Handler: x.Handler(), URL: x.Env.Site.Base(ctx), As: with.As},
		Signed: with.As.User != "", Parallel: with.Parallel, Progress: with.Progress,
		Kept: func(kind string, id int64, key string) bool { return x.hasMeta(ctx, kind, id, key) },
	}
	return v.Run(ctx)
}

// hasMeta tells whether a thing has a value under a key in the words of the reference.
func (x *Exchange) hasMeta(ctx context.Context, kind string, id int64, key string) bool {
	var has content.Meta
	switch tax, isTerm := strings.CutPrefix(kind, "term "); {
	case isTerm:
		if t, err := x.DB.TermByID(ctx, id); err == nil && x.Names.Symbol(t.Taxonomy) == tax {
			has = t.Meta
		}
	case kind == "user":
		if u, err := x.DB.UserByID(ctx, id); err == nil {
			has = u.Meta
		}
	case kind == "comment":
		if c, err := x.DB.CommentByID(ctx, id); err == nil {
			has = c.Meta
		}
	default:
		if e, err := x.DB.EntryByID(ctx, id); err == nil {
			has = e.Meta
		}
	}
	return has[key] != nil || has[x.Names.FromSymbol(key)] != nil
}

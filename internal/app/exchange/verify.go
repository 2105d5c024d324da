package exchange

import (
	"context"
	"time"

	"golang.org/x/time/rate"

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
	}
	return v.Run(ctx)
}

package exchange

import (
	"context"
	"time"

	"quoin/internal/platform/outbound"
	"quoin/internal/transfer/verify"
)

// Against says which site this one is compared with, and as whom both are asked: an
// account that both have, with the application password that it has on both.
type Against struct {
	URL      string
	As       verify.Credentials
	Progress func(what string)
}

// verifyTimeout bounds one answer of the old site.
const verifyTimeout = 2 * time.Minute

// Verify compares the site with the one that it came from.
func (x *Exchange) Verify(ctx context.Context, with Against) (*verify.Report, error) {
	v := &verify.Verifier{
		Old: &verify.Remote{
			Client: outbound.New(outbound.Config{Timeout: verifyTimeout, UserAgent: "Quoin/" + x.Version}), URL: with.URL, As: with.As,
			Pause: pause,
		},
		New:    &verify.Here{Handler: x.Handler(), URL: x.Env.Site.Base(ctx), As: with.As},
		Signed: with.As.User != "", Progress: with.Progress,
	}
	return v.Run(ctx)
}

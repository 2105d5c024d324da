package exchange

import (
	"context"
	"errors"
	"fmt"

	"quoin/internal/platform/datafolder"
)

// alone does something that gives out ids as an old site had them, while nobody else does so on
// the site, on this machine or another: datafolder.ErrImporting.
func (x *Exchange) alone(ctx context.Context, do func(context.Context) error) (err error) {
	if x.DatabaseURL != "" {
		ran, err := x.DB.TryWithLock(ctx, "import", do)
		if err == nil && !ran {
			err = fmt.Errorf("%w: run the same command again once it has ended", datafolder.ErrImporting)
		}
		return err
	}
	end, err := datafolder.Import(x.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	return do(ctx)
}

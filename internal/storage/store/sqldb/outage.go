package sqldb

import (
	"context"
	"errors"
	"fmt"

	"quoin/internal/platform/fault"
	"quoin/internal/platform/scope"
)

// Outage tells what the database can't do for anybody from other errors: that it
// isn't there, or has no room. All errors of the engines come through here. Whoever
// answers the request looks at its scope too, because those that couldn't read may
// have gone on without what they wanted.
func (db *DB) Outage(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	if fault.Outage(err) == nil {
		if err = db.Engine.outage(err); fault.Outage(err) == nil {
			return err
		}
	}
	if errors.Is(err, fault.ErrFull) && !errors.Is(err, fault.ErrDatabaseFull) {
		err = fmt.Errorf("%w: %w", fault.ErrDatabaseFull, err)
	}
	if errors.Is(err, fault.ErrUnavailable) {
		scope.Failed(ctx, err)
	}
	return err
}

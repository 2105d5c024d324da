package changes

import (
	"context"
	"fmt"
	"time"

	"quoin/internal/platform/scope"
)

// numberAtOnce is how many changes get their numbers in one transaction.
const numberAtOnce = 5000

// unnumbered tells whether a committed change waits for its number.
func (s *recorder) unnumbered(ctx context.Context) (bool, error) {
	var id int64
	return s.DB.QueryRow(ctx, "SELECT id FROM changes_change WHERE seq IS NULL ORDER BY id LIMIT 1", nil, &id)
}

// number gives all committed changes their numbers, and calls also in the last of
// the transactions that do so; without any change it is called in one of its own.
func (s *recorder) number(ctx context.Context, also func(ctx context.Context) error) error {
	for {
		var n int64
		within := ctx
		if also == nil {
			within = scope.Concurrent(ctx, s)
		}
		err := s.DB.InTx(within, func(ctx context.Context) error {
			own := s.DB.Concurrent(ctx) // the lock is all that it takes
			// The lock is held until the commit. What the statement after it sees was
			// committed when it began: nobody else can be giving numbers then.
			var last int64
			if _, err := s.DB.QueryRow(ctx, "SELECT last FROM changes_state WHERE id = 1"+s.DB.ForUpdate(), nil, &last); err != nil {
				return err
			}
			var err error
			n, err = s.DB.Exec(own, "UPDATE changes_change SET seq = fresh.n + ? FROM"+
				" (SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS n FROM changes_change WHERE seq IS NULL ORDER BY id LIMIT ?) fresh"+
				" WHERE changes_change.id = fresh.id", last, numberAtOnce)
			if err != nil {
				return err
			}
			if n > 0 {
				if _, err := s.DB.Exec(own, "UPDATE changes_state SET last = ? WHERE id = 1", last+n); err != nil {
					return err
				}
			}
			if n < numberAtOnce && also != nil {
				return also(ctx)
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("number changes: %w", err)
		}
		if n < numberAtOnce {
			return nil
		}
	}
}

// numbered numbers what waits for it, before somebody reads. If that can't be
// done, as on a full disk, what has its number is still told.
func (s *recorder) numbered(ctx context.Context) error {
	waits, err := s.unnumbered(ctx)
	if err != nil || !waits {
		return err
	}
	if err := s.number(ctx, nil); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s.Log.ErrorContext(ctx, "new changes can't be told now", "error", err)
	}
	return nil
}

const day = 24 * time.Hour

// expire removes changes and deliveries that aren't kept any more.
func (s *retention) expire(ctx context.Context) error {
	if err := s.recorder.number(ctx, nil); err != nil {
		return err
	}
	before := s.Clock().Add(-time.Duration(declared.Of(ctx, s.Options).keepDays) * day).UnixMilli()
	for {
		n, err := s.recorder.prune(ctx, before)
		if err != nil {
			return fmt.Errorf("remove old changes: %w", err)
		}
		if n == 0 {
			break
		}
	}
	return s.webhooks.expireDeliveries(ctx)
}

// prune removes the oldest changes, in the order of their numbers, and notes
// where the feed begins now. Removing them takes several short transactions.
func (s *recorder) prune(ctx context.Context, before int64) (n int64, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context) error {
		var to position
		n = 0
		found, err := s.DB.QueryRow(ctx, "SELECT seq, mark FROM (SELECT seq, mark, at FROM changes_change WHERE seq IS NOT NULL ORDER BY seq LIMIT ?) oldest"+
			" WHERE at < ? ORDER BY seq DESC LIMIT 1", []any{numberAtOnce, before}, &to.seq, &to.mark)
		if err != nil || !found {
			return err
		}
		if _, err := s.DB.Exec(ctx, "UPDATE changes_state SET pruned = ?, pruned_mark = ? WHERE id = 1", to.seq, to.mark); err != nil {
			return err
		}
		var public position
		found, err = s.DB.QueryRow(ctx, "SELECT seq, mark FROM changes_change WHERE public > 0 AND seq <= ? ORDER BY seq DESC LIMIT 1", []any{to.seq}, &public.seq, &public.mark)
		if err != nil {
			return err
		}
		if found {
			if _, err := s.DB.Exec(ctx, "UPDATE changes_state SET public_pruned = ?, public_pruned_mark = ? WHERE id = 1", public.seq, public.mark); err != nil {
				return err
			}
		}
		n, err = s.DB.Exec(ctx, "DELETE FROM changes_change WHERE seq <= ?", to.seq)
		return err
	})
	return n, err
}

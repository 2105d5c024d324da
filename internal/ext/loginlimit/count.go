package loginlimit

import (
	"context"
	"time"
)

// Kinds of what is counted. A name counts as it is typed, whether there is such an
// account or not; that is what answers tell. An account, which has two names, counts
// for both together, and nobody is told.
const (
	byAddress = "address"
	byName    = "name"
	byAccount = "account"
)

// countTable is bounded by maxCounts: those that are locked out stay.
const (
	countTable = "loginlimit_count"
	maxCounts  = 100_000
)

// count is what is known of the failures of an address, a name or an account.
type count struct {
	kind, subject string
	failures      int64 // since they were last forgotten
	lockouts      int64 // among them
	locked, valid int64 // until when
	account       string
}

func (s *service) count(ctx context.Context, kind, subject string) (*count, error) {
	c := &count{kind: kind, subject: subject}
	_, err := s.DB.QueryRow(ctx, "SELECT failures, lockouts, locked_until, valid_until, account FROM loginlimit_count WHERE kind = ? AND subject = ?",
		[]any{kind, subject}, &c.failures, &c.lockouts, &c.locked, &c.valid, &c.account)
	return c, err
}

func (s *service) save(ctx context.Context, c *count) error {
	return s.counts.Count(ctx, "INSERT INTO loginlimit_count (kind, subject, failures, lockouts, locked_until, valid_until, account) VALUES (?, ?, ?, ?, ?, ?, ?)"+
		" ON CONFLICT (kind, subject) DO UPDATE SET failures = excluded.failures, lockouts = excluded.lockouts, locked_until = excluded.locked_until,"+
		" valid_until = excluded.valid_until, account = excluded.account",
		c.kind, c.subject, c.failures, c.lockouts, c.locked, c.valid, c.account)
}

// policy is how many failures lock out, and for how long.
type policy struct {
	retries, lockouts     int64
	duration, long, valid int64 // seconds
}

// fail counts one more failure. It tells whether that locks out, and whether for
// long, which begins a new count.
func (c *count) fail(p policy, now time.Time) (locks, long bool) {
	at := now.Unix()
	if c.locked > at {
		return true, false // by another request, a moment ago
	}
	if at >= c.valid {
		c.failures, c.lockouts = 0, 0
	}
	c.failures++
	c.valid = at + p.valid
	if c.failures%p.retries != 0 {
		return false, false
	}
	c.lockouts++
	if c.failures >= p.retries*p.lockouts {
		c.locked, c.failures, c.lockouts = at+p.long, 0, 0
		return true, true
	}
	c.locked = at + p.duration
	return true, false
}

// isKnownAddress tells whether the owner of an account logged in from an address lately.
func (s *service) isKnownAddress(ctx context.Context, account, address string) (bool, error) {
	var seen int64
	found, err := s.DB.QueryRow(ctx, "SELECT seen FROM loginlimit_known WHERE account = ? AND address = ?", []any{account, address}, &seen)
	return found && s.Clock().Unix()-seen < int64(knownFor/time.Second), err
}

// How long an address is known, how often that is noted, and how many of them
// an account has.
const (
	knownFor   = 90 * 24 * time.Hour
	knownEvery = 24 * time.Hour
	maxKnown   = 50
)

// remember notes that the owner of an account logged in from an address.
func (s *service) remember(ctx context.Context, account, address string) error {
	now := s.Clock().Unix()
	var seen int64
	found, err := s.DB.QueryRow(ctx, "SELECT seen FROM loginlimit_known WHERE account = ? AND address = ?", []any{account, address}, &seen)
	if err != nil || found && now-seen < int64(knownEvery/time.Second) {
		return err
	}
	return s.DB.InTx(ctx, func(ctx context.Context) error {
		_, err := s.DB.Exec(ctx, "INSERT INTO loginlimit_known (account, address, seen) VALUES (?, ?, ?) ON CONFLICT (account, address) DO UPDATE SET seen = excluded.seen",
			account, address, now)
		if err != nil {
			return err
		}
		_, err = s.DB.Exec(ctx, "DELETE FROM loginlimit_known WHERE account = ? AND address NOT IN"+
			" (SELECT address FROM loginlimit_known WHERE account = ? ORDER BY seen DESC, address LIMIT ?)", account, account, maxKnown)
		return err
	})
}

// expire removes what has ended.
func (s *service) expire(ctx context.Context) error {
	now := s.Clock().Unix()
	return s.DB.InTx(ctx, func(ctx context.Context) error {
		for _, step := range []struct {
			text string
			args []any
		}{
			{"DELETE FROM loginlimit_count WHERE valid_until <= ? AND locked_until <= ?", []any{now, now}},
			{"DELETE FROM loginlimit_known WHERE seen <= ?", []any{now - int64(knownFor/time.Second)}},
			{"DELETE FROM loginlimit_session WHERE expires <= ?", []any{now}},
		} {
			if _, err := s.DB.Exec(ctx, step.text, step.args...); err != nil {
				return err
			}
		}
		return nil
	})
}

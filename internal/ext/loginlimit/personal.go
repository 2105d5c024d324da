package loginlimit

import (
	"context"
	"time"

	"quoin/internal/ext"
)

// keptOf are the addresses from which somebody logged in or failed to.
func (s *service) keptOf(ctx context.Context, p ext.Person) (any, error) {
	if p.User == nil {
		return nil, nil
	}
	var known, failed []map[string]any
	err := s.DB.Query(ctx, "SELECT address, seen FROM loginlimit_known WHERE account = ? ORDER BY seen DESC, address", []any{accountOf(p.User.ID)},
		func(scan func(...any) error) error {
			var address string
			var seen int64
			err := scan(&address, &seen)
			known = append(known, map[string]any{"address": address, "seen": moment(seen)})
			return err
		})
	if err != nil {
		return nil, err
	}
	err = s.DB.Query(ctx, "SELECT kind, subject, failures, locked_until FROM loginlimit_count WHERE account = ? ORDER BY kind, subject", []any{accountOf(p.User.ID)},
		func(scan func(...any) error) error {
			var kind, subject string
			var failures, locked int64
			err := scan(&kind, &subject, &failures, &locked)
			failed = append(failed, map[string]any{"kind": kind, "subject": subject, "failures": failures, "locked_until": moment(locked)})
			return err
		})
	if err != nil || len(known)+len(failed) == 0 {
		return nil, err
	}
	return map[string]any{"logged_in_from": known, "failed_from": failed}, nil
}

func moment(seconds int64) string {
	if seconds == 0 {
		return ""
	}
	return time.Unix(seconds, 0).UTC().Format(time.RFC3339)
}

// forget removes all of it; the hook on the account's removal does so as well.
func (s *service) forget(ctx context.Context, p ext.Person) error {
	if p.User == nil {
		return nil
	}
	for _, text := range []string{
		"DELETE FROM loginlimit_count WHERE account = ?", "DELETE FROM loginlimit_known WHERE account = ?",
	} {
		if _, err := s.DB.Exec(ctx, text, accountOf(p.User.ID)); err != nil {
			return err
		}
	}
	_, err := s.DB.Exec(ctx, "DELETE FROM loginlimit_session WHERE user_id = ?", p.User.ID)
	return err
}

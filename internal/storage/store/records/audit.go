package records

import (
	"context"
	"fmt"

	"quoin/internal/domain/audit"
)

// AppendAudit implements audit.Store.
func (db *Store) AppendAudit(ctx context.Context, e *audit.Entry) error {
	return db.ChangeLogin(ctx, "append to the audit log", "INSERT INTO audit (at, actor_id, login, ip, action, subject, detail) VALUES (?, ?, ?, ?, ?, ?, ?)",
		e.At, e.Actor, e.Login, e.IP, e.Action, e.Subject, e.Detail)
}

// ListAudit implements audit.Store.
func (db *Store) ListAudit(ctx context.Context, q audit.Query) ([]*audit.Entry, error) {
	text, args := "SELECT id, at, actor_id, login, ip, action, subject, detail FROM audit WHERE at >= ?", []any{q.Since}
	if q.Action != "" {
		text, args = text+" AND action = ?", append(args, q.Action)
	}
	if q.About != "" {
		text, args = text+" AND (login = ? OR subject = ?)", append(args, q.About, q.About)
	}
	if q.IP != "" {
		text, args = text+" AND ip = ?", append(args, q.IP)
	}
	var list []*audit.Entry
	err := db.Each(ctx, text+" ORDER BY id DESC LIMIT ?", append(args, q.Limit), func(scan func(...any) error) error {
		e := new(audit.Entry)
		list = append(list, e)
		return scan(&e.ID, &e.At, &e.Actor, &e.Login, &e.IP, &e.Action, &e.Subject, &e.Detail)
	})
	if err != nil {
		return nil, fmt.Errorf("read the audit log: %w", err)
	}
	return list, nil
}

// pruneAtOnce is how many lines of the audit log one transaction drops, so that
// others get the write lock.
const pruneAtOnce = 1000

// PruneAudit implements audit.Store.
func (db *Store) PruneAudit(ctx context.Context, before string, keep int) error {
	if err := db.dropAudit(ctx, "at < ? ORDER BY at", before); err != nil {
		return err
	}
	var last int64
	if _, err := db.One(ctx, "SELECT id FROM audit ORDER BY id DESC LIMIT 1 OFFSET ?", []any{keep}, &last); err != nil {
		return fmt.Errorf("prune the audit log: %w", err)
	}
	return db.dropAudit(ctx, "id <= ? ORDER BY id", last)
}

// dropAudit drops the lines that a condition means.
func (db *Store) dropAudit(ctx context.Context, which string, arg any) error {
	for {
		var n int64
		err := db.Write(ctx, func(ctx context.Context) (err error) {
			n, err = db.Exec(ctx, "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE "+which+" LIMIT ?)", arg, pruneAtOnce)
			return err
		})
		if err != nil {
			return fmt.Errorf("prune the audit log: %w", err)
		}
		if n < pruneAtOnce {
			return nil
		}
	}
}

// EraseAudit forgets who somebody was, and keeps what was done: an account (0 for
// none) with its log-in name and address.
func (db *Store) EraseAudit(ctx context.Context, id int64, login, email string) error {
	names := []string{}
	for _, name := range []string{login, email} {
		if name != "" {
			names = append(names, name)
		}
	}
	list := db.Engine.TextList(names)
	return db.Write(ctx, func(ctx context.Context) error {
		for _, step := range []struct {
			text string
			args []any
		}{
			{"UPDATE audit SET login = '(erased)', ip = '' WHERE actor_id = ? AND actor_id <> 0 OR " + db.Engine.TextsIn("login"), []any{id, list}},
			{"UPDATE audit SET subject = '(erased)', detail = '' WHERE " + db.Engine.TextsIn("subject"), []any{list}},
			{"UPDATE audit SET detail = '' WHERE ? <> '' AND " + db.Engine.Contains("detail"), []any{email, email}},
		} {
			if _, err := db.Exec(ctx, step.text, step.args...); err != nil {
				return fmt.Errorf("erase user %d from the audit log: %w", id, err)
			}
		}
		return nil
	})
}

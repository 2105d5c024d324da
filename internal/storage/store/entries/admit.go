package entries

import (
	"context"
	"errors"

	"quoin/internal/domain/content"
	"quoin/internal/platform/admission"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
)

// Admit reads entries, whose texts may be long. When they are more than a request may
// hold unasked, it lets its connection go, waits for its turn, and reads them again.
// read calls count for each; expected is about how many there are. In a transaction,
// for which others wait, nobody waits.
func (db *Store) Admit(ctx context.Context, expected int, read func(count func(*content.Entry) error) error) error {
	rows, texts := 0, 0
	inTx := sqldb.TxOf(ctx, db.DB) != nil
	err := read(func(e *content.Entry) error {
		rows, texts = rows+1, texts+max(0, EntryKind.Size(e)-sqldb.WithoutTexts)
		if !inTx && admission.Waits(ctx, texts) {
			return sqldb.ErrEnough
		}
		return nil
	})
	switch {
	case err == nil && inTx:
		admission.Take(ctx, texts)
		return nil
	case err == nil:
		err = admission.Need(ctx, texts)
	case errors.Is(err, sqldb.ErrEnough):
		known := texts / rows * max(expected, rows)
		if err = admission.Need(ctx, known); err == nil {
			texts = -known
			err = read(func(e *content.Entry) error {
				texts += EntryKind.Size(e)
				return nil
			})
		}
		if err == nil && texts > 0 {
			err = admission.Need(ctx, texts)
		}
	default:
		return err // as it was noted
	}
	if errors.Is(err, fault.ErrBusy) {
		scope.Failed(ctx, err)
	}
	return err
}

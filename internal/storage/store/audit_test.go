package store_test

import (
	"context"
	"fmt"
	"testing"

	"quoin/internal/domain/audit"
	"quoin/internal/storage/store"
)

// TestLargeAuditLogIsPruned drops what is old and what is too much, thousands of lines
// each, in several transactions.
func TestLargeAuditLogIsPruned(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		const old, fresh = 11_000, 8_000
		for at, n := range map[string]int{"2024-01-01T00:00:00": old, "2025-01-01T00:00:00": fresh} {
			text := fmt.Sprintf("WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < %d)"+
				" INSERT INTO audit (at, actor_id, login, ip, action, subject, detail) SELECT '%s', n, '', '', 'log-in', '', '' FROM number", n, at)
			if err := db.InTx(t.Context(), func(ctx context.Context) error {
				_, err := store.Exec(db, ctx, text)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		prune := func(before string, keep, want int) (statements int64) {
			t.Helper()
			first, _ := db.Ran()
			if err := db.PruneAudit(t.Context(), before, keep); err != nil {
				t.Fatal(err)
			}
			last, _ := db.Ran()
			list, err := db.ListAudit(t.Context(), audit.Query{Limit: old + fresh})
			if err != nil || len(list) != want {
				t.Errorf("%d lines are left of those before %s and %d: %v", len(list), before, keep, err)
			}
			return last - first
		}
		nothing := prune("2023-01-01T00:00:00", old+fresh, old+fresh)
		if n := prune("2024-06-01T00:00:00", old+fresh, fresh); n < nothing+2 {
			t.Errorf("%d lines that were old went in %d statements", old, n)
		}
		if n := prune("2024-06-01T00:00:00", 10, 10); n < nothing+1 {
			t.Errorf("%d lines that were too many went in %d statements", fresh-10, n)
		}
	})
}

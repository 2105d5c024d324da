package api

import (
	"fmt"
	"path/filepath"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/backups"
	"quoin/internal/transfer/backup"
)

// TestBackupProgress has a backup and a restore tell how far they are within a large
// table, and what a restore does after the last row.
func TestBackupProgress(t *testing.T) {
	t.Parallel()
	const many = 10_000
	c := app.Config{Data: t.TempDir()}
	s := start(t, c)
	rawly(t, c, fmt.Sprintf("WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < %d)"+
		" INSERT INTO audit (at, actor_id, login, ip, action, subject, detail) SELECT '2026-01-01T00:00:00', n, '', '', 'log-in', '', '' FROM number", many))
	var last backup.Progress
	steps := 0
	tell := func(p backup.Progress) {
		if p.Rows < last.Rows || last.Indexing {
			t.Errorf("%+v after %+v", p, last)
		}
		if p.Rows > last.Rows {
			steps++
		}
		last = p
	}
	file := filepath.Join(t.TempDir(), "site.zip")
	made, err := s.app.Backups.Make(t.Context(), file, backups.Options{Program: "test"}, tell)
	if err != nil {
		t.Fatal(err)
	}
	if last.Rows != made.Rows() || steps < 5 {
		t.Errorf("a backup of %d rows told %d steps, at last %+v", made.Rows(), steps, last)
	}
	last, steps = backup.Progress{}, 0
	if _, err := backups.Restore(t.Context(), app.Config{Data: t.TempDir()}, file, "", tell); err != nil {
		t.Fatal(err)
	}
	if last.Rows != made.Rows() || steps < 5 || !last.Indexing {
		t.Errorf("a restore of %d rows told %d steps, at last %+v", made.Rows(), steps, last)
	}
}

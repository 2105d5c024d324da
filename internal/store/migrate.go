package store

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"
)

// migrations holds a folder of numbered files per engine. Files that were
// released are never edited; a change is a new file in both folders.
//
//go:embed migrations
var migrations embed.FS

type migration struct {
	version    int
	name, text string
}

func readMigrations(folder string) ([]migration, error) {
	names, err := fs.Glob(migrations, "migrations/"+folder+"/*.sql")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	list := make([]migration, 0, len(names))
	for i, path := range names {
		name := path[strings.LastIndexByte(path, '/')+1:]
		number, _, _ := strings.Cut(name, "_")
		version, err := strconv.Atoi(number)
		if err != nil || version != i+1 {
			return nil, fmt.Errorf("migration %s: want number %d", path, i+1)
		}
		text, err := migrations.ReadFile(path)
		if err != nil {
			return nil, err
		}
		list = append(list, migration{version, name, string(text)})
	}
	return list, nil
}

// migrate runs the migrations that the database has not seen, all in one
// transaction and under a lock, so that of several processes one does it.
func migrate(ctx context.Context, e engine, now func() time.Time) error {
	list, err := readMigrations(e.name())
	if err != nil {
		return err
	}
	return e.migrate(ctx, func(ctx context.Context, ex executor) error {
		_, err := ex.exec(ctx, "CREATE TABLE IF NOT EXISTS migration (version INTEGER PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL)", nil)
		if err != nil {
			return fmt.Errorf("create the table of migrations: %w", err)
		}
		done, err := migrated(ctx, ex)
		if err != nil {
			return fmt.Errorf("read the table of migrations: %w", err)
		}
		if done > len(list) {
			return fmt.Errorf("the database is at version %d, this program knows %d: run a newer one", done, len(list))
		}
		for _, m := range list[done:] {
			if _, err := ex.exec(ctx, m.text, nil); err != nil {
				return fmt.Errorf("migration %s: %w", m.name, err)
			}
			args := []any{m.version, m.name, now().UTC().Format("2006-01-02T15:04:05")}
			if _, err := ex.exec(ctx, "INSERT INTO migration (version, name, at) VALUES (?, ?, ?)", args); err != nil {
				return fmt.Errorf("note migration %s: %w", m.name, err)
			}
		}
		return nil
	})
}

func migrated(ctx context.Context, ex executor) (version int, err error) {
	rows, err := ex.query(ctx, "SELECT COALESCE(MAX(version), 0) FROM migration", nil)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&version); err != nil {
			return 0, err
		}
	}
	return version, rows.Err()
}

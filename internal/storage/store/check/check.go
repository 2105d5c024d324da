package check

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"quoin/internal/storage/store/sqldb"
)

// Flaws are what a check of the database found: how many, and the first of them
// in words.
type Flaws struct {
	Count    int64
	Examples []string
}

// maxExamples bounds the flaws that are told in words.
const maxExamples = 5

func (f *Flaws) add(text string) { f.addMany(1, text) }

func (f *Flaws) addMany(n int64, text string) {
	f.Count += n
	if len(f.Examples) < maxExamples {
		f.Examples = append(f.Examples, text)
	}
}

// CheckIntegrity has the database look at itself.
func (db *Store) CheckIntegrity(ctx context.Context) (Flaws, error) {
	const most = 100
	var f Flaws
	err := db.Engine.Snapshot(ctx, func(ctx context.Context, ex sqldb.Executor) error {
		list, err := db.Engine.Integrity(ctx, ex, most)
		for _, line := range list {
			f.add(line)
		}
		return err
	})
	return f, err
}

// CheckSchema tells what the tables lack that the migrations make, those of
// extensions included.
func (db *Store) CheckSchema(ctx context.Context, files map[string]fs.FS) (Flaws, error) {
	var f Flaws
	lists := [][]sqldb.Migration{}
	core, err := sqldb.ReadMigrations(sqldb.Migrations, "migrations/"+db.Engine.Name())
	if err != nil {
		return f, err
	}
	lists = append(lists, core)
	for _, folder := range files {
		list, err := sqldb.ReadMigrations(folder, db.Engine.Name())
		if err != nil {
			return f, err
		}
		lists = append(lists, list)
	}
	var wanted [][2]string
	err = db.Engine.Scratch(ctx, func(ctx context.Context, ex sqldb.Executor) error {
		for _, list := range lists {
			for _, m := range list {
				if _, err := ex.Exec(ctx, m.Text, nil); err != nil {
					return fmt.Errorf("migration %s: %w", m.Name, err)
				}
			}
		}
		return sqldb.ScanAll(ctx, ex, db.Engine.Catalog().Objects, func(scan func(...any) error) error {
			var o [2]string
			err := scan(&o[0], &o[1])
			wanted = append(wanted, o)
			return err
		})
	})
	if err != nil {
		return f, fmt.Errorf("make the tables as they should be: %w", err)
	}
	there := map[[2]string]bool{}
	err = db.Each(ctx, db.Engine.Catalog().Objects, nil, func(scan func(...any) error) error {
		var o [2]string
		err := scan(&o[0], &o[1])
		there[o] = true
		return err
	})
	if err != nil {
		return f, err
	}
	for _, o := range wanted {
		table, _, isColumn := strings.Cut(o[1], ".")
		if !there[o] && !(isColumn && !there[[2]string{"table", table}]) {
			f.add(o[0] + " " + o[1] + " is missing")
		}
	}
	return f, nil
}

// Clocks tell how far the clock of the database's server is ahead of this
// machine's, and the latest time that somebody noted in the database.
func (db *Store) Clocks(ctx context.Context) (ahead time.Duration, latest time.Time, err error) {
	err = db.Use(ctx, func(ex sqldb.Executor) error {
		before := db.Now()
		at, err := db.Engine.Clock(ctx, ex)
		if err == nil && !at.IsZero() {
			ahead = at.Sub(before.Add(db.Now().Sub(before) / 2))
		}
		return err
	})
	if err != nil {
		return 0, latest, err
	}
	var noted string
	_, err = db.One(ctx, "SELECT COALESCE(MAX(at), '') FROM (SELECT MAX(at) AS at FROM migration UNION ALL SELECT MAX(at) FROM audit"+
		" UNION ALL SELECT MAX(seen) FROM session) noted", nil, &noted)
	if err != nil || noted == "" {
		return ahead, latest, err
	}
	latest, err = time.Parse("2006-01-02T15:04:05", strings.TrimSuffix(noted, "Z"))
	if err != nil {
		return ahead, time.Time{}, fmt.Errorf("a time in the database: %w", err)
	}
	return ahead, latest, nil
}

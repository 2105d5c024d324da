package sqldb

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// Migrations holds a folder of numbered files per engine. Files that were
// released are never edited; a change is a new file in both folders.
//
//go:embed migrations
var Migrations embed.FS

type Migration struct {
	version    int
	Name, Text string
}

func ReadMigrations(files fs.FS, folder string) ([]Migration, error) {
	names, err := fs.Glob(files, folder+"/*.sql")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	list := make([]Migration, 0, len(names))
	for i, path := range names {
		name := path[strings.LastIndexByte(path, '/')+1:]
		number, _, _ := strings.Cut(name, "_")
		version, err := strconv.Atoi(number)
		if err != nil || version != i+1 {
			return nil, fmt.Errorf("migration %s: want number %d", path, i+1)
		}
		text, err := fs.ReadFile(files, path)
		if err != nil {
			return nil, err
		}
		list = append(list, Migration{version, name, string(text)})
	}
	return list, nil
}

// migrateCore runs the migrations that the database has not seen, all in one
// transaction and under a lock, so that of several processes one does it.
func (db *DB) migrateCore(ctx context.Context) error {
	list, err := ReadMigrations(Migrations, "migrations/"+db.Engine.Name())
	if err != nil {
		return err
	}
	// Where nothing is to be done nothing is written, since writes may be held.
	if states, err := db.MigrationStates(ctx, nil); err != nil || states[0].Now == len(list) {
		return err
	}
	return db.Engine.Migrate(ctx, func(ctx context.Context, ex Executor) error {
		if err := db.alone(ctx, ex); err != nil {
			return err
		}
		_, err := ex.Exec(ctx, "CREATE TABLE IF NOT EXISTS migration (version INTEGER PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL)", nil)
		if err != nil {
			return fmt.Errorf("create the table of migrations: %w", err)
		}
		done, err := readVersion(ctx, ex, "SELECT COALESCE(MAX(version), 0) FROM migration")
		if err != nil {
			return fmt.Errorf("read the table of migrations: %w", err)
		}
		if done > len(list) {
			return fmt.Errorf("the database is at version %d, this program knows %d: run a newer one", done, len(list))
		}
		if err := db.upgrading(ctx, "", done, len(list)); err != nil {
			return err
		}
		for _, m := range list[done:] {
			if _, err := ex.Exec(ctx, m.Text, nil); err != nil {
				return fmt.Errorf("migration %s: %w", m.Name, err)
			}
			args := []any{m.version, m.Name, db.Now().UTC().Format("2006-01-02T15:04:05")}
			if _, err := ex.Exec(ctx, "INSERT INTO migration (version, name, at) VALUES (?, ?, ?)", args); err != nil {
				return fmt.Errorf("note migration %s: %w", m.Name, err)
			}
		}
		return nil
	})
}

// errOthers refuses to make a site beside somebody else's tables: they would be in its
// backups, which no program could restore.
var errOthers = errors.New("the database has tables of others: give Quoin an empty one, or a schema of its own (search_path)")

// alone is errOthers for a database that has tables and no site.
func (db *DB) alone(ctx context.Context, ex Executor) error {
	var name string
	site := false
	err := ScanAll(ctx, ex, db.Engine.Catalog().others, func(scan func(...any) error) error {
		var table string
		err := scan(&table)
		site = site || table == "migration"
		name = cmp.Or(name, table)
		return err
	})
	if err == nil && name != "" && !site {
		err = fmt.Errorf("%w: %s", errOthers, name)
	}
	return err
}

// madeBefore is ErrNoTables for a database that no migration was run on.
func (db *DB) madeBefore(ctx context.Context) error {
	states, err := db.MigrationStates(ctx, nil)
	if err == nil && states[0].Now == 0 {
		err = ErrNoTables
	}
	return err
}

// upgrading calls whoever wants to know before tables that have a version are
// changed. It is called under the lock of migrations, before anything is.
func (db *DB) upgrading(ctx context.Context, extension string, done, known int) error {
	if done == 0 || done >= known || db.beforeUpgrade == nil {
		return nil
	}
	return db.beforeUpgrade(ctx, db, extension, done)
}

func readVersion(ctx context.Context, ex Executor, query string, args ...any) (version int, err error) {
	rows, err := ex.query(ctx, query, args)
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

// Migrate brings the tables of an extension up to date: files has a folder of
// numbered files per engine, "sqlite" and "postgres", like those of the core.
// All migrations that the database hasn't seen run in one transaction; when one
// fails nothing has changed.
func (o *Operations) Migrate(ctx context.Context, extension string, files fs.FS) error {
	list, err := ReadMigrations(files, o.db.Engine.Name())
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fmt.Errorf("extension %s: there are no migrations for %s", extension, o.db.Engine.Name())
	}
	if states, err := o.db.MigrationStates(ctx, map[string]fs.FS{extension: files}); err != nil || states[1].Now == len(list) {
		return err
	}
	return o.db.Outage(ctx, o.db.Engine.Migrate(ctx, func(ctx context.Context, ex Executor) error {
		_, err := ex.Exec(ctx, "CREATE TABLE IF NOT EXISTS extension_migration ("+
			"extension TEXT NOT NULL, version INTEGER NOT NULL, name TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (extension, version))", nil)
		if err != nil {
			return fmt.Errorf("create the table of migrations of extensions: %w", err)
		}
		done, err := readVersion(ctx, ex, "SELECT COALESCE(MAX(version), 0) FROM extension_migration WHERE extension = ?", extension)
		if err != nil {
			return fmt.Errorf("read the table of migrations of extensions: %w", err)
		}
		if done > len(list) {
			return fmt.Errorf("its tables are at version %d, this program knows %d: run a newer one", done, len(list))
		}
		if err := o.db.upgrading(ctx, extension, done, len(list)); err != nil {
			return err
		}
		for _, m := range list[done:] {
			if _, err := ex.Exec(ctx, m.Text, nil); err != nil {
				return fmt.Errorf("migration %s: %w", m.Name, err)
			}
			args := []any{extension, m.version, m.Name, o.db.Now().UTC().Format("2006-01-02T15:04:05")}
			if _, err := ex.Exec(ctx, "INSERT INTO extension_migration (extension, version, name, at) VALUES (?, ?, ?, ?)", args); err != nil {
				return fmt.Errorf("note migration %s: %w", m.Name, err)
			}
		}
		return nil
	}))
}

// MigrationState tells how far the tables of the core, or of an extension, are:
// at which version the database is, and which one this program knows.
type MigrationState struct {
	Extension   string // "" for the core
	Now, Newest int
}

// MigrationStates are those of the core and of extensions, of which files are
// the migrations by name. The database needs to be no further than opened.
func (db *DB) MigrationStates(ctx context.Context, files map[string]fs.FS) ([]MigrationState, error) {
	there := map[string]bool{}
	err := db.Each(ctx, db.Engine.Catalog().Objects, nil, func(scan func(...any) error) error {
		var kind, name string
		err := scan(&kind, &name)
		there[kind+" "+name] = err == nil
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the tables: %w", err)
	}
	core, err := ReadMigrations(Migrations, "migrations/"+db.Engine.Name())
	if err != nil {
		return nil, err
	}
	states := []MigrationState{{Newest: len(core)}}
	if there["table migration"] {
		if _, err := db.One(ctx, "SELECT COALESCE(MAX(version), 0) FROM migration", nil, &states[0].Now); err != nil {
			return nil, err
		}
	}
	for name, folder := range files {
		list, err := ReadMigrations(folder, db.Engine.Name())
		if err != nil {
			return nil, err
		}
		s := MigrationState{Extension: name, Newest: len(list)}
		if there["table extension_migration"] {
			if _, err := db.One(ctx, "SELECT COALESCE(MAX(version), 0) FROM extension_migration WHERE extension = ?", []any{name}, &s.Now); err != nil {
				return nil, err
			}
		}
		states = append(states, s)
	}
	slices.SortFunc(states, func(a, b MigrationState) int { return strings.Compare(a.Extension, b.Extension) })
	return states, nil
}

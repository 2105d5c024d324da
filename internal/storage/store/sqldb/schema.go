package sqldb

import (
	"context"
	"fmt"
	"io/fs"
)

// Schema is how far the tables of a database are, or how far a program knows them: the
// number of the last migration of the core, and of each extension.
type Schema struct {
	Core       int            `json:"core"`
	Extensions map[string]int `json:"extensions"`
}

// KnownSchema is what this program knows; extensions are the migrations by extension.
// Migrations have the same numbers on both engines.
func KnownSchema(extensions map[string]fs.FS) (*Schema, error) {
	core, err := ReadMigrations(Migrations, "migrations/sqlite")
	if err != nil {
		return nil, err
	}
	s := &Schema{Core: len(core), Extensions: map[string]int{}}
	for name, files := range extensions {
		list, err := ReadMigrations(files, "sqlite")
		if err != nil {
			return nil, err
		}
		s.Extensions[name] = len(list)
	}
	return s, nil
}

// Beyond says in words what of s this program, which knows known, is too old for; "" for
// nothing.
func (s *Schema) Beyond(known *Schema) string {
	if s.Core > known.Core {
		return fmt.Sprintf("its tables are at version %d, this program knows %d", s.Core, known.Core)
	}
	for name, version := range s.Extensions {
		switch knows, ok := known.Extensions[name]; {
		case !ok:
			return "it has tables of the extension " + name + ", which this program doesn't have"
		case version > knows:
			return fmt.Sprintf("the tables of the extension %s are at version %d, this program knows %d", name, version, knows)
		}
	}
	return ""
}

// Schema is how far the tables of the database are.
func (o *Operations) Schema(ctx context.Context) (*Schema, error) {
	s := &Schema{Extensions: map[string]int{}}
	if _, err := o.db.One(ctx, "SELECT COALESCE(MAX(version), 0) FROM migration", nil, &s.Core); err != nil {
		return nil, fmt.Errorf("read the table of migrations: %w", err)
	}
	// Extensions make this table when the first of them comes.
	ready := false
	err := o.db.Each(ctx, o.db.Engine.Catalog().Objects, nil, func(scan func(...any) error) error {
		var kind, name string
		err := scan(&kind, &name)
		ready = ready || kind == "table" && name == "extension_migration"
		return err
	})
	if err != nil || !ready {
		return s, err
	}
	err = o.db.Each(ctx, "SELECT extension, MAX(version) FROM extension_migration GROUP BY extension", nil, func(scan func(...any) error) error {
		var name string
		var version int
		err := scan(&name, &version)
		s.Extensions[name] = version
		return err
	})
	return s, err
}

package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	_ "modernc.org/sqlite" // driver "sqlite"

	"quoin/test/program"
)

// What a migration may do for this to take it back.
var (
	makesIndex  = regexp.MustCompile(`(?m)^CREATE (?:UNIQUE )?INDEX (\w+)`)
	makesTable  = regexp.MustCompile(`(?m)^CREATE TABLE (\w+)`)
	addsColumn  = regexp.MustCompile(`(?m)^ALTER TABLE (\w+) ADD COLUMN (\w+)`)
	doesAnother = regexp.MustCompile(`(?m)^(CREATE (TRIGGER|VIEW)|UPDATE|INSERT|DELETE|DROP)`)
)

// upgrade takes the last migration back and has the program serve the site, which copies
// the database and migrates it first.
func (r *run) upgrade(site program.Site) error {
	files, err := filepath.Glob("internal/storage/store/sqldb/migrations/sqlite/*.sql")
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no migrations: start this in the checkout: %w", err)
	}
	file := slices.Max(files)
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if doesAnother.Match(text) {
		fmt.Fprintf(r.out, "upgrade: %s can't be taken back\n", filepath.Base(file))
		return nil
	}
	db, err := sql.Open("sqlite", filepath.Join(site.Data, "quoin.db"))
	if err != nil {
		return err
	}
	statements := []string{"DELETE FROM migration WHERE version = (SELECT max(version) FROM migration)"}
	for _, m := range makesIndex.FindAllStringSubmatch(string(text), -1) {
		statements = append(statements, "DROP INDEX "+m[1])
	}
	for _, m := range makesTable.FindAllStringSubmatch(string(text), -1) {
		statements = append(statements, "DROP TABLE "+m[1])
	}
	for _, m := range addsColumn.FindAllStringSubmatch(string(text), -1) {
		statements = append(statements, "ALTER TABLE "+m[1]+" DROP COLUMN "+m[2])
	}
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			db.Close()
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	if err := db.Close(); err != nil {
		return err
	}
	begin := time.Now()
	p, err := site.Serve()
	if err != nil {
		return fmt.Errorf("upgrade: %w", err)
	}
	took := time.Since(begin)
	own, err := p.Memory()
	if err != nil {
		return err
	}
	r.row("upgrade", cost{took: took, own: ownMemory(p.Pid()), resident: own}, "with a copy of the database, until it serves; "+filepath.Base(file))
	return p.Stop()
}

package sqldb

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

func (e *postgresEngine) Snapshot(ctx context.Context, fn func(context.Context, Executor) error) error {
	t, err := e.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer t.Rollback() // there is nothing to commit
	return fn(ctx, pgExecutor{t})
}

// countViews are the counters as wholes, which are views here, with the columns of their
// keys (migrations/postgres/0022_overlapping_commits.sql).
var countViews = []string{"entry_count", "term_count"}

// Catalog reads the tables. The terms of entries refer to terms without the server's knowing, see
// migrations/postgres/0016_announce.sql.
func (e *postgresEngine) Catalog() catalog {
	return catalog{
		Columns: "SELECT c.table_name, c.column_name, c.data_type, CASE WHEN k.column_name IS NULL THEN 0 ELSE 1 END" +
			" FROM information_schema.columns c JOIN information_schema.tables t ON t.table_schema = c.table_schema" +
			" AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'" +
			" LEFT JOIN information_schema.table_constraints p ON p.table_schema = c.table_schema AND p.table_name = c.table_name" +
			" AND p.constraint_type = 'PRIMARY KEY'" +
			" LEFT JOIN information_schema.key_column_usage k ON k.constraint_schema = p.constraint_schema" +
			" AND k.constraint_name = p.constraint_name AND k.column_name = c.column_name AND k.table_name = c.table_name" +
			" WHERE c.table_schema = current_schema()" +
			" UNION ALL SELECT table_name, column_name, data_type, CASE WHEN column_name = 'n' THEN 0 ELSE 1 END" +
			" FROM information_schema.columns WHERE table_schema = current_schema() AND table_name IN ('" + strings.Join(countViews, "', '") + "')",
		References: "SELECT a.relname, b.relname FROM pg_constraint f JOIN pg_class a ON a.oid = f.conrelid" +
			" JOIN pg_class b ON b.oid = f.confrelid WHERE f.contype = 'f' AND f.connamespace = current_schema()::regnamespace" +
			" UNION ALL SELECT 'entry_term', 'term'",
		Counted: "SELECT table_name FROM information_schema.columns WHERE table_schema = current_schema() AND is_identity = 'YES'",
		Foreign: "SELECT a.relname, c.attname, b.relname, d.attname FROM pg_constraint f JOIN pg_class a ON a.oid = f.conrelid" +
			" JOIN pg_class b ON b.oid = f.confrelid JOIN pg_attribute c ON c.attrelid = f.conrelid AND c.attnum = f.conkey[1]" +
			" JOIN pg_attribute d ON d.attrelid = f.confrelid AND d.attnum = f.confkey[1]" +
			" WHERE f.contype = 'f' AND f.connamespace = current_schema()::regnamespace" +
			" UNION ALL SELECT 'entry_term', 'term_id', 'term', 'id'",
		others: "SELECT relname FROM pg_class c WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')" +
			" AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')",
		Objects: "SELECT CASE relkind WHEN 'i' THEN 'index' ELSE 'table' END, relname FROM pg_class" +
			" WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'i')" +
			" UNION ALL SELECT 'trigger', t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid" +
			" WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal" +
			" UNION ALL SELECT 'column', table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = current_schema()",
	}
}

func (e *postgresEngine) SuspendTriggers(ctx context.Context, ex Executor, tables []string) (func() error, error) {
	alter := func(how string) error {
		for _, name := range tables {
			if slices.Contains(countViews, name) {
				continue // its triggers are how it is written to
			}
			if _, err := ex.Exec(ctx, "ALTER TABLE "+name+" "+how+" TRIGGER USER", nil); err != nil {
				return err
			}
		}
		return nil
	}
	return func() error { return alter("ENABLE") }, alter("DISABLE")
}

func (e *postgresEngine) SetLastID(ctx context.Context, ex Executor, table string, id int64) error {
	_, err := ex.Exec(ctx, "SELECT setval('"+table+"_id_seq', ?)", []any{id})
	return err
}

func (e *postgresEngine) RebuildIndex(context.Context, Executor) error { return nil }

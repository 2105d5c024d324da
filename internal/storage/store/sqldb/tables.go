package sqldb

import (
	"context"
	"fmt"

	"quoin/internal/domain/content"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// Tables is the door to the database for one extension: its own tables, in SQL
// that SQLite and PostgreSQL share, with ? for arguments. It is safe for
// concurrent use.
type Tables struct {
	db *DB
	id string
}

// Tables is the door of an extension.
func (o *Operations) Tables(extension string) *Tables { return &Tables{o.db, extension} }

// Query runs a query and calls row for each of its rows. It joins the
// transaction of ctx if it has one. While row runs the transaction is in use:
// row must not ask the site for anything that reads it again.
func (t *Tables) Query(ctx context.Context, text string, args []any, row func(scan func(...any) error) error) error {
	if err := t.db.Each(ctx, text, args, row); err != nil {
		return t.failed(text, err)
	}
	return nil
}

// QueryRow runs a query for at most one row and tells whether there was one.
func (t *Tables) QueryRow(ctx context.Context, text string, args []any, dest ...any) (found bool, err error) {
	if found, err = t.db.One(ctx, text, args, dest...); err != nil {
		return false, t.failed(text, err)
	}
	return found, nil
}

// Exec runs a statement that writes and tells how many rows it changed. It
// joins the transaction of ctx, or opens one of its own. Say with Changed what
// it changed.
func (t *Tables) Exec(ctx context.Context, text string, args ...any) (rows int64, err error) {
	err = t.db.Write(ctx, func(ctx context.Context) error {
		rows, err = t.db.Exec(ctx, text, args...)
		return err
	})
	if err != nil {
		return 0, t.failed(text, err)
	}
	return rows, nil
}

// Send is Exec in a transaction for a statement of which nobody asks how many
// rows it changed. It runs with the next statement or the commit at the latest,
// which then tell its error; so it saves waiting for the database.
func (t *Tables) Send(ctx context.Context, text string, args ...any) error {
	err := t.db.Write(ctx, func(ctx context.Context) error { return t.db.Queue(ctx, text, args...) })
	if err != nil {
		return t.failed(text, err)
	}
	return nil
}

// Concurrent declares that what is written with the context that it returns may be
// written while other transactions that declare it write too. Each reads what
// was committed before its statement; what it writes by what it has read must
// have been claimed before. Writes without it have their transaction run alone.
func (t *Tables) Concurrent(ctx context.Context) context.Context { return Concurrent(ctx) }

// Claim claims names for the transaction of ctx until its end: none that runs
// beside it gets one of them meanwhile, and what is read afterwards is what they
// left. All names are claimed at once; who claims twice takes care that nobody
// does so the other way round.
func (t *Tables) Claim(ctx context.Context, names ...string) error {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = "extension " + t.id + " " + name
	}
	if err := t.db.Claim(ctx, list...); err != nil {
		return fmt.Errorf("extension %s: %w", t.id, err)
	}
	return nil
}

// Insert runs an INSERT ... RETURNING, or any other write that returns at most
// one row, like Exec, and reads that row.
func (t *Tables) Insert(ctx context.Context, text string, args []any, dest ...any) (found bool, err error) {
	err = t.db.Write(ctx, func(ctx context.Context) error {
		found, err = t.db.One(ctx, text, args, dest...)
		return err
	})
	if err != nil {
		return false, t.failed(text, err)
	}
	return found, nil
}

// UsedID keeps the ids that a table gives out above one that a row was given.
func (t *Tables) UsedID(ctx context.Context, table string, id int64) error {
	return t.db.Write(ctx, func(ctx context.Context) error {
		return t.db.Use(ctx, func(ex Executor) error { return t.db.Engine.usedID(ctx, ex, table, id) })
	})
}

// InTx runs fn in the transaction of ctx, or in one of its own. On PostgreSQL
// fn may run again, so it has no effects outside of the database: those belong
// in AfterCommit.
func (t *Tables) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return t.db.InTx(ctx, fn)
}

// InTransaction tells whether reads with ctx may see what isn't committed; what
// is made of them must not be kept.
func (t *Tables) InTransaction(ctx context.Context) bool { return t.db.InTransaction(ctx) }

// AfterCommit runs fn after the commit of the transaction of ctx, before its
// writer gets the answer; at once without a transaction.
func (t *Tables) AfterCommit(ctx context.Context, fn func()) { AfterCommit(ctx, fn) }

// IntsIn and TextsIn are the test whether an expression is in a list that is
// given as one argument; IntList and TextList make that argument.
func (t *Tables) IntsIn(expr string) string { return t.db.Engine.IntsIn(expr) }

// IntList is the argument of IntsIn.
func (t *Tables) IntList(list []int64) any { return t.db.Engine.IntList(list) }

// TextsIn is IntsIn for texts.
func (t *Tables) TextsIn(expr string) string { return t.db.Engine.TextsIn(expr) }

// TextList is the argument of TextsIn.
func (t *Tables) TextList(list []string) any { return t.db.Engine.TextList(list) }

// Contains is the test whether a text has its one argument in it.
func (t *Tables) Contains(expr string) string { return t.db.Engine.Contains(expr) }

// ForUpdate ends a query in a transaction whose rows are to be locked.
func (t *Tables) ForUpdate() string { return t.db.Engine.ForUpdate() }

// Taken tells whether an error is the violation of a unique index.
func (t *Tables) Taken(err error) bool { return t.db.Engine.Unique(err) }

// DependsOn notes that the answer or page being made depends on data of the
// extension: on the things that are named, or on all of it when none is.
func (t *Tables) DependsOn(ctx context.Context, names ...string) {
	if len(names) == 0 {
		names = []string{""}
	}
	for _, name := range names {
		scope.DependsOn(ctx, cache.Extension(t.id, name))
	}
}

// Changed notes what the transaction of ctx changes: the things that are
// named, or when none is, something that only those who depend on all of the
// extension's data read. At its commit answers and pages that depend on any
// of it are dropped, on all nodes. Without a transaction it makes one.
func (t *Tables) Changed(ctx context.Context, names ...string) error {
	return t.db.WriteConcurrent(ctx, func(ctx context.Context) error {
		t.db.Changed(ctx, cache.Extension(t.id, ""))
		for _, name := range names {
			t.db.Changed(ctx, cache.Extension(t.id, name))
		}
		return nil
	})
}

// Heard returns when all nodes have dropped what was changed by commits before
// the call. Those that can't be reached within seconds aren't waited for: they
// trust nothing that they have cached. It isn't for transactions.
func (t *Tables) Heard(ctx context.Context) error { return t.db.Engine.heard(ctx) }

// Restrict restricts a list of entries, terms or users to those, or with not to
// all but those, whose ids a query on the extension's tables selects. Lists with
// it depend on all of the extension's data.
func (t *Tables) Restrict(not bool, query string, args ...any) content.Condition {
	return &IdCondition{tag: cache.Extension(t.id, ""), Not: not, query: query, args: args}
}

func (t *Tables) failed(text string, err error) error {
	const maxText = 80
	if len(text) > maxText {
		text = text[:maxText] + "..."
	}
	return fmt.Errorf("extension %s: %s: %w", t.id, text, err)
}

// IdCondition is a content.Condition.
type IdCondition struct {
	tag   cache.Tag
	Not   bool
	query string
	args  []any
}

// Tag implements content.Condition.
func (c *IdCondition) Tag() cache.Tag { return c.tag }

// ConditionOn is the test of a condition on a column of ids. A condition that
// the store didn't make is met by nothing.
func ConditionOn(column string, c any) (test string, args []any) {
	set, ok := c.(*IdCondition)
	if !ok {
		return "1 = 0", nil
	}
	in := " IN ("
	if set.Not {
		in = " NOT IN ("
	}
	return column + in + set.query + ")", set.args
}

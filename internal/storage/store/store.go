package store

import (
	"context"
	"errors"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/job"
	"quoin/internal/storage/store/check"
	"quoin/internal/storage/store/comments"
	"quoin/internal/storage/store/dump"
	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/jobs"
	"quoin/internal/storage/store/lists"
	"quoin/internal/storage/store/meta"
	"quoin/internal/storage/store/options"
	"quoin/internal/storage/store/people"
	"quoin/internal/storage/store/records"
	"quoin/internal/storage/store/sqldb"
	"quoin/internal/storage/store/terms"
)

// The parts of a store by names of their own: a struct can't embed several types that are
// called Store.
type (
	operations   = sqldb.Operations
	optionStore  = options.Store
	dumpStore    = dump.Store
	jobStore     = jobs.Store
	recordStore  = records.Store
	peopleStore  = people.Store
	termStore    = terms.Store
	entryStore   = entries.Store
	listStore    = lists.Store
	commentStore = comments.Store
	checkStore   = check.Store
)

// DB is an open store. It is safe for concurrent use. Its methods are those of its parts.
// Statements aren't among them: each part has those of the database, and Go promotes nothing
// that several parts have (TestStatementsStayInside).
type DB struct {
	*operations
	*optionStore
	*dumpStore
	*jobStore
	*recordStore
	*peopleStore
	*termStore
	*entryStore
	*listStore
	*commentStore
	*checkStore

	base *sqldb.DB
}

// Open opens the store, bringing its tables up to date first.
func Open(ctx context.Context, cfg Config) (*DB, error) {
	base, err := sqldb.Connect(ctx, cfg)
	if err != nil {
		return nil, err
	}
	db := join(base, cfg)
	db.optionStore.Attach()
	db.listStore.Attach()
	if err := base.Prepare(ctx, cfg); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// BeforeUpgrade is fn for Config.BeforeUpgrade, of which the store isn't made yet; nil
// stays nil.
func BeforeUpgrade(fn func(ctx context.Context, db *DB, extension string, from int) error) func(context.Context, *sqldb.DB, string, int) error {
	if fn == nil {
		return nil
	}
	return func(ctx context.Context, base *sqldb.DB, extension string, from int) error {
		db := join(base, Config{})
		defer db.listStore.Close()
		return fn(ctx, db, extension, from)
	}
}

// join makes the parts of a store.
func join(base *sqldb.DB, cfg Config) *DB {
	options := options.New(base, cfg.SiteURL, cfg.DefaultSiteURL)
	meta := meta.New(base, options)
	terms := terms.New(base, options, meta)
	entries := entries.New(base, options, meta, terms)
	lists := lists.New(base, options, entries)
	comments := comments.New(base, options, meta, entries, lists)
	jobs := jobs.New(base)
	return &DB{
		operations: base.Operations(), optionStore: options, dumpStore: dump.New(base), jobStore: jobs,
		recordStore: records.New(base), peopleStore: people.New(base, options, meta, entries), termStore: terms,
		entryStore: entries, listStore: lists, commentStore: comments,
		checkStore: check.New(base, options, terms, entries, comments, jobs), base: base,
	}
}

// Close ends the store. Transactions that wait for the write lock get an error.
// Closing twice is closing once.
func (db *DB) Close() error {
	db.listStore.Close()
	return db.base.Close()
}

// What the store promises to the domain packages.
var (
	_ content.Store    = (*DB)(nil)
	_ taxonomy.Store   = (*DB)(nil)
	_ user.Store       = (*DB)(nil)
	_ comment.Store    = (*DB)(nil)
	_ site.OptionStore = (*DB)(nil)
	_ job.Store        = (*DB)(nil)
)

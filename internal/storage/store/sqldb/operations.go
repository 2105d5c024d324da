package sqldb

import (
	"context"
	"io/fs"
	"time"

	"quoin/internal/platform/cache"
)

// Operations is what those who run a site ask of its database, without its statements.
type Operations struct{ db *DB }

// Operations is that of a database.
func (db *DB) Operations() *Operations { return &Operations{db} }

// OnChange has fn told the tags of everything that a transaction changed, after its commit and
// before InTx returns. Call it before the first write.
func (o *Operations) OnChange(fn func(ctx context.Context, tags []cache.Tag)) { o.db.onChange = fn }

// InTx is DB.InTx.
func (o *Operations) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return o.db.InTx(ctx, fn)
}

// InTransaction is DB.InTransaction.
func (o *Operations) InTransaction(ctx context.Context) bool { return o.db.InTransaction(ctx) }

// Claim is DB.Claim.
func (o *Operations) Claim(ctx context.Context, names ...string) error {
	return o.db.Claim(ctx, names...)
}

// SetCached is DB.SetCached.
func (o *Operations) SetCached(ctx context.Context, key, value string, now, until time.Time) error {
	return o.db.SetCached(ctx, key, value, now, until)
}

// MigrationStates is DB.MigrationStates.
func (o *Operations) MigrationStates(ctx context.Context, files map[string]fs.FS) ([]MigrationState, error) {
	return o.db.MigrationStates(ctx, files)
}

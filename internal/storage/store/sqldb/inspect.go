package sqldb

import (
	"context"
	"os"

	"quoin/internal/platform/cache"
)

// Inspection is what tests of the whole store look at, and change, inside of a database. The
// methods but ForgetChanges, RememberNothing, Committing and Look are for SQLite.
type Inspection struct{ db *DB }

// Inspect is that of a database.
func (db *DB) Inspect() Inspection { return Inspection{db} }

func (i Inspection) sqlite() *sqliteEngine { return i.db.Engine.(*sqliteEngine) }

// Commits is how many commits the writer made.
func (i Inspection) Commits() int64 { return i.sqlite().writer.commits.Load() }

// Waiting is how many wait for the write lock.
func (i Inspection) Waiting() int {
	w := i.sqlite().writer
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.waiting)
}

// IndexIdle does what the writer does when nobody writes.
func (i Inspection) IndexIdle(ctx context.Context) error { return i.sqlite().writer.indexIdle(ctx) }

// CheckIndex has the trigram index look at itself; with texts also whether it has just what
// the texts have.
func (i Inspection) CheckIndex(ctx context.Context, texts bool) error {
	text := "INSERT INTO entry_trigram (entry_trigram) VALUES ('integrity-check')"
	if texts {
		text = "INSERT INTO entry_trigram (entry_trigram, rank) VALUES ('integrity-check', 1)"
	}
	return i.db.Engine.Migrate(ctx, func(ctx context.Context, ex Executor) error {
		_, err := ex.Exec(ctx, text, nil)
		return err
	})
}

// BeginMark marks that a commit is near, as the writer does before one.
func (i Inspection) BeginMark() error { return i.sqlite().writer.mark.begin() }

// LoseMarks has the writer mark nothing until the function that it returns is called.
func (i Inspection) LoseMarks() (restore func()) {
	w := i.sqlite().writer
	mark := w.mark
	w.mark = nil
	return func() { w.mark = mark }
}

// Sync has fn bring the log to the disk; nil is what does so otherwise.
func (i Inspection) Sync(fn func(*os.File) error) {
	if fn == nil {
		fn = syncData
	}
	i.sqlite().disk.flush = fn
}

// SyncsItself tells whether the database brings its log to the disk.
func (i Inspection) SyncsItself() bool { return i.sqlite().disk == nil }

// SyncFailed tells whether the last sync failed, and Log is the file that is synced.
func (i Inspection) SyncFailed() bool { return i.sqlite().disk.failed }

// Log is the path of the log.
func (i Inspection) Log() string { return i.sqlite().disk.path }

// SyncData brings a file to the disk.
func SyncData(f *os.File) error { return syncData(f) }

// Look is what looks for changes of other processes by their versions.
func (i Inspection) Look(f Follower) lookFunc { return i.db.followVersions(f) }

// Committing is how many commits are under way.
func (i Inspection) Committing() int { return i.db.Objects.committing }

// RememberNothing has the database remember no objects across requests.
func (i Inspection) RememberNothing() { i.db.Objects.Cache = (*cache.Cache[any, any])(nil) }

// ForgetChanges deletes notes of changes that are old, on PostgreSQL.
func (i Inspection) ForgetChanges(ctx context.Context) {
	i.db.Engine.(*postgresEngine).forgetChanges(ctx)
}

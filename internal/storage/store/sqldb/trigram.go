package sqldb

import (
	"context"
	"fmt"
	"sync"
	"time"
)

const (
	// UnindexedEntries and unindexedBytes bound the new texts that aren't in the
	// trigram index yet. Each search looks through them one by one, which for
	// so many takes a fraction of a millisecond.
	UnindexedEntries = 128
	unindexedBytes   = 128 << 10
	// bulkUnindexedBytes bounds those that bulk transactions leave for the next one, which
	// takes them once they are a quarter of it.
	bulkUnindexedBytes = 8 << 20
	// unindexedTime is how long new texts wait for others to be indexed with.
	unindexedTime = time.Second
)

// TextChange is what an entry's text was, and what it is; either may be nil.
type TextChange struct{ Old, Now *SearchText }

// textChanges are what the trigram index of SQLite has yet to hear of. Only the
// holder of the write lock may use them.
//
// They wait for the commit: the index writes out what it has gathered at each
// savepoint and at almost every statement that comes between, as a segment that
// has to be merged later. New entries wait longer, until there are many: the
// index has the texts of entries up to one id, which entry_trigram_upto tells,
// and searches look at those of later ones by themselves.
type textChanges struct {
	list  []TextChange
	bytes int
	// before is the list when the function under way began.
	before []TextChange

	entries, size int // of new texts that wait, about

	// bulk tells that the transaction under way writes much, so that others like it
	// follow: its new texts wait for the next one (ahead), which took so many.
	bulk                  bool
	tookEntries, tookSize int
	// mergesLater says that the index was told so.
	mergesLater bool
}

// begin forgets what a transaction before left.
func (w *textChanges) begin() {
	w.list, w.before, w.bytes, w.bulk = nil, nil, 0, false
	w.tookEntries, w.tookSize = 0, 0
}

func (w *textChanges) savepoint() { w.before = w.list }

// rollback takes back what came since the savepoint, also flushes.
func (w *textChanges) rollback() {
	w.list = w.before
	w.entries, w.size = w.entries+w.tookEntries, w.size+w.tookSize
	w.tookEntries, w.tookSize = 0, 0
	w.mergesLater = false // it may have been told in what is taken back
}

func (w *textChanges) add(ctx context.Context, ex Executor, c TextChange) error {
	w.list = append(w.list, c)
	for _, t := range []*SearchText{c.Old, c.Now} {
		if t != nil {
			w.bytes += len(t.Text) + len(t.File)
		}
	}
	if w.bytes > PendingLimit {
		return w.flush(ctx, ex)
	}
	return nil
}

// held sees that the write lock is taken before the changes are looked at.
func held(ex Executor) error {
	if l, ok := ex.(*lease); ok {
		return l.take()
	}
	return nil
}

// flush brings the index up to date, but for entries that are newer than it.
func (w *textChanges) flush(ctx context.Context, ex Executor) error {
	list := w.list
	w.list, w.bytes = nil, 0
	if len(list) == 0 {
		return nil
	}
	upto := int64(-1)
	for _, c := range list {
		if c.Old == nil && c.Now != nil && c.Now.Fresh {
			w.later(c.Now)
			continue
		}
		if upto < 0 {
			var err error
			if upto, err = indexedUpTo(ctx, ex); err != nil {
				return err
			}
		}
		if old := c.Old; old != nil && old.Indexed && old.ID <= upto {
			// The index has no copy of the text: it must be told what goes.
			_, err := ex.Exec(ctx, "INSERT INTO entry_trigram (entry_trigram, rowid, text, file) VALUES ('delete', ?, ?, ?)",
				[]any{old.ID, old.Text, old.File})
			if err != nil {
				return fmt.Errorf("take the text of entry %d off the index: %w", old.ID, err)
			}
		}
		now := c.Now
		switch {
		case now == nil || !now.Indexed:
		case now.ID > upto:
			w.later(now)
		default:
			_, err := ex.Exec(ctx, "INSERT INTO entry_trigram (rowid, text, file) VALUES (?, ?, ?)", []any{now.ID, now.Text, now.File})
			if err != nil {
				return fmt.Errorf("index the text of entry %d: %w", now.ID, err)
			}
		}
	}
	return nil
}

// later notes a new text that waits, if it is to be indexed at all.
func (w *textChanges) later(t *SearchText) {
	if t.Indexed {
		w.entries++
		w.size += len(t.Text) + len(t.File)
	}
}

// commit is flush before a commit, and indexes new texts when there are many.
func (w *textChanges) commit(ctx context.Context, ex Executor) error {
	if err := w.flush(ctx, ex); err != nil {
		return err
	}
	if !w.many() || w.bulk && w.size < bulkUnindexedBytes {
		return nil
	}
	return w.indexNew(ctx, ex)
}

// many tells whether so many new texts wait that they are worth a segment of the index.
func (w *textChanges) many() bool { return w.entries >= UnindexedEntries || w.size >= unindexedBytes }

// indexing are the statements that take the texts of new entries into the index.
var indexing = [...]string{
	"INSERT INTO entry_trigram (rowid, text, file) SELECT entry_id, text, file FROM entry_text" +
		" WHERE entry_id > (SELECT id FROM entry_trigram_upto) AND indexed ORDER BY entry_id",
	"UPDATE entry_trigram_upto SET id = (SELECT COALESCE(MAX(entry_id), 0) FROM entry_text)" +
		" WHERE id < (SELECT COALESCE(MAX(entry_id), 0) FROM entry_text)",
}

// mergeLater has the index merge eight segments of a size instead of four, which halves the merging
// of large imports. A search for a rare word then takes 0.1 ms longer.
const mergeLater = "INSERT INTO entry_trigram (entry_trigram, rank) VALUES ('automerge', 8)"

// indexNew takes the texts of new entries into the index.
func (w *textChanges) indexNew(ctx context.Context, ex Executor) error {
	w.entries, w.size = 0, 0
	for _, text := range indexing {
		if _, err := ex.Exec(ctx, text, nil); err != nil {
			return fmt.Errorf("index the texts of new entries: %w", err)
		}
	}
	return nil
}

// ahead queues the indexing of the texts that transactions before left, if they are very many:
// it takes as long as all rows of a bulk transaction, which are made meanwhile.
func (w *textChanges) ahead(r *relay) {
	w.bulk = true
	if w.size < bulkUnindexedBytes/4 {
		return
	}
	if !w.mergesLater {
		w.mergesLater = true
		r.add(mergeLater, nil)
	}
	w.tookEntries, w.tookSize = w.entries, w.size
	w.entries, w.size = 0, 0
	for _, text := range indexing {
		r.add(text, nil)
	}
}

// indexedUpTo is the last id whose texts the trigram index has.
func indexedUpTo(ctx context.Context, ex Executor) (id int64, err error) {
	err = ScanAll(ctx, ex, "SELECT id FROM entry_trigram_upto", func(scan func(...any) error) error { return scan(&id) })
	if err != nil {
		return 0, fmt.Errorf("read how far texts are indexed: %w", err)
	}
	return id, nil
}

// idleIndexing indexes new texts when no more have come for a while.
type idleIndexing struct {
	mu      sync.Mutex
	timer   *time.Timer
	stopped bool
}

func (i *idleIndexing) start(w *groupWriter) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.timer = time.AfterFunc(unindexedTime, func() {
		// What fails waits for the next commit.
		_ = w.indexIdle(context.Background())
	})
}

// indexIdle indexes new texts, also those that a process before left.
func (w *groupWriter) indexIdle(ctx context.Context) error {
	return w.run(ctx, func(ctx context.Context, ex Executor) error {
		upto, err := indexedUpTo(ctx, ex)
		if err != nil {
			return err
		}
		some, err := ex.query(ctx, "SELECT 1 FROM entry_text WHERE entry_id > ? AND indexed LIMIT 1", []any{upto})
		if err != nil {
			return err
		}
		found := some.Next()
		if err := some.Close(); err != nil {
			return err
		}
		if !found {
			return errNothing
		}
		return w.texts.indexNew(ctx, ex)
	}, func() {})
}

// later has new texts indexed when nobody writes for a while.
func (i *idleIndexing) later() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.stopped {
		i.timer.Reset(unindexedTime)
	}
}

func (i *idleIndexing) stop() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.stopped = true
	i.timer.Stop()
}

// SearchText is the folded text of an entry: title and excerpt by themselves,
// and these two with the content in one column. The content alone is the rest
// of text behind title and excerpt.
type SearchText struct {
	ID                         int64
	Indexed                    bool
	Title, Excerpt, Text, File string
	// Fresh tells that the database has just given the id out, in the transaction that
	// stores the text: the trigram index has nothing of it, and of no later one.
	Fresh bool
}

// PendingLimit bounds the bytes of texts that wait.
const PendingLimit = 8 << 20

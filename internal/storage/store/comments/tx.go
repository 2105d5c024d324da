package comments

import (
	"context"
	"sync"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/platform/address"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
)

// commentTx remembers the comment that a transaction inserted last, so that the request
// needn't read it back after the commit.
type commentTx struct {
	sqldb.PassivePart
	mu   sync.Mutex
	last *comment.Comment // as it is stored, nil once it was changed
}

// commentTx is that of the transaction of ctx.
func (db *Store) commentTx(ctx context.Context) *commentTx {
	return sqldb.PartOf(ctx, db.DB, func(*sqldb.Tx) *commentTx { return new(commentTx) })
}

// remember remembers a comment that was just inserted. One with meta is read back: values
// may be stored in another form than they are given.
func (t *commentTx) remember(own *address.Codec, c *comment.Comment) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last = nil; len(c.Meta) > 0 {
		return
	}
	stored := *c
	stored.Meta = content.Meta{}
	for _, s := range []*string{
		(*string)(&stored.Status), &stored.Type, &stored.Date, &stored.DateUTC, &stored.AuthorName, &stored.AuthorEmail,
		&stored.AuthorURL, &stored.AuthorIP, &stored.Agent, &stored.Content,
	} {
		*s = sqldb.Clean(*s)
	}
	for _, s := range []*string{&stored.AuthorURL, &stored.Content} {
		*s = own.Decode(own.Encode(*s))
	}
	t.last = &stored
}

// Changed implements the part of a transaction.
func (t *commentTx) Changed(tag cache.Tag) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last != nil && tag == cache.Comment(t.last.ID) {
		t.last = nil
	}
}

// unansweredKey is where a request remembers that a comment has no answers.
type unansweredKey struct{ id int64 }

// Restore implements the part of a transaction.
func (t *commentTx) Restore(ctx context.Context) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last != nil {
		scope.Put(ctx, commentKey{t.last.ID}, t.last)
		scope.Put(ctx, unansweredKey{t.last.ID}, struct{}{})
	}
}

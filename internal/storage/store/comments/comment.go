package comments

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/platform/address"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/rowmap"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/meta"
	"quoin/internal/storage/store/sqldb"
)

var commentRow = rowmap.Of(
	rowmap.Key("id", func(c *comment.Comment) any { return &c.ID }),
	rowmap.Field("entry_id", func(c *comment.Comment) any { return &c.Entry }),
	rowmap.Field("parent", func(c *comment.Comment) any { return &c.Parent }),
	rowmap.Field("account_id", func(c *comment.Comment) any { return &c.User }),
	rowmap.Field("status", func(c *comment.Comment) any { return &c.Status }),
	rowmap.Field("type", func(c *comment.Comment) any { return &c.Type }),
	rowmap.Field("date", func(c *comment.Comment) any { return &c.Date }),
	rowmap.Field("date_utc", func(c *comment.Comment) any { return &c.DateUTC }),
	rowmap.Field("karma", func(c *comment.Comment) any { return &c.Karma }),
	rowmap.Field("author_name", func(c *comment.Comment) any { return &c.AuthorName }),
	rowmap.Field("author_email", func(c *comment.Comment) any { return &c.AuthorEmail }),
	rowmap.Field("author_url", func(c *comment.Comment) any { return &c.AuthorURL }),
	rowmap.Field("author_ip", func(c *comment.Comment) any { return &c.AuthorIP }),
	rowmap.Field("agent", func(c *comment.Comment) any { return &c.Agent }),
	rowmap.Field("content", func(c *comment.Comment) any { return &c.Content }),
	rowmap.Derived("fold", func(c *comment.Comment) any { return CommentFold(c.AuthorName, c.AuthorURL, c.Content) }),
	rowmap.Derived("person_fold", func(c *comment.Comment) any { return CommentFold(c.AuthorEmail, c.AuthorIP) }),
)

// commentColumns are what scanComment reads, from a table or alias c.
var commentColumns = commentRow.Read("c")

func scanComment(own *address.Codec, scan func(...any) error, more ...any) (*comment.Comment, error) {
	c, err := commentRow.Scan(scan, more...)
	c.AuthorURL, c.Content = own.Decode(c.AuthorURL), own.Decode(c.Content)
	return c, err
}

func commentArgs(own *address.Codec, c *comment.Comment) []any {
	stored := *c
	stored.AuthorURL, stored.Content = own.Encode(sqldb.Clean(c.AuthorURL)), own.Encode(sqldb.Clean(c.Content))
	return commentRow.Values(&stored)
}

// CommentFold is what comments are searched in: what all see who see the
// comment, or what tells who wrote it.
func CommentFold(columns ...string) string {
	var b strings.Builder
	for _, s := range columns {
		b.WriteString(sqldb.FoldColumn(sqldb.Clean(s)) + sqldb.Separator)
	}
	return b.String()
}

type commentKey struct{ id int64 }

// Comments are remembered for one request only: there are many, and each is
// read rarely.
var commentKind = sqldb.Kind[comment.Comment]{
	Name: "comment", Column: "c.id", ID: func(c *comment.Comment) int64 { return c.ID },
	Key: func(id int64) any { return commentKey{id} }, Tag: cache.Comment,
}

// CommentByID implements comment.Store.
func (db *Store) CommentByID(ctx context.Context, id int64) (*comment.Comment, error) {
	return commentKind.One(ctx, db.DB, db.CommentsByID, id, "comment", comment.ErrNotFound)
}

// CommentsByID implements comment.Store.
func (db *Store) CommentsByID(ctx context.Context, ids []int64) (map[int64]*comment.Comment, error) {
	return commentKind.ByID(ctx, db.DB, ids, func(where string, arg any) ([]*comment.Comment, error) {
		list, err := db.comments(ctx, "SELECT "+commentColumns+" FROM comment c WHERE "+where, arg)
		if err == nil {
			err = db.withCommentMeta(ctx, list)
		}
		return list, err
	})
}

func (db *Store) comments(ctx context.Context, text string, args ...any) ([]*comment.Comment, error) {
	own, err := db.options.Address(ctx)
	if err != nil {
		return nil, err
	}
	var list []*comment.Comment
	err = db.Each(ctx, text, args, func(scan func(...any) error) error {
		c, err := scanComment(own, scan)
		list = append(list, c)
		return err
	})
	return list, err
}

func (db *Store) withCommentMeta(ctx context.Context, list []*comment.Comment) error {
	ids := make([]int64, len(list))
	for i, c := range list {
		ids[i] = c.ID
	}
	meta, err := db.meta.LoadMeta(ctx, meta.CommentMeta, ids)
	if err != nil {
		return err
	}
	for _, c := range list {
		c.Meta = meta[c.ID]
		if c.Meta == nil {
			c.Meta = content.Meta{}
		}
	}
	return nil
}

// commentChanged notes the tags of a comment. Its parent's change too, since
// whether it has answers is part of it.
func (db *Store) commentChanged(ctx context.Context, c *comment.Comment) {
	db.Changed(ctx, cache.Comment(c.ID), cache.EntryComments(c.Entry))
	if c.Parent != 0 {
		db.Changed(ctx, cache.Comment(c.Parent))
	}
}

// countComments counts an entry's comments again: the approved ones, editorial
// notes left out.
func (db *Store) countComments(ctx context.Context, entry int64) error {
	if entry == 0 {
		return nil
	}
	var before, now int64
	ok, err := db.One(ctx, "SELECT comment_count FROM entry WHERE id = ?"+db.Engine.ForUpdate(), []any{entry}, &before)
	if err != nil || !ok {
		return err
	}
	_, err = db.One(ctx, "SELECT COUNT(*) FROM comment WHERE entry_id = ? AND status = 'approved' AND type <> 'note'", []any{entry}, &now)
	if err != nil || now == before {
		return err
	}
	if _, err := db.Exec(ctx, "UPDATE entry SET comment_count = ? WHERE id = ?", now, entry); err != nil {
		return err
	}
	_, err = db.entries.EntryTouched(ctx, entry)
	return err
}

// counts tells whether a comment is among those that its entry counts.
func counts(c *comment.Comment) bool {
	return c.Status == comment.Approved && c.Type != comment.TypeNote
}

// Recounted counts the comments of entries again.
func (db *Store) Recounted(ctx context.Context, entries ...int64) error {
	for _, id := range sqldb.Distinct(entries) {
		if err := db.countComments(ctx, id); err != nil {
			return fmt.Errorf("count comments of entry %d: %w", id, err)
		}
	}
	return nil
}

// InsertComment implements comment.Store.
func (db *Store) InsertComment(ctx context.Context, c *comment.Comment) error {
	return db.WriteConcurrent(ctx, func(ctx context.Context) error {
		if c.ID != 0 {
			if err := scope.Exclusive(ctx); err != nil {
				return err // others may be given the id
			}
		}
		own, err := db.options.Address(ctx)
		if err != nil {
			return err
		}
		id, err := db.Insert(ctx, "comment", commentRow.Written(), c.ID, commentArgs(own, c)...)
		if err != nil {
			return fmt.Errorf("insert comment on entry %d: %w", c.Entry, err)
		}
		c.ID = id
		db.commentChanged(ctx, c)
		if err := db.meta.AddMeta(ctx, meta.CommentMeta, id, c.Meta); err != nil {
			return err
		}
		db.commentTx(ctx).remember(own, c)
		if !counts(c) {
			return nil
		}
		return db.entries.CountComments(ctx, c.Entry, 1)
	})
}

// ExpectComment implements comment.Store.
func (db *Store) ExpectComment(ctx context.Context) { db.ExpectInsert(ctx, "comment") }

// insertedTogether is how many comments one statement stores.
const insertedTogether = 20

// InsertComments implements comment.Store.
func (db *Store) InsertComments(ctx context.Context, list []*comment.Comment) error {
	if len(list) == 0 {
		return nil
	}
	return db.Write(ctx, func(ctx context.Context) error {
		own, err := db.options.Address(ctx)
		if err != nil {
			return err
		}
		entry, more, last := list[0].Entry, 0, int64(0)
		for some := range slices.Chunk(list, insertedTogether) {
			marks := "(?, " + commentRow.Marks() + ")"
			var args []any
			for _, c := range some {
				args = append(append(args, c.ID), commentArgs(own, c)...)
				last = max(last, c.ID)
				if counts(c) {
					more++
				}
				db.commentChanged(ctx, c)
			}
			text := "INSERT INTO comment (id, " + commentRow.Written() + ") VALUES " + marks + strings.Repeat(", "+marks, len(some)-1)
			if err := db.Queue(ctx, text, args...); err != nil {
				return fmt.Errorf("insert comments on entry %d: %w", entry, err)
			}
		}
		if err := db.UsedID(ctx, "comment", last); err != nil {
			return err
		}
		for _, c := range list {
			if err := db.meta.AddMeta(ctx, meta.CommentMeta, c.ID, c.Meta); err != nil {
				return err
			}
		}
		if more == 0 {
			return nil
		}
		// Counting again would take ever longer while many come in.
		return db.entries.CountComments(ctx, entry, more)
	})
}

// commentRow reads a comment that is about to change.
func (db *Store) commentRow(ctx context.Context, id int64) (*comment.Comment, error) {
	list, err := db.comments(ctx, "SELECT "+commentColumns+" FROM comment c WHERE c.id = ?"+db.Engine.ForUpdate(), id)
	if err != nil {
		return nil, fmt.Errorf("read comment %d: %w", id, err)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("comment %d: %w", id, comment.ErrNotFound)
	}
	return list[0], nil
}

// UpdateComment implements comment.Store.
func (db *Store) UpdateComment(ctx context.Context, c *comment.Comment) error {
	return db.Write(ctx, func(ctx context.Context) error {
		before, err := db.commentRow(ctx, c.ID)
		if err != nil {
			return err
		}
		own, err := db.options.Address(ctx)
		if err != nil {
			return err
		}
		_, err = db.Exec(ctx, commentRow.Update("comment")+" WHERE id = ?", append(commentArgs(own, c), c.ID)...)
		if err != nil {
			return fmt.Errorf("update comment %d: %w", c.ID, err)
		}
		db.commentChanged(ctx, before)
		db.commentChanged(ctx, c)
		if before.Entry == c.Entry && counts(before) == counts(c) {
			return nil
		}
		return db.Recounted(ctx, before.Entry, c.Entry)
	})
}

// DeleteComment implements comment.Store. Removing a comment that doesn't
// exist changes nothing.
func (db *Store) DeleteComment(ctx context.Context, id int64) error {
	return db.Write(ctx, func(ctx context.Context) error {
		before, err := db.commentRow(ctx, id)
		if errors.Is(err, comment.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := db.Exec(ctx, "DELETE FROM comment WHERE id = ?", id); err != nil {
			return fmt.Errorf("delete comment %d: %w", id, err)
		}
		db.commentChanged(ctx, before)
		return db.Recounted(ctx, before.Entry)
	})
}

// SetCommentMeta implements comment.Store.
func (db *Store) SetCommentMeta(ctx context.Context, id int64, key string, values ...any) error {
	return db.Write(ctx, func(ctx context.Context) error {
		c, err := db.commentRow(ctx, id)
		if err != nil {
			return err
		}
		db.commentChanged(ctx, c)
		return db.meta.SetMeta(ctx, meta.CommentMeta, id, key, values)
	})
}

// HasChildren implements comment.Store.
func (db *Store) HasChildren(ctx context.Context, ids []int64) (map[int64]bool, error) {
	has := make(map[int64]bool, len(ids))
	var asked []int64
	for _, id := range ids {
		scope.DependsOn(ctx, cache.Comment(id))
		if _, none := scope.Get[struct{}](ctx, unansweredKey{id}); !none {
			asked = append(asked, id)
		}
	}
	if len(asked) == 0 {
		return has, nil
	}
	// Of all comments most are approved: the status must not lead.
	status := db.Engine.Keep("status") + " IN ('approved', 'hold')"
	parents, err := db.Ints(ctx, "SELECT DISTINCT parent FROM comment WHERE "+status+" AND "+db.Engine.IntsIn("parent"), db.Engine.IntList(asked))
	if err != nil {
		return nil, fmt.Errorf("answers to comments %v: %w", ids, err)
	}
	for _, id := range parents {
		has[id] = true
	}
	return has, nil
}

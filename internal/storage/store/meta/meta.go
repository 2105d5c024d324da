package meta

import (
	"context"
	"fmt"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store/sqldb"
)

// MetaTable is one of the tables that hold further values of a thing.
type MetaTable struct{ Table, Owner string }

var (
	EntryMeta   = MetaTable{"entry_meta", "entry_id"}
	TermMeta    = MetaTable{"term_meta", "term_id"}
	UserMeta    = MetaTable{"account_meta", "account_id"}
	CommentMeta = MetaTable{"comment_meta", "comment_id"}
)

// metaOf is the query for the meta of some owners.
func (db *Store) metaOf(t MetaTable, ids []int64) (text string, arg any) {
	which, arg := db.OfIDs(t.Owner, ids)
	return "SELECT " + t.Owner + ", key, value FROM " + t.Table + " WHERE " + which + " ORDER BY " + t.Owner + ", key, id", arg
}

// Expect says that a transaction reads an owner whose meta it asks for next.
func (db *Store) Expect(ctx context.Context, t MetaTable, ids []int64) {
	if len(ids) != 1 {
		return // the order isn't known
	}
	text, arg := db.metaOf(t, ids)
	db.DB.Expect(ctx, text, arg)
}

// LoadMeta reads the meta of all owners in one statement.
func (db *Store) LoadMeta(ctx context.Context, t MetaTable, ids []int64) (map[int64]content.Meta, error) {
	all := make(map[int64]content.Meta, len(ids))
	if len(ids) == 0 {
		return all, nil
	}
	own, err := db.options.Address(ctx)
	if err != nil {
		return nil, err
	}
	text, arg := db.metaOf(t, ids)
	err = db.Each(sqldb.Quick(ctx), text, []any{arg}, func(scan func(...any) error) error {
		var id int64
		var key, value string
		if err := scan(&id, &key, &value); err != nil {
			return err
		}
		v, err := sqldb.DecodeValue(value)
		if err != nil {
			return fmt.Errorf("value %q of %d: %w", key, id, err)
		}
		m := all[id]
		if m == nil {
			m = content.Meta{}
			all[id] = m
		}
		m[key] = append(m[key], own.DecodeValue(v))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", t.Table, err)
	}
	return all, nil
}

// AddMeta stores values of an owner that has none yet of their keys.
func (db *Store) AddMeta(ctx context.Context, t MetaTable, id int64, meta content.Meta) error {
	const perStatement = 50
	if len(meta) == 0 {
		return nil
	}
	own, err := db.options.Address(ctx)
	if err != nil {
		return err
	}
	var args []any
	flush := func() error {
		if len(args) == 0 {
			return nil
		}
		text := "INSERT INTO " + t.Table + " (" + t.Owner + ", key, compare, value) VALUES (?, ?, ?, ?)" +
			strings.Repeat(", (?, ?, ?, ?)", len(args)/4-1)
		err := db.Queue(ctx, text, args...)
		args = nil
		return err
	}
	for key, values := range meta {
		for _, v := range values {
			v = own.EncodeValue(v)
			value, err := sqldb.EncodeValue(v)
			if err != nil {
				return fmt.Errorf("%s %q of %d: %w", t.Table, key, id, err)
			}
			args = append(args, id, key, sqldb.CompareText(v), value)
			if len(args) == 4*perStatement {
				if err := flush(); err != nil {
					return fmt.Errorf("store %s of %d: %w", t.Table, id, err)
				}
			}
		}
	}
	if err := flush(); err != nil {
		return fmt.Errorf("store %s of %d: %w", t.Table, id, err)
	}
	return nil
}

// SetMeta replaces all values of a key.
func (db *Store) SetMeta(ctx context.Context, t MetaTable, id int64, key string, values []any) error {
	if err := db.Queue(ctx, "DELETE FROM "+t.Table+" WHERE "+t.Owner+" = ? AND key = ?", id, key); err != nil {
		return fmt.Errorf("remove %q of %d from %s: %w", key, id, t.Table, err)
	}
	if len(values) == 0 {
		return nil
	}
	return db.AddMeta(ctx, t, id, content.Meta{key: values})
}

// MetaSize is about what meta takes in memory.
func MetaSize(m content.Meta) int {
	n := 64
	for key, values := range m {
		n += 64 + len(key)
		for _, v := range values {
			n += sqldb.ValueSize(v, 8)
		}
	}
	return n
}

// OrNone is meta that callers may always write to.
func OrNone(m content.Meta) content.Meta {
	if m == nil {
		return content.Meta{}
	}
	return m
}

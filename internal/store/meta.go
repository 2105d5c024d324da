package store

import (
	"context"
	"fmt"
	"strings"

	"quoin/internal/content"
)

// metaTable is one of the tables that hold further values of a thing.
type metaTable struct{ table, owner string }

var (
	entryMeta   = metaTable{"entry_meta", "entry_id"}
	termMeta    = metaTable{"term_meta", "term_id"}
	userMeta    = metaTable{"account_meta", "account_id"}
	commentMeta = metaTable{"comment_meta", "comment_id"}
)

// loadMeta reads the meta of all owners in one statement.
func (db *DB) loadMeta(ctx context.Context, t metaTable, ids []int64) (map[int64]content.Meta, error) {
	all := make(map[int64]content.Meta, len(ids))
	if len(ids) == 0 {
		return all, nil
	}
	own, err := db.address(ctx)
	if err != nil {
		return nil, err
	}
	which, arg := db.ofIDs(t.owner, ids)
	text := "SELECT " + t.owner + ", key, value FROM " + t.table + " WHERE " + which + " ORDER BY " + t.owner + ", key, id"
	err = db.each(quick(ctx), text, []any{arg}, func(scan func(...any) error) error {
		var id int64
		var key, value string
		if err := scan(&id, &key, &value); err != nil {
			return err
		}
		v, err := decodeValue(value)
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
		return nil, fmt.Errorf("read %s: %w", t.table, err)
	}
	return all, nil
}

// addMeta stores values of an owner that has none yet of their keys.
func (db *DB) addMeta(ctx context.Context, t metaTable, id int64, meta content.Meta) error {
	const perStatement = 50
	if len(meta) == 0 {
		return nil
	}
	own, err := db.address(ctx)
	if err != nil {
		return err
	}
	var args []any
	flush := func() error {
		if len(args) == 0 {
			return nil
		}
		text := "INSERT INTO " + t.table + " (" + t.owner + ", key, compare, value) VALUES (?, ?, ?, ?)" +
			strings.Repeat(", (?, ?, ?, ?)", len(args)/4-1)
		err := db.queue(ctx, text, args...)
		args = nil
		return err
	}
	for key, values := range meta {
		for _, v := range values {
			v = own.EncodeValue(v)
			value, err := encodeValue(v)
			if err != nil {
				return fmt.Errorf("%s %q of %d: %w", t.table, key, id, err)
			}
			args = append(args, id, key, compareText(v), value)
			if len(args) == 4*perStatement {
				if err := flush(); err != nil {
					return fmt.Errorf("store %s of %d: %w", t.table, id, err)
				}
			}
		}
	}
	if err := flush(); err != nil {
		return fmt.Errorf("store %s of %d: %w", t.table, id, err)
	}
	return nil
}

// setMeta replaces all values of a key.
func (db *DB) setMeta(ctx context.Context, t metaTable, id int64, key string, values []any) error {
	if err := db.queue(ctx, "DELETE FROM "+t.table+" WHERE "+t.owner+" = ? AND key = ?", id, key); err != nil {
		return fmt.Errorf("remove %q of %d from %s: %w", key, id, t.table, err)
	}
	if len(values) == 0 {
		return nil
	}
	return db.addMeta(ctx, t, id, content.Meta{key: values})
}

// metaSize is about what meta takes in memory.
func metaSize(m content.Meta) int {
	n := 64
	for key, values := range m {
		n += 64 + len(key)
		for _, v := range values {
			n += valueSize(v, 8)
		}
	}
	return n
}

// orNone is meta that callers may always write to.
func orNone(m content.Meta) content.Meta {
	if m == nil {
		return content.Meta{}
	}
	return m
}

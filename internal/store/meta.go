package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"quoin/internal/content"
	"quoin/internal/wire"
)

// metaTable is one of the tables that hold further values of a thing.
type metaTable struct{ table, owner string }

var (
	entryMeta   = metaTable{"entry_meta", "entry_id"}
	termMeta    = metaTable{"term_meta", "term_id"}
	userMeta    = metaTable{"account_meta", "account_id"}
	commentMeta = metaTable{"comment_meta", "comment_id"}
)

// errMetaDepth refuses values that could not be read back.
var errMetaDepth = errors.New("value is nested too deeply")

// encodeValue is the stored form of a value.
func encodeValue(v any) (string, error) {
	if !shallow(v, wire.MaxDepth-1) {
		return "", errMetaDepth
	}
	return string(wire.Encode(v, nil)), nil
}

func shallow(v any, depth int) bool {
	if depth == 0 {
		return false
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if !shallow(item, depth-1) {
				return false
			}
		}
	case *wire.Object:
		for _, m := range v.Members() {
			if !shallow(m.Value, depth-1) {
				return false
			}
		}
	}
	return true
}

// compareLimit is the longest value that is compared as it is.
const compareLimit = 120

// compareText is what values are found by: their text, or a digest of it when
// it is long. Equal texts of different kinds of value compare equal.
func compareText(v any) string {
	var s string
	switch v := v.(type) {
	case nil:
	case string:
		s = v
	case bool:
		if v {
			s = "1"
		}
	case int64:
		s = strconv.FormatInt(v, 10)
	case int:
		s = strconv.Itoa(v)
	default:
		s = string(wire.Encode(v, nil))
	}
	s = clean(s)
	if len(s) <= compareLimit {
		return s
	}
	sum := sha256.Sum256([]byte(s))
	return "sha256:" + hex.EncodeToString(sum[:])
}

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

// decodeValue reads a stored value. Most are plain strings.
func decodeValue(s string) (any, error) {
	if len(s) >= 2 && s[0] == '"' && strings.IndexByte(s, '\\') < 0 {
		return s[1 : len(s)-1], nil
	}
	return wire.Decode([]byte(s))
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

// MetaValues implements content.Store. Values are compared, and told, in the
// form in which they are found.
func (db *DB) MetaValues(ctx context.Context, key string, limit, offset int) (values []string, total int, err error) {
	count := func(scan func(...any) error) error { return scan(&total) }
	if err := db.each(ctx, "SELECT COUNT(DISTINCT m.compare) FROM entry_meta m WHERE m.key = ?", []any{key}, count); err != nil {
		return nil, 0, fmt.Errorf("count the values of %q: %w", key, err)
	}
	err = db.each(ctx, "SELECT m.compare FROM entry_meta m WHERE m.key = ? GROUP BY m.compare ORDER BY MIN(m.id) LIMIT ? OFFSET ?",
		[]any{key, limit, offset}, func(scan func(...any) error) error {
			var v string
			err := scan(&v)
			values = append(values, v)
			return err
		})
	if err != nil {
		return nil, 0, fmt.Errorf("values of %q: %w", key, err)
	}
	return values, total, nil
}

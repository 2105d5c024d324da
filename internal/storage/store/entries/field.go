package entries

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/platform/address"
	"quoin/internal/storage/store/sqldb"
)

// Values of indexed fields stand in entry_field as well as in entry_meta, in bytes that
// compare as the values do. Whoever writes meta writes them, by what the transaction
// sees to be declared; so they are as true as the meta is. docs/adr/0025 tells why.

// NoValue is the row of an entry that has no value of a field.
var NoValue = []byte{0}

// NoText is what a text of which nothing is left is looked for as: no row has it, and it is
// before all that have a value.
var NoText = []byte{0, 0}

// fieldLimit is the length of a folded text, in bytes, up to which texts are compared
// as they are.
const fieldLimit = 400

// FieldBytes is the form in which a value is compared; ok is false for one that the kind
// hasn't, and for one that is none: an empty text, null.
func FieldBytes(own *address.Codec, kind content.FieldKind, v any) (b []byte, ok bool) {
	if kind != content.FieldText {
		n, ok := kind.Number(v)
		return numberBytes(n), ok
	}
	text := content.FieldTextOf(v)
	if text == "" {
		return nil, false
	}
	folded := FoldedText(own, text)
	if len(folded) > fieldLimit {
		sum := sha256.Sum256([]byte(folded))
		return append(append([]byte(folded[:fieldLimit]), 0), sum[:16]...), true
	}
	return []byte(folded), len(folded) > 0
}

func FoldedText(own *address.Codec, text string) string {
	return sqldb.Fold(sqldb.Clean(own.Encode(text)))
}

// numberBytes are bytes in the order of numbers.
func numberBytes(n float64) []byte {
	bits := math.Float64bits(n + 0) // there is one zero
	if bits>>63 == 1 {
		bits = ^bits
	} else {
		bits |= 1 << 63
	}
	return binary.BigEndian.AppendUint64(nil, bits)
}

// fieldRows are the rows of an entry for a field with stored values; never none.
func fieldRows(own *address.Codec, f content.IndexedField, values []any) [][]byte {
	if !f.Many && len(values) > 1 {
		values = values[:1]
	}
	var out [][]byte
	var add func(v any)
	add = func(v any) {
		if list, ok := v.([]any); ok && f.Many {
			for _, one := range list {
				add(one)
			}
			return
		}
		b, ok := FieldBytes(own, f.Kind, v)
		if ok && !slices.ContainsFunc(out, func(o []byte) bool { return string(o) == string(b) }) {
			out = append(out, b)
		}
	}
	for _, v := range values {
		add(v)
	}
	if out == nil {
		out = [][]byte{NoValue}
	}
	return out
}

// IndexedOf are the indexed fields of a type, as ctx sees them.
func (db *Store) IndexedOf(ctx context.Context, typ string) []content.IndexedField {
	if db.Indexed == nil {
		return nil
	}
	return db.Indexed(ctx)[typ]
}

// addFields stores the rows of a new entry.
func (db *Store) addFields(ctx context.Context, own *address.Codec, e *content.Entry) error {
	fields := db.IndexedOf(ctx, e.Type)
	if len(fields) == 0 {
		return nil
	}
	rows := newFieldInserts(db)
	taken := uniqueValues{}
	for _, f := range fields {
		list := fieldRows(own, f, e.Meta[f.Key])
		taken.add(f, list, e.Meta[f.Key])
		rows.add(e.ID, e.Type, string(e.Status), f.Key, list)
	}
	if err := db.free(ctx, e.ID, e.Type, taken); err != nil {
		return err
	}
	return rows.send(ctx)
}

// setField replaces the rows of an entry for a key.
func (db *Store) setField(ctx context.Context, id int64, typ, key string, values []any) error {
	fields := db.IndexedOf(ctx, typ)
	at := slices.IndexFunc(fields, func(f content.IndexedField) bool { return f.Key == key })
	if at < 0 {
		return nil
	}
	own, err := db.options.Address(ctx)
	if err != nil {
		return err
	}
	taken, list := uniqueValues{}, fieldRows(own, fields[at], values)
	taken.add(fields[at], list, values)
	if err := db.free(ctx, id, typ, taken); err != nil {
		return err
	}
	if err := db.Queue(ctx, "DELETE FROM entry_field WHERE entry_id = ? AND key = ?", id, key); err != nil {
		return fmt.Errorf("remove field %q of %d: %w", key, id, err)
	}
	for i, b := range list {
		err := db.Queue(ctx, "INSERT INTO entry_field (entry_id, key, position, type, status, value)"+
			" SELECT e.id, CAST(? AS TEXT), CAST(? AS "+db.Engine.IntType()+"), e.type, e.status, CAST(? AS "+db.Engine.BytesType()+") FROM entry e WHERE e.id = ?", key, int64(i), b, id)
		if err != nil {
			return fmt.Errorf("store field %q of %d: %w", key, id, err)
		}
	}
	return nil
}

// fieldInserts gathers rows.
type fieldInserts struct {
	db   *Store
	args []any
}

func newFieldInserts(db *Store) *fieldInserts { return &fieldInserts{db: db} }

func (x *fieldInserts) add(id int64, typ, status, key string, list [][]byte) {
	for i, b := range list {
		x.args = append(x.args, id, key, int64(i), typ, status, b)
	}
}

// send stores the rows, in statements of bounded size.
func (x *fieldInserts) send(ctx context.Context) error {
	const columns, most = 6, 100
	for len(x.args) > 0 {
		n := min(len(x.args), columns*most)
		text := "INSERT INTO entry_field (entry_id, key, position, type, status, value) VALUES (?, ?, ?, ?, ?, ?)" +
			strings.Repeat(", (?, ?, ?, ?, ?, ?)", n/columns-1)
		if err := x.db.Queue(ctx, text, x.args[:n:n]...); err != nil {
			return fmt.Errorf("store fields: %w", err)
		}
		x.args = x.args[n:]
	}
	return nil
}

// uniqueValues are values that no other entry may have.
type uniqueValues struct{ list []uniqueValue }

type uniqueValue struct {
	field   content.IndexedField
	bytes   []byte
	compare string // as meta is found by
}

func (u *uniqueValues) add(f content.IndexedField, rows [][]byte, values []any) {
	if f.Unique && string(rows[0]) != string(NoValue) {
		u.list = append(u.list, uniqueValue{f, rows[0], sqldb.CompareText(values[0])})
	}
}

// free refuses with a *content.FieldTakenError what another entry of the type has.
func (db *Store) free(ctx context.Context, id int64, typ string, u uniqueValues) error {
	if len(u.list) == 0 {
		return nil
	}
	names := make([]string, len(u.list))
	for i, v := range u.list {
		names[i] = "field " + typ + " " + v.field.Key + " " + hex.EncodeToString(v.bytes)
	}
	slices.Sort(names)
	if err := db.Claim(sqldb.Concurrent(ctx), names...); err != nil {
		return err
	}
	kinds, err := db.EntryCounts(ctx, []string{typ}, []int64{Everyone})
	if err != nil {
		return err
	}
	var statuses []string
	for _, s := range content.Statuses() {
		statuses = append(statuses, string(s))
	}
	for _, k := range kinds {
		statuses = append(statuses, k.Status)
	}
	statuses = sqldb.Distinct(statuses)
	for _, v := range u.list {
		var other int64
		taken, err := db.One(ctx, "SELECT entry_id FROM entry_field WHERE key = ? AND type = ? AND "+db.Engine.TextsIn("status")+" AND value = ? AND entry_id <> ? LIMIT 1",
			[]any{v.field.Key, typ, db.Engine.TextList(statuses), v.bytes, id}, &other)
		if err == nil && !taken && !v.field.Ready {
			taken, err = db.One(ctx, "SELECT e.id FROM entry_meta m JOIN entry e ON e.id = m.entry_id WHERE m.key = ? AND m.compare = ? AND e.type = ? AND e.id <> ? LIMIT 1",
				[]any{v.field.Key, v.compare, typ, id}, &other)
		}
		if err != nil {
			return fmt.Errorf("look for the value of %q: %w", v.field.Key, err)
		}
		if taken {
			return &content.FieldTakenError{Key: v.field.Key}
		}
	}
	return nil
}

// RemakeFields makes the rows of entries of a type again from their meta. The entries are
// locked.
func (db *Store) RemakeFields(ctx context.Context, typ string, ids []int64, fields []content.IndexedField) error {
	if len(ids) == 0 || len(fields) == 0 {
		return nil
	}
	which, arg := db.OfIDs("entry_id", ids)
	if _, err := db.Exec(ctx, "DELETE FROM entry_field WHERE "+which+" AND "+db.Engine.TextsIn("key"), arg, db.Engine.TextList(KeysOf(fields))); err != nil {
		return fmt.Errorf("remove fields: %w", err)
	}
	list, err := db.FieldsOf(ctx, typ, ids, fields)
	if err != nil {
		return err
	}
	rows := newFieldInserts(db)
	for _, r := range list {
		rows.add(r.ID, r.typ, r.status, r.Key, r.Values)
	}
	return rows.send(ctx)
}

func KeysOf(fields []content.IndexedField) []string {
	keys := make([]string, len(fields))
	for i, f := range fields {
		keys[i] = f.Key
	}
	return keys
}

// fieldValues are the rows of an entry for a field.
type fieldValues struct {
	ID               int64
	typ, status, Key string
	Values           [][]byte
}

// FieldsOf are the rows that entries of a type have by their meta, in the order of the
// entries and then of the fields.
func (db *Store) FieldsOf(ctx context.Context, typ string, ids []int64, fields []content.IndexedField) ([]fieldValues, error) {
	own, err := db.options.Address(ctx)
	if err != nil {
		return nil, err
	}
	which, arg := db.OfIDs("entry_id", ids)
	stored := map[int64]content.Meta{}
	err = db.Each(ctx, "SELECT entry_id, key, value FROM entry_meta WHERE "+which+" AND "+db.Engine.TextsIn("key")+" ORDER BY entry_id, key, id",
		[]any{arg, db.Engine.TextList(KeysOf(fields))}, func(scan func(...any) error) error {
			var id int64
			var key, value string
			if err := scan(&id, &key, &value); err != nil {
				return err
			}
			v, err := sqldb.DecodeValue(value)
			if err != nil {
				return fmt.Errorf("value %q of %d: %w", key, id, err)
			}
			if stored[id] == nil {
				stored[id] = content.Meta{}
			}
			stored[id][key] = append(stored[id][key], own.DecodeValue(v))
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("read the meta of fields: %w", err)
	}
	var list []fieldValues
	which, arg = db.OfIDs("e.id", ids)
	err = db.Each(ctx, "SELECT e.id, e.status FROM entry e WHERE "+which+" AND e.type = ? ORDER BY e.id", []any{arg, typ}, func(scan func(...any) error) error {
		r := fieldValues{typ: typ}
		if err := scan(&r.ID, &r.status); err != nil {
			return err
		}
		for _, f := range fields {
			r.Key, r.Values = f.Key, fieldRows(own, f, stored[r.ID][f.Key])
			list = append(list, r)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read entries of fields: %w", err)
	}
	return list, nil
}

// IndexFields implements definition.Index.
func (db *Store) IndexFields(ctx context.Context, typ string, fields []content.IndexedField, after int64, most int) (last int64, n int, err error) {
	err = db.WriteConcurrent(ctx, func(ctx context.Context) error {
		last, n = after, 0
		var ids []int64
		err := db.Each(ctx, "SELECT e.id FROM entry e WHERE e.type = ? AND e.id > ? ORDER BY e.id LIMIT ?"+db.Engine.ForUpdate(), []any{typ, after, int64(most)},
			func(scan func(...any) error) error {
				var id int64
				err := scan(&id)
				ids = append(ids, id)
				return err
			})
		if err != nil || len(ids) == 0 {
			return err
		}
		last, n = ids[len(ids)-1], len(ids)
		return db.RemakeFields(ctx, typ, ids, fields)
	})
	if err != nil {
		return after, 0, fmt.Errorf("index fields of type %s: %w", typ, err)
	}
	return last, n, nil
}

// DropField implements definition.Index.
func (db *Store) DropField(ctx context.Context, typ, key string) error {
	const most = 1000
	for {
		var n int64
		err := db.WriteConcurrent(ctx, func(ctx context.Context) (err error) {
			n, err = db.Exec(ctx, "DELETE FROM entry_field WHERE key = ? AND type = ? AND entry_id IN"+
				" (SELECT entry_id FROM entry_field WHERE key = ? AND type = ? LIMIT ?)", key, typ, key, typ, int64(most))
			return err
		})
		if err != nil {
			return fmt.Errorf("drop field %q of type %s: %w", key, typ, err)
		}
		if n == 0 {
			return nil
		}
	}
}

// SharedValue implements definition.Index.
func (db *Store) SharedValue(ctx context.Context, typ, key string) (a, b int64, err error) {
	_, err = db.One(ctx, "SELECT MIN(m.entry_id), MAX(m.entry_id) FROM entry_meta m JOIN entry e ON e.id = m.entry_id"+
		" WHERE m.key = ? AND m.compare <> '' AND e.type = ? GROUP BY m.compare HAVING COUNT(DISTINCT m.entry_id) > 1 LIMIT 1",
		[]any{key, typ}, &a, &b)
	if err != nil {
		return 0, 0, fmt.Errorf("shared values of %q: %w", key, err)
	}
	return a, b, nil
}

package check

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/platform/address"
	"quoin/internal/platform/cache"
	"quoin/internal/storage/store/comments"
	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/options"
	"quoin/internal/storage/store/sqldb"
)

// optionAddresses tells how far a database of an earlier version has come in
// storing marks instead of addresses: the table and the last id of it, or
// AddressesEncoded.
const optionAddresses = "quoin_addresses"

// AddressesEncoded is the state of a database whose texts are stored with
// marks, as those of a new one are from the start.
const AddressesEncoded = "done"

// SetAddressesEncoded notes that a new database has nothing to encode.
func (db *Store) SetAddressesEncoded(ctx context.Context) error {
	return db.options.SetOption(ctx, optionAddresses, AddressesEncoded)
}

// contentOf is what the columns of an entry tell; see encodedTables.
func contentOf(row []string) *content.Entry {
	return &content.Entry{Type: row[0], Title: row[1], Excerpt: row[2], Content: row[3], GUID: row[4]}
}

// encodedTable is a table with texts that addresses are encoded in.
type encodedTable struct {
	name, columns string
	// encode gives the columns that a row is to have.
	encode func(own *address.Codec, row []string) ([]string, error)
	// after follows a changed row.
	after func(ctx context.Context, db *Store, id int64, row []string) error
}

func encodedTables() []encodedTable {
	plain := func(own *address.Codec, row []string) ([]string, error) { return own.EncodeAll(row), nil }
	meta := func(own *address.Codec, row []string) ([]string, error) {
		v, err := sqldb.DecodeValue(row[0])
		if err != nil {
			return nil, err
		}
		stored := own.EncodeValue(v)
		text, err := sqldb.EncodeValue(stored)
		return []string{text, sqldb.CompareText(stored)}, err
	}
	return []encodedTable{
		{name: "entry", columns: "type, title, excerpt, content, guid",
			encode: func(own *address.Codec, row []string) ([]string, error) {
				e := contentOf(row)
				return []string{row[0], row[1], own.Encode(row[2]), own.Encode(row[3]), entries.StoredGUID(own, e)}, nil
			},
			after: func(ctx context.Context, db *Store, id int64, row []string) error {
				return db.entries.ChangeText(ctx, id, func(t *sqldb.SearchText) { entries.SetStoredText(t, contentOf(row)) })
			}},
		{name: "entry_meta", columns: "value, compare", encode: meta},
		{name: "term_meta", columns: "value, compare", encode: meta},
		{name: "account_meta", columns: "value, compare", encode: meta},
		{name: "comment_meta", columns: "value, compare", encode: meta},
		{name: "term", columns: "description", encode: plain},
		{name: "account", columns: "url", encode: plain},
		{name: "comment", columns: "author_url, content, author_name, author_email, author_ip, fold, person_fold",
			encode: func(own *address.Codec, row []string) ([]string, error) {
				page, words := own.Encode(row[0]), own.Encode(row[1])
				return []string{page, words, row[2], row[3], row[4],
					comments.CommentFold(row[2], page, words), comments.CommentFold(row[3], row[4])}, nil
			}},
	}
}

// encodeBatch is how many rows share a transaction.
const encodeBatch = 200

// EncodeAddresses makes a database of an earlier version store marks instead of
// the address that it had, in all its texts. Interrupted, it goes on where it
// stopped when it is called again; several processes may call it at the same
// time.
func (db *Store) EncodeAddresses(ctx context.Context, base string) error {
	own := address.New(base)
	// Mostly all is done, and nobody may be able to write.
	options, err := db.options.Options(ctx)
	if err != nil {
		return err
	}
	state, _ := options.Get(optionAddresses)
	for done := state == AddressesEncoded; !done; {
		err := db.InTx(ctx, func(ctx context.Context) (err error) {
			done, err = db.EncodeSome(ctx, own)
			return err
		})
		if err != nil {
			return fmt.Errorf("store addresses as marks: %w", err)
		}
	}
	return nil
}

// EncodeSome encodes the next rows and tells whether those were the last ones.
func (db *Store) EncodeSome(ctx context.Context, own *address.Codec) (done bool, err error) {
	options, err := db.options.Options(ctx)
	if err != nil {
		return false, err
	}
	tables := encodedTables()
	stored, _ := options.Get(optionAddresses)
	state, _ := stored.(string)
	if state == AddressesEncoded {
		return true, nil
	}
	name, number, _ := strings.Cut(state, " ")
	after, _ := strconv.ParseInt(number, 10, 64) // none begins at 0
	at := 0
	for i := range tables {
		if tables[i].name == name {
			at = i
		}
	}
	last, n, err := db.encodeRows(ctx, own, tables[at], after)
	switch {
	case err != nil:
		return false, fmt.Errorf("%s after %d: %w", tables[at].name, after, err)
	case n == encodeBatch:
		state = fmt.Sprintf("%s %d", tables[at].name, last)
	case at+1 < len(tables):
		state = tables[at+1].name + " 0"
	default:
		if err := db.encodeOptions(ctx, own); err != nil {
			return false, err
		}
		state, done = AddressesEncoded, true
	}
	return done, db.options.SetOption(ctx, optionAddresses, state)
}

// encodeRows encodes the next rows of a table.
func (db *Store) encodeRows(ctx context.Context, own *address.Codec, t encodedTable, after int64) (last int64, n int, err error) {
	type row struct {
		id   int64
		text []string
	}
	var rows []row
	columns := 1 + strings.Count(t.columns, ",")
	err = db.Each(ctx, "SELECT id, "+t.columns+" FROM "+t.name+" WHERE id > ? ORDER BY id LIMIT ?", []any{after, encodeBatch}, func(scan func(...any) error) error {
		r := row{text: make([]string, columns)}
		dest := []any{&r.id}
		for i := range r.text {
			dest = append(dest, &r.text[i])
		}
		err := scan(dest...)
		rows = append(rows, r)
		return err
	})
	if err != nil {
		return 0, 0, err
	}
	set := "UPDATE " + t.name + " SET " + strings.ReplaceAll(t.columns, ",", " = ?,") + " = ? WHERE id = ?"
	for _, r := range rows {
		last = r.id
		stored, err := t.encode(own, r.text)
		if err != nil {
			return 0, 0, fmt.Errorf("row %d: %w", r.id, err)
		}
		args, changed := []any{}, false
		for i, s := range stored {
			args, changed = append(args, s), changed || s != r.text[i]
		}
		if !changed {
			continue
		}
		if _, err := db.Exec(ctx, set, append(args, r.id)...); err != nil {
			return 0, 0, err
		}
		if t.after != nil {
			if err := t.after(ctx, db, r.id, stored); err != nil {
				return 0, 0, err
			}
		}
	}
	return last, len(rows), nil
}

func (db *Store) encodeOptions(ctx context.Context, own *address.Codec) error {
	stored := map[string]string{}
	err := db.Each(ctx, "SELECT name, value FROM site_option", nil, func(scan func(...any) error) error {
		var name, value string
		if err := scan(&name, &value); err != nil || options.PlainOptions[name] {
			return err
		}
		v, err := sqldb.DecodeValue(value)
		if err != nil {
			return fmt.Errorf("option %q: %w", name, err)
		}
		text, err := sqldb.EncodeValue(own.EncodeValue(v))
		if err == nil && text != value {
			stored[name] = text
		}
		return err
	})
	if err != nil {
		return err
	}
	for name, text := range stored {
		if _, err := db.Exec(ctx, "UPDATE site_option SET value = ? WHERE name = ?", text, name); err != nil {
			return fmt.Errorf("option %q: %w", name, err)
		}
		db.Changed(ctx, cache.Option(name))
	}
	return nil
}

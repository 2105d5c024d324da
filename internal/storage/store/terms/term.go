package terms

import (
	"context"
	"fmt"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/address"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/rowmap"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/meta"
	"quoin/internal/storage/store/sqldb"
)

var termRow = rowmap.Of(
	rowmap.Key("id", func(t *taxonomy.Term) any { return &t.ID }),
	rowmap.Field("taxonomy", func(t *taxonomy.Term) any { return &t.Taxonomy }),
	rowmap.Field("name", func(t *taxonomy.Term) any { return &t.Name }),
	rowmap.Derived("name_key", func(t *taxonomy.Term) any { return sqldb.SortKey(t.Name) }),
	rowmap.Derived("name_fold", func(t *taxonomy.Term) any { return sqldb.FoldColumn(sqldb.Clean(t.Name)) }),
	rowmap.Field("slug", func(t *taxonomy.Term) any { return &t.Slug }),
	rowmap.Field("description", func(t *taxonomy.Term) any { return &t.Description }),
	rowmap.Field("parent", func(t *taxonomy.Term) any { return &t.Parent }),
	rowmap.Key("count", func(t *taxonomy.Term) any { return &t.Count }),
	rowmap.Field("term_group", func(t *taxonomy.Term) any { return &t.Group }),
)

// TermColumns are what scanTerm reads, from a table or alias t.
func (db *Store) TermColumns() string {
	return strings.Replace(termRow.Read("t"), "t.count", db.Engine.TermCount("t"), 1) +
		", EXISTS (SELECT 1 FROM term_meta m WHERE m.term_id = t.id)"
}

// ScanTerm reads a term. Its Meta is nil when there is some to be loaded. What stands
// behind its columns is read to more.
func ScanTerm(own *address.Codec, scan func(...any) error, more ...any) (*taxonomy.Term, error) {
	var meta bool
	t, err := termRow.Scan(scan, append([]any{&meta}, more...)...)
	if !meta {
		t.Meta = content.Meta{}
	}
	t.Description = own.Decode(t.Description)
	return t, err
}

func termArgs(own *address.Codec, t *taxonomy.Term) []any {
	stored := *t
	stored.Description = own.Encode(t.Description)
	return termRow.Values(&stored)
}

type TermKey struct{ ID int64 }

var termKind = sqldb.Kind[taxonomy.Term]{
	Name: "term", Column: "t.id", ID: func(t *taxonomy.Term) int64 { return t.ID },
	Key: func(id int64) any { return TermKey{id} }, Tag: cache.Term, Size: TermSize,
}

func TermSize(t *taxonomy.Term) int {
	return 192 + len(t.Name) + len(t.Slug) + len(t.Description) + meta.MetaSize(t.Meta)
}

// TermByID implements taxonomy.Store.
func (db *Store) TermByID(ctx context.Context, id int64) (*taxonomy.Term, error) {
	return termKind.One(ctx, db.DB, db.TermsByID, id, "term", taxonomy.ErrNotFound)
}

// TermsByID implements taxonomy.Store.
func (db *Store) TermsByID(ctx context.Context, ids []int64) (map[int64]*taxonomy.Term, error) {
	return termKind.ByID(ctx, db.DB, ids, func(where string, arg any) ([]*taxonomy.Term, error) {
		list, err := db.Terms(sqldb.Quick(ctx), "SELECT "+db.TermColumns()+" FROM term t WHERE "+where, arg)
		if err == nil {
			err = db.WithTermMeta(ctx, list)
		}
		if t := db.TermTx(ctx); t != nil && err == nil {
			t.keepTerms(list)
		}
		return list, err
	})
}

func (db *Store) Terms(ctx context.Context, text string, args ...any) ([]*taxonomy.Term, error) {
	own, err := db.options.Address(ctx)
	if err != nil {
		return nil, err
	}
	var list []*taxonomy.Term
	err = db.Each(ctx, text, args, func(scan func(...any) error) error {
		t, err := ScanTerm(own, scan)
		list = append(list, t)
		return err
	})
	return list, err
}

func (db *Store) WithTermMeta(ctx context.Context, list []*taxonomy.Term) error {
	var ids []int64
	for _, t := range list {
		if t.Meta == nil {
			ids = append(ids, t.ID)
		}
	}
	values, err := db.meta.LoadMeta(ctx, meta.TermMeta, ids)
	if err != nil {
		return err
	}
	for _, t := range list {
		if t.Meta == nil {
			t.Meta = meta.OrNone(values[t.ID])
		}
	}
	return nil
}

// TermBySlug implements taxonomy.Store.
func (db *Store) TermBySlug(ctx context.Context, tax, slug string) (*taxonomy.Term, error) {
	scope.DependsOn(ctx, cache.Terms(tax))
	id, err := sqldb.Remembered(ctx, db.DB, termSlugKey{tax, slug}, func(int64) int { return len(tax) + len(slug) }, func() (id int64, err error) {
		_, err = db.One(ctx, "SELECT id FROM term WHERE taxonomy = ? AND slug = ?", []any{tax, slug}, &id)
		return id, err
	}, cache.Terms(tax))
	if err != nil {
		return nil, fmt.Errorf("term %q of %s: %w", slug, tax, err)
	}
	if id == 0 {
		return nil, fmt.Errorf("term %q of %s: %w", slug, tax, taxonomy.ErrNotFound)
	}
	return db.TermByID(ctx, id)
}

// termSlugKey is where the id of a term is remembered, 0 for none.
type termSlugKey struct{ taxonomy, slug string }

// allTermsKey is where the terms of a taxonomy are remembered.
type allTermsKey struct{ taxonomy string }

// AllTerms implements taxonomy.Store. They are ordered by name.
func (db *Store) AllTerms(ctx context.Context, tax string) ([]*taxonomy.Term, error) {
	scope.DependsOn(ctx, cache.Terms(tax))
	db.TextsRead(ctx)
	size := func(list []*taxonomy.Term) int {
		n := 0
		for _, t := range list {
			n += TermSize(t)
		}
		return n
	}
	list, err := sqldb.Remembered(ctx, db.DB, allTermsKey{tax}, size, func() ([]*taxonomy.Term, error) {
		return db.Terms(ctx, "SELECT "+db.TermColumns()+" FROM term t WHERE t.taxonomy = ? ORDER BY t.name_key, t.id", tax)
	}, cache.Terms(tax))
	if err != nil {
		return nil, fmt.Errorf("all terms of %s: %w", tax, err)
	}
	return list, nil
}

func (db *Store) TermChanged(ctx context.Context, id int64, tax string) {
	db.Changed(ctx, cache.Term(id), cache.Terms(tax))
}

// TermsOfEntryChanged notes the terms of an entry, whose counts follow it.
func (db *Store) TermsOfEntryChanged(ctx context.Context, entry int64) error {
	list, err := db.Terms(ctx, "SELECT "+db.TermColumns()+" FROM entry_term x JOIN term t ON t.id = x.term_id WHERE x.entry_id = ?", entry)
	if err != nil {
		return fmt.Errorf("terms of entry %d: %w", entry, err)
	}
	for _, t := range list {
		db.TermChanged(ctx, t.ID, t.Taxonomy)
	}
	return nil
}

// InsertTerm implements taxonomy.Store.
func (db *Store) InsertTerm(ctx context.Context, t *taxonomy.Term) error {
	return db.Write(ctx, func(ctx context.Context) error {
		own, err := db.options.Address(ctx)
		if err != nil {
			return err
		}
		id, err := db.Insert(ctx, "term", termRow.Written(), t.ID, termArgs(own, t)...)
		if err != nil {
			return fmt.Errorf("insert term %q of %s: %w", t.Slug, t.Taxonomy, db.Taken(err, taxonomy.ErrTaken))
		}
		t.ID = id
		db.TermChanged(ctx, id, t.Taxonomy)
		return db.meta.AddMeta(ctx, meta.TermMeta, id, t.Meta)
	})
}

// UpdateTerm implements taxonomy.Store.
func (db *Store) UpdateTerm(ctx context.Context, t *taxonomy.Term) error {
	return db.Write(ctx, func(ctx context.Context) error {
		if err := db.TermTouched(ctx, t.ID); err != nil {
			return err
		}
		own, err := db.options.Address(ctx)
		if err != nil {
			return err
		}
		_, err = db.Exec(ctx, termRow.Update("term")+" WHERE id = ?", append(termArgs(own, t), t.ID)...)
		if err != nil {
			return fmt.Errorf("update term %d: %w", t.ID, db.Taken(err, taxonomy.ErrTaken))
		}
		db.TermChanged(ctx, t.ID, t.Taxonomy)
		return nil
	})
}

// TermTouched notes a change of a term that exists.
func (db *Store) TermTouched(ctx context.Context, id int64) error {
	var tax string
	ok, err := db.One(ctx, "SELECT taxonomy FROM term WHERE id = ?"+db.Engine.ForUpdate(), []any{id}, &tax)
	if err != nil {
		return fmt.Errorf("read term %d: %w", id, err)
	}
	if !ok {
		return fmt.Errorf("term %d: %w", id, taxonomy.ErrNotFound)
	}
	db.TermChanged(ctx, id, tax)
	return nil
}

// DeleteTerm implements taxonomy.Store.
func (db *Store) DeleteTerm(ctx context.Context, id int64) error {
	return db.Write(ctx, func(ctx context.Context) error {
		if err := db.TermTouched(ctx, id); err != nil {
			return err
		}
		// The entries that have it change too.
		err := db.Each(ctx, "SELECT entry_id, type FROM entry_term WHERE term_id = ?", []any{id}, func(scan func(...any) error) error {
			var entry int64
			var typ string
			if err := scan(&entry, &typ); err != nil {
				return err
			}
			t := sqldb.TxOf(ctx, db.DB)
			t.Note(cache.Entry(entry), cache.Entries(typ))
			return nil
		})
		if err != nil {
			return fmt.Errorf("entries of term %d: %w", id, err)
		}
		if _, err := db.Exec(ctx, "DELETE FROM entry_term WHERE term_id = ?", id); err != nil {
			return fmt.Errorf("take term %d off its entries: %w", id, err)
		}
		if _, err := db.Exec(ctx, "DELETE FROM term WHERE id = ?", id); err != nil {
			return fmt.Errorf("delete term %d: %w", id, err)
		}
		return nil
	})
}

// SetTermMeta implements taxonomy.Store.
func (db *Store) SetTermMeta(ctx context.Context, id int64, key string, values ...any) error {
	return db.Write(ctx, func(ctx context.Context) error {
		if err := db.TermTouched(ctx, id); err != nil {
			return err
		}
		return db.meta.SetMeta(ctx, meta.TermMeta, id, key, values)
	})
}

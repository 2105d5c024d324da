package records

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quoin/internal/domain/importer/journal"
	"quoin/internal/platform/rowmap"
)

// importRow are the columns of what was imported, but for the source.
var importRow = rowmap.Of(
	rowmap.Field("old_id", func(e *journal.Entry) any { return &e.Old }),
	rowmap.Field("mark", func(e *journal.Entry) any { return &e.Digest }),
	rowmap.Field("new_id", func(e *journal.Entry) any { return &e.New }),
	rowmap.Field("parent", func(e *journal.Entry) any { return &e.Parent }),
	rowmap.Field("menu_parent", func(e *journal.Entry) any { return &e.MenuParent }),
	rowmap.Field("featured", func(e *journal.Entry) any { return &e.Featured }),
)

// importThere reads journal entries whose entry is there.
func (db *Store) importThere(ctx context.Context, rest string, args ...any) (list []journal.Entry, err error) {
	err = db.Each(ctx, "SELECT "+importRow.Read("x")+" FROM import_entry x JOIN entry e ON e.id = x.new_id WHERE "+rest, args, func(scan func(...any) error) error {
		e, err := importRow.Scan(scan)
		list = append(list, *e)
		return err
	})
	return list, err
}

// ImportedByID implements journal.Store.
func (db *Store) ImportedByID(ctx context.Context, source int64, old []int64) (map[int64]journal.Entry, error) {
	list, err := db.importThere(ctx, "x.source = ? AND "+db.Engine.IntsIn("x.old_id"), source, db.Engine.IntList(old))
	if err != nil {
		return nil, fmt.Errorf("imported entries of source %d: %w", source, err)
	}
	found := make(map[int64]journal.Entry, len(list))
	for _, e := range list {
		found[e.Old] = e
	}
	return found, nil
}

// ImportedByDigest implements journal.Store.
func (db *Store) ImportedByDigest(ctx context.Context, marks []string) (map[string]int64, error) {
	list, err := db.importThere(ctx, db.Engine.TextsIn("x.mark")+" ORDER BY x.source DESC", db.Engine.TextList(marks))
	if err != nil {
		return nil, fmt.Errorf("imported entries by mark: %w", err)
	}
	found := make(map[string]int64, len(list))
	for _, e := range list {
		found[e.Digest] = e.New
	}
	return found, nil
}

// notedTogether is how many notes one statement stores.
const notedTogether = 50

// SaveImported implements journal.Store.
func (db *Store) SaveImported(ctx context.Context, source int64, list ...journal.Entry) error {
	// A statement changes each row once: the last note counts.
	last := make(map[int64]journal.Entry, len(list))
	for _, e := range list {
		last[e.Old] = e
	}
	return db.Write(ctx, func(ctx context.Context) error {
		for some := range slices.Chunk(slices.Sorted(maps.Keys(last)), notedTogether) {
			marks := "(" + importRow.Marks() + ", ?)"
			var args []any
			for _, old := range some {
				e := last[old]
				args = append(append(args, importRow.Values(&e)...), source)
			}
			_, err := db.Exec(ctx, "INSERT INTO import_entry ("+importRow.Written()+", source) VALUES "+marks+strings.Repeat(", "+marks, len(some)-1)+importRow.Replace("source", "old_id"), args...)
			if err != nil {
				return fmt.Errorf("note import of entries %d to %d: %w", some[0], some[len(some)-1], err)
			}
		}
		return nil
	})
}

// PendingEntries implements journal.Store.
func (db *Store) PendingEntries(ctx context.Context, source int64, kind journal.Pending, after int64, limit int) ([]journal.Entry, error) {
	list, err := db.importThere(ctx, "x.source = ? AND x.old_id > ? AND x."+string(kind)+" <> 0 ORDER BY x.old_id LIMIT ?", source, after, limit)
	if err != nil {
		return nil, fmt.Errorf("entries with %s to come: %w", kind, err)
	}
	return list, nil
}

// ClaimFile implements journal.Store.
func (db *Store) ClaimFile(ctx context.Context, source int64, f journal.File) error {
	urls, err := json.Marshal(f.URLs)
	if err != nil {
		return fmt.Errorf("claim file %s: %w", f.Key, err)
	}
	return db.Write(ctx, func(ctx context.Context) error {
		_, err := db.Exec(ctx, "INSERT INTO import_file (source, old_id, file, urls, image, settled) VALUES (?, ?, ?, ?, ?, FALSE)"+
			" ON CONFLICT (source, old_id) DO UPDATE SET file = excluded.file, urls = excluded.urls, image = excluded.image, settled = FALSE",
			source, f.Old, f.Key, string(urls), f.Image)
		if err != nil {
			return fmt.Errorf("claim file %s: %w", f.Key, err)
		}
		return nil
	})
}

func (db *Store) importFiles(ctx context.Context, text string, args ...any) (list []journal.File, err error) {
	err = db.Each(ctx, text, args, func(scan func(...any) error) error {
		var f journal.File
		var urls string
		if err := scan(&f.Old, &f.Key, &urls, &f.Image, &f.Released); err != nil {
			return err
		}
		list = append(list, f)
		return json.Unmarshal([]byte(urls), &list[len(list)-1].URLs)
	})
	return list, err
}

// ClaimedFiles implements journal.Store.
func (db *Store) ClaimedFiles(ctx context.Context, source int64, old []int64) (map[int64]journal.File, error) {
	list, err := db.importFiles(ctx, "SELECT old_id, file, urls, image, settled FROM import_file WHERE source = ? AND "+db.Engine.IntsIn("old_id"), source, db.Engine.IntList(old))
	if err != nil {
		return nil, fmt.Errorf("claimed files of source %d: %w", source, err)
	}
	found := make(map[int64]journal.File, len(list))
	for _, f := range list {
		found[f.Old] = f
	}
	return found, nil
}

// FolderClaims implements journal.Store.
func (db *Store) FolderClaims(ctx context.Context, folder string) (names []string, err error) {
	// "0" is the character after "/".
	err = db.Each(ctx, "SELECT file FROM import_file WHERE file > ? AND file < ?", []any{folder + "/", folder + "0"}, func(scan func(...any) error) error {
		var key string
		if err := scan(&key); err != nil {
			return err
		}
		names = append(names, key[len(folder)+1:])
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("claimed files in %s: %w", folder, err)
	}
	return names, nil
}

// NewFiles implements journal.Store.
func (db *Store) NewFiles(ctx context.Context, source int64, limit int) ([]journal.File, error) {
	list, err := db.importFiles(ctx, "SELECT f.old_id, f.file, f.urls, f.image, f.settled FROM import_file f JOIN import_entry x ON x.source = f.source AND x.old_id = f.old_id"+
		" WHERE f.source = ? AND NOT f.settled ORDER BY f.old_id LIMIT ?", source, limit)
	if err != nil {
		return nil, fmt.Errorf("new files of source %d: %w", source, err)
	}
	return list, nil
}

// ReleaseFiles implements journal.Store.
func (db *Store) ReleaseFiles(ctx context.Context, source, upTo int64) error {
	return db.Write(ctx, func(ctx context.Context) error {
		_, err := db.Exec(ctx, "UPDATE import_file SET settled = TRUE WHERE source = ? AND old_id <= ? AND NOT settled AND EXISTS"+
			" (SELECT 1 FROM import_entry x WHERE x.source = import_file.source AND x.old_id = import_file.old_id)", source, upTo)
		if err != nil {
			return fmt.Errorf("settle files of source %d: %w", source, err)
		}
		return nil
	})
}

// PutOff implements journal.Store.
func (db *Store) PutOff(ctx context.Context, source int64, l journal.Deferred) error {
	return db.Write(ctx, func(ctx context.Context) error {
		_, err := db.Exec(ctx, "INSERT INTO import_later (source, old_id, record) VALUES (?, ?, ?)", source, l.Old, l.Record)
		if err != nil {
			return fmt.Errorf("put off entry %d: %w", l.Old, err)
		}
		return nil
	})
}

// PutOffIDs implements journal.Store.
func (db *Store) PutOffIDs(ctx context.Context, source int64, old []int64) (map[int64]bool, error) {
	list, err := db.Ints(ctx, "SELECT old_id FROM import_later WHERE source = ? AND "+db.Engine.IntsIn("old_id"), source, db.Engine.IntList(old))
	if err != nil {
		return nil, fmt.Errorf("entries put off: %w", err)
	}
	found := make(map[int64]bool, len(list))
	for _, id := range list {
		found[id] = true
	}
	return found, nil
}

// NextPutOff implements journal.Store.
func (db *Store) NextPutOff(ctx context.Context, source int64) (*journal.Deferred, error) {
	var l journal.Deferred
	ok, err := db.One(ctx, "SELECT old_id, record FROM import_later WHERE source = ? ORDER BY id LIMIT 1", []any{source}, &l.Old, &l.Record)
	if err != nil {
		return nil, fmt.Errorf("next entry put off: %w", err)
	}
	if !ok {
		return nil, nil
	}
	return &l, nil
}

// DropPutOff implements journal.Store.
func (db *Store) DropPutOff(ctx context.Context, source, old int64) error {
	return db.Write(ctx, func(ctx context.Context) error {
		if _, err := db.Exec(ctx, "DELETE FROM import_later WHERE source = ? AND old_id = ?", source, old); err != nil {
			return fmt.Errorf("drop entry %d put off: %w", old, err)
		}
		return nil
	})
}

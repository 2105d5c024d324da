package importer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer/journal"
)

// pageSize is how many entries a step of the last part takes at a time.
const pageSize = 200

// finish does what had to wait until every entry is in. Each step can be
// interrupted anywhere and goes on where it stopped.
func (r *run) finish(ctx context.Context) error {
	if !r.source.Open {
		return nil // nothing came in, now or before
	}
	steps := []func(context.Context) error{
		r.finishTerms, r.finishParents, r.finishMenuItems, r.finishMenuParents, r.finishAddresses, r.finishFeatured,
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return fmt.Errorf("finish import: %w", err)
		}
	}
	return r.write(ctx, func(context.Context) error {
		r.source.Open, r.source.Cursor = false, 0
		return nil
	})
}

// pending works off the references of a kind. resolve gets the entry and the
// new id of what it refers to, and clears the reference; those to entries that
// were not imported stay, for a later run may bring them, and are told to
// missing.
func (r *run) pending(ctx context.Context, kind journal.Pending, ref func(*journal.Entry) *int64, resolve func(ctx context.Context, e journal.Entry, to int64) error, missing func()) error {
	// Made up ids are negative.
	after := int64(-1 << 62)
	for {
		list, err := r.Store.PendingEntries(ctx, r.source.ID, kind, after, pageSize)
		if err != nil || len(list) == 0 {
			return err
		}
		after = list[len(list)-1].Old
		var old []int64
		for i := range list {
			old = append(old, *ref(&list[i]))
		}
		found, err := r.Store.ImportedByID(ctx, r.source.ID, old)
		if err != nil {
			return err
		}
		for i := range list {
			if _, ok := found[*ref(&list[i])]; !ok && missing != nil {
				missing()
			}
		}
		if len(found) == 0 {
			continue
		}
		err = r.write(ctx, func(ctx context.Context) error {
			for _, e := range list {
				to, ok := found[*ref(&e)]
				if !ok {
					continue
				}
				if err := resolve(ctx, e, to.New); err != nil {
					return err
				}
				*ref(&e) = 0
				if err := r.Store.SaveImported(ctx, r.source.ID, e); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

func (r *run) finishParents(ctx context.Context) error {
	return r.pending(ctx, journal.PendingParent, func(e *journal.Entry) *int64 { return &e.Parent },
		func(ctx context.Context, e journal.Entry, to int64) error {
			found, err := r.Store.EntryByID(ctx, e.New)
			if err != nil {
				return err
			}
			if found.Parent == to {
				return nil
			}
			circle, err := below(found.ID, to, func(id int64) (int64, error) {
				e, err := r.Store.EntryByID(ctx, id)
				if errors.Is(err, content.ErrNotFound) {
					return 0, nil
				}
				if err != nil {
					return 0, err
				}
				return e.Parent, nil
			})
			if err != nil || circle {
				return err
			}
			// Not Entries.Update: the entry is the one of the file, with its dates and
			// slug, and gets its parent only now.
			found = found.Clone()
			found.Parent = to
			return r.Store.UpdateEntry(ctx, found)
		}, nil)
}

func (r *run) finishMenuParents(ctx context.Context) error {
	return r.pending(ctx, journal.PendingMenu, func(e *journal.Entry) *int64 { return &e.MenuParent },
		func(ctx context.Context, e journal.Entry, to int64) error {
			circle, err := below(e.New, to, func(id int64) (int64, error) {
				item, err := r.Store.EntryByID(ctx, id)
				if errors.Is(err, content.ErrNotFound) {
					return 0, nil
				}
				if err != nil {
					return 0, err
				}
				return item.Meta.Int(menuParent), nil
			})
			if err != nil || circle {
				return err
			}
			return r.setMeta(ctx, e.New, menuParent, to)
		}, nil)
}

func (r *run) finishFeatured(ctx context.Context) error {
	return r.pending(ctx, journal.PendingFeatured, func(e *journal.Entry) *int64 { return &e.Featured },
		func(ctx context.Context, e journal.Entry, to int64) error {
			if e.Featured == to {
				return nil
			}
			return r.setMeta(ctx, e.New, content.MetaFeaturedMedia, to)
		}, func() { r.report.drop(kindFeatured, whyImage) })
}

// setMeta stores an id in the meta of an entry, as exports write it.
func (r *run) setMeta(ctx context.Context, entry int64, key string, id int64) error {
	e, err := r.Store.EntryByID(ctx, entry)
	if err != nil {
		return err
	}
	_, err = r.Entries.SetMeta(ctx, e, content.Meta{key: {strconv.FormatInt(id, 10)}})
	return err
}

// finishMenuItems tries the menu items again that led nowhere. Those that
// still do are left out.
func (r *run) finishMenuItems(ctx context.Context) error {
	for {
		next, err := r.Store.NextPutOff(ctx, r.source.ID)
		if err != nil || next == nil {
			return err
		}
		var stored putOffRecord
		if err := json.Unmarshal([]byte(next.Record), &stored); err != nil || stored.Entry == nil {
			return fmt.Errorf("menu item %d put off: unreadable record", next.Old)
		}
		e := stored.Entry
		rec := &entryRecord{entry: e, old: next.Old, digest: stored.Digest, harmless: harmless(e.Title, e.Content, e.Excerpt)}
		report := newReport()
		err = r.write(ctx, func(ctx context.Context) error {
			report = newReport()
			known, err := r.Store.ImportedByID(ctx, r.source.ID, references(rec.entry))
			if err != nil {
				return err
			}
			w := &batchWriter{run: r, report: report, imported: known, taken: map[int64]bool{}}
			if err := w.menuItem(ctx, rec, false); err != nil {
				return err
			}
			if err := w.saveNotes(ctx); err != nil {
				return err
			}
			return r.Store.DropPutOff(ctx, r.source.ID, next.Old)
		})
		if err != nil {
			return err
		}
		r.report.merge(report)
	}
}

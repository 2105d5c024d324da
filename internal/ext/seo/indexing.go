package seo

import (
	"context"
	"fmt"
	"sync"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/ext"
	"quoin/internal/platform/access"
	"quoin/internal/platform/wire"
)

// How many rows one call of an indexing route makes, and how many texts one of
// the link routes reads.
const (
	indexBatch = 25
	linkBatch  = 5
)

// entryTypes are the types whose entries have rows.
func (s *index) entryTypes() []string {
	var out []string
	for _, t := range s.Types.All() {
		if headed(t) {
			out = append(out, t.Name)
		}
	}
	return out
}

// rowStatuses are those of entries that have rows.
var rowStatuses = []content.Status{content.Publish, content.Future, content.Draft, content.Pending, content.Private}

// missing are entries that were found to have no row: looking for them reads the
// whole index, and a batch takes only some.
type missing struct {
	mu  sync.Mutex
	at  time.Time // when they were found
	ids []int64
}

// How many entries without a row are found at once, and for how long they are
// believed to have none.
const (
	foundAtOnce = 2000
	foundFor    = time.Minute
)

// entriesWithoutRow are some entries that have no row, or had none a moment ago;
// each is told to one caller.
func (s *index) entriesWithoutRow(ctx context.Context, limit int) ([]int64, error) {
	m := &s.missing
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.ids) < limit || s.Clock().Sub(m.at).Abs() > foundFor {
		err := s.DB.InTx(ctx, func(ctx context.Context) error { // what is remembered of lists isn't asked
			m.at, m.ids = s.Clock(), nil
			page, err := s.Store.ListEntries(ctx, content.Query{
				Types: s.entryTypes(), Statuses: rowStatuses, Order: []content.Order{{By: content.ByID}}, Limit: foundAtOnce, SkipTotal: true, OnlyIDs: true,
				Conditions: []content.Condition{s.DB.Restrict(true, "SELECT object_id FROM seo_row WHERE object_type = ? AND version = ?", ofEntry, rowVersion)},
			})
			for _, e := range page.Entries {
				m.ids = append(m.ids, e.ID)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	ids := m.ids[:min(limit, len(m.ids))]
	m.ids = m.ids[len(ids):]
	return ids, nil
}

// indexEntries makes rows for entries that have none. It isn't called in a
// transaction, so that others write between looking for entries and making rows.
func (s *index) indexEntries(ctx context.Context, limit int) (out []*row, err error) {
	ids, err := s.entriesWithoutRow(ctx, limit)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	err = s.DB.InTx(ctx, func(ctx context.Context) error {
		out = nil
		found, err := s.Store.EntriesByID(ctx, ids)
		if err != nil {
			return err
		}
		for _, id := range ids {
			e := found[id]
			if e == nil {
				continue // it was deleted meanwhile
			}
			// What was known of the entry is unknown here, its links are made again.
			r, err := s.keepEntry(ctx, &content.Entry{}, e, false)
			if err != nil {
				return indexFault(err, e.ID, ofEntry)
			}
			if r != nil {
				out = append(out, r)
			}
		}
		return nil
	})
	return out, err
}

// indexFault says which object couldn't be indexed.
func indexFault(err error, id int64, kind string) error {
	return fmt.Errorf("index %s %d: %w", kind, id, err)
}

// indexTerms makes rows for terms that have none.
func (s *index) indexTerms(ctx context.Context, limit int) (out []*row, err error) {
	var taxonomies []string
	for _, t := range s.Taxonomies.All() {
		if t.Public {
			taxonomies = append(taxonomies, t.Name)
		}
	}
	err = s.DB.InTx(ctx, func(ctx context.Context) error {
		out = nil
		page, err := s.Store.ListTerms(ctx, taxonomy.Query{
			Taxonomies: taxonomies, Order: taxonomy.ByID, Limit: limit, SkipTotal: true,
			Conditions: []content.Condition{s.DB.Restrict(true, "SELECT object_id FROM seo_row WHERE object_type = ? AND version = ?", ofTerm, rowVersion)},
		})
		if err != nil {
			return err
		}
		for _, t := range page.Terms {
			r := s.termRow(ctx, t)
			if err := s.storeRow(ctx, r); err != nil {
				return indexFault(err, t.ID, ofTerm)
			}
			out = append(out, r)
		}
		return nil
	})
	return out, err
}

// indexUsers makes rows for users who have none.
func (s *index) indexUsers(ctx context.Context, limit int) (n int, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context) error {
		page, err := s.Store.ListUsers(ctx, user.Query{
			Order: "id", Limit: limit,
			Conditions: []content.Condition{s.DB.Restrict(true, "SELECT object_id FROM seo_row WHERE object_type = ? AND version = ?", ofUser, rowVersion)},
		})
		if err != nil {
			return err
		}
		for _, u := range page.Users {
			if err := s.storeRow(ctx, s.userRow(ctx, u)); err != nil {
				return indexFault(err, u.ID, ofUser)
			}
		}
		n = len(page.Users)
		return nil
	})
	return n, err
}

// indexGeneral makes the rows of pages that stand for no object.
func (s *index) indexGeneral(ctx context.Context) (out []*row, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context) error {
		out = nil
		for _, r := range s.generalRows(ctx) {
			var id int64
			found, err := s.DB.QueryRow(ctx, "SELECT id FROM seo_row WHERE object_type = ? AND object_id = 0 AND object_sub_type = ? AND version = ?",
				[]any{r.kind, r.sub, rowVersion}, &id)
			if err != nil {
				return err
			}
			if found {
				continue
			}
			if err := s.storeRow(ctx, r); err != nil {
				return err
			}
			out = append(out, r)
		}
		return nil
	})
	return out, err
}

// linkRows counts the links of rows of a kind that nobody counted yet.
func (s *index) linkRows(ctx context.Context, kind string, limit int) (out []*row, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context) error {
		var err error
		if out, err = s.rows(ctx, "WHERE object_type = ? AND link_count IS NULL ORDER BY id LIMIT ?", kind, limit); err != nil || len(out) == 0 {
			return err
		}
		ids := make([]int64, len(out))
		for i, r := range out {
			ids[i] = r.object
		}
		texts := map[int64]string{}
		if kind == ofEntry {
			found, err := s.Store.EntriesByID(ctx, ids)
			if err != nil {
				return err
			}
			for id, e := range found {
				texts[id] = e.Content
			}
		} else {
			found, err := s.Store.TermsByID(ctx, ids)
			if err != nil {
				return err
			}
			for id, t := range found {
				texts[id] = t.Description
			}
		}
		for _, r := range out {
			if err := s.storeLinks(ctx, r, s.linksIn(ctx, texts[r.object], r.path), true); err != nil {
				return indexFault(err, r.object, kind)
			}
			if err := s.DB.Changed(ctx, rowTag(kind, r.object)); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// batch answers what one call of a route did, as far as the caller may change what the
// rows are of; the same address goes on where the batch was full.
func (s *index) batch(r *rest.Request, rows []*row, size int) (*rest.Response, error) {
	objects := []any{}
	ids := make([]int64, len(rows))
	for i, o := range rows {
		ids[i] = o.id
	}
	full, err := s.rows(r.Context(), "WHERE "+s.DB.IntsIn("id")+" ORDER BY id", s.DB.IntList(ids))
	if err != nil || len(full) != len(rows) {
		full = rows
	}
	may, err := s.mayChange(r.Context(), r.Actor, full)
	if err != nil {
		return nil, err
	}
	for i, o := range full {
		if may[i] {
			objects = append(objects, s.represent(r.Context(), o))
		}
	}
	var next any = false
	if size > 0 && len(rows) >= size {
		next = wire.Ref{Path: r.Path}
	}
	return rest.OK(wire.NewObject("objects", objects, "next_url", next)), nil
}

// mayChange tells of which rows the actor may change what they are of.
func (s *index) mayChange(ctx context.Context, a access.Actor, rows []*row) ([]bool, error) {
	may := make([]bool, len(rows))
	var ids []int64
	for _, o := range rows {
		if o.kind == ofEntry {
			ids = append(ids, o.object)
		}
	}
	entries, err := s.Store.EntriesByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i, o := range rows {
		switch o.kind {
		case ofEntry:
			e := entries[o.object]
			may[i] = e != nil && s.Entries.CanEdit(ctx, a, e)
		case ofTerm:
			may[i] = a.Can("manage_categories") // the right to edit the terms of every public taxonomy
		case ofUser:
			may[i] = a.ID == o.object || a.Can("edit_users")
		default:
			may[i] = a.Can("manage_options") || a.Can("seo_manage_options")
		}
	}
	return may, nil
}

func (s *index) routeEntries(r *rest.Request) (*rest.Response, error) {
	rows, err := s.indexEntries(r.Context(), indexBatch)
	if err != nil {
		return nil, err
	}
	return s.batch(r, rows, indexBatch)
}

func (s *index) routeTerms(r *rest.Request) (*rest.Response, error) {
	rows, err := s.indexTerms(r.Context(), indexBatch)
	if err != nil {
		return nil, err
	}
	return s.batch(r, rows, indexBatch)
}

func (s *index) routeGeneral(r *rest.Request) (*rest.Response, error) {
	rows, err := s.indexGeneral(r.Context())
	if err != nil {
		return nil, err
	}
	return s.batch(r, rows, 0)
}

func (s *index) routeLinks(kind string) func(r *rest.Request) (*rest.Response, error) {
	return func(r *rest.Request) (*rest.Response, error) {
		rows, err := s.linkRows(r.Context(), kind, linkBatch)
		if err != nil {
			return nil, err
		}
		return s.batch(r, rows, linkBatch)
	}
}

// routeNothing is a step that has nothing to make: types have no lists of their
// own, and what begins and ends is noted.
func (s *index) routeNothing(ends bool) func(r *rest.Request) (*rest.Response, error) {
	return func(r *rest.Request) (*rest.Response, error) {
		if ends {
			if err := optionIndexed.Set(r.Context(), s.Options, s.Clock().Unix()); err != nil {
				return nil, err
			}
		}
		return rest.OK(wire.NewObject("objects", []any{}, "next_url", false)), nil
	}
}

// indexStep makes some rows, and tells how many.
type indexStep struct {
	what string
	step func() (int, error)
}

// buildIndex makes all rows that are missing, and tells how far it is. With analyses it has
// texts analysed too, which the loop that does so leaves for later while many are saved.
func (s *service) buildIndex(ctx context.Context, analyses bool, progress func(what string, n int)) error {
	steps := []indexStep{
		{"entries", func() (int, error) { rows, err := s.index.indexEntries(ctx, 100); return len(rows), err }},
		{"terms", func() (int, error) { rows, err := s.index.indexTerms(ctx, 100); return len(rows), err }},
		{"users", func() (int, error) { return s.index.indexUsers(ctx, 100) }},
		{"general pages", func() (int, error) { rows, err := s.index.indexGeneral(ctx); return len(rows), err }},
		{"links of entries", func() (int, error) { rows, err := s.index.linkRows(ctx, ofEntry, 100); return len(rows), err }},
		{"links of terms", func() (int, error) { rows, err := s.index.linkRows(ctx, ofTerm, 100); return len(rows), err }},
	}
	if analyses {
		steps = append(steps, indexStep{"analyses", func() (int, error) { return s.scores.analysePending(ctx, analyseBatch) }})
	}
	for _, x := range steps {
		for total := 0; ; {
			if err := ctx.Err(); err != nil {
				return err
			}
			n, err := x.step()
			if err != nil {
				return err
			}
			if n == 0 {
				break
			}
			total += n
			progress(x.what, total)
		}
	}
	if err := s.DB.InTx(ctx, func(ctx context.Context) error { return s.index.renew(ctx, s.frontPage(ctx)) }); err != nil {
		return err
	}
	return optionIndexed.Set(ctx, s.Options, s.Clock().Unix())
}

// forget has all rows made again.
func (s *index) forget(ctx context.Context) error {
	if _, err := s.DB.Exec(ctx, "UPDATE seo_row SET version = 0"); err != nil {
		return err
	}
	return s.DB.Changed(ctx)
}

// commandIndex is quoin seo index.
func (s *service) commandIndex(ctx context.Context, c *ext.Call) error {
	if c.Bool("again") {
		if err := s.index.forget(ctx); err != nil {
			return err
		}
	}
	if c.Bool("analyse") {
		if _, err := s.DB.Exec(ctx, "UPDATE seo_row SET pending = TRUE, attempts = 0 WHERE object_type = ? AND NOT protected", ofEntry); err != nil {
			return err
		}
	}
	if err := s.buildIndex(ctx, true, func(what string, n int) { fmt.Fprintf(c.Progress, "%d %s\n", n, what) }); err != nil {
		return err
	}
	return s.index.tell(ctx, c)
}

// tell writes how much is indexed.
func (s *index) tell(ctx context.Context, c *ext.Call) error {
	return s.DB.Query(ctx, "SELECT object_type, COUNT(*) FROM seo_row GROUP BY object_type ORDER BY object_type", nil, func(scan func(...any) error) error {
		var kind string
		var n int64
		if err := scan(&kind, &n); err != nil {
			return err
		}
		return c.Row(ext.Values{"kind": kind, "rows": n}, "%s\t%d", kind, n)
	})
}

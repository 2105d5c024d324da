package content_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
	"quoin/internal/storage/store"
)

// fixture is a site with its own database and a clock that tests set.
type fixture struct {
	*content.Service
	t   *testing.T
	DB  *store.DB
	Now time.Time
}

const admin, writer, other = int64(1), int64(2), int64(3)

func open(t *testing.T, cfg store.Config) *fixture {
	t.Helper()
	cfg.Log = slog.New(slog.DiscardHandler)
	db, err := store.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	f := &fixture{t: t, DB: db, Now: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)}
	types := content.NewTypes(content.Builtin()...)
	options := &site.Site{Store: db, URL: "http://example.org", Clock: func() time.Time { return f.Now }}
	f.Service = &content.Service{
		Store: db, Types: types, Site: options, Policy: content.Policy{Types: types, Site: options, Entries: db},
		Links: &content.Permalinks{Site: options, Types: types, Store: db},
	}
	f.Terms = &taxonomy.Service{Store: db, Entries: f.Service, Taxonomies: taxonomy.NewRegistry(taxonomy.Builtin()...), Site: options}
	return f
}

func newSite(t *testing.T) *fixture {
	t.Helper()
	return open(t, store.Config{Dir: t.TempDir()})
}

func (f *fixture) option(name string, value any) {
	f.t.Helper()
	if err := f.Site.SetOption(f.t.Context(), name, value); err != nil {
		f.t.Fatal(err)
	}
}

func as(id int64, role string) access.Actor { return access.NewActor(id, role, []string{role}) }

// in runs a write in a transaction and returns what it stored.
func (f *fixture) in(fn func(ctx context.Context) (*content.Entry, error)) *content.Entry {
	f.t.Helper()
	e, err := f.try(fn)
	if err != nil {
		f.t.Fatal(err)
	}
	return e
}

func (f *fixture) try(fn func(ctx context.Context) (*content.Entry, error)) (e *content.Entry, err error) {
	err = f.DB.InTx(f.t.Context(), func(ctx context.Context) error {
		e, err = fn(ctx)
		return err
	})
	return e, err
}

func (f *fixture) create(typ string, c content.Change) *content.Entry {
	f.t.Helper()
	return f.in(func(ctx context.Context) (*content.Entry, error) {
		return f.Create(ctx, as(admin, access.Administrator), typ, c)
	})
}

// update changes an entry.
func (f *fixture) update(id int64, c content.Change) *content.Entry {
	f.t.Helper()
	return f.in(func(ctx context.Context) (*content.Entry, error) {
		before, err := f.Store.EntryByID(ctx, id)
		if err != nil {
			return nil, err
		}
		return f.Update(ctx, as(admin, access.Administrator), before, c)
	})
}

func (f *fixture) trash(id int64) *content.Entry {
	f.t.Helper()
	return f.in(func(ctx context.Context) (*content.Entry, error) {
		before, err := f.Store.EntryByID(ctx, id)
		if err != nil {
			return nil, err
		}
		return f.Trash(ctx, as(admin, access.Administrator), before)
	})
}

func (f *fixture) remove(id int64) {
	f.t.Helper()
	f.in(func(ctx context.Context) (*content.Entry, error) {
		e, err := f.Store.EntryByID(ctx, id)
		if err != nil {
			return nil, err
		}
		return e, f.Delete(ctx, e)
	})
}

func (f *fixture) load(id int64) *content.Entry {
	f.t.Helper()
	e, err := f.Store.EntryByID(f.t.Context(), id)
	if err != nil {
		f.t.Fatal(err)
	}
	return e
}

func (f *fixture) exists(id int64) bool {
	_, err := f.Store.EntryByID(f.t.Context(), id)
	return err == nil
}

func (f *fixture) list(q content.Query) []*content.Entry {
	f.t.Helper()
	page, err := f.Store.ListEntries(f.t.Context(), q)
	if err != nil {
		f.t.Fatal(err)
	}
	return page.Entries
}

func ptr[T any](v T) *T { return &v }

func titled(title string, status content.Status) content.Change {
	return content.Change{Title: &title, Status: &status}
}

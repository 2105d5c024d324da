package ext

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"quoin/internal/platform/access"
)

// ran is a door behind which every statement works and is kept.
type ran struct {
	Tables
	texts []string
	args  [][]any
}

func (r *ran) Exec(_ context.Context, text string, args ...any) (int64, error) {
	r.texts, r.args = append(r.texts, text), append(r.args, args)
	return 1, nil
}

func (r *ran) Send(ctx context.Context, text string, args ...any) error {
	_, err := r.Exec(ctx, text, args...)
	return err
}

func (r *ran) Query(ctx context.Context, text string, args []any, _ func(func(...any) error) error) error {
	return r.Send(ctx, text, args...)
}

func (r *ran) QueryRow(ctx context.Context, text string, args []any, _ ...any) (bool, error) {
	return false, r.Send(ctx, text, args...)
}

func (r *ran) Insert(ctx context.Context, text string, args []any, _ ...any) (bool, error) {
	return true, r.Send(ctx, text, args...)
}

func (r *ran) InTx(ctx context.Context, fn func(context.Context) error) error { return fn(ctx) }
func (r *ran) Claim(context.Context, ...string) error                         { return nil }

// An extension that forgets to say who fills a table, or how much, isn't started.
func TestUndeclaredTables(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"sqlite/0001_a.sql":   {Data: []byte("CREATE TABLE x_a (id INTEGER);\ncreate table if not exists X_B (id INTEGER);")},
		"postgres/0001_a.sql": {Data: []byte("CREATE UNLOGGED TABLE x_c (id BIGINT);")},
	}
	all := []Table{{Name: "x_a", Rows: ByStaff}, {Name: "x_b", Rows: ByObjects}, {Name: "x_c", Rows: ByVisitors, Bound: Bound{Most: 1, Order: "id"}}}
	if _, err := NewDoor(&Extension{Migrations: files, Tables: all}, &ran{}); err != nil {
		t.Errorf("all is declared: %v", err)
	}
	for i := range all {
		for what, tables := range map[string][]Table{
			"forgotten":     append(append([]Table{}, all[:i]...), all[i+1:]...),
			"says not who":  append(append([]Table{}, all[:i]...), append([]Table{{Name: all[i].Name}}, all[i+1:]...)...),
			"has no bound":  append(append([]Table{}, all[:i]...), append([]Table{{Name: all[i].Name, Rows: ByVisitors}}, all[i+1:]...)...),
			"has no oldest": append(append([]Table{}, all[:i]...), append([]Table{{Name: all[i].Name, Rows: ByVisitors, Bound: Bound{Most: 5}}}, all[i+1:]...)...),
		} {
			if _, err := NewDoor(&Extension{Migrations: files, Tables: tables}, &ran{}); err == nil || !strings.Contains(err.Error(), all[i].Name) {
				t.Errorf("%s %s: %v", all[i].Name, what, err)
			}
		}
	}
}

// Rows come into a table as it says, by whatever statement and method.
func TestRowsComeAsDeclared(t *testing.T) {
	t.Parallel()
	x := &Extension{Tables: []Table{
		{Name: "x_staff", Rows: ByStaff}, {Name: "x_of", Rows: ByObjects}, {Name: "x_log", Rows: ByVisitors, Bound: Bound{Most: 1, Order: "id"}},
	}}
	editor := access.NewContext(t.Context(), access.Actor{ID: 7})
	anonymous := access.NewContext(t.Context(), access.Actor{})
	visitor := visiting(t.Context())
	for _, c := range []struct {
		text  string
		ctx   context.Context
		taken bool
	}{
		{"INSERT INTO x_staff (id) VALUES (?)", editor, true},
		{"INSERT INTO x_staff (id) VALUES (?)", t.Context(), true},
		{"INSERT INTO x_staff (id) VALUES (?)", anonymous, false},
		{"INSERT INTO x_staff (id) VALUES (?)", visitor, false},
		{"\n  insert or ignore into \"X_STAFF\" (id) values (?)", visitor, false},
		{"UPDATE x_staff SET hits = hits + 1", visitor, true},
		{"INSERT INTO x_of (id) VALUES (?)", visitor, true},
		{"INSERT INTO x_log (id) VALUES (?)", editor, false},
		{"INSERT INTO x_log (id) VALUES (?)", t.Context(), false},
		{"INSERT INTO x_log (id) VALUES (?)", visitor, false},
		{"WITH v AS (INSERT INTO x_log (id) VALUES (?) RETURNING id) SELECT id FROM v", editor, false},
		{"WITH v AS (SELECT 1) SELECT * FROM v", visitor, true},
		{"REPLACE INTO x_log (id) VALUES (?)", editor, false},
		{"INSERT INTO entry (id) VALUES (?)", editor, false},
		{"CREATE TABLE x_more (id INTEGER)", editor, false},
		{"DROP TABLE entry", editor, false},
		{"COPY x_log FROM STDIN", editor, false},
		{"VACUUM", editor, false},
		{"DELETE FROM x_log", visitor, true},
		{"SELECT id FROM x_log", visitor, true},
	} {
		r := &ran{}
		d, err := NewDoor(x, r)
		if err != nil {
			t.Fatal(err)
		}
		for name, run := range map[string]func() error{
			"exec":   func() error { _, err := d.Exec(c.ctx, c.text, 1); return err },
			"send":   func() error { return d.Send(c.ctx, c.text, 1) },
			"insert": func() error { _, err := d.Insert(c.ctx, c.text, nil); return err },
			"query":  func() error { return d.Query(c.ctx, c.text, nil, nil) },
			"row":    func() error { _, err := d.QueryRow(c.ctx, c.text, nil); return err },
		} {
			r.texts = nil
			err := run()
			if (err == nil) != c.taken || (len(r.texts) == 1) != c.taken {
				t.Errorf("%s of %s: %v, ran %q", name, c.text, err, r.texts)
			}
		}
	}
}

// A journal takes rows in places that it gave, each client a share of them, and
// removes the oldest as rows are added.
func TestJournalBoundsItsTable(t *testing.T) {
	t.Parallel()
	r := &ran{}
	x := &Extension{Tables: []Table{
		{Name: "x_log", Rows: ByVisitors, Bound: Bound{Most: 500, Order: "id", Each: "kind"}},
		{Name: "x_count", Rows: ByVisitors, Bound: Bound{Most: 500, Order: "till", Stays: "locked > ?", Whole: true}},
		{Name: "x_staff", Rows: ByStaff},
	}}
	door, err := NewDoor(x, r)
	if err != nil {
		t.Fatal(err)
	}
	h := &Host{Kept: Kept{DB: door}, Own: Own{Clock: func() time.Time { return time.Unix(1000, 0) }}}
	for _, wrong := range []func() (*Journal, error){
		func() (*Journal, error) { return h.Journal("x_staff") },
		func() (*Journal, error) { return h.Journal("x_other") },
		func() (*Journal, error) { return h.Journal("x_log") },
		func() (*Journal, error) { return h.Journal("x_count", "a") },
		func() (*Journal, error) { return (&Host{Kept: Kept{DB: r}}).Journal("x_log", "a") },
	} {
		if _, err := wrong(); err == nil {
			t.Error("a journal is made of what isn't one")
		}
	}
	a, err := h.Journal("x_log", "a")
	if err != nil {
		t.Fatal(err)
	}
	b, _ := h.Journal("x_log", "b")
	var rows []Row
	for range 3000 {
		if place, ok := a.Takes("192.0.2.1"); ok {
			rows = append(rows, Row{place, []any{"a", 1}})
		}
	}
	if len(rows) != 1200 {
		t.Errorf("one client has %d places", len(rows))
	}
	if err := a.Add(visiting(t.Context()), "kind, n", rows); err != nil {
		t.Fatal(err)
	}
	added, removed := 0, 0
	for i, text := range r.texts {
		if strings.HasPrefix(text, "INSERT INTO x_log (kind, n) VALUES (?, ?), (") {
			added += len(r.args[i]) / 2
		} else if strings.HasPrefix(text, "DELETE FROM x_log WHERE kind = ? AND id < ") {
			removed++
		}
	}
	if added != 1200 || removed != 12 {
		t.Errorf("%d rows are added, the oldest looked for %d times: %q", added, removed, r.texts)
	}
	for what, row := range map[string]Row{"no place": {Values: []any{"a"}}, "of another": {Place{b}, []any{"a"}}} {
		if err := a.Add(t.Context(), "kind", []Row{row}); err == nil {
			t.Errorf("a row with %s is taken", what)
		}
	}
	if err := a.Count(t.Context(), "INSERT INTO x_log (kind) VALUES (?)", "a"); err == nil {
		t.Error("a log takes a row as a counter")
	}
	r.texts, r.args = nil, nil
	c, _ := h.Journal("x_count")
	for range 60 {
		if err := c.Count(t.Context(), "INSERT INTO x_count (n) VALUES (?) ON CONFLICT DO NOTHING", 1); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Count(t.Context(), "INSERT INTO x_log (kind) VALUES (?)", "a"); err == nil {
		t.Error("a counter fills another table")
	}
	last := r.texts[50] // with the 51st: a tenth of 500 and one more
	if !strings.HasPrefix(last, "INSERT") || !strings.HasPrefix(r.texts[51], "DELETE FROM x_count WHERE TRUE AND till <") || !strings.HasSuffix(r.texts[51], "AND NOT (locked > ?)") {
		t.Errorf("%q", r.texts[49:53])
	}
	if !h.Bounded(&Parts{}).hasPeriodic("journals") {
		t.Error("nobody thinks of journals of nodes that are restarted often")
	}
}

func (p *Parts) hasPeriodic(name string) bool {
	for _, each := range p.Periodic {
		if each.Name == name {
			return true
		}
	}
	return false
}

package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/storage/store"
)

// siteDump is a dump with its rows.
type siteDump struct {
	tables []store.TableDump
	rows   map[string]*bytes.Buffer
}

func dumpOf(t *testing.T, db *store.DB) siteDump {
	t.Helper()
	d := siteDump{rows: map[string]*bytes.Buffer{}}
	var err error
	d.tables, err = db.Dump(t.Context(), func(table string) (io.Writer, error) {
		d.rows[table] = new(bytes.Buffer)
		return d.rows[table], nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (d siteDump) load(t *testing.T, db *store.DB) error {
	t.Helper()
	return db.Load(t.Context(), d.tables, func(table string) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(d.rows[table].Bytes())), nil
	}, func(store.TableDump) {}, nil)
}

// fill stores something in most tables.
func fill(t *testing.T, db *store.DB) {
	t.Helper()
	ctx := t.Context()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(db.InsertUser(ctx, &user.User{Login: "ann", Email: "ann@example.org", Name: "Ann \u2028 'Ä'", Roles: []string{"editor"}}))
	term := &taxonomy.Term{Taxonomy: "category", Name: "Müsli & more", Slug: "muesli"}
	check(db.InsertTerm(ctx, term))
	for i := range 60 {
		e := &content.Entry{
			Type: content.TypePost, Status: content.Publish, Date: "2026-01-01T00:00:00", DateUTC: "2026-01-01T00:00:00", Slug: fmt.Sprint("s", i),
			Title: fmt.Sprintf("Title <%d> \"quoted\" \U0001F600", i), Content: strings.Repeat("text\n", i), Author: 1,
			Meta: content.Meta{"color": {"red", fmt.Sprint(i)}},
		}
		check(db.InsertEntry(ctx, e))
		check(db.InsertComment(ctx, &comment.Comment{Entry: e.ID, Status: comment.Approved, Type: comment.TypeComment, Content: "said", Date: e.Date, DateUTC: e.Date}))
	}
	last := &content.Entry{Type: content.TypePost, Status: content.Draft, Title: "deleted again"}
	check(db.InsertEntry(ctx, last))
	check(db.DeleteEntry(ctx, last.ID))
	check(db.SetOption(ctx, "blogname", "Ä site"))
	_, err := db.Secret(ctx, "auth")
	check(err)
}

// TestDumpsCrossEngines brings a site from one engine to the other and back:
// all three dumps are the same, and the databases go on where the first ended.
func TestDumpsCrossEngines(t *testing.T) {
	t.Parallel()
	lite := open(t, store.Config{Dir: t.TempDir()})
	fill(t, lite)
	one := dumpOf(t, lite)
	post, again := open(t, store.Config{URL: server.Database(t)}), open(t, store.Config{Dir: t.TempDir()})
	before := one
	for name, db := range map[string]*store.DB{"postgres": post} {
		if err := before.load(t, db); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	two := dumpOf(t, post)
	if diff := cmp.Diff(one.tables, two.tables); diff != "" {
		t.Fatal("on PostgreSQL: " + diff)
	}
	if err := two.load(t, again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(one.tables, dumpOf(t, again).tables); diff != "" {
		t.Fatal("back on SQLite: " + diff)
	}
	for name, db := range map[string]*store.DB{"sqlite": lite, "postgres": post, "again": again} {
		page, err := db.ListEntries(t.Context(), content.Query{Types: []string{"post"}, Search: &content.Search{Terms: []string{"title <7>"}}})
		if err != nil || len(page.Entries) != 1 || page.Total != 1 {
			t.Errorf("%s: the search finds %d of %d, %v", name, len(page.Entries), page.Total, err)
		}
		e := &content.Entry{Type: content.TypePost, Status: content.Publish, Title: "next"}
		if err := db.InsertEntry(t.Context(), e); err != nil || e.ID != 62 {
			t.Errorf("%s: the next entry has the id %d, %v", name, e.ID, err)
		}
		all, err := db.ListEntries(t.Context(), content.Query{Types: []string{"post"}, Statuses: []content.Status{content.Publish}, OnlyTotal: true})
		if err != nil || all.Total != 61 {
			t.Errorf("%s: %d entries are counted, want 61, %v", name, all.Total, err)
		}
	}
}

// TestLoadRefuses tries what mustn't be loaded; the database stays as it was.
func TestLoadRefuses(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		source := open(t, store.Config{Dir: t.TempDir()})
		fill(t, source)
		good := dumpOf(t, source)
		for name, spoil := range map[string]func(d *siteDump){
			"changed row": func(d *siteDump) {
				d.rows["entry"] = bytes.NewBuffer(bytes.Replace(good.rows["entry"].Bytes(), []byte("Title"), []byte("Total"), 1))
			},
			"lost row": func(d *siteDump) {
				_, rest, _ := bytes.Cut(good.rows["comment"].Bytes(), []byte("\n"))
				d.rows["comment"] = bytes.NewBuffer(rest)
			},
			"half a row":      func(d *siteDump) { d.rows["entry"] = bytes.NewBuffer(good.rows["entry"].Bytes()[:1000]) },
			"value of a kind": func(d *siteDump) { d.rows["site_option"] = bytes.NewBufferString("[1,2]\n") },
			"foreign table":   func(d *siteDump) { d.tables = append(d.tables, store.TableDump{Name: "account; --"}) },
			"other columns":   func(d *siteDump) { d.tables[0].Columns = []string{"id"} },
		} {
			bad := siteDump{tables: append([]store.TableDump(nil), good.tables...), rows: map[string]*bytes.Buffer{}}
			for table, rows := range good.rows {
				bad.rows[table] = rows
			}
			spoil(&bad)
			if err := bad.load(t, db); err == nil {
				t.Fatalf("%s: was loaded", name)
			}
		}
		if err := good.load(t, db); err != nil {
			t.Fatalf("after the bad ones: %v", err)
		}
		if err := good.load(t, db); !errors.Is(err, store.ErrNotEmpty) {
			t.Errorf("into a full one: %v", err)
		}
	})
}

// TestDumpIsOneMoment dumps while transactions write pairs that belong
// together.
func TestDumpIsOneMoment(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		var writers sync.WaitGroup
		stop := make(chan struct{})
		for w := range 4 {
			writers.Go(func() {
				for i := 0; ; i++ {
					select {
					case <-stop:
						return
					default:
					}
					e := &content.Entry{Type: content.TypePost, Status: content.Publish, Title: fmt.Sprint(w, i), Meta: content.Meta{"a": {"1"}, "b": {"2"}}}
					if err := db.InsertEntry(t.Context(), e); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		for range 10 {
			d := dumpOf(t, db)
			rows := map[string]int64{}
			for _, table := range d.tables {
				rows[table.Name] = table.Rows
			}
			if rows["entry_meta"] != 2*rows["entry"] || rows["entry_text"] != rows["entry"] {
				t.Errorf("a dump has %d entries, %d values of meta and %d texts", rows["entry"], rows["entry_meta"], rows["entry_text"])
			}
		}
		close(stop)
		writers.Wait()
	})
}

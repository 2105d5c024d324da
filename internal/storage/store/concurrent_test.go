package store_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// concurrentSite is a site that several stores write to at the same time. It knows
// what was acknowledged.
type concurrentSite struct {
	t     *testing.T
	nodes []*store.DB
	terms []int64

	mu      sync.Mutex
	entries []int64
	marks   map[int64][]string // by entry, in its texts and meta
	gone    map[int64]bool
	remarks map[int64]int // comments by entry
	options int
	marked  atomic.Int64
	tries   atomic.Int64
}

// TestConcurrentWriters has many goroutines write through two stores, and
// compares what is left with what was acknowledged, and the counters with a
// count: the result must be one of some order of the transactions.
func TestConcurrentWriters(t *testing.T) {
	t.Parallel()
	config := store.Config{URL: server.Database(t)}
	s := &concurrentSite{
		t: t, nodes: []*store.DB{open(t, config), open(t, config)},
		marks: map[int64][]string{}, gone: map[int64]bool{}, remarks: map[int64]int{},
	}
	for i := range 3 {
		term := &taxonomy.Term{Taxonomy: taxonomy.Tag, Name: fmt.Sprint("Term ", i), Slug: fmt.Sprint("term-", i)}
		if err := s.nodes[0].InsertTerm(t.Context(), term); err != nil {
			t.Fatal(err)
		}
		s.terms = append(s.terms, term.ID)
	}
	for i := range 4 {
		s.create(s.nodes[i%2], rand.New(rand.NewPCG(7, uint64(i))))
	}
	steps := 25
	if n, err := strconv.Atoi(os.Getenv("QUOIN_SOAK")); err == nil {
		steps *= n
	}
	const writers = 16
	var writing sync.WaitGroup
	for i := range writers {
		writing.Go(func() {
			r := rand.New(rand.NewPCG(1, uint64(i)))
			db, other := s.nodes[i%2], s.nodes[1-i%2]
			for range steps {
				switch n := r.IntN(20); {
				case n < 4:
					s.create(db, r)
				case n < 9:
					s.change(db, other, r)
				case n < 12:
					s.mark(db, r)
				case n < 15:
					s.remark(db, r)
				case n < 17:
					s.list(db, r)
				case n < 18:
					s.count(db)
				case n < 19:
					s.remove(db, r)
				default:
					if err := db.Enqueue(t.Context(), "test", fmt.Sprint(r.IntN(3)), nil, time.Now()); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	writing.Wait()
	s.check()
	t.Logf("%d entries, %d marks, %d tries", len(s.entries), s.marked.Load(), s.tries.Load())
}

// beside runs a transaction that is declared to be fit for it.
func (s *concurrentSite) concurrent(by string, db *store.DB, fn func(ctx context.Context) error, changes ...int64) error {
	return db.InTx(scope.Concurrent(s.t.Context(), by, changes...), func(ctx context.Context) error {
		s.tries.Add(1)
		return fn(ctx)
	})
}

// pick is an entry that was there a moment ago: mostly one of a few, so that
// writers meet.
func (s *concurrentSite) pick(r *rand.Rand) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.entries); r.IntN(4) == 0 {
		return s.entries[r.IntN(n)]
	}
	there := slices.DeleteFunc(slices.Clone(s.entries), func(id int64) bool { return s.gone[id] })
	return there[r.IntN(min(3, len(there)))]
}

// settle settles what may have happened to an entry that isn't there.
func (s *concurrentSite) settle(id int64, err error) (there bool) {
	if err == nil {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !errors.Is(err, content.ErrNotFound) || !s.gone[id] {
		s.t.Error(err)
	}
	return false
}

// create stores an entry with the first slug of a row that is free.
func (s *concurrentSite) create(db *store.DB, r *rand.Rand) {
	e := &content.Entry{
		Type: "post", Status: content.Publish, Author: int64(1 + r.IntN(2)), CommentStatus: "open", Meta: content.Meta{},
		Date: "2024-01-01T00:00:00", DateUTC: "2024-01-01T00:00:00", Modified: "2024-01-01T00:00:00", ModifiedUTC: "2024-01-01T00:00:00",
	}
	if r.IntN(3) == 0 {
		e.Status = content.Draft
	}
	base, terms := fmt.Sprint("slug-", r.IntN(3)), []int64{s.terms[r.IntN(3)], s.terms[r.IntN(3)]}
	err := s.concurrent("create", db, func(ctx context.Context) error {
		e.ID, e.Slug = 0, ""
		candidates := []string{base}
		for n := 2; e.Slug == ""; n += 8 {
			taken, err := db.SlugsTaken(ctx, candidates, []string{"post"}, nil, 0)
			if err != nil {
				return err
			}
			for _, c := range candidates {
				if !taken[c] && e.Slug == "" {
					e.Slug = c
				}
			}
			candidates = nil
			for i := range 8 {
				candidates = append(candidates, fmt.Sprint(base, "-", n+i))
			}
		}
		var err error
		if e.ID, err = db.ReserveEntry(ctx); err != nil {
			return err
		}
		e.GUID = fmt.Sprint("http://example.org/?p=", e.ID)
		if err := db.InsertEntry(ctx, e); err != nil {
			return err
		}
		counts, err := db.CountByStatus(ctx, "post")
		if err == nil && counts[e.Status] == 0 {
			err = errors.New("a transaction doesn't count its own entry")
		}
		if err != nil {
			return err
		}
		return db.SetEntryTerms(ctx, e.ID, taxonomy.Tag, terms)
	})
	if err != nil {
		s.t.Error(err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.entries = append(s.entries, e.ID)
}

// change adds a mark to one of the texts of an entry, by what was read of it,
// and looks on the other node whether it is there.
func (s *concurrentSite) change(db, other *store.DB, r *rand.Rand) {
	id, mark, place := s.pick(r), fmt.Sprintf("<%d>", s.marked.Add(1)), r.IntN(3)
	var told []int64 // what it changes is told at times, and found out at others
	if place > 0 {
		told = []int64{id}
	}
	err := s.concurrent("change", db, func(ctx context.Context) error {
		e, err := db.EntryByID(ctx, id)
		if err != nil {
			return err
		}
		e = e.Clone()
		switch place {
		case 0:
			e.Title += mark
		case 1:
			e.Excerpt += mark
		default:
			e.Content += mark
			if e.Status = content.Publish; r.IntN(2) == 0 {
				e.Status = content.Draft
			}
		}
		return db.UpdateEntry(ctx, e)
	}, told...)
	if !s.settle(id, err) {
		return
	}
	s.acknowledge(id, mark)
	for _, node := range []*store.DB{db, other} {
		e, err := node.EntryByID(scope.New(s.t.Context()), id)
		if s.settle(id, err) && !strings.Contains(e.Title+e.Excerpt+e.Content, mark) {
			s.t.Errorf("entry %d doesn't show mark %s at once", id, mark)
		}
	}
}

// mark adds a mark to a list in the meta of an entry, which leaves its row as
// it is.
func (s *concurrentSite) mark(db *store.DB, r *rand.Rand) {
	id, mark := s.pick(r), fmt.Sprintf("<%d>", s.marked.Add(1))
	err := s.concurrent("mark", db, func(ctx context.Context) error {
		e, err := db.EntryByID(ctx, id)
		if err != nil {
			return err
		}
		return db.SetEntryMeta(ctx, id, "marks", append(slices.Clone(e.Meta["marks"]), mark)...)
	})
	if s.settle(id, err) {
		s.acknowledge(id, mark)
	}
}

func (s *concurrentSite) acknowledge(id int64, mark string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.marks[id] = append(s.marks[id], mark)
}

func (s *concurrentSite) remark(db *store.DB, r *rand.Rand) {
	id := s.pick(r)
	err := s.concurrent("remark", db, func(ctx context.Context) error {
		if _, err := db.EntryByID(ctx, id); err != nil {
			return err
		}
		return db.InsertComment(ctx, &comment.Comment{
			Entry: id, Status: comment.Approved, Type: comment.TypeComment, Content: "x", Date: "2024-01-01T00:00:00", DateUTC: "2024-01-01T00:00:00",
		})
	})
	if s.settle(id, err) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.remarks[id]++
	}
}

// list gives an entry other terms, and looks through a list meanwhile.
func (s *concurrentSite) list(db *store.DB, r *rand.Rand) {
	id, terms := s.pick(r), []int64{s.terms[r.IntN(3)]}
	err := s.concurrent("list", db, func(ctx context.Context) error {
		e, err := db.EntryByID(ctx, id)
		if err != nil {
			return err
		}
		if err := db.SetEntryTerms(ctx, id, taxonomy.Tag, terms); err != nil {
			return err
		}
		page, err := db.ListEntries(ctx, content.Query{
			Types: []string{"post"}, IDs: []int64{id}, Terms: []content.TermFilter{{Taxonomy: taxonomy.Tag, Terms: terms}},
		})
		if err == nil && (page.Total != 1 || len(page.Entries) != 1) {
			err = fmt.Errorf("entry %d of status %s isn't listed by the term that it was given: %+v", id, e.Status, page)
		}
		return err
	})
	s.settle(id, err)
}

// count changes an option by what it was.
func (s *concurrentSite) count(db *store.DB) {
	err := db.InTx(s.t.Context(), func(ctx context.Context) error {
		all, err := db.Options(ctx)
		if err != nil {
			return err
		}
		n, _ := store.Stored(all, "counted").(int64)
		return db.SetOption(ctx, "counted", n+1)
	})
	if err != nil {
		s.t.Error(err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.options++
}

func (s *concurrentSite) remove(db *store.DB, r *rand.Rand) {
	id := s.pick(r)
	s.mu.Lock()
	few := len(s.entries)-len(s.gone) < 4
	if !few {
		s.gone[id] = true
	}
	s.mu.Unlock()
	if few {
		return
	}
	// Declared to be fit, though it isn't: it has to come out all the same.
	if err := s.concurrent("remove", db, func(ctx context.Context) error { return db.DeleteEntry(ctx, id) }); err != nil {
		s.t.Error(err)
	}
}

// check compares what is there with what was acknowledged.
func (s *concurrentSite) check() {
	t, ctx := s.t, s.t.Context()
	t.Helper()
	for i, db := range s.nodes {
		all, err := db.Options(scope.New(ctx))
		if err != nil || store.Stored(all, "counted") != int64(s.options) {
			t.Errorf("node %d: %v counted, %d acknowledged (%v)", i, store.Stored(all, "counted"), s.options, err)
		}
		for _, id := range s.entries {
			e, err := db.EntryByID(scope.New(ctx), id)
			if s.gone[id] {
				if !errors.Is(err, content.ErrNotFound) {
					t.Errorf("node %d: entry %d was deleted: %v", i, id, err)
				}
				continue
			}
			if err != nil {
				t.Error(err)
				continue
			}
			text := e.Title + e.Excerpt + e.Content + fmt.Sprint(e.Meta["marks"])
			for _, mark := range s.marks[id] {
				if strings.Count(text, mark) != 1 {
					t.Errorf("node %d: entry %d has mark %s %d times in %q", i, id, mark, strings.Count(text, mark), text)
				}
			}
			if n := strings.Count(text, "<"); n != len(s.marks[id]) {
				t.Errorf("node %d: entry %d has %d marks, %d acknowledged", i, id, n, len(s.marks[id]))
			}
			if e.CommentCount != int64(s.remarks[id]) {
				t.Errorf("node %d: entry %d counts %d comments, %d acknowledged", i, id, e.CommentCount, s.remarks[id])
			}
		}
	}
	for _, query := range []string{
		"SELECT 'slug ' || slug FROM entry GROUP BY slug HAVING COUNT(*) > 1",
		"SELECT 'entries ' || COALESCE(c.type, r.type) || ' ' || COALESCE(c.status, r.status) || ' ' || COALESCE(c.author, r.author) || ': ' || COALESCE(c.n, 0) || ' counted, ' || COALESCE(r.n, 0)" +
			" FROM (SELECT * FROM entry_count WHERE n <> 0) c FULL JOIN (SELECT type, status, author, COUNT(*) AS n FROM entry GROUP BY type, status, author" +
			" UNION ALL SELECT type, status, -1, COUNT(*) FROM entry GROUP BY type, status) r" +
			" ON c.type = r.type AND c.status = r.status AND c.author = r.author WHERE c.n IS DISTINCT FROM r.n",
		"SELECT 'term ' || COALESCE(c.term_id, r.term_id) || ': ' || COALESCE(c.n, 0) || ' counted, ' || COALESCE(r.n, 0)" +
			" FROM (SELECT * FROM term_count WHERE n <> 0) c FULL JOIN (SELECT term_id, type, status, COUNT(*) AS n FROM entry_term GROUP BY term_id, type, status) r" +
			" ON c.term_id = r.term_id AND c.type = r.type AND c.status = r.status WHERE c.n IS DISTINCT FROM r.n",
		"SELECT 'term ' || t.id FROM term t WHERE (SELECT COALESCE(SUM(c.n), 0) FROM term_count c WHERE c.term_id = t.id AND c.status = 'publish')" +
			" <> (SELECT COUNT(*) FROM entry_term x WHERE x.term_id = t.id AND x.status = 'publish')",
		"SELECT 'entry ' || x.entry_id || ' differs from its terms' FROM entry_term x JOIN entry e ON e.id = x.entry_id WHERE e.status <> x.status OR e.type <> x.type",
		"SELECT 'job ' || key FROM job GROUP BY kind, key HAVING COUNT(*) > 1",
	} {
		err := store.Each(s.nodes[0], ctx, query, nil, func(scan func(...any) error) error {
			var wrong string
			err := scan(&wrong)
			t.Error(wrong)
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

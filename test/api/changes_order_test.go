package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"quoin/internal/app"
)

// wrote is what a writer was answered: a change that was committed. Those of one
// object are in the order of n.
type wrote struct {
	object string
	event  string
	n      int
}

// TestEveryChangeIsToldOnce lets writers on two nodes change objects of their own
// and objects of all, while readers follow by cursor in pages of random sizes and
// as streams, on both nodes. Each must be told every committed change once, and
// those of one object in their order.
func TestEveryChangeIsToldOnce(t *testing.T) {
	t.Parallel()
	for _, e := range []engine{{"sqlite"}, {"postgres"}} {
		t.Run(e.name, func(t *testing.T) {
			first := changing(t, e, app.Config{})
			nodes := []*server{first}
			if e.name == "postgres" {
				c := first.app.Config
				nodes = append(nodes, first.node(app.Config{DatabaseURL: c.DatabaseURL, Extensions: c.Extensions}))
			}
			start := first.changes("editor", "", "").Cursor
			publicStart := first.changes("", "", "").Cursor
			var streams []*listener
			var again []func(since string) *listener
			for _, s := range nodes {
				s.follow()
				srv := s.listening()
				streams = append(streams, s.listen(srv, "editor", start), s.listen(srv, "editor", start))
				for range 2 {
					again = append(again, func(since string) *listener { return s.listen(srv, "editor", since) })
				}
			}
			const writers = 6
			steps := 60
			if e.name == "postgres" {
				steps = 40
			}
			if testing.Short() {
				steps = 15
			}
			shared := make([]string, 3)
			for i := range shared {
				shared[i] = first.make("/core/v2/posts", map[string]any{"title": "Shared", "status": "publish"})
			}
			var mu sync.Mutex
			var done []wrote
			for _, id := range shared {
				done = append(done, wrote{"post " + id, "created", 0})
			}
			note := func(object, event string, n int) {
				mu.Lock()
				defer mu.Unlock()
				done = append(done, wrote{object, event, n})
			}
			var running atomic.Int64
			running.Store(writers)
			var writing, reading sync.WaitGroup
			for w := range writers {
				writing.Go(func() {
					defer running.Add(-1)
					rnd := rand.New(rand.NewPCG(uint64(w), 7))
					s := nodes[w%len(nodes)]
					own, n := "", 0
					for i := range steps {
						switch k := rnd.IntN(10); {
						case k < 3:
							// What several change counts as often as it is answered.
							id := shared[rnd.IntN(len(shared))]
							if a := s.do("administrator", "POST", "/api/core/v2/posts/"+id, map[string]any{"title": fmt.Sprint(w, i)}); a.status == 200 {
								note("post "+id, "updated", -1)
							} else if a.status >= 500 {
								t.Errorf("%d %s", a.status, a.body)
							}
						case k == 3:
							// A write that is refused at its end leaves nothing.
							if a := s.do("administrator", "POST", "/api/core/v2/posts", map[string]any{"title": "No", "meta": map[string]any{"footnotes": map[string]any{"no": 1}}, "status": "nothing"}); a.status < 400 {
								t.Errorf("%d %s", a.status, a.body)
							}
						case own == "":
							a := s.do("administrator", "POST", "/api/core/v2/posts", map[string]any{"title": "Own", "status": []string{"draft", "publish"}[rnd.IntN(2)]})
							if a.status != 201 {
								t.Errorf("%d %s", a.status, a.body)
								return
							}
							own, n = valueAt(a.json(t), "id"), 0
							note("post "+own, "created", n)
						case k == 9:
							if a := s.do("administrator", "DELETE", "/api/core/v2/posts/"+own+"?force=true", nil); a.status != 200 {
								t.Errorf("%d %s", a.status, a.body)
								return
							}
							n++
							note("post "+own, "deleted", n)
							own = ""
						default:
							if a := s.do("administrator", "POST", "/api/core/v2/posts/"+own, map[string]any{"content": fmt.Sprint(i), "status": []string{"draft", "publish"}[rnd.IntN(2)]}); a.status != 200 {
								t.Errorf("%d %s", a.status, a.body)
								return
							}
							n++
							note("post "+own, "updated", n)
						}
					}
				})
			}
			// Readers go on until they are told nothing more after the last write.
			type heard struct {
				who  string
				list []feedItem
			}
			results := make(chan heard, 8)
			for i := range 4 {
				reading.Go(func() {
					rnd := rand.New(rand.NewPCG(uint64(i), 9))
					role, cursor := "editor", start
					if i == 3 {
						role, cursor = "", publicStart
					}
					var list []feedItem
					for {
						last := running.Load() == 0
						got := nodes[rnd.IntN(len(nodes))].changes(role, cursor, fmt.Sprint("limit=", 1+rnd.IntN(20)))
						list, cursor = append(list, got.Changes...), got.Cursor
						if last && !got.More && len(got.Changes) == 0 {
							break
						}
					}
					results <- heard{fmt.Sprint("reader ", i, role), list}
				})
			}
			writing.Wait()
			reading.Wait()
			close(results)
			byWho := map[string][]feedItem{}
			for h := range results {
				byWho[h.who] = h.list
			}
			total := len(done)
			for i, l := range streams {
				var list []feedItem
				for len(list) < total {
					c, ok := l.next()
					if !ok {
						// Rights may have changed, as far as the server knows: clients
						// come back and go on.
						if c = (feedItem{}); len(list) > 0 {
							c = list[len(list)-1]
						}
						l = again[i](cmp.Or(c.Cursor, start))
						continue
					}
					list = append(list, c)
				}
				byWho[fmt.Sprint("stream ", i)] = list
			}

			want := map[string]int{}
			for _, w := range done {
				want[w.event+" "+w.object]++
			}
			var order string
			for who, list := range byWho {
				if strings.HasSuffix(who, "3") && strings.HasPrefix(who, "reader") {
					checkReader(t, who, list, byWho["reader 0editor"])
					continue
				}
				got, cursors := map[string]int{}, map[string]bool{}
				for _, c := range list {
					got[fmt.Sprintf("%s post %d", c.Event, c.ID)]++
					if cursors[c.Cursor] {
						t.Errorf("%s is told twice of %v", who, c)
					}
					cursors[c.Cursor] = true
				}
				if !maps.Equal(got, want) {
					t.Errorf("%s is told %v\nwant %v", who, got, want)
				}
				checkOrder(t, who, list)
				b, _ := json.Marshal(list) // can't fail
				if order == "" {
					order = string(b)
				} else if order != string(b) {
					t.Errorf("%s is told in another order, or other things", who)
				}
			}
			t.Logf("%d changes, told to %d", total, len(byWho))
			if total < writers*steps/3 {
				t.Errorf("only %d changes: it tests nothing", total)
			}
		})
	}
}

// checkOrder looks whether each object is created first and deleted last.
func checkOrder(t *testing.T, who string, list []feedItem) {
	t.Helper()
	state := map[int64]string{}
	for _, c := range list {
		was := state[c.ID]
		if (c.Event == "created") != (was == "" || was == "deleted" && c.Public) || was == "deleted" {
			t.Errorf("%s: %d is %s after %q", who, c.ID, c.Event, was)
		}
		state[c.ID] = c.Event
	}
}

// checkReader holds what visitors are told against what editors are: the changes
// of what was public before or after.
func checkReader(t *testing.T, who string, list, all []feedItem) {
	t.Helper()
	var want []string
	public := map[int64]bool{}
	for _, c := range all {
		was, is := public[c.ID], c.Public && c.Event != "deleted"
		public[c.ID] = is
		event := cmp.Or(map[[2]bool]string{{false, true}: "created", {true, true}: "updated", {true, false}: "deleted"}[[2]bool{was, is}])
		if event != "" {
			want = append(want, fmt.Sprint(event, c.ID, c.Cursor))
		}
	}
	var got []string
	for _, c := range list {
		got = append(got, fmt.Sprint(c.Event, c.ID, c.Cursor))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s is told %d changes, want %d:\n%v\n%v", who, len(got), len(want), got, want)
	}
}

// TestLateCommits has transactions that began first commit last: the feed must
// neither pass over them nor tell what isn't committed.
func TestLateCommits(t *testing.T) {
	t.Parallel()
	s := changing(t, engine{"postgres"}, app.Config{})
	f := s.follower("editor")
	var open []*pgx.Conn
	for id := range 4 {
		conn, err := pgx.Connect(t.Context(), s.app.Config.DatabaseURL)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(context.Background())
		for _, text := range []string{
			"BEGIN",
			"INSERT INTO changes_change (mark, at, object, type, object_id, entry_id, name, path, was_path, event, public)" +
				fmt.Sprintf(" VALUES (1, 1, 'entry', 'post', %d, 0, '', '', '', 2, 0)", 1000+id),
		} {
			if _, err := conn.Exec(t.Context(), text); err != nil {
				t.Fatal(err)
			}
		}
		open = append(open, conn)
	}
	end := func(i int, how, want string) {
		t.Helper()
		if _, err := open[i].Exec(t.Context(), how); err != nil {
			t.Fatal(err)
		}
		if got := f.hears(); got != want {
			t.Errorf("after %s of %d: %q, want %q", how, i, got, want)
		}
	}
	if got := f.hears(); got != "" {
		t.Errorf("told before the commit: %s", got)
	}
	end(3, "COMMIT", "updated post 1003")
	end(1, "ROLLBACK", "")
	end(0, "COMMIT", "updated post 1000")
	end(2, "COMMIT", "updated post 1002")
	if got := f.hears(); got != "" {
		t.Errorf("told twice: %s", got)
	}
}

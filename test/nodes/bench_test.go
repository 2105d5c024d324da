package nodes

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/storage/store/pgtest"
)

// bar is what a benchmark of writers is to reach.
type bar struct {
	rate  float64 // a second at least
	most  float64 // milliseconds of processor time for each at most, of nodes, database and clients
	times float64 // as many as the row before at least, unless the processors are busy
}

// fullyBusy is above how much of their time processors are all that limits a benchmark.
const fullyBusy = 0.9

// BenchmarkCreates tells how many entries processes create together, over 32
// connections, or 32 to each: beside their database, 1 ms away from it each way, and where
// the disk takes a while for each flush. What they are to reach is printed with what they do.
func BenchmarkCreates(b *testing.B) {
	var before measured
	for _, bench := range []struct {
		name         string
		nodes        int
		writers      int
		delay, flush time.Duration
		bar          bar
	}{
		{"one node", 1, connections, 0, 0, bar{most: 1.7}},
		{"two nodes", 2, connections, 0, 0, bar{}},
		{"one node, 1 ms each way", 1, connections, time.Millisecond, 0, bar{}},
		{"two nodes, 1 ms each way", 2, connections, time.Millisecond, 0, bar{}},
		{"one node, 1 ms each way, 2 ms a flush", 1, connections, time.Millisecond, 2 * time.Millisecond, bar{rate: 600}},
		{"one node, 1 ms each way, 20 ms a flush", 1, connections, time.Millisecond, 20 * time.Millisecond, bar{rate: 400}},
		{"two nodes, 1 ms each way, 20 ms a flush", 2, 2 * connections, time.Millisecond, 20 * time.Millisecond, bar{times: 1.5}},
	} {
		var now measured
		ran := b.Run(bench.name, func(b *testing.B) {
			c := startAt(b, bench.nodes, bench.delay, bench.flush)
			now = c.write(b, bench.writers, "creates/s", func(base string, i int64) error {
				return c.wants(201)(c.ask(base, "POST", "/api/core/v2/posts", map[string]any{
					"title": fmt.Sprint("Written ", i), "status": "publish", "categories": []int{1},
					"content": "<!-- wp:paragraph --><p>Some words of a post.</p><!-- /wp:paragraph -->",
				}, nil))
			})
		})
		if ran && now.rate > 0 {
			now.hold("creates, "+bench.name, bench.bar, before)
		}
		before = now
	}
}

// BenchmarkOthersBesideFlushes writes what isn't new entries on a disk that takes 20 ms for
// a flush: each connection updates an entry of its own, comments on it, or follows a
// redirect, whose visits are counted.
func BenchmarkOthersBesideFlushes(b *testing.B) {
	for _, bench := range []struct {
		name string
		fn   func(c *cluster, base string, entry, i int64) error
	}{
		{"updates", func(c *cluster, base string, entry, i int64) error {
			return c.wants(200)(c.ask(base, "POST", fmt.Sprint("/api/core/v2/posts/", entry), map[string]any{"title": fmt.Sprint("Changed ", i)}, nil))
		}},
		{"comments", func(c *cluster, base string, entry, i int64) error {
			return c.wants(201)(c.ask(base, "POST", "/api/core/v2/comments", map[string]any{"post": entry, "content": fmt.Sprint("Said ", i)}, nil))
		}},
		{"redirects", func(c *cluster, base string, entry, _ int64) error {
			return c.wants(301)(c.ask(base, "GET", fmt.Sprint("/once-", entry), nil, nil))
		}},
	} {
		var now measured
		ran := b.Run(bench.name, func(b *testing.B) {
			c := startAt(b, 1, time.Millisecond, 20*time.Millisecond)
			c.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
			base := c.nodes[0].Base
			// So many that no two connections are at the same one, also when one of them is slow.
			var entries [4 * connections]int64
			for i := range entries {
				var made struct{ ID int64 }
				if err := c.wants(201)(c.ask(base, "POST", "/api/core/v2/posts", map[string]any{"title": fmt.Sprint("Entry ", i), "status": "publish"}, &made)); err != nil {
					b.Fatal(err)
				}
				entries[i] = made.ID
				if err := c.wants(200)(c.ask(base, "POST", "/api/redirection/v1/redirect", map[string]any{
					"url": fmt.Sprint("/once-", made.ID), "match_type": "url", "action_type": "url", "action_code": 301, "group_id": 1,
					"action_data": map[string]any{"url": fmt.Sprint("/?p=", made.ID)},
				}, nil)); err != nil {
					b.Fatal(err)
				}
			}
			now = c.write(b, connections, bench.name+"/s", func(base string, i int64) error { return bench.fn(c, base, entries[i%int64(len(entries))], i) })
		})
		if ran && now.rate > 0 {
			now.hold(bench.name+", 1 ms each way, 20 ms a flush", bar{rate: 400}, measured{})
		}
	}
}

// connections is over how many connections the benchmarks write.
const connections = 32

// startAt starts nodes on a database so far away, whose disk takes so long for a flush.
func startAt(b *testing.B, nodes int, delay, flush time.Duration) *cluster {
	on := &server
	if flush > 0 {
		on = &pgtest.Server{Flush: flush}
		b.Cleanup(on.Stop)
	}
	database := on.Database(b)
	if delay > 0 {
		database = on.Delayed(b, database, delay)
	}
	c := start(b, database, nodes)
	c.server = on
	return c
}

// wants returns an error for an answer with another status.
func (c *cluster) wants(status int) func(int, error) error {
	return func(got int, err error) error {
		if err == nil && got != status {
			err = fmt.Errorf("status %d", got)
		}
		return err
	}
}

// write runs fn over so many connections to all nodes and tells how often a second, and
// the processor time of each.
func (c *cluster) write(b *testing.B, writers int, unit string, fn func(base string, i int64) error) measured {
	var next, fails atomic.Int64
	run := func(n int64) {
		n += next.Load()
		var writing sync.WaitGroup
		for i := range writers {
			base := c.nodes[i%len(c.nodes)].Base
			writing.Go(func() {
				for fails.Load() == 0 {
					i := next.Add(1)
					if i > n {
						return
					}
					if err := fn(base, i); err != nil {
						fails.Add(1)
						b.Error(err)
					}
				}
			})
		}
		writing.Wait()
		next.Store(n)
	}
	run(int64(2 * writers)) // connections are made, statements prepared
	before := c.spent()
	b.ResetTimer()
	run(int64(b.N))
	b.StopTimer()
	m := c.spent().since(before, b.N, b.Elapsed())
	b.ReportMetric(m.rate, unit)
	b.ReportMetric(m.nodes, "nodes-ms/op")
	b.ReportMetric(m.database, "database-ms/op")
	b.ReportMetric(m.clients, "clients-ms/op")
	return m
}

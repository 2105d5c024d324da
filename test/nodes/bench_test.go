package nodes

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/storage/store/pgtest"
)

// BenchmarkCreates creates posts with a category over 32 connections: on a fast disk, far
// from the database, and on disks that take their time for each flush.
func BenchmarkCreates(b *testing.B) {
	for _, bench := range []struct {
		name         string
		nodes        int
		delay, flush time.Duration
	}{
		{"one node", 1, 0, 0},
		{"two nodes", 2, 0, 0},
		{"one node, 1 ms each way", 1, time.Millisecond, 0},
		{"two nodes, 1 ms each way", 2, time.Millisecond, 0},
		{"one node, 1 ms each way, 2 ms a flush", 1, time.Millisecond, 2 * time.Millisecond},
		{"one node, 1 ms each way, 20 ms a flush", 1, time.Millisecond, 20 * time.Millisecond},
		{"two nodes, 1 ms each way, 20 ms a flush", 2, time.Millisecond, 20 * time.Millisecond},
	} {
		b.Run(bench.name, func(b *testing.B) {
			c := startAt(b, bench.nodes, bench.delay, bench.flush)
			c.write(b, "creates/s", func(base string, i int64) error {
				return c.wants(201)(c.ask(base, "POST", "/api/core/v2/posts", map[string]any{
					"title": fmt.Sprint("Written ", i), "status": "publish", "categories": []int{1},
					"content": "<!-- wp:paragraph --><p>Some words of a post.</p><!-- /wp:paragraph -->",
				}, nil))
			})
		})
	}
}

// BenchmarkOthersBesideFlushes writes what isn't new entries on a disk that takes 20 ms for
// a flush: each connection updates an entry of its own, or comments on it.
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
	} {
		b.Run(bench.name, func(b *testing.B) {
			c := startAt(b, 1, time.Millisecond, 20*time.Millisecond)
			var entries [connections]int64
			for i := range entries {
				var made struct{ ID int64 }
				if err := c.wants(201)(c.ask(c.nodes[0].Base, "POST", "/api/core/v2/posts", map[string]any{"title": fmt.Sprint("Entry ", i), "status": "publish"}, &made)); err != nil {
					b.Fatal(err)
				}
				entries[i] = made.ID
			}
			c.write(b, bench.name+"/s", func(base string, i int64) error { return bench.fn(c, base, entries[i%connections], i) })
		})
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
	return start(b, database, nodes)
}

// wants is the error of an answer that hasn't a status.
func (c *cluster) wants(want int) func(status int, err error) error {
	return func(status int, err error) error {
		if err == nil && status != want {
			err = fmt.Errorf("answered %d instead of %d", status, want)
		}
		return err
	}
}

// write runs fn b.N times over all connections, and tells how many a second.
func (c *cluster) write(b *testing.B, unit string, fn func(base string, i int64) error) {
	var next, fails atomic.Int64
	run := func(n int64) {
		n += next.Load()
		var writing sync.WaitGroup
		for i := range connections {
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
	run(2 * connections) // connections are made, statements prepared
	b.ResetTimer()
	run(int64(b.N))
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), unit)
}

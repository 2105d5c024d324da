package nodes

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// BenchmarkCreates creates posts with a category over 32 connections.
func BenchmarkCreates(b *testing.B) {
	for _, bench := range []struct {
		name  string
		nodes int
		delay time.Duration
	}{
		{"one node", 1, 0},
		{"two nodes", 2, 0},
		{"one node, 1 ms each way", 1, time.Millisecond},
		{"two nodes, 1 ms each way", 2, time.Millisecond},
	} {
		b.Run(bench.name, func(b *testing.B) {
			database := server.Database(b)
			if bench.delay > 0 {
				database = server.Delayed(b, database, bench.delay)
			}
			c := start(b, database, bench.nodes)
			const connections = 32
			var next, fails atomic.Int64
			run := func(n int64) {
				next.Store(0)
				var writing sync.WaitGroup
				for i := range connections {
					base := c.nodes[i%len(c.nodes)].Base
					writing.Go(func() {
						for i := next.Add(1); i <= n && fails.Load() == 0; i = next.Add(1) {
							status, err := c.ask(base, "POST", "/api/core/v2/posts", map[string]any{
								"title": fmt.Sprint("Written ", i), "status": "publish", "categories": []int{1},
								"content": "<!-- wp:paragraph --><p>Some words of a post.</p><!-- /wp:paragraph -->",
							}, nil)
							if err != nil || status != 201 {
								fails.Add(1)
								b.Errorf("%d %v", status, err)
							}
						}
					})
				}
				writing.Wait()
			}
			run(2 * connections) // connections are made, statements prepared
			b.ResetTimer()
			run(int64(b.N))
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "creates/s")
		})
	}
}

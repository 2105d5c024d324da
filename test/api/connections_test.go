package api

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"quoin/internal/app"
	"quoin/internal/storage/store"
)

// TestDatabaseConnections has many clients read and write at a server that may have few
// connections: it answers all of them, and never has more.
func TestDatabaseConnections(t *testing.T) {
	t.Parallel()
	address := postgres.Database(t)
	s := start(t, app.Config{DatabaseURL: address, DatabaseConnections: store.LeastConnections})
	s.follow()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var most atomic.Int64
	over, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		for {
			var n int64
			if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()").Scan(&n); err != nil {
				t.Error(err)
				return
			}
			most.Store(max(most.Load(), n))
			select {
			case <-over:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	var clients sync.WaitGroup
	for i := range 24 {
		clients.Go(func() {
			for j := range 2 {
				if a := s.do("editor", "POST", "/api/core/v2/posts", map[string]any{"title": fmt.Sprint(i, " ", j), "status": "publish"}); a.status != 201 {
					t.Errorf("create: %d %s", a.status, a.body)
				}
				for _, path := range []string{fmt.Sprint("/api/core/v2/posts?per_page=5&search=", i), "/api/quoin/v1/changes"} {
					if a := s.do("", "GET", path, nil); a.status != 200 {
						t.Errorf("%s: %d %s", path, a.status, a.body)
					}
				}
			}
		})
	}
	clients.Wait()
	close(over)
	<-watched
	if n := most.Load(); n > store.LeastConnections || n < store.LeastConnections/2 {
		t.Errorf("there were %d connections, %d are allowed", n, store.LeastConnections)
	}
}

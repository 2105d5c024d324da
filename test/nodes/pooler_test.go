package nodes

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"quoin/test/program"
)

// TestNodesThroughPooler has 32 writers write through two nodes that reach their database
// through PgBouncer alone, which gives each transaction any of four connections, and hear of
// each other over the server itself; one of them is killed meanwhile. What
// TestNodesKilledUnderWriters holds, holds here, the feed of changes tells of all that was
// acknowledged, and what one node shows follows what the other one writes.
func TestNodesThroughPooler(t *testing.T) {
	t.Parallel()
	direct := server.Database(t)
	c := serve(t, program.Site{Database: server.Pooled(t, direct, "max_client_conn = 300"), Listen: direct}, 2)
	var from struct{ Cursor string }
	if status, err := c.ask(c.nodes[0].Base, "GET", "/api/quoin/v1/changes", nil, &from); err != nil || status != 200 {
		t.Fatalf("%d %v", status, err)
	}
	l := underWriters(t, c, 200, 1)
	for i, node := range l.nodes {
		l.checkFeed(i, node, from.Cursor)
	}
	c.heard(t)
}

// checkFeed reads the changes since a cursor: each acknowledged post is told of.
func (l *ledger) checkFeed(i int, node *program.Process, since string) {
	l.t.Helper()
	told := map[int64]bool{}
	for more := true; more; {
		var feed struct {
			Changes []struct {
				ID   int64
				Type string
			}
			Cursor string
			More   bool
		}
		if status, err := l.ask(node.Base, "GET", "/api/quoin/v1/changes?limit=100&types=post&since="+url.QueryEscape(since), nil, &feed); err != nil || status != 200 {
			l.t.Fatalf("node %d after %q: %d %v", i, since, status, err)
		}
		for _, c := range feed.Changes {
			told[c.ID] = true
		}
		since, more = feed.Cursor, feed.More
	}
	for id := range l.posts {
		if !told[id] {
			l.t.Errorf("node %d: the feed doesn't tell of post %d", i, id)
		}
	}
}

// heard looks whether a cached answer of one node follows each write through the other.
func (c *cluster) heard(t *testing.T) {
	t.Helper()
	var made struct{ ID int64 }
	if status, err := c.ask(c.nodes[0].Base, "POST", "/api/core/v2/posts", map[string]any{"title": "First", "status": "publish"}, &made); err != nil || status != http.StatusCreated {
		t.Fatalf("%d %v", status, err)
	}
	path := fmt.Sprint("/api/core/v2/posts/", made.ID)
	shown := func() string {
		t.Helper()
		res, err := c.client.Get(c.nodes[1].Base + path + "?_fields=title")
		if err != nil {
			t.Fatal(err)
		}
		body, err := readAll(res)
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	for i := range 20 {
		old := shown()
		if status, err := c.ask(c.nodes[0].Base, "POST", path, map[string]any{"title": fmt.Sprint("Title ", i)}, nil); err != nil || status != http.StatusOK {
			t.Fatalf("%d %v", status, err)
		}
		for written := time.Now(); shown() == old; time.Sleep(time.Millisecond) {
			if time.Since(written) > agreeWithin {
				t.Fatalf("write %d isn't shown by the other node", i)
			}
		}
	}
}

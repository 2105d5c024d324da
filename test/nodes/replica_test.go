package nodes

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"quoin/internal/storage/store/pgtest"
)

// TestReplicaInAnotherRegion serves a site from two regions: one node is beside the
// database, the other one far from it and beside a standby. Pages and lists that the far
// node makes cost no way to the database, cached ones neither; what is written in the
// other region is seen.
func TestReplicaInAnotherRegion(t *testing.T) {
	t.Parallel()
	primary := &pgtest.Server{Durable: true}
	t.Cleanup(primary.Stop)
	database := primary.Database(t)
	c := start(t, database, 1)
	standby := primary.Spare(t)
	const ocean = 40 * time.Millisecond
	far, messages := primary.Far(t, database, ocean)
	c.site.Database, c.site.Replica = far, standby.At(t, database)
	c.nodes = append(c.nodes, c.serve(t))
	here, there := c.nodes[0], c.nodes[1]
	write := func(title string) {
		t.Helper()
		err := c.wants(http.StatusCreated)(c.ask(here.Base, "POST", "/api/core/v2/posts", map[string]any{"title": title, "status": "publish"}, nil))
		if err != nil {
			t.Fatal(err)
		}
	}
	read := func(path string) string {
		t.Helper()
		res, err := c.client.Get(there.Base + path)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %v %s", path, res.StatusCode, err, b)
		}
		return string(b)
	}
	for i := range 12 {
		write(fmt.Sprint("First ", i))
	}
	// What is made once per process or per change of the site has been made.
	paths := []string{"/?made=%d", "/api/core/v2/posts?exclude=%d", "/wp-json/wp/v2/posts?per_page=5&_embed=1&offset=%d", "/?s=first&n=%d", "/feed/?n=%d",
		"/api/core/v2/posts?search=first&exclude=%d", "/api/core/v2/comments?exclude=%d", "/api/core/v2/categories?exclude=%d", "/category/uncategorized/?n=%d", "/author/admin/?n=%d"}
	n := 0
	for _, path := range paths {
		read(fmt.Sprintf(path, n))
	}
	// The node finds the standby within seconds, and reads there.
	cost := func(rounds int, fn func()) int64 {
		before := messages()
		for range rounds {
			fn()
		}
		return messages() - before
	}
	const rounds = 5
	uncached := func() {
		t.Helper()
		for _, path := range paths {
			n++
			read(fmt.Sprintf(path, 1000+n))
		}
	}
	sent := int64(0)
	for range 30 {
		began := time.Now()
		sent = cost(rounds, uncached)
		// Each second the node looks for changes, and how far the standby is.
		if looks := 4 + 4*int64(time.Since(began)/time.Second); sent <= looks {
			sent = 0
			break
		}
		time.Sleep(200 * time.Millisecond)
	}
	if sent > 0 {
		t.Errorf("%d messages went to the far database for %d answers", sent, rounds*len(paths))
	}
	cached := read("/feed/?n=1")
	if sent := cost(50, func() { read("/feed/?n=1") }); sent > 10 {
		t.Errorf("%d messages went to the far database for 50 cached answers", sent)
	}
	for i := range 5 {
		title := fmt.Sprint("Edited over there ", i)
		began := time.Now()
		write(title)
		for !strings.Contains(read("/feed/?n=1"), title) {
			if time.Since(began) > 30*time.Second {
				t.Fatalf("%q isn't seen: %s", title, cached)
			}
			time.Sleep(5 * time.Millisecond)
		}
		t.Log("seen after", time.Since(began))
	}
}

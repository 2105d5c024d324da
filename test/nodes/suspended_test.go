//go:build unix

package nodes

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"quoin/test/program"
)

// TestSuspendedNode stops a process for longer than nodes may differ, as a machine that is
// paused does, and changes a page on another: the first answer after it goes on is new.
func TestSuspendedNode(t *testing.T) {
	t.Parallel()
	c := start(t, server.Database(t), 2)
	read := func(p *program.Process) string {
		res, err := c.client.Get(p.Base + "/wp-json/wp/v2/posts?_fields=title")
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		b, err := readAll(res)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%d %v %s", res.StatusCode, err, b)
		}
		return string(b)
	}
	stands := c.nodes[1]
	for i := range 3 {
		read(stands)
		read(stands) // from the cache
		if err := stands.Suspend(); err != nil {
			t.Fatal(err)
		}
		title := fmt.Sprint("Written meanwhile ", i)
		status, err := c.ask(c.nodes[0].Base, "POST", "/api/core/v2/posts", map[string]any{"title": title, "status": "publish"}, nil)
		if err != nil || status != http.StatusCreated {
			t.Fatal(status, err)
		}
		time.Sleep(4 * time.Second)
		if err := stands.Resume(); err != nil {
			t.Fatal(err)
		}
		if got := read(stands); !strings.Contains(got, title) {
			t.Errorf("the first answer after it went on: %s", got)
		}
	}
}

// TestTwoServersOnOneFolder begins a second server on a site in a file: it is refused in
// one line, the first goes on.
func TestTwoServersOnOneFolder(t *testing.T) {
	t.Parallel()
	c := start(t, "", 1)
	out, err := c.site.Command("serve", "--listen", "127.0.0.1:0").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "another server serves the site") || strings.Count(strings.TrimSpace(string(out)), "\n") != 0 {
		t.Errorf("%v: %s", err, out)
	}
	if status, err := c.ask(c.nodes[0].Base, "GET", "/api/core/v2/posts", nil, nil); err != nil || status != http.StatusOK {
		t.Error(status, err)
	}
	if err := c.nodes[0].Kill(); err != nil {
		t.Fatal(err)
	}
	c.serve(t)
}

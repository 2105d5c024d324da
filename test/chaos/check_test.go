package chaos

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

// listed is an entry or a comment as lists in edit context show it.
type listed struct {
	ID      int64
	Title   struct{ Raw string }
	Excerpt struct{ Raw string }
	Content struct{ Raw string }
	Link    string
	Place   string `json:"source_url"`
}

// get reads what must be there, as the administrator.
func (c *chaos) get(i int, path string, into any) http.Header {
	c.Helper()
	req, err := http.NewRequest("GET", c.node[i].now().Base+path, nil)
	if err != nil {
		c.Fatal(err)
	}
	req.Header.Set("Authorization", c.authorization)
	for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		res, err := c.client.Do(req)
		if err != nil {
			c.Fatalf("GET %s: %v", path, err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil {
			c.Fatalf("GET %s: %v", path, err)
		}
		if res.StatusCode == http.StatusServiceUnavailable && time.Now().Before(deadline) {
			continue // a connection of a pool may be broken yet
		}
		if res.StatusCode != http.StatusOK {
			c.Fatalf("GET %s: %d %.300s", path, res.StatusCode, body)
		}
		if err := json.Unmarshal(body, into); err != nil {
			c.Fatalf("GET %s: %v", path, err)
		}
		return res.Header
	}
}

// all reads a list, the newest first, back to an id.
func (c *chaos) all(i int, path string, since int64) (list []listed) {
	c.Helper()
	sep := "?"
	if strings.Contains(path, "?") {
		sep = "&"
	}
	for page := 1; ; page++ {
		var part []listed
		h := c.get(i, fmt.Sprintf("%s%scontext=edit&orderby=id&order=desc&per_page=100&page=%d", path, sep, page), &part)
		for _, e := range part {
			if e.ID <= since {
				return list
			}
			list = append(list, e)
		}
		if len(part) == 0 || h.Get("X-WP-TotalPages") == fmt.Sprint(page) {
			return list
		}
	}
}

// check holds what is stored against what was answered.
func (l *ledger) check() {
	l.Helper()
	for i := range l.node {
		l.checkEntries(i, l.all(i, "/api/core/v2/posts", l.since))
		l.checkUploads(i, l.all(i, "/api/core/v2/media", l.since))
		l.checkComments(i)
		for _, id := range l.posts {
			l.checkUpdates(i, id)
		}
	}
	l.checkHooks()
	if out, err := l.command("doctor").CombinedOutput(); err != nil {
		l.Errorf("doctor: %v %s", err, out)
	}
}

// of are the acts of a kind.
func (l *ledger) of(what ...string) (list []*act) {
	for _, a := range l.acts {
		if slices.Contains(what, a.what) {
			list = append(list, a)
		}
	}
	return list
}

// once holds how often something is there against what was answered.
func (l *ledger) once(i int, a *act, n int) {
	l.Helper()
	switch {
	case n > 1:
		l.Errorf("node %d: %s of %s is there %d times", i, a.what, a.mark, n)
	case n == 0 && a.outcome == stored:
		l.Errorf("node %d: %s of %s was acknowledged (id %d) and is lost", i, a.what, a.mark, a.id)
	case n > 0 && a.outcome == refused:
		l.Errorf("node %d: %s of %s was refused and is there", i, a.what, a.mark)
	}
}

func (l *ledger) checkEntries(i int, list []listed) {
	l.Helper()
	there, marks := map[int64]listed{}, map[string]int{}
	for _, p := range list {
		there[p.ID] = p
		marks[p.Content.Raw]++
	}
	deleted := map[string]*act{}
	for _, a := range l.of("delete") {
		deleted[a.mark] = a
	}
	made := map[string]bool{}
	for _, a := range l.of("create") {
		text := "<p>Words of " + a.mark + "</p>"
		made[text] = true
		d := deleted[a.mark]
		switch {
		case d == nil:
			l.once(i, a, marks[text])
		case d.outcome == stored && marks[text] > 0:
			l.Errorf("node %d: post %d was deleted and is there", i, d.id)
		case d.outcome == refused && marks[text] != 1:
			l.Errorf("node %d: post %d is gone, though its deletion was refused", i, d.id)
		}
		if p := there[a.id]; a.id > 0 && p.ID > 0 && p.Content.Raw != text {
			l.Errorf("node %d: post %d was acknowledged as %q and is %q", i, a.id, text, p.Content.Raw)
		}
	}
	for text, n := range marks {
		if !made[text] && strings.HasPrefix(text, "<p>Words of ") {
			l.Errorf("node %d: %d posts are %q, which nobody wrote in this round", i, n, text)
		}
	}
	// Of a post with one writer the last acknowledged title is there, or one after it of
	// which nobody knows.
	may := map[int64][]string{}
	for _, a := range l.of("own") {
		switch a.outcome {
		case stored:
			may[a.id] = []string{"Own " + a.mark}
		case unknown:
			may[a.id] = append(may[a.id], "Own "+a.mark)
		}
	}
	for id, titles := range may {
		title := there[id].Title.Raw
		if !slices.Contains(titles, title) && strings.HasPrefix(title, "Own ") {
			l.Errorf("node %d: post %d is %q, acknowledged was %q", i, id, title, titles)
		}
	}
}

func (l *ledger) checkUploads(i int, list []listed) {
	l.Helper()
	by := map[string][]listed{}
	for _, m := range list {
		name := m.Place[strings.LastIndexByte(m.Place, '/')+1:]
		by[strings.TrimSuffix(name, ".txt")] = append(by[strings.TrimSuffix(name, ".txt")], m)
	}
	for _, a := range l.of("upload") {
		l.once(i, a, len(by[a.mark]))
		for _, m := range by[a.mark] {
			place := strings.TrimPrefix(m.Place, "http://example.org")
			res, err := l.client.Get(l.node[i].now().Base + place)
			if err != nil {
				l.Errorf("node %d: %s: %v", i, place, err)
				continue
			}
			body, err := io.ReadAll(res.Body)
			res.Body.Close()
			if err != nil || res.StatusCode != http.StatusOK || !bytes.Equal(body, a.bytes) {
				l.Errorf("node %d: %s has not the bytes of %s: %d, %d bytes of %d, %v", i, place, a.mark, res.StatusCode, len(body), len(a.bytes), err)
			}
		}
	}
}

func (l *ledger) checkComments(i int) {
	l.Helper()
	marks := map[string]int{}
	for _, id := range l.posts {
		for _, r := range l.all(i, fmt.Sprint("/api/core/v2/comments?post=", id), 0) {
			marks[r.Content.Raw]++
		}
	}
	for _, a := range l.of("comment") {
		l.once(i, a, marks["Comment "+a.mark])
	}
}

// checkUpdates looks at a post that all wrote: each update left one revision, and the newest
// is what the post is.
func (l *ledger) checkUpdates(i int, id int64) {
	l.Helper()
	revisions := l.all(i, fmt.Sprintf("/api/core/v2/posts/%d/revisions", id), 0)
	titles, excerpts := map[string]int{}, map[string]int{}
	for k, r := range revisions {
		// A value stays in later revisions, until the next takes its place.
		if k == len(revisions)-1 || revisions[k+1].Title.Raw != r.Title.Raw {
			titles[r.Title.Raw]++
		}
		if k == len(revisions)-1 || revisions[k+1].Excerpt.Raw != r.Excerpt.Raw {
			excerpts[r.Excerpt.Raw]++
		}
		if k < len(revisions)-1 && revisions[k+1].Title.Raw != r.Title.Raw && revisions[k+1].Excerpt.Raw != r.Excerpt.Raw {
			l.Errorf("node %d: an update of post %d lost another: %+v, then %+v", i, id, revisions[k+1], r)
		}
	}
	for _, a := range l.of("update") {
		if a.id == id {
			l.once(i, a, titles[a.mark]+excerpts[a.mark])
		}
	}
	var p listed
	l.get(i, fmt.Sprintf("/api/core/v2/posts/%d?context=edit", id), &p)
	if len(revisions) > 0 && (p.Title.Raw != revisions[0].Title.Raw || p.Excerpt.Raw != revisions[0].Excerpt.Raw) {
		l.Errorf("node %d: post %d is %q, %q and its last revision something else", i, id, p.Title.Raw, p.Excerpt.Raw)
	}
}

// checkHooks waits until the webhook was told of what was stored, and looks whether it was
// told of anything else.
func (l *ledger) checkHooks() {
	l.Helper()
	there := map[string]map[int64]bool{"post": {}, "attachment": {}}
	for kind, path := range map[string]string{"post": "posts", "attachment": "media"} {
		for _, e := range l.all(0, "/api/core/v2/"+path, l.since) {
			there[kind][e.ID] = true
		}
	}
	missing := func() (list []string) {
		for kind, ids := range there {
			made := l.hook.made(kind)
			for id := range ids {
				if made[id] == 0 {
					list = append(list, fmt.Sprintf("%s %d was made", kind, id))
				}
			}
		}
		for _, a := range l.of("delete") {
			if a.outcome == stored && l.hook.heard("deleted", "post", a.id) == 0 {
				list = append(list, fmt.Sprintf("post %d was deleted", a.id))
			}
		}
		return list
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		list := missing()
		if len(list) == 0 {
			break
		}
		if time.Now().After(deadline) {
			l.Errorf("the webhook wasn't told that %v", list)
			break
		}
	}
	gone := map[int64]bool{}
	for _, a := range l.of("delete") {
		gone[a.id] = a.outcome != refused
	}
	for kind, ids := range there {
		for id, n := range l.hook.made(kind) {
			if n > 1 {
				l.Errorf("the webhook was told %d times that %s %d was made", n, kind, id)
			}
			if id > l.since && !ids[id] && !gone[id] {
				l.Errorf("the webhook was told of %s %d, which isn't there", kind, id)
			}
		}
	}
}

package nodes

import (
	"database/sql"
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

	"quoin/test/program"
)

// agreeWithin is how long after a write all nodes must give the same answers.
const agreeWithin = 3 * time.Second

// ledger is what was acknowledged to the writers.
type ledger struct {
	*cluster
	t     *testing.T
	terms []int64
	over  atomic.Bool
	place string // of posts: the link of one, without its slug

	nodesMu sync.RWMutex
	deaths  []atomic.Int64 // of each node

	mu       sync.Mutex
	posts    map[int64]string   // title by id
	versions map[int64][]string // acknowledged excerpts of shared posts, by id
	comments map[int64]int      // by post
	saved    map[int64][]string // acknowledged autosaves, by post
	trashed  map[int64]bool     // posts that went; false where nobody knows whether they did
	doubts   atomic.Int64       // requests to nodes that died over them
	acks     atomic.Int64
}

// TestNodesKilledUnderWriters has 32 writers write through two nodes, of which
// one after the other is killed and started again. Nothing that was acknowledged
// may be lost, everything must be counted, and no answer may be an error but
// those that the killed node couldn't give any more.
func TestNodesKilledUnderWriters(t *testing.T) {
	t.Parallel()
	underWriters(t, start(t, server.Database(t), 2), 250, 4)
}

// TestNodesUnderWriters is the same without anybody dying: then everything is
// known exactly.
func TestNodesUnderWriters(t *testing.T) {
	t.Parallel()
	underWriters(t, start(t, server.Database(t), 2), 200, 0)
}

// underWriters goes on until so many writes were acknowledged and so many nodes
// killed.
func underWriters(t *testing.T, c *cluster, acks int64, kills int) *ledger {
	t.Helper()
	if n, err := strconv.Atoi(os.Getenv("QUOIN_SOAK")); err == nil {
		acks, kills = acks*int64(n), kills*n
	}
	l := &ledger{cluster: c, t: t, deaths: make([]atomic.Int64, 2), posts: map[int64]string{}, versions: map[int64][]string{}, comments: map[int64]int{}, trashed: map[int64]bool{}, saved: map[int64][]string{}}
	for i := range 3 {
		var made struct{ ID int64 }
		if status, err := c.ask(c.nodes[0].Base, "POST", "/api/core/v2/tags", map[string]any{"name": fmt.Sprint("Tag ", i)}, &made); err != nil || status != 201 {
			t.Fatalf("%d %v", status, err)
		}
		l.terms = append(l.terms, made.ID)
	}
	var shared []int64
	for i := range 4 {
		id := l.create(0, rand.New(rand.NewPCG(5, uint64(i))), fmt.Sprint("Shared ", i))
		if id == 0 {
			t.FailNow()
		}
		shared = append(shared, id)
	}
	var writing sync.WaitGroup
	for i := range 32 {
		writing.Go(func() { l.write(rand.New(rand.NewPCG(3, uint64(i))), i, shared) })
	}
	r := rand.New(rand.NewPCG(9, 9))
	for range kills {
		time.Sleep(time.Duration(200+r.IntN(500)) * time.Millisecond)
		l.kill(r.IntN(2))
	}
	for l.acks.Load() < acks && !t.Failed() {
		time.Sleep(5 * time.Millisecond)
	}
	l.over.Store(true)
	writing.Wait()
	ended := time.Now()
	l.agree(ended)
	l.check(shared)
	t.Logf("%d writes acknowledged, %d in doubt, %d kills, %d posts", l.acks.Load(), l.doubts.Load(), kills, len(l.posts))
	if kills == 0 && l.doubts.Load() > 0 {
		t.Error("nodes that nobody killed didn't answer")
	}
	return l
}

// kill kills a node and starts another one in its place.
func (l *ledger) kill(node int) {
	l.deaths[node].Add(1)
	l.nodesMu.RLock()
	p := l.nodes[node]
	l.nodesMu.RUnlock()
	if err := p.Kill(); err != nil {
		l.t.Error(err)
	}
	if log := p.Log(); strings.Contains(log, "panic") || strings.Contains(log, "level=ERROR") {
		l.t.Errorf("node %d: %s", node, log)
	}
	p, err := l.site.Serve()
	if err != nil {
		l.t.Error(err)
		return
	}
	l.t.Cleanup(func() { _ = p.Kill() })
	l.nodesMu.Lock()
	l.nodes[node] = p
	l.nodesMu.Unlock()
	l.deaths[node].Add(1)
}

// errKilled says that a node was killed during a request.
var errKilled = errors.New("the node was killed")

// send asks a node. Only one that is killed meanwhile may not answer.
func (l *ledger) send(node int, method, path string, body, answer any) (status int, err error) {
	before := l.deaths[node].Load()
	l.nodesMu.RLock()
	base := l.nodes[node].Base
	l.nodesMu.RUnlock()
	if status, err = l.ask(base, method, path, body, answer); err == nil {
		return status, nil
	}
	if status == 0 && (before%2 == 1 || before != l.deaths[node].Load()) {
		l.doubts.Add(1)
		return 0, errKilled
	}
	l.t.Errorf("node %d: %v", node, err)
	return status, err
}

func (l *ledger) write(r *rand.Rand, writer int, shared []int64) {
	for i := 0; !l.over.Load(); i++ {
		node, mark := r.IntN(2), fmt.Sprintf("[%d.%d]", writer, i)
		id := shared[r.IntN(len(shared))]
		path := fmt.Sprint("/api/core/v2/posts/", id)
		switch n := r.IntN(12); {
		case n < 4:
			l.create(node, r, fmt.Sprint("Same title ", r.IntN(20)))
		case n < 7:
			// Two halves of the writers change different fields of the same posts.
			field := []string{"title", "excerpt"}[writer%2]
			if status, err := l.send(node, "POST", path, map[string]any{field: mark}, nil); err == nil {
				l.acknowledge(status, 200, func() { l.versions[id] = append(l.versions[id], mark) })
			}
		case n < 9:
			comment := map[string]any{"post": id, "content": "Comment " + mark}
			if status, err := l.send(node, "POST", "/api/core/v2/comments", comment, nil); err == nil {
				l.acknowledge(status, 201, func() { l.comments[id]++ })
			}
		case n == 9:
			// All writers are one user, who has one autosave of a post.
			if status, err := l.send(node, "POST", path+"/autosaves", map[string]any{"content": "Saved " + mark}, nil); err == nil {
				l.acknowledge(status, 200, func() { l.saved[id] = append(l.saved[id], mark) })
			}
		case n == 10:
			l.trash(node, l.create(node, r, fmt.Sprint("Same title ", r.IntN(20))))
		default:
			// What isn't declared to run beside others does so alone.
			tag := map[string]any{"description": "About " + mark}
			if status, err := l.send(node, "POST", fmt.Sprint("/api/core/v2/tags/", l.terms[r.IntN(3)]), tag, nil); err == nil {
				l.acknowledge(status, 200, func() {})
			}
		}
	}
}

func (l *ledger) create(node int, r *rand.Rand, title string) int64 {
	var made struct {
		ID         int64
		Slug, Link string
	}
	// To a post that may be there already, or come at the same time.
	text := fmt.Sprintf(`<p>Words <a href="%ssame-title-%d/">of another</a></p>`, l.place, r.IntN(20))
	status, err := l.send(node, "POST", "/api/core/v2/posts", map[string]any{
		"title": title, "status": "publish", "tags": []int64{l.terms[r.IntN(3)], l.terms[r.IntN(3)]}, "content": text,
	}, &made)
	if err != nil {
		return 0
	}
	if l.place == "" {
		l.place = strings.TrimSuffix(made.Link, made.Slug+"/")
	}
	l.acknowledge(status, 201, func() { l.posts[made.ID] = made.Slug })
	return made.ID
}

// trash puts a post into the trash that nobody else knows of.
func (l *ledger) trash(node int, id int64) {
	if id == 0 {
		return
	}
	l.mu.Lock()
	l.trashed[id] = false
	l.mu.Unlock()
	if status, err := l.send(node, "DELETE", fmt.Sprint("/api/core/v2/posts/", id), nil, nil); err == nil {
		l.acknowledge(status, 200, func() { l.trashed[id] = true })
	}
}

func (l *ledger) acknowledge(status, want int, note func()) {
	if status != want {
		l.t.Errorf("status %d instead of %d", status, want)
		return
	}
	l.acks.Add(1)
	l.mu.Lock()
	defer l.mu.Unlock()
	note()
}

// listed is a post as lists show it.
type listed struct {
	ID      int64
	Slug    string
	Tags    []int64
	Title   struct{ Raw string }
	Excerpt struct{ Raw string }
}

// all reads a list to its end, through one node.
func all[T any](l *ledger, node *program.Process, path string) []T {
	l.t.Helper()
	var list []T
	for page := 1; ; page++ {
		var part []T
		status, err := l.ask(node.Base, "GET", fmt.Sprintf("%s&per_page=100&page=%d", path, page), nil, &part)
		if err != nil || status != 200 && len(list) == 0 {
			l.t.Fatalf("GET %s: %d %v", path, status, err)
		}
		list = append(list, part...)
		if len(part) < 100 {
			return list
		}
	}
}

// agree waits until both nodes tell the same.
func (l *ledger) agree(since time.Time) {
	l.t.Helper()
	told := func(node *program.Process) string {
		var text strings.Builder
		for _, path := range []string{"posts?_fields=id,slug,modified&orderby=modified", "posts?orderby=id", "tags?_fields=id,count,description", "comments?_fields=id,content"} {
			res, err := l.client.Get(node.Base + "/api/core/v2/" + path)
			if err != nil {
				l.t.Fatal(err)
			}
			body, err := readAll(res)
			if err != nil {
				l.t.Fatal(err)
			}
			fmt.Fprintf(&text, "%s: %d %s %s\n", path, res.StatusCode, res.Header.Get("X-WP-Total"), body)
		}
		return text.String()
	}
	for {
		a, b := told(l.nodes[0]), told(l.nodes[1])
		if a == b {
			return
		}
		if time.Since(since) > agreeWithin {
			l.t.Fatalf("the nodes don't agree:\n%s\n%s", a, b)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func (l *ledger) check(shared []int64) {
	t := l.t
	t.Helper()
	for i, node := range l.nodes {
		posts := all[listed](l, node, "/api/core/v2/posts?context=edit&orderby=id&order=asc&_fields=id,slug,tags,title,excerpt")
		there, slugs, tagged := map[int64]listed{}, map[string]bool{}, map[int64]int{}
		for _, p := range posts {
			if slugs[p.Slug] || there[p.ID].ID != 0 {
				t.Errorf("node %d: post %d or its slug %q is there twice", i, p.ID, p.Slug)
			}
			there[p.ID], slugs[p.Slug] = p, true
			for _, id := range p.Tags {
				tagged[id]++
			}
		}
		known := 0
		for id, slug := range l.posts {
			if went, asked := l.trashed[id]; went || asked && there[id].ID == 0 {
				if there[id].ID != 0 {
					t.Errorf("node %d: post %d is in the trash and listed", i, id)
				}
				continue
			}
			known++
			if there[id].Slug != slug {
				t.Errorf("node %d: post %d was acknowledged as %q and is %q", i, id, slug, there[id].Slug)
			}
		}
		if extra := len(posts) - known; extra < 0 || extra > int(l.doubts.Load()) {
			t.Errorf("node %d: %d posts, %d acknowledged, %d in doubt", i, len(posts), known, l.doubts.Load())
		}
		var terms []struct {
			ID    int64
			Count int
		}
		if _, err := l.ask(node.Base, "GET", "/api/core/v2/tags?per_page=100", nil, &terms); err != nil || len(terms) != 3 {
			t.Fatal(terms, err)
		}
		for _, term := range terms {
			if term.Count != tagged[term.ID] {
				t.Errorf("node %d: tag %d counts %d, %d have it", i, term.ID, term.Count, tagged[term.ID])
			}
		}
		for _, id := range shared {
			l.checkShared(i, node, there[id])
		}
	}
	l.checkLinks()
	out, err := l.site.Command("doctor").CombinedOutput()
	if err != nil {
		t.Errorf("doctor: %v %s", err, out)
	}
}

// checkLinks counts the links between posts: none may be missing, though who
// links and who is linked to are written at the same time.
func (l *ledger) checkLinks() {
	l.t.Helper()
	db, err := sql.Open("pgx", l.site.Database)
	if err != nil {
		l.t.Fatal(err)
	}
	defer db.Close()
	var links, unled, wrong int
	err = db.QueryRow("SELECT (SELECT COUNT(*) FROM seo_link WHERE target_id IS NOT NULL),"+
		" (SELECT COUNT(*) FROM seo_link l WHERE l.target_id IS NULL AND l.kind = 'internal' AND EXISTS (SELECT 1 FROM seo_row r WHERE r.path = l.path)),"+
		" (SELECT COUNT(*) FROM seo_row r WHERE COALESCE(r.incoming_count, 0) <> (SELECT COUNT(*) FROM seo_link l WHERE l.target_id = r.id))").Scan(&links, &unled, &wrong)
	if err != nil || links == 0 || unled > 0 || wrong > 0 {
		l.t.Errorf("%d links, %d to pages that are there lead nowhere, %d pages count others than they have: %v", links, unled, wrong, err)
	}
}

// checkShared looks at a post that many wrote: the last titles and excerpts
// stand side by side, and each of the updates left a revision.
func (l *ledger) checkShared(i int, node *program.Process, p listed) {
	revisions := all[listed](l, node, fmt.Sprintf("/api/core/v2/posts/%d/revisions?context=edit&_fields=id,slug,title,excerpt", p.ID))
	revisions = slices.DeleteFunc(revisions, func(r listed) bool { return strings.Contains(r.Slug, "-autosave-") })
	acknowledged := l.versions[p.ID]
	if n := len(revisions); n < min(len(acknowledged), 100) || n > 100 || n > len(acknowledged)+int(l.doubts.Load()) {
		l.t.Errorf("node %d: post %d has %d revisions of %d acknowledged updates", i, p.ID, n, len(acknowledged))
	}
	// The newest first: each differs from the one before in one of the fields.
	slices.SortFunc(revisions, func(a, b listed) int { return int(b.ID - a.ID) })
	for k, r := range revisions {
		if k == 0 && (r.Title.Raw != p.Title.Raw || r.Excerpt.Raw != p.Excerpt.Raw) {
			l.t.Errorf("node %d: post %d is %q, %q, its last revision %q, %q", i, p.ID, p.Title.Raw, p.Excerpt.Raw, r.Title.Raw, r.Excerpt.Raw)
		}
		if k > 0 && (r.Title.Raw == revisions[k-1].Title.Raw) == (r.Excerpt.Raw == revisions[k-1].Excerpt.Raw) {
			l.t.Errorf("node %d: an update of post %d lost another: %+v, then %+v", i, p.ID, r, revisions[k-1])
		}
	}
	autosaves := all[struct{ Content struct{ Raw string } }](l, node, fmt.Sprintf("/api/core/v2/posts/%d/autosaves?context=edit&_fields=content", p.ID))
	autosaves = slices.DeleteFunc(autosaves, func(a struct{ Content struct{ Raw string } }) bool {
		return !strings.HasPrefix(a.Content.Raw, "Saved ")
	})
	if saved := l.saved[p.ID]; len(autosaves) > 1 || len(autosaves) < min(len(saved), 1) {
		l.t.Errorf("node %d: post %d has %d autosaves of one user, %d acknowledged", i, p.ID, len(autosaves), len(saved))
	}
	comments := all[struct{ ID int64 }](l, node, fmt.Sprintf("/api/core/v2/comments?post=%d&_fields=id", p.ID))
	if n := len(comments) - l.comments[p.ID]; n < 0 || n > int(l.doubts.Load()) {
		l.t.Errorf("node %d: post %d has %d comments, %d acknowledged", i, p.ID, len(comments), l.comments[p.ID])
	}
}

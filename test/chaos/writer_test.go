package chaos

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"quoin/test/program"
)

const (
	writers = 8
	readers = 2
)

// outcome is what the answer to a write says.
type outcome int

const (
	unknown outcome = iota // nobody said
	stored
	refused // nothing of it was stored
)

// act is one write.
type act struct {
	what    string // create, update, comment, upload, delete
	mark    string // a text that nothing else has, in what was to be stored
	id      int64  // of what was made, where the answer says it, or what it was done to
	outcome outcome
	bytes   []byte // of an upload
	place   string // where they are served
}

// ledger has the writes of one round.
type ledger struct {
	*chaos
	round int
	since int64 // the newest entry before the round

	over   atomic.Bool
	counts [3]atomic.Int64     // by outcome
	acks   [nodes]atomic.Int64 // by the node that acknowledged

	reads, turnedAway atomic.Int64 // of strangers

	mu     sync.Mutex
	acts   []*act
	shared [3]shared // posts that all update and comment on, at the moment
	posts  []int64   // these, and others before them
}

// shared is a post that all write to, until it has as many revisions as may be kept.
type shared struct {
	id   int64
	left int
}

// answer is what a request got.
type answer struct {
	status int
	code   string
	body   []byte
}

// send sends a request to a node and says what its answer means.
func (l *ledger) send(i int, method, path, kind, name string, body []byte, want int) (answer, outcome) {
	n := l.node[i]
	p := n.now()
	req, err := http.NewRequest(method, p.Base+path, bytes.NewReader(body))
	if err != nil {
		l.Fatal(err)
	}
	req.Header.Set("Authorization", l.authorization)
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	if name != "" {
		req.Header.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	}
	res, err := l.client.Do(req)
	if err == nil {
		defer res.Body.Close()
		a := answer{status: res.StatusCode}
		a.body, err = io.ReadAll(res.Body)
		if err == nil {
			return l.means(i, a, res.Header, method+" "+path, want)
		}
	}
	var dial *net.OpError
	if errors.As(err, &dial) && dial.Op == "dial" {
		return answer{}, refused // it was never sent
	}
	// Only a node that ended may say nothing.
	if n.lived(p) {
		l.Errorf("node %d, %s %s: %v", i, method, path, err)
	}
	return answer{}, unknown
}

// means reads an answer. Whatever is harmed, a server says one of these.
func (l *ledger) means(i int, a answer, header http.Header, what string, want int) (answer, outcome) {
	var said struct{ Code string }
	_ = json.Unmarshal(a.body, &said) // a list, or a page, has none
	a.code = said.Code
	switch {
	case a.status == want:
		l.acks[i].Add(1)
		return a, stored
	case a.status == http.StatusServiceUnavailable && header.Get("Retry-After") != "", a.status == http.StatusInsufficientStorage && a.code == "storage_full":
		return a, refused
	case a.code == "outcome_unknown":
		return a, unknown
	case a.code == "answer_unavailable":
		return a, stored
	}
	l.Errorf("node %d, %s: %d %.500s; %s", i, what, a.status, a.body, failures(l.node[i].now().Log()))
	return a, unknown
}

// note remembers what was answered.
func (l *ledger) note(a *act, o outcome) {
	a.outcome = o
	l.counts[o].Add(1)
	l.mu.Lock()
	l.acts = append(l.acts, a)
	l.mu.Unlock()
	time.Sleep(5 * time.Millisecond)
}

// share makes a post that all write to.
func (l *ledger) share(k int) {
	for {
		w, o := l.post(k%nodes, "posts", map[string]any{"title": "Shared", "status": "publish", "content": "Shared"}, http.StatusCreated)
		if o == stored && w.ID > 0 {
			l.shared[k] = shared{w.ID, 60}
			l.posts = append(l.posts, w.ID)
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// take is a post that all write to.
func (l *ledger) take(k int) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shared[k].left--; l.shared[k].left < 0 {
		l.share(k)
	}
	return l.shared[k].id
}

type written struct {
	ID        int64
	Link      string
	SourceURL string `json:"source_url"`
}

// post sends JSON.
func (l *ledger) post(i int, path string, body map[string]any, want int) (written, outcome) {
	data, err := json.Marshal(body)
	if err != nil {
		l.Fatal(err)
	}
	a, o := l.send(i, "POST", "/api/core/v2/"+path, "application/json", "", data, want)
	var w written
	if o == stored && a.status == want {
		if err := json.Unmarshal(a.body, &w); err != nil {
			l.Errorf("%s: %v: %.300s", path, err, a.body)
		}
	}
	return w, o
}

func (l *ledger) create(i int, mark string) *act {
	w, o := l.post(i, "posts", map[string]any{"title": "Post " + mark, "status": "publish", "content": "<p>Words of " + mark + "</p>"}, http.StatusCreated)
	a := &act{what: "create", mark: mark, id: w.ID}
	l.note(a, o)
	return a
}

// write writes until the round is over.
func (l *ledger) write(r *rand.Rand, writer int) {
	var own *act // a post that nobody else writes to
	last := ""   // what it says, "" when nobody knows
	for k := 0; !l.over.Load(); k++ {
		i, mark := r.IntN(nodes), fmt.Sprintf("q%dx%dx%dq", l.round, writer, k)
		shared := l.take(r.IntN(len(l.shared)))
		switch n := r.IntN(12); {
		case n < 3:
			if a := l.create(i, mark); a.outcome == stored && a.id > 0 && own == nil {
				own, last = a, "Post "+mark
			}
		case n < 6:
			// Two halves of the writers change different fields of the same posts.
			field := []string{"title", "excerpt"}[writer%2]
			_, o := l.post(i, fmt.Sprint("posts/", shared), map[string]any{field: mark}, http.StatusOK)
			l.note(&act{what: "update", mark: mark, id: shared}, o)
		case n < 8 && own != nil:
			_, o := l.post(i, fmt.Sprint("posts/", own.id), map[string]any{"title": "Own " + mark}, http.StatusOK)
			l.note(&act{what: "own", mark: mark, id: own.id}, o)
			switch o {
			case stored:
				last = "Own " + mark
			case unknown:
				last = ""
			}
			if last != "" {
				l.readOwn(i, own.id, last)
			}
		case n < 9:
			w, o := l.post(i, "comments", map[string]any{"post": shared, "content": "Comment " + mark}, http.StatusCreated)
			l.note(&act{what: "comment", mark: mark, id: w.ID}, o)
		case n < 10:
			l.upload(r, i, mark)
		default:
			a := l.create(i, mark)
			if a.outcome != stored || a.id == 0 {
				continue
			}
			// Deleted through the other node, which hears of it.
			_, o := l.send((i+1)%nodes, "DELETE", fmt.Sprintf("/api/core/v2/posts/%d?force=true", a.id), "", "", nil, http.StatusOK)
			l.note(&act{what: "delete", mark: mark, id: a.id}, o)
		}
	}
}

// readOwn reads a post through the node that acknowledged its last change, as a stranger:
// from caches, where they have it.
func (l *ledger) readOwn(i int, id int64, want string) {
	n := l.node[i]
	res, err := l.client.Get(fmt.Sprintf("%s/api/core/v2/posts/%d?_fields=title", n.now().Base, id))
	if err != nil {
		return // it ends
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode == http.StatusOK && !strings.Contains(string(body), want) {
		l.Errorf("node %d acknowledged %q of post %d and answers %s", i, want, id, body)
	}
}

// read asks for pages as strangers do, until the round is over. They get them, or are told
// to come again.
func (l *ledger) read(r *rand.Rand) {
	for k := 0; !l.over.Load(); k++ {
		i := r.IntN(nodes)
		n := l.node[i]
		l.mu.Lock()
		paths := []string{
			"/", "/feed/", fmt.Sprint("/?s=words&again=", k), fmt.Sprint("/?p=", l.shared[0].id),
			fmt.Sprint("/api/core/v2/posts?per_page=5&_embed&again=", k), fmt.Sprint("/api/core/v2/posts/", l.shared[1].id),
		}
		for _, a := range l.acts[max(0, len(l.acts)-20):] {
			if a.place != "" {
				paths = append(paths, a.place)
			}
		}
		l.mu.Unlock()
		path := paths[r.IntN(len(paths))]
		p := n.now()
		var body []byte
		res, err := l.client.Get(p.Base + path)
		if err == nil {
			body, err = io.ReadAll(res.Body)
			res.Body.Close()
		}
		switch {
		case err != nil && n.lived(p):
			l.Errorf("node %d, GET %s: %v", i, path, err)
		case err == nil && res.StatusCode == http.StatusServiceUnavailable && res.Header.Get("Retry-After") != "":
			l.turnedAway.Add(1)
		case err == nil && res.StatusCode != http.StatusOK && res.StatusCode != http.StatusMovedPermanently:
			l.Errorf("node %d, GET %s: %d %.500s; %s", i, path, res.StatusCode, body, failures(n.now().Log()))
		case err == nil:
			l.reads.Add(1)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// lived tells whether a node is the same process as before, and runs: one that has ended may have
// been started again since it was asked.
func (n *node) lived(p *program.Process) bool {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.alive && n.p == p
}

// upload sends a file of a size that does or doesn't fit into memory.
func (l *ledger) upload(r *rand.Rand, i int, mark string) {
	content := []byte("File " + mark + "\n")
	if r.IntN(3) == 0 {
		content = slices.Concat(content, bytes.Repeat([]byte(mark+"\n"), 1<<20/len(mark)))
	}
	ans, o := l.send(i, "POST", "/api/core/v2/media", "text/plain", mark+".txt", content, http.StatusCreated)
	a := &act{what: "upload", mark: mark, bytes: content}
	if o == stored && ans.status == http.StatusCreated {
		var w written
		if err := json.Unmarshal(ans.body, &w); err != nil || !strings.HasPrefix(w.SourceURL, "http://example.org/") {
			l.Errorf("upload: %v %.300s", err, ans.body)
		}
		a.id, a.place = w.ID, strings.TrimPrefix(w.SourceURL, "http://example.org")
	}
	l.note(a, o)
}

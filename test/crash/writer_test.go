package crash

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// version is one whole state of a post. Its number is in each of its texts.
type version struct {
	n          int64
	status     string
	categories []int64
	tags       []int64
}

// body is the request that makes the version.
func (v *version) body() map[string]any {
	return map[string]any{
		"title": v.text("Title"), "content": strings.Repeat("<!-- wp:paragraph -->\n<p>"+v.text("Content")+"</p>\n<!-- /wp:paragraph -->\n\n", 5),
		"excerpt": v.text("Excerpt"), "status": v.status, "categories": v.categories, "tags": v.tags,
		"meta": map[string]any{"_seo_title": v.text("SEO"), "_seo_metadesc": v.text("Description"), "footnotes": v.text("Footnotes")},
	}
}

func (v *version) text(part string) string { return fmt.Sprintf("%s %s", part, word(v.n)) }

// word is a word that no other number has in it.
func word(n int64) string { return fmt.Sprintf("q%dq", n) }

// post is what is known of a post: its acknowledged version and what was sent
// and not answered.
type post struct {
	id        int64
	v         *version
	revisions int
	trash     bool
	comments  map[int64]string // acknowledged, by id

	doubt        *version // nil, or an update that may have happened
	doubtTrash   bool
	doubtDelete  bool
	doubtComment string // a comment that may have been made
	doubtRemoval int64  // a comment that may have been deleted
	touched      bool   // since the last check
}

// unsure tells whether an answer is missing; the post is let alone until the
// next check.
func (p *post) unsure() bool {
	return p.doubt != nil || p.doubtTrash || p.doubtDelete || p.doubtComment != "" || p.doubtRemoval != 0
}

// ledger is everything that was sent and answered.
type ledger struct {
	t          *testing.T
	categories []int64
	tags       []int64
	numbers    atomic.Int64
	acks       atomic.Int64

	mu       sync.Mutex
	versions map[int64]*version
	posts    []*post
	lost     map[int64]*version // creations without an answer, by number
}

func (l *ledger) version(r *rand.Rand) *version {
	some := func(of []int64, most int) []int64 {
		ids := slices.Clone(of)
		r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		ids = ids[:1+r.IntN(most)]
		slices.Sort(ids)
		return ids
	}
	v := &version{n: l.numbers.Add(1), status: "publish", categories: some(l.categories, 3), tags: some(l.tags, 4)}
	if r.IntN(4) == 0 {
		v.status = "draft"
	}
	l.mu.Lock()
	l.versions[v.n] = v
	l.mu.Unlock()
	return v
}

// writer writes to posts of its own, beside others that use the same terms.
type writer struct {
	*ledger
	*rand.Rand
	p    *program
	mine []*post
}

// write writes until stop.
func (w *writer) write(stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		default:
		}
		var p *post
		if len(w.mine) > 0 {
			p = w.mine[w.IntN(len(w.mine))]
		}
		op := w.IntN(10)
		switch {
		case p == nil || op < 3:
			w.create()
		case p.unsure():
		case p.trash:
			w.delete(p, true)
		case op < 7:
			w.update(p)
		case op < 9:
			w.comment(p)
		default:
			w.delete(p, w.IntN(2) == 0)
		}
	}
}

// acknowledged judges an answer: acknowledged, or not known to have happened. Any
// other answer is wrong.
func (w *writer) acknowledged(what string, a answer, want int) bool {
	switch {
	case a.status == want:
		w.acks.Add(1)
		return true
	case a.status != 0 && a.status < 500:
		w.t.Errorf("%s: %d %.300s", what, a.status, a.body)
	default:
		time.Sleep(10 * time.Millisecond) // nobody may be there for a while
	}
	return false
}

// postAnswer is the part of an answer that writers look at.
type postAnswer struct {
	ID    int64 `json:"id"`
	Links struct {
		History []struct {
			Count int `json:"count"`
		} `json:"version-history"`
	} `json:"_links"`
}

func (s *postAnswer) revisions() int {
	if len(s.Links.History) == 0 {
		return 0
	}
	return s.Links.History[0].Count
}

func (w *writer) create() {
	v := w.version(w.Rand)
	a := w.p.send("POST", "posts", v.body())
	if !w.acknowledged("create", a, 201) {
		w.mu.Lock()
		w.lost[v.n] = v
		w.mu.Unlock()
		return
	}
	var s postAnswer
	a.decode(w.t, &s)
	p := &post{id: s.ID, v: v, revisions: s.revisions(), comments: map[int64]string{}, touched: true}
	w.mine = append(w.mine, p)
	w.mu.Lock()
	w.posts = append(w.posts, p)
	w.mu.Unlock()
}

func (w *writer) update(p *post) {
	v := w.version(w.Rand)
	p.touched = true
	a := w.p.send("PUT", fmt.Sprint("posts/", p.id), v.body())
	if !w.acknowledged("update", a, 200) {
		p.doubt = v
		return
	}
	var s postAnswer
	a.decode(w.t, &s)
	if len(s.Links.History) == 0 {
		// The database went away after the commit, before they were counted.
		p.v, p.revisions = v, p.revisions+1
		return
	}
	if s.revisions() != p.revisions+1 {
		w.t.Errorf("post %d has %d revisions after an update, had %d", p.id, s.revisions(), p.revisions)
	}
	p.v, p.revisions = v, s.revisions()
}

func (w *writer) comment(p *post) {
	if len(p.comments) > 0 && w.IntN(4) == 0 {
		for id := range p.comments {
			if w.acknowledged("delete comment", w.p.send("DELETE", fmt.Sprintf("comments/%d?force=true", id), nil), 200) {
				delete(p.comments, id)
			} else {
				p.doubtRemoval = id
			}
			return
		}
	}
	if p.v.status != "publish" {
		return // drafts take no comments
	}
	text := "Comment " + word(w.numbers.Add(1))
	a := w.p.send("POST", "comments", map[string]any{"post": p.id, "content": text})
	if !w.acknowledged("comment", a, 201) {
		p.doubtComment = text
		return
	}
	var s postAnswer
	a.decode(w.t, &s)
	p.comments[s.ID] = text
}

func (w *writer) delete(p *post, force bool) {
	p.touched = true
	path := fmt.Sprint("posts/", p.id)
	if !force {
		if w.acknowledged("trash", w.p.send("DELETE", path, nil), 200) {
			// As everything that is saved, it has a revision from then on.
			p.trash, p.revisions = true, max(p.revisions, 1)
		} else {
			p.doubtTrash = true
		}
		return
	}
	if !w.acknowledged("delete", w.p.send("DELETE", path+"?force=true", nil), 200) {
		p.doubtDelete = true
		return
	}
	w.forget(p)
	w.mine = slices.DeleteFunc(w.mine, func(o *post) bool { return o == p })
}

func (l *ledger) forget(p *post) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.posts = slices.DeleteFunc(l.posts, func(o *post) bool { return o == p })
}

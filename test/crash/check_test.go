package crash

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// listed is a post as lists in edit context show it.
type listed struct {
	postAnswer
	Status  string `json:"status"`
	Title   raw    `json:"title"`
	Content raw    `json:"content"`
	Excerpt raw    `json:"excerpt"`
	Meta    struct {
		Title       string `json:"_seo_title"`
		Description string `json:"_seo_metadesc"`
		Footnotes   string `json:"footnotes"`
	} `json:"meta"`
	Categories []int64 `json:"categories"`
	Tags       []int64 `json:"tags"`
}

type raw struct {
	Raw string `json:"raw"`
}

// checker compares a restarted server with the ledger.
type checker struct {
	*ledger
	p       *program
	patient bool // connections of a pool may be broken yet
}

// get reads what must be there.
func (c *checker) get(path string) answer {
	c.t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for {
		a := c.p.send("GET", path, nil)
		if a.status == http.StatusOK {
			return a
		}
		if !c.patient || a.status < 500 || time.Now().After(deadline) {
			c.t.Fatalf("GET %s: %d %.500s\n%s", path, a.status, a.body, c.p.Log())
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (c *checker) total(path string) int {
	c.t.Helper()
	n, err := strconv.Atoi(c.get(path).header.Get("X-WP-Total"))
	if err != nil {
		c.t.Fatalf("GET %s: total: %v", path, err)
	}
	return n
}

// all reads every page of a list; the total must be their sum.
func all[T any](c *checker, path string, id func(T) int64) []T {
	c.t.Helper()
	var list []T
	for page := 1; ; page++ {
		a := c.get(fmt.Sprintf("%s&per_page=100&page=%d", path, page))
		var part []T
		a.decode(c.t, &part)
		list = append(list, part...)
		if pages, _ := strconv.Atoi(a.header.Get("X-WP-TotalPages")); page >= pages {
			if total := a.header.Get("X-WP-Total"); total != strconv.Itoa(len(list)) {
				c.t.Errorf("%s: total %s, but %d are listed", path, total, len(list))
			}
			break
		}
	}
	ids := map[int64]bool{}
	for _, one := range list {
		if ids[id(one)] {
			c.t.Errorf("%s: %d is listed twice", path, id(one))
		}
		ids[id(one)] = true
	}
	return list
}

// check compares everything, and settles what was in doubt.
func (c *checker) check() {
	c.t.Helper()
	list := all(c, "posts?context=edit&status=publish,draft,trash&orderby=id&order=asc", func(p listed) int64 { return p.ID })
	there := map[int64]*listed{}
	for i := range list {
		c.whole(&list[i])
		there[list[i].ID] = &list[i]
	}
	for _, p := range slices.Clone(c.posts) {
		got := there[p.id]
		delete(there, p.id)
		c.resolve(p, got)
	}
	for id, got := range there {
		v := c.numbered(got)
		if v == nil || c.lost[v.n] == nil {
			c.t.Errorf("post %d, %q, is there though it was deleted or never made", id, got.Title.Raw)
			continue
		}
		delete(c.lost, v.n) // two of one request would fail above
		c.posts = append(c.posts, &post{id: id, v: v, revisions: got.revisions(), comments: map[int64]string{}, touched: true})
	}
	clear(c.lost)
	c.checkTerms(list)
	c.checkComments()
	for _, p := range c.posts {
		if p.touched {
			p.touched = false
			c.checkOne(p)
		}
	}
}

// numbered finds the version that a listed post's title names.
func (c *checker) numbered(got *listed) *version {
	_, number, _ := strings.Cut(got.Title.Raw, " q")
	n, err := strconv.ParseInt(strings.TrimSuffix(number, "q"), 10, 64)
	if err != nil {
		return nil
	}
	return c.versions[n]
}

// whole checks that all parts of a post are of one version.
func (c *checker) whole(got *listed) {
	c.t.Helper()
	v := c.numbered(got)
	if v == nil {
		c.t.Errorf("post %d has the title %q, which nobody wrote", got.ID, got.Title.Raw)
		return
	}
	want := v.body()
	slices.Sort(got.Categories)
	slices.Sort(got.Tags)
	if got.Content.Raw != strings.TrimSpace(want["content"].(string)) && got.Content.Raw != want["content"] || got.Excerpt.Raw != want["excerpt"] ||
		got.Meta.Title != v.text("SEO") || got.Meta.Description != v.text("Description") || got.Meta.Footnotes != v.text("Footnotes") ||
		!slices.Equal(got.Categories, v.categories) || !slices.Equal(got.Tags, v.tags) {
		c.t.Errorf("post %d is half written: %+v\nwant %+v", got.ID, *got, *v)
	}
	if got.Status != v.status && got.Status != "trash" {
		c.t.Errorf("post %d is %s, version %d was %s", got.ID, got.Status, v.n, v.status)
	}
}

// resolve holds a post to what was acknowledged of it, and takes what was in
// doubt as it is found.
func (c *checker) resolve(p *post, got *listed) {
	c.t.Helper()
	if got == nil {
		if !p.doubtDelete {
			c.t.Errorf("post %d (version %d) is gone", p.id, p.v.n)
		}
		c.forget(p)
		return
	}
	v := c.numbered(got)
	switch {
	case v == p.v:
	case v != nil && v == p.doubt:
		p.v, p.revisions = v, p.revisions+1
	default:
		c.t.Errorf("post %d is as %q, acknowledged was version %d", p.id, got.Title.Raw, p.v.n)
	}
	if trash := got.Status == "trash"; trash != p.trash {
		if !p.doubtTrash {
			c.t.Errorf("post %d is %s, in the trash: %v was acknowledged", p.id, got.Status, p.trash)
		}
		p.trash, p.revisions = trash, max(p.revisions, 1)
	}
	if n := got.revisions(); n != p.revisions {
		c.t.Errorf("post %d has %d revisions, acknowledged were %d", p.id, n, p.revisions)
	}
	p.doubt, p.doubtTrash, p.doubtDelete = nil, false, false
}

type term struct {
	ID    int64 `json:"id"`
	Count int   `json:"count"`
}

// checkTerms compares the counts of terms with the posts that have them.
func (c *checker) checkTerms(list []listed) {
	c.t.Helper()
	published := 0
	counts := map[int64]int{}
	for i := range list {
		if list[i].Status == "publish" {
			published++
			for _, id := range slices.Concat(list[i].Categories, list[i].Tags) {
				counts[id]++
			}
		}
	}
	if n := c.total("posts?per_page=1"); n != published {
		c.t.Errorf("total of published posts: %d, there are %d", n, published)
	}
	for _, kind := range []string{"categories", "tags"} {
		for _, t := range all(c, kind+"?context=edit", func(t term) int64 { return t.ID }) {
			if t.Count != counts[t.ID] {
				c.t.Errorf("%s %d counts %d, there are %d", kind, t.ID, t.Count, counts[t.ID])
			}
			if n := c.total(fmt.Sprintf("posts?per_page=1&%s=%d", kind, t.ID)); n != counts[t.ID] {
				c.t.Errorf("total of posts with %s %d: %d, there are %d", kind, t.ID, n, counts[t.ID])
			}
		}
	}
}

type stamp struct {
	ID      int64 `json:"id"`
	Post    int64 `json:"post"`
	Content raw   `json:"content"`
}

func (c *checker) checkComments() {
	c.t.Helper()
	by := map[int64][]stamp{}
	for _, r := range all(c, "comments?context=edit&status=all", func(r stamp) int64 { return r.ID }) {
		by[r.Post] = append(by[r.Post], r)
	}
	for _, p := range c.posts {
		found := by[p.id]
		delete(by, p.id)
		if p.trash {
			// They went into the trash too, until their post comes back.
			if len(found) > 0 {
				c.t.Errorf("post %d is in the trash and has the comments %v", p.id, found)
			}
			p.comments, p.doubtComment, p.doubtRemoval = map[int64]string{}, "", 0
			continue
		}
		missing := p.comments
		p.comments = map[int64]string{}
		for _, r := range found {
			switch {
			case missing[r.ID] == r.Content.Raw:
			case r.Content.Raw == p.doubtComment:
				p.doubtComment = ""
			default:
				c.t.Errorf("comment %d on post %d, %q, was deleted or never made", r.ID, p.id, r.Content.Raw)
			}
			delete(missing, r.ID)
			p.comments[r.ID] = r.Content.Raw
		}
		delete(missing, p.doubtRemoval)
		for id, text := range missing {
			c.t.Errorf("comment %d on post %d, %q, is gone", id, p.id, text)
		}
		p.doubtComment, p.doubtRemoval = "", 0
	}
	for id, left := range by {
		c.t.Errorf("comments on post %d, which isn't there: %v", id, left)
	}
}

// checkOne reads a post's revisions and finds it by its word.
func (c *checker) checkOne(p *post) {
	c.t.Helper()
	revisions := all(c, fmt.Sprintf("posts/%d/revisions?context=edit", p.id), func(r listed) int64 { return r.ID })
	if len(revisions) != p.revisions {
		c.t.Errorf("post %d lists %d revisions, counts %d", p.id, len(revisions), p.revisions)
	}
	if p.revisions > 0 {
		last := slices.MaxFunc(revisions, func(a, b listed) int { return cmp.Compare(a.ID, b.ID) })
		if last.Title.Raw != p.v.text("Title") || last.Meta.Footnotes != p.v.text("Footnotes") {
			c.t.Errorf("the last revision of post %d is %q, %q: want version %d", p.id, last.Title.Raw, last.Meta.Footnotes, p.v.n)
		}
	}
	want := 1
	if p.trash {
		want = 0
	}
	if n := c.total("posts?status=publish,draft&per_page=1&search=" + word(p.v.n)); n != want {
		c.t.Errorf("a search for version %d of post %d finds %d", p.v.n, p.id, n)
	}
}

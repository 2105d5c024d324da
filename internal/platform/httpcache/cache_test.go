package httpcache

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"quoin/internal/platform/cache"
)

func answer(body string) *Answer { return NewAnswer(200, http.Header{}, []byte(body)) }

func TestAnswer(t *testing.T) {
	c := New(1<<20, nil)
	made := 0
	ask := func(c *Cache, key string, a *Answer, store bool) *Answer {
		return c.Answer(Key{target: key}, func() (*Answer, cache.Deps) { made++; return a, cache.Deps{NoStore: !store} })
	}
	first := answer("first")
	for _, s := range []struct {
		name  string
		cache *Cache
		key   string
		a     *Answer
		store bool
		want  *Answer
		made  int
	}{
		{"made", c, "a", first, true, first, 1},
		{"cached", c, "a", answer("second"), true, first, 1},
		{"not to be stored", c, "b", first, false, first, 2},
		{"made again", c, "b", first, false, first, 3},
		{"no answer", c, "d", nil, true, nil, 4},
		{"no cache", nil, "a", first, true, first, 5},
	} {
		if got := ask(s.cache, s.key, s.a, s.store); got != s.want || made != s.made {
			t.Errorf("%s: %v, made %d times, want %v and %d", s.name, got, made, s.want, s.made)
		}
	}
}

// TestCompressedFormsCount asks for a compressed form, which takes memory.
func TestCompressedFormsCount(t *testing.T) {
	c := New(1<<20, nil)
	a := c.Answer(Key{target: "k"}, func() (*Answer, cache.Deps) { return answer(strings.Repeat("abcdefg", 1000)), cache.Deps{} })
	_, before := c.Stats()
	req := httptest.NewRequest("GET", "/", nil)
	req.Header.Set("Accept-Encoding", "br")
	w := httptest.NewRecorder()
	c.Deliver(w, req, Key{target: "k"}, a)
	if _, after := c.Stats(); after != before+int64(w.Body.Len()) {
		t.Errorf("%d bytes, then %d with a form of %d", before, after, w.Body.Len())
	}
	c.Drop(nil)
	c.Suspend()
	if n, _ := c.Stats(); n != 0 {
		t.Errorf("%d answers while suspended", n)
	}
}

func TestSetHeader(t *testing.T) {
	deps := cache.Deps{Tags: []cache.Tag{cache.AllOptions(), cache.Entry(1)}}
	for _, c := range []struct {
		policy       Policy
		control, tag string
	}{
		{Policy{}, "public, no-cache", ""},
		{Policy{SharedMaxAge: time.Minute, Tags: true}, "public, max-age=0, must-revalidate, s-maxage=60", "entry:1,options"},
	} {
		h := http.Header{}
		c.policy.SetHeader(h, cache.Deps{NoStore: true})
		if h.Get("Cache-Control") != "private, no-store" || len(h) != 1 {
			t.Errorf("%+v, not to be stored: %v", c.policy, h)
		}
		h = http.Header{}
		c.policy.SetHeader(h, deps)
		if h.Get("Cache-Control") != c.control || h.Get("Cache-Tag") != c.tag {
			t.Errorf("%+v: %v", c.policy, h)
		}
	}
}

// Of too many tags those of single things become those of their collections.
func TestTagHeaderIsBounded(t *testing.T) {
	tags := []cache.Tag{cache.AllOptions(), cache.Entries("post"), cache.EntryComments(4)}
	for i := range int64(2000) {
		tags = append(tags, cache.Entry(i), cache.User(i))
	}
	if got := tagHeader(tags); got != "comments,entries,entries:post,options,users" {
		t.Errorf("got %q", got)
	}
}

package keep

import (
	"strings"
	"testing"
	"time"
)

func TestAnswer(t *testing.T) {
	c := New(1 << 20)
	made := 0
	ask := func(c *Cache, key string, a *Answer, keep bool) *Answer {
		return c.Answer(key, func() (*Answer, time.Time, bool) { made++; return a, time.Time{}, keep })
	}
	first := answer("first")
	for _, s := range []struct {
		name  string
		cache *Cache
		key   string
		a     *Answer
		keep  bool
		want  *Answer
		made  int
	}{
		{"made", c, "a", first, true, first, 1},
		{"kept", c, "a", answer("second"), true, first, 1},
		{"not to be kept", c, "b", first, false, first, 2},
		{"made again", c, "b", first, false, first, 3},
		{"no answer", c, "d", nil, true, nil, 4},
		{"no cache", nil, "a", first, true, first, 5},
	} {
		if got := ask(s.cache, s.key, s.a, s.keep); got != s.want || made != s.made {
			t.Errorf("%s: %v, made %d times, want %v and %d", s.name, got, made, s.want, s.made)
		}
	}
}

func TestCacheTag(t *testing.T) {
	if got := CacheTag([]string{"entry:1", "options"}); got != "entry:1,options" {
		t.Errorf("got %q", got)
	}
	many := []string{"options", "entries:post"}
	for range 2000 {
		many = append(many, "entry:12", "user:3")
	}
	if got := CacheTag(many); got != "options,entries:post,entries,users" || strings.Contains(got, "12") {
		t.Errorf("got %q", got)
	}
	if got := CacheControl(time.Minute); !strings.HasSuffix(got, "s-maxage=60") {
		t.Errorf("got %q", got)
	}
}

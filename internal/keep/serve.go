package keep

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Answer is the kept answer for a key, or the one that make makes. make tells
// until when its answer holds and whether it may be kept and shared at all; it
// may return nil when what it made is no answer to be sent from here, and then
// Answer returns nil. A nil Cache keeps nothing.
//
// make runs in the calling goroutine, and whenever the result is nil it ran for
// this very call.
func (c *Cache) Answer(key string, make func() (a *Answer, until time.Time, keep bool)) *Answer {
	if c == nil {
		a, _, _ := make()
		return a
	}
	if a := c.Get(key); a != nil {
		return a
	}
	var unshared *Answer
	a, own := c.Do(key, func(t Ticket) *Answer {
		a, until, keep := make()
		if a == nil || !keep {
			unshared = a
			return nil
		}
		c.Put(t, key, a, a.Tags, until)
		return a
	})
	switch {
	case a != nil:
		return a
	case own:
		return unshared
	}
	a, _, _ = make()
	return a
}

// Deliver sends an answer that Answer gave for a key.
func (c *Cache) Deliver(w http.ResponseWriter, req *http.Request, key string, a *Answer) {
	if grown := a.Write(w, req); grown > 0 && c != nil {
		c.Grown(key, a, grown)
	}
}

// CacheControl is the header of answers for strangers. Browsers ask each time;
// a shared cache that is told what changes may hold them for a while.
func CacheControl(shared time.Duration) string {
	if shared > 0 {
		return "public, max-age=0, must-revalidate, s-maxage=" + strconv.Itoa(int(shared.Seconds()))
	}
	return "public, no-cache"
}

// maxCacheTag bounds the Cache-Tag header, which proxies limit.
const maxCacheTag = 8000

// CacheTag prints tags for a header. When they are too many, those of single
// things go: whatever changes a thing changes its collection too.
func CacheTag(tags []string) string {
	all := strings.Join(tags, ",")
	if len(all) <= maxCacheTag {
		return all
	}
	var few []string
	for _, t := range tags {
		name, of, single := strings.Cut(t, ":")
		if _, err := strconv.Atoi(of); single && err == nil {
			t = map[string]string{"entry": "entries", "term": "terms", "user": "users", "comment": "comments", "revisions": "entries:revision"}[name]
		}
		if t != "" && !slices.Contains(few, t) {
			few = append(few, t)
		}
	}
	return strings.Join(few, ",")
}

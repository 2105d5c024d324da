package analytics

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
)

// views are what was viewed and isn't written yet. They are safe for
// concurrent use.
type views struct {
	mu       sync.Mutex
	counts   map[view]int64
	flushing sync.Mutex
}

// view is an entry on a day.
type view struct{ entry, day int64 }

const (
	flushEvery = 10 * time.Second
	// maxViews bounds the counts that wait to be written.
	maxViews = 100000
)

func (v *views) add(of view, n int64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.counts == nil {
		v.counts = map[view]int64{}
	}
	if _, ok := v.counts[of]; ok || len(v.counts) < maxViews {
		v.counts[of] += n
	}
}

func (v *views) take() map[view]int64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	counts := v.counts
	v.counts = nil
	return counts
}

// counter counts the views of public pages, whether they are rendered or come
// from the cache.
type counter struct {
	*service
	next http.Handler
}

// ServeHTTP implements http.Handler.
func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet || !person(r) {
		c.next.ServeHTTP(w, r)
		return
	}
	watched := &statusWriter{ResponseWriter: w}
	c.next.ServeHTTP(watched, r)
	if watched.status != http.StatusOK && watched.status != http.StatusNotModified {
		return
	}
	id := c.entryOfPage(w.Header()["Link"])
	if id == 0 || len(r.Header["Cookie"]) > 0 && c.ignored(r) {
		return
	}
	c.views.add(view{id, c.dayOfViews(r.Context())}, 1)
}

// statusWriter remembers the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements http.ResponseWriter.
func (w *statusWriter) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *statusWriter) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach what is behind.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// entryOfPage is the entry that a page shows, as its links tell; 0 for lists.
func (s *service) entryOfPage(links []string) int64 {
	for _, l := range links {
		address, attrs, _ := strings.Cut(strings.TrimPrefix(l, "<"), ">")
		if !strings.Contains(attrs, `rel="alternate"`) || !strings.Contains(attrs, `"application/json"`) {
			continue
		}
		dir, last := path.Split(address)
		id, err := strconv.ParseInt(last, 10, 64)
		if err != nil {
			continue
		}
		base := path.Base(dir)
		if slices.ContainsFunc(s.Types.REST(), func(t *content.Type) bool { return t.Public && t.RESTBase == base }) {
			return id
		}
	}
	return 0
}

// ignored tells whether the visitor has a role whose views aren't counted.
func (s *service) ignored(r *http.Request) bool {
	actor := s.Visitor(r)
	return actor.LoggedIn() && slices.ContainsFunc(s.settings(r.Context()).ignored, actor.HasRole)
}

// machines are words in the agents of programs that read pages by themselves.
var machines = []string{
	"bot", "crawl", "spider", "slurp", "curl/", "wget/", "python", "java/", "go-http-client", "headless", "lighthouse", "preview",
	"facebookexternalhit", "monitor", "uptime", "feed", "fetch", "scan", "archive", "libwww", "httpclient", "okhttp", "scrapy", "axios",
}

// person tells whether a request looks like that of somebody who reads the
// page now.
func person(r *http.Request) bool {
	agent := strings.ToLower(r.UserAgent())
	if agent == "" || strings.Contains(r.Header.Get("Sec-Purpose")+r.Header.Get("Purpose")+r.Header.Get("X-Moz"), "prefetch") {
		return false
	}
	return !slices.ContainsFunc(machines, func(word string) bool { return strings.Contains(agent, word) })
}

// today is the present day in the site's zone, as days since 1970.
func (s *service) today(ctx context.Context) int64 {
	now := s.Site.Now(ctx)
	return time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60)
}

// knownDay is the present day, for as long as it needn't be asked for again.
type knownDay struct {
	day   int64
	until time.Time
}

// dayLasts is for how long the day is known: midnight may be this late for
// views, and so may a change of the site's zone.
const dayLasts = 10 * time.Second

// dayOfViews is today without a look at the site's options, which would cost
// more than the page from the cache that was viewed.
func (s *service) dayOfViews(ctx context.Context) int64 {
	now := s.Clock()
	if known := s.day.Load(); known != nil && now.Before(known.until) {
		return known.day
	}
	known := &knownDay{s.today(ctx), now.Add(dayLasts)}
	s.day.Store(known)
	return known.day
}

// flush writes what was counted. What can't be written waits on.
func (s *service) flush(ctx context.Context) error {
	s.views.flushing.Lock()
	defer s.views.flushing.Unlock()
	counts := s.views.take()
	if len(counts) == 0 || !s.settings(ctx).tracking {
		return nil
	}
	err := s.DB.InTx(scope.Concurrent(ctx, s), func(ctx context.Context) error { return s.store(s.DB.Concurrent(ctx), counts) })
	if err != nil {
		for of, n := range counts {
			s.views.add(of, n)
		}
	}
	return err
}

// store adds counts to those of entries that are tracked.
func (s *service) store(ctx context.Context, counts map[view]int64) error {
	for part := range slices.Chunk(inOrder(counts), 500) {
		var ids []int64
		for _, of := range part {
			ids = append(ids, of.entry)
		}
		found, err := s.Store.EntriesByID(ctx, slices.Compact(ids))
		if err != nil {
			return err
		}
		for _, of := range part {
			if e := found[of.entry]; e != nil && (e.Status == content.Publish || e.Status == content.Inherit) && !schema.ToBool(e.Meta.Get(metaSkip)) {
				if err := s.DB.Send(ctx, "INSERT INTO analytics_view (entry_id, day, n) VALUES (?, ?, ?)"+
					" ON CONFLICT (entry_id, day) DO UPDATE SET n = analytics_view.n + excluded.n", of.entry, of.day, counts[of]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// inOrder are what was viewed in the order in which all nodes store it, so that
// none waits for another that waits for it.
func inOrder(counts map[view]int64) []view {
	return slices.SortedFunc(maps.Keys(counts), func(a, b view) int { return cmp.Or(cmp.Compare(a.entry, b.entry), cmp.Compare(a.day, b.day)) })
}

// expire removes the counts of days that aren't kept any more.
func (s *service) expire(ctx context.Context) error {
	_, err := s.DB.Exec(ctx, "DELETE FROM analytics_view WHERE day < ?", s.today(ctx)-s.settings(ctx).keepDays)
	return err
}

package front

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"quoin/internal/content"
	"quoin/internal/keep"
	"quoin/internal/scope"
	"quoin/internal/site"
	"quoin/internal/taxonomy"
	"quoin/internal/template"
	"quoin/internal/theme"
	"quoin/internal/user"
	"quoin/internal/view"
	"quoin/internal/wire"
)

// Store is what finding pages reads.
type Store interface {
	EntriesByID(ctx context.Context, ids []int64) (map[int64]*content.Entry, error)
	ListEntries(ctx context.Context, q content.Query) (content.Page, error)
	TermBySlug(ctx context.Context, taxonomy, slug string) (*taxonomy.Term, error)
	TermsByID(ctx context.Context, ids []int64) (map[int64]*taxonomy.Term, error)
	EntryTerms(ctx context.Context, entries []int64) (map[int64][]*taxonomy.Term, error)
	UserBySlug(ctx context.Context, slug string) (*user.User, error)
	UsersByID(ctx context.Context, ids []int64) (map[int64]*user.User, error)
}

// Config is what the public site is made of.
type Config struct {
	Store      Store
	Site       *site.Site
	Types      *content.Types
	Taxonomies *taxonomy.Registry
	Links      *content.Permalinks
	TermLinks  *taxonomy.Links
	View       *view.View
	Templates  *template.Catalog
	Theme      *theme.Theme
	Log        *slog.Logger
	// Ref is the whole address of a place in the API that pages name.
	Ref func(ctx context.Context, ref wire.Ref) string
	// Search reads a search text.
	Search func(text string) *content.Search

	Keep         *keep.Cache // nil keeps nothing
	CacheTags    bool        // send Cache-Tag headers
	SharedMaxAge time.Duration
}

// Front is the public site. It is safe for concurrent use.
type Front struct {
	Config
	policy content.Policy
	sheet  atomic.Pointer[sheet]
}

// New makes the public site.
func New(c Config) *Front { return &Front{Config: c, policy: content.Policy{Types: c.Types}} }

// maxKeptQuery bounds the queries of addresses whose pages are kept.
const maxKeptQuery = 1024

// ServeHTTP answers one request.
func (f *Front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Pages can only be read here.", http.StatusMethodNotAllowed)
		return
	}
	switch {
	case strings.HasPrefix(r.URL.Path, assetsPath):
		f.serveSheet(w, r)
		return
	case strings.HasPrefix(r.URL.Path, themePath):
		f.serveThemeFile(w, r)
		return
	}
	cache := f.Keep
	if len(r.URL.RawQuery) > maxKeptQuery {
		cache = nil
	}
	key := "page\x00" + r.URL.EscapedPath() + "\x00" + r.URL.RawQuery
	var made *page
	a := cache.Answer(key, func() (*keep.Answer, time.Time, bool) {
		made = f.make(r)
		return made.answer, made.until, made.keep
	})
	if a != nil {
		cache.Deliver(w, r, key, a)
		return
	}
	for k, v := range made.header {
		w.Header()[k] = v
	}
	w.WriteHeader(made.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(made.body) // a caller that went away is not our failure
	}
}

// page is a finished answer.
type page struct {
	status int
	header http.Header
	body   []byte

	answer *keep.Answer // of a whole page of status 200
	until  time.Time
	keep   bool
}

// make makes the answer to a request in a scope of its own.
func (f *Front) make(r *http.Request) (p *page) {
	defer func() {
		if v := recover(); v != nil {
			if v == http.ErrAbortHandler {
				panic(v)
			}
			f.Log.Error("page panicked", "path", r.URL.Path, "panic", v)
			p = failure()
		}
	}()
	ctx := scope.New(r.Context())
	in := read(r)
	found, err := f.resolve(ctx, in)
	if err == nil && found.location == "" {
		p, err = f.show(ctx, in, found)
	}
	if err != nil {
		if ctx.Err() == nil {
			f.Log.Error("page", "path", r.URL.Path, "error", err)
		}
		return failure()
	}
	if found.location != "" {
		return f.redirect(found.location)
	}
	f.finish(ctx, p)
	return p
}

// finish makes a page of status 200 one that may be kept.
func (f *Front) finish(ctx context.Context, p *page) {
	if p.status != http.StatusOK {
		p.header.Set("Cache-Control", "no-cache")
		return
	}
	tags := scope.From(ctx).Tags()
	slices.Sort(tags)
	p.header.Set("Cache-Control", keep.CacheControl(f.SharedMaxAge))
	if f.CacheTags {
		p.header.Set("Cache-Tag", keep.CacheTag(tags))
	}
	var may bool
	p.until, may = scope.From(ctx).Lasts()
	if p.keep = p.keep && may; !p.keep {
		p.header.Set("Cache-Control", "no-cache")
	}
	p.answer = keep.NewAnswer(p.status, p.header, p.body, tags)
}

// redirect leads to the usual address.
func (f *Front) redirect(location string) *page {
	h := http.Header{}
	h.Set("Location", location)
	h.Set("Cache-Control", "no-cache")
	return &page{status: http.StatusMovedPermanently, header: h}
}

func failure() *page {
	h := http.Header{}
	h.Set("Content-Type", "text/plain; charset=UTF-8")
	h.Set("Cache-Control", "no-store")
	return &page{status: http.StatusInternalServerError, header: h, body: []byte("This page can't be shown at the moment.\n")}
}

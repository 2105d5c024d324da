package front

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"quoin/internal/display/view"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/template"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/user"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/httpcache"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// Store is what finding pages reads.
type Store interface {
	EntriesByID(ctx context.Context, ids []int64) (map[int64]*content.Entry, error)
	Autosave(ctx context.Context, entry, user int64) (*content.Entry, error)
	ListEntries(ctx context.Context, q content.Query) (content.Page, error)
	TermBySlug(ctx context.Context, taxonomy, slug string) (*taxonomy.Term, error)
	TermsByID(ctx context.Context, ids []int64) (map[int64]*taxonomy.Term, error)
	EntryTerms(ctx context.Context, entries []int64) (map[int64][]*taxonomy.Term, error)
	UserBySlug(ctx context.Context, slug string) (*user.User, error)
	UsersByID(ctx context.Context, ids []int64) (map[int64]*user.User, error)
	ListTerms(ctx context.Context, q taxonomy.Query) (taxonomy.Page, error)
	ListUsers(ctx context.Context, q user.Query) (user.Page, error)
	CountByDate(ctx context.Context, typ string, parts int) ([]content.DateCount, error)
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
	// Templates and Theme are those of the theme in effect.
	Templates func(ctx context.Context) *template.Catalog
	Theme     func(ctx context.Context) *theme.Theme
	// ThemeByID is a theme whose files are served, nil for none; may be nil.
	ThemeByID func(ctx context.Context, id string) *theme.Theme
	Log       *slog.Logger
	// Ref is the whole address of a place in the API that pages name.
	Ref func(ctx context.Context, ref wire.Ref) string
	// Search reads a search text.
	Search func(text string) *content.Search

	// Additions are what is added to pages at the moment; may be nil.
	Additions func(ctx context.Context) *Additions

	// Held tells whether a key is that to a comment that waits for approval;
	// may be nil.
	Held func(ctx context.Context, id int64, key string) bool

	// Visitor tells who asks, nil for one like everybody else; may be nil.
	Visitor func(r *http.Request) *Visitor

	Cache       *httpcache.Cache // nil caches nothing
	Caches      cache.Group      // what parts of pages are cached in
	CachePolicy httpcache.Policy
}

// Front is the public site. It is safe for concurrent use.
type Front struct {
	*base
	resolver *resolver
	document *document
	feeds    *feeds
	sitemaps *sitemaps
	assets   *assets
}

// base is what all parts of the public site stand on: what it is made with, and the
// addresses that several of them write.
type base struct {
	Config
	policy content.Policy
}

// resolver finds what an address means, and the address under which that is known.
type resolver struct {
	*base
	lists *lists
	rules atomic.Pointer[rules]
	// ruleSets are the rules for other forms of addresses.
	ruleLock sync.Mutex
	ruleSets map[site.AddressForm]*rules
}

// lists read the entries of pages that show several: of a date, a term, an author, a search.
type lists struct{ *base }

// document writes pages: head, classes, the page for what isn't there, cards for other sites.
type document struct {
	*base
	assets *assets
}

// feeds write what feed readers ask for.
type feeds struct {
	*base
	document *document
}

// sitemaps write what search engines ask for.
type sitemaps struct {
	*base
	document *document
}

// assets serve style sheets, and files of the theme.
type assets struct {
	*base
	sheet atomic.Pointer[sheet]
}

// New makes the public site.
func New(c Config) *Front {
	b := &base{Config: c, policy: content.Policy{Types: c.Types, Site: c.Site, Entries: c.Store}}
	a := &assets{base: b}
	d := &document{base: b, assets: a}
	return &Front{
		base: b, resolver: &resolver{base: b, lists: &lists{b}}, document: d,
		feeds: &feeds{b, d}, sitemaps: &sitemaps{b, d}, assets: a,
	}
}

// maxCachedQuery bounds the queries of addresses whose pages are cached.
const maxCachedQuery = 1024

// Serve answers a request for a target.
func (f *Front) Serve(w http.ResponseWriter, r *http.Request, target httpcache.Target) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	forced := asked(r.Context()) != 0 // whatever the method, and whatever stands there
	if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodPost && !forced {
		w.Header().Set("Allow", "GET, HEAD, POST")
		http.Error(w, "Pages can only be read here.", http.StatusMethodNotAllowed)
		return
	}
	switch {
	case forced:
	case strings.HasSuffix(r.URL.Path, ".php") && f.legacy(w, r), strings.HasPrefix(r.URL.Path, trackbackPath+"/") && f.legacy(w, r):
		return
	case strings.HasPrefix(r.URL.Path, assetsPath+"icon-"):
		serveDrawnIcon(w, r)
		return
	case strings.HasPrefix(r.URL.Path, assetsPath) && strings.HasSuffix(r.URL.Path, ".js"):
		serveBehaviour(w, r)
		return
	case strings.HasPrefix(r.URL.Path, assetsPath):
		f.assets.serveSheet(w, r)
		return
	case strings.HasPrefix(r.URL.Path, themePath):
		f.assets.serveThemeFile(w, r)
		return
	}
	answers := f.Cache
	if len(r.URL.RawQuery) > maxCachedQuery || forced || r.Method == http.MethodPost {
		answers = nil
	}
	// Compat (api.TestHeadOfRobots): who asks for no body is told no kind of it.
	bare := r.Method == http.MethodHead && r.URL.Path == "/robots.txt" && !forced
	if bare {
		answers = nil
	}
	ctx, who := r.Context(), f.visitorOf(r)
	if who != nil {
		answers, ctx = nil, context.WithValue(ctx, visitorKey{}, who)
	}
	if f.resolver.byOtherName(ctx, r) {
		answers, ctx = nil, context.WithValue(ctx, otherNameKey{}, true)
	}
	if inPlace(ctx) {
		answers = nil
	}
	if answers != nil && who == nil {
		ctx = scope.ForEverybody(ctx)
	}
	key := target.PageKey()
	var made *page
	a := answers.Answer(key, func() (*httpcache.Answer, cache.Deps) {
		made = f.make(ctx, target, r.Method != http.MethodPost)
		return made.answer, made.deps
	})
	if who != nil && (who.Actor.LoggedIn() || who.Actor.Opens != 0 || who.Remembered() || made.asks || made.status != http.StatusOK) {
		made.header.Set("Cache-Control", "private, no-store")
		made.header.Del("Cache-Tag")
	}
	if who != nil && who.Actor.Opens != 0 {
		made.header.Set("X-Robots-Tag", "noindex, nofollow")
		made.header.Set("Referrer-Policy", "no-referrer") // the address is the key
	}
	if a != nil && who == nil && !bare {
		answers.Deliver(w, r, key, a)
		return
	}
	if bare && made.status == http.StatusOK {
		made.header.Set("Content-Type", "text/html; charset=UTF-8")
	}
	if made.missing && f.notFound(w, r) {
		return
	}
	for k, v := range made.header {
		w.Header()[k] = v
	}
	httpcache.Send(w, r, made.status, made.body)
}

// page is a finished answer.
type page struct {
	status int
	header http.Header
	body   []byte

	answer *httpcache.Answer // of a whole page of status 200
	deps   cache.Deps        // of answer
	// complete tells whether every look-up was answered.
	complete bool
	missing  bool // the address means nothing
	asks     bool // it depends on passwords that the visitor gave
}

// notFound lets what the site adds answer an address that means nothing.
func (f *Front) notFound(w http.ResponseWriter, r *http.Request) bool {
	if f.Additions == nil {
		return false
	}
	for _, answer := range f.Additions(scope.New(r.Context())).NotFound {
		if answer(w, r) {
			return true
		}
	}
	return false
}

// make makes the page at a target in a scope of its own.
func (f *Front) make(ctx context.Context, target httpcache.Target, reads bool) (p *page) {
	defer func() {
		if v := recover(); v != nil {
			if v == http.ErrAbortHandler {
				panic(v)
			}
			f.Log.Error("page panicked", "path", target.URL().Path, "panic", v, "stack", string(debug.Stack()))
			p = failure(scope.Failure(ctx))
		} else if err := scope.Failure(ctx); err != nil {
			if p == nil || p.status < http.StatusInternalServerError {
				f.Log.Error("page", "path", target.URL().Path, "error", err)
			}
			p = failure(err) // whatever was made of the rest
		}
	}()
	ctx = scope.New(ctx)
	scope.Begin(ctx, f.Caches)
	p, missing, err := f.added(ctx, target.URL().EscapedPath())
	if p != nil {
		f.finish(ctx, p)
		return p
	}
	var in *input
	var found *resolvedPage
	if err == nil {
		in, err = f.resolver.read(ctx, target.URL())
	}
	if err == nil {
		in.reads, in.noForm = reads, in.noForm || missing
		if p, err = f.forPrograms(ctx, in); p != nil {
			f.finish(ctx, p)
			return p
		}
	}
	if err == nil {
		found, err = f.resolver.resolve(ctx, in)
	}
	if err == nil && found.location == "" && in.otherName && in.reads && !found.staysByOtherName(in) {
		found.location = (&redirect{query: in.query}).address(in, in.base+in.path)
	}
	if err == nil && found.location == "" {
		switch {
		case found.is.feed != "":
			p, err = f.feeds.feed(ctx, in, found)
		case found.is.embed && found.post != nil:
			p = f.document.card(ctx, in, found)
		case found.missing && in.has("embed"):
			p = f.document.lostCard(ctx, in, found)
		default:
			p, err = f.document.show(ctx, in, found)
		}
	}
	if err != nil {
		if ctx.Err() == nil {
			f.Log.Error("page", "path", target.URL().Path, "error", err)
		}
		return failure(cmp.Or(scope.Failure(ctx), err))
	}
	if found.location != "" {
		p := f.redirect(found.location, found.temporary)
		maps.Copy(p.header, found.header)
		if found.is.trackback {
			for _, l := range f.document.links(ctx, found) {
				p.header.Add("Link", l.header())
			}
		}
		return p
	}
	p.asks = found.asks
	f.finish(ctx, p)
	return p
}

// forPrograms is the answer for an address that only programs ask for; nil for
// the others.
func (f *Front) forPrograms(ctx context.Context, in *input) (*page, error) {
	switch {
	case asked(ctx) != 0:
	case in.has("robots") && in.reads && in.fromPath["robots"] != "" && strings.HasSuffix(in.path, "/"):
		return f.redirect(in.base+"/robots.txt", false), nil
	case in.has("robots") && in.reads && in.otherName:
		return f.redirect((&redirect{query: in.query}).address(in, in.base+in.path), false), nil
	case in.has("robots"):
		return f.sitemaps.robotsFile(ctx, in), nil
	case in.has("favicon"):
		return f.redirect(f.document.iconFor(ctx, in.base), true), nil
	case in.has("sitemap") || in.has("sitemap-stylesheet"):
		p, err := f.sitemaps.sitemap(ctx, in)
		if p == nil && err == nil {
			in.noForm = true // nothing is there
		}
		return p, err
	}
	return nil, nil
}

// finish makes a page of status 200 one that may be cached.
func (f *Front) finish(ctx context.Context, p *page) {
	if p.status != http.StatusOK || p.header.Get("Location") != "" {
		p.header.Set("Cache-Control", "no-cache")
		return
	}
	p.deps = scope.From(ctx).Deps()
	p.deps.NoStore = p.deps.NoStore || !p.complete
	f.CachePolicy.SetHeader(p.header, p.deps)
	p.answer = httpcache.NewAnswer(p.status, p.header, p.body)
	if visitor(ctx).Actor.LoggedIn() || visitor(ctx).Unlocks != nil {
		p.header.Set("Etag", p.answer.ETag)
	}
}

// redirect leads to the usual address.
func (f *base) redirect(location string, temporary bool) *page {
	h := http.Header{}
	h.Set("Location", location)
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Type", "text/html; charset=UTF-8") // of nothing; clients of the reference are told so
	status := http.StatusMovedPermanently
	if temporary {
		status = http.StatusFound
	}
	return &page{status: status, header: h}
}

func failure(err error) *page {
	h := http.Header{}
	h.Set("Content-Type", "text/plain; charset=UTF-8")
	h.Set("Cache-Control", "no-store")
	status := http.StatusInternalServerError
	if f := fault.Outage(err); f != nil {
		status = f.Status
		f.SetHeader(h)
	}
	return &page{status: status, header: h, body: []byte("This page can't be shown at the moment.\n")}
}

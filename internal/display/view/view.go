package view

import (
	"context"
	"log/slog"

	"quoin/internal/display/render"
	"quoin/internal/display/render/blocks"
	"quoin/internal/display/render/shortcodes"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/markup/typography"
	"quoin/internal/platform/scope"
)

// Store is what showing a site reads.
type Store interface {
	EntryByID(ctx context.Context, id int64) (*content.Entry, error)
	EntriesByID(ctx context.Context, ids []int64) (map[int64]*content.Entry, error)
	ListEntries(ctx context.Context, q content.Query) (content.Page, error)
	Ancestors(ctx context.Context, ids []int64) (map[int64][]int64, error)
	CountByDate(ctx context.Context, typ string, parts int) ([]content.DateCount, error)
	TermsByID(ctx context.Context, ids []int64) (map[int64]*taxonomy.Term, error)
	TermBySlug(ctx context.Context, taxonomy, slug string) (*taxonomy.Term, error)
	ListTerms(ctx context.Context, q taxonomy.Query) (taxonomy.Page, error)
	AllTerms(ctx context.Context, taxonomy string) ([]*taxonomy.Term, error)
	EntryTerms(ctx context.Context, entries []int64) (map[int64][]*taxonomy.Term, error)
	Authors(ctx context.Context, ids []int64, types []string, status content.Status) (map[int64]bool, error)
	UsersByID(ctx context.Context, ids []int64) (map[int64]*user.User, error)
	ListComments(ctx context.Context, q comment.Query) (comment.Page, error)
	ListCommentsByEntry(ctx context.Context, q comment.Query, entries []int64, limit int) (map[int64]comment.Page, error)
	comment.Counter
	// InTransaction tells whether reads with ctx may see what isn't committed.
	InTransaction(ctx context.Context) bool
}

// Config is what a View is made of.
type Config struct {
	Store      Store
	Site       *site.Site
	Types      *content.Types
	Taxonomies *taxonomy.Registry
	Links      *content.Permalinks
	TermLinks  *taxonomy.Links
	// Theme is the theme in effect, which depends on ThemeTags.
	Theme     func(ctx context.Context) *theme.Theme
	ThemeTags []cache.Tag
	Log       *slog.Logger
	// Uploads is the address below which the files of attachments lie, without
	// a slash at the end.
	Uploads func(ctx context.Context) string
	// MetaKeys names the public meta keys of a type; may be nil.
	MetaKeys func(ctx context.Context, typ string) []string
	// Feeds reads the feeds of other sites; nil reads none.
	Feeds FeedReader
	// Search reads a search text.
	Search func(text string) *content.Search
	// CacheBytes bounds the texts that are cached: 0 takes a default, less than
	// 0 caches none.
	CacheBytes int
}

// defaultCacheBytes is enough for some ten thousand posts of usual length.
const defaultCacheBytes = 64 << 20

// View renders what visitors see. It is safe for concurrent use.
type View struct {
	Config
	policy   content.Policy
	renderer *render.Renderer
	cached   *textCache
	theme    *cache.Cache[themeKey, *styled]
}

// New makes a View.
func New(c Config) *View {
	if c.CacheBytes == 0 {
		c.CacheBytes = defaultCacheBytes
	}
	return &View{
		Config:   c,
		policy:   content.Policy{Types: c.Types, Site: c.Site, Entries: c.Store},
		renderer: render.New(blocks.All(), shortcodes.Table()),
		cached:   newTextCache(c.CacheBytes, c.Site.Clock),
		theme:    cache.New[themeKey, *styled](themeBytes, c.Site.Clock),
	}
}

// Renderer is the renderer with all blocks and shortcodes, for pages.
func (v *View) Renderer() *render.Renderer { return v.renderer }

// Caches are what must be told of the tags of every commit before its writer
// is answered.
func (v *View) Caches() cache.Group { return cache.Group{v.theme, v.cached} }

// Title is an entry's title for display, "" when the texts of the answer have
// used up what they may cost. It is made faster than it could be found in a
// cache.
func (v *View) Title(ctx context.Context, e *content.Entry) string { return v.title(ctx, e).String() }

// TitleValue is Title as a value of an answer.
func (v *View) TitleValue(ctx context.Context, e *content.Entry) any { return v.title(ctx, e) }

func (v *View) title(ctx context.Context, e *content.Entry) HTML {
	if !answerBudget(ctx).Read(ctx, len(e.Title)) {
		scope.NoStore(ctx)
		return HTML{}
	}
	return HTML{uncached: v.renderer.TitleText(e.Title, v.signs(ctx))}
}

// signsKey is that of the signs of punctuation that a View knows.
type signsKey struct{ *View }

// signs are the signs of punctuation in the language of the site, nil for English.
func (v *View) signs(ctx context.Context) *typography.Signs {
	return site.Derived(ctx, v.Site, signsKey{v}, func(ctx context.Context) *typography.Signs {
		if texts := v.Site.Texts(ctx); texts != nil {
			return render.SignsOf(texts)
		}
		return nil
	})
}

// Content is an entry's content for display. Whether a password keeps the
// caller from it was asked before.
func (v *View) Content(ctx context.Context, to Visit, e *content.Entry) string {
	return v.content(ctx, to, e).filled(ctx, to)
}

// ContentValue is Content as a value of an answer.
func (v *View) ContentValue(ctx context.Context, to Visit, e *content.Entry) any {
	return v.content(ctx, to, e)
}

func (v *View) content(ctx context.Context, to Visit, e *content.Entry) HTML {
	if e.Content == "" && e.Type != content.TypeAttachment {
		return HTML{}
	}
	return v.text(ctx, to, e, kindContent, 0, "", func(c *render.Context, p *render.Post) string {
		return c.Content(p)
	})
}

// Excerpt is an entry's own excerpt, or one made of its content with at most
// length words; 0 takes the usual length, a
// negative one no words. Whether a password keeps the caller
// from it was asked before.
func (v *View) Excerpt(ctx context.Context, to Visit, e *content.Entry, length int) string {
	return v.excerpt(ctx, to, e, length).filled(ctx, to)
}

// ExcerptValue is Excerpt as a value of an answer.
func (v *View) ExcerptValue(ctx context.Context, to Visit, e *content.Entry, length int) any {
	return v.excerpt(ctx, to, e, length)
}

func (v *View) excerpt(ctx context.Context, to Visit, e *content.Entry, length int) HTML {
	return v.text(ctx, to, e, kindExcerpt, length, "", func(c *render.Context, p *render.Post) string {
		return c.Excerpt(p, length)
	})
}

// Text shows a text that belongs to an entry, such as a caption, the way
// excerpts are shown.
func (v *View) Text(ctx context.Context, to Visit, e *content.Entry, text string) string {
	if text == "" {
		return ""
	}
	return v.text(ctx, to, e, kindText, 0, text, func(c *render.Context, p *render.Post) string {
		p.Excerpt = text
		return c.Excerpt(p, 0)
	}).filled(ctx, to)
}

// Comment is the text of a comment for display.
func (v *View) Comment(ctx context.Context, c *comment.Comment) string {
	return v.renderer.Context(ctx, v.Source(ctx, access.Actor{}, nil), nil).CommentText(c.Content)
}

// text is a cached text, or one that is made and cached.
func (v *View) text(ctx context.Context, to Visit, e *content.Entry, kind textKind, length int, given string,
	make func(*render.Context, *render.Post) string,
) HTML {
	key := keyFor(ctx, to, e, kind)
	key.length, key.sum = length, v.cached.sumOnce(ctx, e, given)
	ids := counters(ctx, to)
	// What a preview link opens is for who has the link, a look at another theme for who looks.
	caches := v.cached.Cache != nil && e.ID != 0 && to.Actor.Opens == 0 && site.Previewed(ctx) == "" && !v.Store.InTransaction(ctx)
	if caches {
		if t := v.cached.get(ctx, key, ids); t != nil {
			return v.fitting(ctx, e, kind, v.html(ctx, to, t), t.json.Size())
		}
	}
	if room := scope.Room(ctx); room == 0 || room < scope.MaxShown && kind == kindContent && len(e.Content) > room {
		scope.Shows(ctx, max(1, len(e.Content))) // nothing else is made in vain
		return v.unshown(ctx, e, kind)
	}
	scope.Slow(ctx, "rendering")
	began := scope.Ticket(ctx, v.cached)
	part := scope.Part(ctx)
	scope.DependsOn(part, cache.Entry(e.ID))
	s := v.sourceOf(part, to)
	s.at(part, to)
	p := s.post(part, e)
	p.Locked = false
	var html render.Template
	answer := answerBudget(ctx)
	answer.Extend(len(e.Content))
	budget := render.NewBudget(part, render.EntryLimits(len(e.Content)), answer)
	part = render.WithBudget(part, budget)
	slots := &render.Slots{}
	used := ids.Trace(func() {
		text := make(v.renderer.Begin(part, s, p, ids, slots), p)
		html = slots.Cut(text + v.cut(part, e, kind, budget.Exceeded()))
	})
	if caches && s.Complete() && ctx.Err() == nil {
		if t := v.cached.put(part, key, html, used, began); t != nil {
			return v.fitting(ctx, e, kind, v.html(ctx, to, t), t.json.Size())
		}
	}
	atAddress(ctx, to, html)
	shown := HTML{uncached: html.Fill(v.address(ctx, to))}
	return v.fitting(ctx, e, kind, shown, len(shown.uncached))
}

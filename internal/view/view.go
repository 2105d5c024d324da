package view

import (
	"context"
	"log/slog"
	"slices"
	"sync/atomic"

	"quoin/internal/access"
	"quoin/internal/comment"
	"quoin/internal/content"
	"quoin/internal/render"
	"quoin/internal/render/blocks"
	"quoin/internal/render/shortcodes"
	"quoin/internal/scope"
	"quoin/internal/site"
	"quoin/internal/taxonomy"
	"quoin/internal/theme"
	"quoin/internal/user"
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
	UsersByID(ctx context.Context, ids []int64) (map[int64]*user.User, error)
	ListComments(ctx context.Context, q comment.Query) (comment.Page, error)
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
	Theme      *theme.Theme
	Log        *slog.Logger
	// Uploads is the address below which the files of attachments lie, without
	// a slash at the end.
	Uploads func(ctx context.Context) string
	// MetaKeys names the public meta keys of a type; may be nil.
	MetaKeys func(typ string) []string
	// Search reads a search text.
	Search func(text string) *content.Search
	// KeepBytes bounds the texts that are kept: 0 takes a default, less than 0
	// keeps none.
	KeepBytes int
}

// defaultKeepBytes is enough for some ten thousand posts of usual length.
const defaultKeepBytes = 64 << 20

// View renders what visitors see. It is safe for concurrent use.
type View struct {
	Config
	policy   content.Policy
	renderer *render.Renderer
	kept     *keep
	theme    atomic.Pointer[styled]
	site     atomic.Pointer[siteOf]
	styles   atomic.Uint64 // how often the users' styles changed
}

// New makes a View.
func New(c Config) *View {
	if c.KeepBytes == 0 {
		c.KeepBytes = defaultKeepBytes
	}
	return &View{
		Config:   c,
		policy:   content.Policy{Types: c.Types},
		renderer: render.New(blocks.All(), shortcodes.Table()),
		kept:     newKeep(c.KeepBytes),
	}
}

// Renderer is the renderer with all blocks and shortcodes, for pages.
func (v *View) Renderer() *render.Renderer { return v.renderer }

// Changed drops the texts that were made of what tags name. It must be called
// with the tags of every commit before its writer hears of it.
func (v *View) Changed(tags []string) {
	if slices.Contains(tags, stylesTag) {
		v.styles.Add(1)
	}
	v.kept.changed(tags)
}

// Clear drops every kept text, when something changed and nobody knows what.
func (v *View) Clear() {
	v.styles.Add(1)
	v.kept.clear()
}

// Title is an entry's title for display.
func (v *View) Title(ctx context.Context, e *content.Entry) string { return v.title(ctx, e).String() }

// TitleValue is Title as a value of an answer.
func (v *View) TitleValue(ctx context.Context, e *content.Entry) any { return v.title(ctx, e) }

func (v *View) title(ctx context.Context, e *content.Entry) HTML {
	return v.text(ctx, access.Actor{}, e, kindTitle, 0, "", func(ctx context.Context, s *Source, p *render.Post) string {
		return v.renderer.Title(ctx, s, p)
	})
}

// Content is an entry's content for display. Whether a password keeps the
// caller from it was asked before.
func (v *View) Content(ctx context.Context, a access.Actor, e *content.Entry) string {
	return v.content(ctx, a, e).String()
}

// ContentValue is Content as a value of an answer.
func (v *View) ContentValue(ctx context.Context, a access.Actor, e *content.Entry) any {
	return v.content(ctx, a, e)
}

func (v *View) content(ctx context.Context, a access.Actor, e *content.Entry) HTML {
	if e.Content == "" && e.Type != content.TypeAttachment {
		return HTML{}
	}
	return v.text(ctx, a, e, kindContent, 0, "", func(ctx context.Context, s *Source, p *render.Post) string {
		return v.renderer.Content(ctx, s, p)
	})
}

// Excerpt is an entry's own excerpt, or one made of its content with at most
// length words; 0 takes the usual length, a
// negative one no words. Whether a password keeps the caller
// from it was asked before.
func (v *View) Excerpt(ctx context.Context, a access.Actor, e *content.Entry, length int) string {
	return v.excerpt(ctx, a, e, length).String()
}

// ExcerptValue is Excerpt as a value of an answer.
func (v *View) ExcerptValue(ctx context.Context, a access.Actor, e *content.Entry, length int) any {
	return v.excerpt(ctx, a, e, length)
}

func (v *View) excerpt(ctx context.Context, a access.Actor, e *content.Entry, length int) HTML {
	return v.text(ctx, a, e, kindExcerpt, length, "", func(ctx context.Context, s *Source, p *render.Post) string {
		return v.renderer.Excerpt(ctx, s, p, length)
	})
}

// Text shows a text that belongs to an entry, such as a caption, the way
// excerpts are shown.
func (v *View) Text(ctx context.Context, a access.Actor, e *content.Entry, text string) string {
	if text == "" {
		return ""
	}
	return v.text(ctx, a, e, kindText, 0, text, func(ctx context.Context, s *Source, p *render.Post) string {
		p.Excerpt = text
		return v.renderer.Excerpt(ctx, s, p, 0)
	}).String()
}

// Comment is the text of a comment for display.
func (v *View) Comment(ctx context.Context, c *comment.Comment) string {
	return v.renderer.Context(ctx, v.Source(ctx, access.Actor{}, nil), nil).CommentText(c.Content)
}

// text takes a kept text or makes it with what is made of it noted.
func (v *View) text(ctx context.Context, a access.Actor, e *content.Entry, kind textKind, length int, given string,
	make func(context.Context, *Source, *render.Post) string,
) HTML {
	key := keyFor(ctx, a, e, kind)
	key.length, key.sum = length, v.kept.sumOnce(ctx, e, kind, given)
	ids := render.CountersOf(ctx)
	if ids == nil {
		ids = render.NewCounters()
		ctx = render.WithCounters(ctx, ids)
	}
	keeps := v.kept != nil && e.ID != 0 && !v.Store.InTransaction(ctx)
	if keeps {
		if t := v.kept.get(ctx, key, ids, v.Site.Clock()); t != nil {
			return v.html(ctx, t)
		}
	}
	began := v.kept.now()
	part := scope.Part(ctx)
	scope.Read(part, entryTag(e.ID))
	s := v.Source(part, a, nil)
	p := s.post(part, e)
	p.Locked = false
	var html render.Template
	part, slots := render.WithSlots(part)
	used := ids.Trace(func() { html = slots.Cut(make(part, s, p)) })
	if keeps && s.healthy() {
		if t := v.kept.put(part, key, html, used, began); t != nil {
			return v.html(ctx, t)
		}
	}
	return HTML{plain: html.Fill(v.addressed(ctx))}
}

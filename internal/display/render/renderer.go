package render

import (
	"context"
	"strings"

	"maps"
	"slices"

	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/shortcode"
	"quoin/internal/platform/markup/typography"
)

// BlockFunc renders one dynamic block. b has its attributes completed with
// defaults; inner is the HTML of what is inside it, "" for types that render
// their inner blocks themselves.
type BlockFunc func(c *Context, b block.Block, inner string) string

// Block is what is made of the blocks of one type, beside what their features
// ask for. Any member may be missing.
type Block struct {
	Render BlockFunc
	// Migrate brings attributes of older editors to today's form.
	Migrate func(b *block.Block)
	// Values are made again for each block, for itself and what is inside it.
	Values func(c *Context, b block.Block) map[string]any
	// Finish changes the HTML when all features are done with it.
	Finish func(b block.Block, html string) string
}

// Shortcode renders one classic shortcode. content is the text between its
// tags, "" when there is no closing tag.
type Shortcode func(c *Context, attrs shortcode.Attrs, content, tag string) string

// Renderer renders entries with a fixed set of blocks and shortcodes.
type Renderer struct {
	blocks     map[string]Block
	shortcodes map[string]Shortcode
	names      []string // of the shortcodes, sorted
	added      map[string]addedShortcode
}

// addedShortcode is one that is there only while active says so.
type addedShortcode struct {
	show   Shortcode
	active func(ctx context.Context) bool
}

// New makes a Renderer. The maps must not be changed afterwards.
func New(blocks map[string]Block, shortcodes map[string]Shortcode) *Renderer {
	return &Renderer{blocks: blocks, shortcodes: shortcodes, names: slices.Sorted(maps.Keys(shortcodes)), added: map[string]addedShortcode{}}
}

// Add adds a block, before the first rendering.
func (r *Renderer) Add(name string, f BlockFunc) { r.blocks[name] = Block{Render: f} }

// AddShortcode adds a shortcode that is there only while active says so, before the first
// rendering: otherwise its tags are text.
func (r *Renderer) AddShortcode(name string, active func(ctx context.Context) bool, f Shortcode) {
	r.added[name] = addedShortcode{f, active}
}

// When is a block that is there only while active says so: otherwise it is
// what its markup makes of it, like any block that nothing knows.
func When(active func(ctx context.Context) bool, f BlockFunc) BlockFunc {
	return func(c *Context, b block.Block, inner string) string {
		if !active(c) {
			return inner
		}
		return f(c, b, inner)
	}
}

// Context starts a rendering for an entry, which may be nil.
func (r *Renderer) Context(ctx context.Context, src Source, post *Post) *Context {
	return r.Begin(ctx, src, post, NewCounters(), nil)
}

// Begin is Context for a rendering that takes the numbers of generated ids from
// counters, and with slots leaves marks where the address would stand: its HTML
// is then for Slots.Cut only.
func (r *Renderer) Begin(ctx context.Context, src Source, post *Post, ids *Counters, slots *Slots) *Context {
	request := src.Request(ctx)
	c := &Context{
		Context: ctx, Source: src, renderer: r,
		Site: src.Site(ctx), Theme: src.Theme(ctx), Request: request,
		run: &run{
			front: request != nil && request.Front,
			ids:   ids, slots: slots, open: map[string]bool{}, notes: map[string]bool{}, memo: map[string]any{},
			budget: budgetOf(ctx, post), blocks: map[asked]string{}, used: map[string]bool{}, texts: map[textKey]string{},
		},
	}
	if post != nil {
		c = c.ForPost(post)
	}
	return c
}

// Content is the entry's content as shown to visitors. The content of a
// locked entry is empty.
func (r *Renderer) Content(ctx context.Context, src Source, post *Post) string {
	if post.Locked {
		return ""
	}
	return r.Context(ctx, src, post).Content(post)
}

// Title is the entry's title. Answers of the API leave out the mark of
// protected and private entries.
func (r *Renderer) Title(ctx context.Context, src Source, post *Post) string {
	return r.Context(ctx, src, post).EntryTitle(post)
}

// EntryTitle is Renderer.Title in a rendering.
func (c *Context) EntryTitle(post *Post) string {
	if c.Request.Front {
		return c.Title(post)
	}
	return c.dressTitle(post.Title)
}

// maxTitle is how many bytes of a title are shown, as many as the reference stores.
const maxTitle = 64<<10 - 1

// TitleText is a title without the mark of protected and private entries. The signs of
// punctuation are those of the site's language, nil for English.
func (r *Renderer) TitleText(title string, signs *typography.Signs) string {
	if signs == nil {
		signs = typography.English()
	}
	title = typography.ConvertChars(signs.Texturize(beginning(title, maxTitle), r.names))
	return strings.ReplaceAll(strings.Trim(title, " \t\n\r\x00\v"), "Wordpress", "WordPress")
}

// Excerpt is the entry's excerpt: the one written by hand, or the first words
// of its content. length is the number of words, 0 for the default.
func (r *Renderer) Excerpt(ctx context.Context, src Source, post *Post, length int) string {
	return r.Context(ctx, src, post).Excerpt(post, length)
}

// ShortcodeNames are the names of the shortcodes that are rendered, sorted.
func (r *Renderer) ShortcodeNames(ctx context.Context) []string {
	var more []string
	for name, one := range r.added {
		if one.active(ctx) {
			more = append(more, name)
		}
	}
	if more == nil {
		return r.names
	}
	all := slices.Concat(r.names, more)
	slices.Sort(all)
	return all
}

// shortcodeNames is Renderer.ShortcodeNames, asked once in a rendering.
func shortcodeNames(c *Context) []string {
	if c.run.shortcodes == nil {
		c.run.shortcodes = c.renderer.ShortcodeNames(c)
	}
	return c.run.shortcodes
}

// shortcode is the function of a shortcode, nil for one that isn't known.
func (r *Renderer) shortcode(name string) Shortcode {
	if f := r.shortcodes[name]; f != nil {
		return f
	}
	return r.added[name].show
}

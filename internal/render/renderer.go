package render

import (
	"context"

	"maps"
	"slices"

	"quoin/internal/markup/block"
	"quoin/internal/markup/shortcode"
)

// BlockFunc renders one dynamic block. b has its attributes completed with
// defaults; inner is the HTML of what is inside it, "" for types that render
// their inner blocks themselves.
type BlockFunc func(c *Context, b block.Block, inner string) string

// Shortcode renders one classic shortcode. content is the text between its
// tags, "" when there is no closing tag.
type Shortcode func(c *Context, attrs shortcode.Attrs, content, tag string) string

// Renderer renders entries with a fixed set of blocks and shortcodes.
type Renderer struct {
	blocks     map[string]BlockFunc
	shortcodes map[string]Shortcode
	names      []string // of the shortcodes, sorted
}

// New makes a Renderer. The maps must not be changed afterwards.
func New(blocks map[string]BlockFunc, shortcodes map[string]Shortcode) *Renderer {
	return &Renderer{blocks: blocks, shortcodes: shortcodes, names: slices.Sorted(maps.Keys(shortcodes))}
}

// Context starts a rendering for an entry, which may be nil.
func (r *Renderer) Context(ctx context.Context, src Source, post *Post) *Context {
	ids := CountersOf(ctx)
	if ids == nil {
		ids = NewCounters()
	}
	c := &Context{
		Context: ctx, Source: src, renderer: r,
		Site: src.Site(ctx), Theme: src.Theme(ctx), Request: src.Request(ctx),
		run: &run{ids: ids, open: map[string]bool{}, notes: map[string]bool{}, memo: map[string]any{}},
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
	c := r.Context(ctx, src, post)
	if c.Request.Front {
		return c.Title(post)
	}
	return c.dressTitle(post.Title)
}

// Excerpt is the entry's excerpt: the one written by hand, or the first words
// of its content. length is the number of words, 0 for the default.
func (r *Renderer) Excerpt(ctx context.Context, src Source, post *Post, length int) string {
	return r.Context(ctx, src, post).Excerpt(post, length)
}

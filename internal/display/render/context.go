package render

import (
	"context"
	"crypto/md5" // #nosec G501 -- names of elements, no secret
	"encoding/hex"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"quoin/internal/domain/blocktype"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// MaxNesting is how deep content may include other content: synced patterns,
// template parts, queried entries.
const MaxNesting = 20

// Context is what a block or shortcode is rendered in. A Context belongs to
// one rendering and must not be kept or shared between goroutines.
type Context struct {
	context.Context
	Source  Source
	Site    *Site
	Theme   *Theme
	Request *Request
	// Post is the entry that is being shown; nil outside of any.
	Post *Post

	*run    // what all of one rendering shares
	*values // what outer blocks provide

	renderer *Renderer
	current  *instance
	depth    int
	// open is the innermost inclusion around, nil outside of any.
	open *inclusion
	// inContent tells that content is made, whose images are completed at the
	// end, all in order.
	inContent bool
	// thrownAway counts renderings around this one of which only the numbers of
	// generated ids matter.
	thrownAway int
}

// run is shared by everything inside one rendering.
type run struct {
	front    bool // it is a page of the site
	filtered int  // steps that the theme has taken to change blocks
	ids      *Counters
	slots    *Slots // nil when the address is written out
	open     map[string]bool
	notes    map[string]bool
	memo     map[string]any
	images   int // content images that took part in the loading decision
	priority bool
	layouts  layoutSheet
	filters  strings.Builder // definitions for the end of the page
	used     map[string]bool // names of block types
	budget   *Budget
	blocks   map[asked]string
	texts    map[textKey]string
	// shortcodes are the names of those that are rendered, nil while nobody asked.
	shortcodes []string
}

// values are what outer blocks provide; they don't change once they are made.
type values struct{ of map[string]any }

// inclusion is one piece of content that is shown inside another.
type inclusion struct{ key string }

// instance is a block while it is rendered.
type instance struct {
	c      *Context        // whose current block it is
	t      *blocktype.Type // nil when nothing knows it
	block  block.Block     // attributes as stored, with what supports added
	attrs  block.Attrs     // attributes prepared for rendering
	parent *instance
}

// Get is a value that an outer block or the page provides, such as
// "postId" or "queryId"; nil when there is none.
func (v *values) Get(name string) any {
	if v == nil {
		return nil
	}
	return v.of[name]
}

// GetInt is a provided value as a whole number.
func (v *values) GetInt(name string) int64 {
	switch n := v.Get(name).(type) {
	case int64:
		return n
	case int:
		return int64(n)
	case float64:
		return int64(n)
	case string:
		return int64(block.Int(n))
	}
	return 0
}

// GetText is a provided value as text.
func (v *values) GetText(name string) string {
	return block.Text(v.Get(name))
}

// With provides more values to what is rendered in the new Context.
func (c *Context) With(provided map[string]any) *Context {
	all := make(map[string]any, len(provided)+4)
	if c.values != nil {
		maps.Copy(all, c.values.of)
	}
	maps.Copy(all, provided)
	n := *c
	n.values = &values{all}
	return &n
}

// ForPost shows another entry: it becomes Post, and its id and type are
// provided as "postId" and "postType".
func (c *Context) ForPost(p *Post) *Context {
	n := c.With(map[string]any{"postId": p.ID, "postType": p.Type})
	n.Post = p
	return n
}

// PostByID finds one entry.
func (c *Context) PostByID(id int64) *Post {
	if c.Post != nil && c.Post.ID == id {
		return c.Post
	}
	if id <= 0 {
		return nil
	}
	return c.Source.Posts(c, []int64{id})[id]
}

// ContextPost is the entry the provided "postId" names, nil without one.
func (c *Context) ContextPost() *Post { return c.PostByID(c.GetInt("postId")) }

// Image finds one attachment.
func (c *Context) Image(id int64) *Image {
	if id <= 0 {
		return nil
	}
	return c.Source.Images(c, []int64{id})[id]
}

// User finds one user.
func (c *Context) User(id int64) *User {
	if id <= 0 {
		return nil
	}
	return c.Source.Users(c, []int64{id})[id]
}

// UniqueID makes an id that no other call gives in this rendering: prefix and
// a counter from 1 that all prefixes share.
func (r *run) UniqueID(prefix string) string {
	return prefix + strconv.Itoa(r.ids.next(""))
}

// PrefixedID is UniqueID with a counter for each prefix.
func (r *run) PrefixedID(prefix string) string {
	return prefix + strconv.Itoa(r.ids.next(prefix))
}

// HexID makes an id of 13 hexadecimal digits that no other call gives.
func (c *Context) HexID() string {
	var post int64
	if c.Post != nil {
		post = c.Post.ID
	}
	sum := md5.Sum(fmt.Appendf(nil, "%d %d", post, c.run.ids.next("\x00hex"))) // #nosec G401 -- names an element, no secret
	return hex.EncodeToString(sum[:7])[:13]
}

// longHashID makes an id that depends on the given values only: a prefix and 32
// digits.
func longHashID(prefix string, values any) string {
	sum := md5.Sum(wire.Encode(values, nil)) // #nosec G401 -- names an element, no secret
	return prefix + hex.EncodeToString(sum[:])
}

// Enter marks included content as open. It answers false when the same key is
// open already or nesting is too deep; else leave must be called.
func (c *Context) Enter(key string) (inner *Context, leave func(), ok bool) {
	if c.run.open[key] || c.depth >= MaxNesting || c.run.budget.Exceeded() != "" {
		return c, func() {}, false
	}
	c.run.open[key] = true
	n := *c
	n.depth++
	n.open = &inclusion{key}
	return &n, func() { delete(c.run.open, key) }, true
}

// Note leaves a mark for blocks that are rendered later; Noted finds it.
func (r *run) Note(mark string)       { r.notes[mark] = true }
func (r *run) Noted(mark string) bool { return r.notes[mark] }

// Param is a value of the query string of the address asked for.
func (c *Context) Param(name string) string {
	if c.Request.Query == nil {
		return "" // and so for every address of the API
	}
	scope.DependsOn(c, cache.Address())
	return c.Request.Query[name]
}

// Once makes a value at most once in a rendering.
func (r *run) Once(key string, make func() any) any {
	v, ok := r.memo[key]
	if !ok {
		v = make()
		r.memo[key] = v
	}
	return v
}

// Stored are the current block's attributes as they were stored, without
// defaults.
func (c *Context) Stored() block.Attrs {
	if c.current == nil {
		return block.Attrs{}
	}
	return c.current.block.Attrs
}

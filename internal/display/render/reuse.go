package render

import (
	"quoin/internal/platform/markup/block"
)

// asked names one block of one entry at one place: what is rendered for it is
// the same each time, unless it counts.
type asked struct {
	name, attrs string
	post        *Post
	parent      *instance
	values      *values
	depth       int
	open        *inclusion
	thrownAway  int
	inContent   bool
}

// reuse answers what was asked before in the same place. Only blocks without
// anything inside are remembered: texts that were made to be costly repeat
// those.
func (c *Context) reuse(b *block.Block, make func() string) string {
	made := b.RawAttrs == "" && b.Attrs.Len() > 0 // by another block, not read from a text
	if made || len(b.Inner) > 0 || b.InnerHTML != "" || c.renderer.blocks[b.Name].Render == nil {
		return make()
	}
	key := asked{
		b.Name, b.RawAttrs, c.Post, c.current, c.values, c.depth, c.open, c.thrownAway, c.inContent,
	}
	if html, ok := c.run.blocks[key]; ok {
		c.run.budget.spend(c, 0, len(html), len(html))
		return html
	}
	before := c.run.counted()
	html := make()
	if c.run.counted() == before {
		c.run.blocks[key] = html
	}
	return html
}

// counts is everything that renderings count up: one that changed any of it
// would turn out differently the next time.
type counts struct {
	ids, notes, images int
	priority           bool
	exceeded           Limit
}

func (r *run) counted() counts {
	return counts{r.ids.used, len(r.notes), r.images, r.priority, r.budget.Exceeded()}
}

// pure makes a text of an entry at most once in a rendering, if nothing in it
// counts and it doesn't depend on where it stands. name tells texts of one
// entry apart.
func (c *Context) pure(name string, p *Post, make func() string) string {
	key := textKey{name, p, c.open, c.values, c.Post}
	if text, ok := c.run.texts[key]; ok {
		return text
	}
	before := c.run.counted()
	text := make()
	if c.run.counted() == before {
		c.run.texts[key] = text
	}
	return text
}

type textKey struct {
	name   string
	of     *Post
	open   *inclusion
	values *values
	at     *Post
}

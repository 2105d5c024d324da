// Package blocks renders the blocks whose HTML the server makes or completes.
//
// A block is one file with one function
//
//	func name(c *render.Context, b block.Block, inner string) string
//
// and one line in all.go. In the function
//   - b.Attrs are the attributes with defaults filled in; c.Stored() are those
//     that were stored; c.Get("postId") and the like are values provided by
//     outer blocks (types.json of package blocktype says who provides what);
//   - inner is the HTML of what is inside the block, rendered already; types
//     with skipInner in types.json get "" and render b.Inner themselves, with
//     c.RenderInner(b), c.ForPost(p).RenderInner(b) or c.With(...).RenderInner(b);
//   - c.Wrapper(render.Attr{...}) writes the attributes of the outer element:
//     generated class, alignment, colours, spacing and so on;
//   - look-ups go through c.Source; c.ContextPost(), c.Image(id) and c.User(id)
//     are short forms;
//   - text from outside is escaped with package escape, tags of existing HTML
//     are changed with package htmltag;
//   - content that is included (patterns, parts, entries) is guarded by
//     c.Enter(key), which refuses loops.
//
// What the stored attributes ask for beyond that (layout classes, element
// colours, visibility ...) is added by package render afterwards.
//
// Invariants: a block function is pure and never panics, whatever its
// attributes hold.
package blocks

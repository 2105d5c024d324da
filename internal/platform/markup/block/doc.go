// Package block reads and writes the block comments of entry content.
//
// A block is announced by an HTML comment, `<!-- wp:name {"json":1} -->`, and
// ended by `<!-- /wp:name -->`; a void block is a single comment that ends in
// `/-->`. Everything between and around is plain HTML.
//
// Invariants:
//   - Serialize(Parse(x)) == x for every string x. Broken comments, stray
//     closers, unknown names and undecodable attributes survive untouched.
//   - Parsing takes time linear in the length of the source.
//   - The tree is never deeper than MaxDepth, and has no more than MaxBlocks blocks;
//     blocks beyond stay plain HTML.
package block

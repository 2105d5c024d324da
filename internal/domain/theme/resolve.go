package theme

import (
	"strings"

	"quoin/internal/domain/blocktype"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

// maxResolved bounds how many bytes of patterns one text takes in, since
// patterns may refer to each other many times over.
const maxResolved = 4 << 20

// ResolvePatterns puts the content of the theme's patterns in place of the
// blocks that refer to them. A pattern of one block is marked with where it
// came from. References to unknown patterns stay, references of a pattern to
// itself go.
func (t *Theme) ResolvePatterns(content string) string {
	if !block.Has(content, blocktype.Pattern) {
		return content
	}
	r := &resolver{theme: t, inside: map[string]bool{}}
	blocks := block.Parse(content)
	return block.Serialize(r.list(blocks))
}

type resolver struct {
	theme  *Theme
	inside map[string]bool // the patterns that are being resolved
	bytes  int
}

// list resolves blocks that stand beside each other.
func (r *resolver) list(blocks []block.Block) []block.Block {
	out := make([]block.Block, 0, len(blocks))
	for i := range blocks {
		out = append(out, r.one(blocks[i])...)
	}
	return out
}

// one is what stands in place of a block.
func (r *resolver) one(b block.Block) []block.Block {
	if b.Name == blocktype.Pattern {
		return r.pattern(b)
	}
	if len(b.Inner) == 0 {
		return []block.Block{b}
	}
	inner := make([]block.Block, 0, len(b.Inner))
	pieces := make([]*string, 0, len(b.InnerContent))
	next := 0
	for _, piece := range b.InnerContent {
		if piece != nil || next >= len(b.Inner) {
			pieces = append(pieces, piece)
			continue
		}
		for _, resolved := range r.one(b.Inner[next]) {
			inner, pieces = append(inner, resolved), append(pieces, nil)
		}
		next++
	}
	b.Inner, b.InnerContent = inner, pieces
	return []block.Block{b}
}

func (r *resolver) pattern(b block.Block) []block.Block {
	slug := b.Attrs.String("slug")
	if slug == "" {
		return []block.Block{b}
	}
	if r.inside[slug] {
		return nil
	}
	p := r.theme.Pattern(slug)
	if p == nil || r.bytes+len(p.Content) > maxResolved {
		return []block.Block{b}
	}
	r.bytes += len(p.Content)
	blocks := block.Parse(strings.TrimSpace(p.Content))
	if len(blocks) == 1 && blocks[0].Name != "" {
		markPattern(&blocks[0], p)
	}
	r.inside[slug] = true
	defer delete(r.inside, slug)
	return r.list(blocks)
}

// markPattern says in a block's metadata which pattern it came from.
func markPattern(b *block.Block, p *Pattern) {
	attrs, ok := block.DecodeAttrs(b.RawAttrs)
	if !ok {
		return
	}
	metadata := attrs.Map("metadata").Shallow()
	metadata.Set("patternName", p.Slug)
	if p.Title != "" {
		metadata.Set("name", p.Title)
	}
	if p.Description != "" {
		metadata.Set("description", p.Description)
	}
	if len(p.Categories) > 0 {
		metadata.Set("categories", wire.Strings(p.Categories))
	}
	b.Attrs = attrs.With("metadata", metadata)
	b.RawAttrs = block.EncodeAttrs(b.Attrs)
	b.Open = openingOf(b)
}

// openingOf is a block's opening delimiter with its present attributes.
func openingOf(b *block.Block) string {
	end := " -->"
	if b.Close == "" && len(b.InnerContent) == 0 {
		end = " /-->"
	}
	return "<!-- wp:" + strings.TrimPrefix(b.Name, "core/") + " " + b.RawAttrs + end
}

// Pattern is the theme's pattern with a slug, nil when there is none.
func (t *Theme) Pattern(slug string) *Pattern {
	all := t.AllPatterns()
	for i := range all {
		if all[i].Slug == slug {
			return &all[i]
		}
	}
	return nil
}

package blocks

import (
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

// syncedPattern shows a stored pattern, with what the place that uses it
// overrides.
func syncedPattern(c *render.Context, b block.Block, _ string) string {
	ref := int64(b.Attrs.Int("ref"))
	p := c.PostByID(ref)
	if p == nil || p.Type != "core_block" || p.Status != "publish" || p.HasPassword {
		return ""
	}
	inner, leave, ok := c.Enter("block:" + strconv.FormatInt(ref, 10))
	if !ok {
		return ""
	}
	defer leave()
	overrides := b.Attrs.Map("content")
	if overrides.Object == nil {
		overrides = b.Attrs.Map("overrides")
	}
	if overrides.Len() > 0 {
		values := &wire.Object{}
		for _, m := range overrides.Members() {
			if old := overrides.Map(m.Key, "values"); old.Object != nil {
				m.Value = old.Object
			}
			values.Add(m)
		}
		inner = inner.With(map[string]any{"pattern/overrides": values})
	}
	src := inner.AutoEmbed(inner.EmbedShortcodes(p.Content))
	b.Inner = block.Parse(src)
	b.InnerContent = make([]*string, len(b.Inner))
	return inner.RenderInner(b)
}

// pattern shows a registered pattern.
func pattern(c *render.Context, b block.Block, _ string) string {
	slug := b.Attrs.String("slug")
	content, ok := c.Source.Pattern(c, slug)
	if slug == "" || !ok {
		return ""
	}
	inner, leave, ok := c.Enter("pattern:" + slug)
	if !ok {
		return ""
	}
	defer leave()
	return inner.AutoEmbed(inner.Blocks(content))
}

// templatePart shows a part of the theme, such as the header.
func templatePart(c *render.Context, b block.Block, _ string) string {
	theme := b.Attrs.String("theme")
	if theme == "" {
		theme = c.Theme.Name
	}
	slug := b.Attrs.String("slug")
	if slug == "" || theme != c.Theme.Name {
		return ""
	}
	part, ok := c.Source.TemplatePart(c, theme, slug)
	if !ok {
		return ""
	}
	inner, leave, ok := c.Enter("part:" + theme + "//" + slug)
	if !ok {
		return ""
	}
	defer leave()
	tag := b.Attrs.String("tagName")
	if !isTagName(tag) {
		if tag = part.AreaTag; !isTagName(tag) {
			tag = "div"
		}
	}
	content := inner.Part(part)
	return "<" + tag + " " + c.Wrapper() + ">" + strings.ReplaceAll(content, "]]>", "]]&gt;") + "</" + tag + ">"
}

func isTagName(s string) bool {
	for i := range len(s) {
		if c := s[i]; c|0x20 < 'a' || c|0x20 > 'z' {
			if i == 0 || c < '0' || c > '9' {
				return false
			}
		}
	}
	return s != ""
}

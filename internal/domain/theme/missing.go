package theme

import (
	"fmt"
	"slices"

	"quoin/internal/domain/blocktype"
	"quoin/internal/platform/markup/block"
)

// Missing names the patterns and parts that templates and parts of the theme
// ask for and that aren't there.
func (t *Theme) Missing() []string {
	var out []string
	look := func(folder string, list []Template) {
		for _, tpl := range list {
			var visit func(blocks []block.Block)
			note := func(what, slug string) {
				out = append(out, fmt.Sprintf("%s/%s.html: no %s %s", folder, tpl.Slug, what, slug))
			}
			visit = func(blocks []block.Block) {
				for _, b := range blocks {
					slug := b.Attrs.Text("slug")
					switch b.Name {
					case blocktype.Pattern:
						if !slices.ContainsFunc(t.AllPatterns(), func(p Pattern) bool { return p.Slug == slug }) {
							note("pattern", slug)
						}
					case blocktype.TemplatePart:
						if t.Part(slug) == nil {
							note("part", slug)
						}
					}
					visit(b.Inner)
				}
			}
			visit(block.Parse(tpl.Content))
		}
	}
	look("templates", t.Templates)
	look("parts", t.Parts)
	return out
}

package blocks

import (
	"encoding/json"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/sanitize"
)

// footnotes lists the notes kept with the entry.
func footnotes(c *render.Context, _ block.Block, _ string) string {
	p := c.ContextPost()
	if p == nil || p.Locked || p.Meta["footnotes"] == "" {
		return ""
	}
	var notes []struct{ ID, Content string }
	if json.Unmarshal([]byte(p.Meta["footnotes"]), &notes) != nil || len(notes) == 0 {
		return ""
	}
	var w strings.Builder
	for i, n := range notes {
		id := escape.Attr(n.ID)
		w.WriteString(`<li id="` + id + `">` + sanitize.Post(n.Content) + ` <a href="#` + id +
			`-link" aria-label="` + escape.Attr(c.Filled("Jump to footnote reference %1$d", strconv.Itoa(i+1))) + "\">↩\ufe0e</a></li>")
	}
	return "<ol " + c.Wrapper() + ">" + w.String() + "</ol>"
}

package render

import (
	"strconv"
	"strings"

	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/scan"
	"quoin/internal/platform/markup/shortcode"
)

// embedShortcode makes the embeds that are asked for by name.
func (t *text) embedShortcode() {
	if strings.Contains(t.html, "[embed") {
		t.html = t.c.EmbedShortcodes(t.html)
	}
}

// EmbedShortcodes replaces [embed] and nothing else.
func (c *Context) EmbedShortcodes(src string) string {
	return shortcode.Do(src, map[string]shortcode.Handler{"embed": func(attrs shortcode.Attrs, content, _ string) string {
		address := content
		if address == "" {
			address, _ = attrs.Get("src")
		}
		if address == "" {
			return ""
		}
		width, _ := attrs.Get("width")
		height, _ := attrs.Get("height")
		w, _ := strconv.Atoi(width)
		h, _ := strconv.Atoi(height)
		if html, ok := c.embed(address, w, h); ok {
			return html
		}
		address = strings.ReplaceAll(address, "&amp;", "&")
		return `<a href="` + escape.URL(address) + `">` + escape.HTML(address) + `</a>`
	}})
}

// embedSteps is what looking for an address counts for in a budget.
const embedSteps = 4

// embed is the HTML for an address, when it is known.
func (c *Context) embed(address string, width, height int) (string, bool) {
	address = strings.ReplaceAll(address, "&amp;", "&")
	if width <= 0 {
		if width = c.Theme.ContentWidth; width <= 0 {
			width = 500
		}
	}
	if height <= 0 {
		height = min((width*3+1)/2, 1000)
	}
	if html, ok := mediaEmbed(address); ok {
		return html, true
	}
	if !c.run.budget.spend(c, embedSteps, 0, 0) {
		return "", false
	}
	return c.Source.Embed(c, address, width, height)
}

// mediaEmbed turns the address of a sound or video into its shortcode.
func mediaEmbed(address string) (string, bool) {
	dot := strings.LastIndexByte(address, '.')
	if dot < len("http://x") || !isAddress(address) {
		return "", false
	}
	kind := ""
	switch strings.ToLower(address[dot+1:]) {
	case "mp3", "ogg", "flac", "m4a", "wav":
		kind = "audio"
	case "mp4", "m4v", "webm", "ogv", "flv":
		kind = "video"
	default:
		return "", false
	}
	space := " "
	if kind == "video" {
		space = "  "
	}
	return "[" + kind + space + `src="` + escape.URL(address) + `" /]`, true
}

// autoEmbed replaces addresses that stand alone on a line or in a paragraph.
func (t *text) autoEmbed() { t.html = t.c.AutoEmbed(t.html) }

// AutoEmbed replaces addresses that stand alone on a line or in a paragraph.
func (c *Context) AutoEmbed(src string) string {
	if !strings.Contains(src, "http://") && !strings.Contains(src, "https://") && !containsFold(src, "http") {
		return src
	}
	lines, before, at := lineEmbeds{c, scan.NewEdits(src)}, "", 0
	for piece, markup := range scan.Pieces(src) {
		end := at + len(piece)
		if !markup && containsFold(piece, "http") {
			alone := paragraphOpener(before) && len(src)-end >= 4 && strings.EqualFold(src[end:end+4], "</p>")
			lines.all(at, piece, at == 0, end == len(src), alone)
		}
		before, at = piece, end
	}
	return lines.edits.String()
}

// lineEmbeds replaces addresses that stand alone in the lines of a text.
type lineEmbeds struct {
	c     *Context
	edits *scan.Edits
}

// all embeds addresses among the lines of text, which begins at an offset.
// start and end tell whether its first and last line are whole lines; alone that it
// is all of a paragraph.
func (l lineEmbeds) all(at int, text string, start, end, alone bool) {
	if alone {
		if a := strings.TrimSpace(text); isAddress(a) {
			l.put(at, text, a)
			return
		}
	}
	for line := range strings.SplitAfterSeq(text, "\n") {
		a := strings.TrimSpace(line)
		if start && (end || strings.HasSuffix(line, "\n")) && isAddress(a) {
			l.put(at, line, a)
		}
		start = true
		at += len(line)
	}
}

// put puts what an address means in its place in a line at an offset.
func (l lineEmbeds) put(at int, line, address string) {
	html, ok := l.c.embed(address, 0, 0)
	if !ok {
		html = strings.ReplaceAll(address, "&amp;", "&")
	}
	at += strings.Index(line, address)
	l.edits.Replace(at, at+len(address), html)
}

func paragraphOpener(tag string) bool {
	return strings.EqualFold(tag, "<p>") || len(tag) > 3 && strings.EqualFold(tag[:3], "<p ")
}

func isAddress(s string) bool {
	rest := s
	switch {
	case len(s) > 7 && strings.EqualFold(s[:7], "http://"):
		rest = s[7:]
	case len(s) > 8 && strings.EqualFold(s[:8], "https://"):
		rest = s[8:]
	default:
		return false
	}
	return !strings.ContainsAny(rest, " \t\n\r\v\f<>\"")
}

func containsFold(s, lower string) bool {
	for i := 0; i+len(lower) <= len(s); i++ {
		if s[i]|0x20 == lower[0] && strings.EqualFold(s[i:i+len(lower)], lower) {
			return true
		}
	}
	return false
}

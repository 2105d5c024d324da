package render

import (
	"strings"

	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/paragraph"
	"quoin/internal/platform/markup/shortcode"
	"quoin/internal/platform/markup/smiley"
	"quoin/internal/platform/markup/typography"
)

// text is content on its way through the steps.
type text struct {
	c    *Context
	html string
	// blocks tells that the content is made of blocks, which bring their own
	// paragraphs.
	blocks bool
	// excerpt tells that the text is only read for an excerpt: blocks are
	// rendered already and images need no care.
	excerpt bool
	// late tells that paragraphs are still to be made.
	late bool
}

// step is one stage of rendering content.
type step func(t *text)

// contentSteps is the order in which content becomes HTML. Each step relies
// on the ones before: blocks come before typography so that their HTML is
// left alone by it, paragraphs before shortcodes so that these stand free,
// images last so that those of shortcodes take part.
var contentSteps = [...]step{
	(*text).embedShortcode,
	(*text).autoEmbed,
	(*text).renderBlocks,
	(*text).texturize,
	(*text).paragraphs,
	(*text).unwrapShortcodes,
	(*text).prependAttachment,
	(*text).secureHome,
	(*text).lateParagraphs,
	(*text).capitalP,
	(*text).doShortcodes,
	(*text).contentTags,
	(*text).smileys,
}

// excerptSteps is the same for excerpts.
var excerptSteps = [...]step{
	(*text).texturize,
	(*text).smileys,
	(*text).convertChars,
	(*text).paragraphs,
	(*text).unwrapShortcodes,
	(*text).secureHome,
	(*text).excerptTags,
}

// run takes the text through steps.
func (t *text) run(steps []step) string {
	for _, s := range steps {
		s(t)
	}
	return t.html
}

// Content runs all steps over an entry's content.
func (c *Context) Content(p *Post) string {
	return c.Filter(p.Content)
}

// filterCost is how much more the steps cost than going over the text once.
const filterCost = 8

// Filter runs the content steps over any text, as content of the current
// entry.
func (c *Context) Filter(src string) string {
	if !c.Spend(filterCost * len(src)) {
		return ""
	}
	n := *c
	n.inContent = true
	t := text{c: &n, html: src, blocks: block.Version(src) == 1}
	return t.run(contentSteps[:])
}

func (t *text) renderBlocks() {
	if !t.excerpt {
		t.html = t.c.Blocks(t.html)
	}
}

func (t *text) texturize() {
	t.html = t.c.Site.signs().Texturize(t.html, shortcodeNames(t.c))
}

func (t *text) convertChars() { t.html = typography.ConvertChars(t.html) }

// paragraphs makes the paragraphs of classic content.
//
// Compat (TestLateParagraphs): behind content made of blocks, in the same answer,
// they are made after shortcodes were unwrapped, which so stay inside of theirs.
func (t *text) paragraphs() {
	switch {
	case t.excerpt:
		t.html = paragraph.Auto(t.html, true)
	case t.blocks:
		t.c.run.ids.delayParagraphs()
	case strings.Contains(t.html, "[") && t.c.run.ids.paragraphsAreLate():
		t.late = true
	default:
		t.html = paragraph.Auto(t.html, true)
	}
}

func (t *text) lateParagraphs() {
	if t.late {
		t.html = paragraph.Auto(t.html, true)
	}
}

func (t *text) unwrapShortcodes() {
	t.html = paragraph.UnwrapShortcodes(t.html, shortcodeNames(t.c))
}

func (t *text) doShortcodes() { t.html = t.c.Shortcodes(t.html) }

// Shortcodes replaces the classic shortcodes of a text.
func (c *Context) Shortcodes(src string) string {
	if !strings.Contains(src, "[") {
		return src
	}
	if c.depth >= MaxNesting {
		return src
	}
	inner := *c
	inner.depth++
	names := shortcodeNames(c)
	handlers := make(map[string]shortcode.Handler, len(names)+1)
	for _, name := range names {
		f := c.renderer.shortcode(name)
		handlers[name] = func(attrs shortcode.Attrs, content, tag string) string {
			if !c.run.budget.spend(c, 1, 0, 0) {
				return ""
			}
			html := f(&inner, attrs, content, tag)
			c.run.budget.spend(c, 0, len(content)+len(html), max(0, len(html)-len(content)))
			return html
		}
	}
	if _, ok := handlers["embed"]; !ok {
		// Embeds were made before; what is left of them shows nothing.
		handlers["embed"] = func(shortcode.Attrs, string, string) string { return "" }
	}
	return shortcode.Do(src, handlers)
}

func (t *text) smileys() {
	if t.c.Site.Smileys {
		t.html = smiley.Convert(t.html, t.c.Site.IncludesURL+"/images/smilies")
	}
}

// secureHome makes plain links to a site that moved to TLS secure.
func (t *text) secureHome() {
	rest, ok := strings.CutPrefix(t.c.Site.URL, "https://")
	if !ok || !t.c.Site.MovedToTLS || !strings.Contains(t.html, "http:") {
		return
	}
	escaped := strings.ReplaceAll(rest, "/", `\/`)
	t.html = strings.NewReplacer("http://"+rest, "https://"+rest, `http:\/\/`+escaped, `https:\/\/`+escaped).Replace(t.html)
}

var capitalP = strings.NewReplacer(
	" Wordpress", " WordPress", "&#8216;Wordpress", "&#8216;WordPress", "&#8220;Wordpress", "&#8220;WordPress",
	">Wordpress", ">WordPress", "(Wordpress", "(WordPress")

func (t *text) capitalP() {
	if strings.Contains(t.html, "Wordpress") {
		t.html = capitalP.Replace(t.html)
	}
}

// Title is an entry's title as pages show it, with a mark when it is protected
// or private.
func (c *Context) Title(p *Post) string {
	switch {
	case p.HasPassword:
		return c.dressTitle(c.Filled("Protected: %s", p.Title))
	case p.Status == "private":
		return c.dressTitle(c.Filled("Private: %s", p.Title))
	}
	return c.dressTitle(p.Title)
}

// PlainTitle is the entry's title without a mark of what keeps others from
// reading it.
func (c *Context) PlainTitle(p *Post) string { return c.dressTitle(p.Title) }

func (c *Context) dressTitle(title string) string {
	if !c.Spend(len(title)) {
		return ""
	}
	return c.renderer.TitleText(title, c.Site.Signs)
}

// Part renders the content of a template part.
func (c *Context) Part(p Part) string {
	slotOffset := "template_part_" + p.Area
	if p.Area == "header" {
		slotOffset = "header"
	}
	if !c.Spend(filterCost * len(p.Content)) {
		return ""
	}
	html := paragraph.UnwrapShortcodes(p.Content, shortcodeNames(c))
	html = c.Blocks(c.Shortcodes(html))
	html = c.Site.signs().Texturize(html, shortcodeNames(c))
	if c.Site.Smileys {
		html = smiley.Convert(html, c.Site.IncludesURL+"/images/smilies")
	}
	return c.AutoEmbed(c.ContentTags(html, slotOffset))
}

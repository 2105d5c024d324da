package render

import (
	"strings"

	"quoin/internal/markup/block"
	"quoin/internal/markup/paragraph"
	"quoin/internal/markup/shortcode"
	"quoin/internal/markup/smiley"
	"quoin/internal/markup/typography"
)

// text is content on its way through the steps.
type text struct {
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
type step func(c *Context, t *text)

// contentSteps is the order in which content becomes HTML. Each step relies
// on the ones before: blocks come before typography so that their HTML is
// left alone by it, paragraphs before shortcodes so that these stand free,
// images last so that those of shortcodes take part.
var contentSteps = [...]step{
	(*Context).embedShortcode,
	(*Context).autoEmbed,
	(*Context).renderBlocks,
	(*Context).texturize,
	(*Context).paragraphs,
	(*Context).unwrapShortcodes,
	(*Context).prependAttachment,
	(*Context).secureHome,
	(*Context).lateParagraphs,
	(*Context).capitalP,
	(*Context).doShortcodes,
	(*Context).contentTags,
	(*Context).smileys,
}

// excerptSteps is the same for excerpts.
var excerptSteps = [...]step{
	(*Context).texturize,
	(*Context).smileys,
	(*Context).convertChars,
	(*Context).paragraphs,
	(*Context).unwrapShortcodes,
	(*Context).secureHome,
	(*Context).excerptTags,
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
	t := text{html: src, blocks: block.Version(src) == 1}
	n := *c
	n.inContent = true
	for _, s := range contentSteps {
		s(&n, &t)
	}
	return t.html
}

func (c *Context) renderBlocks(t *text) {
	if !t.excerpt {
		t.html = c.Blocks(t.html)
	}
}

func (c *Context) texturize(t *text) {
	t.html = c.signs().Texturize(t.html, c.renderer.names)
}

func (c *Context) convertChars(t *text) { t.html = typography.ConvertChars(t.html) }

// paragraphs makes the paragraphs of classic content.
//
// Compat (TestLateParagraphs): behind content made of blocks, in the same answer,
// they are made after shortcodes were unwrapped, which so stay inside of theirs.
func (c *Context) paragraphs(t *text) {
	switch {
	case t.excerpt:
		t.html = paragraph.Auto(t.html, true)
	case t.blocks:
		c.run.ids.delayParagraphs()
	case strings.Contains(t.html, "[") && c.run.ids.paragraphsAreLate():
		t.late = true
	default:
		t.html = paragraph.Auto(t.html, true)
	}
}

func (c *Context) lateParagraphs(t *text) {
	if t.late {
		t.html = paragraph.Auto(t.html, true)
	}
}

func (c *Context) unwrapShortcodes(t *text) {
	t.html = paragraph.UnwrapShortcodes(t.html, c.renderer.names)
}

func (c *Context) doShortcodes(t *text) { t.html = c.Shortcodes(t.html) }

// Shortcodes replaces the classic shortcodes of a text.
func (c *Context) Shortcodes(src string) string {
	if !strings.Contains(src, "[") {
		return src
	}
	inner, leave, ok := c.nest()
	if !ok {
		return src
	}
	defer leave()
	handlers := make(map[string]shortcode.Handler, len(c.renderer.shortcodes)+1)
	for name, f := range c.renderer.shortcodes {
		handlers[name] = func(attrs shortcode.Attrs, content, tag string) string {
			if !c.run.budget.spend(c, 1, 0, 0) {
				return ""
			}
			html := f(inner, attrs, content, tag)
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

// nest goes one level deeper without a key.
func (c *Context) nest() (*Context, func(), bool) {
	if c.depth >= MaxNesting {
		return c, nil, false
	}
	n := *c
	n.depth++
	return &n, func() {}, true
}

func (c *Context) smileys(t *text) {
	if c.Site.Smileys {
		t.html = smiley.Convert(t.html, c.Site.IncludesURL+"/images/smilies")
	}
}

// secureHome makes plain links to a site that moved to TLS secure.
func (c *Context) secureHome(t *text) {
	rest, ok := strings.CutPrefix(c.Site.URL, "https://")
	if !ok || !c.Site.MovedToTLS || !strings.Contains(t.html, "http:") {
		return
	}
	escaped := strings.ReplaceAll(rest, "/", `\/`)
	t.html = strings.NewReplacer("http://"+rest, "https://"+rest, `http:\/\/`+escaped, `https:\/\/`+escaped).Replace(t.html)
}

var capitalP = strings.NewReplacer(
	" Wordpress", " WordPress", "&#8216;Wordpress", "&#8216;WordPress", "&#8220;Wordpress", "&#8220;WordPress",
	">Wordpress", ">WordPress", "(Wordpress", "(WordPress")

func (c *Context) capitalP(t *text) {
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
	html := paragraph.UnwrapShortcodes(p.Content, c.renderer.names)
	html = c.Blocks(c.Shortcodes(html))
	html = c.signs().Texturize(html, c.renderer.names)
	if c.Site.Smileys {
		html = smiley.Convert(html, c.Site.IncludesURL+"/images/smilies")
	}
	return c.AutoEmbed(c.ContentTags(html, slotOffset))
}

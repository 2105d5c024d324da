package blocks

import (
	"strconv"
	"strings"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/display/render/datefmt"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/markup/tags"
)

// textClasses are the classes of blocks with aligned text and links.
func textClasses(b block.Block, first ...string) render.Attr {
	classes := first
	if b.Attrs.Has("textAlign") {
		classes = append(classes, "has-text-align-"+b.Attrs.Text("textAlign"))
	}
	if b.Attrs.Has("style", "elements", "link", "color", "text") {
		classes = append(classes, "has-link-color")
	}
	return render.Attr{Name: "class", Value: joinClasses(classes...)}
}

func relAttr(b block.Block) string {
	if rel := b.Attrs.Text("rel"); rel != "" {
		return `rel="` + escape.Attr(rel) + `"`
	}
	return ""
}

func postTitle(c *render.Context, b block.Block, _ string) string {
	p := c.ContextPost()
	if p == nil {
		return ""
	}
	title := c.ThemedText("the_title", c.Title(p), p.ID)
	if title == "" {
		return ""
	}
	if b.Attrs.Bool("isLink") {
		title = `<a href="` + escape.URL(p.Permalink) + `" target="` + escape.Attr(b.Attrs.Text("linkTarget")) + `" ` + relAttr(b) + `>` + title + `</a>`
	}
	tag := headingTag(b, "h2")
	return "<" + tag + " " + c.Wrapper(textClasses(b)) + ">" + title + "</" + tag + ">"
}

const isoTime = "2006-01-02T15:04:05-07:00"

func postDate(c *render.Context, b block.Block, _ string) string {
	p := c.ContextPost()
	when, class := b.Attrs.Text("datetime"), ""
	if when == "" && !(b.Attrs.Has("metadata", "bindings", "datetime", "source") && b.Attrs.Has("metadata", "bindings", "datetime", "args")) {
		if p == nil || p.Locked {
			return ""
		}
		if b.Attrs.Text("displayType") == "modified" {
			class = "wp-block-post-date__modified-date"
			if p.Modified.After(p.Date) {
				when = p.Modified.Format(isoTime)
			}
		} else {
			when = p.Date.Format(isoTime)
		}
	}
	at, ok := parseTime(c, when)
	if !ok && (when == "" || when == "0") {
		return ""
	} else if !ok {
		// Compat (TestGoldens): a text that is no time stands beside today's date.
		at = c.Site.Now
		c.ExpiresAt(render.EndOfDay(at))
	}
	html := `<time datetime="` + escape.Attr(when) + `">` + escape.HTML(formatTime(c, at, b.Attrs.Text("format"))) + `</time>`
	if b.Attrs.Bool("isLink") && p != nil {
		html = `<a href="` + escape.URL(p.Permalink) + `">` + html + `</a>`
	}
	return "<div " + c.Wrapper(textClasses(b, class)) + ">" + html + "</div>"
}

func parseTime(c *render.Context, s string) (time.Time, bool) {
	for _, layout := range [...]string{isoTime, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02"} {
		if t, err := time.Parse(layout, s); err == nil {
			if c.Site.Location != nil {
				t = t.In(c.Site.Location)
			}
			return t, true
		}
	}
	return time.Time{}, false
}

// formatTime writes a time in a format of its own or that of the site.
func formatTime(c *render.Context, at time.Time, format string) string {
	switch format {
	case "":
		format = c.Site.DateFormat
	case "human-diff":
		d := at.Sub(c.Site.Now)
		c.ExpiresAt(c.Site.Now.Add(steady(d.Abs())))
		if d > 0 {
			return c.Filled("%s from now", about(c, d))
		}
		return c.Filled("%s ago", about(c, -d))
	}
	return datefmt.In(c.Site.Texts, at, format)
}

// steady is how long what is told of a duration may be shown again: little
// beside the unit that it is told in.
func steady(d time.Duration) time.Duration {
	switch {
	case d < time.Minute:
		return time.Second
	case d < time.Hour:
		return time.Second * 30
	case d < 24*time.Hour:
		return time.Minute
	}
	return time.Hour
}

// about is a duration in its largest fitting unit.
func about(c *render.Context, d time.Duration) string {
	const day = 24 * time.Hour
	for _, u := range [...]struct {
		below, unit time.Duration
		name        string
	}{
		{time.Minute, time.Second, "second"}, {time.Hour, time.Minute, "minute"}, {day, time.Hour, "hour"}, {7 * day, day, "day"},
		{30 * day, 7 * day, "week"}, {365 * day, 30 * day, "month"}, {1 << 62, 365 * day, "year"},
	} {
		if d < u.below {
			n := max(1, int((d+u.unit/2)/u.unit))
			return c.Counted(n, "%s "+u.name, "%s "+u.name+"s")
		}
	}
	return ""
}

func postExcerpt(c *render.Context, b block.Block, _ string) string {
	p := c.ContextPost()
	if p == nil {
		return ""
	}
	more := ""
	if text := b.Attrs.Text("moreText"); text != "" {
		more = `<a class="wp-block-post-excerpt__more-link" href="` + escape.URL(p.Permalink) + `">` + sanitize.Post(text) + `</a>`
	}
	excerpt := ""
	switch {
	case p.Locked:
		excerpt = c.Filled(render.LockedExcerpt)
	case strings.TrimSpace(p.Excerpt) != "":
		excerpt = p.Excerpt
	default:
		mark := c.ExcerptMore()
		if more != "" {
			mark = ""
		}
		if inner, leave, ok := c.Enter("excerpt:" + strconv.FormatInt(p.ID, 10)); ok {
			excerpt = inner.ForPost(p).TrimmedContent(p, excerptCap, mark)
			leave()
		}
	}
	if b.Attrs.Has("excerptLength") {
		length := b.Attrs.Int("excerptLength")
		if length < 0 {
			// Compat (api.TestPostExcerptLength): a length below zero leaves out the last word.
			length = max(len(strings.Fields(tags.StripAll(excerpt, false)))-1, 0)
		}
		excerpt = tags.TrimWords(excerpt, length, c.T("&hellip;"))
	}
	html := `<p class="wp-block-post-excerpt__excerpt">` + excerpt
	if more != "" && (!b.Attrs.Has("showMoreOnNewLine") || b.Attrs.Bool("showMoreOnNewLine")) {
		html += `</p><p class="wp-block-post-excerpt__more-text">` + more + `</p>`
	} else {
		html += " " + more + "</p>"
	}
	return "<div " + c.Wrapper(textClasses(b)) + ">" + html + "</div>"
}

// excerptCap is how many words an excerpt may have before the block's own
// length applies: one more than the editor offers, so that a longer text shows
// that it goes on. What the theme says of the length of excerpts doesn't count here.
const excerptCap = 101

func postTerms(c *render.Context, b block.Block, _ string) string {
	p, name := c.ContextPost(), b.Attrs.Text("term")
	if p == nil || name == "" {
		return ""
	}
	if t, ok := c.Source.Taxonomy(c, name); !ok || !t.Public {
		return ""
	}
	terms := c.Source.PostTerms(c, []int64{p.ID}, name)[p.ID]
	if len(terms) == 0 {
		return ""
	}
	separator := b.Attrs.Text("separator")
	if separator == "" || separator == "0" {
		separator = " "
	}
	links := make([]string, len(terms))
	for i, t := range terms {
		links[i] = `<a href="` + escape.URL(t.Permalink) + `" rel="tag">` + escape.HTML(t.Name) + `</a>`
	}
	affix := func(which string) string {
		if v := b.Attrs.Text(which); v != "" {
			return `<span class="wp-block-post-terms__` + which + `">` + sanitize.Post(v) + `</span>`
		}
		return ""
	}
	return "<div " + c.Wrapper(textClasses(b, "taxonomy-"+name)) + ">" + affix("prefix") +
		strings.Join(links, `<span class="wp-block-post-terms__separator">`+escape.HTML(separator)+`</span>`) + affix("suffix") + "</div>"
}

func readMore(c *render.Context, b block.Block, _ string) string {
	p := c.ContextPost()
	if p == nil {
		return ""
	}
	title := c.Title(p)
	if title == "" {
		title = c.Filled("untitled post %s", strconv.FormatInt(p.ID, 10))
	}
	text := sanitize.Post(b.Attrs.Text("content"))
	if text == "" {
		text = c.T("Read more")
	}
	class := ""
	if j := b.Attrs.Text("justifyContent"); j != "" {
		class = "is-justified-" + j
	}
	return "<a " + c.Wrapper(render.Attr{Name: "class", Value: class}) + ` href="` + escape.URL(p.Permalink) + `" target="` +
		escape.Attr(b.Attrs.Text("linkTarget")) + `">` + text + `<span class="screen-reader-text">: ` + title + `</span></a>`
}

// postContent shows the entry itself.
func postContent(c *render.Context, b block.Block, _ string) string {
	p := c.ContextPost()
	if p == nil {
		return ""
	}
	inner, leave, ok := c.Enter("content:" + strconv.FormatInt(p.ID, 10))
	if !ok {
		return ""
	}
	defer leave()
	single := c.Request.Front && c.Request.PostID == p.ID
	page := 1
	if single {
		page, _ = strconv.Atoi(c.Param("page"))
	}
	html := inner.ForPost(p).PageContent(p, page, single)
	if single && !p.Locked {
		html = c.Request.Before + html + c.Request.After
	}
	if single && !p.Locked && block.Has(p.Content, "nextpage") {
		html += pageLinks(c, p, max(page, 1))
	}
	if html == "" {
		return ""
	}
	tag := strings.ToLower(b.Attrs.Text("tagName"))
	switch tag {
	case "main", "section", "article":
	default:
		tag = "div"
	}
	return "<" + tag + " " + c.Wrapper(render.Attr{Name: "class", Value: "entry-content"}) + ">" + html + "</" + tag + ">"
}

// pageLinks lead to the pages of an entry of several.
func pageLinks(c *render.Context, p *render.Post, current int) string {
	pages := render.Pages(p)
	if pages < 2 {
		return ""
	}
	html := `<p class="post-nav-links">` + c.T("Pages:")
	for n := 1; n <= pages; n++ {
		label := strconv.Itoa(n)
		if n == current {
			html += ` <span class="post-page-numbers current" aria-current="page">` + label + `</span>`
			continue
		}
		html += ` <a href="` + escape.URL(pageOfEntry(c, p, n)) + `" class="post-page-numbers">` + label + `</a>`
	}
	return html + "</p>"
}

// pageOfEntry is the address of a page of an entry, which ends with a slash
// when that of the entry does.
func pageOfEntry(c *render.Context, p *render.Post, n int) string {
	link := pageAddress(c, p, n)
	if c.Request.Preview == "" {
		return link
	}
	separator := "?"
	if strings.Contains(link, "?") {
		separator = "&"
	}
	return link + separator + c.Request.Preview
}

// pageAddress is pageOfEntry for those who don't preview it.
func pageAddress(c *render.Context, p *render.Post, n int) string {
	link := p.Permalink
	switch base, slash := strings.CutSuffix(link, "/"); {
	case n == 1:
		return link
	case strings.Contains(link, "?"):
		return link + "&page=" + strconv.Itoa(n)
	case c.Request.Kind == "front_page":
		return base + "/page/" + strconv.Itoa(n) + "/"
	case slash:
		return base + "/" + strconv.Itoa(n) + "/"
	}
	return link + "/" + strconv.Itoa(n)
}

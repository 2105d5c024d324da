package render

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/blocktype"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/shortcode"
	"quoin/internal/platform/markup/tags"
)

// ExcerptLength is how many words an excerpt has when nothing else is asked.
const ExcerptLength = 55

const excerptMore = " [&hellip;]"

// Excerpt is the entry's excerpt as shown to visitors.
func (c *Context) Excerpt(p *Post, length int) string {
	if p.Locked {
		return ""
	}
	t := text{c: c, html: c.ExcerptText(p, length), excerpt: true}
	return t.run(excerptSteps[:])
}

// LockedExcerpt stands in place of the excerpt of an entry whose password the
// visitor hasn't given.
const LockedExcerpt = "There is no excerpt because this is a protected post."

// ExcerptText is the excerpt before it is dressed: the one written by hand,
// or the first words of the content: the usual number with a length of 0, none
// with a negative one.
func (c *Context) ExcerptText(p *Post, length int) string {
	if strings.TrimSpace(p.Excerpt) != "" {
		return p.Excerpt
	}
	if length == 0 {
		length = cmp.Or(c.Site.ExcerptLength, ExcerptLength)
	}
	return c.TrimmedContent(p, length, c.ExcerptMore())
}

// ExcerptMore is what stands behind an excerpt that was cut.
func (c *Context) ExcerptMore() string {
	if c.Site.ExcerptMore != nil {
		return *c.Site.ExcerptMore
	}
	return excerptMore
}

// TrimmedContent is the first words of an entry's content without markup.
func (c *Context) TrimmedContent(p *Post, length int, more string) string {
	if p.Locked {
		return ""
	}
	return c.pure("excerpt "+strconv.Itoa(length)+more+strconv.FormatBool(c.Request.Feed), p, func() string { return c.trimContent(p, length, more) })
}

func (c *Context) trimContent(p *Post, length int, more string) string {
	if !c.Spend(filterCost * len(p.Content)) {
		return ""
	}
	src := Teaser(p.Content)
	if c.Request.Feed {
		src = tags.SplitPages(p.Content)[0] // feeds have the whole text
	}
	src = beginning(src, max(length, 0)*readPerWord+readAtLeast)
	src = shortcode.Strip(src, append(slices.Clone(shortcodeNames(c)), "embed"))
	if src = excerptBlocks(c, src); strings.Contains(src, footnoteStart) {
		src = footnoteMark.ReplaceAllString(src, "")
	}
	t := text{c: c, html: src, excerpt: true}
	return tags.Cut(tags.TrimWords(strings.ReplaceAll(t.run(contentSteps[:]), "]]>", "]]&gt;"), length, more), max(length, 1)*bytesPerWord, more)
}

// Bounds of excerpts, in bytes: how much of a content is gone over to find its
// first words, and how long these are together.
const (
	readAtLeast  = 64 << 10
	readPerWord  = 2 << 10
	bytesPerWord = 300
)

// beginning is the beginning of a text, without a tag or a comment that it cuts
// through.
func beginning(src string, most int) string {
	if len(src) <= most {
		return src
	}
	src = tags.Cut(src, most, "")
	if open := strings.LastIndexByte(src, '<'); open > strings.LastIndexByte(src, '>') {
		src = src[:open]
	}
	if open := strings.LastIndex(src, "<!--"); open > strings.LastIndex(src, "-->") {
		src = src[:open]
	}
	return src
}

var moreDelimiter = regexp.MustCompile(`<!-- /?wp:more(.*?) -->`)

// Teaser is the first page of content up to its "more" mark.
func Teaser(src string) string {
	src = tags.SplitPages(src)[0]
	parts, found := tags.CutMore(src)
	if !found {
		return src
	}
	if block.Has(src, "more") {
		parts.Main = moreDelimiter.ReplaceAllString(parts.Main, "")
	}
	return tags.Balance(parts.Main)
}

const footnoteStart = `<sup data-fn="`

var footnoteMark = regexp.MustCompile(footnoteStart + `[^"]+" class="[^"]+">\s*<a href="[^"]+" id="[^"]+">\d+</a>\s*</sup>`)

// excerptBlocks renders the blocks that count as running text.
func excerptBlocks(c *Context, src string) string {
	if block.Version(src) == 0 {
		return src
	}
	var w strings.Builder
	for _, b := range block.Parse(src) {
		if b.Attrs.Get("metadata", "blockVisibility") == false {
			continue
		}
		switch {
		case wrapsText(b.Name):
			if len(b.Inner) > 0 {
				excerptInner(c, &w, b)
				continue
			}
		case !isText(b.Name):
			continue
		}
		if slices.ContainsFunc(b.Inner, func(in block.Block) bool { return !isText(in.Name) || len(in.Inner) > 0 }) {
			continue
		}
		w.WriteString(c.Render(b))
	}
	return w.String()
}

func excerptInner(c *Context, w *strings.Builder, b block.Block) {
	for _, in := range b.Inner {
		switch {
		case in.Attrs.Get("metadata", "blockVisibility") == false:
		case !isText(in.Name) && !wrapsText(in.Name):
		case len(in.Inner) == 0:
			w.WriteString(c.Render(in))
		default:
			excerptInner(c, w, in)
		}
	}
}

func isText(name string) bool {
	return name == "" || blocktype.Get(name).Served().Excerpt == blocktype.InExcerpt
}

func wrapsText(name string) bool {
	return blocktype.Get(name).Served().Excerpt == blocktype.AroundExcerpt
}

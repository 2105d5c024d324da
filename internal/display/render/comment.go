package render

import (
	"net/url"
	"strings"

	"quoin/internal/platform/markup/paragraph"
	"quoin/internal/platform/markup/smiley"
	"quoin/internal/platform/markup/tags"
	"quoin/internal/platform/markup/typography"
)

// CommentTrap is the field of the form for comments that only programs fill in:
// it is hidden from people.
const CommentTrap = "_wp_leave_empty"

// CommentText is the text of a comment as shown to visitors.
func (c *Context) CommentText(src string) string {
	links := tags.Links{UGC: true}
	if home, err := url.Parse(c.Site.URL); err == nil {
		links.Hosts = []string{strings.ToLower(home.Hostname())}
	}
	html := links.Clickable(src)
	html = typography.ConvertChars(c.Site.signs().Texturize(html, shortcodeNames(c)))
	if c.Site.Smileys {
		html = smiley.Convert(html, c.Site.IncludesURL+"/images/smilies")
	}
	return capitalP.Replace(paragraph.Auto(tags.Balance(html), true))
}

// TermText is the description of a term as shown to visitors.
func (c *Context) TermText(src string) string {
	return paragraph.Auto(typography.ConvertChars(c.Site.signs().Texturize(src, shortcodeNames(c))), true)
}

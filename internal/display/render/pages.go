package render

import (
	"strconv"
	"strings"

	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/tags"
)

// Pages is how many pages the next-page marks of an entry make.
func Pages(p *Post) int { return len(tags.SplitPages(p.Content)) }

// PageContent is one page of an entry as a page of the site shows it, from 1;
// one that is too high counts as the last. whole shows what comes after the
// "more" mark, else a link to it. A locked entry shows a form for its
// password.
func (c *Context) PageContent(p *Post, page int, whole bool) string {
	if p.Locked {
		return passwordForm(c, p)
	}
	return c.pure("content "+strconv.Itoa(page)+strconv.FormatBool(whole), p, func() string {
		if !c.Spend(len(p.Content)) {
			return ""
		}
		pages := tags.SplitPages(p.Content)
		page := min(max(page, 1), len(pages))
		return c.Filter(cutMore(c, p, pages[page-1], page, whole))
	})
}

// cutMore replaces the "more" mark by an anchor, or by a link to the rest.
func cutMore(c *Context, p *Post, src string, page int, whole bool) string {
	parts, found := tags.CutMore(src)
	if !found {
		return src
	}
	if block.Has(src, "more") {
		// The delimiters of the block would be left on either side.
		parts.Main = moreDelimiter.ReplaceAllString(parts.Main, "")
		parts.Extended = moreDelimiter.ReplaceAllString(parts.Extended, "")
	}
	id := strconv.FormatInt(p.ID, 10)
	if whole {
		if page == 1 && strings.Contains(p.Content, "<!--noteaser-->") {
			parts.Main = ""
		}
		return parts.Main + `<span id="more-` + id + `"></span>` + parts.Extended
	}
	label := tags.StripTags(strings.TrimSpace(parts.MoreText))
	if label == "" {
		label = `<span aria-label="Continue reading ` + escape.Attr(tags.StripTags(c.Title(p))) + `">` + c.T("(more&hellip;)") + `</span>`
	}
	return tags.Balance(parts.Main + ` <a href="` + escape.URL(p.Permalink) + `#more-` + id + `" class="more-link">` + label + `</a>`)
}

func passwordForm(c *Context, p *Post) string {
	id := "pwbox-" + strconv.FormatInt(p.ID, 10)
	wrong, described := "", ""
	if c.Request.Unlocks != nil && c.Request.From == p.Permalink {
		// Whoever comes from the page itself has just tried one.
		described = ` aria-describedby="error-` + id + `"`
		wrong = `<div class="post-password-form-invalid-password" role="alert"><p id="error-` + id + `">` + c.T("That isn't the password.") + `</p></div>`
	}
	return `<form action="` + escape.URL(c.Site.LoginURL+"?action=postpass") + `" class="post-password-form" method="post">` +
		`<input type="hidden" name="redirect_to" value="` + escape.Attr(p.Permalink) + `" />` + wrong +
		`<p>This text is kept behind a password. To read on, please enter that password here.</p><p><label for="` + id + `">` + c.T("Password:") + ` <input name="post_password" id="` + id +
		`" type="password" spellcheck="false" required` + described + ` size="20" /></label> <span class="wp-block-button">` +
		`<input type="submit" name="Submit" class="wp-block-button__link wp-element-button" value="Enter" /></span></p></form>`
}

package widgets

import (
	"context"
	"regexp"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/view"
	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/storage/auth"
)

// What stands in widgets is rendered by blocks. Themes style widgets by the markup that
// they had before there were blocks, and so they have that around what the block shows.
//
// Compat (api.TestClassicMarkup): white space is that of the reference.

// inner is what stands between the outermost tags of a text.
func inner(text string) string {
	from, to := strings.IndexByte(text, '>'), strings.LastIndexByte(text, '<')
	if from < 0 || to < from {
		return text
	}
	return text[from+1 : to]
}

// listed is a block that is a list, as the list of a widget.
func listed(block string) string {
	if !strings.HasPrefix(block, "<ul") {
		return block
	}
	return "\n\t\t\t<ul>\n\t\t\t\t" + inner(block) + "\t\t\t</ul>\n\n\t\t\t"
}

var (
	recentPost    = regexp.MustCompile(`<li><a class="wp-block-latest-posts__post-title" href="([^"]*)">(.*?)</a>(?:<time [^>]*>(.*?)</time>)?</li>`)
	commentMeta   = regexp.MustCompile(`<footer class="wp-block-latest-comments__comment-meta">(.*?)</footer>`)
	commentAuthor = regexp.MustCompile(`<(?:a|span) class="wp-block-latest-comments__comment-author"(?: href="([^"]*)")?>(.*?)</(?:a|span)>`)
	commentDate   = regexp.MustCompile(`<time .*?</time>`)
)

// recentPosts are the items of a block of latest posts.
func recentPosts(block string) string {
	var b strings.Builder
	b.WriteString("\n\t\t<ul>\n")
	for _, m := range recentPost.FindAllStringSubmatch(block, -1) {
		b.WriteString("\t\t\t\t\t\t\t\t\t\t\t<li>\n\t\t\t\t\t<a href=\"" + m[1] + `">` + m[2] + "</a>\n\t\t\t\t\t\t\t\t\t")
		if m[3] != "" {
			b.WriteString("\t\t<span class=\"post-date\">" + m[3] + "</span>\n\t\t\t\t\t\t\t\t\t")
		}
		b.WriteString("</li>\n")
	}
	b.WriteString("\t\t\t\t\t</ul>\n\n\t\t")
	return b.String()
}

// recentComments are the items of a block of latest comments. What stands between author and
// entry, and which of them comes first, is said by the language.
func recentComments(base, block string) string {
	author := func(tag string) string {
		m := commentAuthor.FindStringSubmatch(tag)
		name := m[2]
		if m[1] != "" && !strings.HasPrefix(m[1], base+"/author/") { // blocks lead to the page of an author without address
			rel := "ugc external nofollow"
			if m[1] == base || strings.HasPrefix(m[1], base+"/") {
				rel = "ugc"
			}
			name = `<a href="` + m[1] + `" class="url" rel="` + rel + `">` + name + "</a>"
		}
		return `<span class="comment-author-link">` + name + "</span>"
	}
	var b strings.Builder
	b.WriteString(`<ul id="recentcomments">`)
	for _, m := range commentMeta.FindAllStringSubmatch(block, -1) {
		text := strings.Replace(commentDate.ReplaceAllString(m[1], ""), ` class="wp-block-latest-comments__comment-link"`, "", 1)
		b.WriteString(`<li class="recentcomments">` + commentAuthor.ReplaceAllStringFunc(text, author) + "</li>")
	}
	b.WriteString("</ul>")
	return b.String()
}

func searchForm(texts *language.Texts, base string) string {
	return `<form role="search" method="get" class="search-form" action="` + entity.Escape(base) + "/\">\n\t\t\t\t<label>\n\t\t\t\t\t" +
		`<span class="screen-reader-text">` + escape.HTML(texts.In("label", "Search for:")) + "</span>\n\t\t\t\t\t" +
		`<input type="search" class="search-field" placeholder="` + escape.Attr(texts.In("placeholder", "Search &hellip;")) + `" value="" name="s" />` + "\n\t\t\t\t</label>\n\t\t\t\t" +
		`<input type="submit" class="search-submit" value="` + escape.Attr(texts.In("submit button", "Search")) + `" />` + "\n\t\t\t</form>"
}

// metaLinks lead to the log-in or what comes after it, and to the feeds.
//
// Compat (api.TestClassicMarkup): nothing tells what program the site is; the log-out asks once more,
// since a program's password has no session whose token could stand in the address.
func metaLinks(ctx context.Context, e *env.Env, to view.Visit) string {
	texts, base := e.Site.Texts(ctx), escape.URL(e.Site.Base(ctx))
	link := func(path, text string) string {
		return `<li><a href="` + base + path + `">` + escape.HTML(texts.Of(text)) + "</a></li>"
	}
	admin, session := "", link(auth.LoginPath, "Log in")
	if to.Actor.LoggedIn() {
		session = link(auth.LoginPath+"?action=logout", "Log out")
		if to.Actor.Can("read") {
			admin = link("/wp-admin/", "Site Admin")
		}
	}
	return "\n\t\t<ul>\n\t\t\t" + admin + "\t\t\t" + session + "\n\t\t\t" + link("/feed/", "Entries feed") + "\n\t\t\t" +
		link("/comments/feed/", "Comments feed") + "\n\t\t</ul>\n\n\t\t"
}

// classic is the block of a widget in the markup of widgets; "" when it has nothing to show.
func (t *widgetType) classic(ctx context.Context, e *env.Env, block string) string {
	switch t.id {
	case "archives", "categories":
		return listed(block)
	case "calendar":
		return strings.Replace(block, `<div class="wp-block-calendar">`, `<div id="calendar_wrap" class="calendar_wrap">`, 1)
	case "recent-comments":
		if !strings.HasPrefix(block, "<ol") && !strings.HasPrefix(block, "<div") {
			break
		}
		return recentComments(entity.Escape(e.Site.Base(ctx)), block)
	case "recent-posts":
		if !strings.HasPrefix(block, "<ul") {
			break
		}
		return recentPosts(block)
	case "rss":
		if !strings.HasPrefix(block, "<ul") {
			return "" // what is wrong is for who edits the block
		}
	case "tag_cloud":
		if !strings.Contains(block, `class="tag-cloud-link `) {
			return ""
		}
		return `<div class="tagcloud">` + inner(block) + "</div>\n"
	}
	return block
}

package blocks

import (
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/block"
)

// comments holds the comments of an entry; nothing shows when there are none
// and none can be added.
func comments(c *render.Context, b block.Block, inner string) string {
	switch p := commented(c); {
	case p == nil:
		return ""
	case c.Stored().Bool("legacy"):
		return legacyComments(c, b, p)
	}
	return c.RenderInner(b)
}

// postComments is comments from before these had blocks inside.
func postComments(c *render.Context, b block.Block, _ string) string {
	if p := commented(c); p != nil {
		return legacyComments(c, b, p)
	}
	return ""
}

// commented is the entry whose comments show, nil when none do.
func commented(c *render.Context) *render.Post {
	if p := c.ContextPost(); p != nil && (p.CommentsOpen || p.CommentCount > 0) {
		return p
	}
	return nil
}

// legacyComments is the fixed layout of blocks from before the comment blocks.
func legacyComments(c *render.Context, b block.Block, p *render.Post) string {
	class := joinClasses(pick(b.Attrs.Has("legacy"), "wp-block-post-comments"), alignClass(b))
	wrapper := c.Wrapper(render.Attr{Name: "class", Value: class})
	if p.Locked || c.Request.PostID != p.ID {
		return "<div " + wrapper + "></div>"
	}
	var w strings.Builder
	if p.CommentCount > 0 {
		const pages = `<div class="navigation"><div class="alignleft"></div><div class="alignright"></div></div>`
		w.WriteString(`<h3 id="comments">` + responses(c, p, false, true, true) + `</h3>` + pages + `<ol class="commentlist">`)
		t := threadOf(c)
		t.list, t.marked = `ul class="children"`, true
		t.write(&w, t.page, 1, func(comment *render.Comment) string { return legacyComment(c, comment) })
		w.WriteString(`</ol>` + pages)
	}
	w.WriteString(commentForm(c, p, `class="comment-respond"`, "submit "))
	return "<div " + wrapper + ">" + w.String() + "</div>"
}

// legacyComment is one comment of the fixed layout: who wrote it and when, the text,
// and a link to reply.
func legacyComment(c *render.Context, comment *render.Comment) string {
	id := "div-comment-" + strconv.FormatInt(comment.ID, 10)
	name := commenter(c, comment)
	if comment.URL != "" {
		name = `<a href="` + escape.URL(comment.URL) + `" class="url" rel="ugc external nofollow">` + name + `</a>`
	}
	when := escape.HTML(formatTime(c, comment.Date, "") + " at " + formatTime(c, comment.Date, c.Site.TimeFormat))
	note := ""
	if comment.Status == "hold" {
		note = `<em class="comment-awaiting-moderation">This comment waits for approval.</em>`
	}
	reply := replyLink(c, comment, id)
	if reply != "" {
		reply = `<div class="reply">` + reply + `</div>`
	}
	edit := ""
	if comment.EditURL != "" {
		edit = ` <span class="edit-link"><a class="comment-edit-link" href="` + escape.URL(comment.EditURL) + `">` + c.T("Edit") + `</a></span>`
	}
	return `<article id="` + id + `" class="comment-body"><footer class="comment-meta"><div class="comment-author vcard">` +
		c.Avatar(writer(c, comment), 32, "", "", "") + ` <b class="fn">` + name + `</b> <span class="says">says:</span></div>` +
		` <div class="comment-metadata"><a href="` + escape.URL(comment.Permalink) + `"><time datetime="` + comment.Date.Format(isoTime) + `">` + when + `</time></a>` + edit + `</div>` + note +
		`</footer><div class="comment-content">` + c.CommentText(comment.Content) + `</div>` + reply + `</article>`
}

func commenter(c *render.Context, comment *render.Comment) string {
	if comment.Author == "" {
		return c.T("Anonymous")
	}
	return escape.HTML(comment.Author)
}

// responses is the title of a list of comments.
//
// Compat (TestBlocksSpeak): the block's texts have the quotation marks in them, and are no
// others in packs.
func responses(c *render.Context, p *render.Post, block, count, title bool) string {
	one := p.CommentCount == 1
	of := "&#8220;" + c.Title(p) + "&#8221;"
	switch {
	case block && title && count && one:
		return c.Filled("One response to &#8220;%s&#8221;", c.Title(p))
	case block && title && count:
		return c.Counted(p.CommentCount, "%1$s response to &#8220;%2$s&#8221;", "%1$s responses to &#8220;%2$s&#8221;", c.Title(p))
	case block && title && one:
		return c.Filled("Response to &#8220;%s&#8221;", c.Title(p))
	case block && title:
		return c.Filled("Responses to &#8220;%s&#8221;", c.Title(p))
	case title && count && one:
		return c.Filled("One response to %s", of)
	case title && count:
		return c.Counted(p.CommentCount, "%1$s response to %2$s", "%1$s responses to %2$s", of)
	case title && one:
		return c.Filled("Response to %s", of)
	case title:
		return c.Filled("Responses to %s", of)
	case count && one:
		return c.T("One response")
	case count:
		return c.Counted(p.CommentCount, "%s response", "%s responses")
	case one:
		return c.T("Response")
	}
	return c.T("Responses")
}

func commentsTitle(c *render.Context, b block.Block, _ string) string {
	p := c.ContextPost()
	if p == nil || p.Locked || p.CommentCount == 0 {
		return ""
	}
	tag := headingTag(b, "h2")
	return "<" + tag + ` id="comments" ` + c.Wrapper(render.Attr{Name: "class", Value: alignClass(b)}) + ">" +
		responses(c, p, true, b.Attrs.Bool("showCommentsCount"), b.Attrs.Bool("showPostTitle")) + "</" + tag + ">"
}

// maxThread bounds how deep threads are followed.
const maxThread = 50

// thread is the comments of an entry with the page of them that shows.
type thread struct {
	c        *render.Context
	post     *render.Post
	all      map[int64]*render.Comment
	replies  map[int64][]*render.Comment
	page     []*render.Comment
	number   int // of the page, from 1; 0 when comments are not paged
	pages    int
	nickname map[int64]string // of commenters that are users
	list     string           // the element of a list of replies, with attributes
	marked   bool             // comments with replies have a class for that
}

func threadOf(c *render.Context) *thread {
	id := c.GetInt("postId")
	return c.Once("comments "+strconv.FormatInt(id, 10), func() any {
		t := &thread{c: c, post: c.ContextPost(), all: map[int64]*render.Comment{}, replies: map[int64][]*render.Comment{}, pages: 1, list: "ol"}
		if t.post == nil || t.post.Locked {
			return t
		}
		list := c.Source.QueryComments(c, render.CommentQuery{PostID: id})
		var users []int64
		for _, comment := range list {
			t.all[comment.ID] = comment
			users = append(users, comment.UserID)
		}
		t.nickname = map[int64]string{}
		for id, u := range c.Source.KnownUsers(c, users) {
			t.nickname[id] = u.Slug
		}
		var top []*render.Comment
		for _, comment := range list {
			if c.Site.ThreadComments && t.all[comment.ParentID] != nil && comment.ParentID != comment.ID {
				t.replies[comment.ParentID] = append(t.replies[comment.ParentID], comment)
			} else {
				top = append(top, comment)
			}
		}
		t.cut(top)
		return t
	}).(*thread)
}

// cut keeps the page of the threads that shows.
func (t *thread) cut(top []*render.Comment) {
	site := t.c.Site
	if site.PageComments && site.CommentsPerPage > 0 {
		n := site.CommentsPerPage
		t.pages = max((len(top)+n-1)/n, 1)
		t.number = t.c.Request.Comment
		if t.number <= 0 {
			t.number = 1
			if site.DefaultCommentsPage == "newest" {
				t.number = t.pages
			}
		}
		from := min((t.number-1)*n, len(top))
		top = top[from:min(from+n, len(top))]
	}
	t.page = append([]*render.Comment(nil), top...)
	if site.CommentOrder == "desc" {
		for i, j := 0, len(t.page)-1; i < j; i, j = i+1, j-1 {
			t.page[i], t.page[j] = t.page[j], t.page[i]
		}
	}
}

// write writes a list of comments, each followed by its replies.
func (t *thread) write(w *strings.Builder, list []*render.Comment, depth int, show func(*render.Comment) string) {
	for _, comment := range list {
		html := show(comment)
		w.WriteString(`<li id="comment-` + strconv.FormatInt(comment.ID, 10) + `" class="` + escape.Attr(t.classes(comment, depth)) + `">` + html)
		if replies := t.replies[comment.ID]; len(replies) > 0 && depth < maxThread {
			if depth < t.c.Site.ThreadDepth {
				w.WriteString("<" + t.list + ">")
				t.write(w, replies, depth+1, show)
				w.WriteString("</" + t.list[:2] + ">")
			} else if t.c.Request.Front {
				// Browsers read an item that begins in another as one that follows it.
				w.WriteString("</li>")
				t.write(w, replies, depth, show)
				continue
			} else {
				t.write(w, replies, depth, show)
			}
		}
		w.WriteString("</li>")
	}
}

// classes are the class names of a comment; odd and even go on over all lists
// of a page.
func (t *thread) classes(comment *render.Comment, depth int) string {
	odd := func(counter string) bool {
		return strings.HasSuffix(counter, "0") || strings.HasSuffix(counter, "2") || strings.HasSuffix(counter, "4") ||
			strings.HasSuffix(counter, "6") || strings.HasSuffix(counter, "8")
	}
	out := []string{comment.Type}
	if comment.UserID > 0 {
		if name := t.nickname[comment.UserID]; name != "" {
			out = append(out, "byuser", "comment-author-"+name)
		}
		if t.post != nil && comment.UserID == t.post.AuthorID {
			out = append(out, "bypostauthor")
		}
	}
	if odd(t.c.PrefixedID("comment number ")) {
		out = append(out, "odd alt")
	} else {
		out = append(out, "even")
	}
	if depth == 1 {
		if odd(t.c.PrefixedID("thread number ")) {
			out = append(out, "thread-odd thread-alt")
		} else {
			out = append(out, "thread-even")
		}
	}
	out = append(out, "depth-"+strconv.Itoa(depth))
	if t.marked && len(t.replies[comment.ID]) > 0 {
		out = append(out, "parent")
	}
	return strings.Join(out, " ")
}

// commentTemplate shows what is inside it for each comment.
func commentTemplate(c *render.Context, b block.Block, _ string) string {
	t := threadOf(c)
	if len(t.page) == 0 {
		return ""
	}
	wrapper := c.Wrapper()
	var w strings.Builder
	t.write(&w, t.page, 1, func(comment *render.Comment) string {
		values := map[string]any{"commentId": comment.ID, "comment": comment}
		if t.post != nil {
			values["postId"], values["postType"] = t.post.ID, t.post.Type
		}
		return c.Only(values).RenderInner(b)
	})
	return "<ol " + wrapper + ">" + w.String() + "</ol>"
}

package blocks

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/urlquery"
	"quoin/internal/platform/wire"
)

// shownComment is the comment that is provided.
func shownComment(c *render.Context) *render.Comment {
	id := c.GetInt("commentId")
	if comment, ok := c.Get("comment").(*render.Comment); ok && comment.ID == id {
		return comment
	}
	if id <= 0 {
		return nil
	}
	if found := c.Source.QueryComments(c, render.CommentQuery{IDs: []int64{id}, Limit: 1}); len(found) > 0 {
		return found[0]
	}
	return nil
}

func commentAuthorName(c *render.Context, b block.Block, _ string) string {
	comment := shownComment(c)
	if comment == nil {
		return ""
	}
	name := commenter(c, comment)
	if target := b.Attrs.Text("linkTarget"); comment.URL != "" && b.Attrs.Bool("isLink") && target != "" && comment.Status != "hold" {
		name = `<a rel="external nofollow ugc" href="` + escape.URL(comment.URL) + `" target="` + escape.Attr(target) + `" >` + name + `</a>`
	}
	return "<div " + c.Wrapper(textClasses(b)) + ">" + name + "</div>"
}

func commentContent(c *render.Context, b block.Block, _ string) string {
	comment := shownComment(c)
	if comment == nil || comment.Content == "" {
		return ""
	}
	note, text := "", c.CommentText(comment.Content)
	if comment.Status == "hold" {
		note = `<p><em class="comment-awaiting-moderation">This comment waits for approval.</em></p>`
	}
	return "<div " + c.Wrapper(textClasses(b)) + ">" + note + text + "</div>"
}

func commentDate(c *render.Context, b block.Block, _ string) string {
	comment := shownComment(c)
	if comment == nil {
		return ""
	}
	text := escape.HTML(formatTime(c, comment.Date, b.Attrs.Text("format")))
	if b.Attrs.Bool("isLink") {
		text = `<a href="` + escape.URL(comment.Permalink) + `">` + text + `</a>`
	}
	class := pick(b.Attrs.Has("style", "elements", "link", "color", "text"), "has-link-color")
	return "<div " + c.Wrapper(render.Attr{Name: "class", Value: class}) + `><time datetime="` + comment.Date.Format(isoTime) + `">` + text + "</time></div>"
}

func commentEditLink(c *render.Context, b block.Block, _ string) string {
	comment := shownComment(c)
	if comment == nil || comment.EditURL == "" {
		return ""
	}
	target := ""
	if v := b.Attrs.Text("linkTarget"); v != "" {
		target = `target="` + escape.Attr(v) + `"`
	}
	return "<div " + c.Wrapper(textClasses(b)) + `><a href="` + escape.URL(comment.EditURL) + `" ` + target + `>` + c.T("Edit") + `</a></div>`
}

func commentReplyLink(c *render.Context, b block.Block, _ string) string {
	comment := shownComment(c)
	if comment == nil {
		return ""
	}
	link := replyLink(c, comment, "comment-"+strconv.FormatInt(comment.ID, 10))
	if link == "" {
		return ""
	}
	return "<div " + c.Wrapper(textClasses(b)) + ">" + link + "</div>"
}

// replyLink leads to the form that replies to a comment, "" when nobody can; below is
// the element behind which the form would stand.
func replyLink(c *render.Context, comment *render.Comment, below string) string {
	if !c.Site.ThreadComments {
		return ""
	}
	t := threadOf(c)
	depth := 1
	for up := t.all[comment.ParentID]; up != nil && depth < maxThread; up = t.all[up.ParentID] {
		depth++
	}
	p := c.PostByID(comment.PostID)
	if p == nil || !p.CommentsOpen || depth >= c.Site.ThreadDepth {
		return ""
	}
	link := ""
	id := strconv.FormatInt(comment.ID, 10)
	if c.Site.CommentRegistration && c.Viewer() == nil {
		link = `<a rel="nofollow" class="comment-reply-login" href="` + escape.URL(loginURL(c, p.Permalink)) + `">` + c.T("Log in to Reply") + `</a>`
	} else {
		base := p.Permalink
		if c.Site.PageComments {
			base, _, _ = strings.Cut(comment.Permalink, "#")
		}
		sep := "?"
		if strings.Contains(base, "?") {
			sep = "&"
		}
		label := escape.Attr(c.Filled("Reply to %s", commenter(c, comment)))
		// Compat (api.TestAnswersToComments): the form moves by a script; where there is none
		// its own address is offered.
		form, verb := escape.URL(base+sep+answersBy(c)+"="+id)+"#respond", c.Site.Texts.In("verb", "Reply")
		to, unscripted := form, ""
		if answersBy(c) != render.AnswersBy {
			to = "#comment-" + id
			unscripted = `<noscript> <a rel="nofollow" href="` + form + `" aria-label="` + label + `">` + verb + `</a></noscript>`
		}
		link = `<a rel="nofollow" class="comment-reply-link" href="` + to + `" data-commentid="` + id +
			`" data-postid="` + strconv.FormatInt(p.ID, 10) + `" data-belowelement="` + below + `" data-respondelement="respond" data-replyto="` +
			label + `" aria-label="` + label + `">` + verb + `</a>` + unscripted
	}
	return link
}

// postCommentsForm is the form for a new comment.
func postCommentsForm(c *render.Context, b block.Block, _ string) string {
	p := c.ContextPost()
	if p == nil || p.Locked || !p.CommentsOpen {
		return ""
	}
	return commentForm(c, p, c.Wrapper(textClasses(b, "comment-respond")), "")
}

// commentForm is the form; submit is a class of its button, with a space behind it.
func commentForm(c *render.Context, p *render.Post, wrapper, submit string) string {
	if !p.CommentsOpen {
		return ""
	}
	form := commentTexts(c, p, submit)
	var w strings.Builder
	w.WriteString("\t<div id=\"respond\" " + wrapper + ">\n\t\t" + form.Text("title_reply_before"))
	if to := answered(c, p); to == nil {
		w.WriteString(form.Text("title_reply"))
	} else {
		w.WriteString(language.Fill(form.Text("title_reply_to"), `<a href="#comment-`+strconv.FormatInt(to.ID, 10)+`">`+escape.HTML(commenter(c, to))+"</a>"))
	}
	w.WriteString(form.Text("cancel_reply_before") + `<a rel="nofollow" id="cancel-comment-reply-link" href="` + c.AtAddress(cancelReply{answersBy(c)}) +
		`#respond" style="display:none;">` + form.Text("cancel_reply_link") + `</a>` + form.Text("cancel_reply_after") + form.Text("title_reply_after"))
	if c.Site.CommentRegistration && c.Viewer() == nil {
		w.WriteString(form.Text("must_log_in"))
	} else {
		commentFields(c, p, &w, form)
	}
	w.WriteString("\t</div><!-- #respond -->\n\t")
	return w.String()
}

// commentTexts are the texts of the form under the names that themes know them by.
func commentTexts(c *render.Context, p *render.Post, submit string) *wire.Object {
	star := ` <span class="required">` + c.T("*") + `</span>`
	mark := `<span class="required-field-message">` + c.Filled("Required fields are marked %s", strings.TrimSpace(star)) + `</span>`
	must, flag := pick(c.Site.RequireNameEmail, star), pick(c.Site.RequireNameEmail, " required")
	known := render.Commenter{}
	if c.Request.Front {
		known = c.Request.Commenter
	}
	fields := wire.NewObject(
		"author", `<p class="comment-form-author"><label for="author">`+c.T("Name")+must+`</label> <input id="author" name="author" type="text" value="`+escape.Attr(known.Name)+`" size="30" maxlength="245" autocomplete="name"`+flag+" /></p>",
		"email", `<p class="comment-form-email"><label for="email">`+c.T("Email")+must+`</label> <input id="email" name="email" type="email" value="`+escape.Attr(known.Email)+`" size="30" maxlength="100" aria-describedby="email-notes" autocomplete="email"`+flag+" /></p>",
		"url", "<p class=\"comment-form-url\"><label for=\"url\">"+c.T("Website")+"</label> <input id=\"url\" name=\"url\" type=\"url\" value=\""+escape.Attr(known.URL)+"\" size=\"30\" maxlength=\"200\" autocomplete=\"url\" /></p>",
	)
	if c.Site.CommentCookies {
		fields.Set("cookies", `<p class="comment-form-cookies-consent"><input id="wp-comment-cookies-consent" name="wp-comment-cookies-consent" type="checkbox" value="yes"`+pick(known.Email != "", " checked")+` /> `+
			"<label for=\"wp-comment-cookies-consent\">"+c.T("Save my name, email, and website in this browser for the next time I comment.")+"</label></p>")
	}
	name := ""
	if u := c.Viewer(); u != nil {
		name = u.Name
	}
	form := wire.NewObject(
		"fields", fields,
		"comment_field", `<p class="comment-form-comment"><label for="comment">`+c.Site.Texts.In("noun", "Comment")+star+
			`</label> <textarea id="comment" name="comment" cols="45" rows="8" maxlength="65525" required></textarea></p>`,
		"must_log_in", `<p class="must-log-in">`+c.T("Only users may comment:")+` <a href="`+escape.URL(loginURL(c, p.Permalink))+`">`+c.T("log in")+`</a>.</p>`,
		"logged_in_as", `<p class="logged-in-as">`+c.Filled("Logged in as %s.", escape.HTML(name))+` <a href="`+escape.URL(c.Site.AdminURL+"/profile.php")+
			`">`+c.T("Edit your profile")+`</a>. <a href="`+escape.URL(logoutURL(c))+`&amp;redirect_to=`+url.QueryEscape(p.Permalink)+`">`+c.T("Log out?")+`</a> `+mark+`</p>`,
		"comment_notes_before", `<p class="comment-notes"><span id="email-notes">`+c.T("Your email address will not be published.")+`</span> `+mark+`</p>`,
		"comment_notes_after", "",
		"class_form", "comment-form", "class_submit", submit+"wp-block-button__link wp-element-button",
		"title_reply", c.T("Leave a Reply"), "title_reply_to", c.T("Leave a Reply to %s"),
		"title_reply_before", `<h3 id="reply-title" class="comment-reply-title">`, "title_reply_after", "</h3>",
		"cancel_reply_before", " <small>", "cancel_reply_after", "</small>", "cancel_reply_link", c.T("Cancel reply"),
		"label_submit", c.T("Post Comment"),
	)
	if changed, ok := c.Themed("comment_form_defaults", form).(*wire.Object); ok {
		return changed
	}
	return form
}

// answered is the comment that the address asks to reply to, nil for none.
func answered(c *render.Context, p *render.Post) *render.Comment {
	id, err := strconv.ParseInt(c.Param(answersBy(c)), 10, 64)
	if err != nil || id <= 0 {
		return nil
	}
	list := c.Source.QueryComments(c, render.CommentQuery{IDs: []int64{id}})
	if len(list) == 0 || list[0].PostID != p.ID {
		return nil
	}
	return list[0]
}

// answersBy is the name by which addresses ask to answer a comment.
func answersBy(c *render.Context) string { return cmp.Or(c.Request.AnswersBy, render.AnswersBy) }

// cancelReply makes of an address one without what asks by a name to answer a comment.
type cancelReply struct{ name string }

func (r cancelReply) For(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	here := u.EscapedPath()
	if q := parametersOf(u.RawQuery, r.name, "unapproved", "moderation-hash"); q.Len() > 0 {
		here += "?" + urlquery.Build(q)
	}
	return escape.URL(here)
}

func commentFields(c *render.Context, p *render.Post, w *strings.Builder, form *wire.Object) {
	w.WriteString(`<form action="` + escape.URL(c.Site.URL+"/wp-comments-post.php") + `" method="post" id="commentform" class="` + escape.Attr(form.Text("class_form")) + `">`)
	guest := c.Viewer() == nil
	if guest {
		w.WriteString(form.Text("comment_notes_before"))
	} else {
		w.WriteString(form.Text("logged_in_as"))
	}
	w.WriteString(form.Text("comment_field"))
	if guest {
		for _, field := range form.Object("fields").Members() {
			if html, ok := field.Value.(string); ok {
				w.WriteString(html + "\n")
			}
		}
	}
	w.WriteString(form.Text("comment_notes_after"))
	parent := "0"
	if to := answered(c, p); to != nil {
		parent = strconv.FormatInt(to.ID, 10)
	}
	if guest && c.Request.Front && !c.Request.Feed {
		w.WriteString(`<p style="display:none" aria-hidden="true"><input type="text" name="` + render.CommentTrap +
			`" value="" aria-label="` + escape.Attr(c.T("Leave this field empty")) + `" tabindex="-1" autocomplete="off" /></p>`)
	}
	w.WriteString(`<p class="form-submit wp-block-button"><input name="submit" type="submit" id="submit" class="` + escape.Attr(form.Text("class_submit")) + `" value="` + escape.Attr(form.Text("label_submit")) + `" /> ` +
		`<input type='hidden' name='comment_post_ID' value='` + strconv.FormatInt(p.ID, 10) + "' id='comment_post_ID' />\n" +
		"<input type='hidden' name='comment_parent' id='comment_parent' value='" + parent + "' />\n</p></form>")
}

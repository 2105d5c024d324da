package wxr

// entry reads an <item>.
func (r *Reader) entry(e *Entry) error {
	return r.children(func(n name) error {
		switch n.space {
		case spaceNone:
			return r.rssField(e, n)
		case spaceExport:
			return r.exportField(e, n)
		}
		switch {
		case n.space == spaceContent && string(n.local) == "encoded":
			return r.prose(&e.Content)
		case n.space == spaceExcerpt && string(n.local) == "encoded":
			return r.prose(&e.Excerpt)
		case n.space == spaceDC && string(n.local) == "creator":
			return r.str(&e.Creator)
		}
		return r.skip()
	})
}

func (r *Reader) rssField(e *Entry, n name) error {
	switch string(n.local) {
	case "title":
		return r.str(&e.Title)
	case "link":
		return r.str(&e.Link)
	case "guid":
		return r.str(&e.GUID)
	case "pubDate":
		return r.str(&e.PubDate)
	case "category":
		return r.termRef(e)
	}
	return r.skip()
}

func (r *Reader) exportField(e *Entry, n name) error {
	switch string(n.local) {
	case "post_id":
		return r.number(&e.ID)
	case "post_type":
		return r.name(&e.Type)
	case "post_date":
		return r.str((*string)(&e.Date))
	case "post_date_gmt":
		return r.str((*string)(&e.DateGMT))
	case "post_modified":
		return r.str((*string)(&e.Modified))
	case "post_modified_gmt":
		return r.str((*string)(&e.ModifiedGMT))
	case "post_name":
		return r.str(&e.Slug)
	case "status":
		return r.str(&e.Status)
	case "post_parent":
		return r.number(&e.Parent)
	case "menu_order":
		return r.number(&e.MenuOrder)
	case "post_password":
		return r.prose(&e.Password)
	case "is_sticky":
		var sticky int64
		err := r.number(&sticky)
		e.Sticky = sticky != 0
		return err
	case "comment_status":
		return r.str(&e.CommentStatus)
	case "ping_status":
		return r.str(&e.PingStatus)
	case "attachment_url":
		return r.str(&e.AttachmentURL)
	case "postmeta":
		return r.meta(&e.Meta)
	case "comment":
		return r.comment(e)
	}
	return r.skip()
}

// termRef reads a <category> of an item.
func (r *Reader) termRef(e *Entry) error {
	domain, hasDomain := r.s.attr("domain")
	slug, hasSlug := r.s.attr("nicename")
	// Compat (TestVersion10): version 1.0 names every term a second time without attributes.
	if !hasDomain || !hasSlug {
		return r.skip()
	}
	// Compat (TestVersion10): version 1.0 calls the taxonomy of tags "tag".
	if domain == "tag" {
		domain = "post_tag"
	}
	if err := r.charge(partOverhead + len(domain) + len(slug)); err != nil {
		return err
	}
	ref := TermRef{Taxonomy: r.translate(domain), Slug: slug}
	if err := r.str(&ref.Name); err != nil {
		return err
	}
	e.Terms = append(e.Terms, ref)
	return nil
}

func (r *Reader) comment(e *Entry) error {
	if err := r.charge(2 * partOverhead); err != nil {
		return err
	}
	var c Comment
	err := r.children(func(n name) error {
		if n.space != spaceExport {
			return r.skip()
		}
		switch string(n.local) {
		case "comment_id":
			return r.number(&c.ID)
		case "comment_parent":
			return r.number(&c.Parent)
		case "comment_user_id":
			return r.number(&c.UserID)
		case "comment_author":
			return r.str(&c.Author)
		case "comment_author_email":
			return r.str(&c.AuthorEmail)
		case "comment_author_url":
			return r.str(&c.AuthorURL)
		case "comment_author_IP":
			return r.str(&c.AuthorIP)
		case "comment_date":
			return r.str((*string)(&c.Date))
		case "comment_date_gmt":
			return r.str((*string)(&c.DateGMT))
		case "comment_content":
			return r.prose(&c.Content)
		case "comment_approved":
			return r.str(&c.Approved)
		case "comment_type":
			return r.str(&c.Type)
		case "commentmeta":
			return r.meta(&c.Meta)
		}
		return r.skip()
	})
	if err != nil {
		return err
	}
	e.Comments = append(e.Comments, c)
	return nil
}

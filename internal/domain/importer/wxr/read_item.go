package wxr

// record reads the record of the given element name, whose start tag was read
// last.
func (r *Reader) record(element string) (Item, error) {
	if err := r.charge(partOverhead); err != nil {
		return nil, err
	}
	switch element {
	case "author":
		a := new(Author)
		return a, r.author(a)
	case "category":
		c := new(Category)
		return c, r.category(c)
	case "tag":
		t := new(Tag)
		return t, r.tag(t)
	case "term":
		t := new(Term)
		return t, r.term(t)
	}
	e := new(Entry)
	return e, r.entry(e)
}

// exported reads the children of an element that the export's own names name; it skips the
// others.
func (r *Reader) exported(read func(local []byte) error) error {
	return r.children(func(n name) error {
		if n.space != spaceExport {
			return r.skip()
		}
		return read(n.local)
	})
}

func (r *Reader) author(a *Author) error {
	return r.exported(func(local []byte) error {
		switch string(local) {
		case "author_id":
			return r.number(&a.ID)
		case "author_login":
			return r.str(&a.Login)
		case "author_email":
			return r.str(&a.Email)
		case "author_display_name":
			return r.str(&a.DisplayName)
		case "author_first_name":
			return r.str(&a.FirstName)
		case "author_last_name":
			return r.str(&a.LastName)
		case "author_description":
			return r.prose(&a.Description)
		}
		return r.skip()
	})
}

func (r *Reader) category(c *Category) error {
	return r.exported(func(local []byte) error {
		switch string(local) {
		case "term_id":
			return r.number(&c.ID)
		case "category_nicename":
			return r.str(&c.Slug)
		case "category_parent":
			return r.str(&c.Parent)
		case "cat_name":
			return r.str(&c.Name)
		case "category_description":
			return r.prose(&c.Description)
		case "termmeta":
			return r.meta(&c.Meta)
		}
		return r.skip()
	})
}

func (r *Reader) tag(t *Tag) error {
	return r.exported(func(local []byte) error {
		switch string(local) {
		case "term_id":
			return r.number(&t.ID)
		case "tag_slug":
			return r.str(&t.Slug)
		case "tag_name":
			return r.str(&t.Name)
		case "tag_description":
			return r.prose(&t.Description)
		case "termmeta":
			return r.meta(&t.Meta)
		}
		return r.skip()
	})
}

func (r *Reader) term(t *Term) error {
	return r.exported(func(local []byte) error {
		switch string(local) {
		case "term_id":
			return r.number(&t.ID)
		case "term_taxonomy":
			return r.name(&t.Taxonomy)
		case "term_slug":
			return r.str(&t.Slug)
		case "term_parent":
			return r.str(&t.Parent)
		case "term_name":
			return r.str(&t.Name)
		case "term_description":
			return r.prose(&t.Description)
		case "termmeta":
			return r.meta(&t.Meta)
		}
		return r.skip()
	})
}

// meta reads a pair of key and value and appends it.
func (r *Reader) meta(to *[]Meta) error {
	if err := r.charge(partOverhead); err != nil {
		return err
	}
	var m Meta
	err := r.exported(func(local []byte) error {
		switch string(local) {
		case "meta_key":
			return r.name(&m.Key)
		case "meta_value":
			return r.prose(&m.Value)
		}
		return r.skip()
	})
	if err != nil || m.Key == "" {
		return err
	}
	*to = append(*to, m)
	return nil
}

package wxr

import "time"

// Item is one record of an export file: *Site, *Author, *Category, *Tag, *Term
// or *Entry. Every call of Reader.Next makes a new value, which the caller may
// keep.
type Item interface{ item() }

// Site describes the site that was exported. It is always the first record.
type Site struct {
	Title       string
	Link        string
	Description string
	Language    string
	PubDate     string // as in the file, RFC 1123 with a numeric zone
	Version     string // version of the format, such as "1.2"
	BaseSiteURL string // address of the network
	BaseBlogURL string // address of the site
}

// Author is a user who wrote something in the file. Files of version 1.0 have
// none; there Entry.Creator is all that is known.
type Author struct {
	ID          int64 // 0 when the file does not say
	Login       string
	Email       string
	DisplayName string
	FirstName   string
	LastName    string
	Description string
}

// Category is a term of the taxonomy "category".
type Category struct {
	ID          int64 // 0 when the file does not say
	Slug        string
	Parent      string // slug of the parent (its name in some files of version 1.0), "" at the top
	Name        string
	Description string
	Meta        []Meta
}

// Tag is a term of the taxonomy "post_tag".
type Tag struct {
	ID          int64 // 0 when the file does not say
	Slug        string
	Name        string
	Description string
	Meta        []Meta
}

// Term is a term of any taxonomy, menus included. Exports may list categories
// and tags here a second time.
type Term struct {
	ID          int64 // 0 when the file does not say
	Taxonomy    string
	Slug        string
	Parent      string // slug of the parent, "" at the top
	Name        string
	Description string
	Meta        []Meta
}

// Entry is a post, page, attachment, menu item or any other content item.
type Entry struct {
	ID            int64 // 0 when the file does not say
	Type          string
	Title         string
	Link          string
	GUID          string
	Creator       string // login of the author
	PubDate       string // as in the file, RFC 1123 with a numeric zone
	Content       string
	Excerpt       string
	Date          Date // in the time zone of the exported site
	DateGMT       Date
	Modified      Date
	ModifiedGMT   Date
	Slug          string
	Status        string
	Parent        int64
	MenuOrder     int64
	Password      string
	Sticky        bool
	CommentStatus string
	PingStatus    string
	AttachmentURL string
	Terms         []TermRef
	Meta          []Meta
	Comments      []Comment
}

// TermRef names a term that an entry has.
type TermRef struct {
	Taxonomy string
	Slug     string
	Name     string
}

// Meta is one stored key and value. Values may be serialised, see package
// phpvalue.
type Meta struct {
	Key   string
	Value string
}

// Comment is a comment on an entry.
type Comment struct {
	ID          int64
	Parent      int64
	UserID      int64
	Author      string
	AuthorEmail string
	AuthorURL   string
	AuthorIP    string
	Date        Date
	DateGMT     Date
	Content     string
	Approved    string // "1", "0", "spam", "trash" or "post-trashed"
	Type        string // "" and "comment" are the same
	Meta        []Meta
}

func (*Site) item()     {}
func (*Author) item()   {}
func (*Category) item() {}
func (*Tag) item()      {}
func (*Term) item()     {}
func (*Entry) item()    {}

// Date is a date as export files write it, "2006-01-02 15:04:05" without a
// zone. Unset dates are "" or all zeros.
type Date string

// Time returns d read as UTC. It reports false when d is unset or is no date.
func (d Date) Time() (time.Time, bool) {
	t, err := time.Parse(time.DateTime, string(d))
	if err != nil || t.Year() == 0 {
		return time.Time{}, false
	}
	return t, true
}

package content

import "quoin/internal/platform/access"

// Change is what a write asks for. Nil leaves a part as it is; on create it
// means the default.
type Change struct {
	Title, Content, Excerpt *string
	Slug                    *string
	// ShareSlug lets a provisional entry have a slug that another has: it gets
	// one of its own when it is published.
	ShareSlug      bool
	Status         *Status
	Password       *string
	CommentStatus  *string
	PingStatus     *string
	Author, Parent *int64
	MenuOrder      *int64
	MimeType, GUID *string
	// Date fixes the date, in both zones. ResetDate forgets it: the date
	// becomes now, and floats where the status lets it.
	Date      *Date
	ResetDate bool
	// NoDate refuses the change with ErrDate, unless something else is wrong with it: the
	// date that was given is none.
	NoDate bool
	Sticky *bool
	// Meta replaces the values of keys; an empty list removes one. Other keys
	// stay.
	Meta Meta
	// MetaByID is further meta of a new entry, for values that tell its id.
	MetaByID func(id int64) Meta
	// FeaturedMedia is the id of the main image, 0 for none. An id that nothing
	// has that the actor may read changes nothing, one of something else than an
	// image means none.
	FeaturedMedia *int64
	// Terms makes these ids the entry's terms, by name of the taxonomy. Other
	// taxonomies stay.
	Terms map[string][]int64
	// Format is a post format; "standard" means none.
	Format *string
	// NoRevision makes no revision of an update.
	NoRevision bool
	// ID asks for this id on create; 0 takes the next.
	ID int64
	// By is who makes the change, for hooks; the service sets it.
	By access.Actor
	// Modified keeps a date of last change, as imports do; nil means now.
	Modified *Date
}

// Date is one moment in the site's zone and in UTC, in stored form.
type Date struct{ Local, UTC string }

func set[T any](dst *T, v *T) {
	if v != nil {
		*dst = *v
	}
}

// Apply makes the columns of an entry those that a change asks for, before
// any rule of the service.
func (c *Change) Apply(e *Entry) {
	set(&e.Title, c.Title)
	set(&e.Content, c.Content)
	set(&e.Excerpt, c.Excerpt)
	set(&e.Slug, c.Slug)
	set(&e.Status, c.Status)
	set(&e.Password, c.Password)
	set(&e.CommentStatus, c.CommentStatus)
	set(&e.PingStatus, c.PingStatus)
	set(&e.Author, c.Author)
	set(&e.Parent, c.Parent)
	set(&e.MenuOrder, c.MenuOrder)
	set(&e.MimeType, c.MimeType)
	set(&e.GUID, c.GUID)
	set(&e.Sticky, c.Sticky)
}

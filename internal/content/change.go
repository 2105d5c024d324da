package content

// Change is what a write asks for. Nil leaves a part as it is; on create it
// means the default.
type Change struct {
	Title, Content, Excerpt *string
	Slug                    *string
	Status                  *Status
	Password                *string
	CommentStatus           *string
	PingStatus              *string
	Author, Parent          *int64
	MenuOrder               *int64
	MimeType, GUID          *string
	// Date fixes the date, in both zones. ResetDate forgets it: the date
	// becomes now, and floats where the status lets it.
	Date      *Date
	ResetDate bool
	// Meta is stored with a new entry; ignored on update.
	Meta Meta
	// ID asks for this id on create; 0 takes the next.
	ID int64
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

func (c *Change) apply(e *Entry) {
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
}

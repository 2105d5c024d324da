package content

import "maps"

// Entry is any post-like object: a post, page, attachment, menu item, block,
// template, navigation entity, revision. Which of its parts mean anything
// depends on its Type.
type Entry struct {
	ID     int64
	Type   string // a Type name, in seed names: "post", "core_block", "revision"
	Status Status

	Author int64 // user id, 0 for none
	Parent int64 // entry id, 0 for none

	// Dates are written YYYY-MM-DDTHH:MM:SS, as they are stored, compared and
	// answered. Date and Modified are in the site's zone, the others in UTC.
	// DateUTC is "" while a draft has no fixed date ("floating").
	Date, DateUTC         string
	Modified, ModifiedUTC string

	Title, Content, Excerpt string
	Slug                    string
	Password                string
	GUID                    string
	MimeType                string // attachments
	CommentStatus           string // open or closed
	PingStatus              string // open or closed
	MenuOrder               int64
	CommentCount            int64 // approved comments, notes left out
	Sticky                  bool
	// GUIDMoves tells that the GUID has the site's own address, and goes along with it: of
	// entries that moved in, which are looked at elsewhere before they are served there.
	GUIDMoves bool

	// Meta is loaded with the entry. Values are in the order they were added.
	Meta Meta
}

// Clone copies the entry, its meta included.
func (e *Entry) Clone() *Entry {
	c := *e
	c.Meta = maps.Clone(e.Meta)
	return &c
}

// Meta holds an entry's, term's, user's or comment's further values by key: a
// key may occur more than once. Values are what JSON can hold: string, int64,
// float64, bool, nil, []any, *wire.Object.
type Meta map[string][]any

// Get is the first value of a key, nil when there is none.
func (m Meta) Get(key string) any {
	if v := m[key]; len(v) > 0 {
		return v[0]
	}
	return nil
}

// Text is the first value of a key when that is a string.
func (m Meta) Text(key string) string {
	s, _ := m.Get(key).(string)
	return s
}

// Int is the first value of a key as an integer, 0 when it is none. Numbers in
// strings count, since imported values are strings.
func (m Meta) Int(key string) int64 { return asInt(m.Get(key)) }

// Meta keys that Quoin itself reads and writes. They are stored under the
// ecosystem's names, so that exports and imports need no translation.
const (
	MetaFeaturedMedia = "_thumbnail_id"
	MetaTemplate      = "_wp_page_template"
	MetaOldSlug       = "_wp_old_slug"
	MetaOldDate       = "_wp_old_date"
	MetaTrashStatus   = "_wp_trash_meta_status"
	MetaTrashTime     = "_wp_trash_meta_time"
	MetaDesiredSlug   = "_wp_desired_post_slug"
	MetaEditLock      = "_edit_lock"
	MetaAttachedFile  = "_wp_attached_file"
	MetaAttachment    = "_wp_attachment_metadata"
	MetaAltText       = "_wp_attachment_image_alt"
	MetaFootnotes     = "footnotes"
)

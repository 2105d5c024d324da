package comment

import (
	"cmp"
	"context"
	"errors"
	"maps"

	"quoin/internal/domain/content"
)

// Comment is one comment.
type Comment struct {
	ID          int64
	Entry       int64
	Parent      int64
	User        int64 // 0 for a guest
	AuthorName  string
	AuthorEmail string
	AuthorURL   string
	AuthorIP    string
	Agent       string
	Date        string // the site's zone
	DateUTC     string
	Content     string
	Status      Status
	Type        string // comment, pingback, trackback, note
	Karma       int64
	Meta        content.Meta
}

// Status is where a comment stands.
type Status string

// The types of comments that have rules of their own. A plain one may also
// have no type.
const (
	TypeComment   = "comment"
	TypePingback  = "pingback"
	TypeTrackback = "trackback"
	TypeNote      = "note"
)

// Meta keys that this package reads and writes. They are stored under the
// ecosystem's names.
const (
	MetaTrashStatus = "_wp_trash_meta_status"
	MetaTrashTime   = "_wp_trash_meta_time"
	MetaNoteStatus  = "_wp_note_status"
	// MetaEntryStatuses is kept on a trashed entry: its comments' statuses.
	MetaEntryStatuses = "_wp_trash_meta_comments_status"
)

// IsNote tells whether a comment is an editorial note.
func (c *Comment) IsNote() bool { return c.Type == TypeNote }

// ShownType is the comment's type, with a name for plain ones.
func (c *Comment) ShownType() string { return cmp.Or(c.Type, TypeComment) }

// Clone copies the comment, its meta included.
func (c *Comment) Clone() *Comment {
	copied := *c
	copied.Meta = maps.Clone(c.Meta)
	return &copied
}

// The statuses of a comment.
const (
	Approved    Status = "approved"
	Hold        Status = "hold"
	Spam        Status = "spam"
	Trash       Status = "trash"
	PostTrashed Status = "post-trashed"
)

// Query asks for a list of comments. All filters apply together.
type Query struct {
	Entries, NotEntries []int64
	Parents, NotParents []int64
	IDs, NotIDs         []int64
	Authors, NotAuthors []int64
	AuthorEmail         string
	Statuses            []Status
	Types, NotTypes     []string
	After, Before       string // local, exclusive
	Search              string // in name, url and content, and for a reader who sees them in e-mail and ip
	// Reader, for a list that TellsText, leaves out what the reader may not
	// read. Without it all is there.
	Reader      *Reader
	EntryStatus []content.Status
	EntryType   []string
	// AuthorName and Content ask for exactly these texts as they are stored.
	AuthorName string
	Content    *string
	// By asks for the comments of one person; see Person.
	By *Person
	// SinceUTC asks for comments of this moment or later.
	SinceUTC  string
	Order     string // date_gmt, date, id, include, post, parent, type
	Desc      bool
	Limit     int
	Offset    int
	SkipTotal bool
	OnlyTotal bool
}

// TellsText tells whether a list depends on what comments say of themselves.
func (q *Query) TellsText() bool { return q.Search != "" || q.AuthorEmail != "" }

// Person is whoever wrote comments: an account, or without one the guest with
// an address. Comments with the e-mail address count either way.
type Person struct {
	User      int64
	IP, Email string
}

// Page is one window of a list of comments.
type Page struct {
	Comments []*Comment
	Total    int
}

// ErrNotFound says that there is no such comment.
var ErrNotFound = errors.New("comment not found")

// Store keeps comments. Every method joins the transaction of its context.
type Store interface {
	// Claim claims names for the transaction until its end: no other one gets
	// one of them meanwhile, and what is read afterwards is what they left.
	Claim(ctx context.Context, names ...string) error
	CommentByID(ctx context.Context, id int64) (*Comment, error)
	CommentsByID(ctx context.Context, ids []int64) (map[int64]*Comment, error)
	ListComments(ctx context.Context, q Query) (Page, error)
	// ListCommentsByEntry runs the same query for many entries in one
	// statement and gives each its first limit comments.
	ListCommentsByEntry(ctx context.Context, q Query, entries []int64, limit int) (map[int64]Page, error)
	// ListCommentsByParent is the same by the comment that is answered.
	ListCommentsByParent(ctx context.Context, q Query, parents []int64, limit int) (map[int64]Page, error)
	// HasChildren tells which of ids have answers that are approved or wait for
	// approval.
	HasChildren(ctx context.Context, ids []int64) (map[int64]bool, error)
	Counter
	// ExpectComment says that the transaction is going to insert one.
	ExpectComment(ctx context.Context)
	// InsertComment stores a comment with its meta, sets its ID and counts the
	// entry's comments again.
	InsertComment(ctx context.Context, c *Comment) error
	// InsertComments is InsertComment for new comments of one entry, under the ids that they
	// have.
	InsertComments(ctx context.Context, list []*Comment) error
	// UpdateComment stores all columns but Meta and counts again.
	UpdateComment(ctx context.Context, c *Comment) error
	DeleteComment(ctx context.Context, id int64) error
	SetCommentMeta(ctx context.Context, id int64, key string, values ...any) error
	// CommentStatuses are the statuses of all comments of an entry by id.
	CommentStatuses(ctx context.Context, entry int64) (map[int64]Status, error)
	// SetCommentStatuses gives those of ids that are comments of an entry a
	// status and counts again. A nil list stands for all of them.
	SetCommentStatuses(ctx context.Context, entry int64, ids []int64, status Status) error
	// MoveReplies gives the answers of one comment another parent.
	MoveReplies(ctx context.Context, from, to int64) error
}

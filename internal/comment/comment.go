// Package comment describes comments, pingbacks and editorial notes.
package comment

import (
	"context"
	"errors"

	"quoin/internal/content"
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
	Search              string // in name, e-mail, url, ip and content
	EntryStatus         []content.Status
	EntryType           []string
	Order               string // date_gmt, date, id, include, post, parent, type
	Desc                bool
	Limit               int
	Offset              int
	SkipTotal           bool
	OnlyTotal           bool
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
	CommentByID(ctx context.Context, id int64) (*Comment, error)
	CommentsByID(ctx context.Context, ids []int64) (map[int64]*Comment, error)
	ListComments(ctx context.Context, q Query) (Page, error)
	// ListCommentsByEntry runs the same query for many entries in one
	// statement and gives each its first limit comments.
	ListCommentsByEntry(ctx context.Context, q Query, entries []int64, limit int) (map[int64]Page, error)
	// HasChildren tells which of ids have answers of any status.
	HasChildren(ctx context.Context, ids []int64) (map[int64]bool, error)
	// InsertComment stores a comment with its meta, sets its ID and counts the
	// entry's comments anew.
	InsertComment(ctx context.Context, c *Comment) error
	// UpdateComment stores all columns but Meta and counts anew.
	UpdateComment(ctx context.Context, c *Comment) error
	DeleteComment(ctx context.Context, id int64) error
	SetCommentMeta(ctx context.Context, id int64, key string, values ...any) error
	// MoveReplies gives the answers of one comment another parent.
	MoveReplies(ctx context.Context, from, to int64) error
}

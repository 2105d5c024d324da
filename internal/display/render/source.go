package render

import (
	"context"
	"time"

	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/typography"
)

// Source answers what rendering needs to know about the site.
//
// A Source serves one request. Its look-ups have no error result: one that
// cannot be answered counts as "not found", and the implementation keeps the
// error for its owner to check after rendering. Look-ups take lists so that a
// page costs a fixed number of queries; results of list look-ups leave out
// what was not found and what the viewer may not see. Answers are read only.
type Source interface {
	Site(ctx context.Context) *Site
	Theme(ctx context.Context) *Theme
	Request(ctx context.Context) *Request

	// Posts finds entries of any type and status by id.
	Posts(ctx context.Context, ids []int64) map[int64]*Post
	// PostByPath finds a published entry by its slug path ("a/b" for pages).
	PostByPath(ctx context.Context, postType, path string) *Post
	// QueryPosts lists published entries, and with Viewable private ones that the
	// viewer may list; total counts all that match.
	QueryPosts(ctx context.Context, q PostQuery) (posts []*Post, total int)
	// Adjacent is the published entry of the same type before or after p by
	// date, nil at the end. A non-empty taxonomy keeps to p's terms in it.
	Adjacent(ctx context.Context, p *Post, next bool, taxonomy string) *Post
	// Archives counts published posts per "year", "month", "week" or "day",
	// newest first.
	Archives(ctx context.Context, period, postType string) []Archive

	// Images finds attachments of any media type by id: those that the site or an
	// entry chose, and so may show. NamedImages is for ids that a text names, and
	// leaves out those that the viewer may not read.
	Images(ctx context.Context, ids []int64) map[int64]*Image
	NamedImages(ctx context.Context, ids []int64) map[int64]*Image
	// Attached lists the attachments of an entry in menu order; kind is
	// "image", "audio", "video" or "" for all.
	Attached(ctx context.Context, parent int64, kind string) []*Image

	// PostTaxonomies are the public taxonomies whose terms entries of a type may have, in
	// their order.
	PostTaxonomies(ctx context.Context, typ string) []string
	// PostTerms finds the terms of entries in one taxonomy, ordered by name.
	PostTerms(ctx context.Context, posts []int64, taxonomy string) map[int64][]*Term
	QueryTerms(ctx context.Context, q TermQuery) []*Term
	Taxonomy(ctx context.Context, name string) (Taxonomy, bool)

	// Users finds users by id: the authors of entries that are shown. KnownUsers is
	// for ids that a text names or that comments have, and leaves out those of whom
	// the viewer may not know.
	Users(ctx context.Context, ids []int64) map[int64]*User
	KnownUsers(ctx context.Context, ids []int64) map[int64]*User

	// QueryComments lists approved comments by time, oldest first unless asked
	// otherwise; those of one moment by id.
	QueryComments(ctx context.Context, q CommentQuery) []*Comment
	// ExpectComments reads at once what QueryComments will be asked for: all comments of
	// each of some entries, and who wrote them.
	ExpectComments(ctx context.Context, posts []int64)

	// Menu is a classic menu by id, slug, name or location; nil when unknown.
	Menu(ctx context.Context, ref string) *Menu

	// TemplatePart is the stored or the theme's own part.
	TemplatePart(ctx context.Context, theme, slug string) (Part, bool)
	// Pattern is the content of a registered pattern.
	Pattern(ctx context.Context, name string) (content string, ok bool)

	// Embed is the HTML an address embeds as, from what is already known
	// about it (own entries, cached answers); never from the network.
	Embed(ctx context.Context, address string, width, height int) (html string, ok bool)
	// Feed is a feed as it was read last; false when none are read.
	Feed(ctx context.Context, address string) (Feed, bool)
}

// IconSource is an optional ability of a Source: it knows named icons.
type IconSource interface {
	// Icon is the SVG of a named icon such as "core/star".
	Icon(ctx context.Context, name string) (svg string, ok bool)
}

// Site is the site's settings.
type Site struct {
	Name, Description string
	URL               string            // home, without a slash at the end
	UploadsURL        string            // base of attachment files, without a slash at the end
	IncludesURL       string            // base of the server's own assets (smileys, media icons), without a slash at the end
	AdminURL          string            // without a slash at the end
	LoginURL          string            // of the page to log in
	Language          string            // such as "en-US"
	Texts             *language.Texts   // what blocks say; nil for English
	Signs             *typography.Signs // of punctuation; nil for those of English
	Location          *time.Location
	Now               time.Time
	DateFormat        string // format letters as stored in the settings
	TimeFormat        string
	StartOfWeek       int // 0 is Sunday
	LogoID, IconID    int64
	MovedToTLS        bool // content may hold plain links from before

	ShowOnFront  string // "posts" or "page"
	PageOnFront  int64
	PageForPosts int64
	PostsPerPage int

	Smileys       bool
	ShowAvatars   bool
	AvatarDefault string // such as "mystery"
	AvatarRating  string // such as "G"
	AvatarsFrom   string // where pages have them from: "drawn" here, or AvatarsOfGravatar

	PageComments        bool
	CommentsPerPage     int
	DefaultCommentsPage string // "newest" or "oldest"
	CommentOrder        string // "asc" or "desc"
	ThreadComments      bool
	ThreadDepth         int
	RequireNameEmail    bool
	CommentRegistration bool // only users may comment
	CommentCookies      bool // offer to remember the commenter

	// ExcerptLength is how many words excerpts have, 0 for the usual number, and
	// ExcerptMore what stands behind one that was cut, nil for the usual mark: what
	// the theme says.
	ExcerptLength int
	ExcerptMore   *string

	// ImageSizes are the boxes of the named sizes ("thumbnail", ...).
	ImageSizes map[string]ImageBox
}

// ImageBox is a named image size.
type ImageBox struct {
	Width, Height int
	Crop          bool
}

// Theme is what rendering reads of the active theme. Settings and Styles are
// the merged theme.json trees (core, theme, user) as decoded JSON.
type Theme struct {
	Name     string // the stylesheet's folder name
	Settings block.Attrs
	Styles   block.Attrs
	// Supports names features switched on in code, such as "post-formats".
	Supports map[string]bool
	// NoLayout tells that containers get no classes of their layout.
	NoLayout bool
	// Filter changes the HTML of each block on a page, and tells how many steps that took; nil
	// for none.
	Filter func(c *Context, b block.Block, html string) (out string, steps int)
	// Value is what the theme makes of a value of a page, by the name of a filter: a text, or
	// texts in an object or a list. Bound is what a source of bindings of its own gives, nil for
	// nothing. Both tell how many steps that took; nil for none.
	Value func(c *Context, filter string, value any, args ...any) (out any, steps int)
	Bound func(c *Context, source string, args block.Attrs, attr string) (out any, steps int)
	// ContentWidth limits embeds and players; 0 when the theme sets none.
	ContentWidth int
}

// Request is the page being made. The zero value is an API request of a
// visitor.
type Request struct {
	URL    string // address asked for, "" when there is none
	Viewer *User  // who is logged in; nil for visitors
	// LogoutNonce goes into links to log out.
	LogoutNonce string
	// Unlocks tells which passwords of entries the visitor gave; nil for none.
	Unlocks func(password string) bool
	// Commenter is what the form for comments knows of the visitor.
	Commenter Commenter
	// AnswersBy is the name by which addresses ask to answer a comment, "" for the usual one.
	AnswersBy string
	// From is the address of the page that the visitor comes from, "" where it isn't
	// known or makes no difference.
	From   string
	Front  bool // a page of the site, not an answer of the API
	Feed   bool
	Kind   string // "home", "front_page", "single", "page", "archive", "category", "tag", "tax", "author", "date", "search", "404"
	PostID int64  // the entry asked for, when singular
	Type   string // whose entries an "archive" lists
	Term   *Term
	Author *User
	Search string
	Date   time.Time
	Period string  // of Date: "year", "month" (the default) or "day"
	Posts  []*Post // the main query's page
	Page   int     // its number, from 1
	Pages  int
	Total  int
	// Held is a comment that waits for approval and is shown to who wrote it.
	Held    int64
	Comment int               // comment page asked for, 0 for the default
	Query   map[string]string // query string
	// Before and After are HTML around the content of the entry that a page of
	// the site shows.
	Before, After string
	// Preview is the query that asks for the same preview, "" when the page
	// shows what everybody sees.
	Preview string
}

// Post is an entry of any type.
type Post struct {
	ID            int64
	Type          string // seed name: "post", "page", "attachment", "core_block", "core_navigation", ...
	Status        string
	Slug          string
	Title         string // raw
	Content       string // raw
	Excerpt       string // raw, as written by hand
	Date          time.Time
	Modified      time.Time
	AuthorID      int64
	ParentID      int64
	MenuOrder     int
	Locked        bool // has a password the viewer did not give
	HasPassword   bool
	Sticky        bool
	FeaturedID    int64
	CommentsOpen  bool
	PingsOpen     bool
	CommentCount  int
	Permalink     string
	MIME          string            // attachments
	Meta          map[string]string // public registered meta, "footnotes" among them
	CommentsFeed  string
	HasPublicType bool // its type has pages of its own
	NoAuthor      bool // its type doesn't tell who wrote
}

// Image is an attachment with its file data.
type Image struct {
	ID            int64
	ParentID      int64
	Title         string
	Caption       string
	Description   string
	Alt           string
	MIME          string
	URL           string // of the file
	File          string // below UploadsURL, such as "2014/01/a.jpg"
	Permalink     string // attachment page
	Width, Height int
	Sizes         []ImageSize // in stored order
	FileSize      int64
	Length        int               // seconds, audio and video
	Audio         map[string]string // artist, album, ... as read from the file
	FeaturedID    int64             // poster or cover art
}

// ImageSize is one sub-size of an image.
type ImageSize struct {
	Name          string
	File          string // base name
	Width, Height int
	MIME          string
}

// Taxonomy is what rendering knows of a taxonomy.
type Taxonomy struct {
	Name, Label, SingularLabel string
	Hierarchical, Public       bool
}

// Term is a term with its archive address.
type Term struct {
	ID, ParentID                 int64
	Taxonomy, Name, Slug         string
	Description, Permalink, Feed string
	Count                        int
}

// TermQuery selects terms.
type TermQuery struct {
	Taxonomy  string
	HideEmpty bool
	Parent    int64 // 0 for any
	TopLevel  bool
	Include   []int64
	Exclude   []int64
	OrderBy   string // "name" (default), "count", "id", "slug", "include", "menu_order"
	Desc      bool
	Limit     int // 0 for all
}

// AnswersBy is the usual name by which addresses ask to answer a comment.
const AnswersBy = "replytocom"

// Commenter is who wrote comments before and wants to be remembered.
type Commenter struct{ Name, Email, URL string }

// User is a user as shown to visitors; Email serves the avatar only.
type User struct {
	ID          int64
	Login       string
	Slug        string
	Name        string // display name
	Email       string
	URL         string
	Description string
	ArchiveURL  string
	PostCount   int
}

// PostQuery selects published entries.
type PostQuery struct {
	Types          []string // empty for "post"
	Search         string
	Include        []int64
	Exclude        []int64
	Authors        []int64
	NotAuthors     []int64
	Parents        []int64
	Terms          map[string][]int64 // taxonomy to terms, children included
	NotTerms       map[string][]int64
	TermsAll       bool // every term instead of any
	Formats        []string
	Sticky         string // "" mixed in first on page one, "only", "exclude", "ignore" their place is by order
	OrderBy        string // "date" (default), "title", "menu_order", "author", "modified", "comment_count", "rand", "include", "id"
	Asc            bool
	Limit          int // 0 for the site's own, -1 for all
	Offset         int
	Page           int // from 1
	After, Before  time.Time
	Year, Month    int
	Day            int
	NoTotal        bool // total need not be counted
	Hierarchical   bool // pages: parents before children
	WithFeatured   bool // only entries with a featured image
	WithoutContent bool // Content may be left empty
	Viewable       bool // a type whose entries nobody may open counts as "post", Parents only where entries have some
}

// Archive is one period with posts.
type Archive struct {
	Year, Month, Day, Week int
	Count                  int
	URL                    string
}

// CommentQuery selects approved comments.
type CommentQuery struct {
	IDs       []int64
	PostID    int64
	ParentID  int64
	TopLevel  bool
	Desc      bool
	Limit     int // 0 for all
	Offset    int
	PostTypes []string // empty for any
	Type      string   // "" any, "comment", "pings"
	OfFiles   bool     // without ids: those of attachments, too
}

// Comment is an approved comment. Children are only filled by callers.
type Comment struct {
	ID, PostID, ParentID, UserID int64
	Author, Email, URL           string
	Content                      string // raw
	Date, DateUTC                time.Time
	Type                         string // "comment", "pingback", "trackback"
	Status                       string // "approved", "hold"
	Permalink                    string
	EditURL                      string // "" when the viewer may not edit
}

// Menu is a classic menu.
type Menu struct {
	ID         int64
	Name, Slug string
	Items      []MenuItem // in menu order
}

// MenuItem is one line of a classic menu, resolved.
type MenuItem struct {
	ID, ParentID           int64
	Title, URL             string
	Target, Rel            string
	Classes                []string
	Description, AttrTitle string
	Type, Object           string // "post_type" "page", "taxonomy" "category", "custom" "custom"
	ObjectID               int64
}

// Part is a template part.
type Part struct {
	ID            string // theme//slug
	Slug, Theme   string
	Title, Area   string
	Content       string
	AreaTag       string // element of the area, such as "header"
	FromThemeFile bool
}

// Feed is a kept feed.
type Feed struct {
	Title, URL string
	Error      string // set when the last fetch failed
	Pending    bool   // it wasn't read yet
	Items      []FeedItem
}

// FeedItem is one item of a feed.
type FeedItem struct {
	Title, URL, Author, Summary string
	Date                        time.Time
}

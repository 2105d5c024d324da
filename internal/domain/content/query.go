package content

import "quoin/internal/platform/cache"

// Query asks for a list of entries. Filters that are given all apply; a nil
// slice or pointer asks nothing, while an empty non-nil ID list finds nothing.
type Query struct {
	Types    []string
	Statuses []Status
	// PrivateOf adds the private entries of this author to Statuses; used for
	// "everything that the caller may read".
	PrivateOf int64
	// Reader, for a list that TellsText, leaves out what the reader may not
	// read. Without it all is there.
	Reader *Reader

	IDs, NotIDs         []int64
	Authors, NotAuthors []int64
	Parents, NotParents []int64
	// OfShown restricts to entries that belong to a published one without a password.
	OfShown    bool
	Slugs      []string
	SlugPart   string // what slugs contain
	SlugPrefix string // what a slug begins with; "" for anything
	MenuOrder  *int64
	MimeTypes  []string // exact types, or "image/" for a whole family; any of them
	Sticky     *bool    // only sticky entries, or only the others

	// Bounds on dates, exclusive, in the written form of Entry.Date.
	After, Before string
	// PastID has an entry of the very moment of After or Before count too if its id is
	// above or below it: what comes next where several have one date.
	PastID                        int64
	ModifiedAfter, ModifiedBefore string

	// DateParts are parts of the date, such as the hour: all must have one of
	// their values.
	DateParts []DatePart

	Search *Search
	// Terms combine by AND, or by OR with TermsAny.
	Terms    []TermFilter
	TermsAny bool

	// WithPassword: nil takes all entries, else only those with (true) or
	// without (false) a password.
	WithPassword *bool

	// MetaValues restricts to entries that have all these keys with one of the
	// given values (compared as text); no value: any.
	MetaValues map[string][]string
	// WithoutMeta restricts to entries that have none of these keys.
	WithoutMeta []string

	// Fields restrict the list by the values of indexed fields, all of them.
	Fields []FieldFilter

	// Conditions restrict the list by what extensions keep.
	Conditions []Condition

	Order     []Order
	Limit     int // 0: no limit
	Offset    int
	SkipTotal bool // Page.Total isn't wanted
	SkipMeta  bool // Entry.Meta isn't wanted
	Short     bool // nor is Entry.Content; with SkipMeta
	OnlyTotal bool // Page.Entries isn't wanted
	StickyTop bool // sticky entries come first, added on top of Limit
	OnlyIDs   bool // only ID and Type of the entries are wanted
}

// DatePart is a part of the written form of Entry.Date, from a byte on, and
// the values that it may have, all of one length.
type DatePart struct {
	From   int
	Values []string
}

// Condition restricts a list by data that the domain doesn't know. The store
// makes it, and only the store can read it.
type Condition interface {
	// Tag names the data that it looks at, for whoever keeps the list.
	Tag() cache.Tag
}

// Order is one column that a list is ordered by. Rows that are equal in all
// columns come by id, in the direction of the last column.
type Order struct {
	By    OrderBy
	Field string // with ByField, the key of an indexed field that isn't Many
	Desc  bool
}

// OrderBy names what a list is ordered by.
type OrderBy string

// What lists can be ordered by.
const (
	ByDate      OrderBy = "date"
	ByModified  OrderBy = "modified"
	ByID        OrderBy = "id"
	ByTitle     OrderBy = "title" // without regard to case and accents
	BySlug      OrderBy = "slug"
	ByAuthor    OrderBy = "author"
	ByParent    OrderBy = "parent"
	ByMenuOrder OrderBy = "menu_order"
	ByField     OrderBy = "field"     // entries without a value come before those with one
	ByRelevance OrderBy = "relevance" // needs Search; best first, then by date in the direction of the order
	ByInclude   OrderBy = "include"   // the order of IDs
	BySlugList  OrderBy = "include_slugs"
)

// Search is a parsed search text. Every term must occur in one of the columns,
// no excluded term may occur in any. Terms are compared without regard to case
// and accents.
type Search struct {
	Phrase   string // the whole text, for ranking
	Terms    []string
	Excluded []string       // an empty one excludes everything
	Words    int            // of the text, also those that aren't looked for; the phrase ranks when there are several
	Columns  []SearchColumn // none: title, excerpt and content
	Exact    bool           // a term must equal a whole column
	// FilePath also searches the stored file path of attachments.
	FilePath bool
}

// SearchColumn names a column of a search.
type SearchColumn string

// The columns that can be searched.
const (
	SearchTitle   SearchColumn = "post_title"
	SearchExcerpt SearchColumn = "post_excerpt"
	SearchContent SearchColumn = "post_content"
)

// TermFilter asks for entries that have terms of one taxonomy.
type TermFilter struct {
	Taxonomy string
	Terms    []int64 // an empty list finds nothing (or excludes nothing)
	// Groups, when set, takes the place of Terms: every group must be met by
	// one of its terms (a term and its descendants, for "all of these").
	Groups  [][]int64
	All     bool // all of Terms instead of any
	Exclude bool // none of Terms
	// Without, with Terms empty, asks for entries without any term of the taxonomy.
	Without bool
}

// Page is one window of a list.
type Page struct {
	Entries []*Entry
	Total   int // of the whole list; 0 with SkipTotal
}

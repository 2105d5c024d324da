// Package taxonomy describes terms: categories, tags, menus, pattern
// categories, post formats, and the taxonomies that hold them.
package taxonomy

import (
	"context"
	"errors"

	"quoin/internal/domain/content"
)

// Term is one term of a taxonomy.
type Term struct {
	ID          int64
	Taxonomy    string
	Name        string // HTML-escaped, as it is stored and shown
	Slug        string
	Description string
	Parent      int64
	Count       int64 // published entries that have it
	Group       int64
	Meta        content.Meta
}

// Query asks for a list of terms. A nil slice or pointer asks nothing.
type Query struct {
	Taxonomies []string
	IDs        []int64
	NotIDs     []int64
	Slugs      []string
	Parent     *int64
	Entry      int64 // terms of one entry; 0 asks nothing
	// HideEmpty leaves out terms that no published entry has. In hierarchical
	// taxonomies a term stays when a descendant has entries, though it doesn't
	// count in the total.
	HideEmpty    bool
	Hierarchical bool
	Search       string // substring of name or slug
	Name         string // exact, without regard to case
	Order        OrderBy
	Desc         bool
	Limit        int // 0: no limit
	Offset       int
	SkipTotal    bool

	// Conditions restrict the list by what extensions keep.
	Conditions []content.Condition
}

// OrderBy names what terms are ordered by; equal ones come by id, ascending.
type OrderBy string

// What lists of terms can be ordered by.
const (
	ByName        OrderBy = "name" // without regard to case
	ByID          OrderBy = "id"
	BySlug        OrderBy = "slug"
	ByCount       OrderBy = "count"
	ByDescription OrderBy = "description"
	ByGroup       OrderBy = "term_group"
	ByInclude     OrderBy = "include"
	BySlugList    OrderBy = "include_slugs"
)

// Page is one window of a list of terms.
type Page struct {
	Terms []*Term
	Total int
}

// ErrNotFound says that there is no such term.
var ErrNotFound = errors.New("term not found")

// ErrTaken says that another term of the taxonomy has the slug.
var ErrTaken = errors.New("term slug is taken")

// Store keeps terms. Every method joins the transaction of its context.
type Store interface {
	// TermByID is a term, or ErrNotFound.
	TermByID(ctx context.Context, id int64) (*Term, error)
	// TermsByID are the terms that exist of ids, in no order.
	TermsByID(ctx context.Context, ids []int64) (map[int64]*Term, error)
	// TermBySlug is the term of a taxonomy with a slug, or ErrNotFound.
	TermBySlug(ctx context.Context, taxonomy, slug string) (*Term, error)
	// ListTerms is one window of a list.
	ListTerms(ctx context.Context, q Query) (Page, error)
	// AllTerms are all terms of a taxonomy without meta, for hierarchies.
	AllTerms(ctx context.Context, taxonomy string) ([]*Term, error)
	// InsertTerm stores a new term and sets its ID. A zero ID takes the next.
	InsertTerm(ctx context.Context, t *Term) error
	// UpdateTerm stores all columns of a term but Count and Meta.
	UpdateTerm(ctx context.Context, t *Term) error
	// DeleteTerm removes a term with its meta and its place on entries.
	DeleteTerm(ctx context.Context, id int64) error
	// SetTermMeta replaces all values of a key; none removes it.
	SetTermMeta(ctx context.Context, id int64, key string, values ...any) error

	// EntryTerms are the terms of entries by entry id, all taxonomies,
	// ordered by taxonomy and name. Every asked id has a member.
	EntryTerms(ctx context.Context, entries []int64) (map[int64][]*Term, error)
	// SetEntryTerms makes ids the terms of an entry in one taxonomy and brings
	// the counts of all terms concerned up to date.
	SetEntryTerms(ctx context.Context, entry int64, taxonomy string, ids []int64) error
	// ExpectTerms looks in one statement which of some terms are there, for new entries
	// that the transaction will give them to. It reads nothing where that is of no use.
	ExpectTerms(ctx context.Context, ids []int64) error
	// EntriesWithTerm are the ids of the entries that have a term.
	EntriesWithTerm(ctx context.Context, term int64) ([]int64, error)
	// RecountTerms counts the published entries of terms again.
	RecountTerms(ctx context.Context, ids []int64) error
}

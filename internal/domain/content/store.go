package content

import (
	"context"
	"errors"
)

// ErrNotFound says that there is no such entry.
var ErrNotFound = errors.New("entry not found")

// ErrTaken says that another entry has the given id.
var ErrTaken = errors.New("entry id is taken")

// Transactor runs a function in one transaction. Store calls made with the
// context it hands out join that transaction; a nested InTx joins the outer
// one. An error rolls everything back. The function may run after others that
// share the commit, but never beside them on SQLite, and elsewhere only where
// that is declared (scope.Concurrent). It may run again.
type Transactor interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
}

// Store keeps entries. Every method joins the transaction of its context. What
// a transaction reads by id and then changes is what it read: if others change
// it before, the transaction runs again.
type Store interface {
	Transactor
	// EntryByID is an entry with its meta, or ErrNotFound.
	EntryByID(ctx context.Context, id int64) (*Entry, error)
	// EntriesByID are the entries that exist of ids, with meta.
	EntriesByID(ctx context.Context, ids []int64) (map[int64]*Entry, error)
	// ReserveEntry is the id that an entry gets which is inserted next in the
	// transaction of ctx, with that id.
	ReserveEntry(ctx context.Context) (int64, error)
	// ListEntries is one window of a list. It costs a constant number of
	// statements: the page with its total, and the meta of its entries.
	ListEntries(ctx context.Context, q Query) (Page, error)
	// InsertEntry stores a new entry with its meta. A zero ID takes the next
	// free one; one that isn't reserved must be free.
	InsertEntry(ctx context.Context, e *Entry) error
	// UpdateEntry stores all columns of an entry, not its meta, and brings the
	// counts of its terms up to date when its status changed.
	UpdateEntry(ctx context.Context, e *Entry) error
	// DeleteEntry removes an entry with meta, term relations and comments.
	DeleteEntry(ctx context.Context, id int64) error
	// ListSeveral is a list for each of the filters, which are added to the query, without
	// totals: the first of its order, all in a constant number of statements.
	ListSeveral(ctx context.Context, q Query, of []FieldFilter) ([][]*Entry, error)
	// SetEntryMeta replaces all values of a key; none removes it.
	SetEntryMeta(ctx context.Context, id int64, key string, values ...any) error
	// DeleteMetaValue removes a key from every entry where it has the value.
	DeleteMetaValue(ctx context.Context, key, value string) error
	// MetaValues is a window of the distinct values of a key, as text, in the
	// order in which entries first got them, and how many there are. Values
	// longer than an id or a name may be shortened.
	MetaValues(ctx context.Context, key string, limit, offset int) (values []string, total int, err error)
	// SlugsTaken are those slugs that another entry than except has: of one of
	// types (nil: any), and with the given parent if parent isn't nil.
	SlugsTaken(ctx context.Context, slugs, types []string, parent *int64, except int64) (map[string]bool, error)
	// ExpectSlugs looks in one statement which slugs are free that new entries of the
	// transaction of ctx are going to ask for one by one.
	ExpectSlugs(ctx context.Context, slugs []string) error
	// SlugHolders are the entries that have one of some slugs.
	SlugHolders(ctx context.Context, slugs []string) ([]SlugHolder, error)
	// RevisionInfo tells of entries how many revisions they have (autosaves
	// included) and the newest one's id. Entries without have no member.
	RevisionInfo(ctx context.Context, entries []int64) (map[int64]RevisionInfo, error)
	// LastRevision is the newest revision of an entry that has a slug, nil when
	// there is none, and how many have it, if these are to be counted.
	LastRevision(ctx context.Context, entry int64, slug string, counted bool) (last *Entry, n int, err error)
	// ExpectRevision says that the transaction is going to ask for the last revision, with the
	// same arguments, and most probably to insert another one.
	ExpectRevision(ctx context.Context, entry int64, slug string, counted bool)
	// Autosave is the autosave of an entry: a user's, or with user 0 the
	// newest; nil when there is none.
	Autosave(ctx context.Context, entry, user int64) (*Entry, error)
	// Ancestors are the ids from the parent up, for each of ids.
	Ancestors(ctx context.Context, ids []int64) (map[int64][]int64, error)
	// MoveChildren gives the children of one entry another parent. With types
	// only those of the types.
	MoveChildren(ctx context.Context, from, to int64, types ...string) error
	// Reassign gives all entries of one author to another.
	Reassign(ctx context.Context, from, to int64) error
	// LastModifiedByTerm tells for each of some terms when a published entry of
	// some types that has it was last changed, UTC; entries with a password don't
	// count. Terms without any are left out.
	LastModifiedByTerm(ctx context.Context, types []string, terms []int64) (map[int64]string, error)
	// CountByStatus counts the entries of a type by status.
	CountByStatus(ctx context.Context, typ string) (map[Status]int, error)
	// DueEntries are scheduled entries whose date (UTC) has come, and
	// NextDue the date of the next one ("" when there is none).
	DueEntries(ctx context.Context, nowUTC string, limit int) (ids []int64, nextDue string, err error)
}

// RevisionInfo tells about the revisions of an entry.
type RevisionInfo struct {
	Count int
	Last  int64
}

// Package journal declares what an import remembers in the database beside
// what it creates: which entry of which export became which entry of the site,
// and what still has to be done when everything is in.
//
// A note is written in the transaction of what it tells of. So an import that
// was killed finds out exactly how far it came, and one that runs again finds
// that there is nothing to do.
package journal

import (
	"context"

	"quoin/internal/domain/content"
)

// Source is one export file, known by the site it comes from and a name that
// tells the exports of that site apart.
type Source struct {
	ID int64 // 0 until it is stored
	// Open tells that an import began and has not come to its end.
	Open bool
	// Next are the ids that the open import gives out next.
	Next IDs
	// Cursor is the id of the entry up to which addresses have been replaced.
	Cursor int64
}

// IDs holds one id for each kind of thing that an import creates.
type IDs struct{ Entry, Term, Comment, Account int64 }

// Entry is what became of an entry of the file.
type Entry struct {
	Old    int64  // id in the file
	Digest string // digest of what makes the entry itself
	New    int64  // id in the site
	// Ids in the file of entries that were not there yet; 0 for none.
	Parent, MenuParent, Featured int64
}

// Pending is one of the references of an Entry that wait for the end.
type Pending string

// The references that wait.
const (
	PendingParent   Pending = "parent"
	PendingMenu     Pending = "menu_parent"
	PendingFeatured Pending = "featured"
)

// File is an attachment's file: what it is called in the site, and the
// addresses that lead to it in the file.
type File struct {
	Old  int64
	Key  string
	URLs []string
	// Image tells that addresses of sub-sizes lead to it too.
	Image bool
	// Released tells that its addresses have been replaced.
	Released bool
}

// Deferred is an entry of the file that is tried again at the end.
type Deferred struct {
	Old    int64
	Record string
}

// Like is by what an entry that was written here already is recognised, beside its type.
type Like struct{ Date, Title string }

// Store keeps the journal. Every method joins the transaction of its context.
// Entries that are not in the site any more are as if they had never been
// imported.
type Store interface {
	content.Transactor
	// ImportSource is the source of a site and name; one without ID when there
	// is none yet.
	ImportSource(ctx context.Context, site, name string) (Source, error)
	// SaveImportSource stores a source, and gives a new one its ID.
	SaveImportSource(ctx context.Context, site, name string, s *Source) error
	// GivenIDs are the highest ids that were ever given out, UsedIDs the
	// highest ones that are in use.
	GivenIDs(ctx context.Context) (IDs, error)
	UsedIDs(ctx context.Context) (IDs, error)
	// IDTaken tells whether an error of a transaction means that somebody else
	// took an id at the same time.
	IDTaken(err error) bool

	// EntriesThere are those of ids that entries have.
	EntriesThere(ctx context.Context, ids []int64) (map[int64]bool, error)
	// EntriesLike are the ids of entries of a type with one of the dates and titles; those
	// of the first one each.
	EntriesLike(ctx context.Context, typ string, like []Like) (map[Like]int64, error)

	// ImportedByID are the entries of a source by their old ids.
	ImportedByID(ctx context.Context, source int64, old []int64) (map[int64]Entry, error)
	// ImportedByDigest are the new ids of entries of any source.
	ImportedByDigest(ctx context.Context, marks []string) (map[string]int64, error)
	SaveImported(ctx context.Context, source int64, list ...Entry) error
	// PendingEntries are entries of a source after an old id that have a
	// reference of a kind waiting, in the order of their old ids.
	PendingEntries(ctx context.Context, source int64, kind Pending, after int64, limit int) ([]Entry, error)

	// ClaimFile stores which name a file is going to have.
	ClaimFile(ctx context.Context, source int64, f File) error
	// ClaimedFiles are the claims of a source by their old ids; FolderClaims
	// the names that any source claims in a folder.
	ClaimedFiles(ctx context.Context, source int64, old []int64) (map[int64]File, error)
	FolderClaims(ctx context.Context, folder string) ([]string, error)
	// NewFiles are files of imported entries whose addresses have not been
	// replaced yet, in the order of their old ids. SettleFiles ends that for
	// those up to an old id.
	NewFiles(ctx context.Context, source int64, limit int) ([]File, error)
	ReleaseFiles(ctx context.Context, source, upTo int64) error

	// PutOff stores an entry to be tried again, PutOffIDs tells which of old
	// ids wait, NextPutOff is the next one in the order of the file (nil when
	// there is none), and DropPutOff removes one.
	PutOff(ctx context.Context, source int64, l Deferred) error
	PutOffIDs(ctx context.Context, source int64, old []int64) (map[int64]bool, error)
	NextPutOff(ctx context.Context, source int64) (*Deferred, error)
	DropPutOff(ctx context.Context, source, old int64) error

	// EntrySizes are ids after one, in order, with the length of their texts.
	EntrySizes(ctx context.Context, after int64, limit int) ([]Size, error)
}

// Size tells how long the content of an entry is.
type Size struct{ ID, Length int64 }

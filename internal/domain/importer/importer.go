package importer

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"sync"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/definition"
	"quoin/internal/domain/importer/journal"
	"quoin/internal/domain/importer/wxr"
	"quoin/internal/domain/media"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/scope"
)

// Store is what an import reads and writes.
type Store interface {
	content.Store
	taxonomy.Store
	user.Store
	comment.Store
	journal.Store
}

// Importer imports into one site. Nothing else may import into the site at the
// same time; other writes may go on.
type Importer struct {
	Store   Store
	Site    *site.Site
	Types   *content.Types
	Entries *content.Service
	Terms   *taxonomy.Service
	Users   *user.Service
	Media   *media.Service
	// Definitions declare the types and taxonomies that the site doesn't have; nil
	// leaves out what is of them.
	Definitions *definition.Service
	// TypeName translates the names of types, taxonomies and meta keys of the file; nil
	// keeps them.
	TypeName func(string) string
}

// Options say how a file is imported.
type Options struct {
	// Uploads has the files of attachments as YYYY/MM/NAME. Without it
	// attachments are left out.
	Uploads fs.FS
	// Author gets the entries of authors that there are no accounts for; 0
	// takes the first administrator.
	Author int64
	// Trusted takes the texts of the file as they are. Without it they are
	// filtered as if their authors, with the rights that they have on this site,
	// had written them here.
	Trusted bool
	// KeepIDs gives accounts, terms, comments and menu items the ids that they
	// have in the file, as entries always get theirs, and brings title, tagline
	// and language of the site. An id that something else has isn't kept; the
	// report names it. Meant for a site that is empty yet.
	KeepIDs bool
	// Progress is told how far the run is; nil tells nobody. It is called from
	// the goroutine of Run.
	Progress func(Step)
	// BatchSize is how many records share a transaction at most; 0 takes a
	// default.
	BatchSize int
}

// Step is a part of a run and how much of it is done.
type Step struct {
	Part        Part
	Done, Total int64 // bytes of the file, or entries in the last part
}

// Part names a part of a run.
type Part string

// The parts of a run, in order.
const (
	Checking  Part = "checking the file"
	Importing Part = "importing"
	Copying   Part = "copying files"
	Finishing Part = "replacing addresses"
)

// The most that a record may hold, tighter than what a reader allows, so that
// memory stays small.
const (
	maxField  = 32 << 20
	maxRecord = 64 << 20
)

// run is one import under way.
type run struct {
	*Importer
	Options
	report *Report
	size   int64

	site, name string // of the journal's source
	source     journal.Source
	about      *wxr.Site
	highest    highest
	actor      access.Actor

	authors map[int64]int64 // accounts by their ids in the file
	termIDs map[int64]int64 // terms by their ids in the file
	hasList bool            // the file lists authors
	late    []lateTerm
	mixed   bool // entries stand before what they need
	logins  map[string]int64
	writers map[int64]access.Actor // who stores what an account wrote
	terms   map[termKey]int64
	folders map[string]*media.Folder

	ordinal int64 // of the entry that was read last

	commits *scope.Commits // of the last batch, which the disk may not have yet
}

// Run imports a file. The report tells what became of everything in it; it is
// returned beside an error too, as far as the run came. Errors about the file
// are *wxr.Error.
func (im *Importer) Run(ctx context.Context, file io.ReadSeeker, o Options) (report *Report, err error) {
	r := &run{
		Importer: im, Options: o, report: newReport(),
		authors: map[int64]int64{}, termIDs: map[int64]int64{},
		logins: map[string]int64{}, writers: map[int64]access.Actor{}, terms: map[termKey]int64{}, folders: map[string]*media.Folder{},
	}
	if r.BatchSize <= 0 {
		r.BatchSize = 500
	}
	defer func() {
		if lost := r.waitForDisk(); err == nil {
			err = lost
		}
	}()
	if r.size, err = file.Seek(0, io.SeekEnd); err != nil {
		return r.report, fmt.Errorf("find the size of the file: %w", err)
	}
	if err := r.check(ctx, file); err != nil {
		return r.report, err
	}
	if err := r.chooseAuthor(ctx); err != nil {
		return r.report, err
	}
	passes := []func(isEntry bool) bool{func(bool) bool { return true }}
	if r.mixed {
		passes = []func(bool) bool{func(isEntry bool) bool { return !isEntry }, func(isEntry bool) bool { return isEntry }}
	}
	for _, wanted := range passes {
		if err := r.read(ctx, file, wanted); err != nil {
			return r.report, err
		}
	}
	return r.report, r.finish(ctx)
}

func (r *run) newReader(file io.ReadSeeker) (*wxr.Reader, error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("read the file: %w", err)
	}
	reader := wxr.NewReader(file)
	reader.Limits = wxr.Limits{FieldBytes: maxField, ItemBytes: maxRecord}
	reader.TypeName = r.TypeName
	return reader, nil
}

// check reads the whole file, and writes nothing but the types and taxonomies that the
// site doesn't have.
func (r *run) check(ctx context.Context, file io.ReadSeeker) error {
	reader, err := r.newReader(file)
	if err != nil {
		return err
	}
	order, entries, missing := newTermOrder(), false, newUnknown(r)
	for {
		item, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		order.add(item)
		r.highest.add(item)
		missing.add(item)
		if err := ctx.Err(); err != nil {
			return err
		}
		_, isEntry := item.(*wxr.Entry)
		_, isSite := item.(*wxr.Site)
		if _, ok := item.(*wxr.Author); ok {
			r.hasList = true
		}
		entries = entries || isEntry
		r.mixed = r.mixed || entries && !isEntry && !isSite
		r.tell(Checking, reader.Offset(), r.size)
	}
	r.late, r.report.Repairs = order.late, reader.Repairs()
	return r.declare(ctx, missing)
}

// read writes what the file holds, as far as it is wanted. What comes next is read
// meanwhile.
func (r *run) read(ctx context.Context, file io.ReadSeeker, wanted func(isEntry bool) bool) error {
	reader, err := r.newReader(file)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	parts := make(chan part, 1)
	var ahead sync.WaitGroup
	ahead.Go(func() {
		defer close(parts)
		(&readAhead{run: r, reader: reader, wanted: wanted, parts: parts}).read(ctx)
	})
	defer ahead.Wait() // the next pass reads the same file
	defer stop()
	for p := range parts {
		if p.site != nil {
			if err := r.openSite(ctx, p.site); err != nil {
				return err
			}
		}
		if err := errors.Join(p.err, r.flush(ctx, p)); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// siteOf is the site that a file comes from.
func siteOf(s *wxr.Site) string { return cmp.Or(s.BaseBlogURL, s.Link) }

func (r *run) openSite(ctx context.Context, s *wxr.Site) (err error) {
	r.site = siteOf(s)
	r.about = s
	r.name = s.PubDate + " " + s.Title
	r.source, err = r.Store.ImportSource(ctx, r.site, r.name)
	return err
}

// chooseAuthor finds the account in whose name the import works.
func (r *run) chooseAuthor(ctx context.Context) (err error) {
	r.actor = access.System()
	r.actor.ID = r.Author
	if r.Author == 0 {
		r.actor.ID, err = user.Owner(ctx, r.Store)
	}
	return err
}

func (r *run) tell(part Part, done, total int64) {
	if r.Progress != nil {
		r.Progress(Step{Part: part, Done: done, Total: total})
	}
}

// digest is what an entry of the file is recognised by in later runs.
func digest(site string, e *wxr.Entry, old int64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %d %q %q", site, e.Type, old, e.Date, e.Title))
	return hex.EncodeToString(sum[:16])
}

// workers is how many images are worked on at the same time.
func workers() int { return max(1, runtime.GOMAXPROCS(0)) }

package moving

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/definition"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/importer/journal"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Mover moves a site into one that is new.
type Mover struct {
	Store       importer.Store
	Aside       Aside
	Site        *site.Site
	Types       *content.Types
	Taxonomies  *taxonomy.Registry
	Definitions *definition.Service
	Blobs       blob.Store
	// Name is the own name of a type, taxonomy or meta key of the reference.
	Name func(string) string
	// HasTheme tells whether the site has a theme, by its folder. Theme is the one that
	// it shows where it doesn't have that of the old site.
	HasTheme func(string) bool
	Theme    string
	// ByItself tells of an entry that the site here makes by itself when it is served, and
	// that nobody has changed; nil where it makes none.
	ByItself func(e *content.Entry) bool
	// Extensions take what they know of the old site.
	Extensions []Extension
	// Salt is the secret of the old site's configuration file that the ids of persons in
	// structured data are made with (ReadSalt); "" takes one that the tables have, if any.
	Salt string
	// Content is the folder wp-content of the old site, whose code tells of types, taxonomies
	// and fields; nil where it isn't known. Covered tells of a plug-in, as Old.Plugins names
	// it, that an extension here stands for it.
	Content fs.FS
	Covered func(plugin string) bool
	// Uploads has the files as YYYY/MM/NAME; nil leaves them out.
	Uploads fs.FS
	// FilesThere tells that the files are here already.
	FilesThere bool
	// Progress is told how far the run is; nil tells nobody.
	Progress func(importer.Step)
}

// Extension takes what an extension of the old site kept.
type Extension struct {
	// Options and Tables are what Take understands, and of no further use.
	Options, Tables []string
	// UserMeta are the own names of meta keys of accounts.
	UserMeta map[string]string
	// OfTerm are meta values that a term gets, by the reference's name of its taxonomy
	// and its id there.
	OfTerm func(old *Old, taxonomy string, id int64) content.Meta
	// OfEntries is called before entries are moved; what it answers with tells the meta values
	// that an entry gets beside its own, or nil.
	OfEntries func(ctx context.Context, old *Old) (func(e *content.Entry) content.Meta, error)
	// Take stores it, in the transaction of ctx, and tells how many things it took.
	Take func(ctx context.Context, old *Old) (taken int, err error)
}

// Aside keeps what no part of the site knows, as it is.
type Aside interface {
	// KeepAside stores values under a kind and a name, behind those that are there.
	KeepAside(ctx context.Context, kind, name string, values []any) error
	// ReplaceAside stores a value in the place of what is there under a kind and a name.
	ReplaceAside(ctx context.Context, kind, name string, value any) error
}

// Kinds of what is kept aside.
const (
	AsideOption = "option"
	AsideTable  = "table"
)

// ErrNotNew refuses a site that somebody has begun to use.
var ErrNotNew = errors.New("the site here isn't new: a site moves only into one that has nothing yet. Name another folder with --data")

// run is one move under way.
type run struct {
	*Mover
	from   *Source
	report *importer.Report
	old    *Old
	terms  map[int64]termRef // by term_taxonomy_id
	sticky map[int64]bool
	// ofEntries tell meta values that extensions have for entries.
	ofEntries []func(e *content.Entry) content.Meta
	home      string
	total     int64
	done      int64
	salt      string
	prefixes  keyPrefixes
	broken    broken
	// everywhere are the log-in names of those who administer all sites of the network.
	everywhere map[string]bool
	again      *again       // what a later run brings, nil in the first
	sizes      *wire.Object // sub-sizes of images that code declares
	sidebars   *wire.Object // places for widgets that it declares
}

// termRef is the term that a row of term_taxonomy is.
type termRef struct {
	id       int64
	taxonomy string
}

func (m *Mover) newRun(from *Source) *run {
	r := &run{Mover: m, from: from, report: importer.NewReport(), terms: map[int64]termRef{}, sticky: map[int64]bool{}, prefixes: keyPrefixes{from.prefix, from.prefix}}
	from.broken = &r.broken
	return r
}

// Run moves a site. It goes on where a former run was interrupted. When that came to its
// end, it brings files that are missing here and does nothing else.
func (m *Mover) Run(ctx context.Context, from *Source) (*importer.Report, error) {
	r := m.newRun(from)
	for _, line := range from.notes {
		r.report.Warn("%s", line)
	}
	if err := r.readOptions(ctx); err != nil {
		return r.report, err
	}
	if err := (roleFinder{r}).findPrefixes(ctx); err != nil {
		return r.report, err
	}
	if err := sound(ctx, from); err != nil {
		return r.report, err
	}
	if err := r.begin(ctx); err != nil {
		return r.report, err
	}
	for _, table := range []string{"users", "term_taxonomy", "posts", "comments"} {
		n, err := from.count(ctx, table)
		if err != nil {
			return r.report, err
		}
		r.total += n
	}
	for _, part := range []struct {
		name string
		do   func(context.Context, *journal.Source) error
	}{
		{"definitions", r.moveDefinitions}, {"accounts", r.moveAccounts}, {"terms", r.moveTerms}, {"entries", r.moveEntries},
		{"comments", r.moveComments}, {"options", r.moveOptions}, {"extensions", r.moveExtensions}, {"files", (&fileMove{run: r}).moveFiles}, {"aside", r.moveAside},
	} {
		if err := r.part(ctx, part.name, part.do); err != nil {
			return r.report, fmt.Errorf("move %s: %w", part.name, err)
		}
	}
	r.broken.tell(r.report)
	return r.report, nil
}

// part runs a part of the move, unless a former run did.
func (r *run) part(ctx context.Context, name string, do func(context.Context, *journal.Source) error) error {
	source, err := r.Store.ImportSource(ctx, r.home, "site: "+name)
	if err != nil {
		return err
	}
	if source.ID != 0 && !source.Open {
		switch {
		case name == "terms":
			return r.rememberTerms(ctx)
		case name == "files" && r.Uploads != nil && !r.FilesThere:
			return (&fileMove{run: r}).moveLater(ctx)
		}
		return nil
	}
	source.Open = true
	if err := do(ctx, &source); err != nil {
		return err
	}
	return r.Store.InTx(ctx, func(ctx context.Context) error {
		source.Open = false
		return r.Store.SaveImportSource(ctx, r.home, "site: "+name, &source)
	})
}

// batch stores something of a part together with how far the part came.
func (r *run) batch(ctx context.Context, name string, source *journal.Source, upTo int64, store func(context.Context) error) error {
	err := r.Store.InTx(ctx, func(ctx context.Context) error {
		if err := store(ctx); err != nil {
			return err
		}
		now := *source
		now.Cursor = upTo
		if err := r.Store.SaveImportSource(ctx, r.home, "site: "+name, &now); err != nil {
			return err
		}
		*source = now
		return nil
	})
	if err == nil && r.Progress != nil {
		r.Progress(importer.Step{Part: importer.Importing, Done: min(r.done, r.total), Total: r.total})
	}
	return err
}

// begin makes room in a new site: what it began with goes, and it
// gets the address of the old one, by which that is found in texts, and its zone of time.
func (r *run) begin(ctx context.Context) error {
	r.home = strings.TrimRight(r.old.Text("home"), "/")
	if err := site.CheckAddress(r.home); err != nil {
		return fmt.Errorf("the option home of the old site: %w", err)
	}
	source, err := r.Store.ImportSource(ctx, r.home, "site")
	if err != nil || source.ID != 0 {
		return err
	}
	return r.Store.InTx(ctx, func(ctx context.Context) error {
		there, isNew, err := r.first(ctx)
		if err != nil {
			return err
		}
		if !isNew {
			return ErrNotNew
		}
		if err := r.clear(ctx, there); err != nil {
			return err
		}
		if err := r.Site.SetAddress(ctx, r.home); err != nil {
			return err
		}
		for _, zone := range []*site.Option[string]{site.TimeZone, site.Offset} {
			if _, ok := r.old.options[zone.Name]; ok {
				if err := zone.Set(ctx, r.Site, schema.ToText(r.old.Option(zone.Name))); err != nil {
					return err
				}
			}
		}
		return r.Store.SaveImportSource(ctx, r.home, "site", &source)
	})
}

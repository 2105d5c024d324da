// Package exttest is an extension for tests that uses every part of the seam:
// it keeps notes on entries, writes a log of what others change, and counts
// visits.
package exttest

import (
	"embed"
	"errors"
	"io/fs"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/ext"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
)

//go:embed migrations
var files embed.FS

// ID is the id of the extension, Plugin the one that core/v2/plugins shows.
const (
	ID     = "probe"
	Plugin = "probe/probe"
)

// StatusParked is its entry status, CapWrite its capability.
const (
	StatusParked = "probe-parked"
	CapWrite     = "probe_write"
)

// Options of the probe.
var (
	optionGreeting = ext.TextOption("greeting", "What the probe says.", "Hello").Shown("probe_greeting")
	optionFactor   = ext.TextOption("factor", "Who is asked for a second factor.", "")
)

// Extension declares it.
func Extension() ext.Extension {
	migrations, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return ext.Extension{
		ID:   ID,
		Info: ext.Info{ID: Plugin, Title: "Probe", Version: "1.0", TextDomain: "probe"},
		Names: ext.Names{
			Paths: []ext.Pair{{Own: "/probe/v1", Reference: "/wp-probe/v1"}},
			Words: []ext.Pair{{Own: "probe_note", Reference: "wp_probe_note"}, {Own: Plugin, Reference: "wp-probe/wp-probe"}},
		},
		Caps: map[string][]access.Capability{access.Administrator: {CapWrite}, access.Editor: {CapWrite}},
		Meta: []ext.MetaKeys{
			{Object: ext.Entries, Of: []string{content.TypePost}, Keys: keys("probe_score")},
			{Object: ext.Terms, Of: []string{taxonomy.Category}, Keys: keys("probe_rank")},
			{Object: ext.Users, Keys: keys("probe_karma")},
		},
		Statuses: []ext.Status{{Name: StatusParked, Title: "Parked", Protected: true, Listed: true}},
		Options: []ext.Option{
			optionGreeting.Option, optionFactor.Option,
			{Name: "hidden", Schema: schema.Int("", schema.Default(int64(7)), schema.Min(1))},
		},
		Migrations: migrations,
		Tables: []ext.Table{
			{Name: "probe_note", Rows: ext.ByObjects},
			{Name: "probe_log", Rows: ext.ByObjects},
			{Name: "probe_saved", Rows: ext.ByObjects},
			{Name: "probe_hit", Rows: ext.ByVisitors, Bound: ext.Bound{Most: 1000, Order: "n", Whole: true}},
		},
		Commands: []ext.Command{{
			Verb: "count", Short: "Count the notes", Args: []string{"WORD"},
			Flags: []ext.Flag{{Name: "least", Usage: "least length", Default: int64(0)}},
		}},
		New: build,
	}
}

func keys(name string) []ext.MetaKey {
	return []ext.MetaKey{{Name: name, Schema: schema.Int("", schema.Default(0))}}
}

// Failing is an extension of a name that fails to start: how is "error",
// "panic", "migration", "nothing" or "core" for a route of the core.
func Failing(id, how string) ext.Extension {
	x := Extension()
	x.ID, x.Info = id, ext.Info{ID: id + "/" + id, Title: id}
	x.Commands = nil
	switch how {
	case "migration":
		x.Migrations = broken{}
	case "error":
		x.New = func(*ext.Host) (*ext.Parts, error) { return nil, errors.New("it doesn't want to") }
	case "panic":
		x.New = func(*ext.Host) (*ext.Parts, error) { panic("it can't") }
	case "nothing":
		x.New = func(*ext.Host) (*ext.Parts, error) { return nil, nil }
	}
	return x
}

// broken has no files.
type broken struct{}

func (broken) Open(string) (fs.File, error) { return nil, fs.ErrNotExist }

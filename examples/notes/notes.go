// Package notes keeps a note on each post: an extension of which test/outside makes a module
// of its own.
package notes

import (
	"context"
	"embed"
	"io/fs"

	"quoin/ext"
)

//go:embed migrations
var files embed.FS

// label is the word before a note.
var label = ext.TextOption("label", "Word before a note.", "Note").Shown("notes_label")

// Extension declares it.
func Extension() ext.Extension {
	migrations, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return ext.Extension{
		ID:         "notes",
		Info:       ext.Info{ID: "notes/notes", Title: "Notes", Version: "1.0", Description: "Notes on posts."},
		Options:    []ext.Option{label.Option},
		Migrations: migrations,
		Tables:     []ext.Table{{Name: "notes_note", Rows: ext.ByObjects}},
		Commands:   []ext.Command{{Verb: "count", Short: "Count the notes"}},
		New:        build,
	}
}

// notes is the extension on one site.
type notes struct {
	*ext.Host
	of *ext.Loader[*ext.Entry, string]
}

func build(h *ext.Host) (*ext.Parts, error) {
	n := &notes{Host: h}
	n.of = ext.NewLoader(func(e *ext.Entry) int64 { return e.ID }, n.read)
	return &ext.Parts{
		Routes: n.routes(),
		Entries: []ext.EntryAdded{{
			For: func(t *ext.EntryType) bool { return t.Name == ext.TypePost },
			Added: ext.Added[*ext.Entry, ext.EntryQuery]{
				Fields: []ext.EntryField{n.field()},
				Prefetch: func(ctx context.Context, _ *ext.Request, items []*ext.Entry) error {
					return n.of.Prefetch(ctx, items)
				},
			},
		}},
		Hooks:    ext.Hooks{Entries: ext.EntryWrites{Deleted: n.deleted}},
		Output:   n.output,
		Blocks:   map[string]ext.BlockFunc{"notes/count": n.block},
		Pages:    []ext.OwnPage{{Path: "/notes-report", Cap: "edit_posts", Serve: n.report}},
		Jobs:     map[string]ext.JobHandler{"words": n.countWords},
		Commands: map[string]func(context.Context, *ext.Call) error{"count": n.command},
	}, nil
}

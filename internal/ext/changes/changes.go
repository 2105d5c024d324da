// Package changes tells front ends what changed on the site: as a feed that is
// read on from a cursor, as server-sent events, and by webhooks.
//
// A change is written in the transaction that makes it, without a number. Rows
// get their numbers after their commit, by one transaction at a time that holds a
// lock to its own commit: so numbers become visible in their order, and whoever
// has read up to one has missed nothing, however transactions ran beside each
// other. Changes of one object keep their order: a second writer of it waits for
// the first, and takes its row's id later.
package changes

import (
	"context"
	"embed"
	"io/fs"
	"time"

	"quoin/internal/content"
	"quoin/internal/ext"
	"quoin/internal/job"
	"quoin/internal/schema"
	"quoin/internal/taxonomy"
	"quoin/internal/user"
)

//go:embed migrations
var files embed.FS

const namespace = "quoin/v1"

// settings are what the site chose.
type settings struct{ keepDays, keepLogDays, streams, streamsOfAddress int64 }

var declared = &ext.Settings[settings]{Declare: func(t *settings, m *ext.Members) {
	m.Int(&t.keepDays, "keep_days", "Days for which changes are told.", 30, schema.Min(leastDays), schema.Max(3650))
	m.Int(&t.keepLogDays, "keep_deliveries_days", "Days for which deliveries to webhooks are kept.", 30, schema.Min(leastDays), schema.Max(3650))
	m.Int(&t.streams, "max_streams", "Streams of events that one server has open at a time.", 256, schema.Min(0), schema.Max(100000))
	m.Int(&t.streamsOfAddress, "max_streams_client", "Streams of one address.", 32, schema.Min(1), schema.Max(100000))
}}

// Extension declares it.
func Extension() ext.Extension {
	migrations, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return ext.Extension{
		ID:         "changes",
		Options:    declared.Options(),
		Migrations: migrations,
		Tables: []ext.Table{
			{Name: "changes_change", Rows: ext.ByObjects}, // for a time, one for a write
			{Name: "changes_state", Rows: ext.ByStaff},
			{Name: "changes_hook", Rows: ext.ByStaff},
			{Name: "changes_delivery", Rows: ext.ByObjects}, // for a time, of changes
		},
		Commands: commands(),
		About:    "Make webhooks, look how they do, and test them",
		New:      build,
	}
}

// leastDays is the shortest time that changes and deliveries are kept: longer
// than a webhook may fail.
const leastDays = 7

// service is the extension on one site.
type service struct {
	*ext.Host
	hub     *hub
	sending chan struct{} // deliveries under way on this node
}

// maxSending leaves workers to other jobs when receivers are slow.
const maxSending = 2

func build(h *ext.Host) (*ext.Parts, error) {
	s := &service{Host: h, sending: make(chan struct{}, maxSending)}
	s.hub = newHub(s)
	return &ext.Parts{
		Routes: append(s.feedRoutes(), s.hookRoutes()...),
		Hooks: ext.Hooks{
			Entries:  content.Writes{Saved: s.entrySaved, Deleted: s.entryDeleted},
			Deleting: s.entryDeleting, DeletingUser: s.userDeleting,
			Terms: taxonomy.Writes{Saved: s.termSaved, Deleted: func(ctx context.Context, t *taxonomy.Term) error {
				return s.termSaved(ctx, t, nil)
			}},
			Comments: s.commentHooks(),
			Users:    user.Writes{Saved: s.userSaved},
			Options:  ext.OptionWrites{Saved: s.optionSaved},
		},
		Cache:    s.hub,
		Jobs:     map[string]job.Handler{jobDeliver: s.deliver, jobRedeliver: s.redeliverLater},
		Loops:    []ext.Loop{{Name: "follow", Every: lookEvery, Run: s.hub.look}},
		Periodic: []ext.Periodic{{Name: "retention", Every: 24 * time.Hour, Run: s.expire}},
		Commands: s.run(),
		Gauges: []ext.Gauge{{
			Name: "webhook_changes_behind", Help: "Changes that the webhook which is furthest behind hasn't been told", Read: s.furthestBehind,
		}},
		Personal: &ext.Personal{Export: s.tell, Erase: s.forget},
	}, nil
}

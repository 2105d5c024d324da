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

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/ext"
	"quoin/internal/platform/job"
	"quoin/internal/platform/schema"
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

// retention removes what isn't kept any more.
type retention struct {
	*base
	recorder *recorder
	webhooks *webhooks
}

// base is what all parts of the extension stand on.
type base struct {
	ext.Own
	ext.Kept
	ext.Reads
	ext.Writes
	ext.Callers
	ext.Outward
}

// recorder notes changes, with the transaction that makes them, and gives them numbers.
type recorder struct{ *base }

// history reads the changes that a caller may know of.
type history struct {
	*base
	recorder *recorder
}

// webhooks keep what receivers asked for, and deliver it.
type webhooks struct {
	*base
	recorder *recorder
	history  *history
	sending  chan struct{} // deliveries under way on this node
}

// feed tells changes to those who ask for them, once or as they happen.
type feed struct {
	*base
	recorder *recorder
	history  *history
	hub      *hub
}

// commandLine is what the command "changes" does.
type commandLine struct {
	*base
	webhooks *webhooks
}

// maxSending leaves workers to other jobs when receivers are slow.
const maxSending = 2

func build(h *ext.Host) (*ext.Parts, error) {
	b := &base{Own: h.Own, Kept: h.Kept, Reads: h.Reads, Writes: h.Writes, Callers: h.Callers, Outward: h.Outward}
	record := &recorder{b}
	read := &history{b, record}
	hooks := &webhooks{b, record, read, make(chan struct{}, maxSending)}
	hub := newHub(b, record, read, hooks)
	told := &feed{b, record, read, hub}
	return &ext.Parts{
		Routes: append(told.feedRoutes(), hooks.hookRoutes()...),
		Hooks: ext.Hooks{
			Entries:  content.Writes{Saved: record.entrySaved, Deleted: record.entryDeleted},
			Deleting: record.entryDeleting, DeletingUser: record.userDeleting,
			Terms: taxonomy.Writes{Saved: record.termSaved, Deleted: func(ctx context.Context, t *taxonomy.Term) error {
				return record.termSaved(ctx, t, nil)
			}},
			Comments: record.commentHooks(),
			Users:    user.Writes{Saved: record.userSaved},
			Options:  ext.OptionWrites{Saved: record.optionSaved},
		},
		Cache:    hub,
		Jobs:     map[string]job.Handler{jobDeliver: hooks.deliver, jobRedeliver: hooks.redeliverLater},
		Loops:    []ext.Loop{{Name: "follow", Every: lookEvery, Run: hub.look}},
		Periodic: []ext.Periodic{{Name: "retention", Every: 24 * time.Hour, Run: (&retention{b, record, hooks}).expire}},
		Commands: (&commandLine{b, hooks}).run(),
		Gauges: []ext.Gauge{{
			Name: "webhook_changes_behind", Help: "Changes that the webhook which is furthest behind hasn't been told", Read: hooks.furthestBehind,
		}},
		Personal: &ext.Personal{Export: record.tell, Erase: record.forget},
	}, nil
}

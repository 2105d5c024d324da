package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"quoin/internal/app/backups"
	"quoin/internal/domain/site"
	"quoin/internal/operation/doctor"
	"quoin/internal/people/mail"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/dependency"
	"quoin/internal/platform/fault"
	"quoin/internal/storage/store"
)

// How often the parts are looked at, and how long each look may take. Mail is looked at
// seldom: servers count who connects and says nothing.
const (
	probeEvery    = time.Second
	probeWithin   = 2 * time.Second
	diskEvery     = 10 * time.Second
	storageEvery  = 30 * time.Second
	storageWithin = 10 * time.Second
	mailEvery     = 5 * time.Minute
	mailWithin    = 20 * time.Second
)

// parts are what a server stands on.
type parts struct {
	database, writes, room, listening, pool, replica, changes, storage, disk, mail *dependency.Part
	watch                                                                          dependency.Watch
	deaf                                                                           atomic.Bool // changes of other nodes can't be heard of
}

func newParts(log *slog.Logger) *parts {
	part := func(name string) *dependency.Part { return &dependency.Part{Name: name, Log: log} }
	return &parts{
		database: part("the database"), writes: part("writing to the database"), room: part("room for the database"), replica: part("the replica of the database"), changes: part("hearing of other nodes"),
		listening: part("listening for changes of other nodes"), pool: part("having connections free to the database"),
		storage: part("the storage of files"), disk: part("room on the disk"), mail: part("the mail server"),
	}
}

// byName are the parts by the label that metrics have for them.
func (p *parts) byName() map[string]*dependency.Part {
	return map[string]*dependency.Part{
		"database": p.database, "writes": p.writes, "room": p.room, "listening": p.listening, "connections": p.pool, "replica": p.replica, "changes": p.changes, "storage": p.storage, "disk": p.disk, "mail": p.mail,
	}
}

// quiet is a log in which errors of parts that are away don't stand for each request.
// While nobody watches, as in commands, they do.
func (p *parts) quiet(log *slog.Logger) *slog.Logger {
	return slog.New(dependency.Quiet{Handler: log.Handler(), PartOf: func(err error) *dependency.Part {
		switch {
		case !p.watch.Running() || errors.Is(err, fault.ErrUncertain):
			return nil // of these each matters
		case errors.Is(err, fault.ErrReadOnly):
			return p.writes
		case errors.Is(err, fault.ErrDatabaseFull):
			return p.room
		case errors.Is(err, fault.ErrUnavailable):
			return p.database
		case errors.Is(err, fault.ErrNoStorage):
			return p.storage
		}
		return nil
	}})
}

// roomLook tells whether a database that was seen to be full takes rows again, by storing
// one: only requests find out that it is full.
func roomLook(room *dependency.Part, db *store.DB, now func() time.Time) func(context.Context) error {
	return func(ctx context.Context) error {
		if room.Works() {
			return nil
		}
		err := db.SetCached(ctx, probeKey, strings.Repeat("room ", roomProbed/len("room ")), now(), now().Add(time.Second))
		if !errors.Is(err, fault.ErrDatabaseFull) {
			return nil // of what else is wrong other parts tell
		}
		return err
	}
}

// roomProbed is how many bytes are stored to see whether there is room: more than
// may be left of a page that is used already.
const roomProbed = 64 << 10

// errNoRoom is why the disk doesn't work.
var errNoRoom = errors.New("next to no room is left where the data folder is")

var errDeaf = errors.New("the last look failed; answers come from the database, not from memory")

// errPoolFull is why there are no connections free.
var errPoolFull = errors.New("requests wait for connections: see --database-connections")

// fullFor is for how many looks in a row all connections are in use and somebody had to
// wait before that is told: a moment of it is usual.
const fullFor = 5

// poolLook looks whether connections are free, again and again.
func poolLook(pools func() []store.Pool) func(context.Context) error {
	waits, full := map[string]int64{}, map[string]int{}
	return func(context.Context) error {
		var err error
		for _, p := range pools() {
			if p.Used == p.Most && p.Waits > waits[p.Name] {
				full[p.Name]++
			} else {
				full[p.Name] = 0
			}
			waits[p.Name] = p.Waits
			if full[p.Name] >= fullFor {
				err = fmt.Errorf("all %d to %s are in use, and %w", p.Most, p.Name, errPoolFull)
			}
		}
		return err
	}
}

// probeKey is asked for; nothing is ever stored there.
const probeKey = "quoin-probe"

// addProbes says how each part is looked at.
func (a *App) addProbes() {
	p := a.parts
	add := func(of *dependency.Part, every, within time.Duration, look func(ctx context.Context) error) {
		p.watch.Probes = append(p.watch.Probes, dependency.Probe{Part: of, Every: every, Within: within, Look: look})
	}
	add(p.database, probeEvery, probeWithin, a.DB.Ping)
	add(p.writes, probeEvery, probeWithin, func(ctx context.Context) error {
		if err := a.DB.Writable(ctx); errors.Is(err, fault.ErrReadOnly) {
			return err
		}
		return nil // the database tells of itself
	})
	add(p.room, probeEvery, probeWithin, roomLook(p.room, a.DB, a.Clock))
	add(p.replica, probeEvery, probeWithin, a.DB.ReplicaWorks)
	add(p.changes, probeEvery, probeWithin, func(context.Context) error {
		if p.deaf.Load() {
			return errDeaf
		}
		return nil
	})
	add(p.pool, probeEvery, probeWithin, poolLook(a.DB.Pools))
	add(p.storage, storageEvery, storageWithin, func(ctx context.Context) error {
		if _, err := a.Media.Blobs.Stat(ctx, probeKey); !errors.Is(err, blob.ErrNotFound) {
			return err
		}
		return nil
	})
	add(p.disk, diskEvery, probeWithin, func(context.Context) error {
		if _, err := os.Stat(a.Data); errors.Is(err, fs.ErrNotExist) {
			return nil // nodes on PostgreSQL need none
		}
		if f, err := doctor.Room(a.Data); err != nil || f.Level == doctor.Error {
			return errors.Join(err, errNoRoom)
		}
		return nil
	})
	if q, ok := a.Mail.(*mail.Queue); ok {
		add(p.mail, mailEvery, mailWithin, q.Server.Reach)
	}
}

// Watch looks at what the server stands on, until ctx ends.
func (a *App) Watch(ctx context.Context) error { return a.parts.watch.Run(ctx) }

// addOperation adds the metrics of what an operator watches.
func (a *App) addOperation() {
	m := a.Metrics
	for name, part := range a.parts.byName() {
		m.Gauge("quoin_part_works", "1 while a part works that the server stands on, else 0.", func() float64 {
			if part.Works() {
				return 1
			}
			return 0
		}, "part", name)
		m.Counter("quoin_part_failures_total", "How often a part was seen not to work, by probes and requests.", func() float64 { return float64(part.Failures()) }, "part", name)
	}
	if a.DB.ReplicaCounts() != nil {
		m.Counter("quoin_replica_reads_total", "Statements that were read from the replica of the database.", func() float64 { return float64(a.DB.ReplicaCounts().Read) })
		m.Counter("quoin_replica_left_total", "Answers for everybody that were read from the database, as the replica was away or behind.", func() float64 { return float64(a.DB.ReplicaCounts().Left) })
		m.Gauge("quoin_replica_behind_bytes", "Bytes of the database's log that the replica lacks of what this node has heard of.", func() float64 { return float64(a.DB.ReplicaCounts().Behind) })
	}
	for i, pool := range a.DB.Pools() {
		now := func(of func(store.Pool) float64) func() float64 {
			return func() float64 { return of(a.DB.Pools()[i]) }
		}
		for state, of := range map[string]func(store.Pool) float64{
			"used": func(p store.Pool) float64 { return float64(p.Used) }, "idle": func(p store.Pool) float64 { return float64(p.Idle) }, "most": func(p store.Pool) float64 { return float64(p.Most) },
		} {
			m.Gauge("quoin_database_connections", "Connections of this process to PostgreSQL by pool (read, write): used, idle, and how many there may be at most.", now(of), "pool", pool.Name, "state", state)
		}
		m.Counter("quoin_database_waits_total", "How often somebody waited for a connection to PostgreSQL.", now(func(p store.Pool) float64 { return float64(p.Waits) }), "pool", pool.Name)
		m.Counter("quoin_database_wait_seconds_total", "How long all waited for connections to PostgreSQL.", now(func(p store.Pool) float64 { return p.Waited.Seconds() }), "pool", pool.Name)
	}
	// asked is a number of the database; -1 when it doesn't tell.
	asked := func(name, help string, read func(ctx context.Context) (float64, error)) {
		m.Gauge(name, help+"; -1 when the database doesn't tell.", func() float64 {
			ctx, cancel := context.WithTimeout(context.Background(), jobsCounted)
			defer cancel()
			n, err := read(ctx)
			if err != nil {
				return -1
			}
			return n
		})
	}
	count := func(read func(ctx context.Context) (int64, error)) func(ctx context.Context) (float64, error) {
		return func(ctx context.Context) (float64, error) {
			n, err := read(ctx)
			return float64(n), err
		}
	}
	asked("quoin_jobs_waiting", "Jobs that wait for their time, or for their next try", count(a.DB.CountJobs))
	asked("quoin_jobs_failing", "Jobs that failed and wait for their next try", func(ctx context.Context) (float64, error) {
		j, err := a.DB.CheckJobs(ctx, a.Clock().Add(-doctor.OverdueAfter), a.Clock().Add(time.Hour))
		return float64(j.Failing.Count), err
	})
	asked("quoin_jobs_overdue", "Jobs that are due for long and nobody has begun", func(ctx context.Context) (float64, error) {
		j, err := a.DB.CheckJobs(ctx, a.Clock().Add(-doctor.OverdueAfter), a.Clock().Add(time.Hour))
		return float64(j.Overdue.Count), err
	})
	for _, noted := range []struct {
		name, help string
		in         *site.Option[string]
	}{
		{"quoin_last_backup_timestamp_seconds", "When the last backup was made, 0 for never", backups.Last},
		{"quoin_last_backup_trial_timestamp_seconds", "When the last backup was restored for a trial and was good, 0 for never", backups.LastTrial},
	} {
		asked(noted.name, noted.help, func(ctx context.Context) (float64, error) {
			options, err := a.DB.Options(ctx)
			if err != nil {
				return 0, err
			}
			stored, _ := options.Get(noted.in.Name)
			text, _ := stored.(string)
			when := backups.NotedTime(text)
			if when.IsZero() {
				return 0, nil
			}
			return float64(when.Unix()), nil
		})
	}
	for _, x := range a.Ext.List {
		if x.Failed != nil {
			continue
		}
		for _, g := range x.Parts.Gauges {
			asked("quoin_"+g.Name, g.Help, g.Read)
		}
	}
}

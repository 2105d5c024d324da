package sqldb

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"quoin/internal/platform/cache"
)

// manyChanges is from how many changes on the cache is cleared rather than
// looked through.
const manyChanges = 500

// longestUnlooked is how long ago the last look may be for changes to be still there,
// though clocks go differently.
const longestUnlooked = changeRetention / 2

// heard is what a process knows of the changes in a database: all that a snapshot had.
type heard struct {
	snapshot snapshot
	history  string    // in which ids of transactions mean something
	at       time.Time // when it was looked
	// own are transactions of this process after the snapshot, whose changes were
	// dropped at their commit.
	own map[uint64]bool
	// counts are how often each collection changed, for as long as the epoch stays.
	counts map[cache.Tag]int64
}

// look is what one look at the changes told.
type look struct {
	snapshot  snapshot
	history   string
	forgotten uint64 // up to which transaction notes may be missing
	standby   bool   // the server repeats what another one does
	at        time.Time
	position  uint64 // how far the log of the database is
	news      []noted
}

// noted is a change as it was noted.
type noted struct {
	xid  uint64
	node string
	tags string
}

// logPosition is how far the server's log is: beyond all that anybody sees by now. Commits
// are seen once they are durable, unless the server was told not to wait for that.
const logPosition = "((CASE WHEN current_setting('synchronous_commit') = 'off' THEN pg_current_wal_insert_lsn()" +
	" ELSE pg_current_wal_flush_lsn() END) - '0/0')::bigint"

// lookText reads which transactions the statement sees, and the notes of those that a
// former snapshot didn't: beyond its end, or under way by then. Ids of transactions mean
// nothing on another server than the one that gave them out, so its start is part of
// the history's name.
const lookText = `SELECT pg_current_snapshot()::text, h.name || ' ' || pg_postmaster_start_time()::text, h.forgotten::text::bigint,
	pg_is_in_recovery(), CASE WHEN pg_is_in_recovery() THEN 0 ELSE ` + logPosition + ` END, COALESCE(c.xid::text::bigint, 0), COALESCE(c.node, ''), COALESCE(c.tags, '')
FROM change_history h LEFT JOIN (
	SELECT xid, node, tags FROM change WHERE xid >= pg_snapshot_xmax(CAST(? AS text)::pg_snapshot)
	UNION ALL SELECT xid, node, tags FROM change WHERE xid IN (SELECT pg_snapshot_xip(CAST(? AS text)::pg_snapshot))
	LIMIT ?) c ON true WHERE h.id = 1`

// lookAtChanges tells the state of the objects by the changes that were noted
// since the last look, and drops what they changed. Those of others are told to
// who follows them.
func (db *DB) lookAtChanges(ctx context.Context) (*StateVersion, error) {
	return db.polls.share(ctx, db.readChanges)
}

// readChanges is one look. There is only one at a time.
func (db *DB) readChanges(ctx context.Context) (*StateVersion, error) {
	o := db.Objects
	var since any
	o.mu.Lock()
	if o.polled {
		since = o.heard.snapshot.text
	}
	o.mu.Unlock()
	l := look{at: time.Now()}
	err := db.Each(Quick(ctx), lookText, []any{since, since, manyChanges}, func(scan func(...any) error) error {
		var text string
		var n noted
		var xid, forgotten, position int64
		err := scan(&text, &l.history, &forgotten, &l.standby, &position, &xid, &n.node, &n.tags)
		if err != nil {
			return err
		}
		if l.snapshot.text == "" {
			l.forgotten, l.position = uint64(forgotten), uint64(position) // #nosec G115 -- numbers of the server, above zero
			if l.snapshot, err = parseSnapshot(text); err != nil {
				return err
			}
		}
		if xid > 0 {
			n.xid = uint64(xid)
			l.news = append(l.news, n)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if l.snapshot.text == "" {
		return nil, fmt.Errorf("the table change_history has no row")
	}
	if !l.standby {
		db.replica.heard(l.history, l.position)
	}
	state, foreign, whole, err := o.follow(&l, db.node)
	if err != nil {
		return nil, err
	}
	if f := db.follower.Load(); f != nil {
		if !whole {
			f.ChangedSomehow()
		} else if len(foreign) > 0 {
			f.Changed(foreign)
		}
	}
	return state, nil
}

// present is the state of the objects by the changes that were heard of, nil when nobody
// looked for them lately: for reads from a replica, which has these.
func (o *objects) present() *StateVersion {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.polled || longSince(time.Now(), o.heard.at) > deafAfter {
		return nil
	}
	return &StateVersion{Use: true, began: o.Begin(), epoch: o.epoch}
}

// longSince is how long ago a time was, by a clock that goes on while the process is stopped
// and by one that goes on while the machine sleeps.
func longSince(now, at time.Time) time.Duration {
	return max(now.Sub(at), now.Round(0).Sub(at.Round(0)))
}

// continues tells whether a look tells all that changed since what is known.
func (h *heard) continues(l *look) bool {
	return len(l.news) < manyChanges && l.history == h.history && l.snapshot.max >= h.snapshot.max &&
		h.snapshot.sees(l.forgotten) && longSince(l.at, h.at) < longestUnlooked
}

// follow drops what a look found to be changed; node is this one. It tells what others
// changed, and whether that is all: else everything was dropped.
func (o *objects) follow(l *look, node string) (state *StateVersion, foreign []cache.Tag, whole bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if l.standby {
		// Its snapshots don't tell what is under way.
		o.forgetHeard()
		return &StateVersion{began: o.Begin(), epoch: o.epoch}, nil, false, nil
	}
	if !o.polled || !o.heard.continues(l) {
		o.forgetHeard()
		o.heard, o.polled = heard{snapshot: l.snapshot, history: l.history, at: l.at, own: map[uint64]bool{}, counts: map[cache.Tag]int64{}}, true
		return &StateVersion{Use: true, began: o.Begin(), epoch: o.epoch}, nil, false, nil
	}
	var drop []cache.Tag
	others := int64(0)
	for _, n := range l.news {
		if o.heard.own[n.xid] {
			continue // at its commit
		}
		var tags []cache.Tag
		if err := json.Unmarshal([]byte(n.tags), &tags); err != nil {
			return nil, nil, false, fmt.Errorf("change of transaction %d: %w", n.xid, err)
		}
		drop = append(drop, tags...)
		if n.node != node {
			foreign = append(foreign, tags...)
			others++
		}
	}
	if others > 0 {
		o.epoch++
		o.foreign.Add(others)
	}
	o.heard.snapshot, o.heard.at = l.snapshot, l.at
	for xid := range o.heard.own {
		if l.snapshot.sees(xid) {
			delete(o.heard.own, xid)
		}
	}
	if len(drop) > 0 {
		o.dropHeard(drop)
	}
	return &StateVersion{Use: true, began: o.Begin(), epoch: o.epoch}, foreign, true, nil
}

// forgetHeard drops everything, since what changed isn't known; mu is held.
func (o *objects) forgetHeard() {
	o.clear()
	o.polled = false
	o.foreign.Add(1)
}

// unheard is called when the server may have lost what it did last, as when it broke down.
func (o *objects) unheard() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.forgetHeard()
}

// dropHeard drops what was changed; mu is held.
func (o *objects) dropHeard(tags []cache.Tag) {
	for _, tag := range tags {
		if tag.IsCollection() && o.heard.counts != nil {
			o.heard.counts[tag]++
		}
	}
	o.Drop(tags)
}

// versions is the state of collections for who has looked at the changes, or the present
// one, which is later. Without a look that may be used it is one that never comes again.
func (o *objects) versions(g *StateVersion, tags []cache.Tag) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !g.Use || !o.polled {
		o.unknowns++
		return fmt.Sprintf("unknown %d", o.unknowns)
	}
	var state strings.Builder
	fmt.Fprintf(&state, "%d ", o.clears)
	for _, tag := range tags {
		fmt.Fprintf(&state, "%s=%d ", tag, o.heard.counts[tag])
	}
	return state.String()
}

// changed drops what a commit of this process changed, unless a look found its
// note already. Then others may have changed since what it made: the state that it
// leads to isn't clean.
func (o *objects) changed(c *changeNote, tags []cache.Tag) (after *StateVersion, clean bool) {
	switch {
	case !o.polled:
		o.dropHeard(tags)
	case !o.heard.snapshot.sees(c.xid):
		o.dropHeard(tags)
		o.heard.own[c.xid] = true
		clean = true
	}
	return &StateVersion{Use: o.polled, began: o.Begin(), epoch: o.epoch}, clean
}

package sqldb

import (
	"context"
	"fmt"
	"time"

	"quoin/internal/platform/cache"
)

// Follower hears what other processes change in the same database.
type Follower struct {
	// Changed gets the tags of what another process changed.
	Changed func(tags []cache.Tag)
	// ChangedSomehow says that something changed and nobody knows what.
	ChangedSomehow func()
	// Lost says that changes of others can't be heard of any more; Found that
	// they can be again, when everything that was known before may be old.
	Lost, Found func()
	// Listening says that announcements of changes are heard as they are made, or why not:
	// then they are found by looking, every FollowEvery. It may be nil.
	Listening func(error)
	// Awake, if set, is told of looks, for those who answer from memory.
	Awake *Awake
}

// FollowEvery is how often a process looks for changes of others that it was
// not told of. lookTimeout bounds one look. Together they are the longest
// time until nodes agree: a node that can't look stops trusting its caches.
const (
	FollowEvery = time.Second
	lookTimeout = 2 * time.Second
)

// lookApart is how far apart looks are at least. Who was told of a change looks
// again and again for lookFor, each time after twice as long unless there was
// something new: not every change is announced by itself (see announceApart).
const (
	lookApart = 4 * time.Millisecond
	lookFor   = 250 * time.Millisecond
)

// pace says when to look next.
type pace struct {
	news time.Time // when there was something new, or somebody said so
}

// pause is how long to wait after a look that began at some time.
func (p *pace) pause(began, now time.Time) time.Duration {
	since := now.Sub(p.news)
	if since > lookFor {
		return FollowEvery
	}
	return max(lookApart-now.Sub(began), since, 0)
}

// lookFunc looks for changes of others, unless a look that began after wanted has. It
// tells when the last look began, also when it failed, and whether there was something new.
type lookFunc func(ctx context.Context, wanted time.Time) (knows time.Time, news bool, err error)

// Follow tells f of the changes of other processes until ctx ends. On
// PostgreSQL these are announced at their commit, and noted with what they
// changed; a look every FollowEvery finds what an announcement missed. On SQLite
// another process is rare (the command line), and known only by having changed
// something.
func (o *Operations) Follow(ctx context.Context, f Follower) error {
	look, wake, err := o.db.Engine.follow(ctx, o.db, f)
	if err != nil {
		return fmt.Errorf("follow changes: %w", err)
	}
	if f.Awake == nil {
		f.Awake = NewAwake() // nobody asks it
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	defer f.Awake.ends()
	lost := false
	p := pace{news: time.Now()} // what was announced before it listened
	var wanted time.Time        // a look that began later will do
	for {
		began := time.Now()
		awaited, over := f.Awake.looks()
		if awaited {
			wanted = began
		}
		bounded, cancel := context.WithTimeout(ctx, lookTimeout)
		knows, news, err := look(bounded, wanted)
		cancel()
		if news {
			p.news = time.Now()
		}
		switch {
		case ctx.Err() != nil:
			over(began)
			return ctx.Err()
		case err != nil && !lost:
			lost = true
			o.db.Log.Warn("changes of other nodes can't be heard of", "error", err)
			f.Lost()
		case err == nil && lost:
			lost = false
			o.db.Log.Info("changes of other nodes can be heard of again")
			f.Found()
		}
		over(knows)
		pause := FollowEvery
		if wake != nil {
			pause = p.pause(began, time.Now())
		}
		timer.Reset(pause)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			wanted = time.Now().Add(-lookApart)
		case <-f.Awake.asked:
			wanted = time.Now()
		case <-wake:
			p.news = time.Now()
			wanted = p.news
			// What is announced while many write is looked at together.
			time.Sleep(lookApart - time.Since(began))
		}
	}
}

// A commit of this process that isn't counted yet looks like one of another's.
// settleDelay is how long a look waits for that, and settleLooks how often it
// looks again before it believes what it sees.
const (
	settleDelay = 10 * time.Millisecond
	settleLooks = 6
)

// followVersions looks whether the versions of the collections were raised by
// more than this process did. A commit of this process that takes very long to
// be counted may pass for one of another's: that costs what is cached, never
// truth.
func (db *DB) followVersions(f Follower) lookFunc {
	var base int64
	known := false
	others := func(ctx context.Context) (int64, error) {
		for {
			own := db.raised.Load()
			var total int64
			if _, err := db.One(ctx, "SELECT COALESCE(SUM(n), 0) FROM version", nil, &total); err != nil {
				return 0, err
			}
			if own == db.raised.Load() {
				return total - own, nil
			}
		}
	}
	return func(ctx context.Context, _ time.Time) (knows time.Time, news bool, err error) {
		knows = time.Now()
		now, err := others(ctx)
		// Another commit may be under way each time, so the least is nearest.
		for range settleLooks {
			if err != nil || known && now == base {
				break
			}
			time.Sleep(settleDelay)
			var again int64
			again, err = others(ctx)
			now = min(now, again)
		}
		if err != nil {
			return knows, false, err
		}
		if news = known && now != base; news {
			db.Objects.void()
			f.ChangedSomehow()
		}
		base, known = now, true
		return knows, news, nil
	}
}

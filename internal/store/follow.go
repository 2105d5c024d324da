package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"quoin/internal/cache"
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
}

// FollowEvery is how often a process looks for changes of others that it was
// not told of. followTimeout bounds one look. Together they are the longest
// time until nodes agree: a node that can't look stops trusting its caches.
const (
	FollowEvery   = time.Second
	followTimeout = 2 * time.Second
)

// lookApart is how far apart looks are that announcements wake.
const lookApart = 4 * time.Millisecond

// gapGrace is how long a number that is missing among the changes may still be
// that of a transaction under way.
const gapGrace = time.Minute

// Follow tells f of the changes of other processes until ctx ends. On
// PostgreSQL these are announced at their commit, with what they changed; a
// look every FollowEvery finds what an announcement missed. On SQLite another
// process is rare (the command line), and known only by having changed
// something.
func (db *DB) Follow(ctx context.Context, f Follower) error {
	look, wake, err := db.engine.follow(ctx, db, f)
	if err != nil {
		return fmt.Errorf("follow changes: %w", err)
	}
	ticker := time.NewTicker(FollowEvery)
	defer ticker.Stop()
	lost := false
	for {
		began := time.Now()
		bounded, cancel := context.WithTimeout(ctx, followTimeout)
		err := look(bounded)
		cancel()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && !lost:
			lost = true
			db.log.Warn("changes of other nodes can't be heard of", "error", err)
			f.Lost()
		case err == nil && lost:
			lost = false
			db.log.Info("changes of other nodes can be heard of again")
			f.Found()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		case <-wake:
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
func (db *DB) followVersions(f Follower) func(ctx context.Context) error {
	var base int64
	known := false
	others := func(ctx context.Context) (int64, error) {
		for {
			own := db.raised.Load()
			var total int64
			if _, err := db.one(ctx, "SELECT COALESCE(SUM(n), 0) FROM version", nil, &total); err != nil {
				return 0, err
			}
			if own == db.raised.Load() {
				return total - own, nil
			}
		}
	}
	return func(ctx context.Context) error {
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
			return err
		}
		if known && now != base {
			db.objects.void()
			f.ChangedSomehow()
		}
		base, known = now, true
		return nil
	}
}

// followChanges reads the table of changes from where it stood.
func (db *DB) followChanges(f Follower) func(ctx context.Context) error {
	var low int64 // all changes up to this number are known
	seen := map[int64]bool{}
	missing := map[int64]time.Time{}
	begun := false
	return func(ctx context.Context) error {
		if !begun {
			if _, err := db.one(ctx, "SELECT COALESCE(MAX(seq), 0) FROM change", nil, &low); err != nil {
				return err
			}
			begun = true
			// What commits out of order around the start can't be told from
			// what was there before.
			f.ChangedSomehow()
			low = max(0, low-1000)
		}
		high := low
		err := db.each(ctx, "SELECT seq, node, tags FROM change WHERE seq > ? ORDER BY seq", []any{low}, func(scan func(...any) error) error {
			var seq int64
			var node, list string
			if err := scan(&seq, &node, &list); err != nil {
				return err
			}
			high = seq
			if seen[seq] {
				return nil
			}
			seen[seq] = true
			delete(missing, seq)
			if node == db.node {
				return nil
			}
			var tags []cache.Tag
			if err := json.Unmarshal([]byte(list), &tags); err != nil {
				return fmt.Errorf("change %d: %w", seq, err)
			}
			f.Changed(tags)
			return nil
		})
		if err != nil {
			return err
		}
		low = advance(low, high, seen, missing, time.Now())
		return nil
	}
}

// advance moves the mark below which all changes are known: over those that
// were seen, and over numbers that were missing for so long that nothing can
// come any more, since their transaction was rolled back.
func advance(low, high int64, seen map[int64]bool, missing map[int64]time.Time, now time.Time) int64 {
	for seq := low + 1; seq <= high; seq++ {
		if !seen[seq] {
			since, ok := missing[seq]
			if !ok {
				missing[seq] = now
				since = now
			}
			if now.Sub(since) < gapGrace {
				for s := seq + 1; s <= high; s++ {
					if _, ok := missing[s]; !seen[s] && !ok {
						missing[s] = now
					}
				}
				return low
			}
			delete(missing, seq)
		}
		delete(seen, seq)
		low = seq
	}
	return low
}

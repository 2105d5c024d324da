package store

import (
	"context"
	"encoding/json"
	"fmt"

	"quoin/internal/cache"
)

// manyChanges is from how many changes on the cache is cleared rather than
// looked through.
const manyChanges = 500

// noted is a change as it was noted.
type noted struct {
	number int64
	node   string
	tags   string
}

// lookAtChanges tells the state of the objects by the changes that were noted
// since the last look, and drops what they changed. Those of others are told to
// who follows them.
func (db *DB) lookAtChanges(ctx context.Context) (*stateVersion, error) {
	return db.polls.share(ctx, db.readChanges)
}

// readChanges is one look. There is only one at a time.
func (db *DB) readChanges(ctx context.Context) (*stateVersion, error) {
	o := db.objects
	o.mu.Lock()
	from := o.change
	o.mu.Unlock()
	// The last one that is known is read too. Where it isn't there any more, others
	// behind it may not be either.
	var news []noted
	err := db.each(quick(ctx), "SELECT seq, node, tags FROM change WHERE seq >= ? ORDER BY seq LIMIT ?", []any{max(from, 1), manyChanges}, func(scan func(...any) error) error {
		var n noted
		err := scan(&n.number, &n.node, &n.tags)
		news = append(news, n)
		return err
	})
	if err != nil {
		return nil, err
	}
	f := db.follower.Load()
	if from > 0 && len(news) > 0 && len(news) < manyChanges && news[0].number == from {
		state, foreign, err := o.follow(news[1:], db.node)
		if len(foreign) > 0 && f != nil {
			f.Changed(foreign)
		}
		return state, err
	}
	var last int64
	if _, err := db.one(quick(ctx), "SELECT COALESCE(MAX(seq), 0) FROM change", nil, &last); err != nil {
		return nil, err
	}
	state := o.reset(last)
	if f != nil {
		f.ChangedSomehow()
	}
	return state, nil
}

// reset clears the cache, which then holds for the state after a change.
func (o *objects) reset(change int64) *stateVersion {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.clear()
	o.change, o.polled = change, true
	o.foreign.Add(1)
	return &stateVersion{use: true, began: o.Begin(), epoch: o.epoch}
}

// follow drops what was changed by changes; node is this one. It tells what
// others changed.
func (o *objects) follow(news []noted, node string) (state *stateVersion, foreign []cache.Tag, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	var drop []cache.Tag
	last, others := o.change, int64(0)
	for _, n := range news {
		if n.number <= o.change {
			continue // at its commit
		}
		var tags []cache.Tag
		if err := json.Unmarshal([]byte(n.tags), &tags); err != nil {
			return nil, nil, fmt.Errorf("change %d: %w", n.number, err)
		}
		drop, last = append(drop, tags...), n.number
		if n.node != node {
			foreign = append(foreign, tags...)
			others++
		}
	}
	if others > 0 {
		o.epoch++
		o.foreign.Add(others)
	}
	if o.change = last; len(drop) > 0 {
		o.Drop(append(drop, cache.Versions()))
	}
	return &stateVersion{use: true, began: o.Begin(), epoch: o.epoch}, foreign, nil
}

// changed drops what a commit of this process changed, unless a look found its
// note already. Those before it may not be known here yet: the state that it
// leads to isn't clean then. But it is what the request saw when it began, or
// later, with what it wrote.
func (o *objects) changed(c *changeNote, tags []cache.Tag) (after *stateVersion, clean bool) {
	if !o.polled || o.change < c.number {
		o.Drop(tags)
	}
	if o.polled && o.change == c.before {
		o.change, clean = c.number, true
	}
	return &stateVersion{use: o.polled, began: o.Begin(), epoch: o.epoch}, clean
}

package importer

import (
	"context"
	"fmt"

	"quoin/internal/platform/scope"
)

// idTries is how often a batch is written when somebody else takes an id that
// it gave out.
const idTries = 8

// write runs fn in a transaction that also moves the journal's source on. fn
// may run again after a conflict. When it returns, readers see what was written, and the
// disk has what was written by the call before: it takes its time while the next batch is made.
// Commits reach the disk in their order, so that the journal never tells of more than there is.
func (r *run) write(ctx context.Context, fn func(ctx context.Context) error) error {
	ctx, commits := scope.WithCommits(ctx)
	before := r.source
	fresh := true
	for try := 1; ; try++ {
		err := r.Store.InTx(scope.Bulk(ctx), func(ctx context.Context) error {
			r.source = before
			if !fresh {
				// These may be of an attempt that was rolled back.
				clear(r.terms)
				clear(r.logins)
			}
			fresh = false
			if err := r.openSource(ctx); err != nil {
				return err
			}
			if err := fn(ctx); err != nil {
				return err
			}
			return r.Store.SaveImportSource(ctx, r.site, r.name, &r.source)
		})
		if err == nil {
			err = r.waitForDisk()
			r.commits = commits
			return err
		}
		r.source = before
		clear(r.terms)
		clear(r.logins)
		if try == idTries || !r.Store.IDTaken(err) {
			return err
		}
	}
}

// waitForDisk returns when the disk has what was written.
func (r *run) waitForDisk() error {
	commits := r.commits
	r.commits = nil
	if err := commits.Wait(); err != nil {
		return fmt.Errorf("write a batch: %w", err)
	}
	return nil
}

// openSource settles which ids come next. They are counted here and not by the
// database, whose counters run ahead when a transaction doesn't come to its
// end; so an interrupted import goes on with the ids it would have had.
func (r *run) openSource(ctx context.Context) error {
	s := &r.source
	if !s.Open {
		given, err := r.Store.GivenIDs(ctx)
		if err != nil {
			return err
		}
		s.Open, s.Cursor = true, 0
		s.Next.Entry, s.Next.Term, s.Next.Comment, s.Next.Account = given.Entry+1, given.Term+1, given.Comment+1, given.Account+1
	}
	used, err := r.Store.UsedIDs(ctx)
	if err != nil {
		return err
	}
	s.Next.Entry, s.Next.Term = max(s.Next.Entry, used.Entry+1), max(s.Next.Term, used.Term+1)
	s.Next.Comment, s.Next.Account = max(s.Next.Comment, used.Comment+1), max(s.Next.Account, used.Account+1)
	r.keepRoom()
	if s.ID == 0 {
		if err := r.moveSettings(ctx); err != nil {
			return err
		}
		if err := r.Store.SaveImportSource(ctx, r.site, r.name, s); err != nil {
			return fmt.Errorf("open import: %w", err)
		}
	}
	return nil
}

func take(next *int64) int64 {
	id := *next
	*next++
	return id
}

// maxReusedID is the highest id that is taken over. One near the end of what an
// integer holds would leave no room for the next.
const maxReusedID = 1 << 48

// entryID is the id that an entry gets: its own if that is free, else the
// next. taken are ids that are known to be in use.
func (r *run) entryID(own int64, taken map[int64]bool) int64 {
	next := &r.source.Next.Entry
	if own <= 0 || own > maxReusedID || taken[own] {
		return take(next)
	}
	*next = max(*next, own+1)
	return own
}

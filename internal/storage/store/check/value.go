package check

import (
	"context"
	"fmt"
	"time"

	"quoin/internal/domain/site"
	"quoin/internal/storage/store/meta"
	"quoin/internal/storage/store/sqldb"
)

// CheckOptions looks for options that can't be read, one of which keeps the
// site from being served.
func (db *Store) CheckOptions(ctx context.Context) (f Flaws, err error) {
	err = db.Each(ctx, "SELECT name, value FROM site_option ORDER BY name", nil, func(scan func(...any) error) error {
		var name, value string
		if err := scan(&name, &value); err != nil {
			return err
		}
		if _, err := sqldb.DecodeValue(value); err != nil {
			f.add(fmt.Sprintf("option %s: %v", name, err))
		}
		return nil
	})
	return f, err
}

// CheckMeta looks for meta values that can't be read. progress is told of the
// rows that were read.
func (db *Store) CheckMeta(ctx context.Context, progress func(rows int64)) (f Flaws, err error) {
	rows := int64(0)
	for _, t := range []meta.MetaTable{meta.EntryMeta, meta.TermMeta, meta.UserMeta, meta.CommentMeta} {
		err := db.Each(ctx, "SELECT "+t.Owner+", key, value FROM "+t.Table, nil, func(scan func(...any) error) error {
			var owner int64
			var key, value string
			if err := scan(&owner, &key, &value); err != nil {
				return err
			}
			if rows++; rows%pageOfRows == 0 {
				progress(rows)
			}
			if _, err := sqldb.DecodeValue(value); err != nil {
				f.add(fmt.Sprintf("%s of %s %d: %v", key, t.Owner[:len(t.Owner)-len("_id")], owner, err))
			}
			return nil
		})
		if err != nil {
			return f, err
		}
	}
	return f, nil
}

// CheckOptionPointers looks for options that name an entry or a term that isn't
// there.
func (db *Store) CheckOptionPointers(ctx context.Context) (f Flaws, err error) {
	for _, declared := range site.Options() {
		o := declared.Declaration()
		if o.Holds == "" {
			continue
		}
		table := string(o.Holds)
		var text string
		ok, err := db.One(ctx, "SELECT value FROM site_option WHERE name = ?", []any{o.Name}, &text)
		if err != nil {
			return f, err
		}
		value, unread := sqldb.DecodeValue(text)
		var id int64
		if _, err := fmt.Sscan(fmt.Sprint(value), &id); !ok || unread != nil || err != nil || id == 0 {
			continue
		}
		there, err := db.present(ctx, table, map[string]int64{"": id})
		if err != nil {
			return f, err
		}
		if !there[id] {
			f.add(fmt.Sprintf("option %s names %s %d, which isn't there", o.Name, table, id))
		}
	}
	return f, nil
}

// JobFlaws are the jobs that something is wrong with.
type JobFlaws struct {
	Failing Flaws // failed, and wait for their next try
	Overdue Flaws // nobody has begun them
	Stuck   Flaws // belong to a worker for longer than any holds one
}

// CheckJobs looks at the jobs: overdue are those due before a time, and stuck
// those that are leased beyond another.
func (db *Store) CheckJobs(ctx context.Context, due, leased time.Time) (j JobFlaws, err error) {
	err = db.Each(ctx, "SELECT kind, COALESCE(key, ''), run_at, attempts, leased_until, last_error FROM job ORDER BY kind, id", nil, func(scan func(...any) error) error {
		var kind, key, failure string
		var runAt, attempts, until int64
		if err := scan(&kind, &key, &runAt, &attempts, &until, &failure); err != nil {
			return err
		}
		name := "job " + kind
		if key != "" {
			name += " " + key
		}
		at := time.UnixMilli(runAt).UTC().Format("2006-01-02 15:04")
		switch {
		case until > leased.UnixMilli():
			j.Stuck.add(name + " is held until " + time.UnixMilli(until).UTC().Format("2006-01-02 15:04"))
		case failure != "" && attempts > 0:
			j.Failing.add(fmt.Sprintf("%s failed %d times, again at %s: %.120s", name, attempts, at, failure))
		case runAt < due.UnixMilli() && until < due.UnixMilli():
			j.Overdue.add(name + " was due at " + at)
		}
		return nil
	})
	return j, err
}

// MendJobs gives back the jobs that are leased beyond a time, and lets those
// that failed be tried again now.
func (db *Store) MendJobs(ctx context.Context, now, leased time.Time) error {
	return db.InTx(ctx, func(ctx context.Context) error {
		if _, err := db.Exec(ctx, "UPDATE job SET lease = '', leased_until = 0 WHERE leased_until > ?", leased.UnixMilli()); err != nil {
			return err
		}
		_, err := db.Exec(ctx, "UPDATE job SET run_at = ?, attempts = 0, last_error = '' WHERE last_error <> '' AND attempts > 0 AND leased_until <= ?",
			now.UnixMilli(), now.UnixMilli())
		sqldb.AfterCommit(ctx, db.jobs.WakeWorkers)
		return err
	})
}

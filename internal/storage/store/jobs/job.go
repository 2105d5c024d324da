package jobs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"quoin/internal/platform/job"
	"quoin/internal/storage/store/sqldb"
)

// Enqueue implements job.Queue.
func (db *Store) Enqueue(ctx context.Context, kind, key string, payload []byte, runAt time.Time) error {
	return db.WriteConcurrent(ctx, func(ctx context.Context) error {
		var named any // NULL keys are never the same
		if key != "" {
			named = key
		}
		err := db.Queue(ctx, "INSERT INTO job (kind, key, payload, run_at, attempts, generation, lease, leased_until, last_error)"+
			" VALUES (?, ?, ?, ?, 0, 0, '', 0, '') ON CONFLICT (kind, key) DO UPDATE SET payload = excluded.payload,"+
			" run_at = excluded.run_at, attempts = 0, generation = job.generation + 1, last_error = ''",
			kind, named, string(payload), runAt.UnixMilli())
		if err != nil {
			return fmt.Errorf("enqueue job %s %q: %w", kind, key, err)
		}
		sqldb.AfterCommit(ctx, db.WakeWorkers)
		return nil
	})
}

// CountJobs tells how many jobs wait or run.
func (db *Store) CountJobs(ctx context.Context) (n int64, err error) {
	_, err = db.One(ctx, "SELECT COUNT(*) FROM job", nil, &n)
	return n, err
}

// Cancel implements job.Queue.
func (db *Store) Cancel(ctx context.Context, kind, key string) error {
	return db.WriteConcurrent(ctx, func(ctx context.Context) error {
		if err := db.Queue(ctx, "DELETE FROM job WHERE kind = ? AND key = ?", kind, key); err != nil {
			return fmt.Errorf("cancel job %s %q: %w", kind, key, err)
		}
		return nil
	})
}

// ClaimJobs implements job.Store.
func (db *Store) ClaimJobs(ctx context.Context, kinds []string, now time.Time, lease time.Duration, limit int) ([]job.Job, error) {
	// Asking first spares the writer: mostly nothing is due.
	next, err := db.NextJob(ctx, kinds)
	if err != nil || next.IsZero() || next.After(now) {
		return nil, err
	}
	var jobs []job.Job
	err = db.WriteConcurrent(ctx, func(ctx context.Context) error {
		jobs = nil
		claim := sqldb.RandomName()
		ms := now.UnixMilli()
		return db.Each(ctx, "UPDATE job SET lease = ?, leased_until = ?, attempts = attempts + 1 WHERE id IN ("+
			"SELECT id FROM job WHERE run_at <= ? AND leased_until <= ? AND "+db.Engine.TextsIn("kind")+
			" ORDER BY run_at, id LIMIT ?"+db.Engine.SkipLocked()+")"+
			" RETURNING id, kind, COALESCE(key, ''), payload, run_at, attempts, generation",
			[]any{claim, now.Add(lease).UnixMilli(), ms, ms, db.Engine.TextList(kinds), limit},
			func(scan func(...any) error) error {
				j := job.Job{Lease: claim}
				var payload string
				var runAt int64
				err := scan(&j.ID, &j.Kind, &j.Key, &payload, &runAt, &j.Attempts, &j.Generation)
				j.Payload, j.RunAt = []byte(payload), time.UnixMilli(runAt).UTC()
				jobs = append(jobs, j)
				return err
			})
	})
	if err != nil {
		return nil, fmt.Errorf("claim jobs: %w", err)
	}
	slices.SortFunc(jobs, func(a, b job.Job) int {
		return cmp.Or(a.RunAt.Compare(b.RunAt), cmp.Compare(a.ID, b.ID))
	})
	return jobs, nil
}

// ExtendJob implements job.Store.
func (db *Store) ExtendJob(ctx context.Context, j job.Job, until time.Time) (bool, error) {
	var n int64
	err := db.WriteConcurrent(ctx, func(ctx context.Context) error {
		var err error
		n, err = db.Exec(ctx, "UPDATE job SET leased_until = ? WHERE id = ? AND lease = ?", until.UnixMilli(), j.ID, j.Lease)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("extend job %d: %w", j.ID, err)
	}
	return n > 0, nil
}

// CompleteJob implements job.Store.
func (db *Store) CompleteJob(ctx context.Context, j job.Job) error {
	return db.WriteConcurrent(ctx, func(ctx context.Context) error {
		n, err := db.Exec(ctx, "DELETE FROM job WHERE id = ? AND lease = ? AND generation = ?", j.ID, j.Lease, j.Generation)
		if err == nil && n == 0 {
			// Enqueued again while it ran: the new one may begin.
			err = db.release(ctx, j)
		}
		if err != nil {
			return fmt.Errorf("complete job %d: %w", j.ID, err)
		}
		return nil
	})
}

// release gives up the lease of a job.
func (db *Store) release(ctx context.Context, j job.Job) error {
	n, err := db.Exec(ctx, "UPDATE job SET lease = '', leased_until = 0 WHERE id = ? AND lease = ?", j.ID, j.Lease)
	if err == nil && n > 0 {
		sqldb.AfterCommit(ctx, db.WakeWorkers)
	}
	return err
}

// RetryJob implements job.Store.
func (db *Store) RetryJob(ctx context.Context, j job.Job, at time.Time, reason string) error {
	return db.WriteConcurrent(ctx, func(ctx context.Context) error {
		const longest = 2000
		if len(reason) > longest {
			reason = reason[:longest]
		}
		n, err := db.Exec(ctx, "UPDATE job SET lease = '', leased_until = 0, run_at = ?, last_error = ? WHERE id = ? AND lease = ? AND generation = ?",
			at.UnixMilli(), reason, j.ID, j.Lease, j.Generation)
		if err == nil && n == 0 {
			err = db.release(ctx, j)
		}
		if err != nil {
			return fmt.Errorf("retry job %d: %w", j.ID, err)
		}
		return nil
	})
}

// NextJob implements job.Store.
func (db *Store) NextJob(ctx context.Context, kinds []string) (time.Time, error) {
	var ms int64
	// A leased job is due when its lease ends.
	ok, err := db.One(ctx, "SELECT CASE WHEN leased_until > run_at THEN leased_until ELSE run_at END AS due FROM job WHERE "+
		db.Engine.TextsIn("kind")+" ORDER BY due LIMIT 1", []any{db.Engine.TextList(kinds)}, &ms)
	if err != nil {
		return time.Time{}, fmt.Errorf("next job: %w", err)
	}
	if !ok {
		return time.Time{}, nil
	}
	return time.UnixMilli(ms).UTC(), nil
}

// clockMargin is how far the clocks of nodes may be apart.
const clockMargin = time.Minute

// MendJobTimes brings jobs back whose times lie further ahead than they can, since the
// clock was set back after they were written: leases that are longer than lease, and tries
// after a failure that are later than backoff. It tells how many there were.
func (db *Store) MendJobTimes(ctx context.Context, now time.Time, lease, backoff time.Duration) (n int64, err error) {
	leased, tried := now.Add(lease+clockMargin).UnixMilli(), now.Add(backoff+clockMargin).UnixMilli()
	var far int64
	if _, err := db.One(ctx, "SELECT COUNT(*) FROM job WHERE leased_until > ? OR attempts > 0 AND run_at > ?", []any{leased, tried}, &far); err != nil || far == 0 {
		return 0, err
	}
	err = db.WriteConcurrent(ctx, func(ctx context.Context) error {
		leases, err := db.Exec(ctx, "UPDATE job SET lease = '', leased_until = 0 WHERE leased_until > ?", leased)
		if err != nil {
			return err
		}
		tries, err := db.Exec(ctx, "UPDATE job SET run_at = ? WHERE attempts > 0 AND run_at > ?", now.UnixMilli(), tried)
		n = leases + tries
		sqldb.AfterCommit(ctx, db.WakeWorkers)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("mend the times of jobs: %w", err)
	}
	return n, nil
}

// WakeWorkers never waits: a signal that was not yet taken stands for all.
func (db *Store) WakeWorkers() {
	select {
	case db.wake <- struct{}{}:
	default:
	}
}

// JobsAdded implements job.Store.
func (db *Store) JobsAdded() <-chan struct{} { return db.wake }

// EachPayload tells fn of the payloads of all jobs of a kind.
func (db *Store) EachPayload(ctx context.Context, kind string, fn func(key, payload string) error) error {
	return db.Each(ctx, "SELECT COALESCE(key, ''), payload FROM job WHERE kind = ?", []any{kind}, func(scan func(...any) error) error {
		var key, payload string
		if err := scan(&key, &payload); err != nil {
			return err
		}
		return fn(key, payload)
	})
}

package background

import (
	"context"
	"errors"
	"time"

	"quoin/internal/platform/job"
)

// What a clock that is set does to what lies in the database is mended when it is seen: by
// comparing it with the time that really went by.
const (
	clockEvery = 5 * time.Second
	// clockJump is more than clocks drift, or are corrected by in passing.
	clockJump = 30 * time.Second
	// clockFar is how far it may be set forward before what is old by it is deleted.
	clockFar = 24 * time.Hour
	// clockTrusted is after how long one that was set so far forward counts as right.
	clockTrusted = 24 * time.Hour
)

// watchClock looks whether the clock is set, until ctx ends.
func (w *Work) watchClock(ctx context.Context) {
	ticker := time.NewTicker(clockEvery)
	defer ticker.Stop()
	wall, passed := w.Clock(), time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now := time.Now() // with the reading that nobody sets
		jump := w.Clock().Round(0).Sub(wall.Round(0)) - now.Sub(passed)
		wall, passed = w.Clock(), now
		if jump.Abs() < clockJump {
			continue
		}
		if err := w.clockSet(ctx, jump); err != nil && ctx.Err() == nil {
			w.Log.ErrorContext(ctx, "times weren't mended after the clock was set", "error", err)
		}
	}
}

// clockSet follows a change of the clock by so much. What is cached until a time is
// forgotten, and what is to be done from time to time is noted anew: else a clock that was
// a year ahead for a minute would keep it from being done for a year.
func (w *Work) clockSet(ctx context.Context, jump time.Duration) error {
	w.Log.WarnContext(ctx, "the clock was set", "by", jump.Round(time.Second).String())
	if jump >= clockFar {
		until := time.Now().Add(clockTrusted)
		w.distrusted.Store(&until)
	} else if jump <= -clockFar {
		w.distrusted.Store(nil) // it is right again
	}
	w.Forget()
	_, err := w.DB.MendJobTimes(ctx, w.Clock(), job.LeaseTime, job.LongestBackoff)
	return errors.Join(err, w.firstJobs(ctx))
}

// oldByClock tells whether what is old by the clock may be deleted: not for a day after the
// clock was set far forward, since everything may seem old then.
func (w *Work) oldByClock() bool {
	until := w.distrusted.Load()
	return until == nil || time.Now().After(*until)
}

package api

import (
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/people/account"
)

// TestSessionsWhenTheClockIsSet sets the clock forward by a year, back, and a day too far:
// a session is over when it is by the clock, goes on when the clock goes back, and who logs
// in is logged in at any time.
func TestSessionsWhenTheClockIsSet(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		var ahead atomic.Int64
		s := start(t, app.Config{DatabaseURL: e.database(t), Clock: func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }})
		if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: "ann", Email: "ann@example.org", Role: "author", Password: "correct horse"}); err != nil {
			t.Fatal(err)
		}
		first, second := s.browser(t), s.browser(t)
		for _, b := range []*browser{first, second} {
			if a := b.logIn("ann", "correct horse"); a.status != 302 {
				t.Fatalf("%d %s", a.status, a.body)
			}
		}
		const day = 24 * time.Hour
		if a := first.visit("/account", nil); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		var before *browser
		for _, d := range []time.Duration{365 * day, 0, -day, 0} {
			ahead.Store(int64(d))
			if d > 0 {
				if a := second.visit("/account", nil); a.status != 302 {
					t.Errorf("a session that is over: %d", a.status)
				}
			} else if before != nil {
				if a := before.visit("/account", nil); a.status != 200 {
					t.Errorf("a session of the time before, %v ahead: %d", d, a.status)
				}
			}
			other := s.browser(t)
			if a := other.logIn("ann", "correct horse"); a.status != 302 {
				t.Errorf("a log-in %v ahead: %d", d, a.status)
			}
			if a := other.visit("/account", nil); a.status != 200 {
				t.Errorf("its session %v ahead: %d", d, a.status)
			}
			if d <= 0 {
				before = other
			}
		}
	})
}

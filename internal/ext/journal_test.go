package ext

import (
	"fmt"
	"testing"
	"time"
)

// Of one client fewer and fewer entries are taken, of an IPv6 network as of one
// client; others aren't concerned, and an hour later all is as before.
func TestJournalSamples(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	j := &Journal{clients: map[string]int{}}
	takes := func(n int, client func(i int) string) (taken int) {
		for i := range n {
			if j.takes(client(i), now) {
				taken++
			}
		}
		return taken
	}
	one := func(int) string { return "192.0.2.1" }
	if got := takes(30_000, one); got != 1000+900+200 {
		t.Errorf("of 30000 entries of one client %d are taken", got)
	}
	if got := takes(30_000, func(i int) string { return fmt.Sprintf("2001:db8::%x", i+1) }); got != 2100 {
		t.Errorf("of 30000 entries of one network %d are taken", got)
	}
	if got := takes(1, func(int) string { return "192.0.2.2" }); got != 1 {
		t.Error("another client isn't taken")
	}
	now = now.Add(journalHour)
	if got := takes(1, one); got != 1 {
		t.Error("a client is forgotten after an hour")
	}
	// Those who are too many share what one has.
	if got := takes(journalClients+5000, func(i int) string { return fmt.Sprintf("10.%d.%d.%d", i>>16, i>>8&255, i&255) }); got > journalClients+2000 || len(j.clients) > journalClients+1 {
		t.Errorf("of many clients %d entries are taken, %d are remembered", got, len(j.clients))
	}
}

package main

import (
	"syscall"
	"time"
)

// spent sums what answers cost on the processors: of a plain server, of the
// site, and of this program while it asks each of them.
type spent struct {
	plainServer, site, askPlain, askSite time.Duration
	plainDone, siteDone                  int64
}

// micros is a time per answer.
func micros(d time.Duration, answers int64) float64 {
	return float64(d.Microseconds()) / float64(max(answers, 1))
}

// ratio is what the rates would be to each other if nothing else used the
// processors: the time of the server and of the client that asks it, per answer.
func (s *spent) ratio() float64 {
	return micros(s.plainServer+s.askPlain, s.plainDone) / max(micros(s.site+s.askSite, s.siteDone), 1)
}

// round asks a server for a while and adds what that cost to the sums.
func round(t *target, server *process, length time.Duration, cost, asking *time.Duration, done *int64) (rate float64, err error) {
	serverBefore, ownBefore, n := server.busy(), ownTime(), t.n.Load()
	rate, err = t.round(length)
	*cost += server.busy() - serverBefore
	*asking += ownTime() - ownBefore
	*done += t.n.Load() - n
	return rate, err
}

// ownTime is how long this program had a processor.
func ownTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

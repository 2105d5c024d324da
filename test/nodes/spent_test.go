package nodes

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"quoin/test/program"
)

// spent is how long who takes part in a benchmark had a processor so far; busy is that of
// everybody on the machine, all what there was.
type spent struct{ nodes, database, clients, busy, all time.Duration }

// measured is what a benchmark found: how many were written a second, milliseconds of
// processor time for each, and which share of the machine's was used, and which of it here.
type measured struct {
	rate                     float64
	nodes, database, clients float64
	busy, own                float64
}

// spent is what has been spent so far.
func (c *cluster) spent() spent {
	var s spent
	for _, pid := range c.server.Processes() {
		s.database += program.Processor(pid)
	}
	for _, n := range c.nodes {
		s.nodes += n.Processor()
	}
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) == nil {
		s.clients = time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	s.busy, s.all = machine()
	return s
}

// machine is how long the processors were used since the system began, and how long in all;
// nothing where the system doesn't tell.
func machine() (busy, all time.Duration) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, 0
	}
	first, _, _ := strings.Cut(string(text), "\n")
	for i, field := range strings.Fields(first) {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil || i > 8 { // what guests use is in the others
			continue
		}
		ticks := time.Duration(n) * 10 * time.Millisecond
		all += ticks
		if i != 4 && i != 5 { // idle, or waiting for a disk
			busy += ticks
		}
	}
	return busy, all
}

// since is what n writes took.
func (s spent) since(before spent, n int, took time.Duration) measured {
	each := func(now, then time.Duration) float64 { return (now - then).Seconds() * 1000 / float64(n) }
	m := measured{
		rate: float64(n) / took.Seconds(), nodes: each(s.nodes, before.nodes), database: each(s.database, before.database),
		clients: each(s.clients, before.clients),
	}
	if all := s.all - before.all; all > 0 {
		m.busy = float64(s.busy-before.busy) / float64(all)
		m.own = m.sum() * float64(n) / 1000 / all.Seconds()
	}
	return m
}

// sum is the processor time of all who take part.
func (m measured) sum() float64 { return m.nodes + m.database + m.clients }

// alone is how many a second the machine's processors have time for, whatever else they did.
func (m measured) alone() float64 { return float64(runtime.NumCPU()) * 1000 / max(m.sum(), 0.001) }

// hold prints how a benchmark does beside its bar; before is the one that it is to be so many
// times.
func (m measured) hold(name string, b bar, before measured) {
	verdict := func(holds bool) string {
		if holds {
			return "held"
		}
		return "missed"
	}
	said := []string{fmt.Sprintf("%.0f a second", m.rate)}
	if b.rate > 0 {
		said = append(said, fmt.Sprintf("at least %.0f or processors above %.0f %% busy with this: %s", b.rate, 100*fullyBusy, verdict(m.rate >= b.rate || m.own > fullyBusy)),
			fmt.Sprintf("they have time for %.0f", m.alone()))
	}
	said = append(said, fmt.Sprintf("%.2f ms of processor time each", m.sum()))
	if b.most > 0 {
		said = append(said, fmt.Sprintf("at most %.2f: %s", b.most, verdict(m.sum() <= b.most)))
	}
	if b.times > 0 && before.rate > 0 {
		times := m.rate / before.rate
		said = append(said, fmt.Sprintf("%.2f times the one before, at least %.2f or processors above %.0f %% busy with this: %s",
			times, b.times, 100*fullyBusy, verdict(times >= b.times || m.own > fullyBusy)))
	}
	fmt.Printf("bar: %s: %s; processors %.0f %% busy, %.0f %% with this\n", name, strings.Join(said, ", "), 100*m.busy, 100*m.own)
}

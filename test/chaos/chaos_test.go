package chaos

import (
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"
)

// TestChaos deals all harms once in some order, with QUOIN_SOAK more often.
func TestChaos(t *testing.T) {
	seed, deals := rand.Uint64()>>32, 1
	for name, to := range map[string]func(n uint64){
		"QUOIN_CHAOS_SEED": func(n uint64) { seed = n },
		"QUOIN_SOAK":       func(n uint64) { deals = int(n) },
	} {
		if text := os.Getenv(name); text != "" {
			n, err := strconv.ParseUint(text, 10, 32)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			to(n)
		}
	}
	c := start(t, seed)
	defer func() { c.servers[c.primary].Synchronous(t, false) }() // the standby ends first
	plan := rounds(seed, deals, 4, c.fills, os.Getenv("QUOIN_CHAOS_HARMS"))
	t.Logf("QUOIN_CHAOS_SEED=%d", seed)
	for i, steps := range plan {
		for _, s := range steps {
			t.Logf("round %d: %v", i, s)
		}
	}
	for i, steps := range plan {
		c.round(i, steps)
		if t.Failed() {
			t.Fatalf("round %d of seed %d went wrong", i, seed)
		}
	}
	for i, n := range c.node {
		c.checkLog(i, n.now())
	}
}

// round writes while the steps happen, then looks what is there.
func (c *chaos) round(number int, steps []step) {
	c.Helper()
	l := &ledger{chaos: c, round: number}
	c.writing = l
	for k := range l.shared {
		l.share(k)
	}
	l.since = l.posts[0] - 1
	var writing sync.WaitGroup
	for i := range writers {
		writing.Go(func() { l.write(rand.New(rand.NewPCG(c.seed, uint64(number*writers+i+1))), i) })
	}
	for i := range readers {
		writing.Go(func() { l.read(rand.New(rand.NewPCG(c.seed, uint64(1000+number*readers+i)))) })
	}
	l.goesOn("before anything happened")
	for _, s := range steps {
		began := time.Now()
		var harming sync.WaitGroup
		for _, h := range s {
			harming.Go(func() { c.do(h) })
		}
		harming.Wait()
		l.goesOn("after: " + s.String())
		c.Logf("round %d, %v: %v", number, time.Since(began).Round(time.Millisecond), s)
	}
	l.over.Store(true)
	writing.Wait()
	c.rest()
	l.check()
	l.checkPages()
	c.checkVitals(number)
	c.Logf("round %d: %d writes acknowledged, %d refused, %d unknown; %d pages read, %d times told to come again", number,
		l.counts[stored].Load(), l.counts[refused].Load(), l.counts[unknown].Load(), l.reads.Load(), l.turnedAway.Load())
}

// goesOn waits until writes are acknowledged by both nodes.
func (l *ledger) goesOn(when string) {
	l.Helper()
	for i := range l.node {
		before := l.acks[i].Load()
		for deadline := time.Now().Add(patience); l.acks[i].Load() < before+15; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				l.Fatalf("no write gets through node %d %s: %s", i, when, tail(l.node[i].now().Log()))
			}
			if l.Failed() {
				return
			}
		}
	}
}

func tail(log string) string { return log[max(0, len(log)-3000):] }

// rest waits until both nodes are ready.
func (c *chaos) rest() {
	c.Helper()
	for i, n := range c.node {
		for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
			res, err := c.client.Get(n.now().Base + "/readyz")
			if err == nil {
				res.Body.Close()
				if res.StatusCode == http.StatusOK {
					break
				}
			}
			if time.Now().After(deadline) {
				c.Fatalf("node %d isn't ready: %v", i, err)
			}
		}
	}
}

// checkVitals holds what a node has in use at rest against what it had when it was first at
// rest.
func (c *chaos) checkVitals(round int) {
	c.Helper()
	c.client.CloseIdleConnections()
	for i, n := range c.node {
		var now vitals
		for deadline := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
			now = c.vitals(n)
			if n.first == nil || now.goroutines <= n.first.goroutines+moreGoroutines && now.files <= n.first.files+moreFiles && now.memory <= n.first.memory+moreMemory {
				break
			}
			if time.Now().After(deadline) {
				c.Errorf("node %d has %+v in use at rest, %+v before", i, now, *n.first)
				break
			}
		}
		if n.first == nil {
			n.first = &now
		}
		c.Logf("round %d: node %d has %.0f goroutines, %.0f files, %.0f MB", round, i, now.goroutines, now.files, now.memory/(1<<20))
	}
}

// What may be more in use than when a process was first at rest.
const (
	moreGoroutines = 60
	moreFiles      = 60
	moreMemory     = 150 << 20
)

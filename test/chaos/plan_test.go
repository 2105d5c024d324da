package chaos

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// A harm is something that happens to the site while it is written to.
type harm struct {
	kind kind
	node int           // whom, where it is a node
	last time.Duration // how long, where it lasts
}

// kind is what happens.
type kind string

// What happens: to a node, to its connections, to the database, to the storage.
const (
	nodeKilled    kind = "node is killed"
	nodeStopped   kind = "node is stopped and started" // SIGTERM
	nodeSuspended kind = "node stands still"           // SIGSTOP
	nodeDiskFull  kind = "disk of the node is full"
	linkCut       kind = "connections to the database are cut"
	linkHeld      kind = "connections to the database stall"
	storageCut    kind = "connections to the storage are refused"
	storageHeld   kind = "storage stalls"

	backendsEnded   kind = "pg_terminate_backend"
	databaseKilled  kind = "PostgreSQL is killed and started"
	databaseStopped kind = "PostgreSQL is restarted"
	databaseStands  kind = "PostgreSQL stands still"
	databaseFull    kind = "disk of PostgreSQL is full"
	standbyStands   kind = "standby stands still"
	failOver        kind = "PostgreSQL is killed, the standby takes over"
	machineLost     kind = "machine of PostgreSQL says nothing any more, the standby takes over"
	waitsCancelled  kind = "standby stands still, waits for it are cancelled, it takes over"
	storageKilled   kind = "storage is killed and started"
)

// harms are all kinds, with the longest that each lasts, and whether it is the database's.
var harms = []struct {
	kind     kind
	longest  time.Duration
	node     bool
	database bool
	fills    bool // takes a file system that can be filled
}{
	{kind: nodeKilled, node: true},
	{kind: nodeStopped, node: true},
	{kind: nodeSuspended, longest: 5 * time.Second, node: true},
	{kind: nodeDiskFull, longest: 3 * time.Second, node: true, fills: true},
	{kind: linkCut, longest: 2 * time.Second, node: true},
	{kind: linkHeld, longest: 5 * time.Second, node: true},
	{kind: storageCut, longest: 2 * time.Second, node: true},
	{kind: storageHeld, longest: 5 * time.Second, node: true},
	{kind: backendsEnded, longest: 2 * time.Second, database: true},
	{kind: databaseKilled, database: true},
	{kind: databaseStopped, database: true},
	{kind: databaseStands, longest: 5 * time.Second, database: true},
	{kind: databaseFull, longest: 3 * time.Second, database: true, fills: true},
	{kind: standbyStands, longest: 4 * time.Second, database: true},
	{kind: failOver, database: true},
	{kind: machineLost, database: true},
	{kind: waitsCancelled, longest: 3 * time.Second, database: true},
	{kind: storageKilled, longest: 2 * time.Second},
}

// String is the line of the plan.
func (h harm) String() string {
	s := string(h.kind)
	for _, d := range harms {
		if d.kind == h.kind && d.node {
			s = fmt.Sprint("node ", h.node, ": ", s)
		}
	}
	if h.last > 0 {
		s += fmt.Sprint(", for ", h.last)
	}
	return s
}

// A step are harms that happen at the same time.
type step []harm

// String implements fmt.Stringer.
func (s step) String() string {
	var list []string
	for _, h := range s {
		list = append(list, h.String())
	}
	return strings.Join(list, "; meanwhile ")
}

// rounds deals all harms so often whose names have a word, in some order. Of each deal one in three steps has one of
// the database and another one at the same time.
func rounds(seed uint64, deals, perRound int, fills bool, word string) (plan [][]step) {
	r := rand.New(rand.NewPCG(seed, 0))
	for range deals {
		var of [2][]harm // others, the database's
		for _, d := range harms {
			if d.fills && !fills || !strings.Contains(string(d.kind), word) {
				continue
			}
			h := harm{kind: d.kind, node: r.IntN(nodes)}
			if d.longest > 0 {
				h.last = time.Duration(d.longest.Milliseconds()/4+r.Int64N(d.longest.Milliseconds()*3/4)) * time.Millisecond
			}
			which := 0
			if d.database {
				which = 1
			}
			of[which] = append(of[which], h)
		}
		var steps []step
		for _, list := range of {
			r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		}
		for len(of[0])+len(of[1]) > 0 {
			var s step
			both := len(of[0]) > 0 && len(of[1]) > 0 && r.IntN(3) == 0
			first := r.IntN(2)
			for which := range of {
				if len(of[which]) > 0 && (both || which == first || len(of[1-which]) == 0) {
					s = append(s, of[which][0])
					of[which] = of[which][1:]
				}
			}
			steps = append(steps, s)
		}
		for len(steps) > 0 {
			n := min(perRound, len(steps))
			plan = append(plan, steps[:n])
			steps = steps[n:]
		}
	}
	return plan
}

package render

import (
	"maps"
	"slices"
	"strings"
)

// Counters hand out the numbers of generated ids, and keep what else a rendering
// leaves to the next one. One of them may serve many renderings, so that these
// can stand on one page; they must not run at the same time.
type Counters struct {
	last   map[string]int
	used   int            // numbers that were handed out
	before map[string]int // where those used since Trace began stood; nil when not traced
}

// NewCounters begin at 1.
func NewCounters() *Counters { return &Counters{} }

// set puts a counter where it stands; there is no map until one is used.
func (n *Counters) set(name string, to int) {
	if n.last == nil {
		n.last = map[string]int{}
	}
	n.last[name] = to
}

func (n *Counters) next(name string) int {
	if _, used := n.before[name]; n.before != nil && !used {
		n.before[name] = n.last[name]
	}
	n.set(name, n.last[name]+1)
	n.used++
	return n.last[name]
}

// anyNumber is where a counter stood that a rendering set without reading it.
const anyNumber = -1

// Leave sets a counter for what comes later in an answer. No generated id may have its name as
// prefix.
func (n *Counters) Leave(name string, at int) {
	if _, used := n.before[name]; n.before != nil && !used {
		n.before[name] = anyNumber
	}
	n.set(name, at)
}

// Left is where a counter stands that what came before in the answer set, 0 for none.
func (n *Counters) Left(name string) int {
	if _, used := n.before[name]; n.before != nil && !used {
		n.before[name] = n.last[name]
	}
	return n.last[name]
}

// lateParagraphs is the counter that stands at one once content made of blocks
// was rendered.
const lateParagraphs = "late paragraphs"

// delayParagraphs makes classic content that comes later get its paragraphs late.
func (n *Counters) delayParagraphs() { n.Leave(lateParagraphs, 1) }

// paragraphsAreLate tells whether content made of blocks came before.
func (n *Counters) paragraphsAreLate() bool { return n.Left(lateParagraphs) == 1 }

// Count is one counter before and after a rendering.
type Count struct {
	Name         string
	Before, Last int
}

// Trace runs fn and tells which counters it used, by name.
func (n *Counters) Trace(fn func()) []Count {
	outer := n.before
	n.before = map[string]int{}
	fn()
	own := n.before
	n.before = outer
	list := make([]Count, 0, len(own))
	for name, before := range own {
		list = append(list, Count{name, before, n.last[name]})
		if _, used := outer[name]; outer != nil && !used {
			outer[name] = before
		}
	}
	slices.SortFunc(list, func(a, b Count) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// At tells whether the counters stand where they stood before a rendering,
// which would use the same numbers again.
func (n *Counters) At(used []Count) bool {
	return !slices.ContainsFunc(used, func(c Count) bool { return c.Before != anyNumber && n.last[c.Name] != c.Before })
}

// Skip takes the numbers of a rendering that is shown without being made.
func (n *Counters) Skip(used []Count) {
	for _, c := range used {
		if _, traced := n.before[c.Name]; n.before != nil && !traced {
			n.before[c.Name] = n.last[c.Name]
			if c.Before == anyNumber {
				n.before[c.Name] = anyNumber
			}
		}
		n.set(c.Name, c.Last)
	}
}

// Clone copies the counters.
func (n *Counters) Clone() *Counters { return &Counters{last: maps.Clone(n.last)} }

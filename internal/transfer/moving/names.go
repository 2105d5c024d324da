package moving

import (
	"fmt"
	"strings"
)

// named is how many things a line of the report names.
const named = 20

// names are things that the report tells of in one line: how many there are, and the first by
// name.
type names struct {
	first []string
	count int
}

// namesOf are those of a list.
func namesOf(list []string) *names {
	n := &names{}
	for _, name := range list {
		n.add(name)
	}
	return n
}

func (n *names) add(name string) {
	if n.count++; len(n.first) < named {
		n.first = append(n.first, name)
	}
}

// String lists them.
func (n *names) String() string {
	text := strings.Join(n.first, ", ")
	if more := n.count - len(n.first); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// say has a line with how many there are, in the words for one or for many, and the list; none
// where there is nothing.
func (n *names) say(warn func(format string, args ...any), one, many string) {
	switch n.count {
	case 0:
	case 1:
		warn("1 %s: %s", one, n)
	default:
		warn("%d %s: %s", n.count, many, n)
	}
}

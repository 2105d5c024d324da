package lists

import (
	"sync"
)

const (
	// anchorFrom is the offset from which it pays to remember where a page began:
	// walking past 200 entries of an index takes less than asking for the state
	// of the collections, which tells whether an anchor still holds.
	anchorFrom = 200
	// anchorLists and anchorsEach bound what is remembered, to 2 MB: lists, and
	// pages of each. A reader who pages through a list needs one.
	anchorLists = 256
	anchorsEach = 64
)

// anchor is where in a list an offset is: the row with this key and id.
type anchor struct {
	offset int
	key    any // nil in lists that are ordered by id alone
	id     int64
}

// anchors remembers where deep pages began, so that the same page or one
// further on doesn't walk there from the start of the list again. They hold as
// long as the collections of the list stay in the same state.
type anchors struct {
	mu    sync.Mutex
	lists map[string]*anchorList
}

type anchorList struct {
	state  string
	places []anchor
}

func newAnchors() *anchors { return &anchors{lists: map[string]*anchorList{}} }

// before is the nearest anchor at or before an offset.
func (a *anchors) before(list, state string, offset int) (anchor, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	l := a.lists[list]
	if l == nil || l.state != state {
		return anchor{}, false
	}
	best, found := anchor{}, false
	for _, p := range l.places {
		if p.offset <= offset && (!found || p.offset > best.offset) {
			best, found = p, true
		}
	}
	return best, found
}

func (a *anchors) put(list, state string, place anchor) {
	a.mu.Lock()
	defer a.mu.Unlock()
	l := a.lists[list]
	if l == nil || l.state != state {
		if len(a.lists) >= anchorLists {
			for k := range a.lists { // any one goes
				delete(a.lists, k)
				break
			}
		}
		l = &anchorList{state: state}
		a.lists[list] = l
	}
	for i, p := range l.places {
		if p.offset == place.offset {
			l.places[i] = place
			return
		}
	}
	if len(l.places) >= anchorsEach {
		l.places = l.places[1:]
	}
	l.places = append(l.places, place)
}

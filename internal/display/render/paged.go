package render

import "math"

// ListPage is a page of a list in a text: the number of the list, -1 for one without, and that
// of its page.
type ListPage struct{ List, Page int }

// The counters of the pages beside that of the last list with pages.
const (
	pagedList  = "paged list"
	pageBefore = "page before"
	pageBehind = "page behind"
)

// ShowsList notes that a text has a list of its own.
func ShowsList(c *Context) { c.run.ids.Leave(pagedList, 1) }

// LeadsBack notes the page that the link to the one before leads to, nil for no link.
func LeadsBack(c *Context, to *ListPage) { c.run.ids.Leave(pageBefore, to.number()) }

// LeadsOn notes the page that the link to the next one leads to, nil for no link.
func LeadsOn(c *Context, to *ListPage) { c.run.ids.Leave(pageBehind, to.number()) }

// PagesBeside are the pages before and behind that of the last list in the texts so far, as
// their links tell; nil for none.
func (n *Counters) PagesBeside() (before, behind *ListPage) {
	if n.Left(pagedList) == 0 {
		return nil, nil
	}
	return listPage(n.Left(pageBefore)), listPage(n.Left(pageBehind))
}

// number is a page as one number, 0 for none and for one that no list has.
func (p *ListPage) number() int {
	if p == nil || p.List < -1 || p.List >= math.MaxInt32 || p.Page < 1 || p.Page >= math.MaxInt32 {
		return 0
	}
	return (p.List+2)<<32 | p.Page
}

func listPage(number int) *ListPage {
	if number == 0 {
		return nil
	}
	return &ListPage{List: number>>32 - 2, Page: number & math.MaxInt32}
}

package lists

import (
	"fmt"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/sqldb"
)

// way is how the ids of a list are found. docs/adr/0006-list-plans.md tells
// which query goes which way, and why.
type way string

const (
	// byName starts from the ids, slugs, parents or meta values that the query
	// names, and sorts what they lead to.
	byName way = "by name"
	// byWord starts from the entries that the trigram index finds, and sorts
	// them.
	byWord way = "by word"
	// byField starts from the entries that a filter by a field finds, and sorts
	// them.
	byField way = "by field"
	// byTermDate walks along the dates of each term's entries and merges them.
	byTermDate way = "by term and date"
	// byTerm starts from all entries of some terms, and sorts them.
	byTerm way = "by term"
	// byKind walks, for each kind of entry, along an index that has the order,
	// and merges the kinds.
	byKind way = "by kind"
	// byTest reads the entries of all kinds at once, and sorts them.
	byTest way = "by test"
)

const (
	// maxKindBranches bounds the kinds that a list is merged from. The database
	// plans each branch, on SQLite for some 30 µs, on PostgreSQL for 300: a page of
	// ten of 10,000 entries in 24 kinds takes 1.7 and 7 ms; read and sorted as
	// one it takes 33 on PostgreSQL. With 48 kinds both ways cost the same there.
	maxKindBranches = 24
	// maxTermBranches bounds the terms that a list is merged from. Each branch
	// also looks at each entry for the terms before it. Of 20,000 posts with two
	// of 200 tags, a page of twelve tags takes 2 ms on SQLite and 5 on PostgreSQL;
	// of 24 tags 13 and 30, where the other ways take 5 and 1.
	maxTermBranches = 12
	// alwaysSorted is a number of entries that are read and sorted rather than
	// looked for along the order. The estimate of a walk takes the entries to be
	// spread evenly, and is far off for few that all lie at its end; sorting a
	// hundred costs 2 ms at worst, a page of a tenth of that 0.3.
	alwaysSorted = 100
)

// plan is how the ids of a list are found: its branches together have each of
// them once.
type plan struct {
	way      way
	why      string
	branches []branch
}

// branch is a query for some ids of a list.
type branch struct {
	base table // what is read first: entries, terms of entries, or the list of ids

	kind        *entries.KindCount // only entries of this kind; nil: of every kind of the list
	authorLeads bool               // the author of kind may choose the index
	kindsLead   bool               // without kind: types and statuses may choose the index

	term      int64   // with base entryTermTable: only entries with this term
	notTerms  []int64 // ... that have none of these, whose entries other branches have
	termsMet  bool    // the terms that lead are all that the query asks of terms
	withTerms []int64 // only entries with one of these terms, which are looked up first
	found     bool    // only entries that the trigram index finds, which are looked up first

	field  string               // with base entryFieldTable: its rows are of this field
	filter *content.FieldFilter // what chooses the index

	walk bool // only the order may choose the index, not a span of time
}

// extent is how much of a list is read: its first rows, of all that match.
type extent struct {
	matches int // how many entries the list has; -1: not known
	rows    int // how many of them are read, from the first; -1: all
}

// fewer tells whether reading and sorting n entries costs less than walking
// along the order of all until enough rows are found. The walk meets an entry
// of n every all/n steps, and so takes rows*all/n steps.
func (x extent) fewer(n, all int) bool {
	return x.rows < 0 || n <= alwaysSorted || float64(n)*float64(n) <= float64(x.rows)*float64(all)
}

// fewerRows is fewer for a list that is ordered by a field: what is sorted is looked up,
// entry by entry, at twice the cost of a step along the order.
func (x extent) fewerRows(n, all int) bool {
	return x.rows < 0 || n <= alwaysSorted || 2*float64(n)*float64(n) <= float64(x.rows)*float64(all)
}

// plan decides how the ids of the list are found. It looks at nothing but the
// query and what is known of the kinds, terms and words in it.
func (l *entryList) plan(order ordering, x extent) plan {
	all := l.entries()
	if what := l.names(); what != "" {
		base := entryTable
		if order.reads(idListTable) {
			base = idListTable
		}
		return plan{byName, "the query names " + what, []branch{{base: base}}}
	}
	if l.canLookUp() {
		if x.matches < 0 {
			return plan{byWord, "the index has the words", []branch{{found: true}}}
		}
		if x.fewer(x.matches, all) {
			return plan{byWord, fmt.Sprintf("%d of %d entries have the words", x.matches, all), []branch{{found: true}}}
		}
	}
	if f := l.leadingField(); f != nil && len(l.kinds) <= maxKindBranches {
		if key := order.byField(); l.filtersBy(key) {
			return plan{byField, "the values of " + key + " are indexed, and have the order", l.walkField(key)}
		}
		if x.matches < 0 {
			return plan{byField, "the values of " + f.Field.Key + " are indexed", l.fieldBranches(f)}
		}
		if order.byField() != "" && x.fewerRows(x.matches, all) || order.byField() == "" && x.fewer(x.matches, all) {
			return plan{byField, fmt.Sprintf("%d of %d entries have the values", x.matches, all), l.fieldBranches(f)}
		}
	}
	if terms, exact := l.leadingTerms(); terms != nil {
		if order.byDate() && len(terms)*len(l.kinds) <= maxTermBranches {
			return plan{byTermDate, "the dates of each term's entries are indexed", l.termBranches(terms, exact)}
		}
		if n := l.terms.sum(terms, l.kinds); x.fewer(n, all) {
			return plan{byTerm, fmt.Sprintf("%d of %d entries have the terms", n, all), []branch{{withTerms: terms}}}
		}
	}
	if len(l.kinds) > maxKindBranches {
		return plan{byTest, fmt.Sprintf("%d kinds of entry are too many to merge", len(l.kinds)), []branch{{kindsLead: true}}}
	}
	return l.kindPlan(order, x)
}

// names is what the query names that few entries have; "" when it names
// nothing like that.
func (l *entryList) names() string {
	q := &l.q
	switch {
	case q.IDs != nil:
		return "ids"
	case q.Slugs != nil, q.SlugPrefix != "":
		return "slugs"
	case len(q.Parents) > 1:
		return "parents"
	}
	for _, values := range q.MetaValues {
		if len(values) > 0 {
			return "values of meta"
		}
	}
	for _, c := range q.Conditions {
		if set, ok := c.(*sqldb.IdCondition); ok && !set.Not {
			return "what an extension keeps"
		}
	}
	return ""
}

// termBranches are a branch for each term and kind. An entry that has several
// of the terms comes with the first of them.
func (l *entryList) termBranches(terms []int64, exact bool) []branch {
	var list []branch
	for i, term := range terms {
		for k := range l.kinds {
			list = append(list, branch{base: entryTermTable, kind: &l.kinds[k], term: term, notTerms: terms[:i], termsMet: exact})
		}
	}
	return list
}

// kindPlan has a branch for each kind. Where a span of time has many entries,
// and the first of the order are likely in it, the order alone chooses the
// index; else the database may begin with the span.
func (l *entryList) kindPlan(order ordering, x extent) plan {
	all := l.entries()
	p := plan{way: byKind, why: "an index has the order"}
	walk := x.matches >= 0 && l.spans() && !x.fewer(x.matches, all) && l.spanHasFirst(order)
	if walk {
		p.why += fmt.Sprintf(", and the span of time has %d of %d entries", x.matches, all)
	}
	dates := len(order.keys) == 0 || order.leads(colDate)
	if field := order.byField(); field != "" {
		p.branches = l.walkField(field)
		return p
	}
	for i := range l.kinds {
		k := &l.kinds[i]
		p.branches = append(p.branches, branch{kind: k, walk: walk, authorLeads: dates || x.fewer(k.N, all)})
	}
	return p
}

// walkField are a branch for each kind along the values of a field.
func (l *entryList) walkField(key string) []branch {
	var list []branch
	for i := range l.kinds {
		list = append(list, branch{base: entryFieldTable, field: key, kind: &l.kinds[i]})
	}
	return list
}

// filtersBy tells whether the list is filtered by a field.
func (l *entryList) filtersBy(key string) bool {
	return slices.ContainsFunc(l.q.Fields, func(f content.FieldFilter) bool { return f.Field.Key == key && !f.Field.Many })
}

// needsTotal tells whether the page can't be planned well without knowing how
// many entries match.
func (l *entryList) needsTotal() bool {
	// A span of the dates that give the order is a part of its index.
	inOrder := l.q.ModifiedAfter == "" && l.q.ModifiedBefore == "" && l.db.orderOf(&l.q).leads(colDate)
	return l.names() == "" && l.q.Limit > 0 && (l.canLookUp() || l.spans() && !inOrder || len(l.q.Fields) > 0)
}

// spans tells whether the list takes entries of a span of time.
func (l *entryList) spans() bool {
	q := &l.q
	return q.After != "" || q.Before != "" || q.ModifiedAfter != "" || q.ModifiedBefore != ""
}

// spanHasFirst tells whether the first entries in an order by date are likely
// to be in the span of modification: new entries were modified late.
func (l *entryList) spanHasFirst(order ordering) bool {
	switch {
	case !order.leads(colDate):
		return true
	case order.keys[0].desc:
		return l.q.ModifiedBefore == ""
	}
	return l.q.ModifiedAfter == ""
}

// String describes a plan, a line for the way and one for each branch.
func (p plan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", p.way, p.why)
	for _, br := range p.branches {
		fmt.Fprintf(&b, "  %s\n", br)
	}
	return b.String()
}

func (b branch) String() string {
	parts := []string{"all kinds"}
	if b.kind != nil {
		parts[0] = b.kind.String()
	}
	add := func(on bool, format string, args ...any) {
		if on {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(b.base == idListTable, "in the order of the ids")
	add(b.term != 0, "of term %d", b.term)
	add(len(b.notTerms) > 0, "and of none of %v", b.notTerms)
	add(b.withTerms != nil, "of one of %d terms", len(b.withTerms))
	add(b.found, "with the words")
	add(b.filter != nil, "with the values")
	add(b.base == entryFieldTable, "along the field %s", b.field)
	add(b.walk, "along the order")
	return strings.Join(parts, " ")
}

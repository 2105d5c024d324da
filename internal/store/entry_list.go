package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quoin/internal/content"
	"quoin/internal/scope"
)

// pair is one kind of entry that a list takes: type and status, of one author
// or (author everyone) of all.
type pair struct {
	typ    string
	status string
	author int64
	n      int // how many there are
}

// everyone stands for all authors in entry_count.
const everyone = -1

// entryList is a list under way: the query and what is known before the page
// is read.
type entryList struct {
	db    *DB
	q     content.Query
	pairs []pair // never empty
	terms termStats
	total int // of the whole list; -1 while it isn't known

	found   []int64 // the entries with the words of the search; nil: not known
	onlyIDs bool    // rows tell id and type alone

	// start is a known row that the list is read from, itself included, in
	// descending order with startDesc; nil reads it from its beginning.
	start     *anchor
	startDesc bool
}

// ListEntries implements content.Store.
func (db *DB) ListEntries(ctx context.Context, q content.Query) (content.Page, error) {
	scope.Read(ctx, listTags(q)...)
	if q.Search != nil {
		if err := db.findableTexts(ctx); err != nil {
			return content.Page{}, err
		}
	}
	l, err := db.newEntryList(ctx, q)
	if err != nil {
		return content.Page{}, fmt.Errorf("list entries: %w", err)
	}
	if l == nil {
		return content.Page{}, nil
	}
	if !q.SkipTotal || q.OnlyTotal || l.planNeedsTotal() {
		if l.total, err = l.count(ctx); err != nil {
			return content.Page{}, fmt.Errorf("count entries: %w", err)
		}
	}
	var page content.Page
	if !q.OnlyTotal && l.total != 0 {
		if page.Entries, err = l.page(ctx); err != nil {
			return content.Page{}, fmt.Errorf("list entries: %w", err)
		}
	}
	if q.StickyTop && q.Offset == 0 && !q.OnlyTotal {
		if page.Entries, err = db.stickyTop(ctx, q, page.Entries); err != nil {
			return content.Page{}, err
		}
	}
	if !q.SkipTotal || q.OnlyTotal {
		page.Total = l.total
	}
	return page, nil
}

// listTags are the collections that a query looks at.
func listTags(q content.Query) []string {
	if q.Types == nil {
		return []string{allEntries}
	}
	tags := make([]string, len(q.Types))
	for i, typ := range q.Types {
		tags[i] = entriesTag(typ)
	}
	return tags
}

// findsNothing tells of queries that ask for none of something.
func findsNothing(q content.Query) bool {
	empty := func(given bool, n int) bool { return given && n == 0 }
	if empty(q.IDs != nil, len(q.IDs)) || empty(q.Authors != nil, len(q.Authors)) ||
		empty(q.Parents != nil, len(q.Parents)) || empty(q.Slugs != nil, len(q.Slugs)) ||
		empty(q.Types != nil, len(q.Types)) || empty(q.MimeTypes != nil, len(q.MimeTypes)) {
		return true
	}
	return q.Statuses != nil && len(q.Statuses) == 0 && q.PrivateOf == 0
}

// newEntryList reads how many entries of which kind there are. It is nil when
// the list is empty.
func (db *DB) newEntryList(ctx context.Context, q content.Query) (*entryList, error) {
	if findsNothing(q) {
		return nil, nil
	}
	q.IDs, q.NotIDs = distinctList(q.IDs), distinctList(q.NotIDs)
	q.Authors = distinctList(q.Authors)
	l := &entryList{db: db, q: q, total: -1}
	authors := append([]int64{everyone}, q.Authors...)
	if q.PrivateOf != 0 {
		authors = append(authors, q.PrivateOf)
	}
	pairs, err := db.entryCounts(ctx, q.Types, authors)
	if err != nil {
		return nil, err
	}
	for _, p := range pairs {
		if l.takes(p) {
			l.pairs = append(l.pairs, p)
		}
	}
	if len(l.pairs) == 0 {
		return nil, nil
	}
	if err := l.lookUp(ctx); err != nil {
		return nil, err
	}
	if len(q.Terms) > 0 {
		if l.terms, err = db.readTermStats(ctx, q.Terms); err != nil {
			return nil, err
		}
		l.q.Terms = l.terms.known(q.Terms)
		if terms, _ := l.driver(); terms != nil && len(terms) == 0 {
			return nil, nil // none of the terms that it takes exists
		}
	}
	return l, nil
}

// countsKey is where the counts of some types are remembered.
type countsKey struct{ types, authors string }

// entryCounts is how many entries of which kind some authors have.
func (db *DB) entryCounts(ctx context.Context, types []string, authors []int64) ([]pair, error) {
	g, err := db.glance(ctx)
	if err != nil {
		return nil, err
	}
	key := countsKey{"all", joinInts(authors)}
	tags := []string{allEntries}
	if types != nil {
		key.types = "of " + strings.Join(types, "\x00")
		tags = tags[:0]
		for _, typ := range types {
			tags = append(tags, entriesTag(typ))
		}
	}
	if g != nil && g.use {
		if v, ok := db.objects.get(key); ok {
			return v.([]pair), nil
		}
	}
	var c clause
	if types != nil {
		c.and(db.engine.textsIn("type"), db.engine.textList(types))
	}
	c.and(db.engine.intsIn("author"), db.engine.intList(authors))
	c.and("n > 0")
	var pairs []pair
	err = db.each(quick(ctx), "SELECT type, status, author, n FROM entry_count"+c.where()+" ORDER BY type, status, author", c.args,
		func(scan func(...any) error) error {
			var p pair
			err := scan(&p.typ, &p.status, &p.author, &p.n)
			pairs = append(pairs, p)
			return err
		})
	if err != nil {
		return nil, err
	}
	db.objects.put(g, key, pairs, len(key.types)+len(key.authors)+80*len(pairs), tags...)
	return pairs, nil
}

func distinctList[T comparable](list []T) []T {
	if len(list) < 2 {
		return list
	}
	return distinct(list)
}

// takes tells whether a kind of entry is part of the list. With authors asked
// for there is one pair for each of them, else one for everyone.
func (l *entryList) takes(p pair) bool {
	q := &l.q
	if q.Authors != nil {
		return slices.Contains(q.Authors, p.author) && (l.plain(p.status) || l.private(p))
	}
	return p.author == everyone && l.plain(p.status) || l.private(p)
}

// plain tells whether the list takes entries of a status whoever wrote them.
func (l *entryList) plain(status string) bool {
	return l.q.Statuses == nil || slices.Contains(l.q.Statuses, content.Status(status))
}

// private tells whether a pair is in the list because of PrivateOf.
func (l *entryList) private(p pair) bool {
	return l.q.PrivateOf != 0 && p.author == l.q.PrivateOf && p.status == string(content.Private) && !l.plain(p.status)
}

// entries is how many entries of the kinds there are.
func (l *entryList) entries() int {
	n := 0
	for _, p := range l.pairs {
		n += p.n
	}
	return n
}

// stickyTop puts the sticky entries before the others: those of the page, then
// the rest of them by date.
func (db *DB) stickyTop(ctx context.Context, q content.Query, page []*content.Entry) ([]*content.Entry, error) {
	yes := true
	all, err := db.ListEntries(ctx, content.Query{
		Types: q.Types, Statuses: []content.Status{content.Publish}, Sticky: &yes,
		NotIDs: entryIDs(page), Order: []content.Order{{By: content.ByDate, Desc: true}},
		SkipTotal: true, SkipMeta: q.SkipMeta, OnlyIDs: q.OnlyIDs,
	})
	if err != nil {
		return nil, err
	}
	var top, rest []*content.Entry
	if q.OnlyIDs {
		// The page's rows don't tell which of them are sticky.
		sticky, err := db.ListEntries(ctx, content.Query{IDs: append([]int64{}, entryIDs(page)...), Sticky: &yes, SkipTotal: true, OnlyIDs: true})
		if err != nil {
			return nil, err
		}
		for _, e := range sticky.Entries {
			for _, p := range page {
				p.Sticky = p.Sticky || p.ID == e.ID
			}
		}
	}
	for _, e := range page {
		if e.Sticky {
			top = append(top, e)
		} else {
			rest = append(rest, e)
		}
	}
	return slices.Concat(top, all.Entries, rest), nil
}

func entryIDs(list []*content.Entry) []int64 {
	ids := make([]int64, len(list))
	for i, e := range list {
		ids[i] = e.ID
	}
	return ids
}

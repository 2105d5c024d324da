package lists

import (
	"context"
	"fmt"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/sqldb"
)

// entryList is a list under way: the query and what is known before the page
// is read.
type entryList struct {
	db    *Store
	q     content.Query
	kinds []entries.KindCount // never empty
	terms termStats
	total int // of the whole list; -1 while it isn't known
	whole int // total with the ids that are left out; -1 as above

	found   []int64  // the entries with the words of the search; nil: not known
	matched *matched // what the search finds, as it is kept; nil: not known
	rank    *int     // only entries that fit so well
	onlyIDs bool     // rows tell id and type alone

	sheet *sheetList // the list as memory has it; nil reads the tables

	// start is a known row that the list is read from, itself included; nil
	// reads it from its beginning.
	start *anchor
}

// ListEntries implements content.Store.
func (db *Store) ListEntries(ctx context.Context, q content.Query) (content.Page, error) {
	scope.DependsOn(ctx, ListTags(q)...)
	if q.Search != nil {
		if err := db.entries.FindableTexts(ctx); err != nil {
			return content.Page{}, err
		}
	}
	given := q
	q, err := db.encodeQuery(ctx, q)
	if err != nil {
		return content.Page{}, fmt.Errorf("list entries: %w", err)
	}
	l, err := db.newEntryList(ctx, q)
	if err != nil {
		return content.Page{}, fmt.Errorf("list entries: %w", err)
	}
	if l == nil {
		var page content.Page
		if q.StickyTop && !q.OnlyTotal {
			// These stand on top of whatever was asked for.
			page.Entries, err = db.stickyTop(ctx, q, nil)
		}
		return page, err
	}
	if l.sheet, err = l.fromSheet(ctx); err != nil {
		return content.Page{}, fmt.Errorf("list entries: %w", err)
	}
	if !q.SkipTotal || q.OnlyTotal || l.needsTotal() {
		if l.total, err = l.count(ctx); err != nil {
			return content.Page{}, fmt.Errorf("count entries: %w", err)
		}
	}
	if m := l.matched; m != nil && m.total > db.matches.few {
		db.matches.asked(m.key, given)
	}
	var page content.Page
	if !q.OnlyTotal && l.total != 0 {
		if page.Entries, err = l.page(ctx); err != nil {
			return content.Page{}, fmt.Errorf("list entries: %w", err)
		}
	}
	if q.StickyTop && !q.OnlyTotal {
		if page.Entries, err = db.stickyTop(ctx, q, page.Entries); err != nil {
			return content.Page{}, err
		}
	}
	if !q.SkipTotal || q.OnlyTotal {
		page.Total = l.total
	}
	return page, nil
}

// ListTags are the collections that a query looks at. What entries belong to
// may be of any type.
func ListTags(q content.Query) []cache.Tag {
	inherited := q.Reader != nil && !q.Reader.Read.All && (q.Statuses == nil || slices.Contains(q.Statuses, content.Inherit))
	var tags []cache.Tag
	if q.Types == nil || inherited || q.OfShown {
		tags = append(tags, cache.AllEntries())
	}
	for _, typ := range q.Types {
		tags = append(tags, cache.Entries(typ))
	}
	for _, c := range q.Conditions {
		tags = append(tags, c.Tag())
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
func (db *Store) newEntryList(ctx context.Context, q content.Query) (*entryList, error) {
	if findsNothing(q) {
		return nil, nil
	}
	q.IDs, q.NotIDs = distinctList(q.IDs), distinctList(q.NotIDs)
	q.Authors = distinctList(q.Authors)
	l := &entryList{db: db, q: q, total: -1, whole: -1}
	authors := append([]int64{entries.Everyone}, q.Authors...)
	if q.PrivateOf != 0 {
		authors = append(authors, q.PrivateOf)
	}
	if reach := l.reach(); !reach.All && reach.Author != 0 {
		authors = append(authors, reach.Author)
	}
	kinds, err := db.entries.EntryCounts(ctx, q.Types, authors)
	if err != nil {
		return nil, err
	}
	for _, p := range kinds {
		if l.takes(p) {
			l.kinds = append(l.kinds, p)
		}
	}
	if len(l.kinds) == 0 {
		return nil, nil
	}
	if err := l.lookUp(ctx); err != nil {
		return nil, err
	}
	if len(q.Terms) > 0 {
		if l.terms, err = db.readTermStats(ctx, q.Terms); err != nil {
			return nil, err
		}
		l.q.Terms = l.terms.existing(q.Terms)
		if terms, _ := l.leadingTerms(); terms != nil && len(terms) == 0 {
			return nil, nil // none of the terms that it takes exists
		}
	}
	return l, nil
}

func distinctList[T comparable](list []T) []T {
	if len(list) < 2 {
		return list
	}
	return sqldb.Distinct(list)
}

// stickyTop puts the sticky entries before the others: those of the page, then
// the rest of them by date.
func (db *Store) stickyTop(ctx context.Context, q content.Query, page []*content.Entry) ([]*content.Entry, error) {
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

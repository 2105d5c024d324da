package store

import (
	"context"
	"fmt"

	"quoin/internal/cache"
	"quoin/internal/scope"
	"quoin/internal/taxonomy"
)

// ListTerms implements taxonomy.Store.
func (db *DB) ListTerms(ctx context.Context, q taxonomy.Query) (taxonomy.Page, error) {
	tags := termListTags(q)
	scope.DependsOn(ctx, tags...)
	if q.Entry != 0 {
		scope.DependsOn(ctx, cache.Entry(q.Entry))
		tags = append(tags, cache.AllEntries())
	}
	for _, c := range q.Conditions {
		scope.DependsOn(ctx, c.Tag())
		tags = append(tags, c.Tag())
	}
	if empty(q.Taxonomies) || empty(q.IDs) || empty(q.Slugs) {
		return taxonomy.Page{}, nil
	}
	from, c := db.termFilter(q)
	var page taxonomy.Page
	if !q.SkipTotal {
		counted := c
		if q.HideEmpty {
			counted.tests = append(counted.tests[:len(counted.tests):len(counted.tests)], db.engine.termCount("t")+" > 0")
		}
		text := "SELECT COUNT(*) FROM " + from + counted.where()
		total, err := db.total(ctx, queryKey(text, counted.args), tags, func() (int, error) {
			var n int
			_, err := db.one(ctx, text, append([]any{}, counted.args...), &n)
			return n, err
		})
		if err != nil {
			return taxonomy.Page{}, fmt.Errorf("count terms: %w", err)
		}
		page.Total = total
	}
	if q.HideEmpty {
		if q.Hierarchical {
			c.and("(" + db.engine.termCount("t") + " > 0 OR t.id IN (" + descended(db.engine) + "))")
		} else {
			c.and(db.engine.termCount("t") + " > 0")
		}
	}
	orderBy, orderArgs := db.termOrder(&from, q, &c)
	limits, limitArgs := window(q.Limit, q.Offset)
	args := append(append(c.args, orderArgs...), limitArgs...)
	list, err := db.terms(ctx, "SELECT "+db.termColumns()+" FROM "+from+c.where()+orderBy+limits, args...)
	if err == nil {
		err = db.withTermMeta(ctx, list)
	}
	if err != nil {
		return taxonomy.Page{}, fmt.Errorf("list terms: %w", err)
	}
	page.Terms = list
	found := make(map[int64]*taxonomy.Term, len(list))
	ids := make([]int64, len(list))
	for i, t := range list {
		ids[i], found[t.ID] = t.ID, t
	}
	termKind.remember(ctx, db, ids, found)
	return page, nil
}

func termListTags(q taxonomy.Query) []cache.Tag {
	tags := []cache.Tag{cache.AllTerms()}
	if q.Taxonomies != nil {
		tags = make([]cache.Tag, len(q.Taxonomies))
		for i, t := range q.Taxonomies {
			tags[i] = cache.Terms(t)
		}
	}
	return tags
}

// descended are the terms that have a descendant with entries. The level
// bounds the way up, so that a loop ends.
func descended(e engine) string {
	return "WITH RECURSIVE up (id, level) AS (" +
		"SELECT x.parent, 0 FROM term x WHERE " + e.termCount("x") + " > 0 AND x.parent <> 0 " +
		"UNION SELECT x.parent, up.level + 1 FROM up JOIN term x ON x.id = up.id WHERE x.parent <> 0 AND up.level < 100) SELECT id FROM up"
}

func (db *DB) termFilter(q taxonomy.Query) (from string, c clause) {
	eng := db.engine
	from = "term t"
	switch {
	case len(q.Taxonomies) == 1:
		c.and("t.taxonomy = ?", q.Taxonomies[0])
	case q.Taxonomies != nil:
		c.and(eng.textsIn("t.taxonomy"), eng.textList(q.Taxonomies))
	}
	if q.IDs != nil {
		c.and(eng.intsIn("t.id"), eng.intList(q.IDs))
	}
	if len(q.NotIDs) > 0 {
		c.and("NOT "+paren(eng.intsIn(eng.keep("t.id"))), eng.intList(q.NotIDs))
	}
	if q.Slugs != nil {
		c.and(eng.textsIn("t.slug"), eng.textList(q.Slugs))
	}
	if q.Parent != nil {
		c.and("t.parent = ?", *q.Parent)
	}
	if q.Entry != 0 {
		c.and("t.id IN (SELECT x.term_id FROM entry_term x WHERE x.entry_id = ?)", q.Entry)
	}
	if q.Search != "" {
		term := foldColumn(clean(q.Search))
		c.and("("+eng.contains("t.name_fold")+" OR "+eng.contains("t.slug")+")", term, term)
	}
	if q.Name != "" {
		c.and("t.name_fold = ?", foldColumn(clean(q.Name)))
	}
	for _, added := range q.Conditions {
		test, args := conditionOn("t.id", added)
		c.and(test, args...)
	}
	return from, c
}

func (db *DB) termOrder(from *string, q taxonomy.Query, c *clause) (string, []any) {
	columns := map[taxonomy.OrderBy]string{
		taxonomy.ByName: "t.name_key", taxonomy.ByID: "t.id", taxonomy.BySlug: "t.slug", taxonomy.ByCount: db.engine.termCount("t"),
		taxonomy.ByDescription: "LOWER(t.description)", taxonomy.ByGroup: "t.term_group",
	}
	var args []any
	expr := columns[q.Order]
	switch {
	case q.Order == taxonomy.ByInclude && len(q.IDs) > 0:
		*from = db.engine.intTable() + " i JOIN term t ON t.id = i.value"
		c.args = append([]any{db.engine.intList(distinct(q.IDs))}, c.args...)
		expr = "i.place"
	case q.Order == taxonomy.BySlugList && len(q.Slugs) > 0:
		expr, args = placeIn("t.slug", q.Slugs)
	case expr == "":
		expr = "t.name_key"
	}
	text := " ORDER BY " + expr + direction(q.Desc)
	if expr != "t.id" {
		text += ", t.id"
	}
	return text, args
}

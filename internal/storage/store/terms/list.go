package terms

import (
	"context"
	"fmt"

	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
)

// ListTerms implements taxonomy.Store.
func (db *Store) ListTerms(ctx context.Context, q taxonomy.Query) (taxonomy.Page, error) {
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
	if sqldb.Empty(q.Taxonomies) || sqldb.Empty(q.IDs) || sqldb.Empty(q.Slugs) {
		return taxonomy.Page{}, nil
	}
	from, c := db.termFilter(q)
	var page taxonomy.Page
	if !q.SkipTotal {
		counted := c
		if q.HideEmpty {
			counted.Tests = append(counted.Tests[:len(counted.Tests):len(counted.Tests)], db.Engine.TermCount("t")+" > 0")
		}
		text := "SELECT COUNT(*) FROM " + from + counted.Where()
		total, err := db.Total(ctx, sqldb.QueryKey(text, counted.Args), tags, func() (int, error) {
			var n int
			_, err := db.One(ctx, text, append([]any{}, counted.Args...), &n)
			return n, err
		})
		if err != nil {
			return taxonomy.Page{}, fmt.Errorf("count terms: %w", err)
		}
		page.Total = total
	}
	if q.HideEmpty {
		if q.Hierarchical {
			c.And("(" + db.Engine.TermCount("t") + " > 0 OR t.id IN (" + descended(db.Engine) + "))")
		} else {
			c.And(db.Engine.TermCount("t") + " > 0")
		}
	}
	orderBy, orderArgs := db.termOrder(&from, q, &c)
	limits, limitArgs := sqldb.Window(q.Limit, q.Offset)
	args := append(append(c.Args, orderArgs...), limitArgs...)
	list, err := db.Terms(ctx, "SELECT "+db.TermColumns()+" FROM "+from+c.Where()+orderBy+limits, args...)
	if err == nil {
		err = db.WithTermMeta(ctx, list)
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
	termKind.Remember(ctx, db.DB, ids, found)
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
func descended(e sqldb.Engine) string {
	return "WITH RECURSIVE up (id, level) AS (" +
		"SELECT x.parent, 0 FROM term x WHERE " + e.TermCount("x") + " > 0 AND x.parent <> 0 " +
		"UNION SELECT x.parent, up.level + 1 FROM up JOIN term x ON x.id = up.id WHERE x.parent <> 0 AND up.level < 100) SELECT id FROM up"
}

func (db *Store) termFilter(q taxonomy.Query) (from string, c sqldb.Clause) {
	eng := db.Engine
	from = "term t"
	switch {
	case len(q.Taxonomies) == 1:
		c.And("t.taxonomy = ?", q.Taxonomies[0])
	case q.Taxonomies != nil:
		c.And(eng.TextsIn("t.taxonomy"), eng.TextList(q.Taxonomies))
	}
	if q.IDs != nil {
		c.And(eng.IntsIn("t.id"), eng.IntList(q.IDs))
	}
	if len(q.NotIDs) > 0 {
		c.And("NOT "+sqldb.Paren(eng.IntsIn(eng.Keep("t.id"))), eng.IntList(q.NotIDs))
	}
	if q.Slugs != nil {
		c.And(eng.TextsIn("t.slug"), eng.TextList(q.Slugs))
	}
	if q.Parent != nil {
		c.And("t.parent = ?", *q.Parent)
	}
	if q.Entry != 0 {
		c.And("t.id IN (SELECT x.term_id FROM entry_term x WHERE x.entry_id = ?)", q.Entry)
	}
	if q.Search != "" {
		term := sqldb.FoldColumn(sqldb.Clean(q.Search))
		c.And("("+eng.Contains("t.name_fold")+" OR "+eng.Contains("t.slug")+")", term, term)
	}
	if q.Name != "" {
		c.And("t.name_fold = ?", sqldb.FoldColumn(sqldb.Clean(q.Name)))
	}
	for _, added := range q.Conditions {
		test, args := sqldb.ConditionOn("t.id", added)
		c.And(test, args...)
	}
	return from, c
}

func (db *Store) termOrder(from *string, q taxonomy.Query, c *sqldb.Clause) (string, []any) {
	columns := map[taxonomy.OrderBy]string{
		taxonomy.ByName: "t.name_key", taxonomy.ByID: "t.id", taxonomy.BySlug: "t.slug", taxonomy.ByCount: db.Engine.TermCount("t"),
		taxonomy.ByDescription: "LOWER(t.description)", taxonomy.ByGroup: "t.term_group",
	}
	var args []any
	expr := columns[q.Order]
	switch {
	case q.Order == taxonomy.ByInclude && len(q.IDs) > 0:
		*from = db.Engine.IntTable() + " i JOIN term t ON t.id = i.value"
		c.Args = append([]any{db.Engine.IntList(sqldb.Distinct(q.IDs))}, c.Args...)
		expr = "i.place"
	case q.Order == taxonomy.BySlugList && len(q.Slugs) > 0:
		expr, args = sqldb.PlaceIn("t.slug", q.Slugs)
	case expr == "":
		expr = "t.name_key"
	}
	text := " ORDER BY " + expr + sqldb.Direction(q.Desc)
	if expr != "t.id" {
		text += ", t.id"
	}
	return text, args
}

package store_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/storage/store"
)

// planSite is what the plans are made for: large enough for an index to be
// worth its while, small enough for PostgreSQL to look at each row when it
// analyses, so that its statistics are the same each time.
type planSite struct {
	categories []int64 // ten, with 900 posts each; of one more no post is
	tags       []int64 // two hundred, with 90 posts each; the last has one post
	empty      int64   // the category without posts
}

const planPosts = 9000

// seedPlans fills a store with 9,000 posts of twenty years, 65 more that are
// drafts, private or sticky, 600 pages in a tree, 300 attachments, and 300
// revisions of ten posts. Every second post has the word "common", every 450th
// "seldom". Rows are written by the thousand: one by one they take minutes.
func seedPlans(t *testing.T, db *store.DB, engine string) planSite {
	t.Helper()
	ctx := context.Background()
	bytes := "CAST(%s AS BLOB)"
	if engine == "postgres" {
		bytes = "convert_to(%s, 'UTF8')"
	}
	number := func(expr string) string { return "CAST(" + expr + " AS TEXT)" }
	two := func(expr string, n int) string { return number(fmt.Sprintf("10 + (%s) %% %d", expr, n)) }
	date := number("2000 + i * 20 / COUNT") + " || '-' || " + two("i", 3) + " || '-' || " + two("i * 7", 19) + " || 'T' || " + two("i * 5", 14) +
		" || ':' || " + two("i * 11", 50) + " || ':' || " + two("i * 13", 50)
	words := func(n, step int) string {
		text := "''"
		for k := range n {
			text += fmt.Sprintf(" || 'w' || %s || ' '", number(fmt.Sprintf("(i * %d + %d) %% 997", step, k*k)))
		}
		return text
	}
	first := 0
	entries := func(typ string, status content.Status, n int, columns string) string {
		from := first
		first += n
		date := strings.ReplaceAll(date, "COUNT", fmt.Sprint(n+1))
		return fmt.Sprintf("INSERT INTO entry (id, type, status, date, date_utc, modified, modified_utc, slug, password, guid, mime_type,"+
			" comment_status, ping_status, title_key, title, excerpt, content, author, parent, menu_order, sticky)"+
			" SELECT %d + i, '%s', '%s', %s, '', %s, '', '%s-' || %s, '', '', '%s', 'open', 'open', %s, %s, '', %s, %s"+
			" FROM (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i FROM n) n",
			from, typ, status, date, date, typ, number("i"), map[string]string{"attachment": "image/jpeg"}[typ],
			fmt.Sprintf(bytes, words(2, 31)), words(2, 31), words(20, 17), columns, n)
	}
	s := planSite{empty: benchCategories + 1}
	var statements []string
	term := func(id int64, tax string) int64 {
		statements = append(statements, fmt.Sprintf("INSERT INTO term (id, taxonomy, slug, name, name_key, name_fold, description, parent, term_group)"+
			" VALUES (%d, '%s', 'term-%d', 'Term', %s, 'term', '', 0, 0)", id, tax, id, fmt.Sprintf(bytes, "'term'")))
		return id
	}
	for range benchCategories {
		s.categories = append(s.categories, term(int64(len(s.categories)+1), taxonomy.Category))
	}
	term(s.empty, taxonomy.Category)
	for range benchTags + 1 {
		s.tags = append(s.tags, term(s.empty+1+int64(len(s.tags)), taxonomy.Tag))
	}
	hang := func(term string, position int, where string) string {
		return fmt.Sprintf("INSERT INTO entry_term (entry_id, term_id, position, type, status, date) SELECT id, %s, %d, type, status, date"+
			" FROM entry WHERE type = 'post' AND %s", term, position, where)
	}
	all := fmt.Sprintf("id <= %d", planPosts)
	statements = append(statements,
		entries("post", content.Publish, planPosts, "1 + i % 10, 0, 0, FALSE"),
		entries("post", content.Publish, 5, "1, 0, 0, TRUE"),
		entries("post", content.Draft, 60, "3, 0, 0, i < 4"),
		entries("post", content.Private, 60, "1 + i % 10, 0, 0, FALSE"),
		entries("page", content.Publish, 600, "1 + i % 10, i % 30, i, FALSE"),
		entries("attachment", content.Inherit, 300, "1 + i % 10, i, 0, FALSE"),
		entries("revision", content.Inherit, 300, "1 + i % 10, 1 + i % 10, 0, FALSE"),
		hang("1 + id % 10", 0, all), hang(fmt.Sprintf("%d + id %% 200", s.tags[0]), 0, all),
		hang(fmt.Sprintf("%d + (id + 7) %% 200", s.tags[0]), 1, all), hang(fmt.Sprint(s.tags[benchTags]), 2, "id = 1"),
		"INSERT INTO entry_meta (entry_id, key, compare, value) SELECT id, '"+content.MetaFeaturedMedia+"', "+number("id")+", "+number("id")+
			" FROM entry WHERE type = 'post'",
		"INSERT INTO entry_meta (entry_id, key, compare, value) SELECT id, '"+content.MetaAttachedFile+"', '2010/01/harbour-' || slug || '.jpg', '\"2010/01/harbour-' || slug || '.jpg\"'"+
			" FROM entry WHERE type = 'attachment'",
		fmt.Sprintf("INSERT INTO entry_field (entry_id, key, position, type, status, value) SELECT id, 'code', 0, type, status, %s FROM entry WHERE type = 'post'",
			fmt.Sprintf(bytes, "'c' || "+number("1000 + id % 3000"))),
		fmt.Sprintf("INSERT INTO entry_field (entry_id, key, position, type, status, value) SELECT id, 'rank', 0, type, status, %s FROM entry WHERE type = 'post'",
			fmt.Sprintf(bytes, "'r' || "+number("10000 + id * 7 % 9000"))),
		"INSERT INTO entry_text (entry_id, indexed, title, excerpt, file, text) SELECT id, type <> 'revision', title, excerpt,"+
			" CASE WHEN type = 'attachment' THEN '2010/01/harbour-' || slug || '.jpg' ELSE '' END, title || ' ' || content ||"+
			" CASE WHEN type = 'post' AND id % 2 = 0 THEN 'common ' ELSE '' END || CASE WHEN type = 'post' AND id % 450 = 1 THEN 'seldom ' ELSE '' END FROM entry",
	)
	statements = append(statements, "UPDATE entry SET password = 'secret' WHERE type = 'post' AND id % 900 = 7")
	if engine == "sqlite" {
		statements = append(statements, "INSERT INTO entry_trigram (entry_trigram) VALUES ('rebuild')")
	} else {
		// The triggers would change each counter thousands of times in one
		// transaction, each time past all its former versions.
		statements = append(append([]string{"SET LOCAL session_replication_role = replica"}, statements...),
			"INSERT INTO entry_count_part (type, status, author, n) SELECT type, status, author, COUNT(*) FROM entry GROUP BY type, status, author"+
				" UNION ALL SELECT type, status, -1, COUNT(*) FROM entry GROUP BY type, status",
			"INSERT INTO term_count_part (term_id, type, status, n) SELECT term_id, type, status, COUNT(*) FROM entry_term GROUP BY term_id, type, status")
	}
	err := db.InTx(ctx, func(ctx context.Context) error {
		for _, text := range statements {
			if _, err := store.Exec(db, ctx, text); err != nil {
				return fmt.Errorf("%s: %w", text, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// shape is a kind of list that the planner tells from others.
type shape struct {
	name string
	q    content.Query
}

// planShapes reach every decision of the planner, and every index that a list
// is read along.
func planShapes(s planSite) []shape {
	var list []shape
	add := func(name string, change ...func(q *content.Query)) {
		q := content.Query{Types: []string{"post"}, Statuses: []content.Status{content.Publish}, Limit: 10,
			Order: []content.Order{{By: content.ByDate, Desc: true}}}
		for _, c := range change {
			c(&q)
		}
		list = append(list, shape{name, q})
	}
	by := func(order ...content.Order) func(*content.Query) { return func(q *content.Query) { q.Order = order } }
	types := func(types ...string) func(*content.Query) { return func(q *content.Query) { q.Types = types } }
	statuses := func(list ...content.Status) func(*content.Query) { return func(q *content.Query) { q.Statuses = list } }
	offset := func(n int) func(*content.Query) { return func(q *content.Query) { q.Offset = n } }
	terms := func(filters ...content.TermFilter) func(*content.Query) {
		return func(q *content.Query) { q.Terms = filters }
	}
	in := func(tax string, ids ...int64) content.TermFilter {
		return content.TermFilter{Taxonomy: tax, Terms: ids}
	}
	search := func(s content.Search) func(*content.Query) { return func(q *content.Query) { q.Search = &s } }

	// Along the order.
	add("order-date")
	for _, o := range []content.OrderBy{content.ByModified, content.ByID, content.ByTitle, content.BySlug, content.ByAuthor, content.ByParent, content.ByMenuOrder} {
		add("order-"+string(o), by(content.Order{By: o}))
	}
	add("order-two-columns", types("page"), by(content.Order{By: content.ByMenuOrder}, content.Order{By: content.ByTitle}))
	add("order-far-page", offset(4000))
	add("order-last-page", offset(planPosts-10))
	add("order-no-total", func(q *content.Query) { q.SkipTotal = true })
	add("order-no-limit", statuses(content.Draft), func(q *content.Query) { q.Limit = 0 })
	add("statuses", statuses(content.Publish, content.Draft, content.Private))
	add("types-and-own-private", types("post", "page"), func(q *content.Query) { q.PrivateOf = 3 })
	add("everything", types(), statuses(), func(q *content.Query) { q.Types, q.Statuses = nil, nil })
	add("many-authors", types("post", "page"), statuses(content.Publish, content.Draft, content.Private), func(q *content.Query) {
		q.Authors = []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	})

	// What the query names.
	add("ids", by(content.Order{By: content.ByInclude}), func(q *content.Query) { q.IDs = []int64{40, 30, 20} })
	add("ids-by-date", func(q *content.Query) { q.IDs = []int64{40, 30, 20} })
	add("one-slug", types("page"), func(q *content.Query) { q.Slugs = []string{"page-7"} })
	add("slugs-in-order", by(content.Order{By: content.BySlugList}), func(q *content.Query) { q.Slugs = []string{"post-7", "post-3"} })
	add("one-parent", types("page"), by(content.Order{By: content.ByMenuOrder}), func(q *content.Query) { q.Parents = []int64{7} })
	add("several-parents", types("page"), by(content.Order{By: content.ByMenuOrder}), func(q *content.Query) { q.Parents = []int64{7, 8} })
	add("revisions", types("revision"), statuses(content.Inherit), func(q *content.Query) { q.Parents = []int64{7} })
	add("meta-value", types("attachment"), statuses(content.Inherit), func(q *content.Query) {
		q.MetaValues = map[string][]string{content.MetaAttachedFile: {"2010/01/harbour-attachment-7.jpg"}}
	})

	// Fields.
	code, rank := content.IndexedField{Key: "code", Kind: content.FieldText}, content.IndexedField{Key: "rank", Kind: content.FieldText}
	fields := func(filters ...content.FieldFilter) func(*content.Query) {
		return func(q *content.Query) { q.Fields = filters }
	}
	is := func(f content.IndexedField, op content.FieldOp, values ...any) content.FieldFilter {
		return content.FieldFilter{Field: f, Op: op, Values: values}
	}
	byRank := by(content.Order{By: content.ByField, Field: "rank", Desc: true})
	many := code
	many.Many = true
	add("field-order", byRank)
	add("field-rare-by-date", fields(is(code, content.FieldIs, "c1007")))
	add("field-rare-by-field", byRank, fields(is(code, content.FieldIs, "c1007")))
	add("field-common-by-date", fields(is(code, content.FieldFrom, "c2000")))
	add("field-common-by-field", byRank, fields(is(code, content.FieldFrom, "c2000")))
	add("field-same-by-field", byRank, fields(is(rank, content.FieldBelow, "r15000")))
	add("field-of-many", fields(is(many, content.FieldIs, "c1007", "c1008")))
	add("field-two", fields(is(rank, content.FieldFrom, "r15000"), is(code, content.FieldIs, "c1007")))
	add("field-with-term", byRank, fields(is(code, content.FieldExists)), terms(in(taxonomy.Category, s.categories[3])))

	// Terms.
	add("term", terms(in(taxonomy.Category, s.categories[3])))
	add("term-rare-by-title", terms(in(taxonomy.Tag, s.tags[len(s.tags)-1])), by(content.Order{By: content.ByTitle}))
	add("term-common-by-title", terms(in(taxonomy.Category, s.categories[3])), by(content.Order{By: content.ByTitle}))
	add("terms-any", terms(in(taxonomy.Category, s.categories[:3]...)))
	add("terms-too-many", terms(in(taxonomy.Tag, s.tags[:30]...)))
	add("terms-of-two-taxonomies", terms(in(taxonomy.Category, s.categories[3]), in(taxonomy.Tag, s.tags[13])))
	add("terms-of-either-taxonomy", terms(in(taxonomy.Category, s.categories[3]), in(taxonomy.Tag, s.tags[3])), func(q *content.Query) { q.TermsAny = true })
	add("terms-all", terms(content.TermFilter{Taxonomy: taxonomy.Tag, Terms: []int64{s.tags[3], s.tags[10]}, All: true}))
	add("terms-groups", terms(content.TermFilter{Taxonomy: taxonomy.Tag, Groups: [][]int64{s.tags[3:5], s.tags[10:12]}}))
	add("terms-excluded", terms(content.TermFilter{Taxonomy: taxonomy.Category, Terms: s.categories[:1], Exclude: true}))
	add("terms-without", terms(content.TermFilter{Taxonomy: taxonomy.Tag, Without: true}))
	add("term-unknown", terms(in(taxonomy.Category, 4_000_000)))
	add("term-empty", terms(in(taxonomy.Category, s.empty)))
	add("term-of-author", terms(in(taxonomy.Category, s.categories[3])), func(q *content.Query) { q.Authors = []int64{4} })

	// Words.
	add("words-seldom", search(content.Search{Phrase: "seldom", Terms: []string{"seldom"}}))
	add("words-common", search(content.Search{Phrase: "common", Terms: []string{"common"}}))
	add("words-by-relevance", search(content.Search{Phrase: "a seldom", Terms: []string{"seldom"}, Words: 2}),
		by(content.Order{By: content.ByRelevance, Desc: true}))
	add("words-too-short", search(content.Search{Phrase: "se", Terms: []string{"se"}}))
	add("words-in-title", search(content.Search{Phrase: "seldom", Terms: []string{"seldom"}, Columns: []content.SearchColumn{content.SearchTitle}}))
	add("words-in-file", types("attachment"), statuses(content.Inherit), search(content.Search{Phrase: "harbour-attachment-77", Terms: []string{"harbour-attachment-77"}, FilePath: true}))
	add("words-of-revisions", types("revision"), statuses(content.Inherit), search(content.Search{Phrase: "revision", Terms: []string{"revision"}}))

	// What a reader may read: published entries, and drafts of their own.
	public := content.Reach{
		Any: []content.Kinds{{Types: []string{"post", "page", "attachment"}, Statuses: []content.Status{content.Publish, content.Inherit}}},
		Own: []content.Kinds{{Types: []string{"post"}, Not: true}}, Author: 3,
	}
	reader := func(q *content.Query) {
		q.Reader = &content.Reader{Read: public, Unlock: content.Reach{Own: public.Own, Author: 3}}
	}
	add("reader-seldom-words", reader, statuses(content.Publish, content.Draft, content.Private), search(content.Search{Phrase: "seldom", Terms: []string{"seldom"}}))
	add("reader-common-words", reader, search(content.Search{Phrase: "common", Terms: []string{"common"}}))
	add("reader-drafts-by-title", reader, statuses(content.Draft), by(content.Order{By: content.ByTitle}))
	add("reader-media-by-title", reader, types("attachment"), statuses(content.Inherit), by(content.Order{By: content.ByTitle}))

	// Conditions on each row.
	add("sticky", func(q *content.Query) { q.Sticky = new(true) })
	add("not-sticky", func(q *content.Query) { q.Sticky = new(false) })
	add("with-password", func(q *content.Query) { q.WithPassword = new(true) })
	add("without-password", by(content.Order{By: content.ByModified, Desc: true}), func(q *content.Query) { q.WithPassword = new(false) })
	add("not-ids", func(q *content.Query) { q.NotIDs = []int64{5, 6, 7} })
	add("not-author", func(q *content.Query) { q.NotAuthors = []int64{4} })
	add("author", func(q *content.Query) { q.Authors = []int64{4} })
	add("author-by-title", func(q *content.Query) { q.Authors = []int64{4} }, by(content.Order{By: content.ByTitle}))
	add("mime-type", types("attachment"), statuses(content.Inherit), func(q *content.Query) { q.MimeTypes = []string{"image/"} })
	add("after", func(q *content.Query) { q.After = "2010-01-01T00:00:00" })
	add("after-by-title", func(q *content.Query) { q.After = "2010-01-01T00:00:00" }, by(content.Order{By: content.ByTitle}))
	add("few-after-by-title", func(q *content.Query) { q.After = "2019-12-20T00:00:00" }, by(content.Order{By: content.ByTitle}))
	add("modified-after", func(q *content.Query) { q.ModifiedAfter = "2010-01-01T00:00:00" })
	add("modified-before", func(q *content.Query) { q.ModifiedBefore = "2003-01-01T00:00:00" })
	return list
}

package comments

import (
	"context"
	"fmt"
	"slices"

	"quoin/internal/domain/comment"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
)

// commentTags are the collections that a query looks at: entries, too, where
// comments are chosen by theirs.
func commentTags(q comment.Query) []cache.Tag {
	var tags []cache.Tag
	if q.EntryStatus != nil || q.EntryType != nil || q.Reader != nil {
		tags = append(tags, cache.AllEntries())
	}
	return append(tags, cache.AllComments())
}

func noteCommentTags(ctx context.Context, q comment.Query) {
	if len(q.Entries) == 0 || q.Reader != nil {
		scope.DependsOn(ctx, commentTags(q)...)
		return
	}
	for _, id := range q.Entries {
		scope.DependsOn(ctx, cache.EntryComments(id), cache.Entry(id))
	}
}

// ListComments implements comment.Store.
func (db *Store) ListComments(ctx context.Context, q comment.Query) (comment.Page, error) {
	noteCommentTags(ctx, q)
	if sqldb.Empty(q.Entries) || sqldb.Empty(q.Parents) || sqldb.Empty(q.IDs) || sqldb.Empty(q.Authors) || sqldb.Empty(q.Statuses) || sqldb.Empty(q.Types) ||
		sqldb.Empty(q.EntryStatus) || sqldb.Empty(q.EntryType) {
		return comment.Page{}, nil
	}
	q, err := db.encodeCommentQuery(ctx, q)
	if err != nil {
		return comment.Page{}, err
	}
	from, c := "comment c", db.commentFilter(q)
	var page comment.Page
	if !q.SkipTotal || q.OnlyTotal {
		text, args := "SELECT COUNT(*) FROM "+from+c.Where(), append([]any{}, c.Args...)
		total, err := db.Total(ctx, sqldb.QueryKey(text, args), commentTags(q), func() (int, error) {
			var n int
			_, err := db.One(ctx, text, args, &n)
			return n, err
		})
		if err != nil {
			return comment.Page{}, fmt.Errorf("count comments: %w", err)
		}
		page.Total = total
	}
	if q.OnlyTotal {
		return page, nil
	}
	args, orderBy := c.Args, commentOrder(q)
	if q.Order == "include" && len(q.IDs) > 0 {
		from = db.Engine.IntTable() + " i JOIN comment c ON c.id = i.value"
		args = append([]any{db.Engine.IntList(sqldb.Distinct(q.IDs))}, args...)
		orderBy = " ORDER BY i.place" + sqldb.Direction(q.Desc)
	}
	limits, limitArgs := sqldb.Window(q.Limit, q.Offset)
	list, err := db.comments(ctx, "SELECT "+commentColumns+" FROM "+from+c.Where()+orderBy+limits, append(args, limitArgs...)...)
	if err == nil {
		err = db.withCommentMeta(ctx, list)
	}
	if err != nil {
		return comment.Page{}, fmt.Errorf("list comments: %w", err)
	}
	db.rememberComments(ctx, list)
	page.Comments = list
	return page, nil
}

func (db *Store) rememberComments(ctx context.Context, list []*comment.Comment) {
	found := make(map[int64]*comment.Comment, len(list))
	ids := make([]int64, len(list))
	for i, c := range list {
		ids[i], found[c.ID] = c.ID, c
	}
	commentKind.Remember(ctx, db.DB, ids, found)
}

func (db *Store) commentFilter(q comment.Query) sqldb.Clause {
	eng := db.Engine
	var c sqldb.Clause
	ids := func(column string, list, not []int64) {
		switch {
		case len(list) == 1:
			c.And(column+" = ?", list[0])
		case list != nil:
			c.And(eng.IntsIn(column), eng.IntList(list))
		}
		if len(not) > 0 {
			c.And("NOT "+sqldb.Paren(eng.IntsIn(eng.Keep(column))), eng.IntList(not))
		}
	}
	texts := func(column string, list []string) {
		switch {
		case len(list) == 1:
			c.And(column+" = ?", list[0])
		case list != nil:
			c.And(eng.TextsIn(column), eng.TextList(list))
		}
	}
	ids("c.entry_id", q.Entries, q.NotEntries)
	parent := "c.parent"
	if slices.Contains(q.Parents, 0) {
		parent = eng.Keep(parent) // most comments answer none
	}
	ids(parent, q.Parents, q.NotParents)
	ids("c.id", q.IDs, q.NotIDs)
	ids("c.account_id", q.Authors, q.NotAuthors)
	if q.AuthorEmail != "" {
		c.And("c.author_email = ?", q.AuthorEmail)
	}
	if q.AuthorName != "" {
		c.And("c.author_name = ?", q.AuthorName)
	}
	if q.Content != nil {
		c.And("c.content = ?", *q.Content)
	}
	if q.By != nil {
		test, args := "c.author_ip = ?", []any{q.By.IP}
		if q.By.User != 0 {
			test, args = "c.account_id = ?", []any{q.By.User}
		}
		c.And("("+test+" OR c.author_email = ?)", append(args, q.By.Email)...)
	}
	if q.SinceUTC != "" {
		c.And("c.date_utc >= ?", q.SinceUTC)
	}
	status := "c.status"
	if latestApproved(q) || ledByFew(q) {
		status = eng.Keep(status)
	}
	texts(status, sqldb.PlainTexts(q.Statuses))
	texts("c.type", q.Types)
	if len(q.NotTypes) > 0 {
		c.And("NOT "+sqldb.Paren(eng.TextsIn(eng.Keep("c.type"))), eng.TextList(q.NotTypes))
	}
	if q.After != "" {
		c.And("c.date > ?", q.After)
	}
	if q.Before != "" {
		c.And("c.date < ?", q.Before)
	}
	if q.Search != "" {
		db.searchComments(&c, q)
	}
	if q.Reader != nil {
		db.readableComments(&c, q.Reader, q.AuthorEmail != "")
	}
	if q.EntryStatus != nil || q.EntryType != nil {
		var e sqldb.Clause
		e.And("e.id = c.entry_id")
		if q.EntryStatus != nil {
			e.And(eng.TextsIn("e.status"), eng.TextList(sqldb.PlainTexts(q.EntryStatus)))
		}
		if q.EntryType != nil {
			e.And(eng.TextsIn("e.type"), eng.TextList(q.EntryType))
		}
		c.And("EXISTS (SELECT 1 FROM entry e"+e.Where()+")", e.Args...)
	}
	return c
}

// ledByFew tells whether a list names what few comments have, and has an index of its own:
// the status, which most have, must not choose another. That of entries has the status in it.
func ledByFew(q comment.Query) bool {
	return len(q.IDs) > 0 || q.Entries == nil && (len(q.Parents) > 0 && !slices.Contains(q.Parents, 0) || len(q.Authors) > 0 || q.AuthorEmail != "" || q.By != nil)
}

// latestApproved tells whether a list is some of all approved comments, by time, as
// feeds and blocks show them. Most comments are approved: walking along their dates
// meets enough of them soon, where the index of the status would have all sorted.
func latestApproved(q comment.Query) bool {
	return len(q.Statuses) == 1 && q.Statuses[0] == comment.Approved && (q.Order == "" || q.Order == "date_gmt") && q.Limit > 0 &&
		q.Entries == nil && (q.Parents == nil || slices.Contains(q.Parents, 0)) && q.IDs == nil && q.Authors == nil && q.Types == nil && q.By == nil && q.Content == nil &&
		q.AuthorEmail == "" && q.AuthorName == "" && q.Search == ""
}

// commentOrder is the order of a list. Ties come by id: in the direction of
// dates, but always the newest first for the other columns.
func commentOrder(q comment.Query) string {
	column, idDesc := "c.date_utc", q.Desc
	switch q.Order {
	case "id":
		return " ORDER BY c.id" + sqldb.Direction(q.Desc)
	case "date":
		column = "c.date"
	case "post":
		column, idDesc = "c.entry_id", true
	case "parent":
		column, idDesc = "c.parent", true
	case "type":
		column, idDesc = "c.type", true
	}
	return " ORDER BY " + column + sqldb.Direction(q.Desc) + ", c.id" + sqldb.Direction(idDesc)
}

// ListCommentsByEntry implements comment.Store.
func (db *Store) ListCommentsByEntry(ctx context.Context, q comment.Query, entries []int64, limit int) (map[int64]comment.Page, error) {
	q.Entries = sqldb.Distinct(entries)
	pages, err := db.commentPages(ctx, q, q.Entries, limit, "c.entry_id", func(c *comment.Comment) int64 { return c.Entry })
	if err != nil {
		return nil, fmt.Errorf("list comments of entries %v: %w", entries, err)
	}
	return pages, nil
}

// ListCommentsByParent implements comment.Store.
func (db *Store) ListCommentsByParent(ctx context.Context, q comment.Query, parents []int64, limit int) (map[int64]comment.Page, error) {
	q.Parents = sqldb.Distinct(parents)
	pages, err := db.commentPages(ctx, q, q.Parents, limit, "c.parent", func(c *comment.Comment) int64 { return c.Parent })
	if err != nil {
		return nil, fmt.Errorf("list answers to comments %v: %w", parents, err)
	}
	return pages, nil
}

// commentPages gives each of the values of a column its first comments.
func (db *Store) commentPages(ctx context.Context, q comment.Query, values []int64, limit int, column string,
	of func(*comment.Comment) int64,
) (map[int64]comment.Page, error) {
	pages := make(map[int64]comment.Page, len(values))
	if len(values) == 0 {
		return pages, nil
	}
	q.Order = orderWithin(q.Order)
	noteCommentTags(ctx, q)
	q, err := db.encodeCommentQuery(ctx, q)
	if err != nil {
		return nil, err
	}
	own, err := db.options.Address(ctx)
	if err != nil {
		return nil, err
	}
	c := db.commentFilter(q)
	part := "OVER (PARTITION BY " + column
	text := "SELECT " + commentColumns + ", c.total FROM (SELECT c.*, ROW_NUMBER() " + part + commentOrder(q) + ") AS place, COUNT(*) " + part +
		") AS total FROM comment c" + c.Where() + ") c"
	args := c.Args
	if limit > 0 {
		text += " WHERE c.place <= ?"
		args = append(args, limit)
	}
	text += " ORDER BY " + column + ", c.place"
	var all []*comment.Comment
	err = db.Each(ctx, text, args, func(scan func(...any) error) error {
		var total int
		c, err := scanComment(own, scan, &total)
		if err != nil {
			return err
		}
		p := pages[of(c)]
		p.Comments, p.Total = append(p.Comments, c), total
		pages[of(c)] = p
		all = append(all, c)
		return nil
	})
	if err == nil {
		err = db.withCommentMeta(ctx, all)
	}
	if err != nil {
		return nil, err
	}
	db.rememberComments(ctx, all)
	return pages, nil
}

// orderWithin is the order inside one entry: that of a list of ids has none.
func orderWithin(order string) string {
	if order == "include" {
		return "date_gmt"
	}
	return order
}

// MoveReplies implements comment.Store.
func (db *Store) MoveReplies(ctx context.Context, from, to int64) error {
	return db.Write(ctx, func(ctx context.Context) error {
		list, err := db.comments(ctx, "SELECT "+commentColumns+" FROM comment c WHERE c.parent = ?", from)
		if err != nil {
			return fmt.Errorf("answers to comment %d: %w", from, err)
		}
		for _, c := range list {
			db.commentChanged(ctx, c)
		}
		if to != 0 && len(list) > 0 {
			db.Changed(ctx, cache.Comment(to))
		}
		if _, err := db.Exec(ctx, "UPDATE comment SET parent = ? WHERE parent = ?", to, from); err != nil {
			return fmt.Errorf("move answers to comment %d: %w", from, err)
		}
		return nil
	})
}

// CommentStatuses implements comment.Store.
func (db *Store) CommentStatuses(ctx context.Context, entry int64) (map[int64]comment.Status, error) {
	statuses := map[int64]comment.Status{}
	scope.DependsOn(ctx, cache.EntryComments(entry))
	err := db.Each(ctx, "SELECT id, status FROM comment WHERE entry_id = ? ORDER BY id"+db.Engine.ForUpdate(), []any{entry},
		func(scan func(...any) error) error {
			var id int64
			var status comment.Status
			err := scan(&id, &status)
			statuses[id] = status
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("statuses of comments of entry %d: %w", entry, err)
	}
	return statuses, nil
}

// SetCommentStatuses implements comment.Store.
func (db *Store) SetCommentStatuses(ctx context.Context, entry int64, ids []int64, status comment.Status) error {
	return db.Write(ctx, func(ctx context.Context) error {
		test, args := "entry_id = ?", []any{entry}
		if ids != nil {
			test, args = test+" AND "+db.Engine.IntsIn("id"), append(args, db.Engine.IntList(ids))
		}
		changed, err := db.Ints(ctx, "SELECT id FROM comment WHERE "+test+" ORDER BY id"+db.Engine.ForUpdate(), args...)
		if err == nil {
			_, err = db.Exec(ctx, "UPDATE comment SET status = ? WHERE "+test, append([]any{string(status)}, args...)...)
		}
		if err != nil {
			return fmt.Errorf("make comments of entry %d %s: %w", entry, status, err)
		}
		db.Changed(ctx, cache.EntryComments(entry))
		for _, id := range changed {
			db.Changed(ctx, cache.Comment(id))
		}
		return db.Recounted(ctx, entry)
	})
}

func (db *Store) encodeCommentQuery(ctx context.Context, q comment.Query) (comment.Query, error) {
	if q.Search == "" && q.Content == nil {
		return q, nil
	}
	own, err := db.options.Address(ctx)
	if err != nil {
		return q, err
	}
	q.Search = own.Encode(q.Search)
	if q.Content != nil {
		text := own.Encode(*q.Content)
		q.Content = &text
	}
	return q, nil
}

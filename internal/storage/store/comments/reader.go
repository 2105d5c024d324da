package comments

import (
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/storage/store/lists"
	"quoin/internal/storage/store/sqldb"
)

// searchComments adds the condition of a search. What tells who wrote a comment
// is searched for those who are shown it.
func (db *Store) searchComments(c *sqldb.Clause, q comment.Query) {
	term := sqldb.FoldColumn(sqldb.Clean(q.Search))
	if q.Reader != nil && !q.Reader.Persons {
		c.And(db.Engine.Contains("c.fold"), term)
		return
	}
	c.And("("+db.Engine.Contains("c.fold")+" OR "+db.Engine.Contains("c.person_fold")+")", term, term)
}

// readableComments adds the condition of what a reader may read. byAddress
// tells that the list is of who has an e-mail address.
func (db *Store) readableComments(c *sqldb.Clause, r *comment.Reader, byAddress bool) {
	if byAddress && !r.Persons {
		c.And("c.account_id = ?", r.User)
		c.And("c.account_id <> 0")
	}
	read := func(c lists.Column) string { return c.String() }
	edits, editArgs := db.lists.ReachTest(read, r.Edit)
	reads, readArgs := db.lists.ReachTest(read, r.Read)
	inherits, parentArgs := db.lists.ParentTest(lists.ColParent.String(), r.Read)
	types := db.Engine.TextsIn(lists.ColType.String())

	// Approved comments of an entry that is read; all of one that is changed.
	open := "(e.password <> '' AND e.id = ?) OR (e.password = '' AND " + types + " AND " + reads +
		" AND (e.status <> '" + string(content.Inherit) + "' OR " + inherits + "))"
	ofEntry := "COALESCE((SELECT 1 FROM entry e WHERE e.id = c.entry_id AND (" + edits +
		" OR c.status = '" + string(comment.Approved) + "' AND c.type <> '" + comment.TypeNote + "' AND (" + open + ")) LIMIT 1), 0) = 1"
	args := append(append([]any{}, editArgs...), r.Opened, db.Engine.TextList(r.Types))
	args = append(append(args, readArgs...), parentArgs...)

	tests := []string{ofEntry}
	if r.User != 0 {
		own := "c.account_id = ?"
		if !r.OwnOrphans {
			own = sqldb.Paren(own + " AND c.entry_id <> 0")
		}
		tests, args = append(tests, own), append(args, r.User)
	}
	if r.Orphans {
		tests = append(tests, "c.entry_id = 0")
	}
	c.And(sqldb.AnyOf(tests), args...)
}

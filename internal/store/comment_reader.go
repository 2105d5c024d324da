package store

import (
	"quoin/internal/comment"
	"quoin/internal/content"
)

// searchComments adds the condition of a search. What tells who wrote a comment
// is searched for those who are shown it.
func (db *DB) searchComments(c *clause, q comment.Query) {
	term := foldColumn(clean(q.Search))
	if q.Reader != nil && !q.Reader.Persons {
		c.and(db.engine.contains("c.fold"), term)
		return
	}
	c.and("("+db.engine.contains("c.fold")+" OR "+db.engine.contains("c.person_fold")+")", term, term)
}

// readableComments adds the condition of what a reader may read. byAddress
// tells that the list is of who has an e-mail address.
func (db *DB) readableComments(c *clause, r *comment.Reader, byAddress bool) {
	if byAddress && !r.Persons {
		c.and("c.account_id = ?", r.User)
		c.and("c.account_id <> 0")
	}
	read := func(c column) string { return c.String() }
	edits, editArgs := db.reachTest(read, r.Edit)
	reads, readArgs := db.reachTest(read, r.Read)
	inherits, parentArgs := db.parentTest(colParent.String(), r.Read)
	types := db.engine.textsIn(colType.String())

	// Approved comments of an entry that is read; all of one that is changed.
	open := "(e.password <> '' AND e.id = ?) OR (e.password = '' AND " + types + " AND " + reads +
		" AND (e.status <> '" + string(content.Inherit) + "' OR " + inherits + "))"
	ofEntry := "COALESCE((SELECT 1 FROM entry e WHERE e.id = c.entry_id AND (" + edits +
		" OR c.status = '" + string(comment.Approved) + "' AND c.type <> '" + comment.TypeNote + "' AND (" + open + ")) LIMIT 1), 0) = 1"
	args := append(append([]any{}, editArgs...), r.Opened, db.engine.textList(r.Types))
	args = append(append(args, readArgs...), parentArgs...)

	tests := []string{ofEntry}
	if r.User != 0 {
		own := "c.account_id = ?"
		if !r.OwnOrphans {
			own = paren(own + " AND c.entry_id <> 0")
		}
		tests, args = append(tests, own), append(args, r.User)
	}
	if r.Orphans {
		tests = append(tests, "c.entry_id = 0")
	}
	c.and(anyOf(tests), args...)
}

package lists

import (
	"quoin/internal/domain/content"
	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/sqldb"
)

// A list with a Reader leaves out what that reader may not read: kinds of
// entries as a whole, before anything is read (see takes), and by conditions
// on rows what the kind doesn't tell: what entries belong to, and passwords.

// reach is what the list may take.
func (l *entryList) reach() content.Reach {
	if l.q.Reader == nil {
		return content.Reach{All: true}
	}
	return l.q.Reader.Read
}

// inherits tells whether an entry of a kind may be read like what it belongs to.
func inherits(k entries.KindCount) bool { return k.Status == string(content.Inherit) }

// hidesRows tells whether some entries of the kinds may be hidden.
func (l *entryList) hidesRows() bool {
	r := l.reach()
	if len(r.Except) > 0 {
		return true
	}
	for _, k := range l.kinds {
		if inherits(k) && !r.All {
			return true
		}
	}
	return false
}

// readable adds the conditions on rows of what the reader may read.
func (l *entryList) readable(s *selection) {
	r, k := l.reach(), s.branch.kind
	if !l.hidesRows() || k != nil && !inherits(*k) && len(r.Except) == 0 {
		return
	}
	if len(r.Except) > 0 {
		s.And("NOT "+sqldb.Paren(l.db.Engine.IntsIn(s.keep(colID))), l.db.Engine.IntList(r.Except))
	}
	if r.All || k != nil && !inherits(*k) {
		return
	}
	test, args := l.db.ParentTest(s.keep(ColParent), r)
	if k == nil {
		test = "(" + s.keep(colStatus) + " <> '" + string(content.Inherit) + "' OR " + test + ")"
	}
	s.And(test, args...)
}

// ParentTest is the test whether an entry doesn't belong to another one outside
// of a reach. Like hasTerm it is written such that PostgreSQL looks at one
// parent for each row.
func (db *Store) ParentTest(parent string, r content.Reach) (string, []any) {
	test, args := db.ReachTest(func(c Column) string { return "x." + c.name }, r)
	return "COALESCE((SELECT 1 FROM entry x WHERE x.id = " + parent + " AND NOT " + test + " LIMIT 1), 0) = 0", args
}

// ReachTest is the test whether an entry is in a reach. read gives the text of
// its columns.
func (db *Store) ReachTest(read func(Column) string, r content.Reach) (string, []any) {
	if r.All {
		return "1 = 1", nil
	}
	var tests []string
	var args []any
	add := func(k content.Kinds, more string, arg ...any) {
		test := db.Engine.TextsIn(read(ColType))
		args = append(args, db.Engine.TextList(k.Types))
		if len(k.Statuses) > 0 {
			in := db.Engine.TextsIn(read(colStatus))
			if k.Not {
				in = "NOT " + sqldb.Paren(in)
			}
			test += " AND " + in
			args = append(args, db.Engine.TextList(sqldb.PlainTexts(k.Statuses)))
		}
		tests, args = append(tests, sqldb.Paren(test+more)), append(args, arg...)
	}
	for _, k := range r.Any {
		add(k, "")
	}
	for _, k := range r.Own {
		if r.Author == 0 {
			break // what nobody wrote isn't an anonymous caller's own
		}
		add(k, " AND "+read(colAuthor)+" = ?", r.Author)
	}
	if len(tests) == 0 {
		return "1 = 0", nil
	}
	test := "(" + sqldb.JoinOr(tests) + ")"
	if len(r.Except) > 0 {
		test = "(" + test + " AND NOT " + sqldb.Paren(db.Engine.IntsIn(read(colID))) + ")"
		args = append(args, db.Engine.IntList(r.Except))
	}
	return test, args
}

// locks tells whether texts of entries with a password are hidden from the
// reader of a query.
func locks(q *content.Query) bool {
	return q.Reader != nil && !q.Reader.Unlock.All && (q.WithPassword == nil || *q.WithPassword)
}

// unlocked is the test whether the reader of a query that locks may read the
// text of an entry.
func (db *Store) unlocked(q *content.Query) (expression, []any) {
	r := q.Reader.Unlock
	_, args := db.ReachTest(Column.String, r)
	return func(read func(Column) string) string {
		test, _ := db.ReachTest(read, r)
		return "(" + read(colPassword) + " = '' OR " + test + ")"
	}, args
}

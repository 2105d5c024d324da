package lists

import (
	"fmt"
	"slices"
	"strings"

	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/sqldb"
)

// part is a query for the ids of a branch, with the keys that order them as k0,
// k1, ...
type part struct {
	text string
	args []any
}

// selection writes a branch of a plan as SQL.
type selection struct {
	sqldb.Clause
	db     *Store
	branch branch
	order  ordering
	reads  [tableCount]bool
	rows   []string // keys of the fields that are looked up for each entry
}

// read is the text of a column. The query will have its table.
func (s *selection) read(c Column) string {
	c = c.from(s.branch.base)
	s.reads[c.table] = true
	return c.String()
}

// keep is the text of a column that must not choose the index.
func (s *selection) keep(c Column) string { return s.db.Engine.Keep(s.read(c)) }

// from is the FROM part, with the tables that were read.
func (s *selection) from() string {
	var text string
	joinEntry := " JOIN entry e ON e.id = "
	switch s.branch.base {
	case idListTable:
		text = s.db.Engine.IntTable() + " i" + joinEntry + colListID.String()
	case entryTermTable:
		text = "entry_term t"
		if s.reads[entryTable] {
			text += joinEntry + colTermEntry.String()
		}
	case entryFieldTable:
		text = "entry_field f"
		if s.reads[entryTable] {
			text += joinEntry + colFieldEntry.String()
		}
	default:
		text = "entry e"
	}
	if s.reads[entryTextTable] {
		text += " JOIN entry_text s ON " + colTextEntry.String() + " = " + colID.from(s.branch.base).String()
	}
	for i := range s.rows {
		text += " CROSS JOIN entry_field " + rowAlias(i) // SQLite leaves them in this order
	}
	return " FROM " + text
}

// write writes a branch.
func (l *entryList) write(b branch, order ordering) part {
	s := &selection{db: l.db, branch: b, order: order}
	columns := s.read(colID) + " AS id"
	if l.onlyIDs {
		columns += ", " + s.read(ColType) + " AS typ"
	}
	var args []any
	for i, k := range order.keys {
		if k.field != "" {
			columns += fmt.Sprintf(", %s AS k%d", s.fieldRow(k.field), i)
			continue
		}
		columns += fmt.Sprintf(", %s AS k%d", k.expression()(s.read), i)
		args = append(args, k.args...)
	}
	if b.base == idListTable {
		args = append(args, l.db.Engine.IntList(l.q.IDs))
	}
	l.lead(s)
	s.filter(&l.q)
	if l.rank != nil {
		rank, rankArgs := l.db.rank(&l.q)
		s.And(rank(s.read)+" = ?", append(rankArgs, *l.rank)...)
	}
	l.readable(s)
	l.begin(s)
	return part{"SELECT " + columns + s.from() + s.Where(), append(args, s.Args...)}
}

// lead adds the conditions that choose the index of a branch.
func (l *entryList) lead(s *selection) {
	b, eng := &s.branch, l.db.Engine
	if b.found {
		candidates, args := l.candidates()
		s.And(s.read(colID)+" IN ("+candidates+")", args...)
	}
	if b.withTerms != nil {
		s.And(s.read(colID)+" IN (SELECT t.entry_id FROM entry_term t WHERE "+eng.IntsIn(colTerm.String())+")", eng.IntList(b.withTerms))
	}
	if b.kind == nil {
		read := s.keep
		if b.kindsLead {
			read = s.read
		}
		test, args := l.kindsIn(read)
		s.And(test, args...)
		return
	}
	if b.base == entryTermTable {
		s.And(s.read(colTerm)+" = ?", b.term)
	}
	s.leadByField(&l.q)
	s.AndName(s.read(ColType), b.kind.Typ)
	s.AndName(s.read(colStatus), b.kind.Status)
	if len(b.notTerms) > 0 {
		s.And("NOT "+sqldb.Paren(hasTerm(s.read(colID), eng.IntsIn("x.term_id"))), eng.IntList(b.notTerms))
	}
	if b.kind.Author != entries.Everyone {
		author := s.keep(colAuthor)
		if b.authorLeads {
			author = s.read(colAuthor)
		}
		s.And(author+" = ?", b.kind.Author)
	}
}

// begin lets the list begin at a known row.
func (l *entryList) begin(s *selection) {
	a := l.start
	if a == nil {
		return
	}
	op := " >= "
	if s.order.idDesc {
		op = " <= "
	}
	if len(s.order.keys) == 0 {
		s.And(s.read(colID)+op+"?", a.id)
		return
	}
	s.And("("+s.read(s.order.keys[0].column)+", "+s.read(colID)+")"+op+"(?, ?)", a.key, a.id)
}

// kindsIn is the test on type, status and author for branches of all kinds.
// read gives the text of a column.
func (l *entryList) kindsIn(read func(Column) string) (string, []any) {
	eng := l.db.Engine
	var tests []string
	var args []any
	for _, g := range l.kindGroups() {
		test := eng.TextsIn(read(ColType)) + " AND " + eng.TextsIn(read(colStatus))
		args = append(args, eng.TextList(g.types), eng.TextList(g.statuses))
		if g.author != entries.Everyone {
			test += " AND " + read(colAuthor) + " = ?"
			args = append(args, g.author)
		}
		tests = append(tests, sqldb.Paren(test))
	}
	return sqldb.AnyOf(tests), args
}

// kindGroup are the kinds of all of its types in all of its statuses.
type kindGroup struct {
	types, statuses []string
	author          int64
}

// kindGroups are the kinds of the list. Those of everyone are one group, since
// the query asks for all of its types in all of its statuses, unless a reader
// may read them of some types only.
func (l *entryList) kindGroups() []kindGroup {
	var list []kindGroup
	for _, k := range l.kinds {
		author := int64(entries.Everyone)
		if l.ofOne(k) {
			author = k.Author
		}
		i := slices.IndexFunc(list, func(g kindGroup) bool {
			return g.author == author && (l.reach().All || slices.Equal(g.statuses, []string{k.Status}))
		})
		if i < 0 {
			list, i = append(list, kindGroup{author: author}), len(list)
		}
		g := &list[i]
		g.types, g.statuses = sqldb.Distinct(append(g.types, k.Typ)), sqldb.Distinct(append(g.statuses, k.Status))
	}
	return list
}

// parts writes the branches of a plan.
func (l *entryList) parts(p plan, order ordering) []part {
	list := make([]part, len(p.branches))
	for i, b := range p.branches {
		list[i] = l.write(b, order)
	}
	return list
}

// bounded ends each of several parts after the n rows that their merge can
// need.
func (l *entryList) bounded(parts []part, order ordering, n int) []part {
	if len(parts) == 1 {
		return parts
	}
	for i, p := range parts {
		text, bounded := l.db.Engine.Branch(p.text, order.orderBy(""))
		parts[i].text = text
		if bounded {
			parts[i].args = append(p.args, int64(n))
		}
	}
	return parts
}

// union joins parts into one query.
func union(parts []part) part {
	texts := make([]string, len(parts))
	var args []any
	for i, p := range parts {
		texts[i] = p.text
		args = append(args, p.args...)
	}
	return part{strings.Join(texts, " UNION ALL "), args}
}

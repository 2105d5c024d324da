package dump

import (
	"context"
	"slices"
	"strings"

	"github.com/DataDog/go-sqllexer"
)

// notColumns begin the parts of a CREATE TABLE that are no columns.
var notColumns = []string{"PRIMARY", "KEY", "UNIQUE", "INDEX", "FULLTEXT", "SPATIAL", "CONSTRAINT", "FOREIGN", "CHECK", "PERIOD"}

// wholeTypes are the types of whole numbers.
var wholeTypes = []string{"TINYINT", "SMALLINT", "MEDIUMINT", "INT", "INTEGER", "BIGINT", "BOOL", "BOOLEAN"}

// create reads CREATE TABLE, and passes over CREATE of anything else.
func (p *parser) create() error {
	line := p.begun
	ours, err := p.ofTable("IF", "NOT", "EXISTS")
	if err != nil || !ours {
		return err
	}
	var t Table
	if t.Name, err = p.name(); err != nil {
		return err
	}
	if err := p.newTable(t.Name, line); err != nil {
		return err
	}
	if p.is(";") {
		return p.wrong("the table %s is made without columns, as by a program in a mode of compatibility: dump again without one", t.Name)
	}
	if !p.is("(") {
		return p.wrong("the columns of %s were expected, not %s", t.Name, p.tokenText())
	}
	for !p.is(")") {
		if err := p.advance(); err != nil {
			return err
		}
		if err := p.part(&t); err != nil {
			return err
		}
	}
	if len(t.Columns) == 0 {
		return p.wrong("the table %s has no columns", t.Name)
	}
	p.tables[strings.ToLower(t.Name)] = &made{Table: t}
	if err := p.to.Table(t); err != nil {
		return err
	}
	return p.rest()
}

func (p *parser) newTable(name string, line int) error {
	if _, twice := p.table(name); twice {
		return &Error{line, "the table " + name + " is made a second time: a dump must be of one site"}
	}
	if len(p.tables) == maxTables {
		return &Error{line, "there are too many tables"}
	}
	if strings.HasPrefix(strings.ToLower(name), "sqlite_") {
		return &Error{line, "a table can't have the name " + name}
	}
	return nil
}

// part reads a column, or passes over a key, up to the comma or bracket behind it.
func (p *parser) part(t *Table) error {
	var column *Column
	if p.quotedName() || !slices.ContainsFunc(notColumns, p.is) {
		name, err := p.name()
		if err != nil {
			return err
		}
		switch {
		case t.column(name) >= 0:
			return p.wrong("the table %s has the column %s twice", t.Name, name)
		case len(t.Columns) == maxColumns:
			return p.wrong("the table %s has more than %d columns", t.Name, maxColumns)
		}
		t.Columns = append(t.Columns, Column{Name: name, Whole: slices.ContainsFunc(wholeTypes, p.is)})
		column = &t.Columns[len(t.Columns)-1]
	}
	for depth := 0; ; {
		switch {
		case depth == 0 && column != nil && (p.is("GENERATED") || p.is("AS")):
			column.Made = true
		case p.typ == sqllexer.EOF, depth == 0 && p.is(";"):
			return p.wrong("the columns of %s don't end", t.Name)
		case depth == 0 && (p.is(",") || p.is(")")):
			return nil
		case p.is("("):
			depth++
		case p.is(")"):
			depth--
		}
		if err := p.advance(); err != nil {
			return err
		}
	}
}

// ofTable goes behind the word TABLE of a statement and words that may follow it. It passes over
// what is said of something else, or of another database.
func (p *parser) ofTable(words ...string) (ours bool, err error) {
	if err := p.advance(); err != nil {
		return false, err
	}
	if !p.is("TABLE") || !p.chosen() {
		return false, p.rest()
	}
	if err := p.advance(); err != nil {
		return false, err
	}
	return true, p.skip(words...)
}

// skip goes behind words that don't matter.
func (p *parser) skip(words ...string) error {
	for slices.ContainsFunc(words, p.is) {
		if err := p.advance(); err != nil {
			return err
		}
	}
	return nil
}

// insert reads INSERT or REPLACE with its rows.
func (p *parser) insert(ctx context.Context) error {
	if !p.chosen() {
		return p.rest()
	}
	if err := p.advance(); err != nil {
		return err
	}
	if err := p.skip("IGNORE", "DELAYED", "LOW_PRIORITY", "INTO"); err != nil {
		return err
	}
	line := p.begun
	name, err := p.name()
	if err != nil {
		return err
	}
	t, ok := p.table(name)
	if !ok {
		return &Error{line, "rows of the table " + name + " come, but nothing says what columns it has: dump the structure too"}
	}
	columns, given, err := p.columns(t.Table)
	if err != nil {
		return err
	}
	if !p.is("VALUES") && !p.is("VALUE") {
		return p.wrong("VALUES was expected, not %s", p.tokenText())
	}
	for {
		if err := p.advance(); err != nil {
			return err
		}
		line := p.begun
		values, err := p.row(t.Table, len(columns))
		if err != nil {
			return err
		}
		of := columns
		if len(values) == len(given) {
			of = given
		}
		if len(values) < len(of) {
			return &Error{line, "a row of " + t.Name + " has fewer values than columns"}
		}
		p.said.say(&p.summary, t.Name, of, values)
		if err := p.to.Row(t.Name, of, values); err != nil {
			return &Error{line, err.Error()}
		}
		t.filled, p.filled = true, true
		switch {
		case p.is(";"):
			return ctx.Err()
		case p.is(","):
		default:
			return p.rest() // ON DUPLICATE KEY UPDATE
		}
	}
}

// columns are those that the values of an INSERT are of: the ones that it names, or all. given are
// those of all whose values aren't made of others; rows may have these alone.
func (p *parser) columns(t Table) (names, given []string, err error) {
	if !p.is("(") {
		for _, c := range t.Columns {
			names = append(names, c.Name)
			if !c.Made {
				given = append(given, c.Name)
			}
		}
		return names, given, nil
	}
	for !p.is(")") {
		if err := p.advance(); err != nil {
			return nil, nil, err
		}
		name, err := p.name()
		if err != nil {
			return nil, nil, err
		}
		i := t.column(name)
		if i < 0 || slices.Contains(names, t.Columns[i].Name) {
			return nil, nil, p.wrong("the table %s has no column %s, or it stands here twice", t.Name, name)
		}
		names = append(names, t.Columns[i].Name)
		if !p.is(",") && !p.is(")") {
			return nil, nil, p.wrong("the names of columns were expected, not %s", p.tokenText())
		}
	}
	return names, names, p.advance()
}

// row reads the values of one row in brackets.
func (p *parser) row(t Table, columns int) ([]any, error) {
	if !p.is("(") {
		return nil, p.wrong("a row was expected, not %s", p.tokenText())
	}
	line, size := p.begun, 0
	values := make([]any, 0, columns)
	p.said = letters{}
	for !p.is(")") {
		if err := p.advance(); err != nil {
			return nil, err
		}
		if len(values) == columns {
			return nil, &Error{line, "a row of " + t.Name + " has more values than columns"}
		}
		turned, kept := p.summary.FromLatin1, p.summary.AlreadyUTF8
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		if p.summary.FromLatin1 > turned {
			p.said.turned = append(p.said.turned, len(values))
		}
		if p.summary.AlreadyUTF8 > kept {
			p.said.kept = append(p.said.kept, len(values))
		}
		if text, ok := v.(string); ok {
			if size += len(text); size > maxRow {
				return nil, p.wrong("a row of %s is longer than %d bytes", t.Name, maxRow)
			}
		}
		values = append(values, v)
		if !p.is(",") && !p.is(")") {
			return nil, p.wrong("the row of %s goes on with %s", t.Name, p.tokenText())
		}
	}
	return values, p.advance()
}

// update refuses rows that are told as changes of rows, as phpMyAdmin may be asked to, and
// changes of rows that came.
func (p *parser) update() error {
	line := p.begun
	t, err := p.target("IGNORE", "LOW_PRIORITY")
	switch {
	case err != nil:
		return err
	case t == nil:
	case t.filled:
		return changed(line, t.Name)
	default:
		return &Error{line, "rows of the table " + t.Name + " come with UPDATE, which changes rows that aren't here: dump again with INSERT"}
	}
	return p.rest()
}

// remove refuses DELETE and TRUNCATE of rows that came.
func (p *parser) remove() error {
	line := p.begun
	t, err := p.target("LOW_PRIORITY", "QUICK", "IGNORE", "FROM", "TABLE")
	if err != nil {
		return err
	}
	if t != nil && t.filled {
		return changed(line, t.Name)
	}
	return p.rest()
}

// target is the table that a statement names behind its first word and others that don't matter,
// nil for one that isn't taken.
func (p *parser) target(words ...string) (*made, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	if err := p.skip(words...); err != nil {
		return nil, err
	}
	name, err := p.name()
	if err != nil {
		return nil, err
	}
	t, ok := p.table(name)
	if !ok || !p.chosen() {
		return nil, nil
	}
	return t, nil
}

// changed refuses a file that does more than a dump.
func changed(line int, table string) error {
	return &Error{line, "rows of the table " + table + " are changed or removed after they came, which no dump does: bring the file into a database, and dump that"}
}

// drop forgets a table without rows: phpMyAdmin has tables stand in for views, until it makes
// these.
func (p *parser) drop() error {
	line := p.begun
	ours, err := p.ofTable("IF", "EXISTS")
	if err != nil || !ours || p.is(";") {
		return err
	}
	name, err := p.name()
	if err != nil {
		return err
	}
	t, ok := p.table(name)
	if ok && t.filled {
		return changed(line, t.Name)
	}
	if ok && p.is(";") {
		delete(p.tables, strings.ToLower(name))
		return p.to.Drop(t.Name)
	}
	return p.rest()
}

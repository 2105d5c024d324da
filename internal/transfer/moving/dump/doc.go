// Package dump reads what mysqldump, mariadb-dump and phpMyAdmin write: a text of SQL
// statements that makes tables and fills them.
//
// Read takes the statements that say something of tables and rows (CREATE TABLE, INSERT,
// REPLACE, SET NAMES), and passes over all others. Nothing of a dump is run. Of a dump of more
// databases than one it takes the one that it is told.
//
// Invariants:
//   - Memory holds one row. Values, rows, names and numbers of columns and tables are
//     bounded, see limits in parser.go; what goes over is refused.
//   - Every refusal is an *Error with the line at which it stands.
//   - A file that was cut off is refused: one that ends in the midst of a statement, or
//     before the line with which its program ends it.
//   - Texts are UTF-8 in, UTF-8 out. Of a dump in Latin-1 each text is taken for what it
//     is, and Read tells how many were which.
//
// Start reading in parser.go.
package dump

import "fmt"

// Error says what is wrong with a dump, and where.
type Error struct {
	Line    int
	Problem string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Problem) }

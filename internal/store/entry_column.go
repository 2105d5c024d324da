package store

// table is one of the tables that a list of entries reads, each under a fixed
// alias.
type table int

const (
	entryTable      table = iota // the entries, as e
	entryTermTable               // which entry has which term, as t
	entryTextTable               // the folded texts that are searched, as s
	entryFieldTable              // the values of indexed fields, as f
	idListTable                  // the ids that a query names, in their order, as i
	tableCount
)

func (t table) alias() string { return [tableCount]string{"e", "t", "s", "f", "i"}[t] }

// column is a column of a table.
type column struct {
	table table
	name  string
}

func (c column) String() string { return c.table.alias() + "." + c.name }

// The columns that lists filter and order by.
var (
	colID        = column{entryTable, "id"}
	colType      = column{entryTable, "type"}
	colStatus    = column{entryTable, "status"}
	colAuthor    = column{entryTable, "author"}
	colParent    = column{entryTable, "parent"}
	colDate      = column{entryTable, "date"}
	colModified  = column{entryTable, "modified"}
	colTitleKey  = column{entryTable, "title_key"}
	colSlug      = column{entryTable, "slug"}
	colMenuOrder = column{entryTable, "menu_order"}
	colMimeType  = column{entryTable, "mime_type"}
	colSticky    = column{entryTable, "sticky"}
	colPassword  = column{entryTable, "password"}

	colTermEntry = column{entryTermTable, "entry_id"}
	colTerm      = column{entryTermTable, "term_id"}

	colTextEntry   = column{entryTextTable, "entry_id"}
	colFoldTitle   = column{entryTextTable, "title"}
	colFoldExcerpt = column{entryTextTable, "excerpt"}
	colFoldText    = column{entryTextTable, "text"}
	colFoldFile    = column{entryTextTable, "file"}

	colFieldEntry = column{entryFieldTable, "entry_id"}
	colFieldKey   = column{entryFieldTable, "key"}
	colFieldValue = column{entryFieldTable, "value"}

	colListID    = column{idListTable, "value"}
	colListPlace = column{idListTable, "place"}
)

// from is the column that stands for c in a query that reads from base: the
// table of terms repeats id, type, status and date of each entry, that of fields
// all of these but the date, so that the entry itself needn't be read for them.
func (c column) from(base table) column {
	switch {
	case base == entryTermTable && c == colID:
		return colTermEntry
	case base == entryTermTable && (c == colType || c == colStatus || c == colDate):
		return column{entryTermTable, c.name}
	case base == entryFieldTable && c == colID:
		return colFieldEntry
	case base == entryFieldTable && (c == colType || c == colStatus):
		return column{entryFieldTable, c.name}
	}
	return c
}

// expression writes SQL over columns. read gives the text of a column, and so
// learns which tables are needed.
type expression func(read func(column) string) string

func (c column) expression() expression {
	return func(read func(column) string) string { return read(c) }
}

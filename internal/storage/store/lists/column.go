package lists

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

// Column is a column of a table.
type Column struct {
	table table
	name  string
}

func (c Column) String() string { return c.table.alias() + "." + c.name }

// The columns that lists filter and order by.
var (
	colID        = Column{entryTable, "id"}
	ColType      = Column{entryTable, "type"}
	colStatus    = Column{entryTable, "status"}
	colAuthor    = Column{entryTable, "author"}
	ColParent    = Column{entryTable, "parent"}
	colDate      = Column{entryTable, "date"}
	colModified  = Column{entryTable, "modified"}
	colTitleKey  = Column{entryTable, "title_key"}
	colSlug      = Column{entryTable, "slug"}
	colMenuOrder = Column{entryTable, "menu_order"}
	colMimeType  = Column{entryTable, "mime_type"}
	colSticky    = Column{entryTable, "sticky"}
	colPassword  = Column{entryTable, "password"}

	colTermEntry = Column{entryTermTable, "entry_id"}
	colTerm      = Column{entryTermTable, "term_id"}

	colTextEntry   = Column{entryTextTable, "entry_id"}
	colFoldTitle   = Column{entryTextTable, "title"}
	colFoldExcerpt = Column{entryTextTable, "excerpt"}
	colFoldText    = Column{entryTextTable, "text"}
	colFoldFile    = Column{entryTextTable, "file"}

	colFieldEntry = Column{entryFieldTable, "entry_id"}
	colFieldKey   = Column{entryFieldTable, "key"}
	colFieldValue = Column{entryFieldTable, "value"}

	colListID    = Column{idListTable, "value"}
	colListPlace = Column{idListTable, "place"}
)

// from is the column that stands for c in a query that reads from base: the
// table of terms repeats id, type, status and date of each entry, that of fields
// all of these but the date, so that the entry itself needn't be read for them.
func (c Column) from(base table) Column {
	switch {
	case base == entryTermTable && c == colID:
		return colTermEntry
	case base == entryTermTable && (c == ColType || c == colStatus || c == colDate):
		return Column{entryTermTable, c.name}
	case base == entryFieldTable && c == colID:
		return colFieldEntry
	case base == entryFieldTable && (c == ColType || c == colStatus):
		return Column{entryFieldTable, c.name}
	}
	return c
}

// expression writes SQL over columns. read gives the text of a column, and so
// learns which tables are needed.
type expression func(read func(Column) string) string

func (c Column) expression() expression {
	return func(read func(Column) string) string { return read(c) }
}

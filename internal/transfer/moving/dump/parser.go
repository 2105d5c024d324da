package dump

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/DataDog/go-sqllexer"
)

// Bounds of what a dump may hold.
const (
	maxValue   = 32 << 20 // bytes of a token, so of a value
	maxRow     = 64 << 20 // bytes of the values of a row
	maxColumns = 1000
	maxTables  = 10_000
	maxName    = 256 // bytes; the databases allow 64 letters
)

// Table is a table as it was made.
type Table struct {
	Name    string
	Columns []Column
}

// Column is a column of a table. Whole tells that it holds whole numbers, Made that its
// values are made of those of others.
type Column struct {
	Name  string
	Whole bool
	Made  bool
}

// Target takes what a dump holds. Row is called with the columns that the values are of,
// each nil, an int64 or a text; a table comes before its rows. Drop is called of a table
// without rows that stood in for something else. An error ends the reading.
type Target interface {
	Table(t Table) error
	Row(table string, columns []string, values []any) error
	Drop(table string) error
}

// Summary is what is worth knowing of a dump that was read. The two numbers are those of
// texts with other letters than ASCII, in a dump in Latin-1.
type Summary struct {
	Latin1      bool
	FromLatin1  int // in Latin-1; they were turned into UTF-8
	AlreadyUTF8 int // UTF-8 already; they came as they were
	// Turned and Kept name the first of both, by table, the first value of the row and column.
	Turned, Kept []string
}

// maxSaid is how many texts a Summary names of a kind.
const maxSaid = 20

// letters are which values of a row have letters beside ASCII, in a dump in Latin-1.
type letters struct{ turned, kept []int }

// say names them.
func (l *letters) say(s *Summary, table string, columns []string, values []any) {
	if len(l.turned)+len(l.kept) == 0 {
		return
	}
	const longest = 40
	id := fmt.Sprint(values[0])
	if runes := []rune(id); len(runes) > longest {
		id = string(runes[:longest]) + "..."
	}
	for to, list := range map[*[]string][]int{&s.Turned: l.turned, &s.Kept: l.kept} {
		for _, i := range list {
			if len(*to) < maxSaid {
				*to = append(*to, table+" "+id+" "+columns[i])
			}
		}
	}
}

// Read reads a dump to its end, also one that is compressed with gzip. database is the one
// that is taken, "" where the dump is of only one beside those of the server itself.
func Read(ctx context.Context, in io.Reader, database string, to Target) (Summary, error) {
	in, err := unpacked(in)
	if err != nil {
		return Summary{}, err
	}
	p := &parser{lexer: newLexer(in, maxValue), to: to, wanted: database, databases: databases{told: database != ""}, tables: map[string]*made{}}
	err = p.all(ctx)
	return p.summary, err
}

// unpacked is the text of a file, which its first bytes tell the form of.
func unpacked(in io.Reader) (io.Reader, error) {
	b := bufio.NewReaderSize(in, 64<<10)
	head, err := b.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, &Error{1, fmt.Sprintf("the file can't be read: %v", err)}
	}
	switch {
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, &Error{1, fmt.Sprintf("the file can't be unpacked: %v", err)}
		}
		inner := bufio.NewReaderSize(whole{z}, 64<<10)
		if head, err = inner.Peek(3); err != nil && !errors.Is(err, io.EOF) {
			return nil, &Error{1, fmt.Sprintf("the file can't be unpacked: %v", err)}
		}
		return unmarked(inner, head)
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return nil, &Error{1, "the file is a ZIP archive; unpack it first"}
	}
	return unmarked(b, head)
}

// errCut says so of a compressed file, which has its length and a checksum at its end.
var errCut = errors.New("it was cut off, since the end of what is compressed is missing")

// whole reads what is compressed, whose end can't be taken for that of the text in it.
type whole struct{ io.Reader }

func (w whole) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errCut
	}
	return n, err
}

// unmarked is a text without the mark of its encoding, of which it begins with head.
func unmarked(b *bufio.Reader, head []byte) (io.Reader, error) {
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return nil, &Error{1, "the file is in UTF-16, as shells of Windows write it: make the dump with --result-file"}
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, err := b.Discard(3)
		return b, err
	}
	return b, nil
}

// made is a table that was made.
type made struct {
	Table
	filled bool
}

type parser struct {
	*lexer
	to      Target
	tables  map[string]*made // by their names in small letters
	filled  bool             // a row came
	summary Summary
	databases
	wanted string // the database that is taken, "" while that isn't known
	latin1 bool
	said   letters // of the row that was read last
	// The programs of the servers begin and end their files with a comment.
	headed, footed bool
	within         bool // a transaction, as phpMyAdmin puts around what it writes
}

// wrong is what is to be said of the token.
func (p *parser) wrong(format string, args ...any) error {
	return &Error{p.begun, fmt.Sprintf(format, args...)}
}

// tokenText is the token as an error has it.
func (p *parser) tokenText() string {
	const most = 40
	switch {
	case p.typ == sqllexer.EOF:
		return "the end of the file"
	case len(p.lexer.value) > most:
		return fmt.Sprintf("%q...", p.lexer.value[:most])
	}
	return fmt.Sprintf("%q", p.lexer.value)
}

// advance goes to the next token that is no space and no comment.
func (p *parser) advance() error { return p.next(p.comment) }

// settle stays at the token, unless it is a space or comment.
func (p *parser) settle() error {
	switch p.typ {
	case sqllexer.COMMENT, sqllexer.MULTILINE_COMMENT:
		p.comment(p.lexer.value)
		return p.advance()
	case sqllexer.SPACE:
		return p.advance()
	}
	return nil
}

// comment hears what is said in comments: who wrote the file, that it is complete, and
// its character set. Programs put SET NAMES into a comment that only some servers read.
func (p *parser) comment(text string) {
	switch {
	case strings.HasPrefix(text, "-- MySQL dump"), strings.HasPrefix(text, "-- MariaDB dump"):
		p.headed = true
	case strings.HasPrefix(text, "-- Dump completed"):
		p.footed = true
	case strings.HasPrefix(text, "/*!"):
		words := strings.Fields(strings.TrimLeft(strings.TrimSuffix(text[3:], "*/"), "0123456789"))
		if len(words) >= 3 && strings.EqualFold(words[0], "SET") && strings.EqualFold(words[1], "NAMES") {
			p.names(words[2])
		}
	}
}

// names hears of SET NAMES.
func (p *parser) names(set string) {
	p.latin1 = strings.EqualFold(strings.Trim(set, `'"`), "latin1")
	p.summary.Latin1 = p.summary.Latin1 || p.latin1
}

func (p *parser) all(ctx context.Context) error {
	for statements := 0; ; statements++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.advance(); err != nil {
			return err
		}
		var err error
		switch {
		case p.typ == sqllexer.EOF:
			if p.headed && !p.footed {
				return p.wrong("the line with which a dump ends is missing: the file was cut off")
			}
			if p.within {
				return p.wrong("the transaction in the file has no end: the file was cut off")
			}
			return p.complete()
		case p.is(";"):
		case p.is("START"):
			err = p.start()
		case p.is("COMMIT"):
			p.within = false
			err = p.rest()
		case p.is("USE"):
			err = p.use()
		case p.is("CREATE"):
			err = p.create()
		case p.is("INSERT"), p.is("REPLACE"):
			err = p.insert(ctx)
		case p.is("SET"):
			err = p.set()
		case p.is("DELIMITER"):
			err = p.delimited()
		case p.is("UPDATE"):
			err = p.update()
		case p.is("DELETE"), p.is("TRUNCATE"):
			err = p.remove()
		case p.is("DROP"):
			err = p.drop()
		case statements == 0 && !slices.ContainsFunc(firstWords, p.is):
			return p.wrong("this is no dump: a statement of SQL was expected, not %s. Make it in the format SQL", p.tokenText())
		default:
			err = p.rest()
		}
		if err != nil {
			return err
		}
	}
}

// firstWords are those with which a dump may begin beside the ones that are read.
var firstWords = []string{"START", "BEGIN", "COMMIT", "LOCK", "UNLOCK", "ALTER", "FLUSH", "CHANGE", "GRANT", "ANALYZE", "PRAGMA"}

// complete tells what the file lacks at its end.
func (p *parser) complete() error {
	switch {
	case len(p.others) > 0:
		return p.wrong("the file has more than one database: say which with --database, one of %s", p.named())
	case len(p.tables) == 0 && p.wanted != "" && len(p.seen) > 0:
		return p.wrong("the file makes no table in a database %s: it has %s", p.wanted, p.named())
	case len(p.tables) == 0 && p.wanted != "":
		return p.wrong("the file doesn't say of which database it is: leave --database out")
	case len(p.tables) == 0:
		return p.wrong("the file makes no table")
	case !p.filled:
		return p.wrong("the file makes tables and has no rows: dump the data too, not the structure alone")
	}
	return nil
}

// start hears of the transaction that begins; others start replicas.
func (p *parser) start() error {
	if err := p.advance(); err != nil {
		return err
	}
	p.within = p.within || p.is("TRANSACTION")
	return p.rest()
}

// rest passes over the rest of a statement.
func (p *parser) rest() error {
	for !p.is(";") {
		if p.typ == sqllexer.EOF {
			return p.wrong("the file ends in the midst of a statement: it was cut off")
		}
		if err := p.advance(); err != nil {
			return err
		}
	}
	return nil
}

// set takes the character set of what follows.
func (p *parser) set() error {
	if err := p.advance(); err != nil {
		return err
	}
	if !p.is("NAMES") {
		return p.rest()
	}
	if err := p.advance(); err != nil {
		return err
	}
	p.names(p.lexer.value)
	return p.rest()
}

// delimited passes over triggers and routines, between lines that change what ends a
// statement.
func (p *parser) delimited() error {
	from := p.begun
	for {
		line, err := p.skipLine()
		word, sign, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.EqualFold(word, "DELIMITER") && strings.TrimSpace(sign) == ";" {
			return nil
		}
		if errors.Is(err, io.EOF) {
			return &Error{from, "DELIMITER isn't set back to the end of the file: it was cut off"}
		}
		if err != nil {
			return err
		}
	}
}

// quotedName tells whether the token is a name in quotes: of the servers' own, or, in a dump
// made in the mode ANSI, of the standard's.
func (p *parser) quotedName() bool {
	return p.typ == sqllexer.QUOTED_IDENT || p.typ == sqllexer.STRING && strings.HasPrefix(p.lexer.value, `"`)
}

// name reads a name, without the database before its dot, and goes on behind it.
func (p *parser) name() (string, error) {
	quoted := p.quotedName()
	if !quoted && p.typ != sqllexer.IDENT && p.typ != sqllexer.KEYWORD && p.typ != sqllexer.COMMAND && p.typ != sqllexer.FUNCTION {
		return "", p.wrong("a name was expected, not %s", p.tokenText())
	}
	name := p.lexer.value
	if i := strings.LastIndexByte(name, '.'); i >= 0 && !quoted {
		name = name[i+1:]
	}
	if quoted {
		mark := name[:1]
		if i := strings.LastIndex(name, mark+"."+mark); i >= 0 {
			name = name[i+2:]
		}
		if len(name) < 3 || !strings.HasSuffix(name, mark) {
			return "", p.wrong("the name %s is of no kind that a dump has", p.tokenText())
		}
		name = name[1 : len(name)-1]
	}
	if name == "" || len(name) > maxName || strings.ContainsAny(name, "`\"\x00\n") {
		return "", p.wrong("the name %s is of no kind that a dump has", p.tokenText())
	}
	return name, p.advance()
}

// column finds a column by its name, whose case doesn't matter.
func (t Table) column(name string) int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return strings.EqualFold(c.Name, name) })
}

// table finds a table that was made.
func (p *parser) table(name string) (*made, bool) {
	t, ok := p.tables[strings.ToLower(name)]
	return t, ok
}

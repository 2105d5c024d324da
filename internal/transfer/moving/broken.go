package moving

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"quoin/internal/domain/importer"
	"quoin/internal/platform/wire"
)

// broken names texts whose letters were taken for others at some time, and values that can't
// be read. They are told of and not mended: whether somebody meant them can't be known.
type broken struct {
	mu     sync.Mutex // tables are read ahead
	twice  names      // encoded twice
	mended names      // that were no UTF-8
	unread names      // serialised, but damaged: they came as the texts that they are
}

// note looks at a text.
func (b *broken) note(table string, id any, column, text string) {
	switch {
	case !utf8.ValidString(text):
		b.add(&b.mended, table, id, column)
	case encodedTwice(text):
		b.add(&b.twice, table, id, column)
	}
}

func (b *broken) add(to *names, table string, id any, column string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	to.add(fmt.Sprintf("%s %v %s", table, id, column))
}

// column is a text of a row, by the name of its column.
type column struct {
	name string
	text *string
}

// cleanAll makes the texts of a row UTF-8.
func (b *broken) cleanAll(table string, id int64, row []column) {
	for _, c := range row {
		b.note(table, id, c.name, *c.text)
		*c.text = readable(*c.text)
	}
}

// value is what a text is the serialised form of, or, where that can't be read, the text.
func (b *broken) value(table string, id any, column, text string) any {
	b.note(table, id, column, text)
	v, read := valueOf(text)
	if !read {
		b.add(&b.unread, table, id, column)
	}
	return v
}

// readable is a text as UTF-8, with a sign for what isn't.
func readable(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

// readableValue is a value whose texts are readable.
func readableValue(v any) any {
	switch v := v.(type) {
	case string:
		return readable(v)
	case []any:
		for i := range v {
			v[i] = readableValue(v[i])
		}
	case *wire.Object:
		o := &wire.Object{}
		for _, m := range v.Members() {
			o.Set(readable(m.Key), readableValue(m.Value))
		}
		return o
	}
	return v
}

// looked bounds how much of a text is looked at.
const looked = 1 << 16

// encodedTwice tells whether a text looks like UTF-8 that was taken for Latin-1 (in
// the form of Windows) and encoded again: with the letters turned back it is UTF-8,
// and has more than ASCII.
func encodedTwice(text string) bool {
	// The first letter of such a pair is one of these.
	at := strings.IndexAny(text, "ÂÃâÄÅÐÑ")
	if at < 0 {
		return false
	}
	part := text[at:]
	if len(part) > looked {
		part = strings.ToValidUTF8(part[:looked], "")
	}
	for line := range strings.FieldsSeq(part) {
		if strings.IndexFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
			continue
		}
		back, err := charmap.Windows1252.NewEncoder().String(line)
		if err == nil && utf8.ValidString(back) {
			return true
		}
	}
	return false
}

// tell puts what was found into the report, each with its table, id and column.
func (b *broken) tell(report *importer.Report) {
	b.twice.say(report.Warn, "text looks as if it was encoded twice (such as Ã© for é); it came as it is", "texts look as if they were encoded twice (such as Ã© for é); they came as they are")
	b.mended.say(report.Warn, "text wasn't UTF-8; what couldn't be read became \uFFFD", "texts weren't UTF-8; what couldn't be read became \uFFFD")
	b.unread.say(report.Warn, "serialised value can't be read; it came as a text", "serialised values can't be read; they came as texts")
}

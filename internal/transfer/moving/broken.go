package moving

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"quoin/internal/domain/importer"
)

// broken counts texts whose letters were taken for others at some time. They are told
// of and not mended: whether somebody meant them can't be known.
type broken struct {
	twice  map[string]int // encoded twice, by where they stand
	mended map[string]int // that were no UTF-8
}

// clean is a text as UTF-8.
func (b *broken) clean(where, text string) string {
	if !utf8.ValidString(text) {
		if b.mended == nil {
			b.mended = map[string]int{}
		}
		b.mended[where]++
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	if encodedTwice(text) {
		if b.twice == nil {
			b.twice = map[string]int{}
		}
		b.twice[where]++
	}
	return text
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

// tell puts what was counted into the report.
func (b *broken) tell(report *importer.Report) {
	for _, where := range slices.Sorted(maps.Keys(b.twice)) {
		report.Warn("%d texts of %s look as if they were encoded twice (such as Ã© for é); they came as they are", b.twice[where], where)
	}
	for _, where := range slices.Sorted(maps.Keys(b.mended)) {
		report.Warn("%d texts of %s weren't UTF-8; what couldn't be read became \uFFFD", b.mended[where], where)
	}
}

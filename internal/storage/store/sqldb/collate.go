package sqldb

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// Fold is the form of a text in which case and accents make no difference:
// decomposed, without marks, in lower case.
func Fold(s string) string {
	other := firstOther(s)
	if other < 0 {
		return strings.ToLower(s)
	}
	b := make([]byte, 0, len(s))
	for other >= 0 {
		b = appendLower(b, s[:other])
		s = s[other:]
		// What isn't ASCII is decomposed by itself: no mark moves past a letter of ASCII.
		n := 1
		for n < len(s) && s[n] >= utf8.RuneSelf {
			n++
		}
		b = appendFolded(b, s[:n])
		s = s[n:]
		other = firstOther(s)
	}
	return string(appendLower(b, s))
}

// firstOther is where the first byte stands that isn't ASCII, negative when all are.
func firstOther(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return i
		}
	}
	return -1
}

// appendLower appends ASCII in lower case.
func appendLower(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		b = append(b, c)
	}
	return b
}

// appendFolded appends the folded form of a text without ASCII.
func appendFolded(b []byte, s string) []byte {
	if !norm.NFD.IsNormalString(s) {
		s = norm.NFD.String(s)
	}
	for _, r := range s {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		r = unicode.ToLower(r)
		// Letters with a stroke have no decomposition but sort and match as
		// the bare letter.
		switch r {
		case 'ø':
			r = 'o'
		case 'ł':
			r = 'l'
		case 'đ':
			r = 'd'
		}
		b = utf8.AppendRune(b, r)
	}
	return b
}

// sortKeyLimit bounds a sort key in bytes; texts that are alike up to there
// count as equal.
const sortKeyLimit = 192

type sorter struct {
	collator *collate.Collator
	buffer   collate.Buffer
}

// sorters holds collators, which can't be shared between goroutines.
var sorters = sync.Pool{New: func() any {
	return &sorter{collator: collate.New(language.Und, collate.Loose)}
}}

// pictured are the pictures that came with Unicode 6 and later.
var pictured = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x23e9, 0x23f3, 1}, {0x26ce, 0x26ce, 1}, {0x26e2, 0x26e7, 1}, {0x2705, 0x2705, 1}, {0x270a, 0x270b, 1}, {0x2728, 0x2728, 1},
		{0x274c, 0x274c, 1}, {0x274e, 0x274e, 1}, {0x2753, 0x2755, 1}, {0x275f, 0x2760, 1}, {0x2795, 0x2797, 1}, {0x27b0, 0x27b0, 1}, {0x27bf, 0x27bf, 1},
	},
	R32: []unicode.Range32{{0x1f0a0, 0x1f0ff, 1}, {0x1f1e6, 0x1f1ff, 1}, {0x1f250, 0x1faff, 1}},
}

// farther is how far behind all letters and signs pictures stand: in a plane that has no
// characters, so that they keep their order among each other.
const farther = 0x40000

// pictures puts pictures behind all that is read.
//
// Compat (TestSortKey): the reference's order is older than they are, and has them so.
func pictures(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] < 0xe2 {
			continue
		}
		return strings.Map(func(r rune) rune {
			if unicode.Is(pictured, r) {
				return r + farther
			}
			return r
		}, s)
	}
	return s
}

// SortKey orders texts byte by byte as a reader would order them, without
// regard to case, accents and blanks at the end. Pictures stand last.
func SortKey(s string) []byte {
	s = pictures(strings.TrimRight(s, " "))
	if len(s) > sortKeyLimit {
		s = s[:sortKeyLimit]
	}
	o := sorters.Get().(*sorter)
	defer sorters.Put(o)
	o.buffer.Reset()
	key := o.collator.KeyFromString(&o.buffer, s)
	if len(key) > sortKeyLimit {
		key = key[:sortKeyLimit]
	}
	return append(make([]byte, 0, len(key)), key...)
}

// Separator stands between the columns of a folded text. No column contains
// it, so that no search term matches across two columns.
const Separator = "\x1f"

func FoldColumn(s string) string { return strings.ReplaceAll(Fold(s), Separator, " ") }

// Clean makes a text that both engines store: valid UTF-8 without NUL.
func Clean(s string) string {
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", "")
	}
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return s
}

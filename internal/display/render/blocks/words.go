package blocks

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"quoin/internal/platform/markup/scan"
)

// words counts the words of content without its markup: tags part words; comments,
// references and signs don't. Each step makes the text shorter, so all go over one copy.
func words(s string) int {
	b := []byte(s)
	b = shorten(b, '<', untilEnd(tagEnd), "\n")
	b = shorten(b, '<', untilEnd(commentEnd), "")
	for _, blank := range []string{"&nbsp;", "&NBSP;", "&#160;"} {
		b = shorten(b, '&', starts(blank), " ")
	}
	b = shorten(b, '&', references(), "")
	b = shorten(b, '-', starts("--"), " ")
	b = shorten(b, dash[0], starts(dash), " ")
	n := 0
	for range bytes.FieldsSeq(dropSigns(b)) {
		n++
	}
	return n
}

const dash = "—"

// shorten puts a text in the place of what begins with a byte and is of some length,
// 0 where there is nothing; it is no shorter than the text.
func shorten(b []byte, first byte, length func(b []byte, i int) int, with string) []byte {
	out := b[:0]
	for i := 0; ; {
		j := bytes.IndexByte(b[i:], first)
		if j < 0 {
			return append(out, b[i:]...)
		}
		out = append(out, b[i:i+j]...)
		i += j
		n := length(b, i)
		if n == 0 {
			out = append(out, first)
			i++
			continue
		}
		out = append(out, with...)
		i += n
	}
}

func starts(with string) func(b []byte, i int) int {
	return func(b []byte, i int) int {
		if bytes.HasPrefix(b[i:], []byte(with)) {
			return len(with)
		}
		return 0
	}
}

// untilEnd asks find for lengths until it finds no end (-1): then no later one has any.
func untilEnd(find func(b []byte) int) func(b []byte, i int) int {
	endless := false
	return func(b []byte, i int) int {
		if endless {
			return 0
		}
		n := find(b[i:])
		endless = n < 0
		return max(n, 0)
	}
}

// tagEnd is the length of the tag at the start, 0 if none is, -1 if it has no end.
func tagEnd(b []byte) int {
	name := 1
	if len(b) > 1 && b[1] == '/' {
		name = 2
	}
	if len(b) <= name || !scan.IsAlpha(b[name]) {
		return 0
	}
	return lengthUntil(b, name+1, ">")
}

func commentEnd(b []byte) int {
	const start = "<!--"
	if !bytes.HasPrefix(b, []byte(start)) {
		return 0
	}
	return lengthUntil(b, len(start), "-->")
}

func lengthUntil(b []byte, from int, end string) int {
	i := bytes.Index(b[from:], []byte(end))
	if i < 0 {
		return -1
	}
	return from + i + len(end)
}

// references finds what looks like a reference to a character: without blanks up to the
// first semicolon. Where none comes before a blank, none does for what begins between.
func references() func(b []byte, i int) int {
	none := 0
	return func(b []byte, i int) int {
		if i < none {
			return 0
		}
		for j := i + 1; j < len(b) && !scan.IsSpace(b[j]); j++ {
			if b[j] == ';' && j > i+1 {
				return j + 1 - i
			}
			none = j + 1
		}
		return 0
	}
}

// dropSigns drops what is no letter and no blank.
func dropSigns(b []byte) []byte {
	out := b[:0]
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if !unicode.Is(signs, r) {
			out = append(out, b[i:i+size]...)
		}
		i += size
	}
	return out
}

// signs are the signs that words don't have.
var signs = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x21, Hi: 0x40, Stride: 1}, {Lo: 0x5B, Hi: 0x60, Stride: 1}, {Lo: 0x7B, Hi: 0x7E, Stride: 1}, {Lo: 0x80, Hi: 0xBF, Stride: 1},
		{Lo: 0xD7, Hi: 0xF7, Stride: 0xF7 - 0xD7}, {Lo: 0x2000, Hi: 0x2BFF, Stride: 1}, {Lo: 0x2E00, Hi: 0x2E7F, Stride: 1},
	},
	LatinOffset: 5,
}

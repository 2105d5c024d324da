package scan

import "strings"

// MarkupEnd returns the offset after the piece of markup that begins at i,
// where text[i] is '<'. A comment ends at its "-->", a tag at its '>'; what is
// never closed extends to the end of the text. With cdata set, a CDATA section
// ends at "]]>" instead of at the first '>'.
func MarkupEnd(text string, i int, cdata bool) int {
	rest := text[i+1:]
	switch {
	case strings.HasPrefix(rest, "!--"):
		// Compat (TestMarkupEnd): "<!-->" is a whole comment, so the search begins at the dashes.
		return endAfter(text, i+2, "-->")
	case cdata && strings.HasPrefix(rest, "![CDATA["):
		return endAfter(text, i+len("<![CDATA["), "]]>")
	}
	return endAfter(text, i+1, ">")
}

func endAfter(text string, from int, mark string) int {
	j := strings.Index(text[from:], mark)
	if j < 0 {
		return len(text)
	}
	return from + j + len(mark)
}

// Pieces calls yield with each maximal piece of text and each piece of markup
// (see MarkupEnd, with CDATA sections respected) in order, until yield
// returns false. The pieces joined are the text; none is empty.
func Pieces(text string) func(yield func(piece string, markup bool) bool) {
	return func(yield func(string, bool) bool) {
		for i := 0; i < len(text); {
			if text[i] == '<' {
				end := MarkupEnd(text, i, true)
				if !yield(text[i:end], true) {
					return
				}
				i = end
				continue
			}
			end := len(text)
			if j := strings.IndexByte(text[i:], '<'); j >= 0 {
				end = i + j
			}
			if !yield(text[i:end], false) {
				return
			}
			i = end
		}
	}
}

package scan

import "strings"

const (
	noBreakSpace  = "\xC2\xA0"
	noBreakEntity = "&nbsp;"
)

// IsSpace reports whether b is one of the six ASCII white-space bytes that a
// regular expression's \s stands for.
func IsSpace(b byte) bool {
	return b == ' ' || b >= '\t' && b <= '\r'
}

// SkipSpace returns the first offset at or after i that is not ASCII white
// space.
func SkipSpace(text string, i int) int {
	for i < len(text) && IsSpace(text[i]) {
		i++
	}
	return i
}

// IsDigit reports whether b is an ASCII digit.
func IsDigit(b byte) bool { return b >= '0' && b <= '9' }

// IsAlpha reports whether b is an ASCII letter.
func IsAlpha(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// IsWord reports whether b is an ASCII letter, a digit or an underscore.
func IsWord(b byte) bool { return b == '_' || IsDigit(b) || IsAlpha(b) }

func isPlainBlank(b byte) bool {
	return b == ' ' || b == '\t' || b == '\r' || b == '\n'
}

// BlankAt returns the length of the blank that begins at i: a space, tab or
// line end, a no-break space, or the entity for one. It is 0 when there is
// none.
func BlankAt(text string, i int) int {
	if i >= len(text) {
		return 0
	}
	switch {
	case isPlainBlank(text[i]):
		return 1
	case strings.HasPrefix(text[i:], noBreakSpace):
		return len(noBreakSpace)
	case strings.HasPrefix(text[i:], noBreakEntity):
		return len(noBreakEntity)
	}
	return 0
}

// SkipBlanks returns the first offset at or after i where no blank begins.
func SkipBlanks(text string, i int) int {
	for {
		n := BlankAt(text, i)
		if n == 0 {
			return i
		}
		i += n
	}
}

// BlankBefore reports whether a blank ends right before i.
func BlankBefore(text string, i int) bool {
	if i == 0 {
		return false
	}
	return isPlainBlank(text[i-1]) ||
		strings.HasSuffix(text[:i], noBreakSpace) ||
		strings.HasSuffix(text[:i], noBreakEntity)
}

// Trim removes the bytes that PHP's trim removes: ASCII white space without
// the form feed, and NUL.
func Trim(text string) string { return strings.Trim(text, " \t\n\r\x00\x0B") }

package typography

import (
	"strings"

	"quoin/internal/platform/markup/scan"
)

const ampersand = "&#038;"

// bareAmpersands replaces each ampersand that begins no character reference.
func bareAmpersands(text string) string {
	return apply(text, '&', func(text string, i int) (int, string) {
		if isReference(text[i+1:]) {
			return 0, ""
		}
		return 1, ampersand
	})
}

// ConvertChars returns text with lone ampersands made entities. An ampersand
// before '#' is always kept, and one at the very end of the text too.
func ConvertChars(text string) string {
	return apply(text, '&', func(text string, i int) (int, string) {
		// Compat (TestConvertChars): the byte after the ampersand is not part of the name that is
		// looked for, so "&a;" is no reference and "&&amp;" is left alone.
		if i+1 == len(text) || text[i+1] == '#' || isName(text[i+2:]) {
			return 0, ""
		}
		return 2, ampersand + text[i+1:i+2]
	})
}

// isReference reports whether rest, which follows an ampersand, completes a
// character reference.
func isReference(rest string) bool {
	if !strings.HasPrefix(rest, "#") {
		return isName(rest)
	}
	i, digit := 1, scan.IsDigit
	if len(rest) > 1 && rest[1]|0x20 == 'x' {
		i, digit = 2, isHex
	}
	start := i
	for i < len(rest) && digit(rest[i]) {
		i++
	}
	return i > start && i < len(rest) && rest[i] == ';'
}

func isHex(b byte) bool { return scan.IsDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'f' }

// isName reports whether rest begins with one to eight letters or digits 1 to
// 4, and a semicolon.
func isName(rest string) bool {
	for i := 0; i < len(rest) && i <= 8; i++ {
		if rest[i] == ';' {
			return i > 0
		}
		if !scan.IsAlpha(rest[i]) && (rest[i] < '1' || rest[i] > '4') {
			return false
		}
	}
	return false
}

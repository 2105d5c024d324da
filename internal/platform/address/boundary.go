package address

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// goesOn tells that a name of a host, or a path, isn't over yet: what follows
// the own address makes it the beginning of another one.
func goesOn(rest string, percent bool) bool {
	r, size := next(rest, percent)
	switch {
	case size == 0:
		return false
	case partOfName(r), r == '@', r == '~', r == '+', r == '$', r == '%':
		return true
	case r == '.', r == ':':
		// The end of a sentence, or something in front of more.
		r, size := next(rest[size:], percent)
		return size > 0 && (partOfName(r) || r == '%')
	}
	return false
}

func partOfName(r rune) bool {
	return r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// next is the first character of a text and how many bytes it takes there;
// none has no bytes. It is read as the text is going to be read: through
// escapes of JSON, HTML or addresses.
func next(text string, percent bool) (rune, int) {
	if text == "" {
		return 0, 0
	}
	switch {
	case percent && text[0] == '%' && len(text) >= 3:
		if n, err := strconv.ParseUint(text[1:3], 16, 8); err == nil {
			if n >= utf8.RuneSelf {
				return 'x', 3 // some letter
			}
			return rune(n), 3
		}
	case strings.HasPrefix(text, `\u`) && len(text) >= 6:
		if n, err := strconv.ParseUint(text[2:6], 16, 16); err == nil {
			return rune(n), 6
		}
	case text[0] == '&':
		if r, n := reference(text); n > 0 {
			return r, n
		}
	}
	return utf8.DecodeRuneInString(text)
}

// charRefs are references of HTML that write a character which names of hosts
// have.
var charRefs = map[string]rune{"period": '.', "colon": ':', "commat": '@', "hyphen": '-', "dash": '-', "lowbar": '_', "percnt": '%'}

// reference reads a character reference of HTML. Of those with a name it knows
// only named.
func reference(text string) (rune, int) {
	const longest = 10
	end := strings.IndexByte(text[:min(len(text), longest)], ';')
	if end < 2 {
		return 0, 0
	}
	name, size := text[1:end], end+1
	if r, ok := charRefs[name]; ok {
		return r, size
	}
	digits, ok := strings.CutPrefix(name, "#")
	if !ok {
		return 0, 0
	}
	base := 10
	if len(digits) > 1 && (digits[0] == 'x' || digits[0] == 'X') {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 21)
	if err != nil {
		return 0, 0
	}
	return rune(n), size
}

package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"quoin/internal/platform/wire"
)

// errFlawedText is the problem of a document whose structure is fine.
var errFlawedText = errors.New("JSON text with characters that don't exist")

// jsonFlaw tells clients by number and text what is wrong with a document that
// couldn't be decoded: the first problem from its beginning.
func jsonFlaw(data []byte, err error) (code int, text string) {
	if errors.Is(err, wire.ErrDepth) {
		return 1, "Maximum stack depth exceeded"
	}
	end := len(data)
	var syntax *json.SyntaxError
	var whole json.RawMessage
	if errors.As(json.Unmarshal(data, &whole), &syntax) {
		end = int(syntax.Offset) // right behind the byte that can't be
		for end < len(data) && !utf8.RuneStart(data[end]) {
			end++ // the rest of its character
		}
	}
	switch flaw, cut := textFlaw(data[:min(end, len(data))]); {
	case flaw == flawControl, flaw == flawNone && cut && end >= len(data):
		return 3, "Control character error, possibly incorrectly encoded"
	case flaw == flawUTF8:
		return 5, "Malformed UTF-8 characters, possibly incorrectly encoded"
	case flaw == flawUTF16:
		return 10, "Single unpaired high surrogate in Unicode escape"
	}
	return 4, "Syntax error"
}

type flaw int

const (
	flawNone flaw = iota
	flawControl
	flawUTF8
	flawUTF16
)

// textFlaw finds the first character that can't stand in a JSON document. cut
// tells that the text ends inside a string.
func textFlaw(data []byte) (f flaw, cut bool) {
	quoted := false
	for i := 0; i < len(data); {
		c := data[i]
		switch {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRune(data[i:])
			if r == utf8.RuneError && n == 1 {
				return flawUTF8, false
			}
			i += n
			continue
		case c < ' ' && (quoted || c != '\t' && c != '\n' && c != '\r'):
			return flawControl, false
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			n := escapeLen(data[i:])
			if n == 0 {
				return flawUTF16, false
			}
			i += n
			continue
		}
		i++
	}
	return flawNone, quoted
}

// escapeLen is the length of the escape that data begins with, 0 when it
// names no character: half of a pair, or no number.
func escapeLen(data []byte) int {
	if len(data) < 2 || data[1] != 'u' {
		return min(2, len(data))
	}
	first, ok := unit(data)
	switch {
	case !ok, first >= 0xDC00 && first < 0xE000:
		return 0
	case first < 0xD800 || first >= 0xE000:
		return 6
	}
	if second, ok := unit(data[6:]); ok && second >= 0xDC00 && second < 0xE000 {
		return 12
	}
	return 0
}

// unit reads an escape of the form \uXXXX.
func unit(data []byte) (n int, ok bool) {
	if len(data) < 6 || data[0] != '\\' || data[1] != 'u' {
		return 0, false
	}
	for _, c := range data[2:6] {
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 | int(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			n = n<<4 | int(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return n, true
}

// flawedText tells whether a document of valid structure holds characters
// that don't exist; the decoder would replace them.
func flawedText(data []byte) bool {
	if utf8.Valid(data) && !bytes.Contains(data, []byte(`\u`)) {
		return false
	}
	f, _ := textFlaw(data)
	return f != flawNone
}

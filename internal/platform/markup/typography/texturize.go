package typography

import (
	"slices"
	"strings"

	"quoin/internal/platform/markup/scan"
)

// Names of the tags and of the shortcodes whose inside is left alone.
var (
	verbatimTags       = []string{"pre", "code", "kbd", "style", "script", "tt"}
	verbatimShortcodes = []string{"code"}
)

// Texturize returns text with its punctuation made typographic. Square
// brackets are ordinary punctuation; see Signs.Texturize.
func Texturize(text string) string { return English().Texturize(text, nil) }

// Texturize returns text with its punctuation made typographic by these signs. It leaves
// alone the shortcodes whose names are given, their attributes included.
func (s *Signs) Texturize(text string, shortcodes []string) string {
	if text == "" || text == "0" {
		return text
	}
	out := scan.NewEdits(text)
	var tags, codes []uint8
	for i := 0; i < len(text); {
		end, kind := next(text, i, shortcodes)
		piece := text[i:end]
		switch {
		case kind == comment, kind == escapedShortcode:
		case kind == tag:
			piece = bareAmpersands(piece)
			tags = nest(tags, piece, verbatimTags)
		case kind == shortcode:
			codes = nest(codes, piece, verbatimShortcodes)
		case len(tags) == 0 && len(codes) == 0 && scan.Trim(piece) != "":
			piece = s.prose(piece)
		}
		out.Replace(i, end, piece)
		i = end
	}
	return out.String()
}

// prose applies every rule, in the order on which the rules rely.
func (s *Signs) prose(text string) string {
	text = s.fixed(text)
	if strings.Contains(text, "'") {
		text = s.singleQuotes(text)
	}
	if strings.Contains(text, `"`) {
		text = s.doubleQuotes(text)
	}
	if strings.Contains(text, "-") {
		text = s.dashes(text)
	}
	return bareAmpersands(multiplication(text))
}

type kind int

const (
	prose kind = iota
	comment
	tag
	shortcode
	escapedShortcode
)

// next returns where the piece that begins at i ends, and what it is.
func next(text string, i int, names []string) (int, kind) {
	if end, k := delimiter(text, i, names); k != prose {
		return end, k
	}
	for j := i + 1; j < len(text); j++ {
		if _, k := delimiter(text, j, names); k != prose {
			return j, prose
		}
	}
	return len(text), prose
}

func delimiter(text string, i int, names []string) (int, kind) {
	switch text[i] {
	case '<':
		k := tag
		if strings.HasPrefix(text[i:], "<!--") {
			k = comment
		}
		return scan.MarkupEnd(text, i, false), k
	case '[':
		if end := shortcodeEnd(text, i, names); end > 0 {
			if strings.HasPrefix(text[i:end], "[[") || strings.HasSuffix(text[i:end], "]]") {
				return end, escapedShortcode
			}
			return end, shortcode
		}
	}
	return 0, prose
}

// shortcodeEnd returns the offset after the opening, closing or escaped
// shortcode tag that begins at i, or 0. A tag may hold whole HTML elements but
// no bracket.
func shortcodeEnd(text string, i int, names []string) int {
	if len(names) == 0 {
		return 0
	}
	i++
	if i < len(text) && (text[i] == '/' || text[i] == '[') {
		i++
	}
	j := i
	for j < len(text) && text[j] != ']' && text[j] != '/' && text[j] != '[' && !scan.IsSpace(text[j]) {
		j++
	}
	if j == len(text) || text[j] == '[' || !slices.Contains(names, text[i:j]) {
		return 0
	}
	for j < len(text) {
		switch text[j] {
		case '[', '>':
			return 0
		case ']':
			if strings.HasPrefix(text[j+1:], "]") {
				return j + 2
			}
			return j + 1
		case '<':
			n := strings.IndexAny(text[j+1:], "[]>")
			if n < 0 || text[j+1+n] != '>' {
				return 0
			}
			j += n + 2
		default:
			j++
		}
	}
	return 0
}

// nest keeps the stack of open verbatim elements, as places in the list of their
// names. The name in a tag is what stands before the first space, or before the last
// byte.
func nest(stack []uint8, piece string, verbatim []string) []uint8 {
	closing := len(piece) < 2 || piece[1] == '/'
	start := 1
	if closing {
		if len(stack) == 0 {
			return stack
		}
		start = 2
	}
	end := strings.IndexByte(piece, ' ')
	if end < 0 {
		end = len(piece) - 1
	}
	if end < start {
		return stack
	}
	switch i := slices.Index(verbatim, piece[start:end]); {
	case i < 0:
	case !closing:
		stack = append(stack, uint8(i))
	case int(stack[len(stack)-1]) == i:
		stack = stack[:len(stack)-1]
	}
	return stack
}

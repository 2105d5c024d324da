package theme

import (
	"strings"
	"unicode"
)

// KebabCase writes a name in lower case with a dash between its words, as
// class names and custom properties of presets have it: "heroTitle2" is
// "hero-title-2".
func KebabCase(s string) string {
	var words []string
	runes := []rune(strings.ReplaceAll(s, "'", ""))
	for i := 0; i < len(runes); {
		kind := runeKind(runes[i])
		if kind == kindBreak {
			i++
			continue
		}
		start := i
		for i < len(runes) && runeKind(runes[i]) == kind {
			i++
		}
		if kind == kindUpper && i < len(runes) && runeKind(runes[i]) == kindLower {
			// The last capital of a run begins the next word.
			if i-1 > start {
				words = append(words, string(runes[start:i-1]))
			}
			start = i - 1
			for i < len(runes) && runeKind(runes[i]) == kindLower {
				i++
			}
		}
		words = append(words, string(runes[start:i]))
	}
	return strings.ToLower(strings.Join(words, "-"))
}

const (
	kindBreak = iota
	kindLower
	kindUpper
	kindDigit
)

func runeKind(r rune) int {
	switch {
	case r >= '0' && r <= '9':
		return kindDigit
	case r >= 'A' && r <= 'Z', r >= 0xc0 && r <= 0xde && r != 0xd7:
		return kindUpper
	case r >= 'a' && r <= 'z', r >= 0xdf && r <= 0xff && r != 0xf7:
		return kindLower
	case r < 0xc0, unicode.IsSpace(r), unicode.IsPunct(r):
		return kindBreak
	}
	return kindLower
}

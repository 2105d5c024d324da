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
		if kind == kindDigit && isOrdinal(runes, i) {
			i += 2
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
	// Compat (TestKebabCase): only ASCII letters change their case.
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, strings.Join(words, "-"))
}

// isOrdinal tells whether the digits before runes[i] and the two letters from
// there make one word, as in "1st" or "4TH".
func isOrdinal(runes []rune, i int) bool {
	if i+1 >= len(runes) {
		return false
	}
	ending := string(runes[i : i+2])
	lower := strings.ToLower(ending)
	want := map[rune]string{'1': "st", '2': "nd", '3': "rd"}[runes[i-1]]
	if want == "" {
		want = "th"
	}
	if lower != want || ending != lower && ending != strings.ToUpper(ending) {
		return false
	}
	if i+2 == len(runes) {
		return true
	}
	next := runes[i+2]
	switch {
	case next == '_' || next > 0x7f:
		return true
	case next >= '0' && next <= '9':
		return false
	case next >= 'A' && next <= 'Z':
		return ending == lower
	case next >= 'a' && next <= 'z':
		return ending != lower
	}
	return true
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

package typography

import (
	"strings"

	"quoin/internal/platform/markup/scan"
)

func (s *Signs) dashes(text string) string {
	text = strings.ReplaceAll(text, "---", s.EmDash)
	text = apply(text, '-', between("--", s.EmDash))
	text = apply(text, '-', func(text string, i int) (int, string) {
		// Compat (TestTexturize): "xn--" begins an internationalised host name.
		if strings.HasPrefix(text[i:], "--") && !strings.HasSuffix(text[:i], "xn") {
			return 2, s.EnDash
		}
		return 0, ""
	})
	return apply(text, '-', between("-", s.EnDash))
}

// between replaces hyphens that have a blank or nothing on both sides.
func between(hyphens, with string) rule {
	return func(text string, i int) (int, string) {
		end := i + len(hyphens)
		if strings.HasPrefix(text[i:], hyphens) &&
			(i == 0 || scan.BlankBefore(text, i)) &&
			(end == len(text) || scan.BlankAt(text, end) > 0) {
			return len(hyphens), with
		}
		return 0, ""
	}
}

// multiplication replaces the x between two numbers, as in 9x9, but not in
// 0x99. It does nothing unless somewhere a digit, an x and a digit meet.
func multiplication(text string) string {
	if !digitsMeet(text) {
		return text
	}
	var out strings.Builder
	copied := 0
	for i := 0; i < len(text); {
		if !scan.IsDigit(text[i]) {
			i++
			continue
		}
		run := numberEnd(text, i)
		x := run
		if x == len(text) || text[x] != 'x' || x+1 == len(text) || !scan.IsDigit(text[x+1]) {
			i = run
			continue
		}
		end := factorEnd(text, x+1)
		if end == 0 || !factorBegins(text, i, x) {
			i = run
			continue
		}
		out.WriteString(text[copied:x])
		out.WriteString(times)
		out.WriteString(text[x+1 : end])
		i, copied = end, end
	}
	out.WriteString(text[copied:])
	return out.String()
}

func digitsMeet(text string) bool {
	for i := 1; i+1 < len(text); i++ {
		if text[i] == 'x' && scan.IsDigit(text[i-1]) && scan.IsDigit(text[i+1]) {
			return true
		}
	}
	return false
}

func numberEnd(text string, i int) int {
	for i < len(text) && inNumber(text[i]) {
		i++
	}
	return i
}

// factorBegins reports whether a number that reaches to x begins somewhere in
// text[i:x] at a word boundary; a lone 0 before the x is not one.
func factorBegins(text string, i, x int) bool {
	for ; i < x; i++ {
		if scan.IsDigit(text[i]) && (i == 0 || !scan.IsWord(text[i-1])) && (text[i] != '0' || i+1 < x) {
			return true
		}
	}
	return false
}

// factorEnd returns the last word boundary in the number that begins at i, or
// 0 when there is none.
func factorEnd(text string, i int) int {
	for end := numberEnd(text, i); end > i; end-- {
		before := scan.IsWord(text[end-1])
		after := end < len(text) && scan.IsWord(text[end])
		if before != after {
			return end
		}
	}
	return 0
}

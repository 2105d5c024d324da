package theme

import "strings"

// splitSelectors splits a selector list at its commas; those in brackets,
// strings and comments don't count.
func splitSelectors(list string) []string {
	if !strings.Contains(list, ",") {
		return []string{trimCSS(list)}
	}
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(list); i++ {
		switch c := list[i]; c {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			depth--
		case '"', '\'':
			i = endOfString(list, i)
		case '/':
			if strings.HasPrefix(list[i:], "/*") {
				end := strings.Index(list[i+2:], "*/")
				if end < 0 {
					i = len(list)
				} else {
					i += end + 3
				}
			}
		case ',':
			if depth == 0 {
				out = append(out, trimCSS(list[start:i]))
				start = i + 1
			}
		}
	}
	if start < len(list) {
		out = append(out, trimCSS(list[start:]))
	}
	return out
}

// endOfString is where the string that opens at i is closed.
func endOfString(s string, i int) int {
	quote := s[i]
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case quote:
			return i
		}
	}
	return len(s)
}

func trimCSS(s string) string { return strings.Trim(s, " \t\n") }

func mapSelectors(list string, f func(string) string) string {
	parts := splitSelectors(list)
	for i := range parts {
		parts[i] = f(parts[i])
	}
	return strings.Join(parts, ", ")
}

func appendToSelector(list, suffix string) string {
	return mapSelectors(list, func(s string) string { return s + suffix })
}

// scopeSelector puts every selector of inner below every one of outer.
func scopeSelector(outer, inner string) string {
	if outer == "" || inner == "" {
		return inner
	}
	var out []string
	for _, o := range splitSelectors(outer) {
		for _, i := range splitSelectors(inner) {
			out = append(out, strings.TrimSpace(o+" "+i))
		}
	}
	return strings.Join(out, ", ")
}

// variationSelector is a block's selector for one of its style variations: the
// variation's class goes to the first compound of each selector.
func variationSelector(name, selector string) string {
	class := ".is-style-" + name
	return mapSelectors(selector, func(s string) string {
		start := strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune(" \t\n:", r) })
		if start < 0 {
			return s + class
		}
		end := strings.IndexAny(s[start:], " \t\n:")
		if end < 0 {
			return s + class
		}
		return s[:start+end] + class + s[start+end:]
	})
}

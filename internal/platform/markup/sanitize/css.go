package sanitize

import (
	"regexp"
	"strings"

	"quoin/internal/platform/markup/clean"
)

// CSS filters the declarations of a style attribute, which is given and
// returned decoded. A declaration stays when its property is known and its
// value holds no backslash, "&", "=", "}", comment, or function other than the
// known ones; addresses in url() must have an allowed protocol.
func CSS(style string) string {
	style = clean.NoControls(style)
	style = clean.NoNull(lineBreaks.Replace(style))
	protocols := clean.Protocols()
	var kept []string
	for _, d := range strings.Split(trimBlanks(style), ";") {
		if d = trimBlanks(d); d != "" && safeDeclaration(d, protocols) {
			kept = append(kept, d)
		}
	}
	return strings.Join(kept, ";")
}

var lineBreaks = strings.NewReplacer("\n", "", "\r", "", "\t", "")

func trimBlanks(s string) string { return strings.Trim(s, " ") }

// maxFunctions bounds the different addresses or gradients of a declaration.
const maxFunctions = 64

func safeDeclaration(d string, protocols []string) bool {
	rest := d // what is left to look at, less what was found to be safe
	if name, value, ok := strings.Cut(d, ":"); ok {
		kind, known := propertyKind(trimBlanks(name), trimBlanks(value))
		if !known {
			return false
		}
		if kind.address {
			if rest, ok = dropURLs(rest, value, protocols); !ok {
				return false
			}
		}
		if kind.gradient {
			found := distinct(gradient.FindAllString(rest, -1))
			if len(found) > maxFunctions {
				return false
			}
			for _, g := range found {
				rest = strings.ReplaceAll(rest, g, "")
			}
		}
	}
	rest = dropFunctions(rest)
	if strings.ContainsAny(rest, `\(&=}`) || strings.Contains(rest, "/*") {
		return false
	}
	return !runsCode(d, protocols)
}

type valueKind struct{ address, gradient bool }

func propertyKind(name, value string) (valueKind, bool) {
	if isCustomProperty(name) {
		return valueKind{strings.HasPrefix(value, "url("), strings.Contains(value, "-gradient(")}, true
	}
	kind, ok := properties[name]
	return kind, ok
}

// isCustomProperty: "--" and letters, digits, "-" and "_".
func isCustomProperty(name string) bool {
	rest, ok := strings.CutPrefix(name, "--")
	if !ok || rest == "" {
		return false
	}
	for i := 0; i < len(rest); i++ {
		if !isNameByte(rest[i]) && rest[i] != '_' {
			return false
		}
	}
	return true
}

// gradient matches a gradient with functions inside it, one level deep.
var gradient = regexp.MustCompile(`(?:repeating-)?(?:linear|radial|conic)-gradient\((?:[^()]|\([^()]*\))*\)`)

// dropURLs removes every url() of value from s; it fails when one is empty or
// has a forbidden protocol.
func dropURLs(s, value string, protocols []string) (string, bool) {
	var found []string
	for {
		i := strings.Index(value, "url(")
		if i < 0 {
			break
		}
		value = value[i:]
		end := strings.IndexByte(value, ')')
		if end < 0 {
			break
		}
		if end == len("url(") {
			value = value[end:]
			continue
		}
		if url := insideURL(value[4:end]); url == "" || url == "0" || clean.DropBadProtocol(url, protocols) != url {
			return "", false
		}
		found = append(found, value[:end+1])
		value = value[end+1:]
	}
	if found = distinct(found); len(found) > maxFunctions {
		return "", false
	}
	for _, u := range found {
		s = strings.ReplaceAll(s, u, "")
	}
	return s, true
}

// insideURL takes the quotes off the address in url().
func insideURL(s string) string {
	s = strings.TrimLeft(s, " ")
	tight := strings.TrimRight(s, " ")
	if n := len(tight); n >= 2 && (s[0] == '"' || s[0] == '\'') && tight[n-1] == s[0] {
		s = tight[1 : n-1]
	}
	return trimBlanks(s)
}

func distinct(list []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// dropFunctions removes calls of known functions together with everything in
// their parentheses.
func dropFunctions(s string) string {
	if !strings.Contains(s, "(") {
		return s
	}
	closing := matchParens(s)
	var b strings.Builder
	for i := 0; i < len(s); {
		end := i
		for end < len(s) && isWordByte(s[end]) {
			end++
		}
		if end == i {
			b.WriteByte(s[i])
			i++
			continue
		}
		if end < len(s) && s[end] == '(' && closing[end] > 0 && functions[s[i:end]] {
			i = closing[end] + 1
			continue
		}
		b.WriteString(s[i:end])
		i = end
	}
	return b.String()
}

// matchParens gives the place of the ")" for each "(" that has one.
func matchParens(s string) map[int]int {
	pairs := map[int]int{}
	var open []int
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '(':
			open = append(open, i)
		case s[i] == ')' && len(open) > 0:
			pairs[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
	}
	return pairs
}

func isWordByte(c byte) bool { return isNameByte(c) && c != '-' || c == '_' }

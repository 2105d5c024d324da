package style

import (
	"strings"

	"quoin/internal/render/escape"
)

// Safe keeps the declarations of inline CSS whose property is known and whose
// value cannot run anything or leave the declaration.
func Safe(css string) string {
	css = strings.NewReplacer("\x00", "", "\n", "", "\r", "", "\t", "").Replace(css)
	var b strings.Builder
	for item := range strings.SplitSeq(strings.TrimSpace(css), ";") {
		if item == "" {
			continue
		}
		item = strings.TrimSpace(item)
		if !safeItem(item) {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(';')
		}
		b.WriteString(item)
	}
	return b.String()
}

func safeItem(item string) bool {
	name, value, found := strings.Cut(item, ":")
	if !found {
		return !unsafe(dropFunctions(item))
	}
	name = strings.TrimSpace(name)
	urls, gradient := false, false
	switch {
	case customProperty(name):
		value := strings.TrimSpace(value)
		urls, gradient = strings.HasPrefix(value, "url("), strings.Contains(value, "-gradient(")
	case safeProperties[name]:
		urls, gradient = urlProperties[name], name == "background" || name == "background-image"
	default:
		return false
	}
	test := item
	if urls {
		var ok bool
		if test, ok = dropURLs(test); !ok {
			return false
		}
	}
	if gradient {
		test = dropGradients(test)
	}
	return !unsafe(dropFunctions(test))
}

func customProperty(name string) bool {
	if len(name) < 3 || !strings.HasPrefix(name, "--") {
		return false
	}
	for i := range len(name) {
		if c := name[i]; c != '-' && !isWord(c) {
			return false
		}
	}
	return true
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func unsafe(s string) bool {
	return strings.ContainsAny(s, `\(&=}`) || strings.Contains(s, "/*")
}

// dropURLs removes each url(...) with an allowed address; ok is false when
// one is not allowed.
func dropURLs(s string) (string, bool) {
	var b strings.Builder
	for {
		i := strings.Index(s, "url(")
		if i < 0 {
			break
		}
		end := strings.IndexByte(s[i:], ')')
		if end < 0 || end == len("url(") {
			break
		}
		u := strings.TrimSpace(s[i+len("url(") : i+end])
		if len(u) > 1 && (u[0] == '"' || u[0] == '\'') && u[len(u)-1] == u[0] {
			u = u[1 : len(u)-1]
		}
		u = strings.TrimSpace(u)
		if u == "" || !allowedScheme(u) {
			return "", false
		}
		b.WriteString(s[:i])
		s = s[i+end+1:]
	}
	b.WriteString(s)
	return b.String(), true
}

func allowedScheme(u string) bool {
	i := strings.IndexAny(u, ":/?#")
	return i < 0 || u[i] != ':' || escape.Address(u[:i+1]+"x") != ""
}

// dropGradients removes each *-gradient(...) with at most one inner level of
// parentheses.
func dropGradients(s string) string {
	return drop(s, func(name string) bool {
		switch strings.TrimPrefix(name, "repeating-") {
		case "linear-gradient", "radial-gradient", "conic-gradient":
			return true
		}
		return false
	}, func(c byte) bool { return isWord(c) || c == '-' })
}

// dropFunctions removes calls of harmless CSS functions.
func dropFunctions(s string) string {
	return drop(s, func(name string) bool { return functions[name] }, isWord)
}

// drop removes calls name(...) whose parentheses balance.
func drop(s string, match func(string) bool, part func(byte) bool) string {
	if !strings.Contains(s, "(") {
		return s
	}
	closes := make(map[int]int)
	var stack []int
	for i := range len(s) {
		switch s[i] {
		case '(':
			stack = append(stack, i)
		case ')':
			if n := len(stack); n > 0 {
				closes[stack[n-1]] = i
				stack = stack[:n-1]
			}
		}
	}
	var b strings.Builder
	at := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '(' {
			continue
		}
		end, ok := closes[i]
		from := i
		for from > at && part(s[from-1]) {
			from--
		}
		if ok && match(s[from:i]) {
			b.WriteString(s[at:from])
			at, i = end+1, end
		}
	}
	b.WriteString(s[at:])
	return b.String()
}

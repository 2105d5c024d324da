package theme

import "strings"

// mirrored is a style sheet for texts from right to left: what it says of the left holds for the
// right. Rules whose selectors name a side, as those of what is aligned to the left, stay.
func mirrored(css string) string {
	m := &mirror{css: css}
	m.block(false)
	return m.out.String()
}

type mirror struct {
	css string
	at  int
	out strings.Builder
}

// block goes over declarations and rules up to the end of the block that they stand in.
func (m *mirror) block(sided bool) {
	for m.at < len(m.css) {
		item, end := m.item()
		switch end {
		case '{':
			m.out.WriteString(item + "{")
			m.block(sided || !strings.HasPrefix(strings.TrimSpace(item), "@") && namesSide(item))
			continue
		case ';', '}', 0:
			if !sided {
				item = mirroredDeclaration(item)
			}
			m.out.WriteString(item)
		}
		if end != 0 {
			m.out.WriteByte(end)
		}
		if end == '}' {
			return
		}
	}
}

// item is what stands before the next brace or semicolon that isn't in a string, parentheses or
// a comment, and which of them that is; 0 for the end.
func (m *mirror) item() (text string, end byte) {
	from, depth := m.at, 0
	for ; m.at < len(m.css); m.at++ {
		switch c := m.css[m.at]; {
		case c == '"' || c == '\'':
			for m.at++; m.at < len(m.css) && m.css[m.at] != c; m.at++ {
				if m.css[m.at] == '\\' {
					m.at++
				}
			}
		case strings.HasPrefix(m.css[m.at:], "/*"):
			if n := strings.Index(m.css[m.at+2:], "*/"); n >= 0 {
				m.at += n + 3
			}
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case depth <= 0 && (c == '{' || c == '}' || c == ';'):
			m.at++
			return m.css[from : m.at-1], c
		}
	}
	m.at = len(m.css)
	return m.css[from:], 0
}

func namesSide(selector string) bool {
	return strings.Contains(selector, "left") || strings.Contains(selector, "right")
}

// sides puts left for right and right for left.
var sides = strings.NewReplacer("left", "right", "right", "left")

// mirroredDeclaration is one property with its value.
func mirroredDeclaration(text string) string {
	if i := strings.LastIndex(text, "*/"); i >= 0 {
		return text[:i+2] + mirroredDeclaration(text[i+2:])
	}
	name, value, ok := strings.Cut(text, ":")
	property := strings.TrimSpace(name)
	if !ok || strings.HasPrefix(property, "--") {
		return text
	}
	switch property {
	case "float", "clear", "text-align", "text-align-last", "background-position", "object-position", "transform-origin",
		"justify-content", "justify-items", "justify-self":
		return name + ":" + sides.Replace(value)
	case "margin", "padding", "inset", "border-width", "border-style", "border-color", "scroll-margin", "scroll-padding":
		if v := values(value); len(v) == 4 {
			return name + ":" + strings.Join([]string{v[0], v[3], v[2], v[1]}, " ") + important(value)
		}
	case "border-radius":
		switch v := values(value); len(v) {
		case 2:
			return name + ":" + v[1] + " " + v[0] + important(value)
		case 3:
			return name + ":" + strings.Join([]string{v[1], v[0], v[1], v[2]}, " ") + important(value)
		case 4:
			return name + ":" + strings.Join([]string{v[1], v[0], v[3], v[2]}, " ") + important(value)
		}
	}
	return sides.Replace(name) + ":" + value
}

// values are the parts of a value that stand beside each other; nil for one with a slash.
func values(value string) []string {
	value = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "!important"))
	var out []string
	depth, from := 0, 0
	for i := range len(value) {
		switch value[i] {
		case '(':
			depth++
		case ')':
			depth--
		case '/':
			if depth == 0 {
				return nil
			}
		case ' ':
			if depth == 0 {
				if i > from {
					out = append(out, value[from:i])
				}
				from = i + 1
			}
		}
	}
	if from < len(value) {
		out = append(out, value[from:])
	}
	return out
}

func important(value string) string {
	if strings.HasSuffix(strings.TrimSpace(value), "!important") {
		return "!important"
	}
	return ""
}

package render

import (
	"slices"
	"strings"

	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/display/render/style"
)

// Attr is one attribute of a tag. Its value is plain text.
type Attr struct{ Name, Value string }

// Wrapper writes the attributes of the current block's outer element: what
// its supports give, joined with the block's own. It has no space in front.
func (c *Context) Wrapper(own ...Attr) string {
	var given []Attr
	if c.current != nil && c.current.t != nil {
		given = c.current.supports()
	}
	var parts []string
	write := func(name, value string) {
		parts = append(parts, name+`="`+escape.Attr(value)+`"`)
	}
	for _, name := range [...]string{"style", "class", "id", "aria-label"} {
		a, b := find(given, name), find(own, name)
		if a == "" && b == "" {
			continue
		}
		switch name {
		case "style":
			a = style.Safe(joinNonEmpty(";", strings.TrimRight(strings.TrimSpace(a), ";"), strings.TrimRight(strings.TrimSpace(b), ";")))
		case "class":
			a = uniqueClasses(b, a)
		default:
			if b != "" {
				a = b
			}
		}
		write(name, a)
	}
	for _, a := range own {
		switch a.Name {
		case "style", "class", "id", "aria-label":
		default:
			write(a.Name, a.Value)
		}
	}
	return strings.Join(parts, " ")
}

func find(list []Attr, name string) string {
	for _, a := range list {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

func joinNonEmpty(sep string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), sep)
}

// uniqueClasses are all classes of some values, each once. Beyond many, which no author
// writes, some may be there twice.
func uniqueClasses(values ...string) string {
	const many = 4096
	length := 0
	for _, v := range values {
		length += len(v) + 1
	}
	var out strings.Builder
	out.Grow(length)
	seen := map[string]struct{}{}
	for _, v := range values {
		for class := range htmltag.EachClass(v) {
			if _, again := seen[class]; again {
				continue
			}
			if len(seen) < many {
				seen[class] = struct{}{}
			}
			if out.Len() > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(class)
		}
	}
	return out.String()
}

// collect adds an attribute of a support; values of one name are joined.
func collect(list []Attr, name, value string) []Attr {
	if value == "" {
		return list
	}
	for i := range list {
		if list[i].Name == name {
			if list[i].Value != "" {
				value = list[i].Value + " " + value
			}
			list[i].Value = value
			return list
		}
	}
	return append(list, Attr{name, value})
}

// ClassOf is the generated class of a block name.
func ClassOf(name string) string {
	name = strings.ReplaceAll(name, "/", "-")
	return "wp-block-" + strings.TrimPrefix(name, "core-")
}

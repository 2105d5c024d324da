package openapi

import (
	"strconv"
	"strings"
)

// variable is one variable of a path.
type variable struct {
	name    string
	pattern string // that its values match, as a regular expression
}

// template is a route's pattern as a path of OpenAPI with its variables. A
// variable that has a slash in the middle becomes two: a path can't tell its
// parts apart otherwise.
func template(pattern string) (path string, vars []variable) {
	var b strings.Builder
	for pattern != "" {
		start := strings.Index(pattern, "(?P<")
		if start < 0 {
			b.WriteString(pattern)
			break
		}
		b.WriteString(pattern[:start])
		end := closing(pattern[start:]) + start
		name, body, _ := strings.Cut(pattern[start+len("(?P<"):end], ">")
		pattern = pattern[end+1:]
		parts := split(body)
		for i, part := range parts {
			v := variable{name, part}
			if len(parts) > 1 {
				v.name += "_" + strconv.Itoa(i+1)
			}
			if i > 0 {
				b.WriteByte('/')
			}
			b.WriteString("{" + v.name + "}")
			vars = append(vars, v)
		}
	}
	return b.String(), vars
}

// each walks an expression and tells of every byte that means something by
// itself, with the depth of brackets that it stands in.
func each(expr string, at func(i, depth int) bool) {
	depth, class := 0, false
	for i := 0; i < len(expr); i++ {
		switch c := expr[i]; {
		case c == '\\':
			i++
			continue
		case class:
			class = c != ']'
			continue
		case c == '[':
			class = true
			continue
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
		if !at(i, depth) {
			return
		}
	}
}

// closing is where the bracket closes that an expression begins with.
func closing(expr string) int {
	end := len(expr) - 1
	each(expr, func(i, depth int) bool {
		if depth == 0 {
			end = i
			return false
		}
		return true
	})
	return end
}

// split parts an expression at its plain slashes.
func split(expr string) []string {
	var parts []string
	from := 0
	each(expr, func(i, depth int) bool {
		if depth == 0 && expr[i] == '/' {
			parts = append(parts, expr[from:i])
			from = i + 1
		}
		return true
	})
	return append(parts, expr[from:])
}

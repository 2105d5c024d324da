// Package dialect holds the two tables of names and nothing else: inside,
// Quoin knows only its own names; a mount prints them as its dialect says and
// reads them back.
//
// Only declared names are translated: routes, arguments, fields, relations,
// and the values that a schema marks as symbols. Text never is.
package dialect

import (
	"strings"

	"quoin/internal/wire"
)

// Dialect translates names. It is immutable.
type Dialect struct {
	name     string
	paths    []pair // longest first: what a path starts with, inside and outside
	words    map[string]string
	inside   map[string]string // the way back
	prefixes []pair
}

type pair struct{ in, out string }

// Foreign marks a name that a caller used though its dialect doesn't know it,
// so that it matches nothing inside.
const Foreign = "~"

// Mark precedes a declared name in the text of a Ref.
const Mark = "\x01"

// Own is the dialect of Quoin's own names: it changes nothing.
func Own() *Dialect { return &Dialect{name: "core"} }

// Reference is the dialect of the field's reference implementation.
func Reference() *Dialect {
	d := &Dialect{name: "reference", paths: referencePaths, prefixes: referencePrefixes}
	d.words, d.inside = map[string]string{}, map[string]string{}
	for _, p := range referenceWords {
		d.words[p.in], d.inside[p.out] = p.out, p.in
	}
	for _, p := range referencePaths {
		if in := strings.TrimPrefix(p.in, "/"); strings.Count(in, "/") == 1 {
			d.words[in], d.inside[strings.TrimPrefix(p.out, "/")] = strings.TrimPrefix(p.out, "/"), in
		}
	}
	return d
}

// Name is "core" or "reference".
func (d *Dialect) Name() string { return d.name }

// Symbol is the printed form of a declared name.
func (d *Dialect) Symbol(name string) string {
	if d.words == nil {
		return name
	}
	if out, ok := d.words[name]; ok {
		return out
	}
	for _, p := range d.prefixes {
		if rest, ok := strings.CutPrefix(name, p.in); ok {
			return p.out + rest
		}
	}
	return name
}

// FromSymbol reads a declared name that a caller sent.
func (d *Dialect) FromSymbol(name string) string {
	if d.words == nil {
		return name
	}
	if in, ok := d.inside[name]; ok {
		return in
	}
	if _, ok := d.words[name]; ok {
		return Foreign + name
	}
	for _, p := range d.prefixes {
		if rest, ok := strings.CutPrefix(name, p.out); ok {
			return p.in + rest
		}
		if strings.HasPrefix(name, p.in) {
			return Foreign + name
		}
	}
	return name
}

// Path is the printed form of a path or route pattern: the namespace and the
// segment after it are names, the rest only where it is marked.
func (d *Dialect) Path(path string) string {
	if d.words == nil {
		return strings.ReplaceAll(path, Mark, "")
	}
	for _, p := range d.paths {
		if rest, ok := cutPath(path, p.in); ok {
			path = p.out + d.head(rest, d.Symbol)
			break
		}
	}
	return d.Marked(path)
}

// FromPath reads a path that a caller sent.
func (d *Dialect) FromPath(path string) string {
	if d.words == nil {
		return path
	}
	for _, p := range d.paths {
		if rest, ok := cutPath(path, p.out); ok {
			return p.in + d.head(rest, d.FromSymbol)
		}
	}
	for _, p := range d.paths {
		if _, ok := cutPath(path, p.in); ok {
			return "/" + Foreign + path
		}
	}
	return path
}

// Marked prints the marked names inside a text.
func (d *Dialect) Marked(text string) string {
	if !strings.Contains(text, Mark) {
		return text
	}
	parts := strings.Split(text, Mark)
	for i := 1; i < len(parts); i++ {
		end := strings.IndexFunc(parts[i], func(r rune) bool {
			return r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
		})
		if end < 0 {
			end = len(parts[i])
		}
		parts[i] = d.Symbol(parts[i][:end]) + parts[i][end:]
	}
	return strings.Join(parts, "")
}

// head translates the first segment of what follows a namespace.
func (d *Dialect) head(rest string, translate func(string) string) string {
	if rest == "" {
		return rest
	}
	segment, tail := rest[1:], ""
	if i := strings.IndexByte(segment, '/'); i >= 0 {
		segment, tail = segment[:i], segment[i:]
	}
	return "/" + translate(segment) + tail
}

func cutPath(path, prefix string) (rest string, ok bool) {
	if len(path) < len(prefix) || !strings.EqualFold(path[:len(prefix)], prefix) {
		return "", false
	}
	rest = path[len(prefix):]
	return rest, rest == "" || rest[0] == '/'
}

// Ref prints an address below a root.
func (d *Dialect) Ref(root string, ref wire.Ref) string {
	return root + d.Path(ref.Path) + d.Marked(ref.Query)
}

// Knows tells whether a path starts with a namespace that only this dialect
// calls so.
func (d *Dialect) Knows(path string) bool {
	for _, p := range d.paths {
		if _, ok := cutPath(path, p.out); ok {
			return true
		}
	}
	return false
}

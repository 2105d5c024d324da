// Package dialect holds the two tables of names and nothing else: inside,
// Quoin knows only its own names; a mount prints them as its dialect says and
// reads them back.
//
// Only declared names are translated: routes, arguments, fields, relations,
// and the values that a schema marks as symbols. Text never is.
package dialect

import (
	"slices"
	"strings"

	"quoin/internal/platform/wire"
)

// Dialect translates names. It is immutable.
type Dialect struct {
	name     string
	paths    []Pair // longest first: what a path starts with, inside and outside
	words    map[string]string
	inside   map[string]string // the way back
	prefixes []Pair
	long     []Pair // words with a slash in them
}

// Pair is one name of Quoin's own and the reference's name for the same.
type Pair struct{ Own, Reference string }

// Names are pairs of names that belong together, such as those of one
// extension.
type Names struct {
	// Paths are what paths start with: a namespace ("/seo/v1"), or a part of
	// one that is called otherwise as a whole.
	Paths []Pair
	// Words are whole names: types, taxonomies, arguments, fields, route
	// segments, meta keys.
	Words []Pair
	// Prefixes are what names start with.
	Prefixes []Pair
}

// Foreign marks a name that a caller used though its dialect doesn't know it,
// so that it matches nothing inside.
const Foreign = "~"

// Mark precedes a declared name in the text of a Ref.
const Mark = wire.Mark

// Own is the dialect of Quoin's own names: it changes nothing.
func Own() *Dialect { return &Dialect{name: "core"} }

// Reference is the dialect of the field's reference implementation: the names
// of the core, and more.
func Reference(more ...Names) *Dialect {
	d := &Dialect{name: "reference", words: map[string]string{}, inside: map[string]string{}}
	for _, n := range append([]Names{referenceNames()}, more...) {
		d.paths, d.prefixes = append(d.paths, n.Paths...), append(d.prefixes, n.Prefixes...)
		for _, p := range n.Words {
			d.words[p.Own], d.inside[p.Reference] = p.Reference, p.Own
			if strings.Contains(p.Own, "/") {
				d.long = append(d.long, p)
			}
		}
	}
	slices.SortStableFunc(d.paths, func(a, b Pair) int { return len(b.Own) - len(a.Own) })
	for _, p := range d.paths {
		if own := strings.TrimPrefix(p.Own, "/"); strings.Count(own, "/") == 1 {
			d.words[own], d.inside[strings.TrimPrefix(p.Reference, "/")] = strings.TrimPrefix(p.Reference, "/"), own
		}
	}
	return d
}

// Name is "core" or "reference".
func (d *Dialect) Name() string { return d.name }

// Symbol is the printed form of a declared name. A name that FromSymbol marked as
// foreign is printed as the caller wrote it.
func (d *Dialect) Symbol(name string) string {
	if d.words == nil {
		return name
	}
	if asked, ok := strings.CutPrefix(name, Foreign); ok && d.FromSymbol(asked) == name {
		return asked
	}
	if out, ok := d.words[name]; ok {
		return out
	}
	for _, p := range d.prefixes {
		if rest, ok := strings.CutPrefix(name, p.Own); ok {
			return p.Reference + rest
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
		if rest, ok := strings.CutPrefix(name, p.Reference); ok {
			return p.Own + rest
		}
		if strings.HasPrefix(name, p.Own) {
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
		if rest, ok := cutPath(path, p.Own); ok {
			path = p.Reference + d.head(rest, d.Symbol)
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
		if rest, ok := cutPath(path, p.Reference); ok {
			return p.Own + d.head(rest, d.FromSymbol)
		}
	}
	for _, p := range d.paths {
		if _, ok := cutPath(path, p.Own); ok {
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
		if out, ok := d.longWord(parts[i]); ok {
			parts[i] = out
			continue
		}
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

// longWord translates a marked name with a slash in it.
func (d *Dialect) longWord(text string) (out string, ok bool) {
	for _, p := range d.long {
		if rest, ok := cutPath(text, p.Own); ok {
			return p.Reference + rest, true
		}
	}
	return "", false
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
		if _, ok := cutPath(path, p.Reference); ok {
			return true
		}
	}
	return false
}

// Refuses tells whether a path starts with a namespace that this dialect
// calls otherwise.
func (d *Dialect) Refuses(path string) bool {
	return strings.HasPrefix(d.FromPath(path), "/"+Foreign)
}

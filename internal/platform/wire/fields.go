package wire

import (
	"maps"
	"strconv"
	"strings"
)

// Fields is a parsed `_fields` parameter: the tree of names that an answer is
// cut down to. A nil Fields keeps everything.
type Fields struct {
	// names maps a name to the names wanted below it, nil for all of it.
	names map[string]*Fields
	// lost are the names that came too late, see ParseFields.
	lost map[string]bool
}

// ParseFields reads names and dotted paths. No name at all means everything:
// the result is nil.
//
// Compat (TestProject): once a whole member has been asked for, a later path into it ends
// the list, so that the names after that are lost; the reference does so.
func ParseFields(paths []string) *Fields {
	root := &Fields{names: map[string]*Fields{}}
	for i, path := range paths {
		path = strings.TrimSpace(path)
		if path == "" {
			continue
		}
		if !root.add(strings.Split(path, ".")) {
			root.lost = map[string]bool{}
			for _, late := range paths[i:] {
				name, _, _ := strings.Cut(strings.TrimSpace(late), ".")
				root.lost[name] = true
			}
			break
		}
	}
	if len(root.names) == 0 {
		return nil
	}
	return root
}

func (f *Fields) add(parts []string) bool {
	for len(parts) > 1 {
		next, ok := f.names[parts[0]]
		if ok && next == nil {
			return false
		}
		if next == nil {
			next = &Fields{names: map[string]*Fields{}}
			f.names[parts[0]] = next
		}
		f, parts = next, parts[1:]
	}
	f.names[parts[0]] = nil
	return true
}

// Wants tells whether anything of the named member is kept.
func (f *Fields) Wants(name string) bool {
	if f == nil {
		return true
	}
	_, ok := f.names[name]
	return ok
}

// Names tells whether a member was named at all, be it too late.
//
// Compat (TestNamedTooLate): links of a single item are.
func (f *Fields) Names(name string) bool { return f.Wants(name) || f.lost[name] }

// WantsWhole tells whether the named member is kept as a whole.
func (f *Fields) WantsWhole(name string) bool {
	if f == nil {
		return true
	}
	below, ok := f.names[name]
	return ok && below == nil
}

// And keeps one more member, whole.
func (f *Fields) And(name string) *Fields {
	if f == nil {
		return nil
	}
	more := &Fields{names: maps.Clone(f.names)}
	more.names[name] = nil
	return more
}

// Below are the names wanted inside a member; nil for all of them.
func (f *Fields) Below(name string) *Fields {
	if f == nil {
		return nil
	}
	return f.names[name]
}

// Project cuts a value down to the wanted members, at any depth. A list is cut
// item by item. What a path finds no members in, as an object without the key,
// is left empty; a scalar is kept. The value isn't changed.
func (f *Fields) Project(v any) any {
	if f == nil {
		return v
	}
	switch v := v.(type) {
	case *Object:
		return f.projectObject(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = f.Project(v[i])
		}
		return out
	}
	return v
}

func (f *Fields) projectObject(o *Object) *Object {
	if o == nil {
		return nil
	}
	out := &Object{Loose: true, members: make([]Member, 0, min(len(o.members), len(f.names)))}
	for _, m := range o.members {
		below, ok := f.names[m.Key]
		if !ok {
			continue
		}
		if below != nil {
			m.Value = below.inside(m.Value)
		}
		out.Add(m)
	}
	return out
}

// inside projects a member's value. The items of a list have their numbers for
// names; what is left is an object when the numbers don't count up from 0.
func (f *Fields) inside(v any) any {
	switch v := v.(type) {
	case *Object:
		if v != nil && v.Solid {
			return v
		}
		return f.projectObject(v)
	case []any:
		return f.projectList(v)
	case []string:
		return f.projectList(Strings(v))
	}
	return v
}

func (f *Fields) projectList(list []any) any {
	out, counted := &Object{}, true
	kept := []any{}
	for i, item := range list {
		name := strconv.Itoa(i)
		below, ok := f.names[name]
		if !ok {
			continue
		}
		if below != nil {
			item = below.inside(item)
		}
		counted = counted && i == len(kept)
		kept = append(kept, item)
		out.Set(name, item)
	}
	if counted {
		return kept
	}
	return out
}

package icon

import "strings"

// Collection is the name of the one collection.
const Collection = "core"

// Icon is one drawing.
type Icon struct {
	Name  string // with its collection: "core/arrow-up"
	Label string
	SVG   string
}

// All are the icons in the order of their names.
func All() []Icon {
	out := make([]Icon, 0, len(drawings))
	for _, d := range drawings {
		out = append(out, d.icon())
	}
	return out
}

// Get is the icon of a name with its collection.
func Get(name string) (Icon, bool) {
	short, ok := strings.CutPrefix(name, Collection+"/")
	if !ok {
		return Icon{}, false
	}
	for _, d := range drawings {
		if d.name == short {
			return d.icon(), true
		}
	}
	return Icon{}, false
}

// drawing is an icon as it is kept: the lines of one path. Solid ones are
// filled.
type drawing struct {
	name, lines string
	solid       bool
}

func (d drawing) icon() Icon {
	look := `fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"`
	if d.solid {
		look = `fill="currentColor"`
	}
	return Icon{
		Name: Collection + "/" + d.name, Label: label(d.name),
		SVG: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path ` + look + ` d="` + d.lines + `"/></svg>`,
	}
}

// label is the name in words, each with a capital.
func label(name string) string {
	words := strings.Split(name, "-")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

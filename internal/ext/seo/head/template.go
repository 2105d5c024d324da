package head

import (
	"strings"

	"quoin/internal/platform/markup/clean"
)

// Vars gives the values of variables by name: a plain text, "" for a variable
// that says nothing here.
type Vars func(name string) string

// maxVariables is how many variables of a template are replaced; the rest of the
// template is left out.
const maxVariables = 100

// variables are where the first variables of a text stand, at most n: a name between two
// pairs of percent signs, of which the last sign may be missing. A name may end with %%single.
func variables(text string, n int) [][2]int {
	var places [][2]int
	for at := 0; len(places) < n; {
		i := strings.Index(text[at:], "%%")
		if i < 0 {
			break
		}
		begin := at + i
		name := strings.IndexByte(text[begin+2:], '%')
		switch {
		case name < 0:
			return places // no sign comes any more
		case name == 0:
			at = begin + 1
			continue
		}
		end := begin + 2 + name
		if rest, ok := strings.CutPrefix(text[end:], "%%single"); ok && strings.HasPrefix(rest, "%") {
			end += len("%%single")
		}
		end++
		if strings.HasPrefix(text[end:], "%") {
			end++
		}
		places = append(places, [2]int{begin, end})
		at = end
	}
	return places
}

// Fill replaces the variables of a template, %%title%% and the like. Unknown
// ones disappear, and separators meet no separator. The template, each value and
// the result are at most a text of a head long.
func (v Vars) Fill(template string) string { return newFiller(v).fill(template) }

// filler fills the templates of one head. It asks for each value once: some are
// made of a whole content.
type filler struct {
	vars   Vars
	values map[string]string
}

func newFiller(v Vars) *filler { return &filler{v, map[string]string{}} }

// value is that of a variable. Names are the same in large letters, but for those of
// fields and taxonomies.
func (f *filler) value(name string) string {
	if !strings.HasPrefix(name, "cf_") && !strings.HasPrefix(name, "ct_") {
		name = strings.ToLower(name)
	}
	if v, ok := f.values[name]; ok || f.vars == nil {
		return v
	}
	v := short(f.vars(name))
	f.values[name] = v
	return v
}

func (f *filler) fill(template string) string {
	if template == "" {
		return ""
	}
	text := short(clean.StripAllTags(template))
	if !strings.Contains(text, "%%") {
		return oneLine(text)
	}
	sep, rest := "", 0
	var filled strings.Builder
	places := variables(text, maxVariables)
	for i, at := range places {
		filled.WriteString(text[rest:at[0]])
		rest = at[1]
		name := strings.Trim(text[at[0]:at[1]], "%")
		value := f.value(name)
		if name == "sep" {
			sep = value
		}
		filled.WriteString(value)
		if i == maxVariables-1 || filled.Len() > maxText {
			rest = len(text)
			break
		}
	}
	filled.WriteString(text[rest:])
	text = short(filled.String())
	return oneLine(oneSeparator(text, sep))
}

// oneSeparator makes one of separators with nothing but white space between them.
func oneSeparator(text, sep string) string {
	if sep == "" {
		return text
	}
	pieces := strings.Split(text, sep)
	kept := pieces[:1]
	for i, piece := range pieces[1:] {
		if i == len(pieces)-2 || strings.Trim(piece, "\t\n\f\r ") != "" {
			kept = append(kept, piece)
		}
	}
	return strings.Join(kept, sep)
}

var lineEnds = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ", "\f", " ")

// oneLine is a text on one line, pairs of spaces made one.
func oneLine(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(lineEnds.Replace(text), "  ", " "))
}

package style

import (
	"strings"

	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

// Declaration is one CSS property with its value.
type Declaration struct {
	Property, Value string
	// Number tells that the value was written as a number. Such declarations
	// count, but have no CSS.
	Number bool
}

// Result is a compiled style object.
type Result struct {
	CSS          string // "a:b;c:d;"
	Classes      []string
	Declarations []Declaration
}

// Options changes how an object is compiled.
type Options struct {
	// PresetClasses leaves presets to class names instead of CSS variables.
	PresetClasses bool
}

// Compile turns a style object into CSS and class names.
func Compile(styles block.Attrs, o Options) Result {
	var r Result
	if styles.Len() == 0 {
		return r
	}
	for i := range properties {
		p := &properties[i]
		if !styles.Bool(p.group) {
			continue
		}
		value := styles.Get(p.group, p.key)
		if p.key == "" {
			value = styles.Get(p.group)
		}
		if !valid(value) {
			continue
		}
		r.addClasses(p, value)
		for _, d := range p.declare(value, o) {
			r.set(d)
		}
	}
	r.CSS = Join(r.Declarations)
	return r
}

func valid(v any) bool { return v == "0" || block.Truth(v) }

func (r *Result) set(d Declaration) {
	for i := range r.Declarations {
		if r.Declarations[i].Property != d.Property {
			continue
		}
		if d.Property == "background-image" {
			// A gradient lies over the image.
			d.Value += ", " + r.Declarations[i].Value
		}
		r.Declarations[i] = d
		return
	}
	r.Declarations = append(r.Declarations, d)
}

func (r *Result) addClasses(p *property, value any) {
	if !block.Truth(value) {
		return
	}
	for _, c := range p.classes {
		if c.kind == "" {
			r.Classes = append(r.Classes, c.name)
		} else if s := slug(value, c.kind); s != "" {
			r.Classes = append(r.Classes, strings.ReplaceAll(c.name, "$slug", s))
		}
	}
}

func (p *property) declare(value any, o Options) []Declaration {
	switch v := value.(type) {
	case string:
		if p.key == "backgroundImage" {
			return []Declaration{{Property: p.css, Value: v}}
		}
		if p.css == "" {
			return nil
		}
		if strings.Contains(v, "var:") {
			if o.PresetClasses {
				return nil
			}
			if v = p.variable(v); v == "" {
				return nil
			}
		}
		return []Declaration{{Property: p.css, Value: v}}
	case int64, float64:
		if p.css != "" && p.key != "backgroundImage" {
			return []Declaration{{Property: p.css, Value: block.Text(v), Number: true}}
		}
	case *wire.Object:
		if p.key == "backgroundImage" {
			if url := v.Text("url"); url != "" {
				return []Declaration{{Property: p.css, Value: "url('" + url + "')"}}
			}
			return nil
		}
		if p.css == "" {
			return p.side(v, o)
		}
		return p.each(v, o)
	}
	return nil
}

// each writes an object of sides or corners.
func (p *property) each(v *wire.Object, o Options) []Declaration {
	if p.sides == "" {
		return nil
	}
	var out []Declaration
	for _, m := range v.Members() {
		s, ok := m.Value.(string)
		if !ok {
			continue
		}
		if strings.Contains(s, "var:") && !o.PresetClasses && p.presets != nil {
			s = p.variable(s)
		}
		if s != "" {
			out = append(out, Declaration{Property: strings.Replace(p.sides, "%s", Kebab(m.Key), 1), Value: s})
		}
	}
	return out
}

// side writes the object of one border side.
func (p *property) side(v *wire.Object, o Options) []Declaration {
	var out []Declaration
	for _, m := range v.Members() {
		s, ok := m.Value.(string)
		if !ok || !block.Truth(s) {
			continue
		}
		for i := range properties {
			q := &properties[i]
			if q.group != p.group || q.key != m.Key || q.sides == "" {
				continue
			}
			if strings.Contains(s, "var:") && !o.PresetClasses {
				s = p.variable(s)
			}
			out = append(out, Declaration{Property: strings.Replace(q.sides, "%s", p.key, 1), Value: s})
		}
	}
	return out
}

func (p *property) variable(v string) string {
	for _, k := range p.presets {
		if s := slug(v, k.kind); s != "" {
			return "var(" + k.variable + s + ")"
		}
	}
	return ""
}

// slug is the preset a value such as var:preset|color|x refers to.
func slug(v any, kind string) string {
	s, ok := v.(string)
	if !ok || !strings.Contains(s, "var:preset|"+kind+"|") {
		return ""
	}
	return Kebab(s[strings.LastIndexByte(s, '|')+1:])
}

// Preset writes the CSS variable a preset reference of a kind stands for;
// other values come back unchanged.
func Preset(v, kind string) string {
	if s := slug(v, kind); s != "" {
		return "var(--wp--preset--" + kind + "--" + s + ")"
	}
	return v
}

// Join writes safe declarations as inline CSS.
func Join(list []Declaration) string {
	var b strings.Builder
	for _, d := range list {
		value := strings.TrimSpace(d.Value)
		if value == "" || d.Number || strings.ContainsAny(value, "<>") {
			continue
		}
		if css := Safe(d.Property + ":" + value); css != "" {
			b.WriteString(css)
			b.WriteByte(';')
		}
	}
	return b.String()
}

// Kebab writes a name in lower case with hyphens between its words and
// between letters and digits.
func Kebab(s string) string {
	var b strings.Builder
	kind := func(c byte) int {
		switch {
		case c >= 'a' && c <= 'z', c >= 0x80:
			return 1
		case c >= 'A' && c <= 'Z':
			return 2
		case c >= '0' && c <= '9':
			return 3
		}
		return 0
	}
	last := 0
	for i := range len(s) {
		k := kind(s[i])
		if k == 0 {
			if s[i] != '\'' {
				last = 0
			}
			continue
		}
		switch {
		case b.Len() == 0:
		case last == 0, k == 3 && last != 3, k != 3 && last == 3, k == 2 && last == 1:
			b.WriteByte('-')
		case k == 2 && last == 2 && i+1 < len(s) && kind(s[i+1]) == 1:
			b.WriteByte('-')
		}
		c := s[i]
		if k == 2 {
			c |= 0x20
		}
		b.WriteByte(c)
		last = k
	}
	return b.String()
}

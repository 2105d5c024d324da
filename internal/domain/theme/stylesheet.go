package theme

import (
	"slices"
	"strings"

	"quoin/internal/platform/wire"
)

// Part is a part of the style sheet.
type Part string

// The parts, in the order in which they print.
const (
	Variables Part = "variables" // custom properties of presets and of settings.custom
	Styles    Part = "styles"    // layouts and elements
	OfBlocks  Part = "blocks"    // block types, each with its elements and states
	Classes   Part = "presets"   // one class per preset
	CustomCSS Part = "custom-css"
)

// rootSelector is where the site's own styles go.
const rootSelector = "body"

// sheet collects the CSS of a document.
type sheet struct {
	data        *Data
	root        *wire.Object
	properties  []property
	rootPadding bool
	breakpoints []breakpoint
	media       string
	out         strings.Builder
}

// Stylesheet is the CSS of a document; without parts named all of them. It can
// stand in a style element: nothing in it ends one.
func (d *Data) Stylesheet(parts ...Part) string {
	s := d.sheet()
	wants := func(p Part) bool { return len(parts) == 0 || slices.Contains(parts, p) }
	if wants(Variables) {
		s.variables()
	}
	if wants(Styles) {
		s.styles()
	}
	if wants(OfBlocks) {
		s.blocks(func(string) bool { return true })
	}
	if wants(Classes) {
		s.classes()
	}
	if wants(CustomCSS) {
		s.raw(text(d.root, "styles", "css"))
	}
	return s.String()
}

// BlockStyles is the part OfBlocks for the block types that used says yes to.
func (d *Data) BlockStyles(used func(name string) bool) string {
	s := d.sheet()
	s.blocks(used)
	return s.String()
}

func (d *Data) sheet() *sheet {
	return &sheet{
		data: d, root: d.root, properties: properties(), rootPadding: d.UseRootPadding(),
		breakpoints: breakpoints(get(d.root, "settings", "viewport")),
	}
}

// String is what was printed, as it can stand in a style element.
func (s *sheet) String() string { return strings.ReplaceAll(s.out.String(), "</", `<\/`) }

func (s *sheet) raw(css string) { s.out.WriteString(css) }

// rule prints a rule, inside the media query that is being printed.
func (s *sheet) rule(selector string, declarations []declaration) {
	if len(declarations) == 0 || selector == "" {
		return
	}
	if s.media != "" {
		s.raw(s.media + "{")
		defer s.raw("}")
	}
	s.raw(selector + "{")
	for _, d := range declarations {
		s.raw(d.name + ": " + d.value + ";")
	}
	s.raw("}")
}

// whereRule prints a rule that weighs no more than ":root".
func (s *sheet) whereRule(selector string, declarations []declaration) {
	s.rule(":root :where("+selector+")", declarations)
}

// settingsOf runs f for the settings and for those of each block type, with
// the selector they count for.
func (s *sheet) settingsOf(f func(settings *wire.Object, block *blockType)) {
	settings := s.data.Settings()
	f(settings, nil)
	for _, m := range settings.Object("blocks").Members() {
		if node, ok := m.Value.(*wire.Object); ok {
			if t := s.data.blocks.byName[m.Key]; t != nil {
				f(node, t)
			}
		}
	}
}

func (s *sheet) variables() {
	s.settingsOf(func(settings *wire.Object, block *blockType) {
		selector := ":root"
		if block != nil {
			selector = block.selector
		}
		type group struct {
			selector     string
			declarations []declaration
		}
		groups := []group{{selector: selector}}
		for _, t := range presetTypes() {
			if t.variable == "" {
				continue
			}
			target := selector
			if block != nil {
				target = featureSelector(block, t.path()[0], selector)
			}
			i := slices.IndexFunc(groups, func(g group) bool { return g.selector == target })
			for _, p := range s.data.presets(settings, &t) {
				if i < 0 {
					groups, i = append(groups, group{selector: target}), len(groups)
				}
				groups[i].declarations = append(groups[i].declarations, declaration{p.Variable, p.Value})
			}
		}
		groups[0].declarations = append(groups[0].declarations, customVariables(settings.Get("custom"), "--wp--custom--")...)
		for _, g := range groups {
			s.rule(g.selector, g.declarations)
		}
	})
}

// featureSelector is the selector that a block type has for one feature.
func featureSelector(block *blockType, feature, fallback string) string {
	switch v := block.selectors.Get(feature).(type) {
	case string:
		return v
	case *wire.Object:
		if root := v.Text("root"); root != "" {
			return root
		}
	}
	return fallback
}

// customVariables are the custom properties of settings.custom, whose names
// are joined from the keys on the way to each value.
func customVariables(v any, prefix string) []declaration {
	var out []declaration
	if !isArray(v) {
		return nil
	}
	for _, m := range object(v).Members() {
		name := prefix + strings.ReplaceAll(KebabCase(m.Key), "/", "-")
		if isArray(m.Value) {
			out = append(out, customVariables(m.Value, name+"--")...)
		} else if value := printed(m.Value); value != "" {
			out = append(out, declaration{name, value})
		}
	}
	return out
}

func (s *sheet) classes() {
	s.settingsOf(func(settings *wire.Object, block *blockType) {
		for _, t := range presetTypes() {
			presets := s.data.presets(settings, &t)
			for _, class := range t.classes {
				for _, p := range presets {
					selector := ".has-" + p.Slug + class.suffix
					if block != nil {
						selector = ":where(" + block.selector + ")" + selector
					}
					s.rule(selector, []declaration{{class.property, "var(" + p.Variable + ") !important"}})
				}
			}
		}
	})
}

func (s *sheet) styles() {
	styles := s.data.Styles()
	s.rootLayout()
	root := s.declarations(styles, rootSelector)
	if slices.ContainsFunc(root, func(d declaration) bool { return d.name == "background-image" || d.name == "background" }) {
		s.rule("html", []declaration{{"min-height", "100%"}})
	}
	s.rule(rootSelector, withoutFilter(root))
	for _, e := range elementTypes() {
		node := objectAt(styles, "elements", e.name)
		if node == nil {
			continue
		}
		s.element(e, node, e.selector, e.class == "")
	}
}

// blocks prints the styles of block types.
func (s *sheet) blocks(used func(name string) bool) {
	for _, m := range s.data.Styles().Object("blocks").Members() {
		node, ok := m.Value.(*wire.Object)
		if t := s.data.blocks.byName[m.Key]; ok && t != nil && used(m.Key) {
			s.block(t, node, func(selector string) string { return selector })
		}
	}
	// Variations say something about the blocks inside too, and so come last.
	for _, m := range s.data.Styles().Object("blocks").Members() {
		node, ok := m.Value.(*wire.Object)
		if t := s.data.blocks.byName[m.Key]; ok && t != nil && used(m.Key) {
			s.variations(t, node)
		}
	}
}

// element prints the styles of an element with its states. bare elements of
// the site itself print under their plain selector, so that any class wins.
func (s *sheet) element(e elementType, node *wire.Object, selector string, bare bool) {
	print := func(styles any, selector string) {
		declarations := withoutFilter(s.declarations(styles, selector))
		if bare && selector == e.selector {
			s.rule(selector, declarations)
		} else {
			s.whereRule(selector, declarations)
		}
		s.customCSS(text(styles, "css"), selector)
	}
	print(node, selector)
	for _, b := range s.breakpoints {
		if state := node.Object(b.state); state != nil {
			s.within(b.query, func() { print(state, selector) })
		}
	}
	for _, p := range elementPseudo(e.name) {
		if state := node.Object(p); state != nil {
			print(state, appendToSelector(selector, p))
		}
	}
}

// within prints what f prints inside a media query.
func (s *sheet) within(media string, f func()) {
	before := s.media
	s.media = media
	f()
	s.media = before
}

func withoutFilter(list []declaration) []declaration {
	return slices.DeleteFunc(list, func(d declaration) bool { return d.name == "filter" })
}

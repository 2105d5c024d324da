package theme

import (
	"regexp"
	"strings"

	"quoin/internal/platform/wire"
)

// wrapper makes the selector that is printed from one of a block's own, for
// instance by adding a state or the class of a style variation.
type wrapper func(selector string) string

// block prints the styles of a block type: its own, those of its states and of
// its elements.
func (s *sheet) block(t *blockType, node *wire.Object, wrap wrapper) {
	s.node(t, node, wrap)
	for _, b := range s.breakpoints {
		if state := node.Object(b.state); state != nil {
			s.within(b.query, func() {
				s.node(t, state, wrap)
				s.pseudo(t, state, wrap)
				s.elements(t, state, wrap)
			})
		}
	}
	s.pseudo(t, node, wrap)
	for _, name := range blockStates(t.name) {
		state, selector := node.Object(name), t.states.Text(name)
		if state == nil || selector == "" {
			continue
		}
		at := func(string) string { return selector }
		s.node(t, state, at)
		s.pseudo(t, state, at)
	}
	s.elements(t, node, wrap)
}

// variations prints the style variations of a block type.
func (s *sheet) variations(t *blockType, node *wire.Object) {
	for _, m := range node.Object("variations").Members() {
		if variation, ok := m.Value.(*wire.Object); ok {
			s.variation(t, m.Key, variation)
		}
	}
}

// variation prints a style variation of a block type with what it says about
// the blocks inside.
func (s *sheet) variation(t *blockType, name string, node *wire.Object) {
	wrap := func(selector string) string { return variationSelector(name, selector) }
	s.block(t, node, wrap)
	outer := wrap(t.selector)
	for _, m := range node.Object("blocks").Members() {
		inner, ok := m.Value.(*wire.Object)
		if inside := s.data.blocks.byName[m.Key]; ok && inside != nil {
			s.block(inside, inner, func(selector string) string { return scopeSelector(outer, selector) })
		}
	}
}

func (s *sheet) pseudo(t *blockType, node *wire.Object, wrap wrapper) {
	for _, p := range blockPseudo(t.name) {
		if state := node.Object(p); state != nil {
			s.node(t, state, func(selector string) string { return appendToSelector(wrap(selector), p) })
		}
	}
}

// elements prints the styles of elements inside a block.
func (s *sheet) elements(t *blockType, node *wire.Object, wrap wrapper) {
	elements := node.Object("elements")
	for _, m := range elements.Members() {
		styles, ok := m.Value.(*wire.Object)
		if !ok {
			continue
		}
		for _, e := range elementTypes() {
			if e.name == m.Key {
				s.element(e, styles, wrap(elementSelector(t.selector, e.selector)), false)
			}
		}
	}
}

// elementSelector is the selector of an element inside a block.
func elementSelector(block, element string) string {
	if block == element {
		return element
	}
	return scopeSelector(block, element)
}

// node prints one set of styles of a block type.
func (s *sheet) node(t *blockType, node *wire.Object, wrap wrapper) {
	rest, features := s.features(t, node)
	selector := wrap(t.selector)
	declarations := s.declarations(rest, selector)
	var filters []declaration
	for _, d := range declarations {
		if d.name == "filter" && d.value != "unset" {
			filters = append(filters, d)
		}
	}
	declarations = withoutFilter(declarations)
	if t.line {
		declarations = separatorColor(declarations)
	}
	s.whereRule(selector, declarations)
	if duotone := text(t.selectors, "filter", "duotone"); duotone != "" {
		s.rule(wrap(duotone), filters)
	}
	s.blockGap(t, node, wrap)
	for _, f := range features {
		s.whereRule(wrap(f.selector), f.rules)
	}
	css := selector
	if own := t.selectors.Text("css"); own != "" {
		css = wrap(own)
	}
	s.customCSS(node.Text("css"), css)
}

// features takes out of a block's styles what belongs to selectors of their
// own.
func (s *sheet) features(t *blockType, node *wire.Object) (rest *wire.Object, rules []layoutRule) {
	rest = &wire.Object{}
	for _, m := range node.Members() {
		if group, ok := m.Value.(*wire.Object); ok && t.selectors.Has(m.Key) {
			m.Value = group.Clone()
		}
		rest.Set(m.Key, m.Value)
	}
	add := func(selector string, list []declaration) {
		for i := range rules {
			if rules[i].selector == selector {
				rules[i].rules = append(rules[i].rules, list...)
				return
			}
		}
		rules = append(rules, layoutRule{selector, list})
	}
	for _, m := range t.selectors.Members() {
		if m.Key == "css" || m.Key == "filter" || empty(rest.Get(m.Key)) {
			continue
		}
		root, _ := m.Value.(string)
		if parts, ok := m.Value.(*wire.Object); ok {
			root = parts.Text("root")
			for _, part := range parts.Members() {
				value := get(rest, m.Key, part.Key)
				if part.Key == "root" || empty(value) {
					continue
				}
				selector := s.subFeature(t, part)
				one := wire.NewObject(m.Key, wire.NewObject(part.Key, value))
				add(selector, s.buttonWidth(t, selector, s.declarations(one, "")))
				rest.Object(m.Key).Delete(part.Key)
			}
		}
		if root != "" && !empty(rest.Get(m.Key)) {
			add(root, s.declarations(wire.NewObject(m.Key, rest.Get(m.Key)), ""))
			rest.Delete(m.Key)
		}
	}
	return rest, rules
}

// subFeature is the selector of a sub-feature. Indenting all paragraphs, not
// only those that follow another, is a setting.
func (s *sheet) subFeature(t *blockType, part wire.Member) string {
	selector, _ := part.Value.(string)
	if part.Key == "textIndent" &&
		s.data.Setting(t.name, "typography", "textIndent") == "all" {
		return ".wp-block-paragraph"
	}
	return selector
}

// buttonWidth makes buttons with a share of the row leave room for the gaps.
func (s *sheet) buttonWidth(t *blockType, selector string, list []declaration) []declaration {
	if selector != ".wp-block-button" {
		return list
	}
	for i, d := range list {
		if d.name != "width" {
			continue
		}
		value := d.value
		if inner, ok := strings.CutPrefix(value, "var(--wp--preset--dimension--"); ok {
			slug := strings.TrimSuffix(inner, ")")
			settings := objectAt(s.root, "settings", "blocks", t.name)
			for _, kind := range presetTypes() {
				if kind.kind != DimensionSizes {
					continue
				}
				for _, p := range append(s.data.presets(s.data.Settings(), &kind), s.data.presets(settings, &kind)...) {
					if p.Slug == slug {
						value = p.Value
					}
				}
			}
		}
		if share, ok := strings.CutSuffix(value, "%"); ok {
			if f, ok := number(share); ok {
				n := printNumber(f)
				list[i].value = "calc(" + n + " * 1% - (var(--wp--style--block-gap, 0.5em) * (1 - " + n + " / 100)))"
			}
		}
	}
	return list
}

// separatorColor draws separators, which are made of a border, in the colour
// that was set as their background.
func separatorColor(list []declaration) []declaration {
	background := ""
	for _, d := range list {
		switch d.name {
		case "background-color":
			background = d.value
		case "border-color", "color":
			return list
		}
	}
	if background != "" {
		list = append(list, declaration{"color", background})
	}
	return list
}

// blockGap prints the space between the inner blocks of a block type.
func (s *sheet) blockGap(t *blockType, node *wire.Object, wrap wrapper) {
	if !t.layout {
		return
	}
	if !s.data.HasBlockGap() {
		if t.gap != "" {
			s.fallbackGaps(t.gap, func(class, below string) string {
				return ":where(" + wrap(t.selector) + "." + class + below + ")"
			})
		}
		return
	}
	base := t.selector
	if wrapped := wrap(t.selector); wrapped != base {
		base = wrapped + base
	}
	s.gaps(s.data.gapOf(node), func(class, below string) string {
		return ":root :where(" + base + "-" + class + ")" + below
	})
}

var pseudoElement = regexp.MustCompile(`[>+~\s]*::[a-zA-Z-]+`)

// customCSS prints CSS that was written for one block or element: plain
// declarations, and rules that begin with "&" for the block itself.
func (s *sheet) customCSS(css, selector string) {
	for part := range strings.SplitSeq(css, "&") {
		if part == "" {
			continue
		}
		nested, body, braces := strings.Cut(strings.ReplaceAll(part, "}", ""), "{")
		if !braces {
			s.customRule(":root :where("+selector+")", part)
			continue
		}
		if strings.Contains(body, "{") {
			continue
		}
		pseudo := pseudoElement.FindString(nested)
		if pseudo != "" {
			nested = strings.ReplaceAll(nested, pseudo, "")
		}
		at := appendToSelector(selector, nested)
		if strings.HasPrefix(nested, " ") {
			at = scopeSelector(selector, nested)
		}
		s.customRule(":root :where("+at+")"+pseudo, body)
	}
}

// OneBlockCSS is the CSS of text that somebody wrote for one block, whose
// selector is given. It must not be printed when the text has tags.
func OneBlockCSS(text, selector string) string {
	var s sheet
	s.customCSS(text, selector)
	return s.out.String()
}

func (s *sheet) customRule(selector, body string) {
	rule := selector + "{" + strings.TrimSpace(body) + "}"
	if s.media != "" {
		rule = s.media + "{" + rule + "}"
	}
	s.raw(rule)
}

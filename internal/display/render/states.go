package render

import (
	"cmp"
	"slices"
	"strings"

	"quoin/internal/display/render/style"
	"quoin/internal/domain/blocktype"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

// A block may have styles for when it is pointed at, and for small screens.
// They are rules of a style sheet, under a class that is a digest of them.

var elementStates = []string{":link", ":any-link", ":visited", ":hover", ":focus", ":focus-visible", ":active"}

// elementSelectors are the elements inside a block that styles of a screen
// may name.
var elementSelectors = map[string]string{
	"link":      "a:where(:not(.wp-element-button))",
	"heading":   "h1, h2, h3, h4, h5, h6",
	"h1":        "h1",
	"h2":        "h2",
	"h3":        "h3",
	"h4":        "h4",
	"h5":        "h5",
	"h6":        "h6",
	"button":    ".wp-element-button, .wp-block-button__link",
	"caption":   ".wp-element-caption, .wp-block-audio figcaption, .wp-block-embed figcaption, .wp-block-gallery figcaption, .wp-block-image figcaption, .wp-block-table figcaption, .wp-block-video figcaption",
	"cite":      "cite",
	"textInput": "textarea, input:where([type=email],[type=number],[type=password],[type=search],[type=text],[type=tel],[type=url])",
	"select":    "select",
}

// stateRules are the rules of one block.
type stateRules struct {
	selectors *wire.Object
	list      []any
}

// states marks a block with styles for a state or for a kind of screen.
func (inst *instance) states(html string) string {
	styles := inst.block.Attrs.Map("style")
	if html == "" || inst.t == nil || !hasStates(styles) {
		return html
	}
	var pseudo []string
	if inst.t.Server.States {
		pseudo = blocktype.States()
	}
	rules := stateRules{selectors: inst.t.Selectors.Object}
	for _, state := range pseudo {
		rules.parts(state, styles.Map(state).Object, "")
	}
	for _, s := range inst.c.Theme.screens() {
		on := styles.Map(s.name)
		if on.Len() == 0 {
			continue
		}
		own := on.Clone()
		for _, name := range append([]string{"elements"}, pseudo...) {
			own.Delete(name)
		}
		rules.parts("", own, s.media)
		rules.elements(inst.t.Name, on.Map("elements").Object, s.media)
		for _, state := range pseudo {
			rules.parts(state, on.Map(state).Object, s.media)
		}
	}
	if len(rules.list) == 0 {
		return html
	}
	class := wireHash("wp-states-", wire.NewObject("blockName", inst.block.Name, "rules", rules.list))
	if inst.c.Request.Front {
		inst.c.run.layouts.addStates(class, rules.list)
	}
	return firstClass(html, class)
}

func hasStates(styles block.Attrs) bool {
	return slices.ContainsFunc(styles.Keys(), func(name string) bool {
		return name != "" && (name[0] == ':' || name[0] == '@')
	})
}

// screen is a kind of screen that may have styles of its own.
type screen struct{ name, media string }

// widths are the largest of phones and of tablets, "" where the theme has no such screens.
func (t *Theme) widths() (mobile, tablet string) {
	if own := t.Settings.Map("viewport"); own.Has("mobile") || own.Has("tablet") {
		return own.String("mobile"), own.String("tablet")
	}
	return "480px", "782px"
}

// screens are the kinds of screen that the theme tells apart.
func (t *Theme) screens() []screen {
	mobile, tablet := t.widths()
	var list []screen
	if mobile != "" {
		list = append(list, screen{"@mobile", "@media (width <= " + mobile + ")"})
	}
	switch {
	case tablet != "" && mobile != "":
		list = append(list, screen{"@tablet", "@media (" + mobile + " < width <= " + tablet + ")"})
	case tablet != "":
		list = append(list, screen{"@tablet", "@media (width <= " + tablet + ")"})
	}
	return list
}

// allScreens are the kinds of screen with those that are larger than all that have styles
// of their own.
func (t *Theme) allScreens() []screen {
	list := t.screens()
	mobile, tablet := t.widths()
	if widest := cmp.Or(tablet, mobile); widest != "" {
		list = append(list, screen{"@desktop", "@media (width > " + widest + ")"})
	}
	return list
}

// parts adds a rule for each part of the block that a style object is about.
func (r *stateRules) parts(state string, o *wire.Object, media string) {
	type group struct {
		selector any
		styles   *wire.Object
	}
	var groups []group
	add := func(selector any, feature string, v any) {
		for _, g := range groups {
			if g.selector == selector {
				merge(g.styles, feature, v)
				return
			}
		}
		groups = append(groups, group{selector, wire.NewObject(feature, v)})
	}
	root := r.selectors.Get("root")
	for _, m := range o.Members() {
		switch own := r.selectors.Get(m.Key).(type) {
		case string:
			add(own, m.Key, m.Value)
			continue
		case *wire.Object:
			if styles, ok := m.Value.(*wire.Object); ok {
				r.subfeatures(own, m.Key, styles, add)
				continue
			}
		}
		add(root, m.Key, m.Value)
	}
	for _, g := range groups {
		r.rule(state, g.selector, g.styles, media)
	}
}

func (r *stateRules) subfeatures(own *wire.Object, feature string, styles *wire.Object, add func(any, string, any)) {
	rest := styles.Clone()
	for _, sub := range own.Members() {
		if _, ok := sub.Value.(string); ok && sub.Key != "root" && styles.Has(sub.Key) {
			add(sub.Value, feature, wire.NewObject(sub.Key, styles.Get(sub.Key)))
			rest.Delete(sub.Key)
		}
	}
	if rest.Len() == 0 {
		return
	}
	selector := own.Get("root")
	if selector == nil {
		selector = r.selectors.Get("root")
	}
	add(selector, feature, rest)
}

// merge puts a value into an object, member by member where both have objects.
func merge(o *wire.Object, key string, v any) {
	into, from := o.Object(key), v
	with, ok := from.(*wire.Object)
	if into == nil || !ok {
		o.Set(key, v)
		return
	}
	into = into.Clone()
	for _, m := range with.Members() {
		merge(into, m.Key, m.Value)
	}
	o.Set(key, into)
}

// elements adds rules for elements inside the block.
func (r *stateRules) elements(name string, elements *wire.Object, media string) {
	root, _ := r.selectors.Get("root").(string)
	if root == "" {
		root = "." + ClassOf(name)
	}
	for _, m := range elements.Members() {
		styles, ok := m.Value.(*wire.Object)
		selector, known := elementSelectors[m.Key]
		if !ok || !known || styles.Len() == 0 {
			continue
		}
		selector = inside(root, selector)
		var pseudo []string
		if m.Key == "link" || m.Key == "button" {
			pseudo = elementStates
		}
		own := styles.Clone()
		for _, state := range pseudo {
			own.Delete(state)
		}
		r.rule("", selector, own, media)
		for _, state := range pseudo {
			r.rule(state, selector, styles.Object(state), media)
		}
	}
}

// inside are the selectors of a list below those of another one.
func inside(root, list string) string {
	var out []string
	for _, block := range splitSelectors(root) {
		block = strings.TrimSpace(block)
		if block == list {
			return list
		}
		for _, one := range splitSelectors(list) {
			// Compat (TestClassesOfWrittenStyles): the blank before a selector of the list stays.
			out = append(out, block+" "+one)
		}
	}
	return strings.Join(out, ",")
}

// splitSelectors splits a list at the commas outside of parentheses.
func splitSelectors(list string) []string {
	depth := 0
	var out []string
	from := 0
	for i := range len(list) {
		switch list[i] {
		case '(':
			depth++
		case ')':
			depth = max(depth-1, 0)
		case ',':
			if depth == 0 {
				out, from = append(out, list[from:i]), i+1
			}
		}
	}
	return append(out, list[from:])
}

// rule adds one rule, unless it would have no declarations.
func (r *stateRules) rule(state string, selector any, o *wire.Object, media string) {
	o = o.Clone()
	o.Delete("layout")
	inVariables, _ := wire.Rewrite(o, variables).(*wire.Object)
	styles := block.Attrs{Object: inVariables}
	if styles.Len() == 0 {
		return
	}
	declarations := &wire.Object{}
	for _, d := range style.Compile(styles, style.Options{}).Declarations {
		if d.Number {
			declarations.Set(d.Property, wire.Raw(d.Value))
		} else {
			declarations.Set(d.Property, d.Value)
		}
	}
	if align := styles.String("typography", "textAlign"); strings.TrimSpace(align) != "" {
		declarations.Set("text-align", align)
	}
	if declarations.Len() == 0 {
		return
	}
	rule := wire.NewObject("state", state, "selector", selector, "declarations", declarations)
	if media != "" {
		rule.Set("rules_group", media)
	}
	r.list = append(r.list, rule)
}

// variables writes references to presets as CSS variables.
func variables(v any) any {
	// Compat (TestClassesOfWrittenStyles): names of presets stay as they are, in capitals too.
	text, _ := v.(string)
	if name, ok := strings.CutPrefix(text, "var:preset|"); ok {
		return "var(--wp--preset--" + strings.ReplaceAll(name, "|", "--") + ")"
	}
	return v
}

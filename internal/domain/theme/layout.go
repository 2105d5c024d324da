package theme

// layoutRule are declarations below a layout's class. A value "" stands for
// the gap between blocks.
type layoutRule struct {
	selector string
	rules    []declaration
}

// layoutType is a way to lay inner blocks out.
type layoutType struct {
	class, display string
	base, spacing  []layoutRule
}

// layoutTypes are the layouts in the order in which they print.
func layoutTypes() []layoutType {
	floats := []layoutRule{
		{" > .alignleft", []declaration{{"float", "left"}, {"margin-inline-start", "0"}, {"margin-inline-end", "2em"}}},
		{" > .alignright", []declaration{{"float", "right"}, {"margin-inline-start", "2em"}, {"margin-inline-end", "0"}}},
		{" > .aligncenter", []declaration{{"margin-left", "auto !important"}, {"margin-right", "auto !important"}}},
	}
	stacked := []layoutRule{
		{" > :first-child", []declaration{{"margin-block-start", "0"}}},
		{" > :last-child", []declaration{{"margin-block-end", "0"}}},
		{" > *", []declaration{{"margin-block-start", ""}, {"margin-block-end", "0"}}},
	}
	gap := []layoutRule{{"", []declaration{{"gap", ""}}}}
	noMargin := layoutRule{" > :is(*, div)", []declaration{{"margin", "0"}}}
	sized := append(floats[:len(floats):len(floats)],
		layoutRule{" > :where(:not(.alignleft):not(.alignright):not(.alignfull))", []declaration{
			{"max-width", "var(--wp--style--global--content-size)"},
			{"margin-left", "auto !important"}, {"margin-right", "auto !important"}}},
		layoutRule{" > .alignwide", []declaration{{"max-width", "var(--wp--style--global--wide-size)"}}},
	)
	return []layoutType{
		{class: "is-layout-flow", base: floats, spacing: stacked},
		{class: "is-layout-constrained", base: sized, spacing: stacked},
		{class: "is-layout-flex", display: "flex", spacing: gap, base: []layoutRule{
			{"", []declaration{{"flex-wrap", "wrap"}, {"align-items", "center"}}}, noMargin}},
		{class: "is-layout-grid", display: "grid", spacing: gap, base: []layoutRule{noMargin}},
	}
}

// rootLayout prints the rules of the page as a whole and of the layouts.
func (s *sheet) rootLayout() {
	content, wide := s.data.ContentSize(), s.data.WideSize()
	if content == "" {
		content = wide
	}
	if wide == "" {
		wide = content
	}
	if content != "" {
		s.rule(":root", []declaration{
			{"--wp--style--global--content-size", safeOr("max-width", content, "initial")},
			{"--wp--style--global--wide-size", safeOr("max-width", wide, "initial")},
		})
	}
	s.raw(":where(body){margin: 0;}")
	if s.rootPadding {
		const nested = ":where(:not(.alignfull.is-layout-flow) > .has-global-padding:not(.wp-block-block, .alignfull))"
		s.raw(".wp-site-blocks{padding-top: var(--wp--style--root--padding-top);padding-bottom: var(--wp--style--root--padding-bottom);}" +
			".has-global-padding{padding-right: var(--wp--style--root--padding-right);padding-left: var(--wp--style--root--padding-left);}" +
			".has-global-padding > .alignfull{margin-right: calc(var(--wp--style--root--padding-right) * -1);margin-left: calc(var(--wp--style--root--padding-left) * -1);}" +
			".has-global-padding " + nested + "{padding-right: 0;padding-left: 0;}" +
			".has-global-padding " + nested + " > .alignfull{margin-left: 0;margin-right: 0;}")
	}
	s.raw(".wp-site-blocks > .alignleft{float: left;margin-right: 2em;}" +
		".wp-site-blocks > .alignright{float: right;margin-left: 2em;}" +
		".wp-site-blocks > .aligncenter{justify-content: center;margin-left: auto;margin-right: auto;}")
	if s.data.HasBlockGap() {
		gap := s.data.BlockGap()
		s.rule(":where(.wp-site-blocks) > *", []declaration{{"margin-block-start", gap}, {"margin-block-end", "0"}})
		s.rule(":where(.wp-site-blocks) > :first-child", []declaration{{"margin-block-start", "0"}})
		s.rule(":where(.wp-site-blocks) > :last-child", []declaration{{"margin-block-end", "0"}})
		s.rule(":root", []declaration{{"--wp--style--block-gap", gap}})
		s.gaps(gap, func(class, below string) string { return ":root :where(." + class + ")" + below })
	} else {
		s.fallbackGaps("0.5em", func(class, below string) string { return ":where(." + class + below + ")" })
	}
	for _, l := range layoutTypes() {
		if l.display != "" {
			s.rule("body ."+l.class, []declaration{{"display", l.display}})
		}
		for _, r := range l.base {
			s.rule("."+l.class+r.selector, s.sized(r.rules))
		}
	}
}

// sized leaves out what refers to the content's width when the theme sets
// none.
func (s *sheet) sized(rules []declaration) []declaration {
	if s.data.ContentSize() != "" || s.data.WideSize() != "" {
		return rules
	}
	var out []declaration
	for _, d := range rules {
		if d.name != "max-width" {
			out = append(out, d)
		}
	}
	return out
}

// gaps prints the space between inner blocks for every layout. selector makes
// the selector from a layout's class and what stands below it.
func (s *sheet) gaps(gap string, selector func(class, below string) string) {
	if gap == "" || !safeDeclaration("gap", gap) {
		return
	}
	for _, l := range layoutTypes() {
		for _, r := range l.spacing {
			s.rule(selector(l.class, r.selector), withGap(r.rules, gap))
		}
	}
}

// fallbackGaps is gaps for themes that leave the space to the block types.
func (s *sheet) fallbackGaps(gap string, selector func(class, below string) string) {
	for _, l := range layoutTypes() {
		if l.display == "" {
			continue
		}
		for _, r := range l.spacing {
			s.rule(selector(l.class, r.selector), withGap(r.rules, gap))
		}
	}
}

func withGap(rules []declaration, gap string) []declaration {
	out := make([]declaration, len(rules))
	for i, d := range rules {
		if d.value == "" {
			d.value = gap
		}
		out[i] = d
	}
	return out
}

func safeOr(property, value, fallback string) string {
	if safeDeclaration(property, value) {
		return value
	}
	return fallback
}

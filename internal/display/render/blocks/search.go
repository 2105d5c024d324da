package blocks

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/display/render/style"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/markup/tags"
	"quoin/internal/platform/wire"
)

const searchIcon = "<svg class=\"search-icon\" viewBox=\"0 0 24 24\" width=\"24\" height=\"24\">\n\t\t\t\t\t" +
	"<path d=\"M13 5c-3.3 0-6 2.7-6 6 0 1.4.5 2.7 1.3 3.7l-3.8 3.8 1.1 1.1 3.8-3.8c1 .8 2.3 1.3 3.7 1.3 3.3 0 6-2.7 6-6S16.3 5 13 5zm0 10.5c-2.5 0-4.5-2-4.5-4.5s2-4.5 4.5-4.5 4.5 2 4.5 4.5-2 4.5-4.5 4.5z\"></path>\n\t\t\t\t</svg>"

// search is a search form. Its supports sit on the inner elements.
func search(c *render.Context, b block.Block, _ string) string {
	a := b.Attrs
	text := func(name string) string {
		if !a.Has(name) {
			return c.T("Search")
		}
		return a.Text(name)
	}
	id := c.UniqueID("wp-block-search__input-")
	s := searchStyles(c, b)
	position := a.Text("buttonPosition")
	var w strings.Builder
	w.WriteString(searchLabel(c, b, s, id, text("label")))
	w.WriteString(`<div class="` + escape.Attr(joinClasses("wp-block-search__inside-wrapper", pick(position == "button-inside", s.borderClasses))) +
		`" ` + styleAttr(s.wrapper) + `>`)
	w.WriteString(searchInput(c, b, s, id))
	for _, m := range a.Map("query").Members() {
		w.WriteString(`<input type="hidden" name="` + escape.Attr(m.Key) + `" value="` + escape.Attr(hiddenValue(m.Value)) + `" />`)
	}
	if position != "no-button" {
		w.WriteString(searchButton(c, b, s, id, text("buttonText")))
	}
	w.WriteString("</div>")
	wrapper := c.Wrapper(render.Attr{Name: "class", Value: searchClasses(a)})
	action := `method="get" action="` + escape.URL(c.Site.URL+"/") + `"`
	if a.Text("tagName") == "search" {
		return "<search " + wrapper + " " + searchDirectives(c, b, id) + "><form " + action + ">" + w.String() + "</form></search>"
	}
	return `<form role="search" ` + action + " " + wrapper + " " + searchDirectives(c, b, id) + ">" + w.String() + "</form>"
}

// hiddenValue is a value that the form sends along.
func hiddenValue(v any) string {
	switch v.(type) {
	case []any, *wire.Object:
		// Compat (TestGoldens): what is no text stands as its kind.
		return "Array"
	}
	return block.Text(v)
}

func searchClasses(a block.Attrs) string {
	position := a.Text("buttonPosition")
	var out []string
	switch position {
	case "button-inside", "button-outside":
		out = append(out, "wp-block-search__"+position)
	case "no-button":
		out = append(out, "wp-block-search__no-button")
	case "button-only":
		out = append(out, "wp-block-search__button-only wp-block-search__searchfield-hidden")
	}
	if a.Has("buttonUseIcon") && position != "" && position != "no-button" {
		if a.Bool("buttonUseIcon") {
			out = append(out, "wp-block-search__icon-button")
		} else {
			out = append(out, "wp-block-search__text-button")
		}
	}
	return strings.Join(out, " ")
}

func searchLabel(c *render.Context, b block.Block, s searchStyle, id, label string) string {
	shown := sanitize.Post(label)
	if label == "" {
		shown = c.T("Search")
	}
	p := htmltag.New("<label " + styleAttr(s.label) + ">" + shown + "</label>")
	p.Next()
	p.SetAttr("for", id)
	p.AddClass("wp-block-search__label")
	if b.Attrs.Bool("showLabel") && label != "" {
		p.AddClass(s.textClasses)
	} else {
		p.AddClass("screen-reader-text")
	}
	return p.String()
}

func searchInput(c *render.Context, b block.Block, s searchStyle, id string) string {
	position := b.Attrs.Text("buttonPosition")
	p := htmltag.New(`<input type="search" name="s" required ` + styleAttr(s.input) + `/>`)
	p.Next()
	p.AddClass(joinClasses("wp-block-search__input", pick(position != "button-inside", s.borderClasses), s.textClasses, pick(position == "no-button", s.colorClasses)))
	p.SetAttr("id", id)
	p.SetAttr("value", c.Request.Search)
	p.SetAttr("placeholder", b.Attrs.Text("placeholder"))
	if position == "button-only" {
		p.SetAttr("data-wp-bind--aria-hidden", "!context.isSearchInputVisible")
		p.SetAttr("data-wp-bind--tabindex", "state.tabindex")
		p.SetAttr("aria-hidden", "true")
		p.SetAttr("tabindex", "-1")
		return dropUnknown(p.String(), "tabindex")
	}
	return p.String()
}

func searchButton(c *render.Context, b block.Block, s searchStyle, id, label string) string {
	position := b.Attrs.Text("buttonPosition")
	inside, icon := sanitize.Post(label), ""
	if b.Attrs.Bool("buttonUseIcon") {
		inside, icon = searchIcon, "has-icon"
	}
	p := htmltag.New(`<button type="submit" ` + styleAttr(s.button) + ">" + inside + "</button>")
	p.Next()
	p.AddClass(joinClasses("wp-block-search__button", s.colorClasses, s.textClasses, pick(position != "button-inside", s.borderClasses), icon, "wp-element-button"))
	if position == "button-only" {
		p.SetAttr("data-wp-bind--aria-label", "state.ariaLabel")
		p.SetAttr("data-wp-bind--aria-controls", "state.ariaControls")
		p.SetAttr("data-wp-bind--aria-expanded", "context.isSearchInputVisible")
		p.SetAttr("data-wp-bind--type", "state.type")
		p.SetAttr("data-wp-on--click", "actions.openSearchInput")
		p.SetAttr("aria-label", c.T("Expand search field"))
		p.SetAttr("aria-controls", "wp-block-search__input-"+id)
		p.SetAttr("aria-expanded", "false")
		p.SetAttr("type", "button")
		return dropUnknown(p.String(), "aria-label", "aria-controls", "type")
	} else {
		p.SetAttr("aria-label", tags.StripAll(label, false))
	}
	return p.String()
}

// dropUnknown removes attributes bound to state that only the browser knows.
func dropUnknown(tag string, names ...string) string {
	p := htmltag.New(tag)
	p.Next()
	for _, name := range names {
		p.RemoveAttr(name)
	}
	return p.String()
}

func searchDirectives(c *render.Context, b block.Block, id string) string {
	if b.Attrs.Text("buttonPosition") != "button-only" {
		return ""
	}
	state, _ := json.Marshal(struct {
		Visible   bool   `json:"isSearchInputVisible"`
		ID        string `json:"inputId"`
		Expanded  string `json:"ariaLabelExpanded"`
		Collapsed string `json:"ariaLabelCollapsed"`
	}{false, id, c.T("Submit Search"), c.T("Expand search field")})
	return "\n\t\t data-wp-interactive=\"" + b.Name + "\"\n\t\t data-wp-context='" + string(state) +
		"'\n\t\t data-wp-class--wp-block-search__searchfield-hidden=\"!context.isSearchInputVisible\"\n\t\t " +
		"data-wp-on--keydown=\"actions.handleSearchKeydown\"\n\t\t data-wp-on--focusout=\"actions.handleSearchFocusout\"\n\t\t"
}

// searchStyle is the CSS and the classes of a search form's parts.
type searchStyle struct {
	wrapper, button, input, label            []string
	textClasses, borderClasses, colorClasses string
}

func pick(use bool, s string) string {
	if use {
		return s
	}
	return ""
}

func joinClasses(list ...string) string {
	return strings.Join(slices.DeleteFunc(list, func(s string) bool { return s == "" }), " ")
}

func styleAttr(css []string) string {
	if len(css) == 0 {
		return ""
	}
	return ` style="` + escape.Attr(style.Safe(strings.Join(css, " "))) + `"`
}

func searchStyles(c *render.Context, b block.Block) searchStyle {
	a := b.Attrs
	var s searchStyle
	inside := a.Text("buttonPosition") == "button-inside"
	if a.Bool("width") && a.Bool("widthUnit") {
		s.wrapper = append(s.wrapper, "width: "+strconv.Itoa(a.Int("width"))+a.Text("widthUnit")+";")
	}
	for _, property := range [...]string{"width", "color", "style"} {
		for _, side := range [...]string{"", "top", "right", "bottom", "left"} {
			path, name := []string{"style", "border", property}, property
			if side != "" {
				path, name = []string{"style", "border", side, property}, side+"-"+property
			}
			v := a.Text(path...)
			if v == "" || v == "0" {
				continue
			}
			if property == "color" && side != "" && strings.Contains(v, "var:preset|color|") {
				v = "var(--wp--preset--color--" + v[strings.LastIndexByte(v, '|')+1:] + ")"
			}
			css := "border-" + name + ": " + v + ";"
			if inside {
				s.wrapper = append(s.wrapper, css)
			} else {
				s.button, s.input = append(s.button, css), append(s.input, css)
			}
		}
	}
	s.radius(b, inside)
	for _, v := range [...][2]string{{"text", "color"}, {"background", "background-color"}, {"gradient", "background"}} {
		if value := a.Text("style", "color", v[0]); value != "" {
			css := v[1] + ": " + value + ";"
			if a.Text("buttonPosition") == "no-button" {
				s.input = append(s.input, css)
			} else {
				s.button = append(s.button, css)
			}
		}
	}
	s.text(c, a)
	s.classes(a)
	return s
}

func (s *searchStyle) radius(b block.Block, inside bool) {
	add := func(name, v string) {
		if i := strings.LastIndexByte(v, '|'); strings.Contains(v, "var:preset|border-radius|") {
			v = "var(--wp--preset--border-radius--" + style.Kebab(v[i+1:]) + ")"
		}
		css := name + ": " + v + ";"
		s.input, s.button = append(s.input, css), append(s.button, css)
		if inside && v != "" && (v[0] >= '1' && v[0] <= '9' || name != "border-radius" && strings.HasPrefix(v, "var(")) {
			s.wrapper = append(s.wrapper, name+": calc("+v+" + 4px);")
		}
	}
	switch v := b.Attrs.Get("style", "border", "radius").(type) {
	case *wire.Object:
		for _, m := range v.Members() {
			if m.Value != nil {
				add("border-"+style.Kebab(m.Key)+"-radius", block.Text(m.Value))
			}
		}
	default:
		t := block.Text(v)
		if t == "" || t == "0" {
			return
		}
		if strings.Trim(t, "0123456789.") == "" {
			t += "px"
		}
		add("border-radius", t)
	}
}

func (s *searchStyle) text(c *render.Context, a block.Attrs) {
	css := ""
	for _, v := range [...][2]string{
		{"fontSize", "font-size"}, {"fontFamily", "font-family"}, {"letterSpacing", "letter-spacing"}, {"fontWeight", "font-weight"},
		{"fontStyle", "font-style"}, {"lineHeight", "line-height"}, {"textTransform", "text-transform"},
	} {
		if value := a.Text("style", "typography", v[0]); value != "" && value != "0" {
			if v[0] == "fontSize" {
				value = c.Theme.FontSize(value)
			}
			css += v[1] + ": " + value + ";"
		}
	}
	if css != "" {
		s.label, s.button, s.input = append(s.label, css), append(s.button, css), append(s.input, css)
	}
	if v := a.Text("style", "typography", "textDecoration"); v != "" {
		css := "text-decoration: " + v + ";"
		s.button = append(s.button, css)
		if a.Has("showLabel") && a.Get("showLabel") != false {
			s.label = append(s.label, css)
		}
	}
}

func (s *searchStyle) classes(a block.Attrs) {
	named := func(name, suffix string) string {
		if v := a.Text(name); v != "" {
			return "has-" + v + suffix
		}
		return ""
	}
	s.textClasses = joinClasses(named("fontSize", "-font-size"), named("fontFamily", "-font-family"))
	s.borderClasses = joinClasses(pick(a.Bool("style", "border", "color") || a.Bool("borderColor"), "has-border-color"), named("borderColor", "-border-color"))
	s.colorClasses = joinClasses(
		pick(a.Bool("textColor") || a.Bool("style", "color", "text"), "has-text-color"), named("textColor", "-color"),
		pick(a.Bool("backgroundColor") || a.Bool("style", "color", "background") || a.Bool("gradient") || a.Bool("style", "color", "gradient"), "has-background"),
		named("backgroundColor", "-background-color"), named("gradient", "-gradient-background"))
}

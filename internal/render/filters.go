package render

import (
	"slices"
	"strings"

	"quoin/internal/markup/block"
	"quoin/internal/render/blocktype"
	"quoin/internal/render/htmltag"
	"quoin/internal/render/style"
)

// finish adds to a rendered block what its stored attributes ask for. The
// order is the reference's and shows in the order of class names.
func (c *Context) finish(inst *instance, t *blocktype.Type, html string) string {
	html = c.fitText(inst, html)
	html = dropNoteMarks(html)
	html = settingsClass(inst, t, html)
	html = firstClass(html, classWithPrefix(inst, "wp-elements-"))
	html = c.layout(inst, t, html)
	html = c.position(inst, t, html)
	html = c.aspectRatio(inst, t, html)
	html = c.duotone(inst, t, html)
	html = c.background(inst, t, html)
	html = firstClass(html, variationClass(inst))
	html = c.visibility(inst, t, html)
	if class := classWithPrefix(inst, "wp-custom-css-"); class != "" {
		html = firstClass(html, "has-custom-css", class)
	}
	html = c.states(inst, t, html)
	switch inst.block.Name {
	case "core/paragraph":
		html = tagClass(html, "P", "wp-block-paragraph")
	case "core/details":
		html = lowPriorityImages(inst, html)
	}
	return html
}

// firstClass adds classes to the first tag.
func firstClass(html string, classes ...string) string {
	if len(classes) == 1 && classes[0] == "" {
		return html
	}
	p := htmltag.New(html)
	if !p.Next() {
		return html
	}
	for _, class := range classes {
		p.AddClass(class)
	}
	return p.String()
}

// tagClass adds a class to the first tag of a name.
func tagClass(html, tag, class string) string {
	p := htmltag.New(html)
	if !p.NextTag(tag) {
		return html
	}
	p.AddClass(class)
	return p.String()
}

// AddClass adds a class to the first tag that has one of the given names.
func AddClass(html, class string, tags ...string) string {
	p := htmltag.New(html)
	for p.Next() {
		if slices.Contains(tags, p.Tag()) {
			p.AddClass(class)
			break
		}
	}
	return p.String()
}

func (inst *instance) classes() []string {
	return htmltag.Classes(inst.block.Attrs.String("className"))
}

func (inst *instance) addClass(class string) {
	if old, ok := inst.block.Attrs["className"].(string); ok {
		class = old + " " + class
	}
	inst.setAttr("className", class)
}

func classWithPrefix(inst *instance, prefix string) string {
	if !strings.Contains(inst.block.Attrs.String("className"), prefix) {
		return ""
	}
	for _, class := range inst.classes() {
		if strings.HasPrefix(class, prefix) {
			return class
		}
	}
	return ""
}

// elementColors are the values of style.elements that get a class of their own.
var elementColors = [...]struct{ skip, element string }{
	{"button", "button"}, {"link", "link"}, {"heading", "heading"},
	{"heading", "h1"}, {"heading", "h2"}, {"heading", "h3"}, {"heading", "h4"}, {"heading", "h5"}, {"heading", "h6"},
}

func (c *Context) addElementsClass(inst *instance, t *blocktype.Type) {
	elements := inst.block.Attrs.Map("style", "elements")
	if len(elements) == 0 {
		return
	}
	for _, e := range elementColors {
		if t.Skips("color", e.skip) || t.Supports.Get("color", "__experimentalSkipSerialization") == true {
			continue
		}
		found := elements.Has(e.element, "color", "text")
		if e.element == "link" {
			found = found || elements.Has("link", ":hover", "color", "text")
		} else {
			found = found || elements.Has(e.element, "color", "background") || elements.Has(e.element, "color", "gradient")
		}
		if found {
			inst.addClass(c.PrefixedID("wp-elements-"))
			return
		}
	}
}

// addVariationClass marks a block whose style variation the theme styles.
func (c *Context) addVariationClass(inst *instance) {
	if !strings.Contains(inst.block.Attrs.String("className"), "is-style-") {
		return
	}
	variations := block.Attrs(c.Theme.Styles).Map("blocks", inst.block.Name, "variations")
	for _, class := range inst.classes() {
		name, ok := strings.CutPrefix(class, "is-style-")
		if !ok || strings.HasPrefix(name, "default") || len(variations.Map(name)) == 0 {
			continue
		}
		inst.addClass(c.UniqueID("is-style-" + name + "--"))
		return
	}
}

func variationClass(inst *instance) string {
	for _, class := range inst.classes() {
		if !strings.HasPrefix(class, "is-style-") {
			continue
		}
		if i := strings.LastIndex(class, "--"); i > len("is-style-") && i+2 < len(class) && strings.Trim(class[i+2:], "0123456789") == "" {
			return class
		}
	}
	return ""
}

func (c *Context) addCustomCSSClass(inst *instance, t *blocktype.Type) {
	css := inst.block.Attrs.String("style", "css")
	if strings.TrimSpace(css) == "" || !t.Has(true, "customCSS") || hasTag(css) {
		return
	}
	inst.addClass(hashID("wp-custom-css-", []any{inst.block.Name, inst.block.Attrs}))
}

func hasTag(s string) bool {
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '<' {
			continue
		}
		j := i + 1
		if s[j] == '/' && j+1 < len(s) {
			j++
		}
		if c := s[j] | 0x20; c >= 'a' && c <= 'z' || s[j] >= '0' && s[j] <= '9' || s[j] == '_' {
			return true
		}
	}
	return false
}

// dropNoteMarks removes the tags of mark elements that hold an editor's note.
func dropNoteMarks(html string) string {
	if !strings.Contains(html, "wp-note") {
		return html
	}
	p := htmltag.New(html)
	var stack []bool
	for p.NextAny() {
		if p.Tag() != "MARK" {
			continue
		}
		note := false
		if p.Closer() {
			if n := len(stack); n > 0 {
				note, stack = stack[n-1], stack[:n-1]
			}
		} else {
			note = p.HasClass("wp-note")
			stack = append(stack, note)
		}
		if note {
			p.Replace(p.Start(), p.End(), "")
		}
	}
	return p.String()
}

func settingsClass(inst *instance, t *blocktype.Type, html string) string {
	if html == "" || t == nil || !t.Has(false, "__experimentalSettings") || !inst.block.Attrs.Bool("settings") {
		return html
	}
	return firstClass(html, longHashID("wp-settings-", []any{inst.block.Name, inst.block.Attrs}))
}

func (c *Context) position(inst *instance, t *blocktype.Type, html string) string {
	kind := inst.block.Attrs.String("style", "position", "type")
	if kind != "sticky" && kind != "fixed" || !t.Has(false, "position") {
		return html
	}
	if block.Attrs(c.Theme.Settings).Get("position", kind) != true {
		return html
	}
	return firstClass(html, c.UniqueID("wp-container-"), "is-position-"+kind)
}

func explicitRatio(v any) bool {
	s := strings.ToLower(strings.TrimSpace(block.Text(v)))
	return s != "" && s != "auto"
}

func (c *Context) aspectRatio(inst *instance, t *blocktype.Type, html string) string {
	if !t.Has(false, "dimensions", "aspectRatio") || t.Skips("dimensions", "aspectRatio") {
		return html
	}
	a := inst.block.Attrs
	ratio := a.Get("style", "dimensions", "aspectRatio")
	values := map[string]any{"aspectRatio": ratio}
	switch {
	case explicitRatio(ratio):
		values["minHeight"], values["height"] = "unset", "unset"
	case a.Has("style", "dimensions", "minHeight") || a.Has("minHeight"):
		values["aspectRatio"] = "unset"
	}
	r := style.Compile(block.Attrs{"dimensions": values}, style.Options{})
	if r.CSS == "" {
		return html
	}
	p := htmltag.New(html)
	if !p.Next() {
		return html
	}
	appendStyle(p, r.CSS)
	if explicitRatio(ratio) {
		p.AddClass("has-aspect-ratio")
	}
	return p.String()
}

// appendStyle adds CSS after the current tag's own.
func appendStyle(p *htmltag.Processor, css string) {
	old, _ := p.Attr("style")
	if old != "" && !strings.HasSuffix(old, ";") {
		old += ";"
	}
	p.SetAttr("style", old+css)
}

func (c *Context) background(inst *instance, t *blocktype.Type, html string) string {
	set := inst.block.Attrs.Map("style", "background")
	if set == nil {
		return html
	}
	values := map[string]any{}
	if t.Has(false, "background", "backgroundImage") && !t.Skips("background", "backgroundImage") {
		for _, key := range [...]string{"backgroundImage", "backgroundSize", "backgroundPosition", "backgroundRepeat", "backgroundAttachment"} {
			if set[key] != nil {
				values[key] = set[key]
			}
		}
		if block.Truth(set["backgroundImage"]) {
			if values["backgroundSize"] == nil {
				values["backgroundSize"] = "cover"
			}
			if values["backgroundSize"] == "contain" && !block.Truth(values["backgroundPosition"]) {
				values["backgroundPosition"] = "50% 50%"
			}
		}
	}
	if t.Has(false, "background", "gradient") && !t.Skips("background", "gradient") && set["gradient"] != nil {
		values["gradient"] = set["gradient"]
	}
	r := style.Compile(block.Attrs{"background": values}, style.Options{})
	if r.CSS == "" {
		return html
	}
	p := htmltag.New(html)
	if p.Next() {
		appendStyle(p, r.CSS)
		p.AddClass("has-background")
	}
	return p.String()
}

func (c *Context) duotone(inst *instance, t *blocktype.Type, html string) string {
	if t == nil || t.Duotone == "" && !t.Has(false, "filter", "duotone") {
		return html
	}
	own := inst.block.Attrs.Get("style", "color", "duotone")
	if own == nil {
		own = block.Attrs(c.Theme.Styles).Get("blocks", inst.block.Name, "filter", "duotone")
		if own == nil {
			return html
		}
	}
	slug := ""
	switch v := own.(type) {
	case string:
		if i := strings.LastIndex(v, "|"); strings.HasPrefix(v, "var:preset|duotone|") {
			slug = style.Kebab(v[i+1:])
		} else if rest, ok := strings.CutPrefix(v, "var(--wp--preset--duotone--"); ok {
			slug = strings.TrimSuffix(rest, ")")
		} else {
			slug = c.UniqueID(key(v) + "-")
		}
	case []any:
		var parts []string
		for _, color := range v {
			parts = append(parts, block.Text(color))
		}
		slug = c.UniqueID(key(strings.Join(parts, "-")) + "-")
	default:
		return html
	}
	return firstClass(html, "wp-duotone-"+slug)
}

// key keeps lower case letters, digits, hyphens and underscores.
func key(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return -1
	}, s)
}

func (c *Context) visibility(inst *instance, t *blocktype.Type, html string) string {
	v := inst.block.Attrs.Get("metadata", "blockVisibility")
	if v == nil || t == nil {
		return html
	}
	if v == false {
		return ""
	}
	viewports := inst.block.Attrs.Map("metadata", "blockVisibility", "viewport")
	if !t.Has(true, "visibility") {
		return html
	}
	var hidden []string
	for _, name := range [...]string{"desktop", "mobile", "tablet"} {
		if viewports[name] == false {
			hidden = append(hidden, "wp-block-hidden-"+name)
		}
	}
	if len(hidden) == 0 {
		return html
	}
	p := htmltag.New(html)
	if !p.Next() {
		return html
	}
	for _, class := range hidden {
		p.AddClass(class)
	}
	for ok := true; ok; ok = p.Next() {
		if p.Tag() == "IMG" {
			p.SetAttr("fetchpriority", "auto")
		}
	}
	return p.String()
}

// states marks a block with styles for hovering or for a kind of screen.
func (c *Context) states(inst *instance, t *blocktype.Type, html string) string {
	styles := inst.block.Attrs.Map("style")
	if html == "" || t == nil || len(styles) == 0 {
		return html
	}
	var found []any
	add := func(state string, v block.Attrs) {
		if r := style.Compile(v, style.Options{}); len(r.Declarations) > 0 {
			found = append(found, state, r.Declarations)
		}
	}
	var pseudo []string
	switch inst.block.Name {
	case "core/button", "core/navigation-link":
		pseudo = []string{":hover", ":focus", ":focus-visible", ":active"}
	}
	for _, state := range pseudo {
		add(state, styles.Map(state))
	}
	for _, screen := range screens {
		s := styles.Map(screen)
		if len(s) == 0 {
			continue
		}
		add(screen, s)
		for _, state := range pseudo {
			add(screen+state, s.Map(state))
		}
		for _, element := range [...]string{"link", "heading", "button", "h1", "h2", "h3", "h4", "h5", "h6", "caption", "cite"} {
			add(screen+element, s.Map("elements", element))
			add(screen+element+":hover", s.Map("elements", element, ":hover"))
		}
	}
	if len(found) == 0 {
		return html
	}
	return firstClass(html, hashID("wp-states-", []any{inst.block.Name, found}))
}

func (c *Context) fitText(inst *instance, html string) string {
	if !inst.block.Attrs.Bool("fitText") || html == "" {
		return c.fluidSize(inst, html)
	}
	p := htmltag.New(html)
	if p.Next() {
		if _, ok := p.Attr("data-wp-interactive"); !ok {
			p.SetFlag("data-wp-interactive")
		}
		p.SetAttr("data-wp-context---core-fit-text", `core/fit-text::{"fontSize":""}`)
		p.SetAttr("data-wp-init---core-fit-text", "core/fit-text::callbacks.init")
		p.SetAttr("data-wp-style--font-size", "core/fit-text::context.fontSize")
	}
	return p.String()
}

func lowPriorityImages(inst *instance, html string) string {
	if inst.block.Attrs.Bool("showContent") {
		return html
	}
	p := htmltag.New(html)
	for p.NextTag("IMG") {
		p.SetAttr("fetchpriority", "low")
	}
	return p.String()
}

package render

import (
	"strings"

	"quoin/internal/domain/theme"
)

// Some styles need a class of their own that style sheets can refer to. It is
// put among the block's class names before rendering, so that dynamic blocks
// write it, and onto the first tag afterwards, so that static ones have it.

// elementColors are the values of style.elements that get a class of their own.
var elementColors = [...]struct{ skip, element string }{
	{"button", "button"}, {"link", "link"}, {"heading", "heading"},
	{"heading", "h1"}, {"heading", "h2"}, {"heading", "h3"}, {"heading", "h4"}, {"heading", "h5"}, {"heading", "h6"},
}

func (inst *instance) addElementsClass() {
	elements := inst.block.Attrs.Map("style", "elements")
	if elements.Len() == 0 {
		return
	}
	for _, e := range elementColors {
		if inst.t.Skips("color", e.skip) || inst.t.Supports.Get("color", "__experimentalSkipSerialization") == true {
			continue
		}
		found := elements.Has(e.element, "color", "text")
		if e.element == "link" {
			found = found || elements.Has("link", ":hover", "color", "text")
		} else {
			found = found || elements.Has(e.element, "color", "background") || elements.Has(e.element, "color", "gradient")
		}
		if found {
			class := inst.c.PrefixedID("wp-elements-")
			inst.addClass(class)
			if inst.c.Request.Front {
				inst.c.run.layouts.addElements(class, inst.t, elements)
			}
			return
		}
	}
}

// addVariationClass marks a block whose style variation the theme styles.
func (inst *instance) addVariationClass() {
	if !strings.Contains(inst.block.Attrs.String("className"), "is-style-") {
		return
	}
	variations := inst.c.Theme.Styles.Map("blocks", inst.block.Name, "variations")
	for class := range inst.classes() {
		name, ok := strings.CutPrefix(class, "is-style-")
		if !ok || strings.HasPrefix(name, "default") || variations.Map(name).Len() == 0 {
			continue
		}
		inst.addClass(inst.c.UniqueID("is-style-" + name + "--"))
		return
	}
}

func variationClass(inst *instance) string {
	for class := range inst.classes() {
		if !strings.HasPrefix(class, "is-style-") {
			continue
		}
		if i := strings.LastIndex(class, "--"); i > len("is-style-") && i+2 < len(class) && strings.Trim(class[i+2:], "0123456789") == "" {
			return class
		}
	}
	return ""
}

func (inst *instance) addCustomCSSClass() {
	css := inst.block.Attrs.String("style", "css")
	if strings.TrimSpace(css) == "" || !inst.t.Has(true, "customCSS") || hasTag(css) {
		return
	}
	written := inst.written()
	if written == nil {
		return
	}
	class := wireHash("wp-custom-css-", written)
	inst.addClass(class)
	if inst.c.Request.Front && inst.c.run.layouts.fresh(class) {
		inst.c.run.layouts.css.WriteString(theme.OneBlockCSS(css, "."+class))
	}
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

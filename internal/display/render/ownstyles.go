package render

import (
	"html"
	"strings"

	"quoin/internal/display/render/style"
	"quoin/internal/domain/blocktype"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

// Some styles of a block are rules under a class of its own. Pages of the site
// collect them in the order of the document, so that what is inside weighs
// more than what is around it.

// addElements prints what a block says about the elements inside it. Types
// that write some of these colours themselves have them left out.
func (s *layoutSheet) addElements(class string, t *blocktype.Type, elements block.Attrs) {
	if !s.fresh(class) {
		return
	}
	on := "." + class
	add := func(selector string, styles block.Attrs) {
		s.declarations(selector, style.Compile(styles, style.Options{}).Declarations)
	}
	if !t.Skips("color", "button") {
		add(on+" .wp-element-button,"+on+" .wp-block-button__link", elements.Map("button"))
	}
	if link := on + " a:where(:not(.wp-element-button))"; !t.Skips("color", "link") {
		add(link, elements.Map("link"))
		add(link+":hover", elements.Map("link", ":hover"))
	}
	if t.Skips("color", "heading") {
		return
	}
	add(on+" :is(h1,h2,h3,h4,h5,h6)", elements.Map("heading"))
	for _, name := range [...]string{"h1", "h2", "h3", "h4", "h5", "h6"} {
		add(on+" "+name, elements.Map(name))
	}
}

func (s *layoutSheet) declarations(selector string, list []style.Declaration) {
	var pairs []string
	for _, d := range list {
		pairs = append(pairs, d.Property, html.UnescapeString(d.Value))
	}
	s.rule(selector, pairs...)
}

// addStates prints the rules of a block for states and kinds of screen.
// They weigh more than the styles that the block has in its tag.
func (s *layoutSheet) addStates(class string, rules []any) {
	if !s.fresh(class) {
		return
	}
	for _, r := range rules {
		rule, _ := r.(*wire.Object)
		root, _ := rule.Get("selector").(string)
		var list []string
		for _, one := range splitSelectors(root) {
			list = append(list, "."+class+afterFirst(strings.TrimSpace(one))+rule.Text("state"))
		}
		var pairs []string
		for _, d := range rule.Object("declarations").Members() {
			value := block.Text(d.Value)
			if value != "" && !strings.Contains(value, "!important") {
				pairs = append(pairs, d.Key, value+" !important")
			}
		}
		pairs = solid(pairs)
		media := rule.Text("rules_group")
		if media != "" {
			s.css.WriteString(media + "{")
		}
		s.rule(strings.Join(list, ","), pairs...)
		if media != "" {
			s.css.WriteString("}")
		}
	}
}

// solid draws borders that have a width or a colour and no style.
func solid(pairs []string) []string {
	has := map[string]bool{}
	for i := 0; i < len(pairs); i += 2 {
		has[pairs[i]] = true
	}
	for _, side := range [...]string{"border", "border-top", "border-right", "border-bottom", "border-left"} {
		if (has[side+"-color"] || has[side+"-width"]) && !has[side+"-style"] && !has["border-style"] {
			pairs = append(pairs, side+"-style", "solid !important")
		}
	}
	return pairs
}

// afterFirst is a selector without its first class, element, id or attribute.
func afterFirst(selector string) string {
	if strings.HasPrefix(selector, "[") {
		_, rest, _ := strings.Cut(selector, "]")
		return rest
	}
	rest := strings.TrimLeft(selector, ".#")
	return strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
}

// addPosition keeps a block in sight while its container passes.
func (s *layoutSheet) addPosition(class string, position block.Attrs) {
	if !s.fresh(class) {
		return
	}
	pairs := []string{"position", position.String("type"), "z-index", "10"}
	for _, side := range [...]string{"top", "right", "bottom", "left"} {
		if v := position.Text(side); v != "" {
			pairs = append(pairs, side, v)
		}
	}
	s.rule("."+class, pairs...)
}

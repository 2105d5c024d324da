package shortcode

import (
	"maps"
	"slices"
	"strings"
)

// A Handler returns the HTML of one shortcode. The content is the text
// between the tags, "" when there is no closing tag.
type Handler func(attrs Attrs, content string, tag string) string

// A Processor replaces shortcodes. Its zero value replaces none.
type Processor struct {
	Handlers map[string]Handler
	// FilterAttr makes name="value" safe for an element after shortcodes in
	// its value were replaced. The empty result keeps the attribute as it was.
	// Without a filter only the value's quotes, brackets and entities are
	// escaped, and attributes that run scripts, set styles or point to an
	// address that is not http, https, mailto, tel or relative are kept as
	// they were.
	FilterAttr func(attr, element string) string
}

// Do returns text with its shortcodes replaced.
func Do(text string, handlers map[string]Handler) string {
	return Processor{Handlers: handlers}.Do(text)
}

// Do returns text with its shortcodes replaced.
func (p Processor) Do(text string) string {
	if !strings.Contains(text, "[") {
		return text
	}
	names := present(text, slices.Collect(maps.Keys(p.Handlers)))
	if len(names) == 0 {
		return text
	}
	call := func(m match) string {
		return p.Handlers[m.name](ParseAttrs(m.attrs), m.content, m.name)
	}
	filter := p.FilterAttr
	if filter == nil {
		filter = strictAttr
	}
	text = inTags(text, tagRewriter{names: names, call: call, filter: filter})
	return showBrackets(replaceAll(text, names, call))
}

// Strip returns text without the shortcodes of these names, their content
// included. Shortcodes inside HTML tags stay.
func Strip(text string, names []string) string {
	if !strings.Contains(text, "[") {
		return text
	}
	found := present(text, names)
	if len(found) == 0 {
		return text
	}
	text = inTags(text, tagRewriter{})
	return showBrackets(replaceAll(text, found, func(match) string { return "" }))
}

// Inside tags, brackets that belong to no shortcode are written as references
// until the end, so that they pair with none outside.
const (
	hiddenOpen  = "&#91;"
	hiddenClose = "&#93;"
)

func hideBrackets(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "[", hiddenOpen), "]", hiddenClose)
}

func showBrackets(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, hiddenOpen, "["), hiddenClose, "]")
}

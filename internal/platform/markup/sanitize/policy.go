package sanitize

import "strings"

// Policy is a list of allowed elements by lower-case name.
type Policy map[string]Element

// Element is a list of allowed attributes by lower-case name; "data-*" stands
// for every attribute of that form. An element without attributes is nil.
type Element map[string]Rule

// Rule restricts an attribute. The zero Rule allows every value.
type Rule struct {
	// Required: without this attribute the element loses all attributes.
	Required bool
	// Bare: the attribute may not have a value.
	Bare bool
	// Values are the values allowed, in lower case; nil allows all.
	Values []string
	// PDF: the value must be the address of a PDF among the site's own media.
	PDF bool
}

// PostPolicy returns what content, excerpts and captions may hold.
func PostPolicy() Policy { return clonePolicy(postPolicy) }

func clonePolicy(p Policy) Policy {
	c := make(Policy, len(p))
	for name, attrs := range p {
		c[name] = attrs
	}
	return c
}

var (
	postPolicy    = buildPostPolicy()
	inlinePolicy  = buildPolicy(nil, inlineElements)
	commentPolicy = buildPolicy(nil, inlineElements+"\nspan: class")
	termPolicy    = buildPolicy(nil, inlineElements+"\na: href title rel target")
)

func buildPostPolicy() Policy {
	p := buildPolicy(strings.Fields(globalAttributes), postElements)
	for name, e := range buildPolicy(strings.Fields(globalAttributes+mathAttributes), mathElements) {
		p[name] = e
	}
	p["a"]["download"] = Rule{Bare: true}
	p["object"]["data"] = Rule{Required: true, PDF: true}
	p["object"]["type"] = Rule{Required: true, Values: []string{"application/pdf"}}
	return p
}

// buildPolicy reads lines of "element element: attribute attribute".
func buildPolicy(global []string, lines string) Policy {
	p := Policy{}
	for _, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		names, attrs, _ := strings.Cut(line, ":")
		for _, name := range strings.Fields(names) {
			e := Element{}
			for _, a := range append(strings.Fields(attrs), global...) {
				e[a] = Rule{}
			}
			p[name] = e
		}
	}
	return p
}

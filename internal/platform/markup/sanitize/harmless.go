package sanitize

import (
	"regexp"
	"strings"

	"quoin/internal/platform/markup/clean"
)

// Harmless tells whether HTML may stay exactly as it is, whoever wrote it: it
// is written so plainly that nobody can read it in two ways, and has nothing
// but what Post lets through. Post would write much of it in another form, so
// what comes from elsewhere and is to stay as it was is asked this first.
//
// It is true of well-formed tags of known elements with known attributes, and
// of comments. It isn't of what changes how the rest is read (math, text areas)
// and of PDFs, which Post may allow.
func Harmless(html string) bool {
	f := &filter{policy: postPolicy, protocols: clean.Protocols()}
	if strings.ContainsRune(html, 0) || StripBlockCustomCSS(html) != html {
		return false
	}
	// In attributes of blocks an ampersand may stand as it is, as in addresses.
	if f.blocks(html) != html && strings.ReplaceAll(f.blocks(html), `\u0026amp;`, `\u0026`) != html {
		return false
	}
	for {
		i := strings.IndexByte(html, '<')
		if i < 0 {
			return true
		}
		html = html[i:]
		n := harmlessComment(html)
		if n == 0 {
			n = f.harmlessTag(html)
		}
		if n == 0 {
			return false
		}
		html = html[n:]
	}
}

// harmlessComment is the length of the comment that a text begins with, 0 if
// there is none, or one that programs find the end of in several places.
func harmlessComment(s string) int {
	const open, end = "<!--", "-->"
	if !strings.HasPrefix(s, open) {
		return 0
	}
	body, _, ok := strings.Cut(s[len(open):], end)
	if !ok || strings.Contains(body, "--") || strings.HasPrefix(body, ">") || strings.HasPrefix(body, "->") || strings.HasSuffix(body, "-") || strings.ContainsAny(body, "<") {
		return 0
	}
	return len(open) + len(body) + len(end)
}

// plainTag is a tag that is read alike by all: without "<" and ">" inside.
var plainTag = regexp.MustCompile(`^</?([a-zA-Z][a-zA-Z0-9]*)((?:\s+[a-zA-Z][a-zA-Z0-9-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'=<>` + "`" + `]+))?)*)\s*/?>$`)

// unread are elements of Post whose inside is read in another way, or not by
// every program alike, and those that Post allows only for some addresses.
var unread = func() Policy {
	p := buildPolicy(nil, mathElements)
	p["textarea"], p["object"] = nil, nil
	return p
}()

// harmlessTag is the length of the tag that a text begins with, 0 if it isn't
// plain or not allowed.
func (f *filter) harmlessTag(s string) int {
	end := strings.IndexByte(s, '>') + 1
	m := plainTag.FindStringSubmatch(s[:end])
	if m == nil {
		return 0
	}
	name := lowerASCII(m[1])
	element, known := f.policy[name]
	if _, odd := unread[name]; !known || odd {
		return 0
	}
	for _, a := range readAttributes(m[2]) {
		if !f.harmlessAttribute(element, a) {
			return 0
		}
	}
	return end
}

func (f *filter) harmlessAttribute(element Element, a attribute) bool {
	rule, known := element[a.name]
	if !known && a.name == "cite" {
		return true // nothing follows it
	}
	if !known {
		_, any := element["data-*"]
		return any && isDataName(a.name)
	}
	switch {
	case !f.meets(rule, a):
		return false
	case a.name == "style":
		return harmlessStyle(a.value)
	case isAddress(a.name):
		return f.address(a.value) == a.value || misspelt(a.value)
	}
	return true
}

// harmlessStyle tells whether CSS drops nothing of a style attribute.
func harmlessStyle(style string) bool {
	count := func(s string) (n int) {
		for d := range strings.SplitSeq(s, ";") {
			if strings.TrimSpace(d) != "" {
				n++
			}
		}
		return n
	}
	return count(CSS(style)) == count(style)
}

// misspelt tells of addresses with a slip in "http" or "https", which lead
// nowhere. Other protocols that aren't known may start a program.
func misspelt(address string) bool {
	scheme, _, ok := strings.Cut(address, "://")
	return ok && (strings.HasSuffix(scheme, "ttp") || strings.HasSuffix(scheme, "ttps")) && strings.Trim(scheme, "htps") == ""
}

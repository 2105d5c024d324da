package tags

import (
	"strings"

	"quoin/internal/platform/markup/scan"
)

// Balance returns text with every element closed and closing tags that close
// nothing removed. Void elements are written with a slash; a tag that closes
// itself without being void gets a closing tag.
func Balance(text string) string {
	text = strings.ReplaceAll(text, "< !--", "<    !--")
	b := balancer{text: escapeBeforeDigit(text), open: map[string]int{}}
	b.gt = scan.NewFinder(b.text, ">")
	b.out.Grow(len(text) + len(text)/8)
	copied := 0
	for i := 0; i < len(b.text); {
		j := strings.IndexByte(b.text[i:], '<')
		if j < 0 {
			break
		}
		i += j
		t, ok := b.tagAt(i)
		if !ok {
			i++
			continue
		}
		b.out.WriteString(b.text[copied:i])
		b.write(t)
		i, copied = t.end, t.end
	}
	b.out.WriteString(b.text[copied:])
	for len(b.stack) > 0 {
		b.closeTop()
	}
	text = strings.ReplaceAll(b.out.String(), "< !--", "<!--")
	return strings.ReplaceAll(text, "<    !--", "< !--")
}

// escapeBeforeDigit writes the "<" of "<3" as a reference.
func escapeBeforeDigit(text string) string {
	var out strings.Builder
	copied := 0
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '<' && scan.IsDigit(text[i+1]) {
			out.WriteString(text[copied:i] + "&lt;")
			copied = i + 1
		}
	}
	out.WriteString(text[copied:])
	return out.String()
}

type balancer struct {
	text  string
	gt    *scan.Finder
	out   strings.Builder
	stack []string
	open  map[string]int // how often each name is on the stack
}

// A tag is one opening or closing tag as written.
type tag struct {
	end     int
	closing bool
	name    string // lower case
	space   string // between the name and the attributes
	attrs   string
}

func (b *balancer) tagAt(i int) (tag, bool) {
	var t tag
	i++
	if strings.HasPrefix(b.text[i:], "/") {
		t.closing = true
		i++
	}
	for _, end := range [...]int{customNameEnd(b.text, i), plainNameEnd(b.text, i)} {
		if end > i && b.rest(&t, end) {
			t.name = strings.ToLower(b.text[i:end])
			return t, true
		}
	}
	return t, false
}

// customNameEnd is the end of the name of a custom element, which has a hyphen
// and only lower-case letters.
func customNameEnd(text string, i int) int {
	hyphen, j := 0, i
	for j < len(text) {
		c := text[j]
		if c == '-' && hyphen == 0 {
			hyphen = j
		} else if (c < 'a' || c > 'z') && (j == i || !scan.IsDigit(c) && strings.IndexByte("._-", c) < 0) {
			break
		}
		j++
	}
	if hyphen <= i || j == hyphen+1 {
		return 0
	}
	return j
}

func plainNameEnd(text string, i int) int {
	for i < len(text) && (scan.IsWord(text[i]) || text[i] == ':') {
		i++
	}
	return i
}

// rest reads what follows the name: a slash and ">", or white space,
// attributes and ">".
func (b *balancer) rest(t *tag, i int) bool {
	j := scan.SkipSpace(b.text, i)
	if k := strings.IndexByte(b.text[j:min(len(b.text), j+2)], '>'); k == 0 || k == 1 && b.text[j] == '/' {
		t.end, t.attrs = j+k+1, b.text[j:j+k]
		return true
	}
	if j == i {
		return false
	}
	gt := b.gt.Next(j)
	if gt < 0 {
		return false
	}
	t.end, t.space, t.attrs = gt+1, b.text[i:j], scan.Trim(b.text[j:gt])
	return true
}

func (b *balancer) write(t tag) {
	if t.closing {
		// A closing tag also closes what was opened inside its element.
		if b.open[t.name] > 0 {
			for closed := ""; closed != t.name; {
				closed = b.closeTop()
			}
		}
		return
	}
	selfClosing := strings.HasSuffix(t.attrs, "/")
	switch void := isVoid(t.name); {
	case selfClosing && void:
		t.space = " "
	case selfClosing:
		t.attrs = scan.Trim(t.attrs[:len(t.attrs)-1]) + "></" + t.name
	case void:
		t.space = " "
		t.attrs += "/"
	default:
		if n := len(b.stack); n > 0 && b.stack[n-1] == t.name && !nests(t.name) {
			b.closeTop()
		}
		b.stack = append(b.stack, t.name)
		b.open[t.name]++
	}
	b.out.WriteString("<" + t.name + t.space + t.attrs + ">")
}

func (b *balancer) closeTop() string {
	top := b.stack[len(b.stack)-1]
	b.stack = b.stack[:len(b.stack)-1]
	b.open[top]--
	b.out.WriteString("</" + top + ">")
	return top
}

func isVoid(name string) bool {
	switch name {
	case "area", "base", "basefont", "br", "col", "command", "embed", "frame", "hr", "img", "input",
		"isindex", "link", "meta", "param", "source", "track", "wbr":
		return true
	}
	return false
}

// nests tells whether an element may stand directly inside one of its own
// name.
func nests(name string) bool {
	switch name {
	case "article", "aside", "blockquote", "details", "div", "figure", "object", "q", "section", "span":
		return true
	}
	return false
}

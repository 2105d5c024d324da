package head

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"quoin/internal/display/render/escape"
)

// Form is how a head is printed where programs know it by other words than those of HTML.
type Form struct {
	Opening, Closing string // texts of the comments around it
	Class            string // of the element with the graph
	Indented         bool   // whether the graph stands on many lines
	Mark             string // class of the tags that tell something of the page, "" for none
	Notice           string // what a comment says in front of what robots may do, "" for none
}

// OwnClass is the class of the element with the graph in own words.
const OwnClass = "seo-schema-graph"

// Print is a head of these tags, each with the end of its line, and this graph. The graph's
// text is written as it is, except where it is ASCII that would begin a comment or a
// script inside of its element.
func (f Form) Print(tags string, graph []byte) string {
	var b strings.Builder
	b.Grow(len(tags) + 2*len(graph) + len(f.Opening) + len(f.Closing) + len(f.Class) + 100)
	b.WriteString("<!-- " + escape.HTML(f.Opening) + " -->\n")
	for line := range strings.Lines(tags) {
		f.line(&b, line)
	}
	b.WriteString(`<script type="application/ld+json" class="` + escape.Attr(f.Class) + `">`)
	p := printer{&b, f.Indented, 0}
	p.print(graph)
	b.WriteString("</script>\n<!-- " + escape.HTML(f.Closing) + " -->")
	return b.String()
}

// line writes a tag with the end of its line. Neither the title nor what robots may do has a mark.
func (f Form) line(b *strings.Builder, line string) {
	const end, robots = " />\n", `<meta name="robots"`
	tag, isTag := strings.CutSuffix(line, end)
	switch {
	case strings.HasPrefix(line, robots):
		if f.Notice != "" {
			b.WriteString("<!-- " + escape.HTML(f.Notice) + " -->\n")
		}
		b.WriteString(line)
	case isTag && f.Mark != "":
		b.WriteString(tag + ` class="` + escape.Attr(f.Mark) + `"` + end)
	default:
		b.WriteString(line)
	}
}

// printer prints JSON that has no spaces between its values again.
type printer struct {
	*strings.Builder
	indented bool
	level    int
}

func (p *printer) print(json []byte) {
	for i := 0; i < len(json); {
		c := json[i]
		i++
		switch c {
		case '"':
			p.WriteByte('"')
			i += p.text(json[i:])
			continue
		case '{', '[':
			p.WriteByte(c)
			if i < len(json) && json[i] == c+2 { // the bracket that ends it
				p.WriteByte(json[i])
				i++
				continue
			}
			p.level++
			p.newLine()
			continue
		case '}', ']':
			p.level--
			p.newLine()
		}
		p.WriteByte(c)
		switch c {
		case ',':
			p.newLine()
		case ':':
			if p.indented {
				p.WriteByte(' ')
			}
		}
	}
}

// newLine begins a line of an indented graph.
//
// Compat (TestForms): each line of the graph but the first has a tab more than JSON alone.
func (p *printer) newLine() {
	if !p.indented {
		return
	}
	p.WriteString("\n\t")
	for range p.level {
		p.WriteString("    ")
	}
}

// text prints what is left of a text, with its quote, and tells how long it is in the JSON.
// Characters beyond ASCII stand for themselves, except those that end lines in scripts.
func (p *printer) text(json []byte) int {
	i := 0
	for i < len(json) {
		c := json[i]
		switch {
		case c == '"':
			p.WriteByte('"')
			return i + 1
		case c == '<' && beginsMarkup(json[i+1:]):
			p.WriteString(`\u003c`)
			i++
		case c != '\\' || i+1 == len(json):
			p.WriteByte(c)
			i++
		case json[i+1] != 'u':
			p.Write(json[i : i+2])
			i += 2
		default:
			r, n := character(json[i:])
			if r < utf8.RuneSelf || r == '\u2028' || r == '\u2029' {
				p.Write(json[i : i+n])
			} else {
				p.WriteRune(r)
			}
			i += n
		}
	}
	return i
}

// beginsMarkup tells whether what follows a < would make a parser of HTML look for the end of
// a comment or of another script. The end of an element needs a slash, which JSON escapes.
func beginsMarkup(json []byte) bool {
	const script = "script"
	return len(json) > 0 && json[0] == '!' || len(json) >= len(script) && strings.EqualFold(string(json[:len(script)]), script)
}

// character is the character that an escape with a number stands for at the beginning of a
// JSON text, and how long that is; what isn't one, or half of a pair, stands for 0.
func character(json []byte) (r rune, n int) {
	unit := func(at int) rune {
		if len(json) < at+6 || json[at] != '\\' || json[at+1] != 'u' {
			return -1
		}
		r := rune(0)
		for _, c := range json[at+2 : at+6] {
			switch {
			case c >= '0' && c <= '9':
				r = r<<4 | rune(c-'0')
			case c >= 'a' && c <= 'f':
				r = r<<4 | rune(c-'a'+10)
			case c >= 'A' && c <= 'F':
				r = r<<4 | rune(c-'A'+10)
			default:
				return -1
			}
		}
		return r
	}
	r = unit(0)
	switch {
	case r < 0:
		return 0, min(len(json), 2)
	case !utf16.IsSurrogate(r):
		return r, 6
	}
	if pair := utf16.DecodeRune(r, unit(6)); pair != utf8.RuneError {
		return pair, 12
	}
	return 0, 6
}

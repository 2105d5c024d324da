package svg

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Limits of an image.
const (
	MaxBytes      = 4 << 20
	MaxDepth      = 128
	MaxAttributes = 256
	// MaxDrawn is how many elements may be drawn, those that use elements
	// repeat counted each time.
	MaxDrawn = 200_000
)

// Errors that Clean wraps. Files that are no well-formed XML give the error
// of the XML reader.
var (
	ErrNotSVG   = errors.New("not an SVG image")
	ErrTooLarge = errors.New("SVG image exceeds a limit")
)

const (
	svgSpace   = "http://www.w3.org/2000/svg"
	xlinkSpace = "http://www.w3.org/1999/xlink"
	xmlSpace   = "http://www.w3.org/XML/1998/namespace"
)

// Clean returns a harmless copy of an SVG image.
func Clean(src []byte) ([]byte, error) {
	if len(src) > MaxBytes {
		return nil, fmt.Errorf("clean svg of %d bytes: %w", len(src), ErrTooLarge)
	}
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	if !utf8.Valid(src) {
		return nil, fmt.Errorf("clean svg: %w: not UTF-8", ErrNotSVG)
	}
	c := cleaner{in: xml.NewDecoder(bytes.NewReader(src)), drawn: newDrawing()}
	if err := c.run(); err != nil {
		return nil, fmt.Errorf("clean svg: %w", err)
	}
	return c.out.Bytes(), nil
}

// open is an element that was not closed yet.
type open struct {
	raw    xml.Name // as written, to check the end tag
	name   string   // as written to the output, "" for one whose tags are left out
	spaces map[string]string
	css    bool // a style element: its text is collected
}

type cleaner struct {
	in    *xml.Decoder
	out   bytes.Buffer
	stack []open
	style strings.Builder
	// tag is a start tag whose ">" is not written, so that an element that
	// stays empty can be closed at once.
	tag   bool
	done  bool
	drawn *drawing
}

func (c *cleaner) run() error {
	for {
		token, err := c.in.RawToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			err = c.start(t)
		case xml.EndElement:
			err = c.end(t.Name)
		case xml.CharData:
			c.text(string(t))
		}
		if err != nil {
			return err
		}
	}
	if len(c.stack) > 0 || !c.done {
		return fmt.Errorf("%w: incomplete", ErrNotSVG)
	}
	return c.drawn.check()
}

func (c *cleaner) start(t xml.StartElement) error {
	switch {
	case c.done:
		return fmt.Errorf("%w: more than one root element", ErrNotSVG)
	case len(c.stack) == MaxDepth:
		return fmt.Errorf("%w: nested deeper than %d", ErrTooLarge, MaxDepth)
	case len(t.Attr) > MaxAttributes:
		return fmt.Errorf("%w: more than %d attributes", ErrTooLarge, MaxAttributes)
	}
	e := open{raw: t.Name, spaces: declared(t.Attr)}
	c.stack = append(c.stack, e)
	top := &c.stack[len(c.stack)-1]
	root := len(c.stack) == 1
	if !root && c.stack[len(c.stack)-2].css {
		return c.skip(t.Name)
	}
	space := c.space(t.Name.Space)
	if space == "" && c.undeclared() {
		space = svgSpace
	}
	name := t.Name.Local
	if root && (space != svgSpace || name != "svg") {
		return fmt.Errorf("%w: root element %s", ErrNotSVG, name)
	}
	switch {
	case space == svgSpace && unwrapped[name]:
		return nil
	case space != svgSpace || !elements[name] || c.animatesAddress(name, t.Attr):
		return c.skip(t.Name)
	}
	top.name = name
	if name == "style" {
		top.css = true
		c.style.Reset()
		return nil
	}
	c.closeTag()
	c.out.WriteString("<" + name)
	if root {
		c.out.WriteString(` xmlns="` + svgSpace + `" xmlns:xlink="` + xlinkSpace + `"`)
	}
	c.attributes(name, t.Attr)
	c.tag = true
	return nil
}

// skip reads up to the end of the element that was just opened.
func (c *cleaner) skip(name xml.Name) error {
	names := []xml.Name{name}
	for len(names) > 0 {
		token, err := c.in.RawToken()
		if err == io.EOF {
			return fmt.Errorf("%w: incomplete", ErrNotSVG)
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(c.stack)+len(names) > MaxDepth {
				return fmt.Errorf("%w: nested deeper than %d", ErrTooLarge, MaxDepth)
			}
			names = append(names, t.Name)
		case xml.EndElement:
			if last := names[len(names)-1]; last != t.Name {
				return fmt.Errorf("%w: %s closed by %s", ErrNotSVG, last.Local, t.Name.Local)
			}
			names = names[:len(names)-1]
		}
	}
	c.stack = c.stack[:len(c.stack)-1]
	return nil
}

func (c *cleaner) end(name xml.Name) error {
	if len(c.stack) == 0 || c.stack[len(c.stack)-1].raw != name {
		return fmt.Errorf("%w: stray end of %s", ErrNotSVG, name.Local)
	}
	e := c.stack[len(c.stack)-1]
	c.stack = c.stack[:len(c.stack)-1]
	c.done = len(c.stack) == 0
	switch {
	case e.name == "":
		return nil
	case e.css:
		if css := c.style.String(); safeCSS(css) {
			c.closeTag()
			c.out.WriteString("<style>" + textEscapes.Replace(css) + "</style>")
		}
		return nil
	case c.tag:
		c.tag = false
		c.out.WriteString("/>")
	default:
		c.out.WriteString("</" + e.name + ">")
	}
	c.drawn.close()
	return nil
}

func (c *cleaner) text(s string) {
	switch {
	case len(c.stack) == 0, s == "":
	case c.stack[len(c.stack)-1].css:
		c.style.WriteString(s)
	default:
		c.closeTag()
		c.out.WriteString(textEscapes.Replace(s))
	}
}

func (c *cleaner) closeTag() {
	if c.tag {
		c.tag = false
		c.out.WriteByte('>')
	}
}

// Line ends are written as references where a reader would change them.
var (
	textEscapes  = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")
	valueEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\r", "&#xD;", "\n", "&#xA;", "\t", "&#x9;")
)

// attributes writes the allowed attributes and notes what the drawing needs.
func (c *cleaner) attributes(element string, list []xml.Attr) {
	seen := map[string]bool{}
	id, target := "", ""
	for _, a := range list {
		name := a.Name.Local
		switch c.attributeSpace(a.Name.Space) {
		case "":
			if !attributes[name] {
				continue
			}
		case xlinkSpace:
			if name != "href" {
				continue
			}
			name = "xlink:href"
		case xmlSpace:
			if name != "space" && name != "lang" {
				continue
			}
			name = "xml:" + name
		default:
			continue
		}
		if seen[name] || !safeValue(element, name, a.Value) {
			continue
		}
		seen[name] = true
		switch name {
		case "id":
			id = a.Value
		case "href", "xlink:href":
			// A viewer takes href when both are there, in whatever order.
			if target == "" || name == "href" {
				target = a.Value
			}
		}
		c.out.WriteString(" " + name + `="` + valueEscapes.Replace(a.Value) + `"`)
	}
	if element != "use" {
		target = ""
	}
	c.drawn.open(id, strings.TrimPrefix(target, "#"))
}

// animatesAddress: an animation may change shapes and colours, not addresses,
// handlers or styles.
func (c *cleaner) animatesAddress(element string, list []xml.Attr) bool {
	if !animations[element] {
		return false
	}
	for _, a := range list {
		if a.Name.Local == "attributeName" && (!attributes[a.Value] || a.Value == "href" || a.Value == "style") {
			return true
		}
	}
	return false
}

// declared gives the namespace prefixes that a start tag declares.
func declared(list []xml.Attr) map[string]string {
	var m map[string]string
	add := func(prefix, space string) {
		if m == nil {
			m = map[string]string{}
		}
		m[prefix] = space
	}
	for _, a := range list {
		switch {
		case a.Name.Space == "xmlns":
			add(a.Name.Local, a.Value)
		case a.Name.Space == "" && a.Name.Local == "xmlns":
			add("", a.Value)
		}
	}
	return m
}

// space resolves a prefix of an element.
func (c *cleaner) space(prefix string) string {
	for i := len(c.stack) - 1; i >= 0; i-- {
		if s, ok := c.stack[i].spaces[prefix]; ok {
			return s
		}
	}
	return ""
}

// undeclared reports whether the file declares no default namespace at all
// here; such a file is read as if it had the usual one.
func (c *cleaner) undeclared() bool {
	for _, e := range c.stack {
		if _, ok := e.spaces[""]; ok {
			return false
		}
	}
	return c.stack[len(c.stack)-1].raw.Space == ""
}

func (c *cleaner) attributeSpace(prefix string) string {
	switch prefix {
	case "":
		return ""
	case "xml":
		return xmlSpace
	}
	if s := c.space(prefix); s != "" {
		return s
	}
	if prefix == "xlink" {
		return xlinkSpace
	}
	return "?"
}

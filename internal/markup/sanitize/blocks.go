package sanitize

import (
	"strings"
)

// blocks filters the attributes of all block comments and writes the comments
// in their canonical form: closers carry the name of their opener, a block
// with nothing inside is void, open blocks are closed at the end. Behind a
// closer with no opener nothing counts as a block.
func (f *filter) blocks(s string) string {
	s = joinCommentDashes(s)
	if !strings.Contains(s, "<!--") {
		return s
	}
	w := blockWriter{stack: []*openBlock{{}}}
	d := delimiters{src: s}
	pos := 0
	for {
		t, ok := d.next(pos)
		if !ok || t.closer && !t.void && len(w.stack) == 1 {
			break
		}
		html := s[pos:t.start]
		pos = t.end
		switch {
		case t.void:
			w.chunk(html, false)
			w.block(t.name, f.blockAttributes(t), "")
		case t.closer:
			w.chunk(html, len(w.stack) > 2)
			w.close()
		default:
			w.chunk(html, false)
			w.stack = append(w.stack, &openBlock{name: t.name, attrs: f.blockAttributes(t)})
		}
	}
	w.chunk(s[pos:], false)
	for len(w.stack) > 1 {
		w.close()
	}
	return w.stack[0].html.String()
}

type openBlock struct {
	name, attrs string
	html        strings.Builder
}

// blockWriter builds the canonical text; stack[0] is the document.
type blockWriter struct{ stack []*openBlock }

func (w *blockWriter) top() *openBlock { return w.stack[len(w.stack)-1] }

// chunk adds HTML to the innermost block.
//
// Compat: a lone "0" inside a block is taken for nothing.
func (w *blockWriter) chunk(html string, keepZero bool) {
	if html == "0" && !keepZero && len(w.stack) > 1 {
		return
	}
	w.top().html.WriteString(html)
}

func (w *blockWriter) close() {
	b := w.top()
	name, attrs, html := b.name, b.attrs, b.html.String()
	w.stack = w.stack[:len(w.stack)-1]
	w.block(name, attrs, html)
}

func (w *blockWriter) block(name, attrs, html string) {
	out := &w.top().html
	name = strings.TrimPrefix(name, "core/")
	out.WriteString("<!-- wp:" + name + " ")
	if attrs != "" {
		out.WriteString(attrs + " ")
	}
	if html == "" || html == "0" {
		out.WriteString("/-->")
		return
	}
	out.WriteString("-->" + html + "<!-- /wp:" + name + " -->")
}

// blockAttributes filters the attributes of a delimiter. An object that is
// not JSON counts as absent.
func (f *filter) blockAttributes(t delimiter) string {
	v, ok := parseJSON(t.attrs)
	if !ok {
		return ""
	}
	v = f.filterValue(v, t.name == "core/template-part")
	if v.size() == 0 {
		return ""
	}
	return v.encode()
}

func (f *filter) filterValue(v *value, templatePart bool) *value {
	switch v.kind {
	case stringValue:
		return &value{kind: stringValue, text: f.settle(v.text)}
	case arrayValue:
		for i, e := range v.items {
			v.items[i] = f.filterValue(e, templatePart)
		}
	case objectValue:
		// The members as they came: a filtered name may meet another one.
		out := newObject()
		for i, e := range v.items {
			out.set(v.keys[i], e)
		}
		for i, e := range v.items {
			key := f.settle(v.keys[i])
			e = f.filterValue(e, templatePart)
			if templatePart && key == "tagName" && !e.empty() && !f.allowsElement(e) {
				e = &value{kind: stringValue}
			}
			if key != v.keys[i] {
				out.remove(v.keys[i])
			}
			out.set(key, e)
		}
		return out
	}
	return v
}

func (f *filter) allowsElement(v *value) bool {
	_, ok := f.policy[v.text]
	return ok && v.kind == stringValue
}

// joinCommentDashes takes the dashes off the end of comments on one line.
func joinCommentDashes(s string) string {
	if !strings.Contains(s, "<!--") || !strings.Contains(s, "--->") {
		return s
	}
	var b strings.Builder
	arrow, line := 0, 0
	for pos := 0; ; {
		i := strings.Index(s[pos:], "<!--")
		if i < 0 {
			b.WriteString(s[pos:])
			return b.String()
		}
		start := pos + i + 4
		b.WriteString(s[pos:start])
		pos = start
		arrow, line = indexFrom(s, "--->", start, arrow), indexFrom(s, "\n", start, line)
		if arrow < line {
			b.WriteString(strings.TrimRight(s[start:arrow], "-") + "-->")
			pos = arrow + 4
		}
	}
}

// StripBlockCustomCSS removes the style.css attribute of every block, for
// writers who may not post CSS. Only the attributes that held it are written
// anew.
func StripBlockCustomCSS(content string) string {
	if !strings.Contains(content, "<!-- wp:") {
		return content
	}
	var b strings.Builder
	d := delimiters{src: content}
	done, pos := 0, 0
	for {
		t, ok := d.next(pos)
		if !ok {
			b.WriteString(content[done:])
			return b.String()
		}
		pos = t.end
		if t.closer && !t.void {
			continue
		}
		attrs, ok := parseJSON(t.attrs)
		if !ok || !dropStyleCSS(attrs) {
			continue
		}
		from := t.start + strings.IndexByte(content[t.start:t.end], '{')
		b.WriteString(content[done:from])
		done = from + len(t.attrs)
		if attrs.size() == 0 {
			done++
		} else {
			b.WriteString(attrs.encode())
		}
	}
}

func dropStyleCSS(attrs *value) bool {
	style := attrs.get("style")
	if style == nil || style.kind != objectValue {
		return false
	}
	css := style.get("css")
	if css == nil || css.kind == literalValue && css.text == "null" {
		return false
	}
	style.remove("css")
	if style.size() == 0 {
		attrs.remove("style")
	}
	return true
}

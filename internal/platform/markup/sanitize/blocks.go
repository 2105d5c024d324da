package sanitize

import "strings"

// blocks filters the attributes of all block comments and writes the comments
// in their canonical form: closers carry the name of their opener, and blocks
// that are open at the end are closed there. Behind a closer with no opener
// nothing counts as a block.
//
// A block that is closed keeps its closer when nothing is inside: making it
// void would turn a block that the filter emptied into another one when it is
// filtered again.
func (f *filter) blocks(s string) string {
	s = joinCommentDashes(s)
	if !strings.Contains(s, "<!--") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	var open []string
	d := delimiters{src: s}
	pos, empty := 0, false
	for {
		t, ok := d.next(pos)
		if !ok || t.closer && !t.void && len(open) == 0 {
			break
		}
		b.WriteString(s[pos:t.start])
		pos = t.end
		name := strings.TrimPrefix(t.name, "core/")
		switch {
		case t.closer && !t.void:
			last := len(open) - 1
			b.WriteString("<!-- /wp:" + open[last] + " -->")
			open = open[:last]
			continue
		case !t.void:
			open = append(open, name)
		}
		b.WriteString("<!-- wp:" + name + " ")
		if attrs := f.blockAttributes(t); attrs != "" {
			b.WriteString(attrs + " ")
		}
		switch {
		case t.void:
			b.WriteString("/-->")
		case pos == len(s):
			// The opener of an empty block that is never closed.
			empty = true
			b.WriteString("/-->")
		default:
			b.WriteString("-->")
		}
	}
	b.WriteString(s[pos:])
	if empty {
		open = open[:len(open)-1]
	}
	for i := len(open) - 1; i >= 0; i-- {
		b.WriteString("<!-- /wp:" + open[i] + " -->")
	}
	return b.String()
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
		return &value{kind: stringValue, text: f.filterUntilStable(v.text)}
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
			key := f.filterUntilStable(v.keys[i])
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
// again.
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

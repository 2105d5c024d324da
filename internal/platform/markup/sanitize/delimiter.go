package sanitize

import "strings"

// delimiter is a block comment: an opener, a closer or a void block.
type delimiter struct {
	start, end   int
	name         string // with its namespace
	attrs        string // the JSON object as written, "" when absent
	closer, void bool
}

// delimiters finds block comments from left to right. The end of the next
// possible attribute object is kept, since many unfinished openers would each
// search the rest of the text for it.
type delimiters struct {
	src     string
	attrEnd int // of the next "}" that white space and "-->" or "/-->" follow
}

// next gives the first delimiter at or after from.
func (d *delimiters) next(from int) (delimiter, bool) {
	for {
		i := strings.Index(d.src[from:], "<!--")
		if i < 0 {
			return delimiter{}, false
		}
		from += i
		if t, ok := d.at(from); ok {
			return t, true
		}
		from += len("<!--")
	}
}

func (d *delimiters) at(start int) (delimiter, bool) {
	none := delimiter{}
	t := delimiter{start: start}
	src := d.src
	p := skipSpace(src, start+4)
	if p == start+4 {
		return none, false
	}
	if p < len(src) && src[p] == '/' {
		t.closer = true
		p++
	}
	if !strings.HasPrefix(src[p:], "wp:") {
		return none, false
	}
	p += 3
	end := blockName(src, p)
	namespace := "core/"
	if end > p && end < len(src) && src[end] == '/' {
		namespace = src[p : end+1]
		p = end + 1
		end = blockName(src, p)
	}
	t.name = namespace + src[p:end]
	space := skipSpace(src, end)
	if end == p || space == end {
		return none, false
	}
	p = space
	if p < len(src) && src[p] == '{' {
		if end = d.objectEnd(p); end == len(src) {
			return none, false
		}
		t.attrs = src[p : end+1]
		p = skipSpace(src, end+1)
	}
	if p < len(src) && src[p] == '/' {
		t.void = true
		p++
	}
	if !strings.HasPrefix(src[p:], "-->") {
		return none, false
	}
	t.end = p + 3
	return t, true
}

// blockName reads a lower-case letter and letters, digits, "_" and "-".
func blockName(s string, from int) int {
	i := from
	for i < len(s) && (s[i] >= 'a' && s[i] <= 'z' || i > from && (s[i] >= '0' && s[i] <= '9' || s[i] == '_' || s[i] == '-')) {
		i++
	}
	return i
}

// objectEnd is the place of the "}" that ends the object at from; the length
// of the text when there is none.
func (d *delimiters) objectEnd(from int) int {
	if d.attrEnd > from {
		return d.attrEnd
	}
	for i := from + 1; i < len(d.src); i++ {
		if d.src[i] != '}' {
			continue
		}
		p := skipSpace(d.src, i+1)
		if p > i+1 && (strings.HasPrefix(d.src[p:], "-->") || strings.HasPrefix(d.src[p:], "/-->")) {
			d.attrEnd = i
			return i
		}
	}
	d.attrEnd = len(d.src)
	return d.attrEnd
}

package htmltag

import (
	"iter"
	"slices"
	"strings"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
)

// Processor walks over the tags of a text and collects changes.
type Processor struct {
	src   string
	pos   int
	cur   tag
	have  bool
	spans []change // replacements of text
	// own is what was asked of the current tag, if editing. It becomes spans as soon as
	// another tag is the current one: there may be very many.
	own     edit
	editing bool
	// marked tells that tags may be come back to. What was asked of them is in edits then,
	// by their start.
	marked bool
	edits  map[int]*edit
}

// edit is what was asked of one tag.
type edit struct {
	tag     tag
	set     map[string]setting // by lower case name
	classes []classEdit
}

type setting struct {
	name, value  string
	bare, remove bool
}

type classEdit struct {
	name   string
	remove bool
}

type change struct {
	start, end int
	text       string
}

// Mark is a place to come back to.
type Mark struct{ pos int }

// New starts before the first tag of src.
func New(src string) *Processor { return &Processor{src: src} }

// FirstEnd is where the first opening tag of a text ends, its length if it has none.
func FirstEnd(src string) int {
	p := New(src)
	if !p.Next() {
		return len(src)
	}
	return p.End()
}

// Next moves to the next opening tag.
func (p *Processor) Next() bool {
	for p.NextAny() {
		if !p.cur.closer {
			return true
		}
	}
	return false
}

// NextAny moves to the next tag, opening or closing.
func (p *Processor) NextAny() bool {
	p.settle()
	p.have = scanTag(p.src, p.pos, &p.cur)
	if p.have {
		p.pos = p.cur.end
	} else {
		p.pos = len(p.src)
	}
	return p.have
}

// NextTag moves to the next opening tag of a name, given in upper case.
func (p *Processor) NextTag(name string) bool {
	for p.Next() {
		if p.cur.name == name {
			return true
		}
	}
	return false
}

// NextClass moves to the next opening tag that has a class.
func (p *Processor) NextClass(class string) bool {
	for p.Next() {
		if p.HasClass(class) {
			return true
		}
	}
	return false
}

// Tag is the current tag's name in upper case.
func (p *Processor) Tag() string {
	if !p.have {
		return ""
	}
	return p.cur.name
}

// Closer tells whether the current tag is a closing one.
func (p *Processor) Closer() bool { return p.have && p.cur.closer }

// Start and End are where the current tag begins and ends in the original
// text. A raw element such as a script ends after its closer.
func (p *Processor) Start() int { return p.cur.start }
func (p *Processor) End() int   { return p.cur.end }

// Mark remembers the current tag; Seek goes back to it.
func (p *Processor) Mark() Mark {
	if p.marked = true; p.editing {
		own := p.own
		p.own, p.editing = edit{}, false
		p.edits = map[int]*edit{own.tag.start: &own}
	}
	return Mark{p.cur.start}
}

// Seek makes the tag of a mark the current one again.
func (p *Processor) Seek(m Mark) bool {
	p.pos = m.pos
	return p.NextAny()
}

// asked is what was asked of the current tag, or nil.
func (p *Processor) asked() *edit {
	if p.editing {
		return &p.own
	}
	return p.edits[p.cur.start]
}

// edit is asked, begun if need be.
func (p *Processor) edit() *edit {
	e := p.asked()
	switch {
	case e != nil:
		return e
	case p.marked:
		if p.edits == nil {
			p.edits = map[int]*edit{}
		}
		e = &edit{}
		p.edits[p.cur.start] = e
	default:
		e, p.editing = &p.own, true
	}
	attrs := e.tag.attrs[:0]
	e.tag = p.cur
	e.tag.attrs = append(attrs, p.cur.attrs...)
	if e.set == nil {
		e.set = map[string]setting{}
	}
	return e
}

// settle makes spans of what was asked of the current tag.
func (p *Processor) settle() {
	if !p.editing {
		return
	}
	p.own.flushClasses(p.src)
	p.spans = p.own.changes(p.spans)
	clear(p.own.set)
	p.editing = false
}

// Attr is the decoded value of an attribute, with changes applied. An
// attribute without a value is "".
func (p *Processor) Attr(name string) (value string, ok bool) {
	if !p.have {
		return "", false
	}
	name = strings.ToLower(name)
	if e := p.asked(); e != nil {
		if name == "class" {
			e.flushClasses(p.src)
		}
		if s, done := e.set[name]; done {
			return s.value, !s.remove
		}
	}
	return p.cur.attr(p.src, name)
}

func (t *tag) attr(src, name string) (string, bool) {
	for i := range t.attrs {
		if a := &t.attrs[i]; a.name == name {
			if a.bare {
				return "", true
			}
			return entity.DecodeAttribute(src[a.vstart:a.vend]), true
		}
	}
	return "", false
}

// AttrNames lists the names of the attributes that begin with a prefix, as
// written in the text, in lower case.
func (p *Processor) AttrNames(prefix string) []string {
	var names []string
	for i := range p.cur.attrs {
		if strings.HasPrefix(p.cur.attrs[i].name, prefix) {
			names = append(names, p.cur.attrs[i].name)
		}
	}
	return names
}

// SetAttr sets an attribute. A new one goes right after the tag's name; new
// ones of the same tag come out in alphabetical order.
func (p *Processor) SetAttr(name, value string) {
	if !p.writable(name) {
		return
	}
	p.edit().set[strings.ToLower(name)] = setting{name: name, value: value}
}

// SetFlag sets an attribute without a value.
func (p *Processor) SetFlag(name string) {
	if p.writable(name) {
		p.edit().set[strings.ToLower(name)] = setting{name: name, bare: true}
	}
}

// RemoveAttr removes an attribute; the space before it stays.
func (p *Processor) RemoveAttr(name string) {
	if p.writable(name) {
		p.edit().set[strings.ToLower(name)] = setting{remove: true}
	}
}

func (p *Processor) writable(name string) bool {
	return p.have && !p.cur.closer && name != "" && !strings.ContainsAny(name, "\"'>&</ =\x00\t\n\r")
}

// AddClass adds a class unless it is there.
func (p *Processor) AddClass(class string) {
	if class != "" && p.writable("class") {
		e := p.edit()
		e.classes = append(e.classes, classEdit{name: class})
	}
}

// RemoveClass removes a class.
func (p *Processor) RemoveClass(class string) {
	if p.writable("class") {
		e := p.edit()
		e.classes = append(e.classes, classEdit{class, true})
	}
}

// HasClass tells whether the current tag has a class.
func (p *Processor) HasClass(class string) bool {
	value, _ := p.Attr("class")
	return slices.Contains(Classes(value), class)
}

// Classes splits the value of a class attribute.
func Classes(value string) []string { return slices.Collect(EachClass(value)) }

// EachClass is Classes, one after the other: there may be very many.
func EachClass(value string) iter.Seq[string] {
	return strings.FieldsFuncSeq(value, func(r rune) bool { return r < 0x80 && isSpace(byte(r)) })
}

// Replace writes text instead of a span of the original text. Spans may not
// overlap each other or changed tags.
func (p *Processor) Replace(start, end int, text string) {
	p.spans = append(p.spans, change{start, end, text})
}

// String is the text with all changes made.
func (p *Processor) String() string {
	all := p.changes()
	if len(all) == 0 {
		return p.src
	}
	length := len(p.src)
	for _, c := range all {
		length += len(c.text)
	}
	var b strings.Builder
	b.Grow(length)
	for piece := range p.pieces(all) {
		b.WriteString(piece)
	}
	return b.String()
}

// Pieces are the text with all changes made, one behind the other, for who puts them
// into a longer one.
func (p *Processor) Pieces() []string { return slices.Collect(p.pieces(p.changes())) }

// changes are all changes in their order.
func (p *Processor) changes() []change {
	p.settle()
	all := p.spans
	if len(p.edits) > 0 {
		all = slices.Clone(all)
	}
	for _, e := range p.edits {
		e.flushClasses(p.src)
		all = e.changes(all)
	}
	slices.SortFunc(all, func(a, b change) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return strings.Compare(a.text, b.text)
	})
	return all
}

func (p *Processor) pieces(all []change) iter.Seq[string] {
	return func(yield func(string) bool) {
		at := 0
		for _, c := range all {
			if c.start < at {
				continue
			}
			if !yield(p.src[at:c.start]) || !yield(c.text) {
				return
			}
			at = c.end
		}
		yield(p.src[at:])
	}
}

func (e *edit) changes(all []change) []change {
	for name, s := range e.set {
		i := slices.IndexFunc(e.tag.attrs, func(a attr) bool { return a.name == name })
		if i < 0 && s.remove {
			continue
		}
		c, before := change{start: e.tag.nameEnd, end: e.tag.nameEnd}, " "
		if i >= 0 {
			c, before = change{start: e.tag.attrs[i].start, end: e.tag.attrs[i].end}, ""
		}
		if c.text = before + s.name; !s.bare && !s.remove {
			value := encode(name, s.value)
			if value == "" && s.value != "" {
				continue
			}
			c.text = before + s.name + `="` + value + `"`
		}
		if len(all) == cap(all) {
			all = slices.Grow(all, len(all)+1) // append alone grows by a quarter
		}
		all = append(all, c)
	}
	return all
}

// flushClasses turns class changes into a setting of the class attribute.
func (e *edit) flushClasses(src string) {
	if len(e.classes) == 0 {
		return
	}
	old, _ := e.tag.attr(src, "class")
	if s, ok := e.set["class"]; ok {
		old = s.value
	}
	asked := map[string]bool{} // the last word on each class; true removes
	for _, c := range e.classes {
		asked[c.name] = c.remove
	}
	const many = 4096 // classes; whether there are more of one isn't asked beyond
	var b strings.Builder
	b.Grow(len(old) + 64*len(e.classes))
	seen := map[string]bool{}
	modified := false
	for at := 0; at < len(old); {
		space := at
		for at < len(old) && isSpace(old[at]) {
			at++
		}
		from := at
		for at < len(old) && !isSpace(old[at]) {
			at++
		}
		name := old[from:at]
		if name == "" {
			break
		}
		if asked[name] {
			modified = true
			continue
		}
		if seen[name] {
			continue
		}
		if len(seen) < many {
			seen[name] = true
		}
		if b.Len() > 0 {
			b.WriteString(old[space:from])
		}
		b.WriteString(name)
	}
	for _, c := range e.classes {
		if asked[c.name] || seen[c.name] {
			continue
		}
		seen[c.name] = true
		modified = true
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.name)
	}
	e.classes = nil
	switch {
	case !modified:
	case b.Len() > 0:
		e.set["class"] = setting{name: "class", value: b.String()}
	default:
		e.set["class"] = setting{remove: true}
	}
}

// encode writes a value for a quoted attribute; addresses are cleaned.
func encode(name, value string) string {
	switch name {
	case "action", "archive", "background", "cite", "classid", "codebase", "data", "formaction", "href", "icon",
		"longdesc", "manifest", "poster", "profile", "src", "usemap", "xmlns":
		return clean.URLDisplay(value, nil)
	}
	return entity.EncodeAttribute(value)
}

// IsVoid tells whether elements of a name, in upper case, have no closer.
func IsVoid(name string) bool {
	switch name {
	case "AREA", "BASE", "BASEFONT", "BGSOUND", "BR", "COL", "EMBED", "FRAME", "HR", "IMG", "INPUT", "KEYGEN",
		"LINK", "META", "PARAM", "SOURCE", "TRACK", "WBR":
		return true
	}
	return false
}

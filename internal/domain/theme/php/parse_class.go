package php

import "strings"

// function reads a function of the file behind the word.
func (p *parser) function(at line) node {
	p.accept("&")
	f := &function{line: at, name: lower(p.names.own(p.next().text))}
	p.file.declares[f.name] = true
	p.rest(f)
	return f
}

// rest reads parameters and body.
func (p *parser) rest(f *function) {
	around := p.fn
	p.fn = f
	defer func() { p.fn = around }()
	f.params = p.params()
	p.result()
	if p.accept(";") {
		return // one that others have to write
	}
	p.expect("{")
	f.body = p.untilBrace()
}

func (p *parser) params() []param {
	var out []param
	p.expect("(")
	for !p.accept(")") {
		one := param{}
		for {
			if w := strings.ToLower(p.peek().text); p.peek().kind == tName && (w == "public" || w == "protected" || w == "private" || w == "readonly") {
				p.next()
				one.property = true
				continue
			}
			break
		}
		one.typ = p.typ()
		one.ref = p.accept("&")
		one.rest = p.accept("...")
		if p.peek().kind != tVariable {
			p.fail("a parameter can't be read")
		}
		one.name = p.next().text
		if p.accept("=") {
			one.value = p.expr(0)
		}
		out = append(out, one)
		if !p.accept(",") {
			p.expect(")")
			break
		}
	}
	return out
}

// typ goes behind a type, and gives it with whole names.
func (p *parser) typ() string {
	var b strings.Builder
	for {
		switch t := p.peek(); {
		case t.kind == tName && !isBuiltinType(t.text):
			b.WriteString(p.names.class(p.next().text))
		case t.kind == tName, t.is("?"), t.is("|"), t.is("(") && p.ahead(1).kind == tName, t.is(")") && (p.ahead(1).is("|") || p.ahead(1).kind == tVariable):
			b.WriteString(p.next().text)
		case t.is("&") && p.ahead(1).kind == tName:
			b.WriteString(p.next().text)
		default:
			return b.String()
		}
	}
}

// isBuiltinType tells of types that aren't classes.
func isBuiltinType(name string) bool {
	switch strings.ToLower(name) {
	case "int", "float", "string", "bool", "array", "object", "callable", "iterable", "mixed", "null", "void", "never", "false", "true", "self", "static", "parent":
		return true
	}
	return false
}

// result goes behind the type of a function's result.
func (p *parser) result() {
	if p.accept(":") {
		p.typ()
	}
}

// closure reads a function without a name, behind the word.
func (p *parser) closure(at line) node {
	p.accept("&")
	c := &closure{line: at, f: &function{line: at, name: "a function"}}
	around := p.fn
	p.fn = c.f
	defer func() { p.fn = around }()
	c.f.params = p.params()
	if p.peek().isWord("use") {
		p.next()
		p.expect("(")
		for !p.accept(")") {
			u := use{ref: p.accept("&")}
			if p.peek().kind != tVariable {
				p.fail("expected a variable, found " + p.peek().name())
			}
			u.name = p.next().text
			c.uses = append(c.uses, u)
			if !p.accept(",") {
				p.expect(")")
				break
			}
		}
	}
	p.result()
	p.expect("{")
	c.f.body = p.untilBrace()
	return c
}

// arrow reads a function that is one expression, behind the word.
func (p *parser) arrow(at line) node {
	p.accept("&")
	c := &closure{line: at, arrow: true, f: &function{line: at, name: "a function"}}
	c.f.params = p.params()
	p.result()
	p.expect("=>")
	x := p.expr(0)
	c.f.body = []node{&returns{at, x}}
	return c
}

// class reads a class, an interface or a trait.
func (p *parser) class(at line) node {
	doc, bare := p.peek().doc, false
	for p.peek().isWord("abstract") || p.peek().isWord("final") || p.peek().isWord("readonly") {
		bare = bare || p.peek().isWord("abstract")
		p.next()
	}
	word := p.next()
	c := &class{
		line: at, name: p.names.own(p.next().text), doc: doc,
		consts: map[string]node{}, statics: map[string]node{}, methods: map[string]*function{},
	}
	c.isInterface = word.isWord("interface")
	c.bare = bare || c.isInterface || word.isWord("trait")
	list := func() (out []string) {
		for p.peek().kind == tName && !p.peek().isWord("implements") {
			out = append(out, p.names.class(p.next().text))
			if !p.accept(",") {
				break
			}
		}
		return out
	}
	if p.peek().isWord("extends") {
		p.next()
		if all := list(); len(all) > 0 {
			c.parent = all[0]
			c.interfaces = append(c.interfaces, all[1:]...)
		}
	}
	if p.peek().isWord("implements") {
		p.next()
		c.interfaces = append(c.interfaces, list()...)
	}
	p.expect("{")
	for !p.accept("}") {
		if p.peek().kind == tEnd {
			p.fail("expected " + quote("}") + ", found the end of the file")
		}
		p.classMember(c)
	}
	return c
}

func (p *parser) classMember(c *class) {
	static, hidden, abstract, doc := false, false, false, p.peek().doc
	for {
		switch word := strings.ToLower(p.peek().text); word {
		case "public", "protected", "private", "final", "abstract", "var", "readonly":
			hidden = hidden || word == "protected" || word == "private"
			abstract = abstract || word == "abstract"
			p.next()
			continue
		case "static":
			static = true
			p.next()
			continue
		}
		break
	}
	t := p.peek()
	switch {
	case t.isWord("use"):
		p.next()
		for p.peek().kind == tName {
			c.traits = append(c.traits, p.names.class(p.next().text))
			p.accept(",")
		}
		if p.peek().is("{") {
			p.skip()
			return
		}
		p.ends()
	case t.isWord("const"):
		p.next()
		if p.ahead(1).kind == tName { // a type
			p.next()
		}
		for {
			name := p.next().text
			p.expect("=")
			c.consts[name] = p.expr(0)
			if !p.accept(",") {
				break
			}
		}
		p.ends()
	case t.isWord("function"):
		at := line(p.next().line)
		p.accept("&")
		of := p.next().text
		f := &function{line: at, name: strings.ToLower(of), of: of, static: static, class: c, doc: doc, hidden: hidden, abstract: abstract}
		p.rest(f)
		if c.methods[f.name] == nil {
			c.order = append(c.order, f.name)
		}
		c.methods[f.name] = f
	default:
		p.typ()
		for {
			if p.peek().kind != tVariable {
				p.fail("unexpected " + p.peek().name())
			}
			one := param{name: p.next().text}
			if p.accept("=") {
				one.value = p.expr(0)
			}
			if static {
				c.statics[one.name] = one.value
			} else {
				c.props = append(c.props, one)
			}
			if !p.accept(",") {
				break
			}
		}
		p.ends()
	}
}

// bind reads the variables behind global or static.
func (p *parser) bind(at line, global bool) node {
	b := &bind{line: at, global: global}
	for p.peek().kind == tVariable {
		one := param{name: p.next().text}
		p.file.assigned = append(p.file.assigned, one.name)
		if p.accept("=") {
			one.value = p.expr(0)
		}
		b.all = append(b.all, one)
		if !p.accept(",") {
			break
		}
	}
	p.ends()
	return b
}

func (p *parser) consts(at line) (out []node) {
	for {
		name := p.names.own(p.next().text)
		p.expect("=")
		out = append(out, &define{at, name, p.expr(0)})
		if !p.accept(",") {
			p.ends()
			return out
		}
	}
}

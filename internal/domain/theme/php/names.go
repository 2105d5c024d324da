package php

import "strings"

// names tells what names of a file stand for: its namespace, and what it uses of
// others.
type names struct {
	space              string
	classes, functions map[string]string
}

func newNames(space string) *names {
	return &names{space: space, classes: map[string]string{}, functions: map[string]string{}}
}

// own is the whole name of what the file declares.
func (n *names) own(name string) string {
	if n.space == "" {
		return name
	}
	return n.space + `\` + name
}

// class is the whole name of a class.
func (n *names) class(name string) string {
	if whole, ok := strings.CutPrefix(name, `\`); ok {
		return whole
	}
	switch strings.ToLower(name) {
	case "self", "static", "parent":
		return strings.ToLower(name)
	}
	first, more, inside := strings.Cut(name, `\`)
	if strings.EqualFold(first, "namespace") && inside {
		return n.own(more)
	}
	if to, ok := n.classes[strings.ToLower(first)]; ok {
		if inside {
			return to + `\` + more
		}
		return to
	}
	return n.own(name)
}

// function is the whole name of a function, and the plain one, which counts
// where there is none of the whole name.
func (n *names) function(name string) (full, plain string) {
	plain = name[strings.LastIndexByte(name, '\\')+1:]
	switch {
	case strings.Contains(name, `\`):
		return lower(n.class(name)), lower(plain)
	case n.functions[lower(name)] != "":
		return lower(n.functions[lower(name)]), lower(plain)
	}
	return lower(n.own(name)), lower(plain)
}

// namespace reads what follows the word.
func (p *parser) namespace(at line) []node {
	space := ""
	if p.peek().kind == tName {
		space = p.next().text
	}
	p.names = newNames(space)
	if p.accept("{") {
		return p.untilBrace()
	}
	p.ends()
	return nil
}

// use reads what a file uses of other namespaces.
func (p *parser) use() {
	into, constants := p.names.classes, map[string]string{}
	kind := func(into map[string]string) map[string]string {
		switch {
		case p.peek().isWord("function") && p.ahead(1).kind == tName:
			p.next()
			return p.names.functions
		case p.peek().isWord("const") && p.ahead(1).kind == tName:
			p.next()
			return constants
		}
		return into
	}
	into = kind(into)
	one := func(before string, into map[string]string) {
		name := strings.TrimPrefix(before+p.next().text, `\`)
		as := name[strings.LastIndexByte(name, '\\')+1:]
		if p.peek().isWord("as") {
			p.next()
			as = p.next().text
		}
		into[lower(as)] = name
	}
	for p.peek().kind == tName {
		if strings.HasSuffix(p.peek().text, `\`) && p.ahead(1).is("{") {
			before := p.next().text
			p.next()
			for p.peek().kind == tName {
				one(before, kind(into))
				p.accept(",")
			}
			p.expect("}")
		} else {
			one("", into)
		}
		if !p.accept(",") {
			break
		}
	}
	p.ends()
}

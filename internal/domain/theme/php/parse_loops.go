package php

func (p *parser) foreach(at line) node {
	l := &loop{line: at}
	p.expect("(")
	l.over = p.expr(0)
	if !p.peek().isWord("as") {
		p.fail("expected \"as\"")
	}
	p.next()
	l.from = len(p.file.assigned)
	l.ref = p.accept("&")
	l.value = p.target()
	if p.accept("=>") {
		l.key = l.value
		l.ref = p.accept("&")
		l.value = p.target()
	}
	p.expect(")")
	var colon bool
	l.body, colon = p.body("endforeach")
	l.end = len(p.file.assigned)
	if colon {
		p.endWord("endforeach")
	}
	return l
}

// target reads what a loop assigns to.
func (p *parser) target() node {
	at := p.pos
	n := p.operand()
	if !p.assignable(n) {
		p.pos = at
		p.fail("a loop over something else than a variable")
	}
	return n
}

func (p *parser) while(at line) node {
	l := &repeat{line: at, from: len(p.file.assigned)}
	p.expect("(")
	l.cond = []node{p.expr(0)}
	p.expect(")")
	var colon bool
	l.body, colon = p.body("endwhile")
	if colon {
		p.endWord("endwhile")
	}
	l.end = len(p.file.assigned)
	return l
}

func (p *parser) do(at line) node {
	l := &repeat{line: at, after: true, from: len(p.file.assigned)}
	l.body, _ = p.body()
	if !p.peek().isWord("while") {
		p.fail("expected \"while\"")
	}
	p.next()
	p.expect("(")
	l.cond = []node{p.expr(0)}
	p.expect(")")
	p.ends()
	l.end = len(p.file.assigned)
	return l
}

func (p *parser) loopFor(at line) node {
	l := &repeat{line: at, from: len(p.file.assigned)}
	p.expect("(")
	list := func(end string) (out []node) {
		for !p.accept(end) {
			out = append(out, p.expr(0))
			p.accept(",")
		}
		return out
	}
	l.first, l.cond, l.next = list(";"), list(";"), list(")")
	var colon bool
	l.body, colon = p.body("endfor")
	if colon {
		p.endWord("endfor")
	}
	l.end = len(p.file.assigned)
	return l
}

func (p *parser) cases(at line) node {
	c := &cases{line: at, from: len(p.file.assigned)}
	p.expect("(")
	c.over = p.expr(0)
	p.expect(")")
	colon := false
	if !p.accept("{") {
		p.expect(":")
		colon = true
	}
	for p.peek().kind == tHTML { // only space may stand there
		p.next()
	}
	for {
		one := caseOf{}
		switch {
		case p.peek().isWord("case"):
			p.next()
			one.cond = p.expr(0)
		case p.peek().isWord("default"):
			p.next()
		case colon && p.peek().isWord("endswitch"):
			p.endWord("endswitch")
			c.end = len(p.file.assigned)
			return c
		default:
			p.expect("}")
			c.end = len(p.file.assigned)
			return c
		}
		if !p.accept(":") {
			p.expect(";")
		}
		for !p.peek().isWord("case") && !p.peek().isWord("default") && !p.peek().is("}") && !p.peek().isWord("endswitch") {
			if p.peek().kind == tEnd {
				p.fail("expected " + quote("}") + ", found the end of the file")
			}
			one.body = append(one.body, p.statement()...)
		}
		c.all = append(c.all, one)
	}
}

func (p *parser) try(at line) node {
	t := &try{line: at, from: len(p.file.assigned)}
	p.expect("{")
	t.body = p.untilBrace()
	for p.peek().isWord("catch") {
		p.next()
		p.expect("(")
		c := catch{}
		for p.peek().kind == tName {
			c.classes = append(c.classes, p.names.class(p.next().text))
			p.accept("|")
		}
		if p.peek().kind == tVariable {
			c.name = p.next().text
			p.file.assigned = append(p.file.assigned, c.name)
		}
		p.expect(")")
		p.expect("{")
		c.body = p.untilBrace()
		t.catches = append(t.catches, c)
	}
	if p.peek().isWord("finally") {
		p.next()
		p.expect("{")
		t.finally = p.untilBrace()
	}
	t.end = len(p.file.assigned)
	return t
}

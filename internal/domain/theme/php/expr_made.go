package php

// create reads what is made, behind the word.
func (p *parser) create(at line) node {
	c := &create{line: at}
	switch t := p.peek(); {
	case t.isWord("class"):
		return p.opaque(at, "new class")
	case t.kind == tName:
		p.next()
		c.class = &className{at, p.names.class(t.text)}
	case t.kind == tVariable:
		p.next()
		c.class = &variable{at, t.text}
		for p.peek().is("->") && p.ahead(1).kind == tName { // new $this->name()
			p.next()
			c.class = &member{line: at, base: c.class, name: &literal{at, p.next().text}}
		}
	case t.is("("):
		p.next()
		c.class = p.expr(0)
		p.expect(")")
	default:
		p.fail("unexpected " + t.name())
	}
	if p.accept("(") {
		c.args = p.args()
	}
	return c
}

func (p *parser) match(at line) node {
	m := &match{line: at}
	p.expect("(")
	m.over = p.expr(0)
	p.expect(")")
	p.expect("{")
	for !p.accept("}") {
		one := arm{}
		if p.peek().isWord("default") {
			p.next()
			p.accept(",")
		} else {
			for !p.peek().is("=>") {
				one.conds = append(one.conds, p.expr(0))
				if !p.accept(",") {
					break
				}
			}
		}
		p.expect("=>")
		one.value = p.expr(0)
		m.arms = append(m.arms, one)
		if !p.accept(",") {
			p.expect("}")
			break
		}
	}
	return m
}

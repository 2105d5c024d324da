package php

import (
	"strings"
)

// Problem is a place in a file that isn't taken, and why.
type Problem struct {
	File   string
	Line   int
	Reason string
}

type parser struct {
	file  *file
	toks  []token
	pos   int
	depth int
	names *names
	fn    *function // that is being read
}

// stop ends the reading of one statement.
type stop struct {
	line   int
	reason string
}

func parse(name, src string) *file {
	f := &file{name: name, declares: map[string]bool{}}
	if len(src) > maxSource {
		f.problem(1, "the file is too large")
		return f
	}
	p := &parser{file: f, toks: tokens(src), names: newNames("")}
	for p.peek().kind != tEnd {
		before := p.pos
		f.body = append(f.body, p.statement()...)
		if p.pos == before { // a brace too many
			p.file.problem(p.peek().line, "can't be read: unexpected "+p.peek().name())
			p.next()
		}
	}
	for _, n := range f.body {
		switch x := n.(type) {
		case *function:
			f.hoisted = append(f.hoisted, x)
		case *class:
			f.classes = append(f.classes, x)
		}
	}
	f.space = p.names.space
	return f
}

func (f *file) problem(line int, reason string) {
	if len(f.problems) < maxProblems {
		f.problems = append(f.problems, Problem{f.name, line, reason})
	}
}

func (p *parser) peek() token { return p.toks[min(p.pos, len(p.toks)-1)] }

func (p *parser) ahead(n int) token { return p.toks[min(p.pos+n, len(p.toks)-1)] }

func (p *parser) next() token {
	t := p.peek()
	p.pos++
	return t
}

func (p *parser) accept(op string) bool {
	if p.peek().is(op) {
		p.pos++
		return true
	}
	return false
}

func (p *parser) expect(op string) {
	if !p.accept(op) {
		p.fail("expected " + quote(op) + ", found " + p.peek().name())
	}
}

func (p *parser) fail(reason string) { panic(stop{p.peek().line, reason}) }

func (p *parser) enter() {
	if p.depth++; p.depth > maxNesting {
		p.fail("nested too deeply")
	}
}

func (t token) name() string {
	switch t.kind {
	case tEnd:
		return "the end of the file"
	case tHTML:
		return "HTML"
	case tBad:
		return t.text
	case tVariable:
		return quote("$" + t.text)
	}
	return quote(t.text)
}

// statement reads one statement. One that can't be read becomes a skipped one,
// and reading goes on behind it.
func (p *parser) statement() (out []node) {
	start, depth, assigned := p.pos, p.depth, len(p.file.assigned)
	defer func() {
		p.depth = depth
		r := recover()
		if r == nil {
			return
		}
		s, ok := r.(stop)
		if !ok {
			panic(r)
		}
		p.file.problem(s.line, "can't be read: "+s.reason)
		p.pos = start
		p.skip()
		// Whatever it might assign to isn't known.
		for _, t := range p.toks[start:min(p.pos, len(p.toks))] {
			if t.kind == tVariable {
				p.file.assigned = append(p.file.assigned, t.text)
			}
		}
		out = []node{&skipped{line: line(s.line), from: assigned, end: len(p.file.assigned)}}
	}()
	p.enter()
	return p.one()
}

// skip goes behind the statement that begins here: behind the next semicolon,
// or block, outside of all brackets.
func (p *parser) skip() {
	open := 0
	if p.skipColon() {
		return
	}
	for p.peek().kind != tEnd {
		t := p.next()
		if t.kind == tHTML && open <= 0 {
			return
		}
		if t.kind != tOp {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			open++
		case ")", "]":
			open--
		case "}":
			open--
			if open < 0 {
				p.pos-- // it closes what is around
				return
			}
			if open == 0 && !p.peek().is(";") && !p.peek().is(")") && !p.peek().is(",") && !p.peek().isWord("else") && !p.peek().isWord("elseif") && !p.peek().isWord("catch") && !p.peek().isWord("finally") {
				return
			}
		case ";":
			if open <= 0 {
				return
			}
		}
	}
}

// skipColon goes behind a loop that is written with a colon and a word for its
// end.
func (p *parser) skipColon() bool {
	word := strings.ToLower(p.peek().text)
	if p.peek().kind != tName || word != "while" && word != "for" && word != "foreach" && word != "switch" && word != "if" {
		return false
	}
	at, open := p.pos+1, 0
	for ; at < len(p.toks); at++ {
		switch t := p.toks[at]; {
		case t.is("("):
			open++
		case t.is(")"):
			open--
		}
		if open <= 0 {
			break
		}
	}
	if at+1 >= len(p.toks) || !p.toks[at+1].is(":") {
		return false
	}
	for ; at < len(p.toks); at++ {
		if p.toks[at].isWord("end" + word) {
			p.pos = at + 1
			p.accept(";")
			return true
		}
	}
	return false
}

func (p *parser) one() []node {
	t := p.peek()
	at := line(t.line)
	switch t.kind {
	case tHTML:
		p.next()
		return []node{&html{at, t.text}}
	case tEcho:
		p.next()
		return p.echo(at)
	case tBad:
		p.fail(t.text)
	case tOp:
		switch t.text {
		case ";":
			p.next()
			return nil
		case "{":
			p.next()
			body := p.untilBrace()
			return []node{&block{at, body}}
		case "}":
			return nil
		}
	case tName:
		if nodes, ok := p.keyword(t, at); ok {
			return nodes
		}
	}
	x := p.expr(0)
	p.ends()
	return []node{&statement{at, x}}
}

// ends reads the end of a simple statement.
func (p *parser) ends() {
	if p.peek().kind == tEnd || p.peek().is("}") {
		return
	}
	p.expect(";")
}

func (p *parser) echo(at line) []node {
	var all []node
	for {
		all = append(all, p.expr(0))
		if !p.accept(",") {
			break
		}
	}
	p.ends()
	return []node{&echo{at, all}}
}

// untilBrace reads statements up to the closing brace.
func (p *parser) untilBrace() []node {
	var out []node
	for !p.accept("}") {
		if p.peek().kind == tEnd {
			p.fail("expected " + quote("}") + ", found the end of the file")
		}
		out = append(out, p.statement()...)
	}
	return out
}

// words reads statements up to one of some words.
func (p *parser) words(words ...string) []node {
	var out []node
	for {
		for _, w := range words {
			if p.peek().isWord(w) {
				return out
			}
		}
		before := p.pos
		if p.peek().kind != tEnd {
			out = append(out, p.statement()...)
		}
		if p.pos == before {
			p.fail("expected " + quote(words[len(words)-1]) + ", found " + p.peek().name())
		}
	}
}

func (p *parser) keyword(t token, at line) ([]node, bool) {
	one := func(n node) ([]node, bool) { return []node{n}, true }
	switch strings.ToLower(t.text) {
	case "echo":
		p.next()
		return p.echo(at), true
	case "print":
		p.next()
		x := p.expr(0)
		p.ends()
		return one(&echo{at, []node{x}})
	case "if":
		p.next()
		return one(p.choice(at))
	case "foreach":
		p.next()
		return one(p.foreach(at))
	case "return":
		p.next()
		r := &returns{line: at}
		if !p.peek().is(";") && !p.peek().is("}") && p.peek().kind != tEnd {
			r.x = p.expr(0)
		}
		p.ends()
		return one(r)
	case "break", "continue":
		p.next()
		levels := 1
		if p.peek().kind == tNumber {
			if n, ok := number(p.next().text).(int64); ok && n > 0 && n < maxNesting {
				levels = int(n)
			}
		}
		p.ends()
		how := broken
		if strings.EqualFold(t.text, "continue") {
			how = again
		}
		return one(&jump{at, how, levels})
	case "function":
		if p.ahead(1).kind == tName || p.ahead(1).is("&") {
			p.next()
			return one(p.function(at))
		}
	case "unset":
		p.next()
		p.expect("(")
		all := p.positionalArgs()
		p.ends()
		return one(&unset{at, all})
	case "global", "static":
		if p.ahead(1).kind != tVariable {
			return nil, false
		}
		p.next()
		return one(p.bind(at, strings.EqualFold(t.text, "global")))
	case "namespace":
		if p.ahead(1).is("\\") {
			return nil, false
		}
		p.next()
		return p.namespace(at), true
	case "use":
		p.next()
		p.use()
		return nil, true
	case "declare":
		p.skip()
		return nil, true
	case "const":
		p.next()
		return p.consts(at), true
	case "class", "interface", "trait":
		if p.ahead(1).kind == tName {
			return one(p.class(at))
		}
	case "abstract", "final", "readonly":
		if p.ahead(1).kind == tName {
			return one(p.class(at))
		}
	case "while":
		p.next()
		return one(p.while(at))
	case "do":
		p.next()
		return one(p.do(at))
	case "for":
		p.next()
		return one(p.loopFor(at))
	case "switch":
		p.next()
		return one(p.cases(at))
	case "try":
		p.next()
		return one(p.try(at))
	case "enum":
		if p.ahead(1).kind == tName {
			p.fail(quote(t.text) + " isn't followed")
		}
	case "goto":
		p.fail(quote(t.text) + " isn't followed")
	}
	return nil, false
}

// body reads what a condition or loop is about: a block, one statement, or all
// up to one of some words behind a colon.
func (p *parser) body(words ...string) (body []node, colon bool) {
	switch {
	case p.accept("{"):
		return p.untilBrace(), false
	case p.accept(":"):
		return p.words(words...), true
	}
	return p.statement(), false
}

func (p *parser) choice(at line) node {
	c := &choice{line: at}
	cond := func() branch {
		b := branch{line: line(p.peek().line)}
		p.expect("(")
		b.cond = p.expr(0)
		p.expect(")")
		return b
	}
	b := cond()
	for {
		b.from = len(p.file.assigned)
		var colon bool
		b.body, colon = p.body("elseif", "else", "endif")
		b.end = len(p.file.assigned)
		c.branches = append(c.branches, b)
		if b.cond == nil {
			if colon {
				p.endWord("endif")
			}
			return c
		}
		switch {
		case p.peek().isWord("elseif"):
			p.next()
			b = cond()
		case p.peek().isWord("else") && p.ahead(1).isWord("if") && !colon:
			p.pos += 2
			b = cond()
		case p.peek().isWord("else"):
			b = branch{line: line(p.next().line)}
		default:
			if colon {
				p.endWord("endif")
			}
			return c
		}
	}
}

func (p *parser) endWord(word string) {
	if !p.peek().isWord(word) {
		p.fail("expected " + quote(word) + ", found " + p.peek().name())
	}
	p.next()
	p.ends()
}

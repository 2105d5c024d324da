package php

import (
	"strconv"
	"strings"
)

// How strongly operators bind; more is stronger.
var strength = map[string]int{
	"or": 1, "xor": 2, "and": 3, "?": 5, "??": 6, "||": 7, "&&": 8, "|": 9, "^": 10, "&": 11,
	"==": 12, "!=": 12, "===": 12, "!==": 12, "<>": 12, "<=>": 12,
	"<": 13, "<=": 13, ">": 13, ">=": 13, ".": 14, "<<": 15, ">>": 15, "+": 16, "-": 16, "*": 17, "/": 17, "%": 17,
	"instanceof": 19, "**": 21,
}

const (
	notStrength   = 18
	unaryStrength = 20
)

var assignments = map[string]string{
	"=": "", ".=": ".", "+=": "+", "-=": "-", "*=": "*", "/=": "/", "%=": "%", "??=": "??", "**=": "**", "&=": "&", "|=": "|", "^=": "^", "<<=": "<<", ">>=": ">>",
}

// expr reads an expression whose operators bind stronger than least.
func (p *parser) expr(least int) node {
	p.enter()
	defer func() { p.depth-- }()
	left := p.operand()
	for {
		t := p.peek()
		if t.kind != tOp && t.kind != tName {
			return left
		}
		op := strings.ToLower(t.text)
		at := line(t.line)
		if inner, ok := assignments[op]; ok && t.kind == tOp && p.assignable(left) {
			p.next()
			p.accept("&") // another name for it is read as a copy
			left = &assign{at, left, inner, p.expr(3)}
			continue
		}
		s := strength[op]
		if s == 0 || s <= least || t.kind == tName && s > 3 && op != "instanceof" {
			return left
		}
		p.next()
		switch op {
		case "?":
			x := &ternary{line: at, cond: left}
			if !p.accept(":") {
				x.yes = p.expr(0)
				p.expect(":")
			}
			x.no = p.expr(s)
			left = x
		case "??", "**":
			left = &binary{at, op, left, p.expr(s - 1)}
		case "instanceof":
			if p.peek().kind == tName {
				left = &instanceOf{at, left, &className{at, p.names.class(p.next().text)}}
				break
			}
			left = &instanceOf{at, left, p.expr(s)}
		default:
			left = &binary{at, op, left, p.expr(s)}
		}
	}
}

// assignable tells whether a value can be assigned to it, and notes the name.
func (p *parser) assignable(n node) bool {
	for {
		switch x := n.(type) {
		case *variable:
			p.file.assigned = append(p.file.assigned, x.name)
			return true
		case *index:
			n = x.base
		case *member:
			return !x.call
		case *static:
			return x.property && !x.call
		case *list:
			ok := len(x.items) > 0
			for _, it := range x.items {
				ok = ok && !it.spread && (it.value == nil || p.assignable(it.value))
			}
			return ok
		default:
			return false
		}
	}
}

func (p *parser) operand() node {
	t := p.next()
	at := line(t.line)
	switch t.kind {
	case tVariable:
		return p.suffixes(&variable{at, t.text})
	case tString:
		return p.suffixes(&literal{at, t.text})
	case tTemplate:
		return p.suffixes(p.template(t))
	case tNumber:
		return &literal{at, number(t.text)}
	case tName:
		return p.nameExpr(t, at)
	case tOp:
		return p.operation(t, at)
	}
	p.pos--
	p.fail("unexpected " + t.name())
	return nil
}

func (p *parser) operation(t token, at line) node {
	switch t.text {
	case "(":
		if n := p.cast(at); n != nil {
			return n
		}
		x := p.expr(0)
		p.expect(")")
		return p.suffixes(x)
	case "[":
		return p.suffixes(p.items(at, "]"))
	case "!":
		return &unary{at, "!", p.expr(notStrength - 1)}
	case "-", "+", "~":
		return &unary{at, t.text, p.expr(unaryStrength - 1)}
	case "@":
		return p.expr(unaryStrength - 1)
	case "++", "--":
		n := p.expr(unaryStrength - 1)
		if p.assignable(n) {
			return &step{at, n, by(t.text), true}
		}
	}
	p.pos--
	p.fail("unexpected " + t.name())
	return nil
}

// cast reads "(string) x" and its like behind the bracket.
func (p *parser) cast(at line) node {
	to := ""
	if p.peek().kind == tName && p.ahead(1).is(")") {
		switch strings.ToLower(p.peek().text) {
		case "string":
			to = "string"
		case "int", "integer":
			to = "int"
		case "bool", "boolean":
			to = "bool"
		case "float", "double":
			to = "float"
		case "array", "object":
			to = strings.ToLower(p.peek().text)
		}
	}
	if to == "" {
		return nil
	}
	p.pos += 2
	return &unary{at, to, p.expr(unaryStrength - 1)}
}

// items reads an array up to its end.
func (p *parser) items(at line, end string) node {
	l := &list{line: at}
	for !p.accept(end) {
		if p.peek().is(",") { // a place that a list leaves out
			p.next()
			l.items = append(l.items, item{})
			continue
		}
		it := item{ref: p.accept("&"), spread: p.accept("...")}
		it.value = p.expr(0)
		if p.accept("=>") {
			it.ref = p.accept("&") || it.ref
			it.key, it.value = it.value, p.expr(0)
		}
		l.items = append(l.items, it)
		if !p.accept(",") {
			p.expect(end)
			break
		}
	}
	return l
}

// args reads arguments behind their bracket.
func (p *parser) args() []argument {
	var out []argument
	for !p.accept(")") {
		one := argument{spread: p.accept("...")}
		if one.spread && p.peek().is(")") {
			continue // "f(...)", of which there is nothing to evaluate
		}
		p.accept("&")
		if p.peek().kind == tName && p.ahead(1).is(":") && !p.ahead(2).is(":") {
			one.name = p.next().text
			p.next()
		}
		one.value = p.expr(0)
		out = append(out, one)
		if !p.accept(",") {
			p.expect(")")
			break
		}
	}
	return out
}

// positionalArgs reads arguments of what is no function.
func (p *parser) positionalArgs() []node {
	var out []node
	for _, a := range p.args() {
		if a.spread || a.name != "" {
			p.fail("an argument can't be read")
		}
		out = append(out, a.value)
	}
	return out
}

// called reads the arguments of a call behind its bracket; "f(...)" only names
// what would be called.
func (p *parser) called(at line, of node, into *[]argument) node {
	if p.peek().is("...") && p.ahead(1).is(")") {
		p.pos += 2
		return &callable{at, of}
	}
	*into = p.args()
	return of
}

func by(op string) int64 {
	if op == "--" {
		return -1
	}
	return 1
}

func (p *parser) nameExpr(t token, at line) node {
	word := strings.ToLower(t.text)
	switch word {
	case "array":
		if p.accept("(") {
			return p.suffixes(p.items(at, ")"))
		}
	case "isset":
		p.expect("(")
		return &isset{at, p.positionalArgs()}
	case "empty":
		p.expect("(")
		x := p.positionalArgs()
		if len(x) != 1 {
			p.fail("empty() of several")
		}
		return &unary{at, "empty", x[0]}
	case "require", "include", "require_once", "include_once":
		return &include{at, p.expr(4), strings.HasSuffix(word, "_once")}
	case "exit", "die":
		if p.accept("(") {
			p.args()
		}
		return &exit{at}
	case "print":
		return &call{at, "print", "print", []argument{{value: p.expr(4)}}}
	case "new":
		return p.suffixes(p.create(at))
	case "clone":
		return &clone{at, p.expr(unaryStrength - 1)}
	case "match":
		if p.peek().is("(") {
			return p.suffixes(p.match(at))
		}
	case "fn":
		return p.arrow(at)
	case "throw":
		return &throw{at, p.expr(0)}
	case "list":
		if p.accept("(") {
			return p.items(at, ")")
		}
	case "yield":
		if p.fn != nil {
			p.fn.yields = true
		}
		return p.opaque(at, word)
	case "function":
		return p.closure(at)
	case "static":
		switch {
		case p.peek().isWord("fn"):
			p.next()
			return p.arrow(at)
		case p.peek().isWord("function"):
			p.next()
			return p.closure(at)
		}
	}
	if p.peek().is("::") {
		return p.suffixes(&className{at, p.names.class(t.text)})
	}
	full, plain := p.names.function(t.text)
	if p.accept("(") {
		c := &call{at, full, plain, nil}
		return p.suffixes(p.called(at, c, &c.args))
	}
	switch word {
	case "__namespace__":
		return p.suffixes(&literal{at, p.names.space})
	}
	whole, name := p.names.own(t.text), t.text[strings.LastIndexByte(t.text, '\\')+1:]
	if strings.Contains(t.text, `\`) {
		whole = p.names.class(t.text)
	}
	return p.suffixes(&constant{at, whole, name})
}

// opaque goes behind an expression of a kind that isn't followed: to the next
// comma or closing bracket, or end of statement, outside of all brackets.
func (p *parser) opaque(at line, what string) node {
	open := 0
	for p.peek().kind != tEnd {
		t := p.peek()
		if t.kind == tHTML {
			break
		}
		if t.kind == tVariable {
			p.file.assigned = append(p.file.assigned, t.text)
		}
		if t.kind == tOp {
			switch t.text {
			case "(", "[", "{":
				open++
			case ")", "]", "}":
				if open == 0 {
					return &opaque{at, what}
				}
				open--
			case ",", ";":
				if open == 0 {
					return &opaque{at, what}
				}
			}
		}
		p.pos++
	}
	return &opaque{at, what}
}

// suffixes reads what stands behind a value: indexes, methods, members.
func (p *parser) suffixes(n node) node {
	for range maxNesting {
		t := p.peek()
		at := line(t.line)
		switch {
		case t.is("["):
			p.next()
			if p.accept("]") {
				n = &index{at, n, nil}
				continue
			}
			key := p.expr(0)
			p.expect("]")
			n = &index{at, n, key}
		case t.is("->"), t.is("?->"):
			p.next()
			m := &member{line: at, base: n, safe: t.text == "?->"}
			switch name := p.next(); {
			case name.kind == tName:
				m.name = &literal{at, name.text}
			case name.kind == tVariable:
				m.name = &variable{at, name.text}
			case name.is("{"):
				m.name = p.expr(0)
				p.expect("}")
			default:
				p.pos--
				p.fail("unexpected " + name.name())
			}
			n = m
			if p.accept("(") {
				m.call = true
				n = p.called(at, m, &m.args)
			}
		case t.is("::"):
			p.next()
			m := &static{line: at, class: n}
			name := p.next()
			if name.kind != tName && name.kind != tVariable {
				p.pos--
				p.fail("unexpected " + name.name())
			}
			m.name, m.property = name.text, name.kind == tVariable
			n = m
			if p.accept("(") {
				m.call = true
				n = p.called(at, m, &m.args)
			}
		case t.is("++"), t.is("--"):
			p.next()
			if !p.assignable(n) {
				p.fail("unexpected " + t.name())
			}
			n = &step{at, n, by(t.text), false}
		case t.is("("):
			p.next()
			c := &callValue{line: at, base: n}
			n = p.called(at, c, &c.args)
		default:
			return n
		}
	}
	p.fail("nested too deeply")
	return nil
}

// template reads the inside of a string in which variables count.
func (p *parser) template(t token) node {
	at := line(t.line)
	var parts []node
	text := t.text
	var lit strings.Builder
	flush := func() {
		if lit.Len() > 0 {
			parts = append(parts, &literal{at, lit.String()})
			lit.Reset()
		}
	}
	for i := 0; i < len(text); {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			i += unescape(&lit, text[i:], t.heredoc)
		case text[i] == '$' && i+1 < len(text) && isNameStart(text[i+1]):
			flush()
			n := 1 + nameLength(text[i+1:])
			code := text[i : i+n]
			if i+n < len(text) && text[i+n] == '[' {
				if end := strings.IndexByte(text[i+n:], ']'); end > 0 {
					key := text[i+n+1 : i+n+end]
					if key != "" && isNameStart(key[0]) {
						key = "'" + strings.ReplaceAll(key, "'", "") + "'"
					}
					code += "[" + key + "]"
					n += end + 1
				}
			} else if strings.HasPrefix(text[i+n:], "->") {
				member := nameLength(text[i+n+2:])
				code += "->" + text[i+n+2:i+n+2+member]
				n += 2 + member
			}
			parts = append(parts, p.inner(code, t.line))
			i += n
		case strings.HasPrefix(text[i:], "{$"):
			end := closing(text[i:])
			if end < 0 {
				p.fail("a string can't be read")
			}
			flush()
			parts = append(parts, p.inner(text[i+1:i+end], t.line))
			i += end + 1
		case strings.HasPrefix(text[i:], "${"):
			p.fail("a string can't be read")
		default:
			lit.WriteByte(text[i])
			i++
		}
	}
	flush()
	if len(parts) == 0 {
		return &literal{at, ""}
	}
	if one, ok := parts[0].(*literal); ok && len(parts) == 1 {
		return one
	}
	return &template{at, parts}
}

// closing is where the brace at the start of a text is closed, -1 for nowhere.
func closing(text string) int {
	open := 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			open++
		case '}':
			if open--; open == 0 {
				return i
			}
		}
	}
	return -1
}

// inner reads an expression inside a string.
func (p *parser) inner(code string, at int) node {
	in := &parser{file: p.file, toks: expression(code, at), depth: p.depth + 1, names: p.names, fn: p.fn}
	n := in.expr(0)
	if in.peek().kind != tEnd {
		p.fail("a string can't be read")
	}
	return n
}

// unescape writes what an escape at the start of a text stands for, and tells
// how long it is.
func unescape(b *strings.Builder, text string, heredoc bool) int {
	simple := map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 'v': '\v', 'e': 0x1b, 'f': '\f', '\\': '\\', '$': '$'}
	c := text[1]
	if out, ok := simple[c]; ok {
		b.WriteByte(out)
		return 2
	}
	switch {
	case c == '"' && !heredoc:
		b.WriteByte('"')
		return 2
	case c == 'u' && len(text) > 2 && text[2] == '{':
		if end := strings.IndexByte(text, '}'); end > 3 && end < 12 {
			if r, err := strconv.ParseUint(text[3:end], 16, 32); err == nil && r <= 0x10ffff {
				b.WriteRune(rune(r))
				return end + 1
			}
		}
	case c == 'x':
		n := 2
		for n < 4 && n < len(text) && strings.IndexByte("0123456789abcdefABCDEF", text[n]) >= 0 {
			n++
		}
		if v, err := strconv.ParseUint(text[2:n], 16, 8); err == nil {
			b.WriteByte(byte(v))
			return n
		}
	case c >= '0' && c <= '7':
		n := 1
		for n < 4 && n < len(text) && text[n] >= '0' && text[n] <= '7' {
			n++
		}
		v, _ := strconv.ParseUint(text[1:n], 8, 16)
		b.WriteByte(byte(v)) // as in the language, too large ones wrap around
		return n
	}
	b.WriteString(text[:2])
	return 2
}

func number(text string) any {
	text = strings.ReplaceAll(text, "_", "")
	if len(text) > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '7' {
		text = "0o" + text[1:]
	}
	if i, err := strconv.ParseInt(text, 0, 64); err == nil {
		return i
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return f
	}
	return Unknown{"the number " + quote(text)}
}

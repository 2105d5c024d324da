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
			if p.accept("&") {
				p.fail("a reference isn't followed")
			}
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
			p.expr(s)
			left = &opaque{at, "instanceof"}
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
		return p.named(t, at)
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
	case "-", "+":
		return &unary{at, t.text, p.expr(unaryStrength - 1)}
	case "@":
		return p.expr(unaryStrength - 1)
	case "&":
		p.fail("a reference isn't followed")
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
			p.fail("a cast isn't followed")
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
		if p.peek().is("&") {
			p.fail("a reference isn't followed")
		}
		it := item{spread: p.accept("...")}
		it.value = p.expr(0)
		if p.accept("=>") {
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
func (p *parser) args() []node {
	var out []node
	for !p.accept(")") {
		if p.peek().is("...") || p.peek().is("&") {
			p.fail("an argument can't be read")
		}
		if p.peek().kind == tName && p.ahead(1).is(":") && !p.ahead(2).is(":") {
			p.fail("a named argument isn't followed")
		}
		out = append(out, p.expr(0))
		if !p.accept(",") {
			p.expect(")")
			break
		}
	}
	return out
}

func (p *parser) named(t token, at line) node {
	word := strings.ToLower(t.text)
	switch word {
	case "array":
		if p.accept("(") {
			return p.suffixes(p.items(at, ")"))
		}
	case "isset":
		p.expect("(")
		return &isset{at, p.args()}
	case "empty":
		p.expect("(")
		x := p.args()
		if len(x) != 1 {
			p.fail("empty() of several")
		}
		return &unary{at, "empty", x[0]}
	case "require", "include", "require_once", "include_once":
		return &include{at, p.expr(4)}
	case "exit", "die":
		if p.accept("(") {
			p.args()
		}
		return &exit{at}
	case "print":
		return &call{at, "print", []node{p.expr(4)}}
	case "new", "clone", "yield", "match", "fn", "throw", "list":
		return p.opaque(at, word)
	case "function":
		return p.closure(at)
	case "static":
		switch {
		case p.peek().isWord("fn"):
			return p.opaque(at, p.next().text)
		case p.peek().isWord("function"):
			p.next()
			return p.closure(at)
		}
	}
	name := t.text[strings.LastIndexByte(t.text, '\\')+1:]
	if p.accept("(") {
		return p.suffixes(&call{at, strings.ToLower(name), p.args()})
	}
	if p.peek().is("::") {
		return p.suffixes(&constant{at, name})
	}
	return p.suffixes(&constant{at, name})
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
		case t.is("->"), t.is("?->"), t.is("::"):
			p.next()
			path := "…"
			switch x := n.(type) {
			case *method:
				path = x.path
			case *constant:
				path = x.name
			case *call:
				path = x.name + "()"
			case *variable:
				path = "$" + x.name
			}
			member := p.next()
			if member.kind != tName && member.kind != tVariable {
				p.pos--
				p.fail("unexpected " + member.name())
			}
			m := &method{line: at, path: path + t.text + member.text, base: n}
			if p.accept("(") {
				m.path += "()"
				m.args = p.args()
			}
			n = m
		case t.is("++"), t.is("--"):
			p.next()
			if !p.assignable(n) {
				p.fail("unexpected " + t.name())
			}
			n = &opaque{at, t.text}
		case t.is("("):
			p.next()
			p.args()
			n = &opaque{at, "a call of a value"}
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
	in := &parser{file: p.file, toks: expression(code, at), depth: p.depth + 1}
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

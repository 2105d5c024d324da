package php

import (
	"strings"
)

type kind uint8

const (
	tEnd kind = iota
	tHTML
	tEcho     // the opening tag that prints
	tVariable // text is the name
	tName     // identifier, perhaps with a namespace
	tNumber
	tString   // text is the value
	tTemplate // text is the inside, in which variables count
	tOp
	tBad // text says what is wrong
)

type token struct {
	kind kind
	text string
	line int
	// heredoc tells a template that quotes aren't escaped in.
	heredoc bool
	// doc is the comment for documentation right before.
	doc string
}

func (t token) is(op string) bool { return t.kind == tOp && t.text == op }

func (t token) isWord(word string) bool { return t.kind == tName && strings.EqualFold(t.text, word) }

// lexer cuts a source into tokens.
type lexer struct {
	src  string
	at   int
	line int
	out  []token
	doc  string
}

// tokens are the tokens of a file; tEnd is the last.
func tokens(src string) []token {
	l := &lexer{src: src, line: 1}
	for l.at < len(l.src) && len(l.out) < maxTokens {
		l.html()
		l.code()
	}
	if l.at < len(l.src) {
		l.add(tBad, "the file is too long")
	}
	l.add(tEnd, "")
	return l.out
}

// expression are the tokens of code without tags.
func expression(src string, line int) []token {
	l := &lexer{src: src, line: line}
	l.code()
	l.add(tEnd, "")
	return l.out
}

func (l *lexer) add(k kind, text string) {
	l.out = append(l.out, token{kind: k, text: text, line: l.line, doc: l.doc})
	l.doc = ""
}

// move goes on by n bytes.
func (l *lexer) move(n int) {
	l.line += strings.Count(l.src[l.at:l.at+n], "\n")
	l.at += n
}

// html reads up to and with the next opening tag.
func (l *lexer) html() {
	rest := l.src[l.at:]
	for from := 0; ; {
		i := strings.Index(rest[from:], "<?")
		if i < 0 {
			l.add(tHTML, rest)
			l.move(len(rest))
			return
		}
		i += from
		tag := rest[i:]
		n := 0
		switch {
		case strings.HasPrefix(tag, "<?="):
			n = 3
		case len(tag) >= 5 && strings.EqualFold(tag[:5], "<?php") && (len(tag) == 5 || strings.IndexByte(" \t\r\n", tag[5]) >= 0):
			n = 5
		default:
			from = i + 2
			continue
		}
		if i > 0 {
			l.add(tHTML, rest[:i])
		}
		l.move(i + n)
		if n == 3 {
			l.add(tEcho, "")
		}
		return
	}
}

// The operators, longest first.
var operators = []string{
	"<<<", "===", "!==", "<=>", "**=", "...", "??=", "?->", "<<=", ">>=",
	"=>", "->", "::", "==", "!=", "<>", "<=", ">=", "&&", "||", "??", "++", "--", "+=", "-=", "*=", "/=", ".=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
}

// code reads up to and with the next closing tag, which counts as a semicolon.
func (l *lexer) code() {
	for l.at < len(l.src) && len(l.out) < maxTokens {
		rest := l.src[l.at:]
		c := rest[0]
		switch {
		case strings.IndexByte(" \t\r\n\v\f", c) >= 0:
			l.move(1)
		case strings.HasPrefix(rest, "?>"):
			l.add(tOp, ";")
			l.move(2)
			// The line break right behind a closing tag belongs to the tag.
			if strings.HasPrefix(l.src[l.at:], "\r\n") {
				l.move(2)
			} else if strings.HasPrefix(l.src[l.at:], "\n") {
				l.move(1)
			}
			return
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				l.move(len(rest))
				return
			}
			if strings.HasPrefix(rest, "/**") {
				l.doc = rest[:end+4]
			}
			l.move(end + 4)
		case strings.HasPrefix(rest, "#["):
			l.move(attribute(rest))
		case strings.HasPrefix(rest, "//"), c == '#' && !strings.HasPrefix(rest, "#["):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			if tag := strings.Index(rest[:end], "?>"); tag >= 0 {
				end = tag
			}
			l.move(end)
		case c == '$' && len(rest) > 1 && isNameStart(rest[1]):
			n := 1 + nameLength(rest[1:])
			l.add(tVariable, rest[1:n])
			l.move(n)
		case isNameStart(c) || c == '\\':
			n := 0
			for n < len(rest) && (isNameStart(rest[n]) || rest[n] == '\\' || rest[n] >= '0' && rest[n] <= '9') {
				n++
			}
			l.add(tName, rest[:n])
			l.move(n)
		case c >= '0' && c <= '9' || c == '.' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
			n := numberLength(rest)
			l.add(tNumber, rest[:n])
			l.move(n)
		case c == '\'':
			l.single(rest)
		case c == '"':
			l.double(rest)
		case strings.HasPrefix(rest, "<<<"):
			l.heredoc(rest)
		default:
			l.operator(rest)
		}
	}
}

// attribute is how long the note about a declaration is that begins here.
func attribute(rest string) int {
	open := 0
	for i := range len(rest) {
		switch rest[i] {
		case '[':
			open++
		case ']':
			if open--; open == 0 {
				return i + 1
			}
		}
	}
	return len(rest)
}

func (l *lexer) operator(rest string) {
	for _, op := range operators {
		if strings.HasPrefix(rest, op) {
			l.add(tOp, op)
			l.move(len(op))
			return
		}
	}
	if strings.IndexByte("+-*/%=<>!.,;:?()[]{}&|^~@$", rest[0]) >= 0 {
		l.add(tOp, rest[:1])
	} else {
		l.add(tBad, "the character "+quote(rest[:1]))
	}
	l.move(1)
}

func (l *lexer) single(rest string) {
	var b strings.Builder
	for i := 1; i < len(rest); i++ {
		switch {
		case rest[i] == '\'':
			l.add(tString, b.String())
			l.move(i + 1)
			return
		case rest[i] == '\\' && i+1 < len(rest) && (rest[i+1] == '\'' || rest[i+1] == '\\'):
			i++
			b.WriteByte(rest[i])
		default:
			b.WriteByte(rest[i])
		}
	}
	l.add(tBad, "a string without an end")
	l.move(len(rest))
}

func (l *lexer) double(rest string) {
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			l.add(tTemplate, rest[1:i])
			l.move(i + 1)
			return
		}
	}
	l.add(tBad, "a string without an end")
	l.move(len(rest))
}

// heredoc reads a text between two lines that name its end.
func (l *lexer) heredoc(rest string) {
	first, body, ok := strings.Cut(rest, "\n")
	name := strings.TrimSpace(strings.TrimPrefix(first, "<<<"))
	literal := strings.HasPrefix(name, "'")
	name = strings.Trim(name, `'"`)
	if !ok || name == "" || nameLength(name) != len(name) {
		l.operator(rest)
		return
	}
	var lines []string
	used := len(first) + 1
	for {
		line, more, found := strings.Cut(body, "\n")
		inner := strings.TrimLeft(line, " \t")
		if after, ends := strings.CutPrefix(inner, name); ends && (after == "" || !isNameByte(after[0])) {
			indent := len(line) - len(inner)
			for i, text := range lines {
				cut := 0
				for cut < indent && cut < len(text) && (text[cut] == ' ' || text[cut] == '\t') {
					cut++
				}
				lines[i] = text[cut:]
			}
			text := strings.TrimSuffix(strings.Join(lines, "\n"), "\r")
			if literal {
				l.add(tString, text)
			} else {
				l.out = append(l.out, token{kind: tTemplate, text: text, line: l.line, heredoc: true})
			}
			l.move(used + indent + len(name))
			return
		}
		if !found {
			l.add(tBad, "a text without an end")
			l.move(len(rest))
			return
		}
		lines = append(lines, line)
		used += len(line) + 1
		body = more
	}
}

func isNameStart(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

func isNameByte(c byte) bool { return isNameStart(c) || c >= '0' && c <= '9' }

func nameLength(s string) int {
	n := 0
	for n < len(s) && isNameByte(s[n]) {
		n++
	}
	return n
}

func numberLength(s string) int {
	n := 0
	for n < len(s) {
		c := s[n]
		switch {
		case isNameByte(c) && c < 0x80, c == '.' && n+1 < len(s) && s[n+1] != '.':
		case (c == '+' || c == '-') && n > 0 && s[n-1]|0x20 == 'e' && !strings.HasPrefix(s, "0x"):
		default:
			return n
		}
		n++
	}
	return n
}

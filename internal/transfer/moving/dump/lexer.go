package dump

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/DataDog/go-sqllexer"
)

// firstWindow is how much of the file is looked at first; a longer token widens it.
const firstWindow = 256 << 10

// lexer cuts a file into tokens. The library cuts a text, from any point of it between
// two tokens: it is given a window of the file, and one token that the window may have
// cut off is taken again once the window holds more.
type lexer struct {
	in    io.Reader
	text  string // the window
	at    int    // where the next token begins in it
	lex   *sqllexer.Lexer
	ended bool // the window has the end of the file
	line  int  // of the next token
	most  int  // bytes of a token

	typ   sqllexer.TokenType
	value string
	begun int // the line on which the token begins
}

func newLexer(in io.Reader, most int) *lexer {
	l := &lexer{in: in, line: 1, most: most}
	l.restart()
	return l
}

func (l *lexer) restart() {
	l.text, l.at = l.text[l.at:], 0
	l.lex = sqllexer.New(l.text, sqllexer.WithDBMS(sqllexer.DBMSMySQL))
}

// widen reads more of the file behind what isn't read yet.
func (l *lexer) widen() error {
	rest := l.text[l.at:]
	buf := make([]byte, len(rest)+max(firstWindow, len(rest)))
	copy(buf, rest)
	n, err := io.ReadFull(l.in, buf[len(rest):])
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		l.ended = true
	case err != nil:
		return &Error{l.line, fmt.Sprintf("the file can't be read on: %v", err)}
	}
	l.text, l.at = string(buf[:len(rest)+n]), 0
	l.restart()
	return nil
}

// scan reads the next token, also a space or comment. At the end of the file its type is
// sqllexer.EOF.
func (l *lexer) scan() error {
	for {
		t := l.lex.Scan()
		end := l.at + len(t.Value)
		if end >= len(l.text) && !l.ended {
			if len(l.text)-l.at > l.most {
				return &Error{l.line, fmt.Sprintf("something here is longer than %d bytes", l.most)}
			}
			if err := l.widen(); err != nil {
				return err
			}
			continue
		}
		switch {
		case end > len(l.text), l.text[l.at:end] != t.Value:
			return &Error{l.line, "a name is written with spaces around its dot"}
		case t.Type == sqllexer.EOF && l.at < len(l.text), t.Type == sqllexer.INCOMPLETE_STRING && end < len(l.text),
			t.Type == sqllexer.ERROR && end < len(l.text):
			return &Error{l.line + strings.Count(t.Value, "\n"), "there is a byte that no dump has; the file is damaged"}
		case t.Type == sqllexer.INCOMPLETE_STRING, t.Type == sqllexer.ERROR:
			return &Error{l.line, "the file ends in the midst of what begins here: it was cut off"}
		}
		l.typ, l.value, l.at, l.begun = t.Type, t.Value, end, l.line
		l.line += strings.Count(t.Value, "\n")
		return nil
	}
}

// next reads the next token that is no space and no comment. Comments are told to note.
func (l *lexer) next(note func(comment string)) error {
	for {
		if err := l.scan(); err != nil {
			return err
		}
		switch l.typ {
		case sqllexer.SPACE:
		case sqllexer.COMMENT, sqllexer.MULTILINE_COMMENT:
			note(l.value)
		default:
			return nil
		}
	}
}

// skipLine passes over the rest of a line, and tells what it was.
func (l *lexer) skipLine() (string, error) {
	for {
		if i := strings.IndexByte(l.text[l.at:], '\n'); i >= 0 {
			line := l.text[l.at : l.at+i]
			l.at += i + 1
			l.line++
			l.restart()
			return strings.TrimSuffix(line, "\r"), nil
		}
		if l.ended {
			line := l.text[l.at:]
			l.at = len(l.text)
			l.restart()
			return line, io.EOF
		}
		if len(l.text)-l.at > l.most {
			return "", &Error{l.line, fmt.Sprintf("the line is longer than %d bytes", l.most)}
		}
		if err := l.widen(); err != nil {
			return "", err
		}
	}
}

// is tells whether the token is a word or sign, whatever its case. Quoted names are no
// words.
func (l *lexer) is(word string) bool {
	return l.typ != sqllexer.QUOTED_IDENT && l.typ != sqllexer.STRING && strings.EqualFold(l.value, word)
}

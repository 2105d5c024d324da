package language

import (
	"errors"
	"fmt"
	"strings"
)

// readPHP reads a catalogue that is written as a PHP file which returns an array. It is
// taken as data: literals and nothing else.
func readPHP(p *Pack, data []byte) error {
	r := &phpReader{rest: string(data)}
	r.skip()
	if !r.took("<?php") {
		return errors.New("it doesn't begin as PHP does")
	}
	if r.skip(); !r.took("return") {
		return errors.New("it returns nothing")
	}
	file, err := r.value(0)
	if err != nil {
		return err
	}
	top, _ := file.([]phpPair)
	for _, pair := range top {
		switch pair.key {
		case "plural-forms":
			text, _ := pair.value.(string)
			if err := p.rule(text); err != nil {
				return err
			}
		case "messages":
			list, _ := pair.value.([]phpPair)
			for _, m := range list {
				text, ok := m.value.(string)
				if !ok || m.key == "" {
					return errors.New("a message isn't a text")
				}
				if err := p.message(m.key, text); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// phpPair is one member of an array. Members without a key have "".
type phpPair struct {
	key   string
	value any
}

// phpReader reads literals of PHP: texts, numbers, words such as null, and arrays of them.
type phpReader struct {
	rest  string
	pairs int
}

func (r *phpReader) took(sign string) bool {
	if !strings.HasPrefix(r.rest, sign) {
		return false
	}
	r.rest = r.rest[len(sign):]
	return true
}

// skip leaves out space and comments.
func (r *phpReader) skip() {
	for {
		r.rest = strings.TrimLeft(r.rest, " \t\r\n")
		switch {
		case strings.HasPrefix(r.rest, "//"), strings.HasPrefix(r.rest, "#"):
			_, r.rest, _ = strings.Cut(r.rest, "\n")
		case strings.HasPrefix(r.rest, "/*"):
			_, r.rest, _ = strings.Cut(r.rest, "*/")
		default:
			return
		}
	}
}

// maxNesting is how deep arrays stand in each other; catalogues have two levels.
const maxNesting = 8

var errPHP = errors.New("it has something else than literals")

// value reads a literal, and texts that are joined by dots.
func (r *phpReader) value(depth int) (any, error) {
	if depth > maxNesting {
		return nil, errors.New("arrays are nested too deeply")
	}
	switch r.skip(); {
	case r.took("["):
		return r.array("]", depth)
	case r.took("array("):
		return r.array(")", depth)
	case r.rest != "" && (r.rest[0] == '\'' || r.rest[0] == '"'):
		return r.joined()
	}
	end := strings.IndexFunc(r.rest, func(c rune) bool {
		return c != '-' && c != '.' && c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
	})
	if end <= 0 {
		return nil, errPHP
	}
	word := r.rest[:end]
	r.rest = r.rest[end:]
	switch lower := strings.ToLower(word); {
	case lower == "null" || lower == "true" || lower == "false", strings.Trim(word, "-.0123456789") == "":
		return phpWord(word), nil
	}
	return nil, errPHP
}

// phpWord is a number, or a word such as null.
type phpWord string

func (r *phpReader) array(end string, depth int) ([]phpPair, error) {
	var out []phpPair
	for {
		if r.skip(); r.took(end) {
			return out, nil
		}
		if r.pairs++; r.pairs > 2*maxTexts {
			return nil, fmt.Errorf("there are more than %d texts", maxTexts)
		}
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		pair := phpPair{value: v}
		if r.skip(); r.took("=>") {
			pair.key = fmt.Sprint(v)
			if pair.value, err = r.value(depth + 1); err != nil {
				return nil, err
			}
		}
		out = append(out, pair)
		if r.skip(); !r.took(",") && !strings.HasPrefix(r.rest, end) {
			return nil, errPHP
		}
	}
}

// joined reads texts with dots between them.
func (r *phpReader) joined() (string, error) {
	var b strings.Builder
	for {
		text, err := r.quoted()
		if err != nil {
			return "", err
		}
		if b.WriteString(text); b.Len() > maxText {
			return "", fmt.Errorf("a text is longer than %d KB", maxText>>10)
		}
		if r.skip(); !r.took(".") {
			return b.String(), nil
		}
		if r.skip(); r.rest == "" || r.rest[0] != '\'' && r.rest[0] != '"' {
			return "", errPHP
		}
	}
}

// quoted reads one text. Between double quotes it must name no variable.
func (r *phpReader) quoted() (string, error) {
	quote := r.rest[0]
	var b strings.Builder
	for i := 1; i < len(r.rest); i++ {
		switch c := r.rest[i]; {
		case c == quote:
			r.rest = r.rest[i+1:]
			return b.String(), nil
		case c == '\\' && quote == '"' && i+1 < len(r.rest) && isOctal(r.rest[i+1]):
			n := 0
			for digits := 0; digits < 3 && i+1 < len(r.rest) && isOctal(r.rest[i+1]); digits++ {
				i++
				n = n*8 + int(r.rest[i]-'0')
			}
			b.WriteByte(byte(n)) // PHP takes the lowest eight bits too
		case c == '\\' && i+1 < len(r.rest):
			i++
			b.WriteString(escapedPHP(quote, r.rest[i]))
		case c == '$' && quote == '"':
			return "", errPHP
		default:
			b.WriteByte(c)
		}
	}
	return "", errors.New("a text has no end")
}

func isOctal(c byte) bool { return c >= '0' && c <= '7' }

// escapedPHP is what a backslash and a letter stand for.
func escapedPHP(quote, c byte) string {
	if c == quote || c == '\\' {
		return string(rune(c))
	}
	if quote == '"' {
		switch c {
		case 'n':
			return "\n"
		case 't':
			return "\t"
		case 'r':
			return "\r"
		case '$':
			return "$"
		}
	}
	return `\` + string(rune(c))
}

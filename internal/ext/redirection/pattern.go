package redirection

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// unsupported are constructs that other engines know and that can't be matched
// in linear time.
func unsupported() [][2]string {
	return [][2]string{
		{"(?=", "a look-ahead"},
		{"(?!", "a negative look-ahead"},
		{"(?<=", "a look-behind"},
		{"(?<!", "a negative look-behind"},
		{"(?>", "an atomic group"},
		{"(?|", "a branch reset"},
		{"(?#", "a comment"},
		{"(?(", "a conditional group"},
		{"(?R", "a recursion"},
		{"(?&", "a call of a group"},
		{"(?P>", "a call of a group"},
		{"(?P=", "a back-reference"},
	}
}

// maxPattern bounds regular expressions, in bytes.
const maxPattern = maxSource

// compile makes a regular expression of a source. The error names the
// construct that can't be expressed.
func compile(pattern string, ignoreCase bool) (*regexp.Regexp, error) {
	if len(pattern) > maxPattern {
		return nil, fmt.Errorf("the regular expression is longer than %d bytes", maxPattern)
	}
	flags := "(?s)"
	if ignoreCase {
		flags = "(?si)"
	}
	re, err := regexp.Compile(flags + pattern)
	if err == nil {
		return re, nil
	}
	if what := construct(pattern); what != "" {
		return nil, fmt.Errorf("the regular expression has %s, which isn't supported", what)
	}
	var flaw *syntax.Error
	if errors.As(err, &flaw) {
		return nil, fmt.Errorf("the regular expression is wrong: %s: %s", flaw.Code, flaw.Expr)
	}
	return nil, fmt.Errorf("the regular expression is wrong: %w", err)
}

// construct names the first construct of a pattern that isn't supported.
func construct(pattern string) string {
	inClass := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern):
			i++
			next := pattern[i]
			if !inClass && next >= '1' && next <= '9' {
				return "the back-reference \\" + string(next)
			}
			if !inClass && (next == 'k' || next == 'g') {
				return "the back-reference \\" + string(next)
			}
		case inClass:
			inClass = c != ']'
		case c == '[':
			inClass = true
			if strings.HasPrefix(pattern[i+1:], "^]") {
				i += 2
			} else if strings.HasPrefix(pattern[i+1:], "]") {
				i++
			}
		case c == '(':
			for _, u := range unsupported() {
				if strings.HasPrefix(pattern[i:], u[0]) {
					return u[1] + " " + u[0]
				}
			}
		case (c == '+') && i > 0 && strings.IndexByte("*+?}", pattern[i-1]) >= 0:
			return "a possessive quantifier " + string(pattern[i-1]) + "+"
		}
	}
	return ""
}

// required is a text in lower case that every match of an expression has in
// it, whatever its case; "" when none is known. Matching starts with it: most
// requests have it nowhere.
func required(re *regexp.Regexp) string {
	tree, err := syntax.Parse(re.String(), syntax.Perl)
	if err != nil {
		return ""
	}
	return longest(tree.Simplify())
}

func longest(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		text := string(re.Rune)
		for _, r := range re.Rune {
			// Some letters fold to others outside of ASCII, as the Kelvin sign
			// does to k.
			if r >= 0x80 || re.Flags&syntax.FoldCase != 0 && (r == 'k' || r == 'K' || r == 's' || r == 'S') {
				return longestASCII(re)
			}
		}
		return strings.ToLower(text)
	case syntax.OpCapture, syntax.OpPlus:
		return longest(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return longest(re.Sub[0])
		}
	case syntax.OpConcat:
		best := ""
		for _, sub := range re.Sub {
			if s := longest(sub); len(s) > len(best) {
				best = s
			}
		}
		return best
	}
	return ""
}

// longestASCII is the longest run of a literal that folds within ASCII.
func longestASCII(re *syntax.Regexp) string {
	best, run := "", []rune{}
	for _, r := range append(re.Rune[:len(re.Rune):len(re.Rune)], 0x80) {
		if r < 0x80 && (re.Flags&syntax.FoldCase == 0 || r != 'k' && r != 'K' && r != 's' && r != 'S') {
			run = append(run, r)
			continue
		}
		if len(run) > len(best) {
			best = string(run)
		}
		run = run[:0]
	}
	return strings.ToLower(best)
}

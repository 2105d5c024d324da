package language

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Plural tells which form of a text goes with a number: the rule of a language, as gettext
// writes it.
type Plural struct {
	Forms int
	Text  string // as gettext writes it
	pick  term
}

// term is a part of a rule, made of the number n.
type term func(n int64) int64

// Bounds of a rule. Arabic has six forms.
const (
	maxForms = 12
	maxRule  = 1 << 10 // bytes
	maxDepth = 40
)

var ruleForm = regexp.MustCompile(`^\s*nplurals\s*=\s*(\d{1,3})\s*;\s*plural\s*=\s*([^;]+?)\s*;?\s*$`)

// ReadPlural reads a rule, such as "nplurals=2; plural=n != 1;".
func ReadPlural(text string) (*Plural, error) {
	if len(text) > maxRule {
		return nil, errors.New("the rule for plural forms is too long")
	}
	m := ruleForm.FindStringSubmatch(text)
	if m == nil {
		return nil, fmt.Errorf("the rule for plural forms %.60q can't be read", text)
	}
	forms, err := strconv.Atoi(m[1])
	if err != nil || forms < 1 || forms > maxForms {
		return nil, fmt.Errorf("there are at most %d plural forms", maxForms)
	}
	r := &ruleReader{rest: m[2]}
	pick := r.choice(0)
	if r.skip(); r.err == nil && r.rest != "" {
		r.fail("more follows")
	}
	if r.err != nil {
		return nil, fmt.Errorf("the rule for plural forms %.60q can't be read: %w", m[2], r.err)
	}
	return &Plural{Forms: forms, Text: strings.TrimSpace(text), pick: pick}, nil
}

// Form is the place of the form for a number. A rule that names none that is there gives
// the first.
func (p *Plural) Form(n int64) int {
	if p == nil {
		if n == 1 {
			return 0
		}
		return 1
	}
	if at := p.pick(max(n, -n)); at >= 0 && at < int64(p.Forms) {
		return int(at)
	}
	return 0
}

// ruleReader reads an expression of C with n as its only variable.
type ruleReader struct {
	rest string
	err  error
}

func (r *ruleReader) fail(why string) term {
	if r.err == nil {
		r.err = errors.New(why)
	}
	r.rest = ""
	return func(int64) int64 { return 0 }
}

func (r *ruleReader) skip() { r.rest = strings.TrimLeft(r.rest, " \t") }

// took takes a sign if it comes next.
func (r *ruleReader) took(sign string) bool {
	r.skip()
	if !strings.HasPrefix(r.rest, sign) {
		return false
	}
	r.rest = r.rest[len(sign):]
	return true
}

// choice reads a ? b : c.
func (r *ruleReader) choice(depth int) term {
	if depth > maxDepth {
		return r.fail("it is nested too deeply")
	}
	test := r.level(0, depth)
	if !r.took("?") {
		return test
	}
	yes := r.choice(depth + 1)
	if !r.took(":") {
		return r.fail("a : is missing")
	}
	no := r.choice(depth + 1)
	return func(n int64) int64 {
		if test(n) != 0 {
			return yes(n)
		}
		return no(n)
	}
}

type operator struct {
	sign string
	of   func(a, b int64) int64
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// levels are the operators of two sides, the loosest first. Longer signs come before those
// that begin them.
func levels() [][]operator {
	return [][]operator{
		{{"||", func(a, b int64) int64 { return truth(a != 0 || b != 0) }}},
		{{"&&", func(a, b int64) int64 { return truth(a != 0 && b != 0) }}},
		{{"==", func(a, b int64) int64 { return truth(a == b) }}, {"!=", func(a, b int64) int64 { return truth(a != b) }}},
		{
			{"<=", func(a, b int64) int64 { return truth(a <= b) }}, {">=", func(a, b int64) int64 { return truth(a >= b) }},
			{"<", func(a, b int64) int64 { return truth(a < b) }}, {">", func(a, b int64) int64 { return truth(a > b) }},
		},
		{{"+", func(a, b int64) int64 { return a + b }}, {"-", func(a, b int64) int64 { return a - b }}},
		{
			{"*", func(a, b int64) int64 { return a * b }},
			{"/", func(a, b int64) int64 { return a / divisor(b) }}, {"%", func(a, b int64) int64 { return a % divisor(b) }},
		},
	}
}

// divisor keeps a rule from dividing by nothing.
func divisor(b int64) int64 {
	if b == 0 {
		return 1
	}
	return b
}

func (r *ruleReader) level(at, depth int) term {
	all := levels()
	if at == len(all) {
		return r.single(depth)
	}
	left := r.level(at+1, depth)
	for r.err == nil {
		op := r.operator(all[at])
		if op == nil {
			break
		}
		a, b := left, r.level(at+1, depth)
		left = func(n int64) int64 { return op(a(n), b(n)) }
	}
	return left
}

func (r *ruleReader) operator(among []operator) func(a, b int64) int64 {
	for _, o := range among {
		if r.took(o.sign) {
			return o.of
		}
	}
	return nil
}

// single reads a number, n, a negation, or what stands in parentheses.
func (r *ruleReader) single(depth int) term {
	if depth > maxDepth {
		return r.fail("it is nested too deeply")
	}
	switch {
	case r.took("!"):
		of := r.single(depth + 1)
		return func(n int64) int64 { return truth(of(n) == 0) }
	case r.took("("):
		inner := r.choice(depth + 1)
		if !r.took(")") {
			return r.fail("a ) is missing")
		}
		return inner
	case r.took("n"):
		return func(n int64) int64 { return n }
	}
	end := 0
	for end < len(r.rest) && r.rest[end] >= '0' && r.rest[end] <= '9' {
		end++
	}
	number, err := strconv.ParseInt(r.rest[:end], 10, 32)
	if err != nil {
		return r.fail("a number is missing")
	}
	r.rest = r.rest[end:]
	return func(int64) int64 { return number }
}

package php

import (
	"strconv"
	"strings"
)

// format is sprintf. Unknown for formats that it doesn't know and for too few
// values.
func format(args []any) any {
	if len(args) == 0 {
		return Unknown{"sprintf()"}
	}
	pattern, ok := text(args[0])
	if !ok {
		return unknown(args[0])
	}
	values, next := args[1:], 0
	var b strings.Builder
	for {
		i := strings.IndexByte(pattern, '%')
		if i < 0 {
			b.WriteString(pattern)
			return b.String()
		}
		b.WriteString(pattern[:i])
		pattern = pattern[i+1:]
		if strings.HasPrefix(pattern, "%") {
			b.WriteByte('%')
			pattern = pattern[1:]
			continue
		}
		d, rest, ok := parseDirective(pattern)
		if !ok {
			return Unknown{"the format " + quote(pattern)}
		}
		pattern = rest
		at := d.arg - 1
		if d.arg == 0 {
			at = next
			next++
		}
		if at < 0 || at >= len(values) {
			return Unknown{"a format with too few values"}
		}
		s, ok := d.print(values[at])
		if !ok {
			return Unknown{"a value that can't be formatted"}
		}
		b.WriteString(s)
		if b.Len() > maxText {
			panic(halt{"its texts are too long"})
		}
	}
}

type directive struct {
	arg, width, precision int // precision is -1 for none
	left, plus            bool
	pad                   byte
	verb                  byte
}

func parseDirective(s string) (d directive, rest string, ok bool) {
	d.pad, d.precision = ' ', -1
	digits := func() int {
		n := 0
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		v, err := strconv.Atoi(s[:n])
		if err != nil {
			v = 0
		}
		return min(v, maxPadding)
	}
	if n := nonDigit(s); n > 0 && n < len(s) && s[n] == '$' {
		d.arg = digits()
		if d.arg == 0 {
			return d, "", false
		}
		s = s[n+1:]
	}
	for s != "" {
		switch {
		case s[0] == '-':
			d.left = true
		case s[0] == '+':
			d.plus = true
		case s[0] == '0' || s[0] == ' ':
			d.pad = s[0]
		case s[0] == '\'' && len(s) > 1:
			s = s[1:]
			d.pad = s[0]
		default:
			goto width
		}
		s = s[1:]
	}
width:
	d.width = digits()
	s = s[nonDigit(s):]
	if strings.HasPrefix(s, ".") {
		s = s[1:]
		d.precision = digits()
		s = s[nonDigit(s):]
	}
	if s == "" {
		return d, "", false
	}
	d.verb = s[0]
	return d, s[1:], true
}

func nonDigit(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

func (d directive) print(v any) (string, bool) {
	var s string
	switch d.verb {
	case 's':
		t, ok := text(v)
		if !ok {
			return "", false
		}
		if s = t; d.precision >= 0 && d.precision < len(s) {
			s = s[:d.precision]
		}
	case 'd', 'u', 'x', 'X', 'f', 'F':
		f, ok := numeric(v)
		if !ok {
			return "", false
		}
		switch {
		case d.verb|0x20 == 'f':
			precision := d.precision
			if precision < 0 {
				precision = 6
			}
			s = strconv.FormatFloat(f, 'f', min(precision, 50), 64)
		case d.verb == 'u' && f < 0:
			return "", false
		case d.verb == 'x':
			s = strconv.FormatInt(int64(f), 16)
		case d.verb == 'X':
			s = strings.ToUpper(strconv.FormatInt(int64(f), 16))
		default:
			s = strconv.FormatInt(int64(f), 10)
		}
		if d.plus && f >= 0 {
			s = "+" + s
		}
	default:
		return "", false
	}
	if gap := d.width - len(s); gap > 0 {
		fill := strings.Repeat(string(rune(d.pad)), gap)
		switch {
		case d.left:
			s += fill
		case d.pad == '0' && (strings.HasPrefix(s, "-") || strings.HasPrefix(s, "+")):
			s = s[:1] + fill + s[1:]
		default:
			s = fill + s
		}
	}
	return s, true
}

package php

import (
	"crypto/md5" // #nosec G501 -- themes name things by it, no secret
	"encoding/hex"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// texts makes a function of known texts.
func texts(f func(c *Call, s string) any) Function {
	return requireKnown(func(c *Call) any {
		s, ok := c.Text(0)
		if !ok {
			return unknown(c.Arg(0))
		}
		return f(c, s)
	})
}

// find is where a text stands in another one, false for nowhere.
func find(at func(s, part string) int, change func(string) string) Function {
	return texts(func(c *Call, s string) any {
		part, _ := c.Text(1)
		from, _ := c.Arg(2).(int64)
		if from < 0 {
			from += int64(len(s))
		}
		if from < 0 || from > int64(len(s)) {
			return false
		}
		if i := at(change(s[from:]), change(part)); i >= 0 {
			return int64(i) + from
		}
		return false
	})
}

func same(s string) string { return s }

func holds(f func(s, part string) bool) Function {
	return texts(func(c *Call, s string) any {
		part, _ := c.Text(1)
		return f(s, part)
	})
}

func textFunctions() map[string]Function {
	return map[string]Function{
		"strpos":          find(strings.Index, same),
		"stripos":         find(strings.Index, ascii(strings.ToLower)),
		"strrpos":         find(strings.LastIndex, same),
		"mb_strpos":       find(strings.Index, same),
		"str_contains":    holds(strings.Contains),
		"str_starts_with": holds(strings.HasPrefix),
		"str_ends_with":   holds(strings.HasSuffix),
		"substr":          texts(part),
		"substr_replace": texts(func(c *Call, s string) any {
			with, ok := c.Text(1)
			from, is := c.Arg(2).(int64)
			if !ok || !is {
				return Unknown{"substr_replace()"}
			}
			size := int64(len(s))
			if from < 0 {
				from += size
			}
			from = min(max(from, 0), size)
			to := size
			if n, given := c.Arg(3).(int64); given && n >= 0 {
				to = min(from+n, size)
			} else if given {
				to = max(size+n, from)
			}
			return s[:from] + with + s[to:]
		}),
		"mb_substr":        texts(part),
		"mb_strtolower":    texts(func(_ *Call, s string) any { return strings.ToLower(s) }),
		"mb_strtoupper":    texts(func(_ *Call, s string) any { return strings.ToUpper(s) }),
		"mb_strlen":        texts(func(_ *Call, s string) any { return int64(utf8.RuneCountInString(s)) }),
		"ucfirst":          texts(func(_ *Call, s string) any { return first1(s, unicode.ToUpper) }),
		"lcfirst":          texts(func(_ *Call, s string) any { return first1(s, unicode.ToLower) }),
		"ucwords":          texts(ucwords),
		"nl2br":            texts(func(_ *Call, s string) any { return strings.ReplaceAll(s, "\n", "<br />\n") }),
		"strrev":           texts(func(_ *Call, s string) any { return reversed(s) }),
		"md5":              texts(func(_ *Call, s string) any { sum := md5.Sum([]byte(s)); return hex.EncodeToString(sum[:]) }), // #nosec G401 -- as above
		"addslashes":       texts(func(_ *Call, s string) any { return strings.NewReplacer(`\`, `\\`, `'`, `\'`, `"`, `\"`).Replace(s) }),
		"wp_unslash":       texts(func(_ *Call, s string) any { return s }),
		"htmlspecialchars": texts(func(_ *Call, s string) any { return specials.Replace(s) }),
		"htmlentities":     texts(func(_ *Call, s string) any { return specials.Replace(s) }),
		"html_entity_decode": texts(func(_ *Call, s string) any {
			return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#039;", "'", "&amp;", "&").Replace(s)
		}),
		"str_repeat": texts(func(c *Call, s string) any {
			n, _ := c.Arg(1).(int64)
			if n < 0 || n*int64(len(s)) > maxText {
				panic(halt{"its texts are too long"})
			}
			return strings.Repeat(s, int(n))
		}),
		"str_pad": texts(func(c *Call, s string) any {
			n, _ := c.Arg(1).(int64)
			with := second2(c, 2, " ")
			left, _ := c.Arg(3).(int64)
			for len(s) < int(min(n, maxPadding)) && with != "" {
				if left == 0 && c.Arg(3) != nil {
					s = with + s
				} else {
					s += with
				}
			}
			return s
		}),
		"explode": requireKnown(func(c *Call) any {
			by, _ := c.Text(0)
			s, ok := c.Text(1)
			if !ok || by == "" {
				return Unknown{"explode()"}
			}
			n, limited := c.Arg(2).(int64)
			if !limited || n <= 0 {
				n = maxItems
			}
			return textsOf(strings.SplitN(s, by, int(min(n, maxItems))))
		}),
		"str_split": texts(func(c *Call, s string) any {
			n, ok := c.Arg(1).(int64)
			if !ok || n < 1 {
				n = 1
			}
			out := &Array{}
			for len(s) > 0 {
				k := min(int(n), len(s))
				out.add(s[:k])
				s = s[k:]
			}
			return out
		}),
		"strncmp": texts(func(c *Call, s string) any {
			n, _ := c.Arg(2).(int64)
			return int64(strings.Compare(beginning(s, n), beginning(second(c), n)))
		}),
		"strncasecmp": texts(func(c *Call, s string) any {
			n, _ := c.Arg(2).(int64)
			return int64(strings.Compare(strings.ToLower(beginning(s, n)), strings.ToLower(beginning(second(c), n))))
		}),
		"chr": requireKnown(func(c *Call) any {
			n, _ := numeric(c.Arg(0))
			return string([]byte{byte(int64(n))})
		}),
		"ord": texts(func(_ *Call, s string) any {
			if s == "" {
				return int64(0)
			}
			return int64(s[0])
		}),
		"strcmp": texts(func(c *Call, s string) any { return int64(strings.Compare(s, second(c))) }),
		"strcasecmp": texts(func(c *Call, s string) any {
			return int64(strings.Compare(strings.ToLower(s), strings.ToLower(second(c))))
		}),
		"strstr": texts(func(c *Call, s string) any {
			if i := strings.Index(s, second(c)); i >= 0 {
				if c.Arg(2) == true {
					return s[:i]
				}
				return s[i:]
			}
			return false
		}),
		"strtr": requireKnown(func(c *Call) any {
			s, _ := c.Text(0)
			a, ok := c.Arg(1).(*Array)
			if !ok {
				return Unknown{"strtr()"}
			}
			var pairs []string
			for k, v := range a.All {
				from, _ := text(k)
				to, _ := text(v)
				if from != "" {
					pairs = append(pairs, from, to)
				}
			}
			return strings.NewReplacer(pairs...).Replace(s)
		}),
		"substr_count": texts(func(c *Call, s string) any { return int64(strings.Count(s, second2(c, 1, "\x00"))) }),
		"preg_replace": requireKnown(func(c *Call) any {
			re := pattern(c.Arg(0))
			with, ok := c.Text(1)
			s, also := c.Text(2)
			if re == nil || !ok || !also {
				return Unknown{"preg_replace()"}
			}
			c.run.steps += len(s) / 16
			limit, ok := c.Arg(3).(int64)
			if !ok || limit < 0 {
				limit = 1 << 30
			}
			return replaced(re, s, int(limit), func(m []int) string { return string(re.ExpandString(nil, expansion(with), s, m)) })
		}),
		"preg_quote": texts(func(_ *Call, s string) any { return regexp.QuoteMeta(s) }),
		"preg_split": requireKnown(func(c *Call) any {
			re := pattern(c.Arg(0))
			s, ok := c.Text(1)
			if re == nil || !ok {
				return Unknown{"preg_split()"}
			}
			return textsOf(re.Split(s, maxItems))
		}),
	}

}

var specials = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#039;")

func second2(c *Call, i int, standard string) string {
	if len(c.Args) <= i {
		return standard
	}
	s, _ := c.Text(i)
	return s
}

func textsOf(all []string) *Array {
	out := &Array{}
	for _, s := range all {
		out.add(s)
	}
	return out
}

func first1(s string, change func(rune) rune) string {
	if s == "" || s[0] >= 0x80 {
		return s
	}
	return string(change(rune(s[0]))) + s[1:]
}

func ucwords(c *Call, s string) any {
	by := second2(c, 1, " \t\r\n\f\v")
	out, start := []byte(s), true
	for i, b := range out {
		if start && b < 0x80 {
			out[i] = byte(unicode.ToUpper(rune(b)))
		}
		start = strings.IndexByte(by, b) >= 0
	}
	return string(out)
}

func reversed(s string) string {
	b := []byte(s)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

func part(c *Call, s string) any {
	from, end := bounds(c, len(s), 1)
	return s[from:end]
}

// bounds are those of a part that is given by where it begins and how long it is.
func bounds(c *Call, n, arg int) (from, end int) {
	f, _ := c.Arg(arg).(int64)
	if f < 0 {
		f = max(f+int64(n), 0)
	}
	f = min(f, int64(n))
	e := int64(n)
	if l, ok := c.Arg(arg + 1).(int64); ok {
		if l < 0 {
			e = max(int64(n)+l, f)
		} else {
			e = min(f+l, int64(n))
		}
	}
	return int(f), int(e)
}

// pattern is a regular expression in the form of this program, nil for one that
// can't be written so.
func pattern(v any) *regexp.Regexp {
	s, ok := v.(string)
	if s = strings.TrimSpace(s); !ok || len(s) < 2 || len(s) > 1000 {
		return nil
	}
	closing := s[0]
	if i := strings.IndexByte("([{<", s[0]); i >= 0 {
		closing = ")]}>"[i]
	}
	end := strings.LastIndexByte(s, closing)
	if end < 1 {
		return nil
	}
	flags := ""
	for _, f := range s[end+1:] {
		switch f {
		case 'i', 's', 'm':
			flags += string(f)
		case 'U':
			flags += "U"
		case 'u':
		default:
			return nil
		}
	}
	body := s[1:end]
	if flags != "" {
		body = "(?" + flags + ")" + body
	}
	re, err := regexp.Compile(body)
	if err != nil {
		return nil
	}
	return re
}

var backReference = regexp.MustCompile(`\\(\d+)|\$\{?(\d+)\}?`)

// expansion is a replacement in the form of this program.
func expansion(s string) string {
	var b strings.Builder
	at := 0
	for _, m := range backReference.FindAllStringSubmatchIndex(s, -1) {
		b.WriteString(strings.ReplaceAll(s[at:m[0]], "$", "$$"))
		from, end := m[2], m[3]
		if from < 0 {
			from, end = m[4], m[5]
		}
		b.WriteString("${" + s[from:end] + "}")
		at = m[1]
	}
	b.WriteString(strings.ReplaceAll(s[at:], "$", "$$"))
	return b.String()
}

func replaced(re *regexp.Regexp, s string, limit int, with func(m []int) string) any {
	var b strings.Builder
	at := 0
	for _, m := range re.FindAllStringSubmatchIndex(s, -1) {
		if limit--; limit < 0 {
			break
		}
		b.WriteString(s[at:m[0]])
		b.WriteString(with(m))
		if at = m[1]; b.Len() > maxText {
			panic(halt{"its texts are too long"})
		}
	}
	b.WriteString(s[at:])
	return b.String()
}

// matched is preg_match and preg_match_all.
func matched(c *Call) (result, groups any) {
	re := pattern(c.Arg(0))
	s, ok := c.Text(1)
	if _, is := c.Arg(1).(Unknown); is || re == nil || !ok {
		u := Unknown{c.Name + "()"}
		return u, u
	}
	c.run.steps += len(s) / 16
	of := func(m []string) *Array {
		out := &Array{}
		for i, name := range re.SubexpNames() {
			if name != "" {
				out.set(name, m[i])
			}
			out.set(int64(i), m[i])
		}
		return out
	}
	if c.Name == "preg_match" {
		m := re.FindStringSubmatch(s)
		if m == nil {
			return int64(0), &Array{}
		}
		return int64(1), of(m)
	}
	all := re.FindAllStringSubmatch(s, maxItems)
	out := &Array{}
	for i := range re.NumSubexp() + 1 {
		column := &Array{}
		for _, m := range all {
			column.add(m[i])
		}
		out.set(int64(i), column)
	}
	return int64(len(all)), out
}

// beginning are the first bytes of a text.
func beginning(s string, n int64) string { return s[:min(max(n, 0), int64(len(s)))] }

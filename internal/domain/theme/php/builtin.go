package php

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// builtins are functions of the language itself that only make one value of
// others. All want known arguments.
var builtins struct {
	once sync.Once
	all  map[string]Function
}

func builtin(name string) Function {
	builtins.once.Do(func() {
		builtins.all = map[string]Function{}
		for _, one := range []map[string]Function{basic(), textFunctions(), arrayFunctions(), valueFunctions()} {
			maps.Copy(builtins.all, one)
		}
	})
	return builtins.all[name]
}

func basic() map[string]Function {
	return map[string]Function{
		"number_format": requireKnown(func(c *Call) any {
			f, _ := numeric(c.Arg(0))
			places, _ := c.Arg(1).(int64)
			return strconv.FormatFloat(f, 'f', int(min(max(places, 0), 20)), 64)
		}),

		"sprintf": requireKnown(func(c *Call) any { return format(c.Args) }),
		"vsprintf": requireKnown(func(c *Call) any {
			a, ok := c.Arg(1).(*Array)
			if !ok {
				return Unknown{"vsprintf()"}
			}
			return format(append([]any{c.Arg(0)}, a.list()...))
		}),
		"printf": requireKnown(func(c *Call) any {
			v := format(c.Args)
			if s, ok := v.(string); ok {
				c.Print(s)
				return int64(len(s))
			}
			return v
		}),
		"print": requireKnown(func(c *Call) any {
			s, ok := c.Text(0)
			if !ok {
				return unknown(c.Arg(0))
			}
			c.Print(s)
			return int64(1)
		}),
		"implode": requireKnown(join), "join": requireKnown(join),
		"count": requireKnown(func(c *Call) any {
			a, ok := c.Arg(0).(*Array)
			if !ok {
				return Unknown{"count()"}
			}
			return int64(a.Len())
		}),
		"in_array": requireKnown(func(c *Call) any {
			a, ok := c.Arg(1).(*Array)
			if !ok {
				return Unknown{"in_array()"}
			}
			strict, _ := truth(c.Arg(2))
			for _, v := range a.All {
				c.run.step()
				compare := equal
				if strict {
					compare = identical
				}
				same, ok := compare(c.Arg(0), v)
				if !ok {
					return Unknown{"in_array()"}
				}
				if same {
					return true
				}
			}
			return false
		}),
		"array_merge": requireKnown(func(c *Call) any {
			out := &Array{}
			for _, v := range c.Args {
				a, ok := v.(*Array)
				if !ok {
					return unknown(v)
				}
				for key, one := range a.All {
					c.run.step()
					if _, number := key.(int64); number {
						out.add(one)
					} else {
						out.set(key, one)
					}
				}
			}
			return out
		}),
		"array_keys":        requireKnown(func(c *Call) any { return c.items(func(k, _ any) any { return k }) }),
		"array_values":      requireKnown(func(c *Call) any { return c.items(func(_, v any) any { return v }) }),
		"trim":              requireKnown(trimmed(strings.Trim)),
		"ltrim":             requireKnown(trimmed(strings.TrimLeft)),
		"rtrim":             requireKnown(trimmed(strings.TrimRight)),
		"untrailingslashit": requireKnown(func(c *Call) any { return c.map1(func(s string) string { return strings.TrimRight(s, `/\`) }) }),
		"trailingslashit":   requireKnown(func(c *Call) any { return c.map1(func(s string) string { return strings.TrimRight(s, `/\`) + "/" }) }),
		"strtolower":        requireKnown(func(c *Call) any { return c.map1(ascii(strings.ToLower)) }),
		"strtoupper":        requireKnown(func(c *Call) any { return c.map1(ascii(strings.ToUpper)) }),
		"str_replace":       requireKnown(replace),
		"basename": requireKnown(func(c *Call) any {
			return c.map1(func(s string) string {
				s = strings.TrimRight(s, "/")
				return strings.TrimSuffix(s[strings.LastIndexByte(s, '/')+1:], second(c))
			})
		}),
		"dirname": requireKnown(func(c *Call) any {
			return c.map1(func(s string) string { return dir(strings.TrimPrefix(s, "/")) })
		}),
		"strlen": requireKnown(func(c *Call) any {
			s, ok := c.Text(0)
			if !ok {
				return unknown(c.Arg(0))
			}
			return int64(len(s))
		}),
	}

}

// requireKnown makes a function unknown as soon as one argument is.
func requireKnown(f Function) Function {
	return func(c *Call) any {
		if u := c.Unknown(); u != nil {
			return *u
		}
		return f(c)
	}
}

func (a *Array) list() []any {
	out := make([]any, 0, a.Len())
	for _, v := range a.All {
		out = append(out, v)
	}
	return out
}

func (c *Call) items(of func(k, v any) any) any {
	a, ok := c.Arg(0).(*Array)
	if !ok {
		return Unknown{c.Name + "()"}
	}
	out := &Array{}
	for k, v := range a.All {
		c.run.step()
		out.add(of(k, v))
	}
	return out
}

func (c *Call) map1(f func(string) string) any {
	s, ok := c.Text(0)
	if !ok {
		return unknown(c.Arg(0))
	}
	return f(s)
}

func second(c *Call) string {
	s, _ := c.Text(1)
	return s
}

// ascii applies a change of case to ASCII alone, as the language does.
func ascii(change func(string) string) func(string) string {
	return func(s string) string {
		return strings.Map(func(c rune) rune {
			if c < 0x80 {
				return rune(change(string(c))[0])
			}
			return c
		}, s)
	}
}

func trimmed(trim func(s, cut string) string) Function {
	return func(c *Call) any {
		cut := " \t\n\r\x00\v"
		if len(c.Args) > 1 {
			cut = second(c)
			if strings.Contains(cut, "..") {
				return Unknown{c.Name + "()"}
			}
		}
		return c.map1(func(s string) string { return trim(s, cut) })
	}
}

func join(c *Call) any {
	glue, list := c.Arg(0), c.Arg(1)
	if a, ok := glue.(*Array); ok {
		glue, list = list, a
	}
	a, ok := list.(*Array)
	between, also := text(glue)
	if !ok || !also {
		return Unknown{c.Name + "()"}
	}
	var b strings.Builder
	for i, v := range a.list() {
		s, ok := text(v)
		if !ok {
			return unknown(v)
		}
		if i > 0 {
			b.WriteString(between)
		}
		b.WriteString(s)
		if b.Len() > maxText {
			panic(halt{"its texts are too long"})
		}
	}
	return b.String()
}

func replace(c *Call) any {
	pair := func(v any) ([]string, bool) {
		if a, ok := v.(*Array); ok {
			var out []string
			for _, one := range a.list() {
				s, ok := text(one)
				if !ok {
					return nil, false
				}
				out = append(out, s)
			}
			return out, true
		}
		s, ok := text(v)
		return []string{s}, ok
	}
	from, ok := pair(c.Arg(0))
	to, also := pair(c.Arg(1))
	s, is := c.Text(2)
	if !ok || !also || !is {
		return Unknown{"str_replace()"}
	}
	_, each := c.Arg(1).(*Array)
	for i, f := range from {
		if f == "" {
			continue
		}
		with := ""
		switch {
		case !each:
			with = to[0]
		case i < len(to):
			with = to[i]
		}
		if n := strings.Count(s, f); len(s)+n*(len(with)-len(f)) > maxText {
			panic(halt{"its texts are too long"})
		}
		s = c.run.sized(strings.ReplaceAll(s, f, with))
	}
	return s
}

// DropUnknown takes what isn't known out of a value: members of arrays that aren't
// are dropped, as are those that lie too deep. The reasons are returned.
func DropUnknown(v any) (out any, why []string) {
	budget := maxItems
	return knownPart(v, 0, &budget)
}

func knownPart(v any, depth int, budget *int) (out any, why []string) {
	switch x := v.(type) {
	case Unknown:
		return nil, []string{x.Why}
	case *Array:
		clean := &Array{}
		for key, value := range x.All {
			if *budget--; *budget < 0 || depth > 8 {
				return clean, append(why, "an array is too large")
			}
			inner, reasons := knownPart(value, depth+1, budget)
			why = append(why, reasons...)
			if _, unknown := value.(Unknown); !unknown {
				clean.set(key, inner)
			}
		}
		return clean, slices.Compact(why)
	}
	return v, nil
}

package php

import (
	"math"
	"slices"
)

// arrays makes a function of a known array.
func arrays(f func(c *Call, a *Array) any) Function {
	return func(c *Call) any {
		a, ok := c.Arg(0).(*Array)
		if !ok {
			if c.Arg(0) == nil {
				return f(c, &Array{})
			}
			return unknown(c.Arg(0))
		}
		c.run.steps += a.Len()
		return f(c, a)
	}
}

// renumbered has new numbers as keys where there were numbers.
func renumbered(a *Array) *Array {
	out := &Array{}
	for k, v := range a.All {
		if _, named := k.(string); named {
			out.set(k, v)
		} else {
			out.add(v)
		}
	}
	return out
}

// chosen are the members of the first array that are, or aren't, in the others.
func chosen(byKey, within bool) Function {
	return requireKnown(arrays(func(c *Call, a *Array) any {
		out := &Array{}
		for k, v := range a.All {
			in := within
			for _, other := range c.Args[1:] {
				o, ok := other.(*Array)
				if !ok {
					return unknown(other)
				}
				c.run.steps += o.Len()
				c.run.step()
				has := false
				if byKey {
					_, has = o.Get(k)
				} else {
					s, _ := text(v)
					has = slices.ContainsFunc(o.list(), func(w any) bool { t, ok := text(w); return ok && t == s })
				}
				if within {
					in = in && has
				} else {
					in = in || has
				}
			}
			if in == within {
				out.set(k, v)
			}
		}
		return out
	}))
}

func arrayFunctions() map[string]Function {
	return map[string]Function{
		"array_key_exists": func(c *Call) any {
			a, ok := c.Arg(1).(*Array)
			if _, unknown := c.Arg(0).(Unknown); unknown || !ok {
				return Unknown{"array_key_exists()"}
			}
			_, has := a.Get(c.Arg(0))
			return has
		},
		"array_key_first": arrays(func(_ *Call, a *Array) any { return first(a.keys()) }),
		"array_key_last": arrays(func(_ *Call, a *Array) any {
			if a.Len() == 0 {
				return nil
			}
			return a.keys()[a.Len()-1]
		}),
		"array_unique": requireKnown(arrays(func(_ *Call, a *Array) any {
			out, seen := &Array{}, map[string]bool{}
			for k, v := range a.All {
				s, ok := text(v)
				if ok && seen[s] {
					continue
				}
				seen[s] = true
				out.set(k, v)
			}
			return out
		})),
		"array_slice": arrays(func(c *Call, a *Array) any {
			from, end := bounds(c, a.Len(), 1)
			keep, _ := truth(c.Arg(3))
			out := &Array{}
			for _, k := range a.keys()[from:end] {
				v, _ := a.Get(k)
				if _, named := k.(string); named || keep {
					out.set(k, v)
				} else {
					out.add(v)
				}
			}
			return out
		}),
		"array_search": func(c *Call) any {
			a, ok := c.Arg(1).(*Array)
			if !ok || c.Unknown() != nil {
				return Unknown{"array_search()"}
			}
			for k, v := range a.All {
				if same, ok := equal(c.Arg(0), v); same && ok {
					return k
				}
			}
			return false
		},
		"array_reverse": arrays(func(_ *Call, a *Array) any {
			keys := slices.Clone(a.keys())
			slices.Reverse(keys)
			out := &Array{}
			for _, k := range keys {
				v, _ := a.Get(k)
				if _, named := k.(string); named {
					out.set(k, v)
				} else {
					out.add(v)
				}
			}
			return out
		}),
		"array_flip": requireKnown(arrays(func(_ *Call, a *Array) any {
			out := &Array{}
			for k, v := range a.All {
				out.set(v, k)
			}
			return out
		})),
		"array_combine": requireKnown(arrays(func(c *Call, a *Array) any {
			with, ok := c.Arg(1).(*Array)
			if !ok || with.Len() != a.Len() {
				return Unknown{"array_combine()"}
			}
			out, values := &Array{}, with.list()
			for i, k := range a.list() {
				out.set(k, values[i])
			}
			return out
		})),
		"array_fill_keys": requireKnown(arrays(func(c *Call, a *Array) any {
			out := &Array{}
			for _, k := range a.list() {
				out.set(k, c.Arg(1))
			}
			return out
		})),
		"array_column":        requireKnown(arrays(columns)),
		"wp_list_pluck":       requireKnown(arrays(columns)),
		"array_diff":          chosen(false, false),
		"array_diff_key":      chosen(true, false),
		"array_intersect":     chosen(false, true),
		"array_intersect_key": chosen(true, true),
		"array_replace":       arrays(replacing),
		"array_merge_recursive": func(c *Call) any {
			out := &Array{}
			for _, v := range c.Args {
				a, ok := v.(*Array)
				if !ok {
					return unknown(v)
				}
				out = deeper(c, out, a, false)
			}
			return out
		},
		"array_replace_recursive": func(c *Call) any {
			out := &Array{}
			for _, v := range c.Args {
				a, ok := v.(*Array)
				if !ok {
					return unknown(v)
				}
				out = deeper(c, out, a, true)
			}
			return out
		},
		"array_sum": requireKnown(arrays(func(_ *Call, a *Array) any {
			sum := 0.0
			for _, v := range a.list() {
				f, _ := numeric(v)
				sum += f
			}
			return whole(sum, true)
		})),
		"range": requireKnown(func(c *Call) any {
			from, ok := numeric(c.Arg(0))
			to, also := numeric(c.Arg(1))
			by := 1.0
			if len(c.Args) > 2 {
				by, _ = numeric(c.Arg(2))
			}
			if by = math.Abs(by); !ok || !also || by == 0 || math.Abs(to-from)/by > maxItems {
				return Unknown{"range()"}
			}
			out := &Array{}
			if from > to {
				for x := from; x >= to; x -= by {
					out.add(whole(x, true))
				}
				return out
			}
			for x := from; x <= to; x += by {
				out.add(whole(x, true))
			}
			return out
		}),
		"array_is_list": arrays(func(_ *Call, a *Array) any {
			for i, k := range a.keys() {
				if k != int64(i) {
					return false
				}
			}
			return true
		}),
		"current": arrays(func(_ *Call, a *Array) any { return first(a.list()) }),
		"key":     arrays(func(_ *Call, a *Array) any { return first(a.keys()) }),
		"wp_parse_args": func(c *Call) any {
			a, ok := c.Arg(0).(*Array)
			if !ok && c.Arg(0) != nil && c.Arg(0) != "" {
				return unknown(c.Arg(0))
			}
			standard, _ := c.Arg(1).(*Array)
			return replacing(&Call{Args: []any{standard, a}, run: c.run}, standard)
		},
	}

}

func replacing(c *Call, _ *Array) any {
	out := &Array{}
	for _, v := range c.Args {
		a, ok := v.(*Array)
		if !ok && v != nil {
			return unknown(v)
		}
		c.run.steps += a.Len()
		for k, one := range a.All {
			out.set(k, one)
		}
	}
	return out
}

func columns(c *Call, a *Array) any {
	out := &Array{}
	member := func(v, key any) (any, bool) {
		switch x := v.(type) {
		case *Array:
			return x.Get(key)
		case *Object:
			name, _ := text(key)
			one, ok := x.props[name]
			return one, ok
		}
		return nil, false
	}
	for k, v := range a.All {
		one, ok := member(v, c.Arg(1))
		if !ok && c.Arg(1) != nil {
			continue
		}
		if c.Arg(1) == nil {
			one = v
		}
		if by, has := member(v, c.Arg(2)); has && c.Arg(2) != nil {
			out.set(by, one)
		} else if c.Name == "wp_list_pluck" {
			out.set(k, one)
		} else {
			out.add(one)
		}
	}
	return out
}

// deeper lays an array over another one, member by member.
func deeper(c *Call, a, over *Array, replace bool) *Array {
	out := a.clone()
	c.run.steps += a.Len() + over.Len()
	c.run.step()
	for k, v := range over.All {
		before, has := out.Get(k)
		_, named := k.(string)
		x, inner := before.(*Array)
		y, also := v.(*Array)
		switch {
		case has && inner && also && (named || replace):
			out.set(k, deeper(c, x, y, replace))
		case named || replace:
			if has && !replace {
				out.set(k, listOf([]any{before, v}))
				break
			}
			out.set(k, v)
		default:
			out.add(v)
		}
	}
	return out
}

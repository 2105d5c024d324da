package php

import (
	"slices"
	"strings"
)

// runner is a function that calls others or knows what is declared; they are found by
// a function so that they may call it.
func runner(name string) Function {
	switch name {
	case "define":
		return func(c *Call) any {
			if name, ok := c.Text(0); ok {
				c.run.defineConstant(name, c.Arg(1))
			}
			return true
		}
	case "constant":
		return func(c *Call) any {
			name, _ := c.Text(0)
			if class, of, ok := strings.Cut(name, "::"); ok {
				return c.run.staticMember(&static{class: &className{name: class}, name: of})
			}
			return c.run.expressions().constant(&constant{full: name, name: name})
		}
	case "call_user_func":
		return func(c *Call) any {
			if len(c.Args) > 0 {
				if v, ok := c.Invoke(c.Arg(0), c.Args[1:]...); ok {
					return v
				}
			}
			return Unknown{"call_user_func()"}
		}
	case "call_user_func_array":
		return func(c *Call) any {
			args, _ := c.Arg(1).(*Array)
			if v, ok := c.Invoke(c.Arg(0), args.list()...); ok {
				return v
			}
			return Unknown{"call_user_func_array()"}
		}
	case "is_callable":
		return func(c *Call) any { return c.run.callable(c.Arg(0)) != nil }
	case "method_exists":
		return func(c *Call) any {
			name, _ := c.Text(1)
			switch o := c.Arg(0).(type) {
			case *Object:
				return o.Methods[lower(name)] != nil || c.run.method(o.class, lower(name)) != nil
			case string:
				return c.run.method(c.run.class(o), lower(name)) != nil
			}
			return unknown(c.Arg(0))
		}
	case "is_a", "is_subclass_of":
		return func(c *Call) any {
			of, ok := c.Text(1)
			v := c.Arg(0)
			if s, is := v.(string); is {
				if k := c.run.class(s); k != nil {
					v = &Object{Class: k.name, class: k}
				}
			}
			if u, unknown := v.(Unknown); unknown || !ok {
				return Unknown{u.Why + " " + name + "()"}
			}
			yes, _ := c.run.is(v, strings.TrimPrefix(of, `\`))
			o, _ := v.(*Object)
			return yes && (name == "is_a" || o == nil || !strings.EqualFold(o.Class, of))
		}
	case "get_parent_class":
		return func(c *Call) any {
			of := c.run.frame.self
			switch v := c.Arg(0).(type) {
			case *Object:
				of = v.class
			case string:
				of = c.run.class(v)
			}
			if of == nil || of.parent == "" {
				return false
			}
			return of.parent
		}
	case "get_class":
		return func(c *Call) any {
			if o, ok := c.Arg(0).(*Object); ok {
				return o.Class
			}
			return unknown(c.Arg(0))
		}
	case "get_called_class":
		return func(c *Call) any {
			if c.run.frame.static != nil {
				return c.run.frame.static.name
			}
			return false
		}
	case "get_object_vars":
		return func(c *Call) any {
			if o, ok := c.Arg(0).(*Object); ok {
				return o.array()
			}
			return unknown(c.Arg(0))
		}
	case "property_exists":
		return func(c *Call) any {
			name, _ := c.Text(1)
			if o, ok := c.Arg(0).(*Object); ok {
				_, has := o.props[name]
				return has
			}
			return unknown(c.Arg(0))
		}
	case "spl_autoload_register":
		return func(c *Call) any {
			if len(c.Args) > 0 && len(c.run.loaders) < 50 {
				c.run.loaders = append(c.run.loaders, c.Arg(0))
			}
			return true
		}
	case "func_get_args":
		return func(c *Call) any { return listOf(c.run.frame.args) }
	case "func_num_args":
		return func(c *Call) any { return int64(len(c.run.frame.args)) }
	case "compact":
		return func(c *Call) any {
			out := &Array{}
			for _, a := range c.Args {
				names := []any{a}
				if list, ok := a.(*Array); ok {
					names = list.list()
				}
				for _, n := range names {
					if name, ok := n.(string); ok {
						if v, has := c.run.variable(name); has {
							out.set(name, v)
						}
					}
				}
			}
			return out
		}
	case "extract":
		return func(c *Call) any {
			a, ok := c.Arg(0).(*Array)
			if !ok {
				return unknown(c.Arg(0))
			}
			for k, v := range a.All {
				if name, ok := k.(string); ok {
					c.run.setVariable(name, v)
				}
			}
			return int64(a.Len())
		}
	case "array_map":
		return mapped
	case "array_filter":
		return filtered
	case "array_reduce":
		return func(c *Call) any {
			a, ok := c.Arg(0).(*Array)
			if !ok {
				return unknown(c.Arg(0))
			}
			out := c.Arg(2)
			for _, v := range a.All {
				if out, ok = c.Invoke(c.Arg(1), out, v); !ok {
					return Unknown{"array_reduce()"}
				}
			}
			return out
		}
	case "array_walk":
		return func(c *Call) any {
			a, ok := c.Arg(0).(*Array)
			if !ok {
				return unknown(c.Arg(0))
			}
			for k, v := range a.All {
				if _, ok := c.Invoke(c.Arg(1), v, k); !ok {
					return Unknown{"array_walk()"}
				}
			}
			return true
		}
	case "ob_start":
		return func(c *Call) any {
			if len(c.run.buffers) > maxCalls {
				panic(halt{"its texts nest too deeply"})
			}
			c.run.buffers = append(c.run.buffers, &strings.Builder{})
			return true
		}
	case "ob_get_clean", "ob_get_flush", "ob_end_clean", "ob_end_flush":
		return func(c *Call) any {
			n := len(c.run.buffers) - 1
			if n < 1 {
				return false
			}
			s := c.run.buffers[n].String()
			c.run.buffers = c.run.buffers[:n]
			if strings.HasSuffix(name, "flush") {
				c.run.print(s)
			}
			if strings.Contains(name, "get") {
				return s
			}
			return true
		}
	case "ob_get_contents":
		return func(c *Call) any { return c.run.buffers[len(c.run.buffers)-1].String() }
	}
	return nil
}

func mapped(c *Call) any {
	a, ok := c.Arg(1).(*Array)
	if !ok {
		return unknown(c.Arg(1))
	}
	out := &Array{}
	if len(c.Args) > 2 {
		other, ok := c.Arg(2).(*Array)
		if !ok {
			return unknown(c.Arg(2))
		}
		with := other.list()
		for i, v := range a.list() {
			c.run.step()
			var w any
			if i < len(with) {
				w = with[i]
			}
			one, ok := c.Invoke(c.Arg(0), v, w)
			if !ok {
				return Unknown{"array_map()"}
			}
			out.add(one)
		}
		return out
	}
	for k, v := range a.All {
		c.run.step()
		one, ok := c.Invoke(c.Arg(0), v)
		if !ok {
			return Unknown{"array_map()"}
		}
		out.set(k, one)
	}
	return out
}

func filtered(c *Call) any {
	a, ok := c.Arg(0).(*Array)
	if !ok {
		return unknown(c.Arg(0))
	}
	out := &Array{}
	for k, v := range a.All {
		c.run.step()
		keep := v
		if c.Arg(1) != nil {
			args := []any{v}
			switch mode, _ := c.Arg(2).(int64); mode {
			case 1:
				args = []any{v, k}
			case 2:
				args = []any{k}
			}
			if keep, ok = c.Invoke(c.Arg(1), args...); !ok {
				return Unknown{"array_filter()"}
			}
		}
		yes, known := truth(keep)
		if !known {
			return unknown(keep)
		}
		if yes {
			out.set(k, v)
		}
	}
	return out
}

// change is a function that changes one of its arguments.
type change struct {
	arg int
	f   func(c *Call) (result, changed any)
}

// changer finds one, nil for others.
func changer(name string) *change {
	switch name {
	case "array_push":
		return &change{0, changesList(func(c *Call, a *Array) (any, *Array) {
			out := a.clone()
			for _, v := range c.Args[1:] {
				out.add(v)
			}
			return int64(out.Len()), out
		})}
	case "array_unshift":
		return &change{0, changesList(func(c *Call, a *Array) (any, *Array) {
			out := listOf(c.Args[1:])
			for k, v := range a.All {
				if _, named := k.(string); named {
					out.set(k, v)
				} else {
					out.add(v)
				}
			}
			return int64(out.Len()), out
		})}
	case "array_pop", "array_shift":
		return &change{0, changesList(func(_ *Call, a *Array) (any, *Array) {
			if a.Len() == 0 {
				return nil, a
			}
			at := 0
			if name == "array_pop" {
				at = a.Len() - 1
			}
			key := a.keys()[at]
			v, _ := a.Get(key)
			out := a.clone()
			out.remove(key)
			if name == "array_shift" {
				out = renumbered(out)
			}
			return v, out
		})}
	case "array_splice":
		return &change{0, changesList(func(c *Call, a *Array) (any, *Array) {
			from, end := bounds(c, a.Len(), 1)
			list := a.list()
			with, _ := c.Arg(3).(*Array)
			if with == nil && c.Arg(3) != nil {
				with = listOf([]any{c.Arg(3)})
			}
			return listOf(list[from:end]), listOf(slices.Concat(list[:from], with.list(), list[end:]))
		})}
	case "sort":
		return &change{0, sorts(false, false, false, false)}
	case "rsort":
		return &change{0, sorts(false, false, true, false)}
	case "asort":
		return &change{0, sorts(false, true, false, false)}
	case "arsort":
		return &change{0, sorts(false, true, true, false)}
	case "ksort":
		return &change{0, sorts(true, true, false, false)}
	case "krsort":
		return &change{0, sorts(true, true, true, false)}
	case "usort":
		return &change{0, sorts(false, false, false, true)}
	case "uasort":
		return &change{0, sorts(false, true, false, true)}
	case "uksort":
		return &change{0, sorts(true, true, false, true)}
	case "end", "reset":
		return &change{0, changesList(func(_ *Call, a *Array) (any, *Array) {
			if a.Len() == 0 {
				return false, a
			}
			at := 0
			if name == "end" {
				at = a.Len() - 1
			}
			v, _ := a.Get(a.keys()[at])
			return v, a
		})}
	case "preg_match", "preg_match_all":
		return &change{2, matched}
	}
	return nil
}

func (r *run) changing(x *call, f *change) any {
	var args []any
	for i, a := range x.args {
		if i == f.arg {
			args = append(args, r.statements().quiet(a.value))
			continue
		}
		args = append(args, r.args([]argument{a})...)
	}
	r.step()
	if a, ok := first(args).(*Array); ok {
		r.steps += a.Len()
	}
	v, changed := f.f(r.newCall(x.name, args, x.at()))
	if f.arg < len(x.args) {
		r.set(x.args[f.arg].value, changed)
	}
	return v
}

func first(args []any) any {
	if len(args) > 0 {
		return args[0]
	}
	return nil
}

// list changes an array that is the first argument.
func changesList(f func(c *Call, a *Array) (any, *Array)) func(c *Call) (any, any) {
	return func(c *Call) (any, any) {
		a, ok := c.Arg(0).(*Array)
		if !ok {
			u := unknown(c.Arg(0))
			return u, u
		}
		v, out := f(c, a)
		return v, out
	}
}

func sorts(byKey, keep, down, own bool) func(c *Call) (any, any) {
	return changesList(func(c *Call, a *Array) (any, *Array) {
		keys := slices.Clone(a.keys())
		slices.SortStableFunc(keys, func(x, y any) int {
			c.run.step()
			v, w := x, y
			if !byKey {
				v, _ = a.Get(x)
				w, _ = a.Get(y)
			}
			var order any
			if own {
				order, _ = c.Invoke(c.Arg(1), v, w)
			} else {
				order = c.run.operate("<=>", v, w)
			}
			n, _ := numeric(order)
			if down {
				n = -n
			}
			switch {
			case n < 0:
				return -1
			case n > 0:
				return 1
			}
			return 0
		})
		out := &Array{}
		for _, k := range keys {
			v, _ := a.Get(k)
			if keep {
				out.set(k, v)
			} else {
				out.add(v)
			}
		}
		return true, out
	})
}

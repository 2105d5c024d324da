package php

import (
	"math"
	"path"
	"strings"
)

// lower is the name under which a function is looked up.
func lower(s string) string { return strings.ToLower(s[strings.LastIndexByte(s, '\\')+1:]) }

func (r *run) eval(n node) any {
	r.step()
	switch x := n.(type) {
	case *literal:
		return x.value
	case *template:
		return r.concat(x.parts)
	case *variable:
		v, ok := r.vars[x.name]
		if !ok {
			return Unknown{"$" + x.name}
		}
		return v
	case *index:
		return r.member(x)
	case *list:
		return r.list(x)
	case *call:
		return r.call(x)
	case *method:
		return r.method(x)
	case *constant:
		return r.constant(x)
	case *unary:
		return r.unary(x)
	case *binary:
		return r.binary(x)
	case *ternary:
		return r.ternary(x)
	case *assign:
		return r.assign(x)
	case *isset:
		return r.isset(x)
	case *include:
		v, how := r.include(x)
		if how == ended {
			panic(halt{"exit"})
		}
		return v
	case *exit:
		panic(halt{"exit"})
	case *closure:
		b := &Closure{f: x.f, home: r.file, vars: map[string]any{}}
		for _, name := range x.uses {
			b.vars[name] = r.vars[name]
		}
		r.steps += len(x.uses)
		return b
	case *opaque:
		return Unknown{x.what}
	}
	return Unknown{"an expression"}
}

func (r *run) concat(parts []node) any {
	var b strings.Builder
	for _, p := range parts {
		v := r.eval(p)
		s, ok := text(v)
		if !ok {
			return unknown(v)
		}
		if b.Len()+len(s) > maxText {
			panic(halt{"its texts are too long"})
		}
		b.WriteString(s)
	}
	return r.sized(b.String())
}

// unknown is what a value that can't be used stands for.
func unknown(v any) Unknown {
	if u, ok := v.(Unknown); ok {
		return u
	}
	if _, ok := v.(*Closure); ok {
		return Unknown{"a function"}
	}
	return Unknown{"an array as a text"}
}

func (r *run) member(x *index) any {
	base := r.eval(x.base)
	if x.key == nil {
		return Unknown{"[]"}
	}
	key := r.eval(x.key)
	if u, ok := key.(Unknown); ok {
		return u
	}
	if a, ok := base.(*Array); ok {
		if v, ok := a.Get(key); ok {
			return v
		}
		return nil
	}
	if u, ok := base.(Unknown); ok {
		return u
	}
	return Unknown{"a member of a value that is no array"}
}

func (r *run) list(x *list) any {
	a := &Array{}
	for _, it := range x.items {
		v := r.eval(it.value)
		switch {
		case it.spread:
			more, ok := v.(*Array)
			if !ok {
				return unknown(v)
			}
			for _, one := range more.All {
				r.step()
				a.add(one)
			}
		case it.key != nil:
			key := r.eval(it.key)
			switch key.(type) {
			case Unknown, *Array:
				return unknown(key)
			}
			a.set(key, v)
		default:
			a.add(v)
		}
	}
	return a
}

func (r *run) call(x *call) any {
	args := r.args(x.args)
	if f := r.host.Functions[x.name]; f != nil {
		return r.result(f(&Call{Name: x.name, Args: args, run: r, line: x.at()}))
	}
	if f := builtin[x.name]; f != nil {
		return r.result(f(&Call{Name: x.name, Args: args, run: r, line: x.at()}))
	}
	if f := r.functions[x.name]; f != nil {
		return r.invoke(f, nil, args)
	}
	return Unknown{x.name + "()"}
}

// args evaluates arguments. What functions do takes steps by their length.
func (r *run) args(nodes []node) []any {
	args := make([]any, len(nodes))
	for i, a := range nodes {
		args[i] = r.eval(a)
		if s, ok := args[i].(string); ok {
			r.steps += len(s) / 64
		}
	}
	r.step()
	return args
}

func (r *run) result(v any) any {
	if s, ok := v.(string); ok {
		return r.sized(s)
	}
	return v
}

func (r *run) method(x *method) any {
	f := r.host.Functions[x.path]
	if f == nil {
		if strings.HasSuffix(x.path, "::class") {
			return strings.TrimSuffix(x.path, "::class")
		}
		return Unknown{x.path}
	}
	args := r.args(x.args)
	return r.result(f(&Call{Name: x.path, Args: args, run: r, line: x.at()}))
}

func (r *run) constant(x *constant) any {
	switch strings.ToLower(x.name) {
	case "true":
		return true
	case "false":
		return false
	case "null":
		return nil
	case "__dir__":
		return dir(r.file.name)
	case "__file__":
		return "/" + r.file.name
	case "__namespace__":
		return "" // names are looked up by their last part
	case "php_eol":
		return "\n"
	case "ent_quotes":
		return int64(3)
	}
	if v, ok := r.host.Constants[x.name]; ok {
		return v
	}
	return Unknown{x.name}
}

// dir is the folder of a file of the theme, which itself is "/".
func dir(name string) string { return strings.TrimSuffix(path.Dir("/"+name), "/") }

func (r *run) unary(x *unary) any {
	if x.op == "empty" {
		v := r.quiet(x.x)
		yes, ok := truth(v)
		if !ok {
			return unknown(v)
		}
		return !yes
	}
	v := r.eval(x.x)
	if u, ok := v.(Unknown); ok {
		return u
	}
	switch x.op {
	case "!":
		yes, ok := truth(v)
		if !ok {
			return unknown(v)
		}
		return !yes
	case "bool":
		yes, _ := truth(v)
		return yes
	case "string":
		if s, ok := text(v); ok {
			return s
		}
		return unknown(v)
	}
	f, ok := numeric(v)
	if !ok {
		return Unknown{"a number"}
	}
	_, float := v.(float64)
	switch x.op {
	case "-":
		return whole(-f, !float)
	case "int":
		return whole(math.Trunc(f), true)
	case "float":
		return f
	}
	return whole(f, !float)
}

func (r *run) binary(x *binary) any {
	switch x.op {
	case "&&", "and", "||", "or":
		return r.logic(x)
	case "??":
		v := r.quiet(x.a)
		if v == nil {
			return r.eval(x.b)
		}
		return v
	case ".":
		return r.joined(x)
	}
	return r.operate(x.op, r.eval(x.a), r.eval(x.b))
}

// joined evaluates a chain of concatenations, which nests to the left, in one
// go.
func (r *run) joined(x *binary) any {
	var parts []node
	for {
		parts = append(parts, x.b)
		inner, ok := x.a.(*binary)
		if !ok || inner.op != "." {
			parts = append(parts, x.a)
			break
		}
		x = inner
	}
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return r.concat(parts)
}

// logic evaluates "and" and "or": one side may decide alone.
func (r *run) logic(x *binary) any {
	decides := x.op == "||" || x.op == "or"
	a := r.eval(x.a)
	yes, known := truth(a)
	if known && yes == decides {
		return decides
	}
	b := r.eval(x.b)
	other, also := truth(b)
	switch {
	case also && other == decides:
		return decides
	case known && also:
		return !decides
	case !known:
		return unknown(a)
	}
	return unknown(b)
}

func (r *run) operate(op string, a, b any) any {
	for _, v := range []any{a, b} {
		if u, ok := v.(Unknown); ok {
			return u
		}
	}
	for _, v := range []any{a, b} {
		if s, ok := v.(string); ok {
			r.steps += len(s) / 1024
		}
	}
	r.step()
	switch op {
	case ".":
		s, ok := text(a)
		t, also := text(b)
		if !ok || !also {
			return unknown(nil)
		}
		return r.sized(s + t)
	case "===", "!==":
		same, ok := identical(a, b)
		if !ok {
			return Unknown{"a comparison of arrays"}
		}
		return same == (op == "===")
	case "==", "!=", "<>":
		same, ok := equal(a, b)
		if !ok {
			return Unknown{"a comparison"}
		}
		return same == (op == "==")
	}
	x, ok := numeric(a)
	y, also := numeric(b)
	if !ok || !also {
		return Unknown{"an operation on what is no number"}
	}
	_, fa := a.(float64)
	_, fb := b.(float64)
	ints := !fa && !fb
	switch op {
	case "<":
		return x < y
	case "<=":
		return x <= y
	case ">":
		return x > y
	case ">=":
		return x >= y
	case "+":
		return whole(x+y, ints)
	case "-":
		return whole(x-y, ints)
	case "*":
		return whole(x*y, ints)
	case "/":
		if y != 0 {
			return whole(x/y, ints)
		}
	case "%":
		if i, j := int64(x), int64(y); j != 0 {
			return i % j
		}
	}
	return Unknown{"the operator " + quote(op)}
}

func identical(a, b any) (same, ok bool) {
	_, is := a.(*Array)
	_, also := b.(*Array)
	if is || also {
		return false, is != also
	}
	return a == b, true
}

// equal is loose equality.
func equal(a, b any) (same, ok bool) {
	_, sa := a.(string)
	_, sb := b.(string)
	if sa && sb {
		x, numA := numeric(a)
		y, numB := numeric(b)
		return a == b || numA && numB && x == y, true
	}
	switch {
	case a == nil || b == nil || isBool(a) || isBool(b):
		x, known := truth(a)
		y, also := truth(b)
		return x == y, known && also
	}
	x, numA := numeric(a)
	y, numB := numeric(b)
	if numA && numB {
		return x == y, true
	}
	s, ok := text(a)
	t, also := text(b)
	return s == t, ok && also
}

func isBool(v any) bool {
	_, ok := v.(bool)
	return ok
}

func (r *run) ternary(x *ternary) any {
	var v any
	if x.yes == nil {
		v = r.quiet(x.cond)
	} else {
		v = r.eval(x.cond)
	}
	yes, ok := truth(v)
	switch {
	case !ok:
		return unknown(v)
	case !yes:
		return r.eval(x.no)
	case x.yes == nil:
		return v
	}
	return r.eval(x.yes)
}

func (r *run) assign(x *assign) any {
	var v any
	switch x.op {
	case "":
		v = r.eval(x.value)
	case "??":
		if v = r.quiet(x.target); v == nil {
			v = r.eval(x.value)
		}
	default:
		v = r.operate(x.op, r.eval(x.target), r.eval(x.value))
	}
	r.set(x.target, v)
	return v
}

func (r *run) isset(x *isset) any {
	for _, e := range x.all {
		switch v := r.quiet(e).(type) {
		case nil:
			return false
		case Unknown:
			return v
		}
	}
	return true
}

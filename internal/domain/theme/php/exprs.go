package php

import (
	"cmp"
	"math"
	"path"
	"strconv"
	"strings"
)

// lower is the name under which a function or class is looked up.
func lower(s string) string { return strings.ToLower(strings.TrimPrefix(s, `\`)) }

func (r *run) eval(n node) any {
	r.step()
	switch x := n.(type) {
	case *literal:
		return x.value
	case *template:
		return r.expressions().concat(x.parts)
	case *variable:
		if x.name == "this" {
			if r.this != nil {
				return r.this
			}
			return Unknown{"$this"}
		}
		v, ok := r.variable(x.name)
		if !ok {
			return Unknown{"$" + x.name}
		}
		return v
	case *index:
		return r.expressions().index(x)
	case *list:
		return r.expressions().list(x)
	case *call:
		return r.call(x)
	case *callValue:
		return r.callValue(x)
	case *callable:
		return r.callableOf(x)
	case *member:
		return r.member(x)
	case *static:
		return r.staticMember(x)
	case *create:
		return r.expressions().create(x)
	case *clone:
		return r.expressions().clone(x)
	case *instanceOf:
		return r.expressions().instanceOf(x)
	case *className:
		return x.name
	case *match:
		return r.expressions().match(x)
	case *step:
		return r.expressions().count(x)
	case *throw:
		panic(thrown{r.eval(x.x)})
	case *constant:
		return r.expressions().constant(x)
	case *unary:
		return r.expressions().unary(x)
	case *binary:
		return r.expressions().binary(x)
	case *ternary:
		return r.expressions().ternary(x)
	case *assign:
		return r.expressions().assign(x)
	case *isset:
		return r.expressions().isset(x)
	case *include:
		v, how := r.include(x)
		if how == ended {
			panic(halt{exited})
		}
		return v
	case *exit:
		panic(halt{exited})
	case *closure:
		return r.closure(x)
	case *opaque:
		return Unknown{x.what}
	}
	return Unknown{"an expression"}
}

func (r expressions) concat(parts []node) any {
	var b strings.Builder
	for _, p := range parts {
		v := r.eval(p)
		s, ok := r.text(v)
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
	if o, ok := v.(*Object); ok {
		return Unknown{"an object " + o.Class}
	}
	return Unknown{"an array as a text"}
}

func (r expressions) index(x *index) any {
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
	switch b := base.(type) {
	case Unknown:
		return b
	case nil:
		return nil
	case string:
		if i, ok := key.(int64); ok {
			if i < 0 {
				i += int64(len(b))
			}
			if i >= 0 && i < int64(len(b)) {
				return b[i : i+1]
			}
			return ""
		}
	case *Object:
		if m := r.method(b.class, "offsetget"); m != nil {
			return r.invoke(m, &Closure{this: b, self: m.class, static: b.class}, []any{key})
		}
	}
	return Unknown{"a member of a value that is no array"}
}

func (r expressions) list(x *list) any {
	a := &Array{}
	for _, it := range x.items {
		if it.value == nil {
			continue
		}
		v := r.eval(it.value)
		switch {
		case it.spread:
			more, ok := v.(*Array)
			if !ok {
				return unknown(v)
			}
			for key, one := range more.All {
				r.step()
				if _, named := key.(string); named {
					a.set(key, one)
				} else {
					a.add(one)
				}
			}
		case it.key != nil:
			key := r.eval(it.key)
			switch key.(type) {
			case Unknown, *Array, *Object, *Closure:
				return unknown(key)
			}
			a.set(key, v)
		default:
			a.add(v)
		}
	}
	return a
}

func (r expressions) result(v any) any {
	if s, ok := v.(string); ok {
		return r.sized(s)
	}
	return v
}

func (r expressions) constant(x *constant) any {
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
	case "__class__":
		if r.self != nil {
			return r.self.name
		}
		return ""
	case "__function__", "__method__":
		if r.fn != nil {
			return r.fn.name
		}
		return ""
	case "__line__":
		return int64(x.at())
	}
	for _, name := range []string{x.full, x.name} {
		if v, ok := r.constants[name]; ok {
			return v
		}
		if v, ok := r.host.Constants[name]; ok {
			return v
		}
	}
	if v, ok := languageConstants[strings.ToUpper(x.name)]; ok {
		return v
	}
	return Unknown{x.name}
}

// dir is the folder of a file of the theme, which itself is "/".
func dir(name string) string { return strings.TrimSuffix(path.Dir("/"+name), "/") }

func (r expressions) unary(x *unary) any {
	if x.op == "empty" {
		v := r.statements().quiet(x.x)
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
		if s, ok := r.text(v); ok {
			return s
		}
		return unknown(v)
	case "array":
		switch x := v.(type) {
		case *Array:
			return x
		case nil:
			return &Array{}
		case *Object:
			if x.class != nil {
				return x.array()
			}
			return unknown(v)
		}
		return listOf([]any{v})
	case "object":
		if a, ok := v.(*Array); ok {
			return stdClass(a)
		}
		return v
	}
	f, ok := numeric(v)
	if s, is := v.(string); is && !ok {
		f, ok = leading(s), true
	}
	if !ok {
		return Unknown{"a number"}
	}
	_, float := v.(float64)
	switch x.op {
	case "-":
		return whole(-f, !float)
	case "~":
		return ^toInt(v)
	case "int":
		return whole(math.Trunc(f), true)
	case "float":
		return f
	}
	return whole(f, !float)
}

func (r expressions) binary(x *binary) any {
	switch x.op {
	case "&&", "and", "||", "or":
		return r.logic(x)
	case "??":
		v := r.statements().quiet(x.a)
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
func (r expressions) joined(x *binary) any {
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
func (r expressions) logic(x *binary) any {
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
		s, ok := r.text(a)
		t, also := r.text(b)
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
	if x, ok := a.(*Array); ok && op == "+" {
		return union(x, b)
	}
	if op == "xor" {
		x, known := truth(a)
		y, also := truth(b)
		if known && also {
			return x != y
		}
	}
	x, ok := numeric(a)
	y, also := numeric(b)
	if !ok || !also {
		if s, is := a.(string); is {
			if t, too := b.(string); too {
				return ordered(op, strings.Compare(s, t))
			}
		}
		if s, t, is := mixed(a, b, ok, also); is {
			switch op {
			case "<", "<=", ">", ">=", "<=>":
				return ordered(op, strings.Compare(s, t))
			}
		}
		return Unknown{"an operation on what is no number"}
	}
	_, fa := a.(float64)
	_, fb := b.(float64)
	ints := !fa && !fb
	switch op {
	case "<", "<=", ">", ">=", "<=>":
		return ordered(op, cmp.Compare(x, y))
	case "**":
		return whole(math.Pow(x, y), ints)
	case "&":
		return int64(x) & int64(y)
	case "|":
		return int64(x) | int64(y)
	case "^":
		return int64(x) ^ int64(y)
	case "<<":
		if y >= 0 && y < 63 {
			return int64(x) << int64(y)
		}
	case ">>":
		if y >= 0 && y < 63 {
			return int64(x) >> int64(y)
		}
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

// union has the members of an array, and those of another that it doesn't have.
func union(a *Array, b any) any {
	more, ok := b.(*Array)
	if !ok {
		return unknown(b)
	}
	out := a.clone()
	for key, v := range more.All {
		if _, has := out.Get(key); !has {
			out.set(key, v)
		}
	}
	return out
}

// leading is the number at the start of a text.
func leading(s string) float64 {
	s = strings.TrimSpace(s)
	n := 0
	for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == '.' || n == 0 && (s[n] == '-' || s[n] == '+')) {
		n++
	}
	f, _ := strconv.ParseFloat(s[:n], 64)
	return f
}

// instanceOf tells whether a value is of a class.
func (r expressions) instanceOf(x *instanceOf) any {
	_, name := r.classOf(x.class)
	v := r.eval(x.x)
	yes, ok := r.is(v, name)
	if !ok {
		return unknown(v)
	}
	return yes
}

func (r expressions) match(x *match) any {
	over := r.eval(x.over)
	for _, a := range x.arms {
		if len(a.conds) == 0 {
			return r.eval(a.value)
		}
		for _, c := range a.conds {
			v := r.eval(c)
			if u, ok := v.(Unknown); ok {
				return u
			}
			if u, ok := over.(Unknown); ok {
				return u
			}
			if same, ok := identical(over, v); same && ok {
				return r.eval(a.value)
			}
		}
	}
	return Unknown{"match"}
}

// count evaluates ++ and --.
func (r expressions) count(x *step) any {
	before := r.statements().quiet(x.target)
	if s, ok := before.(string); ok {
		if _, number := numeric(s); !number {
			return Unknown{"++"}
		}
	}
	after := r.operate("+", before, x.by)
	r.set(x.target, after)
	if x.before {
		return after
	}
	return before
}

// text is a value as a text; objects may say theirs.
func (r *run) text(v any) (string, bool) {
	if o, ok := v.(*Object); ok {
		if m := r.method(o.class, "__tostring"); m != nil {
			v = r.invoke(m, &Closure{this: o, self: m.class, static: o.class}, nil)
		}
	}
	return text(v)
}

func (r expressions) ternary(x *ternary) any {
	var v any
	if x.yes == nil {
		v = r.statements().quiet(x.cond)
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

func (r expressions) assign(x *assign) any {
	var v any
	switch x.op {
	case "":
		v = r.eval(x.value)
	case "??":
		if v = r.statements().quiet(x.target); v == nil {
			v = r.eval(x.value)
		}
	default:
		v = r.operate(x.op, r.eval(x.target), r.eval(x.value))
	}
	r.set(x.target, v)
	return v
}

func (r expressions) isset(x *isset) any {
	for _, e := range x.all {
		switch v := r.statements().quiet(e).(type) {
		case nil:
			return false
		case Unknown:
			return v
		}
	}
	return true
}

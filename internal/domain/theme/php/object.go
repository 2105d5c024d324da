package php

import (
	"maps"
	"slices"
	"strings"
)

// Object is an object: one of a class of the file, or one that a Host gives,
// which has methods.
type Object struct {
	// Class is the name of its class.
	Class string
	// Methods are what can be asked of it, by names in lower case. Members are
	// properties that can be read.
	Methods map[string]Function
	Members map[string]any

	class *class
	props map[string]any
	order []string
}

func (o *Object) set(name string, v any) {
	if o.props == nil {
		o.props = map[string]any{}
	}
	if _, ok := o.props[name]; !ok {
		if len(o.props) >= maxItems {
			panic(halt{"an object is too large"})
		}
		if !slices.Contains(o.order, name) {
			o.order = append(o.order, name)
		}
	}
	o.props[name] = v
}

// array has the properties of an object.
func (o *Object) array() *Array {
	out := &Array{}
	for _, name := range o.order {
		if v, ok := o.props[name]; ok {
			out.set(name, v)
		}
	}
	return out
}

// stdClass is an object without methods, of the members of an array.
func stdClass(a *Array) *Object {
	o := &Object{Class: "stdClass", class: &class{name: "stdClass"}}
	for k, v := range a.All {
		if name, ok := text(k); ok {
			o.set(name, v)
		}
	}
	return o
}

// offset assigns to a member of an object that is used like an array.
func (o *Object) offset(r *run, x *index, v any) {
	if m := r.method(o.class, "offsetset"); m != nil {
		var key any
		if x.key != nil {
			key = r.eval(x.key)
		}
		r.invoke(m, &Closure{this: o, self: m.class, static: o.class}, []any{key, v})
	}
}

// details are what is worked out of a class when it is first needed.
type details struct {
	home    *file
	parent  *class
	methods map[string]*function
	props   []param
	consts  map[string]any
	statics map[string]*cell
	busy    bool
}

func (r *run) declareClass(c *class) {
	name := lower(c.name)
	if r.classes[name] == nil {
		r.classes[name] = c
		r.details[c] = &details{home: r.file, consts: map[string]any{}}
		for _, m := range c.methods {
			r.homes[m] = r.file
		}
	}
}

// class finds a class by its whole name, nil for one that isn't there.
func (r *run) class(name string) *class {
	switch strings.ToLower(name) {
	case "self":
		return r.self
	case "static":
		return r.frame.static
	case "parent":
		if r.self == nil {
			return nil
		}
		return r.class(r.self.parent)
	case "":
		return nil
	}
	name = strings.TrimPrefix(name, `\`)
	if c := r.classes[lower(name)]; c != nil {
		return c
	}
	if r.calls < maxCalls {
		for _, loader := range r.loaders {
			r.step()
			if call := r.callable(loader); call != nil {
				call([]any{name})
			}
			if c := r.classes[lower(name)]; c != nil {
				return c
			}
		}
	}
	return nil
}

// detailsOf works out what a class has from its parent and its traits.
func (r *run) detailsOf(c *class) *details {
	d := r.details[c]
	if d == nil {
		return &details{}
	}
	if d.methods != nil || d.busy {
		return d
	}
	d.busy = true
	methods, statics := map[string]*function{}, map[string]*cell{}
	var props []param
	add := func(from *class, below bool) {
		x := r.detailsOf(from)
		for name, m := range x.methods {
			if !below {
				copied := *m
				copied.class = c
				r.homes[&copied] = x.home
				m = &copied
			}
			methods[name] = m
		}
		props = append(props, x.props...)
		for name, v := range x.statics {
			if !below {
				v = &cell{v.v}
			}
			statics[name] = v
		}
	}
	if p := r.class(c.parent); p != nil && p != c {
		d.parent = p
		add(p, true)
	}
	for _, name := range c.traits {
		if t := r.class(name); t != nil && t != c {
			add(t, false)
		} else {
			r.problem(c.at(), "there is no trait "+quote(name))
		}
	}
	maps.Copy(methods, c.methods)
	props = append(props, c.props...)
	d.methods, d.props, d.statics = methods, props, statics
	for _, name := range slices.Sorted(maps.Keys(c.statics)) {
		var v any
		if x := c.statics[name]; x != nil {
			v = r.within(c, x)
		}
		d.statics[name] = &cell{v}
	}
	d.busy = false
	return d
}

// within evaluates what a class says of itself.
func (r *run) within(c *class, n node) any {
	file, before := r.file, r.frame
	defer func() { r.file, r.frame = file, before }()
	r.frame = &frame{vars: map[string]any{}, self: c, static: c}
	if d := r.details[c]; d != nil {
		r.file = d.home
	}
	return r.eval(n)
}

func (r *run) method(c *class, name string) *function {
	if c == nil {
		return nil
	}
	return r.detailsOf(c).methods[name]
}

// is tells whether a value is of a class, and whether that is known.
func (r *run) is(v any, name string) (yes, ok bool) {
	o, is := v.(*Object)
	if !is {
		_, unknown := v.(Unknown)
		_, function := v.(*Closure)
		return function && strings.EqualFold(name, "closure"), !unknown
	}
	if strings.EqualFold(o.Class, name) {
		return true, true
	}
	for c, n := o.class, 0; c != nil && n < maxCalls; n++ {
		if strings.EqualFold(c.name, name) || slices.ContainsFunc(c.interfaces, func(i string) bool { return strings.EqualFold(i, name) }) || strings.EqualFold(c.parent, name) {
			return true, true
		}
		c = r.detailsOf(c).parent
	}
	return false, true
}

// classOf is the class that an expression names.
func (r *run) classOf(n node) (c *class, name string) {
	if x, ok := n.(*className); ok {
		c := r.class(x.name)
		if c != nil {
			return c, c.name
		}
		return nil, x.name
	}
	switch v := r.eval(n).(type) {
	case *Object:
		return v.class, v.Class
	case string:
		return r.class(v), strings.TrimPrefix(v, `\`)
	}
	return nil, ""
}

func (r expressions) create(x *create) any {
	c, name := r.classOf(x.class)
	if c == nil {
		args := r.args(x.args)
		if f := r.host.Functions["new "+lower(name)]; f != nil {
			return f(r.newCall("new "+name, args, x.at()))
		}
		if lower(name) == "stdclass" {
			return stdClass(nil)
		}
		if made, ok := r.mirror().reflection(name, args); ok {
			return made
		}
		switch lower(name[strings.LastIndexByte(name, '\\')+1:]) {
		case "exception", "runtimeexception", "invalidargumentexception", "error", "logicexception":
			return stdClass(nil)
		}
		return Unknown{"new " + name}
	}
	return r.instance(c, x.args)
}

func (r *run) instance(c *class, args []argument) any {
	d := r.detailsOf(c)
	o := &Object{Class: c.name, class: c}
	r.step()
	for _, p := range d.props {
		var v any
		if p.value != nil {
			v = r.within(c, p.value)
		}
		o.set(p.name, v)
	}
	if m := d.methods["__construct"]; m != nil {
		r.passing(m, &Closure{this: o, self: m.class, static: c}, args)
	}
	return o
}

func (r expressions) clone(x *clone) any {
	o, ok := r.eval(x.x).(*Object)
	if !ok || o.class == nil {
		return Unknown{"clone"}
	}
	r.steps += len(o.props)
	out := *o
	out.props, out.order = maps.Clone(o.props), slices.Clone(o.order)
	return &out
}

// member reads a property, or calls a method.
func (r *run) member(x *member) any {
	base := r.eval(x.base)
	name, ok := text(r.eval(x.name))
	if !ok {
		return Unknown{"a member"}
	}
	if base == nil && x.safe {
		return nil
	}
	if c, ok := base.(*Closure); ok && x.call && lower(name) == "call" {
		return Unknown{"a call"}
	} else if ok && x.call && lower(name) == "__invoke" {
		return r.called(c, r.args(x.args))
	}
	o, is := base.(*Object)
	if !is {
		if u, unknown := base.(Unknown); unknown {
			if x.call {
				return Unknown{u.Why + "->" + name + "()"}
			}
			return Unknown{u.Why + "->" + name}
		}
		return Unknown{"…->" + name}
	}
	if !x.call {
		if v, ok := o.props[name]; ok {
			return v
		}
		if v, ok := o.Members[name]; ok {
			return v
		}
		if m := r.method(o.class, "__get"); m != nil {
			return r.invoke(m, &Closure{this: o, self: m.class, static: o.class}, []any{name})
		}
		if o.class != nil {
			return nil
		}
		return Unknown{o.Class + "->" + name}
	}
	if f := o.Methods[lower(name)]; f != nil {
		return r.expressions().result(f(r.newCall(o.Class+"->"+name+"()", r.args(x.args), x.at())))
	}
	if m := r.method(o.class, lower(name)); m != nil {
		return r.passing(m, &Closure{this: o, self: m.class, static: o.class}, x.args)
	}
	if m := r.method(o.class, "__call"); m != nil {
		return r.invoke(m, &Closure{this: o, self: m.class, static: o.class}, []any{name, listOf(r.args(x.args))})
	}
	return Unknown{o.Class + "->" + name + "()"}
}

func listOf(args []any) *Array {
	a := &Array{}
	for _, v := range args {
		a.add(v)
	}
	return a
}

// staticCell is a property of a class.
func (r *run) staticCell(x *static) *cell {
	c, _ := r.classOf(x.class)
	if c == nil || !x.property {
		return nil
	}
	return r.detailsOf(c).statics[x.name]
}

func (r *run) staticMember(x *static) any {
	c, name := r.classOf(x.class)
	what := name + "::" + x.name
	switch {
	case x.call && x.property:
		return Unknown{what + "()"}
	case x.call:
		if m := r.method(c, lower(x.name)); m != nil {
			bound := &Closure{self: m.class, static: c}
			if on, ok := x.class.(*className); ok && (on.name == "parent" || on.name == "self" || on.name == "static") {
				bound.this, bound.static = r.this, r.frame.static
			}
			return r.passing(m, bound, x.args)
		}
		if m := r.method(c, "__callstatic"); m != nil {
			return r.invoke(m, &Closure{self: m.class, static: c}, []any{x.name, listOf(r.args(x.args))})
		}
		if f := r.host.Functions[lower(what)]; f != nil {
			return r.expressions().result(f(r.newCall(what+"()", r.args(x.args), x.at())))
		}
		if lower(what) == "parent::__construct" || c != nil && lower(x.name) == "__construct" {
			return nil
		}
		return Unknown{what + "()"}
	case x.property:
		if cell := r.staticCell(x); cell != nil {
			return cell.v
		}
		return Unknown{name + "::$" + x.name}
	case strings.EqualFold(x.name, "class"):
		return name
	case strings.EqualFold(what, "ReflectionMethod::IS_PUBLIC"):
		return int64(1)
	}
	for k, n := c, 0; k != nil && n < maxCalls; n++ {
		d := r.detailsOf(k)
		if v, ok := d.consts[x.name]; ok {
			return v
		}
		for _, from := range append([]string{""}, append(slices.Clone(k.interfaces), k.traits...)...) {
			owner := k
			if from != "" {
				owner = r.class(from)
			}
			if owner == nil || owner.consts[x.name] == nil {
				continue
			}
			d.consts[x.name] = Unknown{what} // while it is worked out
			d.consts[x.name] = r.within(owner, owner.consts[x.name])
			return d.consts[x.name]
		}
		k = d.parent
	}
	return Unknown{what}
}

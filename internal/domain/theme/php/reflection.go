package php

import "strings"

// reflection makes an object that tells of a class, a method or a function of the
// files; ok is false for other names. Containers of themes make their objects by it.
func (r mirror) reflection(name string, args []any) (made any, ok bool) {
	switch lower(strings.TrimPrefix(name, `\`)) {
	case "reflectionclass", "reflectionobject":
		switch of := first(args).(type) {
		case *Object:
			if of.class != nil {
				return r.reflectClass(of.class), true
			}
			return Unknown{"new " + name}, true
		case string:
			if c := r.class(of); c != nil {
				return r.reflectClass(c), true
			}
			panic(thrown{exception("ReflectionException")})
		}
		return Unknown{"new " + name}, true
	case "reflectionmethod":
		of, method := first(args), ""
		if len(args) > 1 {
			method, _ = text(args[1])
		} else if s, is := of.(string); is {
			class, rest, _ := strings.Cut(s, "::")
			of, method = class, rest
		}
		var c *class
		switch of := of.(type) {
		case *Object:
			c = of.class
		case string:
			c = r.class(of)
		}
		if m := r.method(c, lower(method)); m != nil {
			return r.reflectFunction("ReflectionMethod", m), true
		}
		panic(thrown{exception("ReflectionException")})
	case "reflectionfunction":
		switch of := first(args).(type) {
		case *Closure:
			if of.f != nil {
				return r.reflectFunction("ReflectionFunction", of.f), true
			}
		case string:
			if f := r.functions[lower(strings.TrimPrefix(of, `\`))]; f != nil {
				return r.reflectFunction("ReflectionFunction", f), true
			}
		}
		return Unknown{"new " + name}, true
	}
	return nil, false
}

// exception is an object of one of the language's own classes.
func exception(name string) *Object {
	return &Object{Class: name, class: &class{name: name, parent: "Exception"}}
}

func fixed(v any) Function { return func(*Call) any { return v } }

// reflectClass is what a class says of itself.
func (r mirror) reflectClass(c *class) *Object {
	d := r.detailsOf(c)
	short := c.name[strings.LastIndexByte(c.name, '\\')+1:]
	space := strings.TrimSuffix(strings.TrimSuffix(c.name, short), `\`)
	var constructor any
	if m := d.methods["__construct"]; m != nil {
		constructor = r.reflectFunction("ReflectionMethod", m)
	}
	instantiable := !c.bare && (d.methods["__construct"] == nil || !d.methods["__construct"].hidden)
	var parent any = false
	if d.parent != nil {
		parent = c.parent
	}
	made := func(args []any) any {
		if !instantiable {
			panic(thrown{exception("Error")})
		}
		return r.make(c, args)
	}
	is := func(call *Call) any {
		of, ok := call.Text(0)
		if !ok {
			return Unknown{"a class"}
		}
		yes, _ := r.is(&Object{Class: c.name, class: c}, strings.TrimPrefix(of, `\`))
		return yes && !strings.EqualFold(of, c.name)
	}
	return &Object{Class: "ReflectionClass", Members: map[string]any{"name": c.name}, Methods: map[string]Function{
		"getname": fixed(c.name), "getshortname": fixed(short), "getnamespacename": fixed(space), "innamespace": fixed(space != ""),
		"isinstantiable": fixed(instantiable), "isinterface": fixed(c.isInterface), "isabstract": fixed(c.bare), "isanonymous": fixed(false), "isfinal": fixed(false),
		"implementsinterface": is, "issubclassof": is, "getconstructor": fixed(constructor),
		"getdoccomment": fixed(docOf(c.doc)), "getattributes": fixed(&Array{}), "getinterfacenames": fixed(listOfTexts(c.interfaces)), "gettraitnames": fixed(listOfTexts(c.traits)),
		"hasmethod":   func(call *Call) any { name, _ := call.Text(0); return d.methods[lower(name)] != nil },
		"hasproperty": func(call *Call) any { name, _ := call.Text(0); return hasProperty(d, name) },
		"getmethod": func(call *Call) any {
			name, _ := call.Text(0)
			if m := d.methods[lower(name)]; m != nil {
				return r.reflectFunction("ReflectionMethod", m)
			}
			panic(thrown{exception("ReflectionException")})
		},
		"getmethods": func(call *Call) any {
			public := call.Arg(0) == int64(1)
			out := &Array{}
			for _, m := range r.methodsInOrder(c) {
				if r.step(); !public || !m.hidden {
					out.add(r.reflectFunction("ReflectionMethod", m))
				}
			}
			return out
		},
		"getparentclass": func(*Call) any {
			if d.parent == nil {
				return false
			}
			return r.reflectClass(d.parent)
		},
		"getparentclassname": fixed(parent),
		"newinstance":        func(call *Call) any { return made(call.Args) },
		"newinstanceargs": func(call *Call) any {
			given, _ := call.Arg(0).(*Array)
			return made(given.list())
		},
		"newinstancewithoutconstructor": func(*Call) any { return &Object{Class: c.name, class: c} },
		"getfilename": func(*Call) any {
			if d.home == nil {
				return false
			}
			return "/" + strings.TrimPrefix(d.home.name, "/")
		},
	}}
}

func hasProperty(d *details, name string) bool {
	for _, p := range d.props {
		if p.name == name {
			return true
		}
	}
	return d.statics[name] != nil
}

// methodsInOrder are the methods of a class and then those that it has from others.
func (r mirror) methodsInOrder(c *class) (out []*function) {
	d := r.detailsOf(c)
	seen := map[string]bool{}
	for at, n := c, 0; at != nil && n < maxCalls; n++ {
		order := at.order
		for _, name := range at.traits {
			if t := r.class(name); t != nil {
				order = append(order[:len(order):len(order)], t.order...)
			}
		}
		for _, name := range order {
			if m := d.methods[name]; m != nil && !seen[name] {
				seen[name] = true
				out = append(out, m)
			}
		}
		at = r.detailsOf(at).parent
	}
	return out
}

func docOf(doc string) any {
	if doc == "" {
		return false
	}
	return doc
}

func listOfTexts(list []string) *Array {
	out := &Array{}
	for _, s := range list {
		out.add(s)
	}
	return out
}

// reflectFunction is what a function or method says of itself.
func (r mirror) reflectFunction(kind string, f *function) *Object {
	name := f.name
	if f.of != "" {
		name = f.of
	}
	required := 0
	for i, p := range f.params {
		if p.value == nil && !p.rest {
			required = i + 1
		}
	}
	on := func(call *Call, args []any) any {
		c := &Closure{}
		if f.class != nil {
			c.self, c.static = f.class, f.class
			if o, ok := call.Arg(0).(*Object); ok {
				c.this, c.static = o, o.class
			}
		}
		return r.invoke(f, c, args)
	}
	o := &Object{Class: kind, Members: map[string]any{"name": name}, Methods: map[string]Function{
		"getname": fixed(name), "getshortname": fixed(name), "isconstructor": fixed(f.name == "__construct"), "isstatic": fixed(f.static), "ispublic": fixed(!f.hidden),
		"isprivate": fixed(f.hidden), "isprotected": fixed(f.hidden), "isabstract": fixed(f.abstract), "isdestructor": fixed(f.name == "__destruct"), "isuserdefined": fixed(true),
		"getdoccomment": fixed(docOf(f.doc)), "getattributes": fixed(&Array{}), "setaccessible": fixed(nil), "getnumberofparameters": fixed(int64(len(f.params))), "getnumberofrequiredparameters": fixed(int64(required)),
		"getparameters": func(*Call) any {
			out := &Array{}
			for i, p := range f.params {
				r.step()
				out.add(r.reflectParam(f, p, i))
			}
			return out
		},
		"invoke": func(call *Call) any {
			if kind == "ReflectionFunction" {
				return on(call, call.Args)
			}
			return on(call, call.Args[min(1, len(call.Args)):])
		},
		"invokeargs": func(call *Call) any {
			at := 1
			if kind == "ReflectionFunction" {
				at = 0
			}
			given, _ := call.Arg(at).(*Array)
			return on(call, given.list())
		},
	}}
	if f.class != nil {
		o.Members["class"] = f.class.name
		o.Methods["getdeclaringclass"] = func(*Call) any { return r.reflectClass(f.class) }
	}
	return o
}

func (r mirror) reflectParam(f *function, p param, at int) *Object {
	nullable := strings.HasPrefix(p.typ, "?") || strings.Contains("|"+strings.ToLower(p.typ)+"|", "|null|")
	plain := strings.TrimPrefix(p.typ, "?")
	if one, rest, ok := strings.Cut(plain, "|"); ok && strings.EqualFold(rest, "null") {
		plain = one
	}
	var typ any
	if plain != "" {
		typ = &Object{Class: "ReflectionNamedType", Members: map[string]any{}, Methods: map[string]Function{
			"getname": fixed(plain), "isbuiltin": fixed(isBuiltinType(plain)), "allowsnull": fixed(nullable), "__tostring": fixed(plain),
		}}
	}
	return &Object{Class: "ReflectionParameter", Members: map[string]any{"name": p.name}, Methods: map[string]Function{
		"getname": fixed(p.name), "gettype": fixed(typ), "hastype": fixed(typ != nil), "allowsnull": fixed(nullable || plain == ""), "getposition": fixed(int64(at)),
		"isoptional": fixed(p.value != nil || p.rest), "isvariadic": fixed(p.rest), "isdefaultvalueavailable": fixed(p.value != nil), "getattributes": fixed(&Array{}),
		"getdefaultvalue": func(*Call) any {
			if p.value == nil {
				return nil
			}
			if f.class != nil {
				return r.within(f.class, p.value)
			}
			return r.eval(p.value)
		},
		"getdeclaringclass": func(*Call) any {
			if f.class == nil {
				return nil
			}
			return r.reflectClass(f.class)
		},
		"getclass": func(*Call) any {
			if c := r.class(plain); c != nil {
				return r.reflectClass(c)
			}
			return nil
		},
	}}
}

// make makes an object of a class from values.
func (r mirror) make(c *class, args []any) any {
	given := make([]argument, len(args))
	for i, v := range args {
		given[i].value = &literal{value: v}
	}
	return r.instance(c, given)
}

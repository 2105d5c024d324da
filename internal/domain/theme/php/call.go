package php

import (
	"maps"
	"path"
	"strings"
)

func (r *run) newCall(name string, args []any, line int) *Call {
	return &Call{Name: name, Args: args, run: r, line: line}
}

// function finds what is called by a name: what the file declares, what the Host
// gives, what the language has.
func (r *run) function(full, name string) func(args []any, line int) any {
	own := func(f *function) func([]any, int) any {
		return func(args []any, _ int) any { return r.invoke(f, nil, args) }
	}
	given := func(f Function) func([]any, int) any {
		if r.pure && r.host.Effects[name] {
			return func([]any, int) any { return nil }
		}
		return func(args []any, line int) any { return r.expressions().result(f(r.newCall(name, args, line))) }
	}
	if f := r.functions[full]; f != nil && full != name {
		return own(f)
	}
	if f := r.host.Functions[name]; f != nil {
		return given(f)
	}
	if f := builtin(name); f != nil {
		return given(f)
	}
	if f := runner(name); f != nil {
		return given(f)
	}
	if f := r.functions[name]; f != nil {
		return own(f)
	}
	return nil
}

func (r *run) call(x *call) any {
	if f := changer(x.name); f != nil && r.functions[x.full] == nil {
		return r.changing(x, f)
	}
	if f := r.functions[x.full]; f != nil && (x.full != x.name || r.host.Functions[x.name] == nil && builtin(x.name) == nil && runner(x.name) == nil) {
		return r.passing(f, nil, x.args)
	}
	if f := r.function(x.full, x.name); f != nil {
		return f(r.args(x.args), x.at())
	}
	r.args(x.args)
	return Unknown{x.name + "()"}
}

func (r *run) callValue(x *callValue) any {
	v := r.eval(x.base)
	if c, ok := v.(*Closure); ok && c.f != nil {
		return r.passing(c.f, c, x.args)
	}
	args := r.args(x.args)
	if call := r.callable(v); call != nil {
		return call(args)
	}
	if u, ok := v.(Unknown); ok {
		return Unknown{u.Why + "()"}
	}
	return Unknown{"a call of a value"}
}

// callable is what a value stands for that can be called, nil for nothing.
func (r *run) callable(v any) func(args []any) any {
	switch x := v.(type) {
	case *Closure:
		return func(args []any) any { return r.called(x, args) }
	case *Object:
		if m := r.method(x.class, "__invoke"); m != nil {
			return func(args []any) any {
				return r.invoke(m, &Closure{this: x, self: m.class, static: x.class}, args)
			}
		}
	case string:
		if class, name, ok := strings.Cut(x, "::"); ok {
			return r.methodOf(class, name)
		}
		x = lower(x)
		if f := r.function(x, x[strings.LastIndexByte(x, '\\')+1:]); f != nil {
			return func(args []any) any { return f(args, r.line) }
		}
	case *Array:
		of, _ := x.Get(int64(0))
		name, ok := x.at(int64(1))
		if !ok || x.Len() != 2 {
			return nil
		}
		return r.methodOf(of, name)
	}
	return nil
}

// methodOf is a method of an object or class.
func (r *run) methodOf(of any, name string) func(args []any) any {
	name = lower(strings.TrimPrefix(name, "parent::"))
	switch o := of.(type) {
	case *Object:
		if f := o.Methods[name]; f != nil {
			return func(args []any) any {
				return r.expressions().result(f(r.newCall(o.Class+"->"+name+"()", args, r.line)))
			}
		}
		if m := r.method(o.class, name); m != nil {
			return func(args []any) any {
				return r.invoke(m, &Closure{this: o, self: m.class, static: o.class}, args)
			}
		}
	case string:
		if c := r.class(o); c != nil {
			if m := r.method(c, name); m != nil {
				return func(args []any) any { return r.invoke(m, &Closure{self: m.class, static: c}, args) }
			}
		}
		if f := r.host.Functions[lower(o)+"::"+name]; f != nil {
			return func(args []any) any { return r.expressions().result(f(r.newCall(o+"::"+name+"()", args, r.line))) }
		}
	}
	return nil
}

func (r *run) called(c *Closure, args []any) any {
	if c.native != nil {
		return c.native(args)
	}
	return r.invoke(c.f, c, args)
}

// args evaluates arguments. What functions do takes steps by their length.
func (r *run) args(all []argument) []any {
	args := make([]any, 0, len(all))
	for _, a := range all {
		v := r.eval(a.value)
		if a.spread {
			if more, ok := v.(*Array); ok {
				r.steps += more.Len()
				args = append(args, more.list()...)
				continue
			}
			v = unknown(v)
		}
		args = append(args, v)
		if s, ok := v.(string); ok {
			r.steps += len(s) / 64
		}
	}
	r.step()
	return args
}

// passing calls a function with arguments that may have names, or be changed by it.
func (r *run) passing(f *function, c *Closure, all []argument) any {
	args, named := make([]any, 0, len(all)), map[string]any{}
	var refs map[string]node
	for _, a := range all {
		if a.name != "" {
			named[a.name] = r.eval(a.value)
			continue
		}
		if i := len(args); !a.spread && i < len(f.params) && f.params[i].ref {
			if refs == nil {
				refs = map[string]node{}
			}
			refs[f.params[i].name] = a.value
			args = append(args, r.statements().quiet(a.value))
			continue
		}
		args = append(args, r.args([]argument{a})...)
	}
	if len(named) > 0 {
		for i, p := range f.params {
			v, ok := named[p.name]
			switch {
			case !ok && i >= len(args) && p.value != nil:
				v = r.eval(p.value)
			case !ok:
				continue
			}
			for len(args) <= i {
				args = append(args, nil)
			}
			args[i] = v
		}
	}
	v, vars := r.invoked(f, c, args)
	for name, target := range refs {
		out := vars[name]
		if c, ok := out.(*cell); ok {
			out = c.v
		}
		r.set(target, out)
	}
	return v
}

// invoke evaluates a function of the file, or one without a name.
func (r *run) invoke(f *function, c *Closure, args []any) any {
	v, _ := r.invoked(f, c, args)
	return v
}

func (r *run) invoked(f *function, c *Closure, args []any) (any, map[string]any) {
	if r.calls >= maxCalls {
		return Unknown{"calls within calls"}, nil
	}
	if f.yields {
		return Unknown{"yield"}, nil
	}
	before, file := r.frame, r.file
	r.frame = &frame{vars: map[string]any{}, fn: f, args: args}
	if home := r.homes[f]; home != nil {
		r.file = home
	}
	if c != nil {
		r.this, r.self, r.frame.static = c.this, c.self, c.static
		if c.home != nil {
			r.file = c.home
		}
		r.steps += len(c.vars)
		maps.Copy(r.vars, c.vars)
	}
	for i, p := range f.params {
		switch {
		case p.rest:
			r.vars[p.name] = listOf(args[min(i, len(args)):])
		case i < len(args):
			r.vars[p.name] = args[i]
		case p.value != nil:
			r.vars[p.name] = r.eval(p.value)
		default:
			r.vars[p.name] = Unknown{"$" + p.name}
		}
		if p.property && r.this != nil {
			r.this.set(p.name, r.vars[p.name])
		}
	}
	r.calls++
	v, how := r.block(f.body)
	r.calls--
	vars := r.vars
	r.frame, r.file = before, file
	if how == ended {
		panic(halt{exited})
	}
	return v, vars
}

func (r *run) closure(x *closure) any {
	b := &Closure{f: x.f, home: r.file, vars: map[string]any{}, this: r.this, self: r.self, static: r.frame.static}
	for _, u := range x.uses {
		if u.ref {
			b.vars[u.name] = shared(r.vars, u.name)
			continue
		}
		b.vars[u.name], _ = r.variable(u.name)
	}
	if x.arrow {
		for name := range r.vars {
			b.vars[name], _ = r.variable(name)
		}
	}
	r.steps += len(b.vars)
	return b
}

// callableOf is what "f(...)" stands for.
func (r *run) callableOf(x *callable) any {
	var made func([]any) any
	switch of := x.of.(type) {
	case *call:
		if f := r.function(of.full, of.name); f != nil {
			made = func(args []any) any { return f(args, x.at()) }
		}
	case *member:
		name, _ := text(r.eval(of.name))
		made = r.methodOf(r.eval(of.base), name)
	case *static:
		c, name := r.classOf(of.class)
		if c != nil {
			name = c.name
		}
		made = r.methodOf(name, of.name)
	}
	if made == nil {
		return Unknown{"a function"}
	}
	return &Closure{native: made}
}

// include evaluates another file of the theme in place.
func (r *run) include(x *include) (any, flow) {
	v := r.eval(x.path)
	name, ok := v.(string)
	if !ok {
		return Unknown{"a file whose name isn't known: " + unknown(v).Why}, goOn
	}
	if !strings.HasPrefix(name, "/") {
		// A name alone is looked for beside the file, then from the first folder on.
		sibling := path.Join(dir(r.file.name), name)
		if _, there := r.source(sibling); !there {
			root, _, _ := strings.Cut(r.file.name, "/")
			if sibling = path.Join("/", root, name); !strings.Contains(r.file.name, "/") {
				sibling = name
			}
		}
		name = sibling
	}
	return r.includeFile(path.Clean(name), x.once)
}

func (r *run) source(name string) (string, bool) {
	if r.host.Open == nil {
		return "", false
	}
	return r.host.Open(name)
}

func (r *run) includeFile(name string, once bool) (any, flow) {
	if once && r.included[name] {
		return true, goOn
	}
	if r.calls >= maxCalls {
		return Unknown{"the file " + quote(name)}, goOn
	}
	if strings.HasSuffix(name, "/vendor/autoload.php") && r.composer(strings.TrimSuffix(name, "autoload.php")+"composer/") {
		r.included[name] = true
		return true, goOn
	}
	source, ok := r.source(name)
	if !ok {
		return Unknown{"there is no file " + quote(name)}, goOn
	}
	r.included[name] = true
	r.sized(source)
	r.calls++
	v, how := r.runFile(strings.TrimPrefix(name, "/"), source)
	r.calls--
	if how == ended {
		return v, ended
	}
	return v, goOn
}

// composer loads classes as a folder of packages says.
func (r *run) composer(folder string) bool {
	table := func(name string) *Array {
		v, _ := r.includeFile(folder+name, false)
		a, _ := v.(*Array)
		return a
	}
	if _, ok := r.source(folder + "autoload_psr4.php"); !ok {
		return false
	}
	psr4, single, files := table("autoload_psr4.php"), table("autoload_classmap.php"), (*Array)(nil)
	if _, ok := r.source(folder + "autoload_files.php"); ok {
		files = table("autoload_files.php")
	}
	r.loaders = append(r.loaders, &Closure{native: func(args []any) any {
		name, _ := args[0].(string)
		if file, ok := single.Text(name); ok {
			return r.load(file)
		}
		for prefix, dirs := range psr4.All {
			before, _ := prefix.(string)
			rest, ok := strings.CutPrefix(name, before)
			if all, is := dirs.(*Array); ok && is && before != "" {
				for _, d := range all.list() {
					if folder, ok := d.(string); ok {
						r.load(path.Join(folder, strings.ReplaceAll(rest, `\`, "/")+".php"))
					}
				}
			}
		}
		return nil
	}})
	for _, f := range files.list() {
		if file, ok := f.(string); ok {
			r.load(file)
		}
	}
	return true
}

func (r *run) load(file string) any {
	if _, ok := r.source(path.Clean(file)); ok {
		r.includeFile(path.Clean(file), true)
	}
	return nil
}

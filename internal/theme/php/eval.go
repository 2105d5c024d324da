package php

import (
	"path"
	"strings"
)

// run is one evaluation.
type run struct {
	host      *Host
	file      *file
	functions map[string]*function
	homes     map[*function]*file
	vars      map[string]any
	out       strings.Builder
	problems  []Problem
	seen      map[Problem]bool
	steps     int
	made      int // bytes of strings
	calls     int
	line      int // of the statement
}

// halt ends an evaluation beyond its bounds.
type halt struct{ reason string }

// flow is how a statement leaves what it stands in.
type flow int

const (
	goOn   flow = iota
	left        // by return
	ended       // by exit
	broken      // by break
	again       // by continue
)

// Eval works out what a file says. It always gives a result: of what could not
// be worked out the problems tell.
func Eval(name, source string, host *Host) Result {
	r := &run{host: host, functions: map[string]*function{}, homes: map[*function]*file{}, vars: map[string]any{}, seen: map[Problem]bool{}}
	value := r.whole(name, source)
	return Result{Output: strings.ToValidUTF8(r.out.String(), "\uFFFD"), Value: value, Problems: r.problems}
}

func (r *run) whole(name, source string) (value any) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case halt:
			if r.file == nil {
				r.file = &file{name: name}
			}
			r.problem(max(r.line, 1), x.reason+"; the rest is left out")
		default:
			panic(x)
		}
	}()
	value, _ = r.runFile(name, source)
	if r.host.Finish != nil {
		main := r.file
		r.host.Finish(func(callback any) bool {
			r.file = main
			switch f := callback.(type) {
			case *Closure:
				r.invoke(f.f, f, nil)
				return true
			case string:
				if fn := r.functions[lower(f)]; fn != nil {
					r.invoke(fn, nil, nil)
					return true
				}
			}
			return false
		})
	}
	return value
}

// runFile evaluates a file among the variables there are.
func (r *run) runFile(name, source string) (any, flow) {
	f := parse(name, source)
	before := r.file
	r.file = f
	for _, p := range f.problems {
		r.problem(p.Line, p.Reason)
	}
	for _, fn := range f.hoisted {
		r.declare(fn)
	}
	value, how := r.block(f.body)
	if before != nil {
		r.file = before
	}
	return value, how
}

func (r *run) declare(f *function) {
	if r.functions[f.name] == nil {
		r.functions[f.name] = f
		r.homes[f] = r.file
	}
}

func (r *run) problem(line int, reason string) {
	p := Problem{r.file.name, line, reason}
	if !r.seen[p] && len(r.problems) < maxProblems {
		r.seen[p] = true
		r.problems = append(r.problems, p)
	}
}

func (r *run) step() {
	if r.steps++; r.steps > maxSteps {
		panic(halt{"it takes too many steps"})
	}
}

func (r *run) print(s string) {
	if r.out.Len()+len(s) > maxText {
		panic(halt{"it prints too much"})
	}
	r.out.WriteString(s)
}

// sized counts the bytes of a new string.
func (r *run) sized(s string) string {
	r.made += len(s)
	if len(s) > maxText || r.made > maxMade {
		panic(halt{"its texts are too long"})
	}
	return s
}

func (r *run) block(body []node) (any, flow) {
	for _, n := range body {
		if v, how := r.statement(n); how != goOn {
			return v, how
		}
	}
	return nil, goOn
}

// forget makes variables unknown.
func (r *run) forget(f *file, from, end int) {
	for _, name := range f.assigned[from:end] {
		r.vars[name] = Unknown{"$" + name}
	}
}

func (r *run) statement(n node) (any, flow) {
	r.step()
	r.line = n.at()
	switch x := n.(type) {
	case *html:
		r.print(x.text)
	case *echo:
		for _, e := range x.all {
			r.echo(e)
		}
	case *statement:
		return r.expression(x)
	case *block:
		return r.block(x.body)
	case *choice:
		return r.choose(x)
	case *loop:
		return r.loop(x)
	case *skipped:
		r.forget(r.file, x.from, x.end)
	case *function:
		r.declare(x)
	case *unset:
		for _, e := range x.all {
			r.unset(e)
		}
	case *jump:
		return nil, x.how
	case *returns:
		if x.x == nil {
			return nil, left
		}
		return r.eval(x.x), left
	}
	return nil, goOn
}

// expression evaluates a statement for its effect, and tells of those that
// have none here.
func (r *run) expression(s *statement) (any, flow) {
	if b, ok := s.x.(*binary); ok && (b.op == "||" || b.op == "or" || b.op == "&&" || b.op == "and") {
		// "defined(...) || exit;"
		yes, known := truth(r.eval(b.a))
		if known && yes == (b.op == "||" || b.op == "or") {
			return nil, goOn
		}
		if _, ends := b.b.(*exit); ends && !known {
			return nil, goOn // themes say so of being called by themselves
		}
		return r.expression(&statement{s.line, b.b})
	}
	switch x := s.x.(type) {
	case *exit:
		return nil, ended
	case *include:
		v, how := r.include(x)
		if u, ok := v.(Unknown); ok {
			r.problem(x.at(), "left out: "+u.Why)
		}
		return nil, how
	}
	v := r.eval(s.x)
	if u, ok := v.(Unknown); ok {
		if _, assigns := s.x.(*assign); !assigns {
			r.problem(s.at(), "left out: "+u.Why)
		}
	}
	return nil, goOn
}

func (r *run) echo(n node) {
	v := r.eval(n)
	if s, ok := text(v); ok {
		r.print(s)
		return
	}
	why := "an array"
	if u, ok := v.(Unknown); ok {
		why = u.Why
	}
	r.problem(n.at(), "nothing is printed for "+why)
}

func (r *run) choose(c *choice) (any, flow) {
	for i, b := range c.branches {
		if b.cond == nil {
			return r.block(b.body)
		}
		v := r.eval(b.cond)
		yes, ok := truth(v)
		if !ok {
			u, _ := v.(Unknown)
			r.problem(b.at(), "the condition can't be decided: "+u.Why)
			for _, rest := range c.branches[i:] {
				r.forget(r.file, rest.from, rest.end)
			}
			return nil, goOn
		}
		if yes {
			return r.block(b.body)
		}
	}
	return nil, goOn
}

func (r *run) loop(l *loop) (any, flow) {
	v := r.eval(l.over)
	over, ok := v.(*Array)
	if !ok {
		u, _ := v.(Unknown)
		r.problem(l.at(), "the loop isn't followed: "+u.Why)
		r.forget(r.file, l.from, l.end)
		return nil, goOn
	}
	r.steps += over.Len()
	for key, value := range over.clone().All {
		r.step()
		if l.key != nil {
			r.set(l.key, key)
		}
		r.set(l.value, value)
		v, how := r.block(l.body)
		if how == broken {
			break
		}
		if how == left || how == ended {
			return v, how
		}
	}
	return nil, goOn
}

func (r *run) unset(n node) {
	switch x := n.(type) {
	case *variable:
		delete(r.vars, x.name)
	case *index:
		base, ok := r.quiet(x.base).(*Array)
		if !ok || x.key == nil {
			return
		}
		r.steps += base.Len()
		base = base.clone()
		base.remove(r.eval(x.key))
		r.set(x.base, base)
	}
}

// set assigns to a variable or into an array.
func (r *run) set(target node, v any) {
	switch x := target.(type) {
	case *variable:
		r.vars[x.name] = v
	case *index:
		var base *Array
		switch b := r.quiet(x.base).(type) {
		case nil:
			base = &Array{}
		case *Array:
			base = b.clone()
		default:
			return // of what is unknown all members are
		}
		r.steps += base.Len()
		r.step()
		if x.key == nil {
			base.add(v)
		} else {
			key := r.eval(x.key)
			if u, ok := key.(Unknown); ok {
				r.set(x.base, u)
				return
			}
			base.set(key, v)
		}
		r.set(x.base, base)
	}
}

// quiet evaluates what may be missing.
func (r *run) quiet(n node) any {
	switch x := n.(type) {
	case *variable:
		return r.vars[x.name]
	case *index:
		if x.key == nil {
			return nil
		}
		switch base := r.quiet(x.base).(type) {
		case *Array:
			key := r.eval(x.key)
			if u, ok := key.(Unknown); ok {
				return u
			}
			v, _ := base.Get(key)
			return v
		case Unknown:
			return base
		}
		return nil
	}
	return r.eval(n)
}

// include evaluates another file of the theme in place.
func (r *run) include(x *include) (any, flow) {
	v := r.eval(x.path)
	name, ok := v.(string)
	if !ok {
		u, _ := v.(Unknown)
		return Unknown{"a file whose name isn't known: " + u.Why}, goOn
	}
	name = path.Clean(name)
	if r.host.Open == nil || r.calls >= maxCalls {
		return Unknown{"the file " + quote(name)}, goOn
	}
	source, ok := r.host.Open(name)
	if !ok {
		return Unknown{"there is no file " + quote(name)}, goOn
	}
	r.sized(source)
	r.calls++
	v, how := r.runFile(name, source)
	r.calls--
	if how == ended {
		return v, ended
	}
	return v, goOn
}

// invoke evaluates a function of the file, or one without a name.
func (r *run) invoke(f *function, c *Closure, args []any) any {
	if r.calls >= maxCalls {
		return Unknown{"calls within calls"}
	}
	vars, before := r.vars, r.file
	r.vars, r.file = map[string]any{}, r.homes[f]
	if c != nil {
		r.file = c.home
		r.steps += len(c.vars)
		for name, v := range c.vars {
			r.vars[name] = v
		}
	}
	for i, p := range f.params {
		switch {
		case i < len(args):
			r.vars[p.name] = args[i]
		case p.value != nil:
			r.vars[p.name] = r.eval(p.value)
		default:
			r.vars[p.name] = Unknown{"$" + p.name}
		}
	}
	r.calls++
	v, how := r.block(f.body)
	r.calls--
	r.vars, r.file = vars, before
	if how == ended {
		panic(halt{"exit"})
	}
	return v
}

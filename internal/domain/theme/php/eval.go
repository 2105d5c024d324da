package php

import (
	"strings"
)

// run is one evaluation.
type run struct {
	host      *Host
	file      *file
	functions map[string]*function
	homes     map[*function]*file
	classes   map[string]*class
	details   map[*class]*details
	constants map[string]any
	globals   map[string]any
	kept      map[*function]map[string]*cell // static variables
	included  map[string]bool
	loaders   []any // what is asked for classes
	*frame
	buffers  []*strings.Builder
	problems []Problem
	seen     map[Problem]bool
	steps    int
	made     int // bytes of strings
	calls    int
	levels   int      // of loops that a jump leaves
	limit    int      // of steps
	pure     bool     // what is changed is taken back
	undo     []func() // takes back what was changed
	line     int      // of the statement
}

// expressions are worked out in a run: what is joined, compared, made or changed.
type expressions struct{ *run }

// statements are carried out in a run: choices, loops, and what is caught.
type statements struct{ *run }

// mirror tells of classes and functions of a run.
type mirror struct{ *run }

func (r *run) expressions() expressions { return expressions{r} }
func (r *run) statements() statements   { return statements{r} }
func (r *run) mirror() mirror           { return mirror{r} }

// frame is what a function sees while it is evaluated.
type frame struct {
	vars         map[string]any
	this         *Object
	self, static *class
	fn           *function
	args         []any
}

// cell is a variable with more than one name.
type cell struct{ v any }

// halt ends an evaluation beyond its bounds.
type halt struct{ reason string }

// thrown is an exception on its way.
type thrown struct{ value any }

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
	r := &run{
		host: host, functions: map[string]*function{}, homes: map[*function]*file{}, classes: map[string]*class{}, details: map[*class]*details{},
		constants: map[string]any{}, globals: map[string]any{}, kept: map[*function]map[string]*cell{}, included: map[string]bool{},
		seen: map[Problem]bool{}, buffers: []*strings.Builder{{}}, limit: maxSteps,
	}
	r.frame = &frame{vars: r.globals}
	for name, v := range host.Globals {
		r.globals[name] = v
	}
	value := r.whole(name, source)
	var out strings.Builder
	for _, b := range r.buffers {
		out.WriteString(b.String())
	}
	return Result{Output: strings.ToValidUTF8(out.String(), "\uFFFD"), Value: value, Problems: r.problems}
}

func (r *run) whole(name, source string) (value any) {
	main := &file{name: name}
	r.file = main
	if !r.guarded(func() { value, _ = r.runFile(name, source) }) {
		return value
	}
	if r.host.Finish != nil {
		r.file = main
		r.guarded(func() { r.host.Finish(&Program{r, main}) })
	}
	return value
}

// guarded evaluates up to the bounds, an exit or an exception that nobody takes; false
// when the bounds are reached.
func (r *run) guarded(do func()) (more bool) {
	at := *r
	defer func() {
		switch x := recover().(type) {
		case nil:
			return
		case halt:
			r.problem(max(r.line, 1), x.reason+"; the rest is left out")
			more = x.reason == exited
		case thrown:
			r.problem(max(r.line, 1), "an exception; the rest is left out")
			more = true
		default:
			panic(x)
		}
		r.file, r.frame, r.calls, r.buffers = at.file, at.frame, at.calls, at.buffers
	}()
	do()
	return true
}

const exited = "exit"

// Program is what a file has declared, to call functions of it.
type Program struct {
	run  *run
	main *file
}

// Call calls what a value stands for. ok is false when it stands for nothing that can
// be called; output is what it printed.
func (p *Program) Call(callback any, args ...any) (value any, output string, ok bool) {
	r := p.run
	call := r.callable(callback)
	if call == nil {
		return nil, "", false
	}
	r.file = p.main
	depth := len(r.buffers)
	r.buffers = append(r.buffers, &strings.Builder{})
	value = Unknown{"a call that failed"}
	within := r.guarded(func() { value = call(args) })
	for _, b := range r.buffers[min(depth, len(r.buffers)):] {
		output += b.String()
	}
	r.buffers = r.buffers[:min(depth, len(r.buffers))]
	if !within {
		panic(halt{"it takes too much"})
	}
	return value, output, true
}

// Read works out what another file says, among what is declared, with steps and bytes of
// its own. output is what it printed.
func (p *Program) Read(name, source string) (output string, problems []Problem) {
	r := p.run
	r.steps, r.made, r.line = 0, 0, 0
	r.problems, r.seen = nil, map[Problem]bool{}
	at := &file{name: name}
	r.file, r.frame = at, &frame{vars: map[string]any{}}
	depth := len(r.buffers)
	r.buffers = append(r.buffers, &strings.Builder{})
	r.guarded(func() { r.runFile(name, source) })
	for _, b := range r.buffers[min(depth, len(r.buffers)):] {
		output += b.String()
	}
	r.buffers = r.buffers[:min(depth, len(r.buffers))]
	return strings.ToValidUTF8(output, "\uFFFD"), r.problems
}

// Filter calls what a value stands for within a number of steps, and takes back what it
// changes of variables, objects and constants that were there: a call never depends on
// one before. used tells how many steps it took; ok is false when it gives nothing that is
// known.
func (p *Program) Filter(callback any, steps int, args ...any) (value any, used int, ok bool) {
	r := p.run
	r.steps, r.made, r.line, r.calls = 0, 0, 0, 0
	r.problems, r.seen = nil, map[Problem]bool{}
	r.limit, r.pure, r.undo = min(steps, maxSteps), true, nil
	r.file, r.frame = p.main, &frame{vars: map[string]any{}}
	depth := len(r.buffers)
	r.buffers = append(r.buffers, &strings.Builder{})
	defer func() {
		for i := len(r.undo) - 1; i >= 0; i-- {
			r.undo[i]()
		}
		r.buffers = r.buffers[:min(depth, len(r.buffers))]
		r.limit, r.pure, r.undo, r.problems = maxSteps, false, nil, nil
	}()
	call := r.callable(callback)
	if call == nil {
		return nil, 0, false
	}
	within := r.guarded(func() { value, ok = call(args), true })
	if _, unknown := value.(Unknown); unknown || !within {
		ok = false
	}
	return value, r.steps, ok
}

// Show works out again what a file among what is declared says, as Filter calls what a value
// stands for.
func (p *Program) Show(name, source string, steps int) (output string, used int, ok bool) {
	print := &Closure{native: func([]any) any {
		p.run.file = &file{name: name}
		p.run.runFile(name, source)
		return p.run.buffers[len(p.run.buffers)-1].String()
	}}
	value, used, ok := p.Filter(print, steps)
	output, _ = value.(string)
	return strings.ToValidUTF8(output, "\uFFFD"), used, ok
}

// takeBack notes how a change is taken back, where it is.
func (r *run) takeBack(undo func()) {
	if r.pure {
		r.undo = append(r.undo, undo)
	}
}

// write changes a variable that has more than one name.
func (r *run) write(c *cell, v any) {
	before := c.v
	r.takeBack(func() { c.v = before })
	c.v = v
}

// writeMember changes a property of an object.
func (r *run) writeMember(o *Object, name string, v any) {
	before, had := o.props[name]
	order := len(o.order)
	r.takeBack(func() {
		if had {
			o.props[name] = before
			return
		}
		delete(o.props, name)
		o.order = o.order[:min(order, len(o.order))]
	})
	o.set(name, v)
}

func (r *run) defineConstant(name string, v any) {
	before, had := r.constants[name]
	r.takeBack(func() {
		if delete(r.constants, name); had {
			r.constants[name] = before
		}
	})
	r.constants[name] = v
}

// Print adds to the output.
func (p *Program) Print(s string) { p.run.print(s) }

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
	for _, c := range f.classes {
		r.declareClass(c)
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
	if r.steps++; r.steps > r.limit {
		panic(halt{"it takes too many steps"})
	}
}

func (r *run) print(s string) {
	b := r.buffers[len(r.buffers)-1]
	if b.Len()+len(s) > maxText {
		panic(halt{"it prints too much"})
	}
	r.sized(s)
	b.WriteString(s)
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

// variable is the value of a variable.
func (r *run) variable(name string) (any, bool) {
	v, ok := r.vars[name]
	if c, shared := v.(*cell); shared {
		return c.v, true
	}
	return v, ok
}

func (r *run) setVariable(name string, v any) {
	if c, shared := r.vars[name].(*cell); shared {
		r.write(c, v)
		return
	}
	r.vars[name] = v
}

// shared is a variable that may get more names.
func shared(vars map[string]any, name string) *cell {
	if c, ok := vars[name].(*cell); ok {
		return c
	}
	c := &cell{vars[name]}
	vars[name] = c
	return c
}

// forget makes variables unknown.
func (r *run) forget(f *file, from, end int) {
	for _, name := range f.assigned[from:end] {
		r.setVariable(name, Unknown{"$" + name})
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
		return r.statements().choose(x)
	case *loop:
		return r.statements().loop(x)
	case *repeat:
		return r.statements().repeat(x)
	case *cases:
		return r.statements().cases(x)
	case *try:
		return r.statements().try(x)
	case *skipped:
		r.forget(r.file, x.from, x.end)
	case *function:
		r.declare(x)
	case *class:
		r.declareClass(x)
	case *bind:
		r.bind(x)
	case *define:
		r.defineConstant(x.name, r.eval(x.value))
	case *unset:
		for _, e := range x.all {
			r.unset(e)
		}
	case *jump:
		r.levels = x.levels
		return nil, x.how
	case *returns:
		if x.x == nil {
			return nil, left
		}
		return r.eval(x.x), left
	}
	return nil, goOn
}

// bind makes variables those of the file, or such that are kept between calls.
func (r *run) bind(b *bind) {
	for _, one := range b.all {
		if b.global {
			r.vars[one.name] = shared(r.globals, one.name)
			continue
		}
		if r.kept[r.fn] == nil {
			r.kept[r.fn] = map[string]*cell{}
		}
		c := r.kept[r.fn][one.name]
		if c == nil {
			c = &cell{}
			if one.value != nil {
				c.v = r.eval(one.value)
			}
			r.kept[r.fn][one.name] = c
			kept := r.kept[r.fn]
			r.takeBack(func() { delete(kept, one.name) })
		}
		r.vars[one.name] = c
	}
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
		switch s.x.(type) {
		case *assign, *step:
		default:
			r.problem(s.at(), "left out: "+u.Why)
		}
	}
	return nil, goOn
}

func (r *run) echo(n node) {
	v := r.eval(n)
	if s, ok := r.text(v); ok {
		r.print(s)
		return
	}
	why := unknown(v).Why
	if _, ok := v.(*Array); ok {
		why = "an array"
	}
	r.problem(n.at(), "nothing is printed for "+why)
}

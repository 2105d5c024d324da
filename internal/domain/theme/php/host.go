package php

import "strings"

// Host is what a file finds around itself.
type Host struct {
	// Functions are those that may be called, by their names in lower case. Those
	// of classes are named with them, "class::method", and what makes an object
	// "new class".
	Functions map[string]Function
	Constants map[string]any
	// Effects are the functions that change what the host keeps: while a value is filtered
	// they do nothing.
	Effects map[string]bool
	// Globals are variables of the first file.
	Globals map[string]any
	// Open is the source of another file of the theme; it may be nil.
	Open func(path string) (source string, ok bool)
	// Finish is called at the end of the file; it may be nil. It may call functions
	// that the file declares.
	Finish func(p *Program)
}

// Function answers a call. It has no effect but on what it was made for.
type Function func(c *Call) any

// Call is the call of a function.
type Call struct {
	Name string
	// Args are the values given; functions that take none that are unknown
	// ask with Known.
	Args []any
	run  *run
	line int
}

// Arg is an argument, nil when it wasn't given.
func (c *Call) Arg(i int) any {
	if i < len(c.Args) {
		return c.Args[i]
	}
	return nil
}

// Text is an argument as text.
func (c *Call) Text(i int) (string, bool) { return c.run.text(c.Arg(i)) }

// Print adds to the output.
func (c *Call) Print(s string) { c.run.print(s) }

// Problem notes that the call isn't taken.
func (c *Call) Problem(reason string) { c.run.problem(c.line, reason) }

// Place is the file and line of the call.
func (c *Call) Place() (file string, line int) { return c.run.file.name, c.line }

// Declared tells whether there is a function, and whether the file may still
// declare it.
func (c *Call) Declared(name string) (yes, maybe bool) {
	name = lower(name)
	if c.run.functions[name] != nil || builtin(name) != nil || runner(name) != nil || changer(name) != nil {
		return true, true
	}
	return false, c.run.file.declares[name]
}

// Class tells whether there is a class of a name.
func (c *Call) Class(name string) bool { return c.run.class(name) != nil }

// Constant is what a constant holds that the files have defined.
func (c *Call) Constant(name string) (any, bool) {
	v, ok := c.run.constants[strings.TrimPrefix(name, `\`)]
	if !ok {
		v, ok = c.run.host.Constants[name]
	}
	return v, ok
}

// Global is a variable of the first file.
func (c *Call) Global(name string) any {
	if shared, ok := c.run.globals[name].(*cell); ok {
		return shared.v
	}
	return c.run.globals[name]
}

// Invoke calls what a value stands for; false when it is nothing that can be
// called.
func (c *Call) Invoke(callback any, args ...any) (any, bool) {
	call := c.run.callable(callback)
	if call == nil {
		return nil, false
	}
	return call(args), true
}

// Unknown is the first argument that isn't known, nil when all are.
func (c *Call) Unknown() *Unknown {
	for _, a := range c.Args {
		if u, ok := a.(Unknown); ok {
			return &u
		}
	}
	return nil
}

// Result is what a file says.
type Result struct {
	Output string
	// Value is what the file returns.
	Value    any
	Problems []Problem
}

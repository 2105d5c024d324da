package php

// Host is what a file finds around itself.
type Host struct {
	// Functions are those that may be called, by their names in lower case.
	// Methods are named with all that leads to them: "wp_get_theme()->get()".
	Functions map[string]Function
	Constants map[string]any
	// Open is the source of another file of the theme; it may be nil.
	Open func(path string) (source string, ok bool)
	// Finish is called at the end of the file; it may be nil. It may let
	// functions of the file be evaluated, which are named or given as a Closure.
	Finish func(invoke func(callback any) bool)
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
func (c *Call) Text(i int) (string, bool) { return text(c.Arg(i)) }

// Print adds to the output.
func (c *Call) Print(s string) { c.run.print(s) }

// Problem notes that the call isn't taken.
func (c *Call) Problem(reason string) { c.run.problem(c.line, reason) }

// Place is the file and line of the call.
func (c *Call) Place() (file string, line int) { return c.run.file.name, c.line }

// Declared tells whether the file has declared a function, and whether it may
// still do.
func (c *Call) Declared(name string) (yes, maybe bool) {
	name = lower(name)
	if c.run.functions[name] != nil {
		return true, true
	}
	return false, c.run.file.declares[name]
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

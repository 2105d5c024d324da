package php

// The nodes of statements and expressions. Each knows its line.
type (
	node interface{ at() int }
	line int

	literal struct {
		line
		value any
	}
	// template is a string with values in it.
	template struct {
		line
		parts []node
	}
	variable struct {
		line
		name string
	}
	index struct {
		line
		base, key node // key is nil for "[]"
	}
	list struct {
		line
		items []item
	}
	item struct {
		key, value node
		spread     bool
	}
	call struct {
		line
		name string
		args []node
	}
	// method is a call or a property of an object or class. Its path has the
	// names; a Host may know some of them.
	method struct {
		line
		path string
		args []node
		base node
	}
	constant struct {
		line
		name string
	}
	unary struct {
		line
		op string
		x  node
	}
	binary struct {
		line
		op   string
		a, b node
	}
	ternary struct {
		line
		cond, yes, no node // yes is nil for "?:"
	}
	assign struct {
		line
		target node
		op     string
		value  node
	}
	isset struct {
		line
		all []node
	}
	include struct {
		line
		path node
	}
	exit struct{ line }
	// closure is a function without a name. It sees copies of some variables.
	closure struct {
		line
		f    *function
		uses []string
	}
	// opaque is what isn't read.
	opaque struct {
		line
		what string
	}

	html struct {
		line
		text string
	}
	echo struct {
		line
		all []node
	}
	statement struct {
		line
		x node
	}
	branch struct {
		line
		cond      node // nil for else
		body      []node
		from, end int // what the branch assigns to, in file.assigned
	}
	choice struct {
		line
		branches []branch
	}
	loop struct {
		line
		over       node
		key, value node
		body       []node
		from, end  int
	}
	// skipped is a statement that isn't followed, with what it assigns to.
	skipped struct {
		line
		from, end int
	}
	function struct {
		line
		name   string
		params []param
		body   []node
	}
	param struct {
		name  string
		value node
	}
	returns struct {
		line
		x node
	}
	jump struct {
		line
		how flow
	}
	block struct {
		line
		body []node
	}
	unset struct {
		line
		all []node
	}
)

func (l line) at() int { return int(l) }

// file is a file as it was read.
type file struct {
	name     string
	body     []node
	assigned []string
	// declares are the functions that the file may declare.
	declares map[string]bool
	// hoisted are those that it declares whatever happens.
	hoisted  []*function
	problems []Problem
}

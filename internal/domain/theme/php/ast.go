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
		ref        bool
	}
	// call is a call of a function by its name. Behind a namespace both names
	// count: that inside of it, and the plain one.
	call struct {
		line
		full, name string
		args       []argument
	}
	argument struct {
		value  node
		name   string
		spread bool
	}
	// callValue is a call of what a value stands for.
	callValue struct {
		line
		base node
		args []argument
	}
	// member is a property of an object, or with a call a method.
	member struct {
		line
		base node
		name node // a literal, or what the name is worked out from
		safe bool // nothing is asked of null
		call bool
		args []argument
	}
	// static is a member of a class: a constant, a property, or with a call a
	// method.
	static struct {
		line
		class    node // a className, or what gives an object
		name     string
		property bool
		call     bool
		args     []argument
	}
	className struct {
		line
		name string // whole, without the first backslash
	}
	create struct {
		line
		class node
		args  []argument
	}
	// callable names what a call would call: "f(...)".
	callable struct {
		line
		of node
	}
	instanceOf struct {
		line
		x, class node
	}
	clone struct {
		line
		x node
	}
	throw struct {
		line
		x node
	}
	// step is ++ or --.
	step struct {
		line
		target node
		by     int64
		before bool
	}
	match struct {
		line
		over node
		arms []arm
	}
	arm struct {
		conds []node // none for default
		value node
	}
	constant struct {
		line
		full, name string
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
		once bool
	}
	exit struct{ line }
	// closure is a function without a name. It sees copies of some variables.
	closure struct {
		line
		f    *function
		uses []use
		// arrow functions see copies of all variables.
		arrow bool
	}
	use struct {
		name string
		ref  bool
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
		ref        bool // the value stands for the item itself
		body       []node
		from, end  int
	}
	// repeat is a loop over a condition.
	repeat struct {
		line
		first, cond, next []node
		after             bool // the condition is asked behind the body
		body              []node
		from, end         int
	}
	// cases is a switch.
	cases struct {
		line
		over      node
		all       []caseOf
		from, end int
	}
	caseOf struct {
		cond node // nil for default
		body []node
	}
	try struct {
		line
		body      []node
		catches   []catch
		finally   []node
		from, end int
	}
	catch struct {
		classes []string
		name    string
		body    []node
	}
	// bind makes variables those of the file, or keeps them between calls.
	bind struct {
		line
		global bool
		all    []param
	}
	define struct {
		line
		name  string
		value node
	}
	// skipped is a statement that isn't followed, with what it assigns to.
	skipped struct {
		line
		from, end int
	}
	function struct {
		line
		name   string // whole
		params []param
		body   []node
		static bool
		class  *class
		// yields tells that it gives its values one by one, which isn't followed.
		yields bool
		// doc is the comment above it; hidden and abstract what a class says of it.
		doc              string
		hidden, abstract bool
		// of is the name as it is written.
		of string
	}
	param struct {
		name     string
		typ      string // with whole names of classes, "" for none
		value    node
		ref      bool
		rest     bool // takes all that follow
		property bool // of the object that is made
	}
	class struct {
		line
		name       string // whole
		parent     string
		interfaces []string
		traits     []string
		consts     map[string]node
		statics    map[string]node
		props      []param
		methods    map[string]*function
		order      []string // of the methods
		doc        string
		// bare tells of an interface, a trait or an abstract class, of which nothing is made.
		bare, isInterface bool
	}
	returns struct {
		line
		x node
	}
	jump struct {
		line
		how    flow
		levels int
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
	// space is the namespace at its end.
	space string
	// declares are the functions that the file may declare.
	declares map[string]bool
	// hoisted are those that it declares whatever happens.
	hoisted  []*function
	classes  []*class
	problems []Problem
}

package wire

import "slices"

// Object is a JSON object that keeps the order of its members. The zero value
// is an empty object. An Object isn't safe for concurrent writes.
type Object struct {
	// Loose makes an empty object print as [], as the reference prints maps
	// that hold nothing.
	Loose bool
	// Solid objects are kept as a whole when _fields asks for a part of them.
	Solid bool

	members []Member
	index   map[string]int // only for objects of more than indexFrom members
}

// Member is one key of an Object with its value.
type Member struct {
	Key   string
	Value any
	// Symbol marks a declared name, which a dialect may print otherwise.
	Symbol bool
}

// indexFrom is the size from which looking up by hash beats walking the list.
const indexFrom = 48

// NewObject makes an object from alternating keys and values. It panics on an
// odd number of arguments or a key that is no string: both are programming
// errors.
func NewObject(pairs ...any) *Object {
	if len(pairs)%2 != 0 {
		panic("wire.NewObject: a key without a value")
	}
	o := &Object{members: make([]Member, 0, len(pairs)/2)}
	for i := 0; i < len(pairs); i += 2 {
		o.Set(pairs[i].(string), pairs[i+1])
	}
	return o
}

// Map makes an object like NewObject that prints as [] when it is empty.
func Map(pairs ...any) *Object {
	o := NewObject(pairs...)
	o.Loose = true
	return o
}

// Len is the number of members; 0 for a nil object.
func (o *Object) Len() int {
	if o == nil {
		return 0
	}
	return len(o.members)
}

// Members are the members in order. The slice belongs to the object.
func (o *Object) Members() []Member {
	if o == nil {
		return nil
	}
	return o.members
}

// Keys are the keys in order.
func (o *Object) Keys() []string {
	keys := make([]string, 0, o.Len())
	for _, m := range o.Members() {
		keys = append(keys, m.Key)
	}
	return keys
}

func (o *Object) find(key string) int {
	if o == nil {
		return -1
	}
	if o.index != nil {
		if i, ok := o.index[key]; ok {
			return i
		}
		return -1
	}
	for i := range o.members {
		if o.members[i].Key == key {
			return i
		}
	}
	return -1
}

// Get is the value at a path of keys, nil when there is none.
func (o *Object) Get(path ...string) any {
	v, _ := o.Lookup(path...)
	return v
}

// Lookup is the value at a path of keys and whether there is one. Without a key it
// is the object itself.
func (o *Object) Lookup(path ...string) (any, bool) {
	for i, key := range path {
		at := o.find(key)
		if at < 0 {
			return nil, false
		}
		v := o.members[at].Value
		if i == len(path)-1 {
			return v, true
		}
		if o, _ = v.(*Object); o == nil {
			return nil, false
		}
	}
	return o, o != nil
}

// Has tells whether the object has the key, whatever its value.
func (o *Object) Has(key string) bool { return o.find(key) >= 0 }

// Object is the value at a path of keys when that is an object, else nil. A nil
// Object may be asked too, so that deep look-ups chain.
func (o *Object) Object(path ...string) *Object {
	v, _ := o.Get(path...).(*Object)
	return v
}

// Text is the value at a path of keys when that is a string, else "".
func (o *Object) Text(path ...string) string {
	v, _ := o.Get(path...).(string)
	return v
}

// List is the value at a path of keys when that is a list, else nil.
func (o *Object) List(path ...string) []any {
	v, _ := o.Get(path...).([]any)
	return v
}

// Set gives a key a value, in place when it exists and at the end when not.
func (o *Object) Set(key string, value any) { o.put(Member{Key: key, Value: value}) }

// SetSymbol is Set for a declared name.
func (o *Object) SetSymbol(key string, value any) {
	o.put(Member{Key: key, Value: value, Symbol: true})
}

func (o *Object) put(m Member) {
	if i := o.find(m.Key); i >= 0 {
		o.members[i] = m
		return
	}
	o.members = append(o.members, m)
	switch {
	case o.index != nil:
		o.index[m.Key] = len(o.members) - 1
	case len(o.members) > indexFrom:
		o.reindex()
	}
}

func (o *Object) reindex() {
	o.index = nil
	if len(o.members) <= indexFrom {
		return
	}
	o.index = make(map[string]int, 2*len(o.members))
	for i := range o.members {
		o.index[o.members[i].Key] = i
	}
}

// Grow makes room for n further members.
func (o *Object) Grow(n int) {
	if cap(o.members)-len(o.members) < n {
		members := make([]Member, len(o.members), len(o.members)+n)
		copy(members, o.members)
		o.members = members
	}
}

// Add appends a member whose key the object is known not to have, as those of
// a declaration are. It costs no look-up.
func (o *Object) Add(m Member) {
	o.members = append(o.members, m)
	if o.index != nil {
		o.index[m.Key] = len(o.members) - 1
	} else if len(o.members) > indexFrom {
		o.reindex()
	}
}

// Delete removes a key, if it is there.
func (o *Object) Delete(key string) {
	i := o.find(key)
	if i < 0 {
		return
	}
	o.members = append(o.members[:i:i], o.members[i+1:]...)
	o.reindex()
}

// Shallow copies the object; what is below it is shared.
func (o *Object) Shallow() *Object {
	if o == nil {
		return &Object{}
	}
	c := &Object{Loose: o.Loose, Solid: o.Solid, members: slices.Clone(o.members)}
	c.reindex()
	return c
}

// Clone copies the object and everything below it.
func (o *Object) Clone() *Object {
	if o == nil {
		return nil
	}
	c := &Object{Loose: o.Loose, Solid: o.Solid, members: make([]Member, len(o.members))}
	for i, m := range o.members {
		m.Value = CloneValue(m.Value)
		c.members[i] = m
	}
	c.reindex()
	return c
}

// CloneValue copies a value and everything below it.
func CloneValue(v any) any {
	switch v := v.(type) {
	case *Object:
		return v.Clone()
	case []any:
		c := make([]any, len(v))
		for i := range v {
			c[i] = CloneValue(v[i])
		}
		return c
	}
	return v
}

// Rewrite is a copy of a value in which rewrite has replaced each value, inner ones first.
func Rewrite(v any, rewrite func(any) any) any {
	switch v := v.(type) {
	case *Object:
		out := v.Shallow()
		for i := range out.members {
			out.members[i].Value = Rewrite(out.members[i].Value, rewrite)
		}
		return rewrite(out)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = Rewrite(v[i], rewrite)
		}
		return rewrite(out)
	}
	return rewrite(v)
}

// Equal tells whether two values print alike. Members are compared without
// regard to their order, and whole floats equal integers.
func Equal(a, b any) bool {
	if x, ok := Number(a); ok {
		y, ok := Number(b)
		return ok && x == y
	}
	switch a := a.(type) {
	case *Object:
		b, ok := b.(*Object)
		if !ok || a.Len() != b.Len() {
			return false
		}
		for _, m := range a.Members() {
			v, ok := b.Lookup(m.Key)
			if !ok || !Equal(m.Value, v) {
				return false
			}
		}
		return true
	case []any:
		b, ok := list(b).([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !Equal(a[i], b[i]) {
				return false
			}
		}
		return true
	case []string, []int64:
		return Equal(list(a), list(b))
	}
	if _, ok := b.([]any); ok {
		return false
	}
	switch b.(type) {
	case *Object, []string, []int64:
		return false
	}
	return a == b
}

func list(v any) any {
	switch v := v.(type) {
	case []string:
		return Strings(v)
	case []int64:
		return Ints(v)
	}
	return v
}

// Number is a value as a number, when it is one.
func Number(v any) (float64, bool) {
	switch v := v.(type) {
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// Strings makes a list of values from strings.
func Strings(v []string) []any {
	out := make([]any, len(v))
	for i := range v {
		out[i] = v[i]
	}
	return out
}

// Ints makes a list of values from integers.
func Ints(v []int64) []any {
	out := make([]any, len(v))
	for i := range v {
		out[i] = v[i]
	}
	return out
}

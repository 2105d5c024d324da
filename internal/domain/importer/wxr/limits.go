package wxr

// Limits bounds what one record may cost. A zero field means the default.
type Limits struct {
	FieldBytes int // text of one field; default 64 MB
	ItemBytes  int // all text of one record and its bookkeeping; default 256 MB
	TagBytes   int // one tag with its attributes; default 64 KB
	Depth      int // open elements; default 64
}

func (l Limits) withDefaults() Limits {
	set := func(v *int, def int) {
		if *v <= 0 {
			*v = def
		}
	}
	set(&l.FieldBytes, 64<<20)
	set(&l.ItemBytes, 256<<20)
	set(&l.TagBytes, 64<<10)
	set(&l.Depth, 64)
	return l
}

// partOverhead is what a comment, a meta pair or a term reference costs
// besides its text. Charging it keeps millions of empty elements in one
// record within ItemBytes.
const partOverhead = 256

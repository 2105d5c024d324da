package phpvalue

// keyIndex finds keys in a growing list: by looking through short ones, with
// a table for long ones.
type keyIndex struct{ table map[Key]int }

const shortList = 16

func (x *keyIndex) find(pairs []Pair, k Key) (int, bool) {
	if x.table != nil {
		at, ok := x.table[k]
		return at, ok
	}
	for i := range pairs {
		if pairs[i].Key == k {
			return i, true
		}
	}
	return 0, false
}

// add records the last of pairs.
func (x *keyIndex) add(pairs []Pair) {
	switch n := len(pairs); {
	case x.table != nil:
		x.table[pairs[n-1].Key] = n - 1
	case n > shortList:
		x.table = make(map[Key]int, 2*n)
		for i := range pairs {
			x.table[pairs[i].Key] = i
		}
	}
}

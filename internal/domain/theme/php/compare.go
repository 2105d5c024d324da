package php

// ordered is what a comparison says of an order.
func ordered(op string, order int) any {
	switch op {
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	case ">=":
		return order >= 0
	case "<=>":
		return int64(order)
	}
	return Unknown{"an operation on what is no number"}
}

// mixed are a number and a text that is none as texts, as which they are compared.
func mixed(a, b any, numA, numB bool) (s, t string, ok bool) {
	_, textA := a.(string)
	_, textB := b.(string)
	if !(numA && textB || textA && numB) || isBool(a) || isBool(b) || a == nil || b == nil {
		return "", "", false
	}
	s, ok = text(a)
	t, also := text(b)
	return s, t, ok && also
}

func identical(a, b any) (same, ok bool) {
	budget := maxItems
	return alike(a, b, &budget)
}

// alike compares values and what is in them, up to so many.
func alike(a, b any, budget *int) (same, ok bool) {
	x, is := a.(*Array)
	y, also := b.(*Array)
	switch {
	case *budget < 0:
		return false, false
	case is && also && x != y:
		if x.Len() != y.Len() {
			return false, true
		}
		for i, key := range x.keys() {
			if *budget--; y.keys()[i] != key {
				return false, true
			}
			v, _ := x.Get(key)
			w, _ := y.Get(key)
			if same, ok := alike(v, w, budget); !same || !ok {
				return same, ok
			}
		}
		return true, true
	case is != also:
		return false, true
	}
	if _, unknown := a.(Unknown); unknown {
		return false, false
	}
	return a == b, true
}

// equal is loose equality.
func equal(a, b any) (same, ok bool) {
	for _, v := range []any{a, b} {
		if _, unknown := v.(Unknown); unknown {
			return false, false
		}
	}
	_, sa := a.(string)
	_, sb := b.(string)
	if sa && sb {
		x, numA := numeric(a)
		y, numB := numeric(b)
		return a == b || numA && numB && x == y, true
	}
	switch {
	case a == nil || b == nil || isBool(a) || isBool(b):
		x, known := truth(a)
		y, also := truth(b)
		return x == y, known && also
	}
	_, aa := a.(*Array)
	_, ab := b.(*Array)
	switch {
	case aa && ab:
		return identical(a, b)
	case aa || ab:
		return false, true
	}
	x, numA := numeric(a)
	y, numB := numeric(b)
	if numA && numB {
		return x == y, true
	}
	s, ok := text(a)
	t, also := text(b)
	return s == t, ok && also
}

func isBool(v any) bool {
	_, ok := v.(bool)
	return ok
}

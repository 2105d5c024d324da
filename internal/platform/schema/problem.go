package schema

import (
	"fmt"
	"strings"

	"quoin/internal/platform/fault"
)

// problem is a fault without a status of its own: the engine answers 400 for
// the whole request and prints the problem in its details.
func problem(code, format string, args ...any) *fault.Error {
	f := &fault.Error{Code: code, Message: fmt.Sprintf(format, args...), Pattern: format, Values: make([]string, len(args))}
	for i, v := range args {
		f.Values[i] = fmt.Sprint(v)
		if words, list := v.(enumeration); list {
			f.Values[i] = strings.Join(words, fault.ItemMark)
		}
	}
	return f
}

func wrongType(name string, types ...string) *fault.Error {
	return problem("rest_invalid_type", "%s must be of type %s.", name, strings.Join(types, ",")).With("param", name)
}

// enumeration is a list of words, "a, b, and c"; each language joins them in its way.
type enumeration []string

func (words enumeration) String() string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0]
	case 2:
		return words[0] + " and " + words[1]
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + ", and " + words[last]
}

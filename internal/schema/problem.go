package schema

import (
	"fmt"
	"strings"

	"quoin/internal/fault"
)

// problem is a fault without a status of its own: the engine answers 400 for
// the whole request and prints the problem in its details.
func problem(code, format string, args ...any) *fault.Error {
	f := &fault.Error{Code: code, Message: fmt.Sprintf(format, args...), Pattern: format, Values: make([]string, len(args))}
	for i, v := range args {
		f.Values[i] = fmt.Sprint(v)
	}
	return f
}

func wrongType(name string, types ...string) *fault.Error {
	return problem("rest_invalid_type", "%s must be of type %s.", name, strings.Join(types, ",")).With("param", name)
}

// join lists words as "a, b, and c".
func join(words []string) string {
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

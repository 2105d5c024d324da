package redirection

import (
	"fmt"
	"regexp"
	"strings"
)

// What Apache and nginx read of a rule: both match decoded paths with PCRE,
// which knows all that our expressions may have.

// pathPattern is the expression for the path of a literal source, with the
// slash at its beginning.
func (r *Rule) pathPattern() string {
	path, _, _ := splitQuery(r.URL)
	end := "$"
	if r.Flags.Trailing {
		path, end = strings.TrimSuffix(path, "/"), "/?$"
	}
	return "^" + regexp.QuoteMeta(path) + end
}

// conditionPattern is the expression for a condition's value.
func (c *Condition) pattern() string {
	if c.Regex {
		return c.Value
	}
	return "^" + regexp.QuoteMeta(c.Value) + "$"
}

// piece is a part of a target: text, or what a group captured.
type piece struct {
	text  string
	group int // -1 for text
}

// pieces cuts a target at its references. Those of literal rules have none: a
// dollar is one there.
func (r *Rule) pieces(target string) []piece {
	var list []piece
	start := 0
	for i := 0; i < len(target) && r.Flags.Regex; {
		group, size := reference(target[i:])
		if size == 0 {
			i++
			continue
		}
		list = append(list, piece{target[start:i], -1}, piece{"", group})
		i += size
		start = i
	}
	return append(list, piece{target[start:], -1})
}

// encodeTarget percent-encodes a text but for what addresses are built of.
func encodeTarget(s string) string {
	const plain = "/?:=&%$#-_.~+,@!*()[]"
	var b strings.Builder
	for _, c := range []byte(s) {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte(plain, c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

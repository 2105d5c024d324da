package redirection

import (
	"fmt"
	"strings"
)

// What Apache and nginx read of a rule: both match decoded paths with PCRE,
// which knows all that our expressions may have.

// encodeSource percent-encodes a literal source for an expression.
func encodeSource(s string) string {
	return strings.ReplaceAll(encodeBut(s, "/?"), ".", `\.`)
}

// encodeTarget percent-encodes a text but for what addresses are built of.
func encodeTarget(s string) string {
	// What was encoded twice is a dollar or an anchor.
	return strings.NewReplacer("%24", "$", "%23", "#").Replace(encodeBut(s, "/?:=&%$#"))
}

// encodeBut percent-encodes all but letters, digits, -_.~ and some more.
func encodeBut(s, plain string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("-_.~", c) >= 0 || strings.IndexByte(plain, c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

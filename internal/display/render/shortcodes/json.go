package shortcodes

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// object writes names and JSON values, in turn, as one JSON object.
func object(members ...string) string {
	var out strings.Builder
	for i := 0; i+1 < len(members); i += 2 {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(jsonText(members[i]) + ":" + members[i+1])
	}
	return "{" + out.String() + "}"
}

// jsonText writes a string in ASCII, with nothing in it that could end the
// script element around it.
func jsonText(s string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			out.WriteString(`\` + string(r))
		case r == '\n':
			out.WriteString(`\n`)
		case r == '\r':
			out.WriteString(`\r`)
		case r == '\t':
			out.WriteString(`\t`)
		case r == '\b':
			out.WriteString(`\b`)
		case r == '\f':
			out.WriteString(`\f`)
		case r == '<' || r == '>':
			fmt.Fprintf(&out, `\u%04X`, r)
		case r < 0x20 || r > 0x7F && r < 0x10000:
			fmt.Fprintf(&out, `\u%04x`, r)
		case r >= 0x10000:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04x`, high, low)
		default:
			out.WriteRune(r)
		}
	}
	out.WriteByte('"')
	return out.String()
}

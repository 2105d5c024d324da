package paragraph

import (
	"strings"

	"quoin/internal/markup/scan"
)

// replace calls match at each byte first in text. A match says where it ends
// (0: no match) and what to put in its place; the search goes on after it.
func replace(text string, first byte, match func(i int) (end int, with string)) string {
	var out strings.Builder
	copied := 0
	for i := 0; i < len(text); {
		j := strings.IndexByte(text[i:], first)
		if j < 0 {
			break
		}
		i += j
		end, with := match(i)
		if end == 0 {
			i++
			continue
		}
		if copied == 0 {
			out.Grow(len(text))
		}
		scan.Room(&out, i-copied+len(with))
		out.WriteString(text[copied:i])
		out.WriteString(with)
		i, copied = end, end
	}
	if copied == 0 {
		return text
	}
	out.WriteString(text[copied:])
	return out.String()
}

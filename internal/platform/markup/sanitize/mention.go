package sanitize

import (
	"strings"

	"quoin/internal/platform/markup/entity"
)

// mentionClasses leaves only the classes of a mention on the spans of filtered
// text: "wp-note-mention" and "user-" with an id.
func mentionClasses(s string) string {
	if !strings.Contains(s, `="`) {
		return s
	}
	var b strings.Builder
	low := lowerASCII(s)
	const head = `<span class="`
	for pos := 0; ; {
		i := strings.Index(low[pos:], head)
		if i < 0 {
			b.WriteString(s[pos:])
			return b.String()
		}
		from := pos + i + len(head)
		end := from + strings.IndexByte(s[from:], '"')
		given := entity.DecodeAttribute(s[from:end])
		kept, changed := keepMentions(given)
		b.WriteString(s[pos : from-len(head)+len("<span ")])
		switch {
		case !changed:
			b.WriteString(s[from-len(`class="`) : end+1])
		case kept != "":
			b.WriteString(`class="` + entity.EncodeAttribute(kept) + `"`)
		}
		pos = end + 1
	}
}

// keepMentions keeps the white space before each class that stays, except the
// first; it reports whether a class went.
func keepMentions(class string) (string, bool) {
	var b strings.Builder
	seen := map[string]bool{}
	changed := false
	for i := 0; i < len(class); {
		word := skipAttrSpace(class, i)
		end := word
		for end < len(class) && strings.IndexByte(attrSpace, class[end]) < 0 {
			end++
		}
		name := class[word:end]
		switch {
		case name == "":
		case !isMention(name):
			changed = true
		case !seen[name]:
			seen[name] = true
			if b.Len() > 0 {
				b.WriteString(class[i:word])
			}
			b.WriteString(name)
		}
		i = end
	}
	return b.String(), changed
}

func isMention(class string) bool {
	if class == "wp-note-mention" {
		return true
	}
	id, ok := strings.CutPrefix(class, "user-")
	if !ok || id == "" || id[0] == '0' {
		return false
	}
	return strings.Trim(id, "0123456789") == ""
}

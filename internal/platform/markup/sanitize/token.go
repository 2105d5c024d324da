package sanitize

import (
	"strings"

	"quoin/internal/platform/markup/entity"
)

// token filters one token of the scanner.
func (f *filter) token(t string) string {
	t = dropQuoteSlashes(t)
	switch {
	case t[0] != '<':
		return "&gt;"
	case isBogusComment(t):
		return t[:2] + f.filterUntilStable(t[2:len(t)-1]) + ">"
	case strings.HasPrefix(t, "<!--"):
		return f.comment(t)
	}
	return f.tag(t)
}

// dropQuoteSlashes removes the backslashes before double quotes.
func dropQuoteSlashes(t string) string {
	if !strings.Contains(t, `\"`) {
		return t
	}
	out := make([]byte, 0, len(t))
	for i := 0; i < len(t); i++ {
		if t[i] == '"' {
			// All of them, since one would take as many passes to settle.
			for len(out) > 0 && out[len(out)-1] == '\\' {
				out = out[:len(out)-1]
			}
		}
		out = append(out, t[i])
	}
	return string(out)
}

// isBogusComment: a browser reads "</!...>" and "<!x...>" as comments.
func isBogusComment(t string) bool {
	if len(t) < 4 || t[len(t)-1] != '>' {
		return false
	}
	return t[1] == '/' && !isLetter(t[2]) || t[1] == '!' && t[2] >= 'a' && t[2] <= 'z'
}

func (f *filter) comment(t string) string {
	t = strings.ReplaceAll(strings.ReplaceAll(t, "<!--", ""), "-->", "")
	t = f.filterUntilStable(t)
	if t == "" {
		return ""
	}
	// A dash at the end, also before a final line feed, could join the end of
	// the comment.
	t = joinDashes(t)
	end := len(t)
	if strings.HasSuffix(t, "\n") {
		end--
	}
	if end > 0 && t[end-1] == '-' {
		t = t[:end-1] + t[end:]
	}
	return "<!--" + t + "-->"
}

func joinDashes(s string) string {
	if !strings.Contains(s, "--") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '-' || i == 0 || s[i-1] != '-' {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// tag filters a start or end tag. What has no element name goes.
func (f *filter) tag(t string) string {
	i := skipSpace(t, 1)
	closing := i < len(t) && t[i] == '/'
	if closing {
		i = skipSpace(t, i+1)
	}
	from := i
	for i < len(t) && isNameByte(t[i]) {
		i++
	}
	name, attrs := t[from:i], strings.TrimSuffix(t[i:], ">")
	allowed, ok := f.policy[strings.ToLower(name)]
	switch {
	case name == "" || !ok:
		return ""
	case closing:
		return "</" + name + ">"
	}
	slash := ""
	if strings.HasSuffix(strings.TrimRightFunc(attrs, func(r rune) bool { return r < 0x80 && isSpace(byte(r)) }), "/") {
		slash = " /"
	}
	if len(allowed) == 0 {
		return "<" + name + slash + ">"
	}
	kept, ok := f.attributes(allowed, attrs)
	if !ok {
		if slash != "" {
			return ""
		}
		return "<" + name + ">"
	}
	return "<" + name + kept + slash + ">"
}

func skipSpace(s string, i int) int {
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	return i
}

// attributes writes the allowed attributes. It fails when a required one is
// missing or wrong.
func (f *filter) attributes(allowed Element, src string) (string, bool) {
	var b strings.Builder
	met := map[string]bool{}
	for _, a := range readAttributes(src) {
		rule, ok := allowed[a.name]
		if !ok && isDataName(a.name) {
			rule, ok = allowed["data-*"]
		}
		if !ok {
			continue
		}
		if isAddress(a.name) && !a.bare {
			a.value = f.address(a.value)
		}
		encode := entity.EncodeAttribute
		if a.name == "style" {
			given := a.value
			if a.value = CSS(given); a.value == "" || a.value == "0" {
				ok = false
			}
			// Compat (TestCases): a style that was changed is encoded in another way. A
			// value written so stays so, or no second pass would be stable.
			if a.value != given || a.apos {
				encode = entity.Escape
			}
		}
		if !ok || !f.meets(rule, a) {
			if rule.Required {
				return "", false
			}
			continue
		}
		met[a.name] = true
		b.WriteString(" " + a.name)
		if !a.bare {
			b.WriteString(`="` + encode(a.value) + `"`)
		}
	}
	for name, rule := range allowed {
		if rule.Required && !met[name] {
			return "", false
		}
	}
	return b.String(), true
}

func (f *filter) meets(r Rule, a attribute) bool {
	if r.Bare && !a.bare {
		return false
	}
	if r.PDF && !f.ownPDF(a.value) {
		return false
	}
	if r.Values == nil {
		return true
	}
	for _, v := range r.Values {
		if strings.EqualFold(v, a.value) {
			return true
		}
	}
	return false
}

// ownPDF: a plain address of a PDF on the host of the site's media.
func (f *filter) ownPDF(url string) bool {
	if f.mediaHost == "" || strings.ContainsAny(url, "?#") || !strings.HasSuffix(url, ".pdf") {
		return false
	}
	return strings.HasPrefix(url, "http://"+f.mediaHost+"/") || strings.HasPrefix(url, "https://"+f.mediaHost+"/")
}

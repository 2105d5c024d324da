package shortcode

import (
	"regexp"
	"strings"

	"quoin/internal/platform/markup/scan"
)

// A tagRewriter replaces the shortcodes inside HTML tags. Without a call it
// only hides the brackets there.
type tagRewriter struct {
	names  []string
	call   func(match) string
	filter func(attr, element string) string
}

// inTags rewrites every tag and comment of text.
func inTags(text string, r tagRewriter) string {
	// What was written as a reference must stay one in the end.
	text = strings.ReplaceAll(text, hiddenOpen, "&#091;")
	text = strings.ReplaceAll(text, hiddenClose, "&#093;")
	var out strings.Builder
	out.Grow(len(text))
	for piece, markup := range scan.Pieces(text) {
		if markup {
			piece = hideBrackets(r.tag(piece))
		}
		out.WriteString(piece)
	}
	return out.String()
}

var bracketInAngles = regexp.MustCompile(`^<\s*\[\[?[^\[\]]+\]`)

func (r tagRewriter) tag(piece string) string {
	if r.call == nil || !strings.Contains(piece, "[") || !strings.Contains(piece, "]") ||
		strings.HasPrefix(piece, "<!--") || strings.HasPrefix(piece, "<![CDATA[") {
		return piece
	}
	tag, ok := splitTag(piece)
	if !ok {
		// Compat (TestDo): "<[address]>" is no tag, yet its shortcode works.
		if bracketInAngles.MatchString(piece) {
			return replaceAll(piece, r.names, r.call)
		}
		return piece
	}
	for i, attr := range tag.attrs {
		tag.attrs[i] = r.attr(attr, tag.element)
	}
	return tag.front + strings.Join(tag.attrs, "") + tag.back
}

func (r tagRewriter) attr(attr, element string) string {
	open := strings.IndexByte(attr, '[')
	if open < 0 || !strings.Contains(attr, "]") {
		return attr
	}
	called := false
	changed := replaceAll(attr, r.names, func(m match) string {
		called = true
		return r.call(m)
	})
	if quote := strings.IndexAny(attr, `"'`); quote < 0 || open < quote {
		// Only those who may write any HTML can have written this.
		return changed
	}
	if !called && changed == attr {
		return attr
	}
	if safe := r.filter(changed, element); scan.Trim(safe) != "" {
		return safe
	}
	return attr
}

// tagParts are the pieces of a tag; joined in order they are the tag.
type tagParts struct {
	element string
	front   string // "<" and the name
	attrs   []string
	back    string
}

// splitTag takes an opening tag apart. It refuses what is not well formed.
func splitTag(piece string) (tagParts, bool) {
	var t tagParts
	i := scan.SkipSpace(piece, 1)
	name := i
	for i < len(piece) && (scan.IsAlpha(piece[i]) || scan.IsDigit(piece[i])) {
		i++
	}
	if i == name {
		return t, false
	}
	t.element = piece[name:i]
	i = scan.SkipSpace(piece, i)
	t.front = piece[:i]
	end := len(piece)
	if strings.HasSuffix(piece, ">") {
		end--
	}
	end = max(end, i)
	body := piece[i:end]
	if trimmed := trimRightSpace(body); strings.HasSuffix(trimmed, "/") {
		body = trimRightSpace(trimmed[:len(trimmed)-1])
	}
	t.back = piece[i+len(body):]
	for body != "" {
		n := attrEnd(body)
		if n == 0 {
			return t, false
		}
		t.attrs = append(t.attrs, body[:n])
		body = body[n:]
	}
	return t, true
}

func trimRightSpace(s string) string {
	for s != "" && scan.IsSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

// attrEnd returns the offset after the attribute at the start of body and the
// white space behind it, or 0.
func attrEnd(body string) int {
	name := attrNameEnd(body)
	if name == 0 {
		return 0
	}
	after := scan.SkipSpace(body, name)
	if after < len(body) && body[after] == '=' {
		if end := attrValueEnd(body, scan.SkipSpace(body, after+1)); end > 0 {
			return scan.SkipSpace(body, end)
		}
	}
	if after == name && after < len(body) {
		return 0
	}
	return after
}

func attrNameEnd(body string) int {
	if body[0] == '[' {
		i := 1
		if strings.HasPrefix(body[i:], "[") {
			i++
		}
		n := strings.IndexAny(body[i:], "[]")
		if n < 1 || body[i+n] != ']' {
			return 0
		}
		i += n + 1
		if strings.HasPrefix(body[i:], "]") {
			i++
		}
		return i
	}
	if !scan.IsAlpha(body[0]) && body[0] != '_' {
		return 0
	}
	i := 1
	for i < len(body) && (scan.IsWord(body[i]) || strings.IndexByte("-:.", body[i]) >= 0) {
		i++
	}
	return i
}

func attrValueEnd(body string, i int) int {
	if i == len(body) {
		return 0
	}
	if q := body[i]; q == '"' || q == '\'' {
		n := strings.IndexByte(body[i+1:], q)
		if n < 0 {
			return 0
		}
		return i + n + 2
	}
	j := i
	for j < len(body) && !scan.IsSpace(body[j]) {
		if body[j] == '"' || body[j] == '\'' {
			return 0
		}
		j++
	}
	if j == i {
		return 0
	}
	return j
}

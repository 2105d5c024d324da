package sanitize

import (
	"strings"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
)

// Sanitizer filters HTML. The zero value allows no embedded PDFs.
type Sanitizer struct {
	// MediaHost is the host, with the port when it is not the usual one, that
	// uploaded files are served from. PDFs from there may be embedded.
	MediaHost string
}

// Post filters content, excerpts, captions and descriptions of media.
func (s Sanitizer) Post(html string) string { return s.Filter(postPolicy, html) }

// Inline filters titles and single lines.
func (s Sanitizer) Inline(html string) string { return s.Filter(inlinePolicy, html) }

// TermDescription filters descriptions of terms and users.
func (s Sanitizer) TermDescription(html string) string { return s.Filter(termPolicy, html) }

// Comment filters the text of a comment. Beside the elements of Inline it may
// hold spans that mention a user; other classes of spans go.
//
// Compat (TestCases): a span that loses all classes is left as "<span >", which another
// pass would tidy up.
func (s Sanitizer) Comment(html string) string {
	return mentionClasses(s.Filter(commentPolicy, html))
}

// Post is Sanitizer.Post with no place for embedded PDFs.
func Post(html string) string { return Sanitizer{}.Post(html) }

// Inline filters titles and single lines.
func Inline(html string) string { return Sanitizer{}.Inline(html) }

// Comment filters the text of a comment.
func Comment(html string) string { return Sanitizer{}.Comment(html) }

// TermDescription filters descriptions of terms and users.
func TermDescription(html string) string { return Sanitizer{}.TermDescription(html) }

// TermName makes the stored name of a term, or of a user or comment author:
// one line without tags, escaped.
func TermName(name string) string {
	return entity.EscapeText(Inline(clean.TextField(name)))
}

// Filter applies a policy.
func (s Sanitizer) Filter(p Policy, html string) string {
	return (&filter{policy: p, mediaHost: s.MediaHost, protocols: clean.Protocols()}).run(html)
}

// maxPasses bounds the search for a stable result. Input that is not made to
// annoy is stable after one pass.
const maxPasses = 8

type filter struct {
	policy    Policy
	mediaHost string
	protocols []string
}

// run filters until another pass changes nothing. Text that does not settle
// is shown as text altogether.
func (f *filter) run(s string) string {
	for range maxPasses {
		next := f.pass(s, true)
		if next == s {
			return s
		}
		s = next
	}
	return escapeAll(s)
}

func escapeAll(s string) string { return entity.EscapeText(clean.NoControls(s)) }

// pass filters once. blocks is false inside block attributes and comments,
// where block comments have no meaning.
func (f *filter) pass(s string, blocks bool) string {
	s = entity.Normalize(clean.NoControls(s))
	s = entity.EscapeLoneLess(s)
	if blocks {
		s = f.blocks(s)
	}
	if !strings.ContainsAny(s, "<>") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/16)
	sc := scanner{src: s}
	for {
		text, token, ok := sc.next()
		b.WriteString(text)
		if !ok {
			return b.String()
		}
		b.WriteString(f.token(token))
	}
}

// filterUntilStable filters the inside of a comment until it is stable.
func (f *filter) filterUntilStable(s string) string {
	for range maxPasses {
		next := f.pass(s, false)
		if next == s {
			return s
		}
		s = next
	}
	return escapeAll(s)
}

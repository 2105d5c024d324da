package paragraph

import (
	"strings"

	"quoin/internal/platform/markup/scan"
)

// tightenEmbedded removes the line breaks around tags that only make sense
// next to each other: options, parameters, media sources and captions.
func tightenEmbedded(text string) string {
	if strings.Contains(text, "<option") {
		text = tighten(text, before, exact("<option"))
		text = tighten(text, after, exact("</option>"))
	}
	if strings.Contains(text, "</object>") {
		text = tighten(text, after, tagOf("<object"))
		text = tighten(text, before, exact("</object>"))
		text = tighten(text, before|after, tagOf("<param", "</param", "<embed", "</embed"))
	}
	if strings.Contains(text, "<source") || strings.Contains(text, "<track") {
		text = tighten(text, after, playerOpening)
		text = tighten(text, before, playerClosing)
		text = tighten(text, before|after, tagOf("<source", "<track"))
	}
	if strings.Contains(text, "<figcaption") {
		text = tighten(text, before, tagOf("<figcaption"))
		text = tighten(text, after, exact("</figcaption>"))
	}
	return text
}

type side int

const (
	before side = 1 << iota
	after
)

// A matcher returns, for one text, a function that gives the offset after the
// tag that begins at an offset, or 0.
type matcher func(text string) func(i int) int

func exact(s string) matcher {
	return func(text string) func(int) int {
		return func(i int) int {
			if strings.HasPrefix(text[i:], s) {
				return i + len(s)
			}
			return 0
		}
	}
}

func tagOf(starts ...string) matcher {
	return func(text string) func(int) int {
		gt := scan.NewFinder(text, ">")
		return func(i int) int {
			for _, s := range starts {
				if strings.HasPrefix(text[i:], s) {
					return gt.Next(i+len(s)) + 1
				}
			}
			return 0
		}
	}
}

// playerOpening is an audio or video tag, as an element or as a shortcode.
func playerOpening(text string) func(int) int {
	gt, bracket := scan.NewFinder(text, ">"), scan.NewFinder(text, "]")
	return func(i int) int {
		name := text[i+1:]
		if !isBracket(text[i]) || !strings.HasPrefix(name, "audio") && !strings.HasPrefix(name, "video") {
			return 0
		}
		from := i + 1 + len("audio")
		a, b := gt.Next(from), bracket.Next(from)
		if a < 0 || b >= 0 && b < a {
			a = b
		}
		return a + 1
	}
}

func playerClosing(text string) func(int) int {
	return func(i int) int {
		if !isBracket(text[i]) {
			return 0
		}
		for _, name := range [...]string{"/audio", "/video"} {
			if end := i + 1 + len(name); strings.HasPrefix(text[i+1:], name) && end < len(text) &&
				(text[end] == '>' || text[end] == ']') {
				return end + 1
			}
		}
		return 0
	}
}

func isBracket(b byte) bool { return b == '<' || b == '[' }

// tighten removes the white space on the given sides of each match.
func tighten(text string, sides side, m matcher) string {
	end := m(text)
	var out strings.Builder
	out.Grow(len(text))
	copied := 0
	for i := 0; i < len(text); {
		if !isBracket(text[i]) {
			i++
			continue
		}
		j := end(i)
		if j == 0 {
			i++
			continue
		}
		left := i
		if sides&before != 0 {
			for left > copied && scan.IsSpace(text[left-1]) {
				left--
			}
		}
		out.WriteString(text[copied:left])
		out.WriteString(text[i:j])
		if sides&after != 0 {
			j = scan.SkipSpace(text, j)
		}
		i, copied = j, j
	}
	out.WriteString(text[copied:])
	return out.String()
}

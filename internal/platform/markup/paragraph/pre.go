package paragraph

import (
	"strconv"
	"strings"

	"quoin/internal/platform/markup/scan"
)

const (
	preStart = "<pre wp-pre-tag-"
	preEnd   = "></pre>"
)

// setAside replaces each pre element by an empty one that carries a number,
// and returns the elements taken out. An element reaches from the first pre
// tag after the previous closing tag to the next closing tag.
func setAside(text string) (string, []string) {
	if !strings.Contains(text, "<pre") {
		return text, nil
	}
	const closing = "</pre>"
	var out strings.Builder
	var pres []string
	for {
		part, rest, found := strings.Cut(text, closing)
		if !found {
			break
		}
		text = rest
		start := strings.Index(part, "<pre")
		if start < 0 {
			// Compat (TestAuto): a closing tag that closes nothing is lost.
			out.WriteString(part)
			continue
		}
		out.WriteString(part[:start])
		out.WriteString(preStart + strconv.Itoa(len(pres)) + preEnd)
		pres = append(pres, part[start:]+closing)
	}
	out.WriteString(text)
	return out.String(), pres
}

// restore puts the elements back, each in its own place: what looks like a
// numbered element inside one of them is text.
func restore(text string, pres []string) string {
	if len(pres) == 0 {
		return text
	}
	return scan.ReplaceEach(text, "<", func(i int) (int, string) {
		if !strings.HasPrefix(text[i:], preStart) {
			return 0, ""
		}
		digits := i + len(preStart)
		n := strings.Index(text[digits:min(len(text), digits+20)], preEnd)
		if n < 0 {
			return 0, ""
		}
		k, err := strconv.Atoi(text[digits : digits+n])
		if err != nil || k < 0 || k >= len(pres) || strconv.Itoa(k) != text[digits:digits+n] {
			return 0, ""
		}
		return digits + n + len(preEnd), pres[k]
	})
}

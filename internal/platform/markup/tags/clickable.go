package tags

import (
	"strings"

	"quoin/internal/platform/markup/scan"
)

// Links says how Clickable marks the links it makes. Web addresses on other
// hosts than Hosts, the site's own in lower case and without ports, get
// rel="nofollow". UGC adds "ugc", as is done for comments.
type Links struct {
	Hosts []string
	UGC   bool
}

const (
	longPiece = 10000 // beyond this a piece is cut up
	chunk     = 2100
	longURL   = 2000
)

// Clickable returns text with plain web addresses and email addresses outside
// tags made links. Text in code, pre, script and style stays as it is, and so
// do words of over two thousand bytes in a long text.
func (l Links) Clickable(text string) string {
	var out strings.Builder
	out.Grow(len(text) + len(text)/8)
	verbatim := 0
	for i := 0; i < len(text); {
		end := clickablePieceEnd(text, i)
		piece := text[i:end]
		i = end
		switch {
		case opensVerbatim(piece):
			verbatim++
		case verbatim > 0 && closesVerbatim(piece):
			verbatim--
		}
		switch {
		case verbatim > 0 || piece == "0" || piece[0] == '<' && !bracketedURL(piece):
			out.WriteString(piece)
		case len(piece) <= longPiece:
			out.WriteString(l.piece(piece))
		default:
			for part := range chunks(piece) {
				if len(part) <= chunk+1 && (part[0] != '<' || bracketedURL(part)) {
					part = unnest(l.piece(part))
				}
				out.WriteString(part)
			}
		}
	}
	return unnest(out.String())
}

// clickablePieceEnd returns the end of the tag or of the text between tags at
// i. A "<" without a ">" before the next "<" is text.
func clickablePieceEnd(text string, i int) int {
	for j := i; j < len(text); {
		lt := strings.IndexByte(text[j:], '<')
		if lt < 0 {
			return len(text)
		}
		j += lt
		n := strings.IndexAny(text[j+1:], "<>")
		if n < 0 {
			return len(text)
		}
		if n > 0 && text[j+1+n] == '>' {
			if j == i {
				return j + n + 2
			}
			return j
		}
		j++
	}
	return len(text)
}

func opensVerbatim(piece string) bool {
	for _, name := range [...]string{"<code", "<pre", "<script", "<style"} {
		if len(piece) > len(name) && strings.EqualFold(piece[:len(name)], name) &&
			(scan.IsSpace(piece[len(name)]) || piece[len(name)] == '>') {
			return true
		}
	}
	return false
}

func closesVerbatim(piece string) bool {
	if len(piece) > len("</script>") {
		return false
	}
	switch strings.ToLower(piece) {
	case "</code>", "</pre>", "</script>", "</style>":
		return true
	}
	return false
}

// bracketedURL reports whether a piece in angle brackets is an address.
func bracketedURL(piece string) bool { return schemeEnd(piece, scan.SkipSpace(piece, 1)) > 0 }

// schemeEnd returns the offset after the "name://" at i, or 0.
func schemeEnd(text string, i int) int {
	j := i
	for j < len(text) && j-i < 20 && scan.IsWord(text[j]) {
		j++
	}
	if j == i || !strings.HasPrefix(text[j:], "://") {
		return 0
	}
	return j + len("://")
}

// chunks cuts text after white space into parts as near to the chunk size as
// can be; a longer part has no white space inside.
func chunks(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for len(text) > chunk {
			cut := strings.LastIndexAny(text[:chunk+1], " \t\n\v\f\r")
			if cut < 0 {
				rest := strings.IndexAny(text[chunk+1:], " \t\n\v\f\r")
				if rest < 0 {
					break
				}
				cut = chunk + 1 + rest
			}
			if !yield(text[:cut+1]) {
				return
			}
			text = text[cut+1:]
		}
		if text != "" {
			yield(text)
		}
	}
}

func (l Links) piece(piece string) string {
	// Blanks on both sides spare each search the ends of the text.
	text := " " + piece + " "
	text = l.linkURLs(text)
	text = l.linkHosts(text)
	text = linkEmails(text)
	return text[1 : len(text)-1]
}

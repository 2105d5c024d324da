package entity

import (
	"html"
	"strings"
	"unicode/utf8"
)

// Quotes says which quotes an escaping or decoding function is about.
type Quotes int

const (
	NoQuotes Quotes = iota
	DoubleQuotes
	SingleQuotes
	BothQuotes
)

// EscHTML makes s safe as element content: Escape under the name that the
// writers of pages look for.
func EscHTML(s string) string { return Escape(s) }

// EscAttr makes s safe as a quoted attribute value.
func EscAttr(s string) string { return Escape(s) }

// SpecialChars writes <, >, & and the given quotes as references. References
// that are there already are kept, unless doubleEncode asks for every
// ampersand to be written as one. Text with special characters that is not
// UTF-8 gives "".
func SpecialChars(s string, quotes Quotes, doubleEncode bool) string {
	if !strings.ContainsAny(s, `&<>"'`) {
		return s
	}
	if !utf8.ValidString(s) {
		return ""
	}
	if doubleEncode {
		s = strings.ReplaceAll(s, "&", "&amp;")
	} else {
		s = strings.ReplaceAll(Normalize(s), "&apos;", "&amp;apos;")
	}
	s = strings.ReplaceAll(s, "<", "&lt;")
	s = strings.ReplaceAll(s, ">", "&gt;")
	if quotes == DoubleQuotes || quotes == BothQuotes {
		s = strings.ReplaceAll(s, `"`, "&quot;")
	}
	if quotes == SingleQuotes || quotes == BothQuotes {
		s = strings.ReplaceAll(s, "'", "&#039;")
	}
	return s
}

// EscXML makes s safe in an XML document: like Escape, with the references
// that XML does not know written as characters. CDATA sections stay as they
// are. Invalid UTF-8 gives "".
func EscXML(s string) string {
	if !utf8.ValidString(s) {
		return ""
	}
	const start, end = "<![CDATA[", "]]>"
	var out strings.Builder
	for {
		i := strings.Index(s, start)
		if i < 0 {
			break
		}
		n := strings.Index(s[i+len(start):], end)
		if n < 0 {
			break
		}
		n += i + len(start) + len(end)
		out.WriteString(escXML(s[:i]))
		out.WriteString(s[i:n])
		s = s[n:]
	}
	out.WriteString(escXML(s))
	return out.String()
}

func escXML(s string) string {
	if !strings.ContainsAny(s, `&<>"'`) {
		return s
	}
	s = eachReference(Normalize(s), func(ref string) string {
		switch ref {
		case "&amp;", "&lt;", "&gt;", "&quot;", "&apos;":
			return ref
		}
		if strings.HasPrefix(ref, "&#") {
			return ref
		}
		return html.UnescapeString(ref)
	})
	return strings.NewReplacer("<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;").Replace(s)
}

// eachReference replaces everything in s that has the form of a reference
// with a semicolon by what with returns.
func eachReference(s string, with func(ref string) string) string {
	var out strings.Builder
	copied := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '&' {
			continue
		}
		j := i + 1
		for j < len(s) && (isLetter(s[j]) || isDigit(s[j]) || j == i+1 && s[j] == '#') {
			j++
		}
		if j < len(s) && s[j] == ';' && j > i+1 {
			ref := s[i : j+1]
			if w := with(ref); w != ref {
				out.WriteString(s[copied:i])
				out.WriteString(w)
				copied = j + 1
			}
			i = j
			continue
		}
		i = j - 1
	}
	if copied == 0 {
		return s
	}
	out.WriteString(s[copied:])
	return out.String()
}

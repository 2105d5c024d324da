package clean

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// SlugBytes is the most a slug holds.
const SlugBytes = 200

// invisible are the characters that a slug drops: quotes, marks of rights and
// currency-like signs, free-standing accents, zero-width and direction marks.
const invisible = "\u00ad\u00a1\u00bf\u00ab\u00bb\u2039\u203a" +
	"\u2018\u2019\u201c\u201d\u201a\u201b\u201e\u201f\u2022" +
	"\u00a9\u00ae\u00b0\u2026\u2122\u00b4\u02ca\u0301\u0341\u0300\u0304\u030c" +
	"\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufeff\ufffc"

// dashes and wide become "-": spaces and dashes with a width.
const (
	dashes = "\u00a0\u2011\u2013\u2014"
	wide   = "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f"
)

// slugSteps replace percent-encoded characters and dash references. They are
// separate passes, since one removal can complete the next sequence.
var slugSteps = buildSlugSteps()

func buildSlugSteps() [][2]string {
	var steps [][2]string
	add := func(chars, to string) {
		for _, r := range chars {
			steps = append(steps, [2]string{percentEncode(r), to})
		}
	}
	add(dashes, "-")
	for _, ref := range []string{"&nbsp;", "&#8209;", "&#160;", "&ndash;", "&#8211;", "&mdash;", "&#8212;", "/"} {
		steps = append(steps, [2]string{ref, "-"})
	}
	add(invisible, "")
	add(wide, "-")
	add("\u00d7", "x")
	return steps
}

const hexDigits = "0123456789abcdef"

func percentEncode(r rune) string {
	var b []byte
	for _, c := range []byte(string(r)) {
		b = append(b, '%', hexDigits[c>>4], hexDigits[c&15])
	}
	return string(b)
}

// Slug makes the part of an address that stands for a title: lower-case ASCII
// letters, digits, "_", "-" and percent-encoded other letters, SlugBytes at
// most. It is "" when nothing is left.
func Slug(title string) string { return SlugIn("", title) }

// SlugIn is Slug with letters as the language of a locale writes them (AccentsIn).
func SlugIn(locale, title string) string {
	if s, ok := plainSlug(title); ok {
		return s
	}
	return anySlug(locale, title)
}

// plainSlug is Slug for titles of letters, digits and usual punctuation in ASCII,
// in which most steps find nothing.
func plainSlug(title string) (slug string, ok bool) {
	if strings.Contains(title, "---") {
		return "", false // may be the beginning of an octet
	}
	b := make([]byte, 0, min(len(title), SlugBytes))
	for i := range len(title) {
		switch c := title[i]; {
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
			fallthrough
		case isWord(c) || c == '_':
			if i < SlugBytes {
				b = append(b, c)
			}
		case c == ' ' || c == '-' || c == '.':
			if i < SlugBytes && len(b) > 0 && b[len(b)-1] != '-' {
				b = append(b, '-')
			}
		case strings.IndexByte(",:;!?'\"()", c) < 0:
			return "", false
		}
	}
	return strings.TrimRight(string(b), "-"), true
}

// anySlug is Slug for all titles.
func anySlug(locale, title string) string {
	s := slugOnce(AccentsIn(locale, title), true)
	// Percent signs that the cut or a removal left behind go in another round.
	for next := slugOnce(s, true); next != s; next = slugOnce(s, true) {
		s = next
	}
	return s
}

func slugOnce(s string, saved bool) string {
	s = keepOctets(StripTags(s))
	if utf8.ValidString(s) {
		s = encodeUpTo(strings.Map(unicode.ToLower, s), SlugBytes, false)
	}
	s = lowerASCII(s)
	if saved {
		for _, step := range slugSteps {
			s = strings.ReplaceAll(s, step[0], step[1])
		}
	}
	s = strings.ReplaceAll(dropEntities(s), ".", "-")
	s = keep(s, func(c byte) bool {
		return isWord(c) || c == '%' || c == ' ' || c == '_' || c == '-'
	})
	return strings.Trim(joinRuns(s, " -", '-'), "-")
}

// keepOctets drops the percent signs that start no %xx.
//
// Compat (TestCases): "---41---" is taken for an octet too.
func keepOctets(s string) string {
	if !strings.ContainsAny(s, "%-") {
		return s
	}
	var marked strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] != '%':
			marked.WriteByte(s[i])
		case isOctet(s, i):
			marked.WriteString("---" + s[i+1:i+3] + "---")
			i += 2
		}
	}
	s = marked.String()
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if i+8 <= len(s) && s[i:i+3] == "---" && s[i+5:i+8] == "---" && isHex(s[i+3]) && isHex(s[i+4]) {
			b.WriteString("%" + s[i+3:i+5])
			i += 7
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// encodeUpTo percent-encodes what is not ASCII (and, when all is set, what an
// address does not hold unencoded), stopping before the result passes most
// bytes; a character is never cut, and one that is incomplete is left out.
func encodeUpTo(s string, most int, all bool) string {
	var b strings.Builder
	var char []byte
	need := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf {
			if len(char) == 0 {
				need = charBytes(c)
			}
			char = append(char, c)
			if b.Len()+3*need > most {
				break
			}
			if len(char) == need {
				for _, c := range char {
					b.Write([]byte{'%', hexDigits[c>>4], hexDigits[c&15]})
				}
				char = char[:0]
			}
			continue
		}
		text := string(rune(c))
		if all && !isWord(c) && strings.IndexByte("-_.~", c) < 0 {
			text = strings.ToUpper(percentEncode(rune(c)))
		}
		if b.Len()+len(text) > most {
			break
		}
		b.WriteString(text)
	}
	return b.String()
}

// charBytes is the size of the UTF-8 character that starts with c.
func charBytes(c byte) int {
	switch {
	case c < 0xE0:
		return 2
	case c < 0xF0:
		return 3
	}
	return 4
}

// UTF8Cut shortens a percent-encoded slug to at most the given bytes without
// cutting a character, and drops dashes at the end.
func UTF8Cut(slug string, bytes int) string {
	if len(slug) > bytes {
		if plain := percentDecode(slug); plain == slug {
			slug = slug[:bytes]
		} else {
			slug = encodeUpTo(plain, bytes, true)
		}
	}
	return strings.TrimRight(slug, "-")
}

// percentDecode decodes %xx, and "+" as a blank.
func percentDecode(s string) string {
	if !strings.ContainsAny(s, "%+") {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '+':
			b = append(b, ' ')
		case isOctet(s, i):
			b = append(b, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
		default:
			b = append(b, s[i])
		}
	}
	return string(b)
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// PercentDecodeForDisplay shows a slug in its own letters. A slug that does
// not decode to printable UTF-8 is shown as it is.
func PercentDecodeForDisplay(slug string) string {
	plain := percentDecode(slug)
	if !utf8.ValidString(plain) || strings.ContainsFunc(plain, unicode.IsControl) {
		return slug
	}
	return plain
}

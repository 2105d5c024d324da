// Package address keeps the address of a site out of its stored texts. A Codec
// writes the addresses of the own site in a text as marks, which don't say what
// the address is, and reads them back as the address of whoever reads: a site
// can move, and several servers can show one database under several addresses,
// without a stored row that changes.
//
// What Encode made of a text Decode turns back into exactly that text, whatever
// it was, as long as the address is the same. Marks are characters that Unicode
// sets aside for the inside of programs (U+FDD0 to U+FDDF); where a text has
// such a character itself, the last of them is put before it.
package address

import (
	"net/url"
	"strings"
	"unicode/utf8"
)

const (
	firstMark = '\uFDD0'
	escape    = '\uFDDF'
	// lead are the bytes that all marks begin with. Some letters do too.
	lead    = "\xEF\xB7"
	markLen = 3
)

// form is one of the ways in which texts write an address.
type form struct {
	// whole is the address, rest what is behind the scheme and the slashes,
	// slashes what stands between the two, with the colons of both schemes.
	whole, rest, slashes string
	own, other           string // scheme and colon: the own, and the other one
	percent              bool
}

// Codec encodes and decodes for one address. It is safe for concurrent use. A
// nil Codec knows no address: it only tells marks from what texts had before.
type Codec struct {
	base string
	host string // the name in it, by which texts are looked through
	// forms are in the order of their marks: each has one for the whole
	// address and one for what is behind the slashes.
	forms [4]form
}

// New makes the codec of an address without a slash at its end: scheme, host
// and perhaps a path. One of another kind is never encoded.
func New(base string) *Codec {
	c := &Codec{base: base}
	scheme, rest, ok := strings.Cut(base, "://")
	name := rest
	if u, err := url.Parse(base); err == nil && ok && (scheme == "http" || scheme == "https") && u.Hostname() != "" && u.User == nil {
		name, _, _ = strings.Cut(rest, "/")
		if i := strings.LastIndexByte(name, ':'); i > strings.LastIndexByte(name, ']') {
			name = name[:i]
		}
		c.host = name
	}
	other := "https"
	if scheme == "https" {
		other = "http"
	}
	lower := func(s string) string { return lowerHex(url.QueryEscape(s)) }
	slash := func(s string) string { return strings.ReplaceAll(s, "/", `\/`) }
	c.forms = [4]form{
		{base, rest, "//", scheme + ":", other + ":", false},
		{slash(base), slash(rest), `\/\/`, scheme + ":", other + ":", false},
		{url.QueryEscape(base), url.QueryEscape(rest), "%2F%2F", scheme + "%3A", other + "%3A", true},
		{lower(base), lower(rest), "%2f%2f", scheme + "%3a", other + "%3a", true},
	}
	// All forms write the name of a host alike, except for IPv6 addresses: sites
	// at one keep their texts as they are.
	if strings.ContainsAny(c.host, "[]") {
		c.host = ""
	}
	return c
}

func lowerHex(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i:], strings.ToLower(string(b[i:i+3])))
			i += 2
		}
	}
	return string(b)
}

// Base is the address.
func (c *Codec) Base() string {
	if c == nil {
		return ""
	}
	return c.base
}

// Concerns tells whether a text may have something to encode. It is quick.
func (c *Codec) Concerns(text string) bool {
	return strings.Contains(text, lead) || c != nil && c.host != "" && strings.Contains(text, c.host)
}

// Encode replaces the addresses of the site in a text by marks. These stay as
// they are: addresses of hosts whose name merely begins or ends like the own
// one, those that stand in the path of another address, and those that are
// written in a way which no program writes them.
func (c *Codec) Encode(text string) string {
	if !c.Concerns(text) {
		return text
	}
	text = escapeMarks(text)
	if c == nil || c.host == "" {
		return text
	}
	var out strings.Builder
	done := 0
	for at := 0; ; {
		i := strings.Index(text[at:], c.host)
		if i < 0 {
			break
		}
		at += i
		m, ok := c.match(text, at)
		if !ok || m.start < done {
			at += len(c.host)
			continue
		}
		if done == 0 {
			out.Grow(len(text))
		}
		out.WriteString(text[done:m.start])
		out.WriteRune(m.mark)
		done, at = m.end, m.end
	}
	if done == 0 {
		return text
	}
	out.WriteString(text[done:])
	return out.String()
}

// escapeMarks tells the marks that a text has itself from those that are put
// into it.
func escapeMarks(text string) string {
	if !strings.Contains(text, lead) {
		return text
	}
	var out strings.Builder
	for {
		i := strings.Index(text, lead)
		if i < 0 {
			out.WriteString(text)
			return out.String()
		}
		out.WriteString(text[:i])
		if r, _ := utf8.DecodeRuneInString(text[i:]); r >= firstMark && r <= escape {
			out.WriteRune(escape)
		}
		out.WriteString(text[i : i+len(lead)])
		text = text[i+len(lead):]
	}
}

// match is a mark and what it replaces.
type match struct {
	start, end int
	mark       rune
}

// match looks whether the name of the host that stands at a place of the text
// belongs to an address of the site.
func (c *Codec) match(text string, at int) (match, bool) {
	before := text[:at]
	for i := range c.forms {
		f := &c.forms[i]
		if !strings.HasSuffix(before, f.slashes) || !strings.HasPrefix(text[at:], f.rest) || goesOn(text[at+len(f.rest):], f.percent) {
			continue
		}
		end := at + len(f.rest)
		before := before[:len(before)-len(f.slashes)]
		whole, rest := firstMark+rune(2*i), firstMark+rune(2*i+1)
		switch scheme := strings.HasSuffix; {
		case scheme(before, f.own):
			start := len(before) - len(f.own)
			return match{start, end, whole}, !inPath(before[:start], f)
		case scheme(before, f.other):
			return match{at, end, rest}, !inPath(before[:len(before)-len(f.other)], f)
		default:
			return match{at, end, rest}, !f.percent && opens(before)
		}
	}
	return match{}, false
}

// inPath tells that what follows stands in the path of another address, as in
// those of archives.
func inPath(before string, f *form) bool {
	return strings.HasSuffix(before, f.slashes[:len(f.slashes)/2])
}

// opens tells that an address without a scheme may follow.
func opens(before string) bool {
	if before == "" {
		return true
	}
	b := before[len(before)-1]
	return !isWord(b) && !strings.ContainsRune(`:/\.-_+%`, rune(b)) && b < utf8.RuneSelf
}

func isWord(b byte) bool { return b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' }

// Decode replaces the marks in a text by the address.
func (c *Codec) Decode(text string) string {
	at := strings.Index(text, lead)
	if at < 0 {
		return text
	}
	var out strings.Builder
	done := 0
	for at < len(text) {
		i := strings.Index(text[at:], lead)
		if i < 0 {
			break
		}
		at += i
		r, n := utf8.DecodeRuneInString(text[at:])
		if r < firstMark || r > escape {
			at += max(n, 1)
			continue
		}
		out.WriteString(text[done:at])
		at += markLen
		done = at
		switch k := int(r - firstMark); {
		case r == escape:
			// The character behind it is one of the text.
			if next, n := utf8.DecodeRuneInString(text[at:]); next >= firstMark && next <= escape {
				out.WriteRune(next)
				at += n
				done = at
			} else {
				out.WriteRune(r)
			}
		case c == nil || k >= 2*len(c.forms):
			out.WriteRune(r)
		case k%2 == 0:
			out.WriteString(c.forms[k/2].whole)
		default:
			out.WriteString(c.forms[k/2].rest)
		}
	}
	if done == 0 {
		return text
	}
	out.WriteString(text[done:])
	return out.String()
}

// EncodeAll is Encode for each of some texts; nil stays nil.
func (c *Codec) EncodeAll(texts []string) []string {
	if texts == nil {
		return nil
	}
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = c.Encode(t)
	}
	return out
}

package clean

import (
	"slices"
	"strconv"
	"strings"
)

// Protocols returns the protocols an address in content may have.
func Protocols() []string { return slices.Clone(usualProtocols) }

var usualProtocols = strings.Fields("http https ftp ftps mailto news irc irc6 ircs gopher nntp feed " +
	"telnet mms rtsp sms svn tel fax xmpp webcal urn")

// NoControls removes control characters other than tab and line breaks.
func NoControls(s string) string {
	return keep(s, func(c byte) bool { return !isDroppedControl(rune(c)) })
}

func isDroppedControl(r rune) bool {
	return r >= 0 && r < 0x20 && r != '\t' && r != '\n' && r != '\r'
}

// NoNull is NoControls that also removes a zero after backslashes, which old
// software reads as a NUL byte.
func NoNull(s string) string {
	s = NoControls(s)
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		end := i
		for end < len(s) && s[end] == '\\' {
			end++
		}
		if end == i {
			b.WriteByte(s[i])
			i++
			continue
		}
		zeros := end
		for zeros < len(s) && s[zeros] == '0' {
			zeros++
		}
		if zeros == end {
			b.WriteString(s[i:end])
		}
		i = zeros
	}
	return b.String()
}

// DropBadProtocol removes protocols that are not in the list from the start
// of an address, however often they are repeated and however the colon is
// written. An address with too many of them gives "".
func DropBadProtocol(url string, protocols []string) string {
	url = NoNull(url)
	for _, p := range [...]string{"https", "http"} {
		if strings.HasPrefix(url, p+"://") && listed(protocols, p) {
			return url
		}
	}
	for range 6 {
		next := dropProtocolOnce(url, protocols, 1)
		if next == url {
			return url
		}
		url = next
	}
	return ""
}

func listed(protocols []string, scheme string) bool {
	for _, p := range protocols {
		if lowerASCII(p) == scheme {
			return true
		}
	}
	return false
}

func dropProtocolOnce(url string, protocols []string, depth int) string {
	url = closeColonRefs(url)
	at, size := colon(url)
	if at < 0 || strings.Contains(url[:at], "/?") {
		return url
	}
	scheme, rest := url[:at], trim(url[at+size:])
	scheme = keep(decodeNumbers(scheme), func(c byte) bool { return !isSpace(c) })
	scheme = lowerASCII(NoNull(scheme))
	if !listed(protocols, scheme) {
		return rest
	}
	if scheme == "feed" {
		if depth > 2 {
			return ""
		}
		rest = dropProtocolOnce(rest, protocols, depth+1)
		if rest == "" || rest == "0" {
			return rest
		}
	}
	return scheme + ":" + rest
}

// colonRef reads a numeric reference of the colon at the start of s, which
// begins with "&", and gives its length without a semicolon, or 0.
func colonRef(s string) int {
	i, digits, hex := 2, "58", false
	if len(s) > 2 && s[2]|0x20 == 'x' {
		i, digits, hex = 3, "3a", true
	}
	if !strings.HasPrefix(s, "&#") {
		return 0
	}
	for i < len(s) && s[i] == '0' {
		i++
	}
	if i+2 > len(s) || lowerASCII(s[i:i+2]) != digits {
		return 0
	}
	i += 2
	if i < len(s) && (s[i] >= '0' && s[i] <= '9' || hex && isHex(s[i])) {
		return 0
	}
	return i
}

// closeColonRefs gives references of the colon their missing semicolon.
func closeColonRefs(s string) string {
	if !strings.Contains(s, "&") {
		return s
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '&')
		if i < 0 {
			return b.String() + s
		}
		b.WriteString(s[:i])
		s = s[i:]
		n := colonRef(s)
		if n == 0 {
			b.WriteByte('&')
			s = s[1:]
			continue
		}
		b.WriteString(s[:n])
		if n == len(s) || s[n] != ';' {
			b.WriteByte(';')
		}
		s = s[n:]
	}
}

// colon finds the first colon, plain or written as a reference, and its size.
func colon(s string) (at, size int) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ':':
			return i, 1
		case '&':
			if n := colonRef(s[i:]); n > 0 && i+n < len(s) && s[i+n] == ';' {
				return i, n + 1
			}
			if len(s) >= i+7 && lowerASCII(s[i:i+7]) == "&colon;" {
				return i, 7
			}
		}
	}
	return -1, 0
}

// decodeNumbers decodes numeric references to single bytes.
func decodeNumbers(s string) string {
	return decodeBase(decodeBase(s, 10), 16)
}

func decodeBase(s string, base int) string {
	if !strings.Contains(s, "&#") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		from := i + 2
		if base == 16 {
			from++
		}
		if !strings.HasPrefix(s[i:], "&#") || base == 16 && (i+2 >= len(s) || s[i+2]|0x20 != 'x') {
			b.WriteByte(s[i])
			i++
			continue
		}
		end := from
		for end < len(s) && (s[end] >= '0' && s[end] <= '9' || base == 16 && isHex(s[end])) {
			end++
		}
		if end == from || end >= len(s) || s[end] != ';' {
			b.WriteByte(s[i])
			i++
			continue
		}
		// A value out of range cannot spell a protocol; any byte will do.
		n, _ := strconv.ParseUint(s[from:end], base, 64)
		b.WriteByte(byte(n))
		i = end + 1
	}
	return b.String()
}

package escape

import (
	"strings"
)

// protocols are the schemes links may have.
var protocols = [...]string{
	"http", "https", "ftp", "ftps", "mailto", "news", "irc", "irc6", "ircs", "gopher", "nntp", "feed",
	"telnet", "mms", "rtsp", "sms", "svn", "tel", "fax", "xmpp", "webcal", "urn",
}

// URL cleans an address and escapes it for an attribute. It is empty when the
// scheme is not allowed.
func URL(s string) string {
	u := Address(s)
	u = Entities(u)
	u = strings.ReplaceAll(u, "&amp;", "&#038;")
	return strings.ReplaceAll(u, "'", "&#039;")
}

// Address cleans an address without escaping it.
func Address(s string) string {
	if s == "" {
		return ""
	}
	s = strings.ReplaceAll(strings.TrimLeft(s, " \t\n\r\v\x00"), " ", "%20")
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if allowed(s[i]) {
			b.WriteByte(s[i])
		}
	}
	u := b.String()
	if u == "" {
		return ""
	}
	if !hasPrefixFold(u, "mailto:") {
		u = dropEncodedBreaks(u)
	}
	u = strings.ReplaceAll(u, ";//", "://")
	if !strings.Contains(u, ":") && !strings.ContainsRune("/#?", rune(u[0])) && !phpFile(u) {
		u = "http://" + u
	}
	u = brackets(u)
	if u == "" || u[0] == '/' {
		return u
	}
	scheme, _, found := strings.Cut(u, ":")
	if !found || strings.ContainsAny(scheme, "/?#") {
		return u
	}
	for _, p := range protocols {
		if strings.EqualFold(p, strings.TrimSpace(scheme)) {
			return u
		}
	}
	return ""
}

func allowed(c byte) bool {
	return c >= 0x80 || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		strings.IndexByte("-~+_.?#=!&;,/:%@$|*'()[]", c) >= 0
}

// brackets encodes square brackets outside the host.
func brackets(u string) string {
	if !strings.ContainsAny(u, "[]") {
		return u
	}
	front, rest := "", u
	if i := strings.Index(u, "//"); i >= 0 {
		if j := strings.IndexAny(u[i+2:], "/?#"); j >= 0 {
			front, rest = u[:i+2+j], u[i+2+j:]
		} else {
			front, rest = u, ""
		}
	}
	return front + strings.NewReplacer("[", "%5B", "]", "%5D").Replace(rest)
}

// dropEncodedBreaks removes %0d and %0a until none is left, in one pass.
func dropEncodedBreaks(u string) string {
	if !strings.Contains(u, "%0") {
		return u
	}
	out := make([]byte, 0, len(u))
	for i := range len(u) {
		out = append(out, u[i])
		if n := len(out); n >= 3 && out[n-3] == '%' && out[n-2] == '0' {
			if c := out[n-1] | 0x20; c == 'd' || c == 'a' {
				out = out[:n-3]
			}
		}
	}
	return string(out)
}

func phpFile(u string) bool {
	for i := range len(u) {
		c := u[i] | 0x20
		switch {
		case c >= 'a' && c <= 'z', u[i] >= '0' && u[i] <= '9', u[i] == '-':
		default:
			return i > 0 && hasPrefixFold(u[i:], ".php")
		}
	}
	return false
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

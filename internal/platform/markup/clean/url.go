package clean

import (
	"strings"

	"quoin/internal/platform/markup/entity"
)

// URL cleans an address for storage: characters that no address has go,
// blanks are encoded, "http://" is put before what looks like a bare host. An
// address with another protocol than the listed ones gives ""; nil stands for
// Protocols.
func URL(raw string, protocols []string) string { return cleanURL(raw, protocols, false) }

// URLDisplay is URL for an address that goes into HTML: ampersands and single
// quotes are written as references.
func URLDisplay(raw string, protocols []string) string { return cleanURL(raw, protocols, true) }

// ofAddress tells which bytes addresses have.
var ofAddress = func() (t [256]bool) {
	for c := range t {
		b := byte(c) // #nosec G115 -- the table has one for each byte
		t[c] = isWord(b) || b >= 0x80 || strings.IndexByte(`-~+_.?#=!&;,/:%@$|*'()[]`, b) >= 0
	}
	return t
}()

func cleanURL(url string, protocols []string, display bool) string {
	url = strings.ReplaceAll(strings.TrimLeft(url, space), " ", "%20")
	url = keep(url, func(c byte) bool { return ofAddress[c] })
	if url == "" {
		return ""
	}
	if !strings.EqualFold(url[:min(len(url), 7)], "mailto:") {
		url = dropLineBreakOctets(url)
	}
	url = strings.ReplaceAll(url, ";//", "://")
	// Compat (TestCases): what became empty only now is taken for a host.
	if url == "" || !strings.Contains(url, ":") && strings.IndexByte("/#?", url[0]) < 0 && !startsWithPHPFile(url) {
		scheme := "http://"
		if len(protocols) > 0 && protocols[0] == "https" {
			scheme = "https://"
		}
		url = scheme + url
	}
	if display {
		url = entity.Normalize(url)
		url = strings.ReplaceAll(url, "&amp;", "&#038;")
		url = strings.ReplaceAll(url, "'", "&#039;")
	}
	if strings.ContainsAny(url, "[]") {
		url = encodeBrackets(url)
	}
	if url[0] == '/' {
		return url
	}
	if protocols == nil {
		protocols = usualProtocols
	}
	good := DropBadProtocol(url, protocols)
	if good != url && lowerASCII(good) != lowerASCII(url) {
		return ""
	}
	return good
}

// dropLineBreakOctets removes %0d and %0a until none is left, those that a
// removal makes included.
func dropLineBreakOctets(s string) string {
	if !strings.Contains(s, "%0") {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		out = append(out, s[i])
		if n := len(out); n >= 3 && out[n-3] == '%' && out[n-2] == '0' && (out[n-1]|0x20 == 'd' || out[n-1]|0x20 == 'a') {
			out = out[:n-3]
		}
	}
	return string(out)
}

// startsWithPHPFile: a relative address such as "index.php?x" gets no host.
func startsWithPHPFile(s string) bool {
	i := 0
	for i < len(s) && (isWord(s[i]) || s[i] == '-') {
		i++
	}
	return i > 0 && len(s) >= i+4 && strings.EqualFold(s[i:i+4], ".php")
}

// encodeBrackets percent-encodes "[" and "]" behind the host, where they are
// not the mark of an IPv6 address.
func encodeBrackets(url string) string {
	front := authorityOf(url)
	rest := url
	if front != "" {
		rest = strings.ReplaceAll(url, front, "")
	}
	if rest == "" {
		return url
	}
	encoded := strings.NewReplacer("[", "%5B", "]", "%5D").Replace(rest)
	return strings.ReplaceAll(url, rest, encoded)
}

// authorityOf is everything before the path: protocol, user, host and port.
func authorityOf(url string) string {
	front, rest := "", url
	if i := strings.Index(url, "://"); i > 0 && isScheme(url[:i]) {
		front, rest = url[:i+3], url[i+3:]
	} else if strings.HasPrefix(url, "//") {
		front, rest = "//", url[2:]
	} else if url[0] == '/' {
		// A path on this host has no authority.
		return "//"
	} else if i := strings.IndexByte(url, ':'); i > 0 && isScheme(url[:i]) {
		return url[:i] + "://"
	} else {
		return ""
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	host := rest
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		host = rest[i+1:]
	}
	if host == "" || !goodPort(host) {
		if url[0] == '/' {
			return "//"
		}
		return ""
	}
	return front + rest
}

func isScheme(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isWord(s[i]) && s[i] != '+' && s[i] != '-' && s[i] != '.' {
			return false
		}
	}
	return s != ""
}

// goodPort reports whether what follows the last colon of a host is a port.
func goodPort(host string) bool {
	i := strings.LastIndexByte(host, ':')
	if i < 0 || host[0] == '[' && strings.HasSuffix(host, "]") {
		return true
	}
	port := host[i+1:]
	if i == 0 || len(port) > 5 {
		return false
	}
	n := 0
	for _, c := range port {
		if c < '0' || c > '9' {
			return false
		}
		n = n*10 + int(c-'0')
	}
	return n <= 65535
}

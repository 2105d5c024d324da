package svg

import (
	"strconv"
	"strings"
)

// safeValue judges the value of an allowed attribute. References stay inside
// the file; only an image may hold one, a raster image as data.
func safeValue(element, name, value string) bool {
	switch name {
	case "href", "xlink:href":
		if strings.HasPrefix(value, "#") {
			return element != "image"
		}
		return element == "image" && isRasterData(value)
	case "style":
		return safeCSS(value)
	}
	low := plainCSS(value)
	return onlyFragments(low) && !strings.Contains(low, "javascript:") && !strings.Contains(low, "vbscript:") && !strings.Contains(low, "data:")
}

// isRasterData: a data URL of a raster image in base64.
func isRasterData(url string) bool {
	head, data, ok := strings.Cut(url, ",")
	if !ok {
		return false
	}
	switch strings.ToLower(head) {
	case "data:image/png;base64", "data:image/jpeg;base64", "data:image/jpg;base64", "data:image/gif;base64", "data:image/webp;base64":
	default:
		return false
	}
	return strings.Trim(data, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/= \t\r\n") == ""
}

// safeCSS judges a style sheet or the value of a style attribute: it may not
// load anything or run anything.
func safeCSS(css string) bool {
	css = plainCSS(css)
	for _, bad := range [...]string{"@import", "@charset", "@namespace", "expression(", "behavior:", "-moz-binding", "javascript:", "vbscript:", "data:", "image-set(", "image(", "src(", "<"} {
		if strings.Contains(css, bad) {
			return false
		}
	}
	return onlyFragments(css)
}

// onlyFragments reports whether every url() names something in this file.
func onlyFragments(css string) bool {
	for {
		i := strings.Index(css, "url(")
		if i < 0 {
			return true
		}
		css = css[i+len("url("):]
		if !strings.HasPrefix(strings.TrimLeft(css[:min(len(css), 64)], `"'`), "#") {
			return false
		}
	}
}

// plainCSS is the text in lower case, without comments, escapes, white space
// and control characters, as the least careful reader might see it.
func plainCSS(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c <= ' ' || c == 0x7f:
		case c == '/' && i+1 < len(s) && s[i+1] == '*':
			end := strings.Index(s[i+2:], "*/")
			if end < 0 {
				return strings.ToLower(b.String())
			}
			i += end + 3
		case c == '\\':
			end := i + 1
			for end < len(s) && end <= i+6 && isHex(s[end]) {
				end++
			}
			if n, err := strconv.ParseUint(s[i+1:end], 16, 32); err == nil {
				b.WriteRune(rune(n))
			}
			i = end - 1
		default:
			b.WriteByte(c)
		}
	}
	return strings.ToLower(b.String())
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }

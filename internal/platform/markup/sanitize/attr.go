package sanitize

import (
	"strings"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
)

// attribute is one attribute of a start tag: its name in lower case and its
// decoded value. A bare one has no "=".
type attribute struct {
	name, value string
	bare        bool
	// apos: the value was written with "&#039;" for an apostrophe.
	apos bool
}

const attrSpace = " \t\f\r\n"

// readAttributes reads the attributes of a start tag as a browser does; of
// several with one name the first counts. A quote that never ends makes the
// whole tag broken, which leaves none.
func readAttributes(src string) []attribute {
	var list []attribute
	seen := map[string]bool{}
	for i := 0; ; {
		for i < len(src) && strings.IndexByte(attrSpace+"/", src[i]) >= 0 {
			i++
		}
		if i == len(src) {
			return list
		}
		end := i + 1 // a "=" in front belongs to the name
		for end < len(src) && strings.IndexByte(attrSpace+"=/", src[end]) < 0 {
			end++
		}
		a := attribute{name: lowerASCII(src[i:end]), bare: true}
		i = skipAttrSpace(src, end)
		if i < len(src) && src[i] == '=' {
			a.bare = false
			raw, next, ok := readValue(src, skipAttrSpace(src, i+1))
			if !ok {
				return nil
			}
			a.value, a.apos = decodeValue(raw), strings.Contains(raw, "&#039;")
			i = next
		}
		if !seen[a.name] {
			seen[a.name] = true
			list = append(list, a)
		}
	}
}

func skipAttrSpace(s string, i int) int {
	for i < len(s) && strings.IndexByte(attrSpace, s[i]) >= 0 {
		i++
	}
	return i
}

// lowerASCII leaves letters alone that only Unicode has a lower case for; a
// browser does so too.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

func readValue(src string, i int) (raw string, next int, ok bool) {
	if i < len(src) && (src[i] == '"' || src[i] == '\'') {
		end := strings.IndexByte(src[i+1:], src[i])
		if end < 0 {
			return "", 0, false
		}
		return src[i+1 : i+1+end], i + end + 2, true
	}
	end := i
	for end < len(src) && strings.IndexByte(attrSpace, src[end]) < 0 {
		end++
	}
	return src[i:end], end, true
}

var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

func decodeValue(raw string) string {
	return entity.DecodeAttribute(newlines.Replace(raw))
}

// isDataName: "data-" and lower-case letters, digits, "_" and "-".
func isDataName(name string) bool {
	rest, ok := strings.CutPrefix(name, "data-")
	if !ok || rest == "" {
		return false
	}
	for i := 0; i < len(rest); i++ {
		if !isNameByte(rest[i]) && rest[i] != '_' {
			return false
		}
	}
	return true
}

var addressSet = func() map[string]bool {
	set := map[string]bool{}
	for _, n := range strings.Fields(addressAttributes) {
		set[n] = true
	}
	return set
}()

func isAddress(name string) bool { return addressSet[name] }

func (f *filter) address(url string) string {
	return clean.DropBadProtocol(url, f.protocols)
}

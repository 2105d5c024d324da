package entity

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// ForFeed writes named references as decimal ones, since XML knows few names,
// and a vertical bar as a reference too. Three
// names from before HTML 4 are known as well.
func ForFeed(s string) string {
	return strings.ReplaceAll(eachReference(s, func(ref string) string {
		name := ref[1 : len(ref)-1]
		switch name {
		case "brkbar":
			name = "brvbar"
		case "die":
			name = "uml"
		case "hibar":
			name = "macr"
		}
		if !names[name] || name == "apos" {
			return ref
		}
		r, _ := utf8.DecodeRuneInString(html4Named(name))
		return "&#" + strconv.Itoa(int(r)) + ";"
	}), "|", "&#124;")
}

package entity

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

var windows = strings.NewReplacer(windowsPairs()...)

// windowsPairs maps decimal references of the Windows code page, which old
// editors write, to those of the characters that are meant. The five places
// without a character give nothing.
func windowsPairs() []string {
	var pairs []string
	for n := 128; n <= 159; n++ {
		ref := "&#" + strconv.Itoa(n) + ";"
		to := ""
		if r, _ := utf8.DecodeRuneInString(html.UnescapeString(ref)); int(r) != n {
			to = "&#" + strconv.Itoa(int(r)) + ";"
		}
		pairs = append(pairs, ref, to)
	}
	return pairs
}

// FixWindows replaces the references &#128; to &#159;. Content, excerpts and
// comments of all writers pass through it before they are filtered and stored.
func FixWindows(s string) string {
	if !strings.Contains(s, "&#1") {
		return s
	}
	return windows.Replace(s)
}

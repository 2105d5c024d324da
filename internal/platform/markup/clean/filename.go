package clean

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fileNameDrops are the characters no stored file name holds.
const fileNameDrops = "?[]/\\=<>:;,'\"&$#*()|~`!{}%+’«»”“\x00"

// FileName makes a name that is safe on disk and in an address. known answers
// for every extension the site has a type for, allowed for those the uploader
// may use; both get it in lower case. A name that is only a known extension
// is given a base name; an inner part that looks like an extension and is not
// allowed gets "_", so that no web server takes it for the type. An extension
// that is not text gives "". Letters are written as in the language of a locale (AccentsIn).
func FileName(locale, name string, known, allowed func(ext string) bool) string {
	name = AccentsIn(locale, name)
	if !utf8.ValidString(name) {
		base, ext := splitExt(name)
		name = slugOnce(base, false) + "." + ext
	}
	if !utf8.ValidString(name) {
		return ""
	}
	name = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Zs, r) {
			return ' '
		}
		return r
	}, name)
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(fileNameDrops, r) {
			return -1
		}
		return r
	}, name)
	name = joinRuns(name, ".", '.')
	name = strings.Trim(joinRuns(name, "\r\n\t -", '-'), ".-_")
	if !strings.Contains(name, ".") && name != "" && known(strings.ToLower(name)) {
		name = "unnamed-file." + name
	}
	parts := strings.Split(name, ".")
	if len(parts) <= 2 {
		return name
	}
	var b strings.Builder
	b.WriteString(parts[0])
	for _, p := range parts[1 : len(parts)-1] {
		b.WriteString("." + p)
		if looksLikeExt(p) && !allowed(strings.ToLower(p)) {
			b.WriteByte('_')
		}
	}
	return b.String() + "." + parts[len(parts)-1]
}

// LowerExt puts the extension of a file name in lower case.
func LowerExt(name string) string {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return name
	}
	return name[:i] + strings.ToLower(name[i:])
}

func splitExt(name string) (base, ext string) {
	name = name[strings.LastIndexByte(name, '/')+1:]
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[:i], name[i+1:]
	}
	return name, ""
}

// looksLikeExt: two to five letters and at most one digit after them.
func looksLikeExt(p string) bool {
	if n := len(p); n > 0 && p[n-1] >= '0' && p[n-1] <= '9' {
		p = p[:n-1]
	}
	if len(p) < 2 || len(p) > 5 {
		return false
	}
	for i := 0; i < len(p); i++ {
		if p[i]|0x20 < 'a' || p[i]|0x20 > 'z' {
			return false
		}
	}
	return true
}

package theme

import (
	"io"
	"path"
	"regexp"
	"strings"
)

// RegisteredCSS is the CSS that the theme's code asks for on every page, in the
// order in which it does. Addresses of files are made for a site at base. Like
// Stylesheet it can stand in a style element.
func (t *Theme) RegisteredCSS(base string) string { return t.EarlyCSS(base) + t.LateCSS(base) }

// EarlyCSS is the part of RegisteredCSS that comes before the styles of the site.
func (t *Theme) EarlyCSS(base string) string {
	return t.sheetsCSS(base, t.Registered.Sheets, func(s Sheet) bool { return s.Block == "" && s.Early })
}

// LateCSS is the part of RegisteredCSS that comes behind them.
func (t *Theme) LateCSS(base string) string {
	return t.sheetsCSS(base, t.Registered.Sheets, func(s Sheet) bool { return s.Block == "" && !s.Early }) +
		t.stylesCSS(base, func(block string) bool { return block == "" }) +
		t.sheetsCSS(base, t.localeSheet, func(Sheet) bool { return true })
}

// RegisteredBlockCSS is the CSS that the theme's code asks for with block types
// that a page has: style sheets, and what block styles bring.
func (t *Theme) RegisteredBlockCSS(base string, has func(block string) bool) string {
	wanted := func(block string) bool { return block != "" && has(block) }
	return t.sheetsCSS(base, t.Registered.Sheets, func(s Sheet) bool { return wanted(s.Block) }) + t.stylesCSS(base, wanted)
}

func (t *Theme) sheetsCSS(base string, sheets []Sheet, wanted func(s Sheet) bool) string {
	var b strings.Builder
	for _, s := range sheets {
		if !wanted(s) {
			continue
		}
		if s.CSS != "" {
			b.WriteString(WithAddress(s.CSS, base) + "\n")
			continue
		}
		owner := t
		if owner.ID != s.Theme && t.Parent != nil {
			owner = t.Parent
		}
		if css, ok := owner.sheet(s.Path); ok {
			b.WriteString(withAddresses(css, owner.FilesURL(base)+"/"+path.Dir(s.Path)) + "\n")
		}
	}
	return strings.ReplaceAll(b.String(), "</", `<\/`)
}

// stylesCSS is what styles of blocks bring that the code registers.
func (t *Theme) stylesCSS(base string, wanted func(block string) bool) string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, s := range t.Registered.Styles {
		if s.CSS != "" && wanted(s.Block) && !seen[s.CSS] {
			seen[s.CSS] = true
			b.WriteString(WithAddress(s.CSS, base) + "\n")
		}
	}
	return strings.ReplaceAll(b.String(), "</", `<\/`)
}

// sheet is the text of a style sheet of the theme.
func (t *Theme) sheet(name string) (string, bool) {
	file, kind, err := t.Asset(name)
	if err != nil || kind != "text/css" {
		return "", false
	}
	defer file.Close()
	css, err := io.ReadAll(io.LimitReader(file, maxFileBytes))
	return strings.TrimPrefix(string(css), "\ufeff"), err == nil
}

var cssAddress = regexp.MustCompile(`url\(\s*(['"]?)([^'")\s]+)(['"]?)\s*\)`)

// withAddresses makes relative addresses in CSS begin at a folder.
func withAddresses(css, folder string) string {
	return cssAddress.ReplaceAllStringFunc(css, func(found string) string {
		m := cssAddress.FindStringSubmatch(found)
		if at := m[2]; strings.Contains(at, ":") || strings.HasPrefix(at, "/") || strings.HasPrefix(at, "#") {
			return found
		}
		return "url(" + m[1] + folder + "/" + m[2] + m[3] + ")"
	})
}

package theme

import (
	"cmp"
	"strings"

	"quoin/internal/domain/theme/php"
	"quoin/internal/platform/language"
)

// sheetMirror is what code says of the file that a style sheet has for pages from right to left.
// The zero value is that of a sheet that has none.
type sheetMirror struct {
	// beside tells that the file comes behind the sheet, replaces that it takes its place.
	beside, replaces bool
	// address is that of the file, "" for the one beside the sheet that has -rtl in its
	// name, before the suffix.
	address, suffix string
}

// sheetData takes what is said of a style sheet once it is registered.
func (r *registrar) sheetData(c *php.Call) any {
	handle, _ := c.Text(0)
	key, _ := c.Text(1)
	one, known := r.sheets[handle]
	if !known {
		return false
	}
	switch value := c.Arg(2).(type) {
	case bool:
		if key == "rtl" {
			one.mirror.beside, one.mirror.replaces, one.mirror.address = value, false, ""
		}
	case string:
		switch {
		case key == "suffix":
			one.mirror.suffix = value
		case key == "rtl" && value == "replace":
			one.mirror.beside, one.mirror.replaces, one.mirror.address = false, true, ""
		case key == "rtl":
			one.mirror.beside, one.mirror.replaces, one.mirror.address = value != "", false, value
		}
	}
	r.sheets[handle] = one
	return true
}

// mirrorSheets gives a site from right to left the files that the sheets of the theme have
// for it. A sheet without such a file stays as it is.
func (r *registrar) mirrorSheets() {
	if !r.theme.core.RightToLeft() {
		return
	}
	mirrors := map[Sheet]asset{}
	for _, one := range r.sheets {
		if id, name, ok := r.file(one.address, "text/css"); ok && one.mirror != (sheetMirror{}) {
			mirrors[Sheet{Theme: id, Path: name}] = one
		}
	}
	var out []Sheet
	for _, s := range r.theme.Registered.Sheets {
		one := mirrors[Sheet{Theme: s.Theme, Path: s.Path}]
		ending := one.mirror.suffix + ".css"
		id, name, ok := r.file(cmp.Or(one.mirror.address, strings.ReplaceAll(one.address, ending, "-rtl"+ending)), "text/css")
		other := s
		other.Theme, other.Path = id, name
		switch {
		case s.CSS != "" || !ok || !one.mirror.beside && !one.mirror.replaces:
			out = append(out, s)
		case one.mirror.replaces:
			out = append(out, other)
		default:
			out = append(out, s, other)
		}
	}
	r.theme.Registered.Sheets = out
}

// loadLocaleSheet finds the style sheet that a theme has for a language or a direction, which
// needs no code.
//
// Compat (TestSheetsFromRightToLeft): it is one of the theme's own folder, comes behind the
// theme's other sheets, and that of the language counts instead of that of the direction.
func (t *Theme) loadLocaleSheet(f *files) error {
	direction := "ltr"
	if t.core.RightToLeft() {
		direction = "rtl"
	}
	for _, name := range []string{cmp.Or(t.options.Locale, language.English), direction} {
		if name += ".css"; !strings.Contains(name, "/") && f.has(name) {
			t.localeSheet = []Sheet{{Theme: t.ID, Path: name}}
			break
		}
	}
	return nil
}

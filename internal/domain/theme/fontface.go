package theme

import (
	"cmp"
	"slices"
	"strings"

	"quoin/internal/platform/wire"
)

// FontFaces are the @font-face rules of the font families in the settings.
// Addresses of files of the theme are made from base, the address of the
// theme's folder. Like Stylesheet it can stand in a style element.
func (d *Data) FontFaces(base string) string {
	var b strings.Builder
	families := objectAt(d.root, "settings", "typography", "fontFamilies")
	for _, origin := range origins() {
		for _, family := range items(families.Get(string(origin))) {
			name, _, _ := strings.Cut(family.Text("fontFamily"), ",")
			name = strings.Trim(strings.TrimSpace(name), `"'`)
			for _, face := range items(family.Get("fontFace")) {
				writeFontFace(&b, name, face, strings.TrimSuffix(base, "/"))
			}
		}
	}
	return strings.ReplaceAll(b.String(), "</", `<\/`)
}

// BodyFont is the address of the font file that most text of a page is set in,
// to be fetched early; "" when the theme brings none. Base is the address of
// the theme's folder.
func (d *Data) BodyFont(base string) string {
	slug := text(d.Styles(), "typography", "fontFamily")
	slug = strings.TrimPrefix(strings.TrimPrefix(slug, "var:preset|font-family|"), "var(--wp--preset--font-family--")
	slug = strings.TrimSuffix(slug, ")")
	families := objectAt(d.root, "settings", "typography", "fontFamilies")
	for _, origin := range slices.Backward(origins()) {
		for _, family := range items(families.Get(string(origin))) {
			if family.Text("slug") != slug {
				continue
			}
			for _, face := range items(family.Get("fontFace")) {
				style, weight := cmp.Or(face.Text("fontStyle"), "normal"), printed(face.Get("fontWeight"))
				if style != "normal" || weight != "" && weight != "400" && weight != "normal" && !strings.Contains(weight, " ") {
					continue
				}
				src := face.Get("src")
				if list, ok := src.([]any); ok && len(list) > 0 {
					src = list[0]
				}
				name, _ := src.(string)
				if file, ok := strings.CutPrefix(name, "file:./"); ok && strings.HasSuffix(file, ".woff2") {
					return strings.TrimSuffix(base, "/") + "/" + file
				}
				return ""
			}
		}
	}
	return ""
}

func writeFontFace(b *strings.Builder, family string, face *wire.Object, base string) {
	src := fontSources(face.Get("src"), base)
	if family == "" || src == "" {
		return
	}
	b.WriteString("@font-face{font-family:" + cssString(family) + ";")
	for _, p := range []struct{ member, css, fallback string }{
		{"fontStyle", "font-style", "normal"}, {"fontWeight", "font-weight", "400"},
		{"fontDisplay", "font-display", "fallback"},
	} {
		value := printed(face.Get(p.member))
		if value == "" || !plainFontValue(value) ||
			p.member == "fontDisplay" && !slices.Contains([]string{"auto", "block", "fallback", "swap", "optional"}, value) {
			value = p.fallback
		}
		b.WriteString(p.css + ":" + value + ";")
	}
	b.WriteString("src:" + src + ";")
	for _, p := range []struct{ member, css string }{
		{"fontStretch", "font-stretch"}, {"ascentOverride", "ascent-override"},
		{"descentOverride", "descent-override"}, {"lineGapOverride", "line-gap-override"},
		{"sizeAdjust", "size-adjust"}, {"unicodeRange", "unicode-range"}, {"fontVariant", "font-variant"},
		{"fontFeatureSettings", "font-feature-settings"}, {"fontVariationSettings", "font-variation-settings"},
	} {
		if value := printed(face.Get(p.member)); value != "" && plainFontValue(value) {
			b.WriteString(p.css + ":" + value + ";")
		}
	}
	b.WriteString("}")
}

// fontSources is the src of a font face: its files with their formats, best
// first. Addresses that aren't those of a file on the web are left out.
func fontSources(v any, base string) string {
	var urls []string
	switch v := v.(type) {
	case string:
		urls = []string{v}
	case []any:
		for _, u := range v {
			if s, ok := u.(string); ok {
				urls = append(urls, s)
			}
		}
	}
	formats := []struct{ ending, name string }{
		{".woff2", "woff2"}, {".woff", "woff"}, {".ttf", "truetype"}, {".otf", "opentype"},
	}
	var out []string
	for _, f := range formats {
		for _, u := range urls {
			file, local := strings.CutPrefix(u, "file:./")
			if local {
				u = base + "/" + file
			}
			path, _, _ := strings.Cut(u, "?")
			if !strings.HasSuffix(strings.ToLower(path), f.ending) ||
				!local && !strings.HasPrefix(u, "https://") && !strings.HasPrefix(u, "http://") && !strings.HasPrefix(u, "/") {
				continue
			}
			out = append(out, "url("+cssString(u)+") format('"+f.name+"')")
		}
	}
	return strings.Join(out, ", ")
}

// plainFontValue tells whether a value can't leave its declaration.
// PlainFont tells whether a font family is a list of names, which can stand in a
// declaration.
func PlainFont(family string) bool { return plainFontValue(family) }

func plainFontValue(value string) bool { return !strings.ContainsAny(value, "{}<>;\\\n\r()") }

// cssString quotes text for CSS.
func cssString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ", "\x00", "").Replace(s) + `"`
}

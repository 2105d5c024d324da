package front

import (
	"cmp"
	"context"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/access"
)

// Contrasts that texts of pages beside the theme's have, as WCAG measures them: running
// text, and what is large or a link.
const (
	clearContrast = 7
	plainContrast = 4.5
)

// maxLook is the longest list of font faces that is sent with pages beside the theme's.
const maxLook = 32 << 10

// Look is a style sheet for pages that aren't of the theme, which gives them its colours
// and typefaces by custom properties: --page, --text, --card, --soft, --line, --field,
// --accent, --on, --hover, --link, --good, --bad, --badline, --type and --heading. It is ""
// where the theme states no colours that can be read on each other.
func (f *Front) Look(ctx context.Context) string {
	data := f.View.Source(ctx, access.Actor{}, &render.Request{Front: true}).Styles(ctx)
	state := func(path ...string) string {
		value := data.Styles()
		for _, key := range path[:len(path)-1] {
			value = value.Object(key)
		}
		return data.Literal(value.Text(path[len(path)-1]))
	}
	page, text := state("color", "background"), state("color", "text")
	if !readable(text, page, clearContrast) {
		return ""
	}
	link := state("elements", "link", "color", "text")
	if !readable(link, page, plainContrast) {
		link = text
	}
	accent, on := state("elements", "button", "color", "background"), state("elements", "button", "color", "text")
	if !readable(on, accent, plainContrast) {
		accent, on = link, page
	}
	scheme := "light dark"
	if !strings.Contains(page+text, "light-dark(") {
		if scheme = "light"; render.Contrast(page, "#fff") > render.Contrast(page, "#000") {
			scheme = "dark"
		}
	}
	var b strings.Builder
	if faces := data.FontFaces(f.Theme(ctx).FilesURL(f.Site.Base(ctx))); len(faces) <= maxLook {
		b.WriteString(faces)
	}
	b.WriteString(":root:root{color-scheme:" + scheme + ";--page:" + page + ";--text:" + text + ";--link:" + link + ";--accent:" + accent + ";--on:" + on)
	for _, mix := range [][3]string{
		{"--soft", "var(--text) 82%", "var(--page)"}, {"--line", "var(--text) 20%", "var(--page)"},
		{"--field", "var(--text) 58%", "var(--page)"}, {"--hover", "var(--accent) 86%", "var(--text)"}, {"--good", "var(--accent) 10%", "var(--page)"},
		{"--bad", "#c0392b 12%", "var(--page)"}, {"--badline", "#c0392b 75%", "var(--text)"},
	} {
		b.WriteString(";" + mix[0] + ":color-mix(in srgb," + mix[1] + "," + mix[2] + ")")
	}
	b.WriteString(";--card:light-dark(color-mix(in srgb,#fff 65%,var(--page)),color-mix(in srgb,#fff 6%,var(--page)))")
	for _, font := range [][2]string{
		{"--type", cmp.Or(state("elements", "button", "typography", "fontFamily"), state("typography", "fontFamily"))},
		{"--heading", state("elements", "heading", "typography", "fontFamily")},
	} {
		if font[1] != "" && theme.PlainFont(font[1]) {
			b.WriteString(";" + font[0] + ":" + font[1])
		}
	}
	return b.String() + "}"
}

// readable tells whether two colours have a contrast, in light and in dark surroundings.
func readable(text, ground string, least float64) bool {
	lightText, darkText := schemes(text)
	lightGround, darkGround := schemes(ground)
	return render.Contrast(lightText, lightGround) >= least && render.Contrast(darkText, darkGround) >= least
}

// schemes are what a colour is in light and in dark surroundings.
func schemes(value string) (light, dark string) {
	inner, both := strings.CutPrefix(value, "light-dark(")
	inner, closed := strings.CutSuffix(inner, ")")
	if !both || !closed {
		return value, value
	}
	depth := 0
	for i, c := range inner {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			return inner[:i], inner[i+1:]
		}
	}
	return value, value
}

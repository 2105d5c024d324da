package shortcodes

import (
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/platform/markup/shortcode"
)

// Table returns the shortcodes by name.
func Table() map[string]render.Shortcode {
	return map[string]render.Shortcode{
		"caption": caption,
		// The name that old content uses.
		"wp_caption": caption,
		"gallery":    gallery,
		"audio":      audio,
		"video":      video,
		"playlist":   playlist,
		// Embeds are made before paragraphs; one that is left shows nothing.
		"embed": func(*render.Context, shortcode.Attrs, string, string) string { return "" },
	}
}

// instance counts the shortcodes of a kind in one rendering, from 1.
func instance(c *render.Context, kind string) string {
	prefix := "shortcode " + kind + " "
	return strings.TrimPrefix(c.PrefixedID(prefix), prefix)
}

// html5 tells whether the theme wants figure elements. Themes made of blocks
// do.
func html5(c *render.Context) bool {
	on, said := c.Theme.Supports["html5"]
	return on || !said
}

// given returns an attribute and whether it is there with a value that counts
// as one: "0" does not.
func given(attrs shortcode.Attrs, name string) (string, bool) {
	v, _ := attrs.Get(name)
	return v, v != "" && v != "0"
}

// truth reads a switch: everything but nothing, "0" and "false" is on.
func truth(v string) bool { return v != "" && v != "0" && !strings.EqualFold(v, "false") }

// number reads the whole number at the start of a text, 0 without one.
func number(s string) int {
	s = strings.TrimLeft(s, " \t\n\r\v\f")
	end := 0
	if end < len(s) && (s[end] == '-' || s[end] == '+') {
		end++
	}
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(s[:end], 10, 32)
	if err != nil {
		return 0
	}
	return int(n)
}

package theme

import (
	"regexp"
	"strconv"
	"strings"

	"quoin/internal/platform/wire"
)

// breakpoint is a viewport state that styles may be given for.
type breakpoint struct {
	// state is the key in the styles, such as "@mobile".
	state string
	// query is the media query.
	query string
}

var breakpointSize = regexp.MustCompile(`^(?:\d+|\d*\.\d+)(?:px|em|rem)$`)

// viewportSettings cleans the sizes at which the viewport states end. What
// can't be used is left out; when nothing is left the default sizes count.
func viewportSettings(v any) *wire.Object {
	defaults := wire.NewObject("mobile", "480px", "tablet", "782px")
	if !isArray(v) {
		return defaults
	}
	out, sizes := &wire.Object{}, map[string]float64{}
	for _, name := range defaults.Keys() {
		size := strings.TrimSpace(text(v, name))
		if px, ok := breakpointPixels(size); ok {
			out.Set(name, size)
			sizes[name] = px
		}
	}
	switch {
	case out.Len() == 0:
		return defaults
	case out.Len() == 2 && sizes["mobile"] >= sizes["tablet"]:
		out.Delete("tablet")
	}
	return out
}

func breakpointPixels(size string) (float64, bool) {
	if !breakpointSize.MatchString(size) {
		return 0, false
	}
	digits := strings.TrimRight(size, "pxrem")
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return 0, false
	}
	if !strings.HasSuffix(size, "px") {
		f *= 16
	}
	return f, true
}

// breakpoints are the viewport states of the given settings.
func breakpoints(viewport any) []breakpoint {
	sizes := viewportSettings(viewport)
	mobile, tablet := sizes.Text("mobile"), sizes.Text("tablet")
	var out []breakpoint
	if mobile != "" {
		out = append(out, breakpoint{"@mobile", "@media (width <= " + mobile + ")"})
	}
	if tablet != "" {
		query := "@media (width <= " + tablet + ")"
		if mobile != "" {
			query = "@media (" + mobile + " < width <= " + tablet + ")"
		}
		out = append(out, breakpoint{"@tablet", query})
	}
	return out
}

func states(points []breakpoint) []string {
	out := make([]string, len(points))
	for i := range points {
		out[i] = points[i].state
	}
	return out
}

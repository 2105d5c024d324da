package theme

import (
	"math"
	"regexp"
	"strconv"

	"quoin/internal/platform/wire"
)

// length is a CSS length with its unit.
type length struct {
	value float64
	unit  string
}

func (l length) String() string { return printNumber(l.value) + l.unit }

var cssLength = regexp.MustCompile(`^(\d*\.?\d+)(rem|px|em)$`)

// rootFontSize is what 1rem is taken to be, in pixels.
const rootFontSize = 16

// parseLength reads a length in px, em or rem; a bare number counts as pixels.
func parseLength(s string) (length, bool) {
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		s += "px"
	}
	m := cssLength.FindStringSubmatch(s)
	if m == nil {
		return length{}, false
	}
	f, err := strconv.ParseFloat(m[1], 64)
	if err != nil || f > 1e9 || s == "0px" {
		return length{}, false
	}
	return length{round3(f), m[2]}, true
}

// in converts a length between pixels and units of the font size.
func (l length) in(unit string) length {
	switch {
	case unit == "px" && l.unit != "px":
		return length{round3(l.value * rootFontSize), "px"}
	case unit != "px" && l.unit == "px":
		return length{round3(l.value / rootFontSize), unit}
	case unit != "px":
		return length{l.value, unit}
	}
	return l
}

func round3(f float64) float64 { return math.Round(f*1000) / 1000 }

// fluidSize is a font size as CSS. preset is the preset the size belongs to,
// nil for a size of its own; it may bound the size or want it fixed.
func (d *Data) fluidSize(size string, preset *wire.Object) string {
	wish := preset.Get("fluid")
	settings := get(d.root, "settings", "typography", "fluid")
	if size == "" || wish == false || empty(settings) && empty(wish) {
		return size
	}
	preferred, ok := parseLength(size)
	if !ok {
		return size
	}
	narrow, wide := "320px", "1600px"
	if w := d.WideSize(); w != "" {
		if _, ok := parseLength(w); ok {
			wide = w
		}
	}
	if w := text(settings, "minViewportWidth"); w != "" {
		narrow = w
	}
	if w := text(settings, "maxViewportWidth"); w != "" {
		wide = w
	}
	limit := length{14, "px"}
	if l, ok := parseLength(text(settings, "minFontSize")); ok {
		limit = l
	}
	limit = limit.in(preferred.unit)

	smallest, largest := printed(get(wish, "min")), printed(get(wish, "max"))
	if smallest == "" && largest == "" && preferred.value <= limit.value {
		return size
	}
	if largest == "" {
		largest = preferred.String()
	}
	if smallest == "" {
		factor := 1 - 0.075*math.Log2(preferred.in("px").value)
		l := length{round3(preferred.value * min(max(factor, 0.25), 0.75)), preferred.unit}
		if l.value <= limit.value {
			l = limit
		}
		smallest = l.String()
	}
	if css := clampSize(smallest, largest, narrow, wide); css != "" {
		return css
	}
	return size
}

// clampSize is a size that grows from smallest to largest while the viewport
// grows from narrow to wide; "" when one of them can't be used.
func clampSize(smallest, largest, narrow, wide string) string {
	low, ok1 := parseLength(smallest)
	high, ok2 := parseLength(largest)
	from, ok3 := parseLength(narrow)
	to, ok4 := parseLength(wide)
	if !ok1 || !ok2 || !ok3 || !ok4 {
		return ""
	}
	high, from, to = high.in(low.unit), from.in(low.unit), to.in(low.unit)
	if to.value == from.value {
		return ""
	}
	slope := round3(100 * (high.value - low.value) / (to.value - from.value))
	if slope == 0 {
		slope = 1
	}
	offset := length{round3(from.value / 100), low.unit}
	return "clamp(" + smallest + ", " + low.in("rem").String() + " + ((1vw - " + offset.String() + ") * " +
		printNumber(slope) + "), " + largest + ")"
}

package render

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"quoin/internal/display/render/htmltag"
	"quoin/internal/platform/markup/block"
)

// fontSize is a custom font size, or the fluid formula for it when the theme
// lets sizes follow the screen.
func (t *Theme) fontSize(size any) any {
	settings := t.Settings
	if !block.Truth(size) || !settings.Bool("typography", "fluid") {
		return size
	}
	if fluid := fluidFontSize(block.Text(size), settings); fluid != "" {
		return fluid
	}
	return size
}

// fluidSize replaces the custom size in a block's own style attribute.
func (inst *instance) fluidSize(html string) string {
	size := inst.block.Attrs.String("style", "typography", "fontSize")
	if size == "" {
		return html
	}
	fluid, _ := inst.c.Theme.fontSize(size).(string)
	if fluid == "" || fluid == size {
		return html
	}
	p := htmltag.New(html)
	for p.Next() {
		css, _ := p.Attr("style")
		for _, written := range [...]string{"font-size:" + size, "font-size: " + size} {
			if strings.Contains(css, written) {
				p.SetAttr("style", strings.Replace(css, written, "font-size:"+fluid, 1))
				return p.String()
			}
		}
	}
	return html
}

type length struct {
	value float64
	unit  string
}

var lengthPattern = regexp.MustCompile(`^(\d*\.?\d+)([a-zA-Z]+|%)$`)

// parseLength reads a length in px, rem or em and converts between px and the
// relative units, 16 px to one.
func parseLength(s, to string) (length, bool) {
	if s == "" || s == "0" {
		return length{}, false
	}
	if strings.Trim(s, "0123456789.") == "" {
		s += "px"
	}
	m := lengthPattern.FindStringSubmatch(s)
	if m == nil {
		return length{}, false
	}
	v, err := strconv.ParseFloat(m[1], 64)
	unit := m[2]
	relative := func(u string) bool { return u == "em" || u == "rem" }
	if err != nil || unit != "px" && !relative(unit) {
		return length{}, false
	}
	switch {
	case to == "px" && relative(unit):
		v, unit = v*16, to
	case unit == "px" && relative(to):
		v, unit = v/16, to
	case relative(to):
		unit = to
	}
	return length{round3(v), unit}, true
}

func round3(v float64) float64 { return math.Round(v*1000) / 1000 }

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func fluidFontSize(size string, settings block.Attrs) string {
	fluid := settings.Map("typography", "fluid")
	preferred, ok := parseLength(size, "")
	if !ok {
		return ""
	}
	minView, maxView := "320px", "1600px"
	if v := fluid.String("minViewportWidth"); v != "" {
		minView = v
	}
	if v := settings.String("layout", "wideSize"); v != "" {
		if _, ok := parseLength(v, ""); ok {
			maxView = v
		}
	}
	if v := fluid.String("maxViewportWidth"); v != "" {
		maxView = v
	}
	limitText := "14px"
	if v := fluid.Text("minFontSize"); v != "" {
		if _, ok := parseLength(v, ""); ok {
			limitText = v
		}
	}
	limit, hasLimit := parseLength(limitText, preferred.unit)
	if hasLimit && preferred.value <= limit.value {
		return ""
	}
	px := preferred.value
	if preferred.unit != "px" {
		px *= 16
	}
	factor := min(max(1-0.075*math.Log2(px), 0.25), 0.75)
	least := round3(preferred.value * factor)
	if hasLimit && least <= limit.value {
		least = limit.value
	}
	return clampFormula(length{least, preferred.unit}, preferred, minView, maxView)
}

// clampFormula grows a size linearly between two screen widths.
func clampFormula(least, most length, minView, maxView string) string {
	hi, ok1 := parseLength(maxView, least.unit)
	lo, ok2 := parseLength(minView, least.unit)
	if !ok1 || !ok2 || hi.value == lo.value {
		return ""
	}
	leastRem, _ := parseLength(number(least.value)+least.unit, "rem")
	offset := round3(lo.value / 100) // one percent of the narrowest screen
	linear := 100 * ((most.value - least.value) / (hi.value - lo.value))
	linear = round3(linear)
	if linear == 0 {
		linear = 1
	}
	return "clamp(" + number(least.value) + least.unit + ", " + number(leastRem.value) + "rem + ((1vw - " +
		number(offset) + least.unit + ") * " + number(linear) + "), " + number(most.value) + most.unit + ")"
}

// FontSize is a custom font size as it is written into CSS.
func (t *Theme) FontSize(size string) string {
	return block.Text(t.fontSize(size))
}

package render

import (
	"math"
	"strconv"
	"strings"
)

// parseColor reads a colour as style sheets write it, in hexadecimal digits or
// with rgb() or hsl(), with or without opacity. Its four parts are between 0 and
// 1: red, green, blue, opacity.
func parseColor(text string) (color [4]float64, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if digits, isHex := strings.CutPrefix(text, "#"); isHex {
		return parseHex(digits)
	}
	name, rest, found := strings.Cut(text, "(")
	inside, closed := strings.CutSuffix(rest, ")")
	if !found || !closed {
		return color, false
	}
	parts := strings.FieldsFunc(inside, func(r rune) bool { return r == ',' || r == '/' || r == ' ' || r == '\t' })
	if len(parts) != 3 && len(parts) != 4 {
		return color, false
	}
	color[3] = 1
	if len(parts) == 4 {
		if color[3], ok = parsePart(parts[3], 1); !ok {
			return color, false
		}
	}
	switch name {
	case "rgb", "rgba":
		for i := range 3 {
			v, ok := parsePart(parts[i], 255)
			if !ok {
				return color, false
			}
			color[i] = v
		}
	case "hsl", "hsla":
		hue, err := strconv.ParseFloat(strings.TrimSuffix(parts[0], "deg"), 64)
		saturation, okS := parsePart(parts[1], 100)
		lightness, okL := parsePart(parts[2], 100)
		if err != nil || math.IsNaN(hue) || math.IsInf(hue, 0) || !okS || !okL {
			return color, false
		}
		color[0], color[1], color[2] = fromHSL(hue, saturation, lightness)
	default:
		return color, false
	}
	return color, true
}

// parseHex reads 3, 4, 6 or 8 digits.
func parseHex(digits string) (color [4]float64, ok bool) {
	if len(digits) == 3 || len(digits) == 4 {
		long := make([]byte, 0, 8)
		for i := range len(digits) {
			long = append(long, digits[i], digits[i])
		}
		digits = string(long)
	}
	if len(digits) == 6 {
		digits += "ff"
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) != 8 {
		return color, false
	}
	for i := range color {
		color[i] = float64(n>>(24-8*i)&0xff) / 255
	}
	return color, true
}

// parsePart reads a number of which most is the whole, or a percentage.
func parsePart(text string, most float64) (float64, bool) {
	if percent, ok := strings.CutSuffix(text, "%"); ok {
		text, most = percent, 100
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) {
		return 0, false
	}
	return min(1, max(0, v/most)), true
}

// fromHSL is a colour of a hue in degrees, a saturation and a lightness.
func fromHSL(hue, saturation, lightness float64) (red, green, blue float64) {
	hue = math.Mod(math.Mod(hue, 360)+360, 360) / 30
	reach := saturation * min(lightness, 1-lightness)
	at := func(n float64) float64 {
		k := math.Mod(n+hue, 12)
		return lightness - reach*max(-1, min(k-3, 9-k, 1))
	}
	return at(0), at(8), at(4)
}

// Contrast is how much two colours differ in lightness, from 1 to 21, as WCAG measures it;
// 0 when one of them can't be read or lets through what is behind it.
func Contrast(a, b string) float64 {
	first, okA := parseColor(a)
	second, okB := parseColor(b)
	if !okA || !okB || first[3] < 1 || second[3] < 1 {
		return 0
	}
	light, dark := luminance(first), luminance(second)
	if light < dark {
		light, dark = dark, light
	}
	return (light + 0.05) / (dark + 0.05)
}

func luminance(color [4]float64) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		c := color[i]
		if c <= 0.03928 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

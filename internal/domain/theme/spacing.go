package theme

import (
	"math"
	"sort"
	"strconv"
	"strings"

	"quoin/internal/platform/wire"
)

// maxSteps bounds how many sizes a spacing scale may spell out to.
const maxSteps = 100

// scaleSizes spells a spacing scale out: "steps" sizes around a middle one,
// each "increment" apart. A scale with a missing or odd value yields nothing.
func scaleSizes(scale *wire.Object) []any {
	steps, ok1 := number(scale.Get("steps"))
	middle, ok2 := number(scale.Get("mediumStep"))
	increment, ok3 := number(scale.Get("increment"))
	unit, operator := scale.Text("unit"), scale.Text("operator")
	if !ok1 || !ok2 || !ok3 || steps == 0 || unit == "" && scale.Get("unit") == nil ||
		operator != "+" && operator != "*" {
		return []any{}
	}
	unit = cleanUnit(unit)
	steps = min(steps, maxSteps)
	midPoint := math.Round(steps / 2)

	below, skipped := smallerSizes(steps, midPoint, middle, increment, operator, unit)
	sizes := make([]any, 0, len(below)+int(max(steps, 0))+1)
	for i := len(below) - 1; i >= 0; i-- {
		sizes = append(sizes, below[i])
	}
	sizes = append(sizes, size("Medium", 50, printNumber(middle)+unit))
	return append(sizes, largerSizes(steps-midPoint+skipped, middle, increment, operator, unit)...)
}

// smallerSizes are the sizes below the middle, largest first, and how many of
// them would have been zero or less and go to the upper end instead.
func smallerSizes(steps, midPoint, middle, increment float64, operator, unit string) (out []any, skipped float64) {
	current, small := middle, ""
	slug := 40
	for left := midPoint - 1; steps > 1 && slug > 0 && left > 0; left-- {
		switch {
		case operator == "+":
			current -= increment
		case increment > 1:
			current /= increment
		default:
			current *= increment
		}
		if current <= 0 {
			return out, left
		}
		name := small + "X-Small"
		if left == midPoint-1 {
			name = "Small"
		}
		out = append(out, size(name, slug, roundedSize(current)+unit))
		if n, err := strconv.Atoi(small); err == nil && left < midPoint-2 {
			small = strconv.Itoa(n + 1)
		} else if left == midPoint-2 {
			small = "2"
		}
		slug -= 10
	}
	return out, 0
}

func largerSizes(count, middle, increment float64, operator, unit string) []any {
	var out []any
	current, slug := middle, 60
	for i := 0; float64(i) < count && i < maxSteps; i++ {
		switch {
		case operator == "+":
			current += increment
		case increment >= 1:
			current *= increment
		case increment != 0:
			current /= increment
		}
		name := "Large"
		switch {
		case i == 1:
			name = "X-Large"
		case i > 1:
			name = strconv.Itoa(i) + "X-Large"
		}
		out = append(out, size(name, slug, roundedSize(current)+unit))
		slug += 10
	}
	return out
}

func size(name string, slug int, value string) *wire.Object {
	return wire.NewObject("name", name, "slug", strconv.Itoa(slug), "size", value)
}

func roundedSize(f float64) string {
	if math.Abs(f) > 1e12 {
		return printNumber(f)
	}
	return printNumber(math.Round(f*100) / 100)
}

// cleanUnit keeps what may stand in a CSS unit.
func cleanUnit(unit string) string {
	if unit == "%" {
		return unit
	}
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return -1
	}, strings.ToLower(unit))
}

// joinSizes adds sizes to those of a scale, in the order of the numbers in
// their slugs; of two with one slug the added one counts.
func joinSizes(base []any, added any) []any {
	extra, _ := added.([]any)
	if len(base) == 0 {
		if extra == nil {
			return []any{}
		}
		return extra
	}
	bySlug := &wire.Object{}
	for _, list := range [][]any{base, extra} {
		for _, item := range items(list) {
			bySlug.Set(slugOf(item), item)
		}
	}
	members := bySlug.Members()
	sort.SliceStable(members, func(i, j int) bool {
		return leadingNumber(members[i].Key) < leadingNumber(members[j].Key)
	})
	out := make([]any, len(members))
	for i := range members {
		out[i] = members[i].Value
	}
	return out
}

// slugOf is a preset's slug; numbers count as text.
func slugOf(preset *wire.Object) string {
	switch s := preset.Get("slug").(type) {
	case string:
		return s
	case int64:
		return strconv.FormatInt(s, 10)
	case float64:
		return printNumber(s)
	}
	return ""
}

func leadingNumber(s string) float64 {
	end := 0
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || s[end] == '.' || s[end] == '-' && end == 0) {
		end++
	}
	f, _ := strconv.ParseFloat(s[:end], 64)
	return f
}

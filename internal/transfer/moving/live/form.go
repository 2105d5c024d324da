package live

import (
	"slices"
	"strings"
)

// sample is a post whose address shows the form of addresses.
type sample struct {
	path, slug, id, date, author string
	categories                   []string
}

// parts are what stands in a post for a part of the form, in the order in which one is
// taken that several fit.
var parts = []struct {
	name string
	is   func(s sample, text string) bool
}{
	{"%postname%", func(s sample, text string) bool { return text == s.slug }},
	{"%post_id%", func(s sample, text string) bool { return text == s.id }},
	{"%year%", func(s sample, text string) bool { return at(s.date, 0, 4) == text }},
	{"%monthnum%", func(s sample, text string) bool { return at(s.date, 5, 7) == text }},
	{"%day%", func(s sample, text string) bool { return at(s.date, 8, 10) == text }},
	{"%hour%", func(s sample, text string) bool { return at(s.date, 11, 13) == text }},
	{"%minute%", func(s sample, text string) bool { return at(s.date, 14, 16) == text }},
	{"%second%", func(s sample, text string) bool { return at(s.date, 17, 19) == text }},
	{"%author%", func(s sample, text string) bool { return text == s.author }},
	{"%category%", func(s sample, text string) bool { return slices.Contains(s.categories, text) }},
}

func at(text string, from, to int) string {
	if len(text) < to {
		return ""
	}
	return text[from:to]
}

// formOf is the form that the addresses of all samples have; ok is false where none fits.
func formOf(samples []sample) (form string, ok bool) {
	if len(samples) == 0 {
		return "", false
	}
	first := strings.Split(strings.Trim(samples[0].path, "/"), "/")
	var used []string
	for i := range first {
		var fits []string
		constant := true
		for _, p := range parts {
			if !slices.Contains(used, p.name) && !slices.ContainsFunc(samples, func(s sample) bool {
				all := strings.Split(strings.Trim(s.path, "/"), "/")
				return len(all) != len(first) || !p.is(s, all[i])
			}) {
				fits = append(fits, p.name)
			}
		}
		for _, s := range samples {
			all := strings.Split(strings.Trim(s.path, "/"), "/")
			constant = constant && len(all) == len(first) && all[i] == first[i]
		}
		switch {
		case len(fits) > 0 && !(constant && len(samples) > 1 && fits[0] == "%category%"):
			form, used = form+"/"+fits[0], append(used, fits[0])
		case constant:
			form += "/" + first[i]
		default:
			return "", false
		}
	}
	if !strings.Contains(form, "%post") {
		return "", false
	}
	if strings.HasSuffix(samples[0].path, "/") {
		form += "/"
	}
	return form, true
}

package head

import (
	"regexp"
	"strings"

	"quoin/internal/markup/clean"
)

// Vars gives the values of variables by name: a plain text, "" for a variable
// that says nothing here.
type Vars func(name string) string

var variable = regexp.MustCompile(`%%([^%]+(?:%%single)?)%%?`)

// Fill replaces the variables of a template, %%title%% and the like. Unknown
// ones disappear, and separators meet no separator.
func (v Vars) Fill(template string) string {
	if template == "" {
		return ""
	}
	text := clean.StripAllTags(template)
	if !strings.Contains(text, "%%") {
		return oneLine(text)
	}
	sep := ""
	text = variable.ReplaceAllStringFunc(text, func(found string) string {
		name := strings.Trim(found, "%")
		value := ""
		if v != nil {
			value = v(name)
		}
		if name == "sep" {
			sep = value
		}
		return value
	})
	if sep != "" {
		q := regexp.QuoteMeta(sep)
		text = regexp.MustCompile(q+`(?:\s*`+q+`)+`).ReplaceAllLiteralString(text, sep)
	}
	return oneLine(text)
}

var lineEnds = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ", "\f", " ")

// oneLine is a text on one line, pairs of spaces made one.
func oneLine(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(lineEnds.Replace(text), "  ", " "))
}

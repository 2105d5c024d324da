package shortcode

import (
	"strings"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/markup/scan"
)

// strictAttr is the filter of a Processor that was given none. It returns ""
// for an attribute that it will not answer for.
func strictAttr(attr, _ string) string {
	body := attr
	lead := body[:scan.SkipSpace(body, 0)]
	body = body[len(lead):]
	trimmed := trimRightSpace(body)
	trail := body[len(trimmed):]

	at := strings.IndexByte(trimmed, '=')
	if at < 0 {
		return ""
	}
	name, value := trimRightSpace(trimmed[:at]), trimmed[scan.SkipSpace(trimmed, at+1):]
	folded := lower(name)
	if strings.HasPrefix(folded, "on") || folded == "style" || folded == "srcdoc" {
		return ""
	}
	quote := `"`
	if value != "" && (value[0] == '"' || value[0] == '\'') {
		quote = value[:1]
		if !strings.HasSuffix(value, quote) {
			return ""
		}
		// Compat (TestDo): a lone quote is its own end.
		value = value[1:max(1, len(value)-1)]
	}
	value = entity.Escape(value)
	if holdsAddress(folded) {
		value = clean.DropBadProtocol(value, []string{"http", "https", "mailto", "tel"})
	}
	return lead + name + "=" + quote + value + quote + trail
}

// holdsAddress tells whether the value of an attribute is an address.
func holdsAddress(name string) bool {
	switch name {
	case "action", "archive", "background", "cite", "classid", "codebase", "data", "formaction",
		"href", "icon", "longdesc", "manifest", "poster", "profile", "src", "usemap", "xmlns":
		return true
	}
	return false
}

package wire

import (
	"net/http"
	"strings"
)

// IsJSON tells whether a media type, with or without parameters, is JSON or a format that is
// made of it.
func IsJSON(mediaType string) bool {
	kind, _, _ := strings.Cut(mediaType, ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	kind = strings.TrimSuffix(kind, "+oembed")
	return kind == "application/json" || strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json")
}

// SpeaksJSON tells whether the headers of a request say that its sender reads JSON or sends it.
func SpeaksJSON(h http.Header) bool {
	for _, name := range []string{"Accept", "Content-Type"} {
		for kind := range strings.SplitSeq(h.Get(name), ",") {
			if IsJSON(kind) {
				return true
			}
		}
	}
	return false
}

package front

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
)

var inlineScript = regexp.MustCompile(`(?is)<script\b([^>]*)>(.*?)</script`)

// maxScripts bounds how many inline scripts of a page may run.
const maxScripts = 50

// scriptPlaces are where the scripts of pages are on a site at base: those of the
// program and of themes. The site as a whole is no such place, since the API
// answers with a script of the caller's making where one asks for it (_jsonp).
func scriptPlaces(base string) string {
	base = strings.NewReplacer(";", "%3B", ",", "%2C", " ", "%20").Replace(base)
	return base + assetsPath + " " + base + themePath
}

// HoldsScripts tells whether a path lies below a place of scripts: pages run what is
// answered there, so that has to be a file, whatever else a request asks for.
func HoldsScripts(path string) bool {
	return strings.HasPrefix(path, assetsPath) || strings.HasPrefix(path, themePath)
}

// contentPolicy is the policy of a page of the site at base: media and frames from
// everywhere, as authors embed them; scripts only from the places of scripts, and
// of the inline ones those that own takes, named by their digests.
func contentPolicy(html []byte, base string, own func(script string) bool) string {
	scripts := "script-src " + scriptPlaces(base)
	seen := map[string]bool{}
	for _, m := range inlineScript.FindAllSubmatch(html, -1) {
		if attrs := strings.ToLower(string(m[1])); strings.Contains(attrs, "src=") || strings.Contains(attrs, "json") {
			continue
		}
		// Browsers read line ends in one form.
		text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(m[2]))
		if !own(text) {
			continue
		}
		sum := sha256.Sum256([]byte(text))
		if len(seen) == maxScripts {
			break
		}
		if source := " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !seen[source] {
			seen[source] = true
			scripts += source
		}
	}
	return "default-src 'self'; " + scripts + "; style-src 'self' 'unsafe-inline'; img-src * data:; media-src * data:; " +
		"font-src 'self' https: data:; frame-src https: 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'; form-action 'self' https:"
}

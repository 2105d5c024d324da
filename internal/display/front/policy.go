package front

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"iter"
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

// lineEnds makes line ends those that browsers read.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// inlineScripts are the texts of the scripts that stand in a page.
func inlineScripts(html []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for {
			m := inlineScript.FindSubmatchIndex(html)
			if m == nil {
				return
			}
			attrs := bytes.ToLower(html[m[2]:m[3]])
			if !bytes.Contains(attrs, []byte("src=")) && !bytes.Contains(attrs, []byte("json")) && !yield(html[m[4]:m[5]]) {
				return
			}
			html = html[m[1]:]
		}
	}
}

// contentPolicy is the policy of a page of the site at base: media and frames from
// everywhere, as authors embed them; scripts only from the places of scripts, and
// of the inline ones those that own takes, named by their digests.
func contentPolicy(html []byte, base string, own func(script string) bool) string {
	scripts := "script-src " + scriptPlaces(base)
	seen := map[string]bool{}
	for script := range inlineScripts(html) {
		// Browsers read line ends in one form.
		text := lineEnds.Replace(string(script))
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

package front

import (
	"fmt"
	"net/http"
	"strings"
)

// Addresses of scripts that programs ask for without being told of them.
const (
	cronPath      = "/wp-cron.php"
	remotePath    = "/xmlrpc.php"
	trackbackPath = "/wp-trackback.php"
)

// legacy answers what programs ask of scripts that the site doesn't have, in the
// form that they read; false for other paths. Nothing of it needs a page, though
// some ask very often.
//
// Compat (TestLegacyPaths): a clock that asks for the first finds that all is well, and
// whoever tries the second learns that only POST could be answered.
func (f *Front) legacy(w http.ResponseWriter, r *http.Request) bool {
	path := r.URL.Path
	switch {
	case path == cronPath:
		// Jobs run by themselves.
		fixed(w, http.StatusOK, "text/html; charset=UTF-8", "")
	case path == remotePath && r.Method != http.MethodPost:
		w.Header().Set("Allow", http.MethodPost)
		fixed(w, http.StatusMethodNotAllowed, "text/plain; charset=UTF-8", "XML-RPC is asked with POST only.\n")
	case path == remotePath:
		fixed(w, http.StatusOK, "text/xml; charset=UTF-8", fmt.Sprintf(`<?xml version="1.0" encoding="UTF-8"?>
<methodResponse><fault><value><struct>
<member><name>faultCode</name><value><int>%d</int></value></member>
<member><name>faultString</name><value><string>This site doesn't speak XML-RPC.</string></value></member>
</struct></value></fault></methodResponse>
`, http.StatusMethodNotAllowed))
	case path == trackbackPath || strings.HasPrefix(path, trackbackPath+"/"):
		fixed(w, http.StatusNotFound, "text/xml; charset=UTF-8", `<?xml version="1.0" encoding="utf-8"?>
<response>
<error>1</error>
<message>This site takes no trackbacks.</message>
</response>
`)
	default:
		return false
	}
	return true
}

// fixed answers with a text that nobody keeps.
func fixed(w http.ResponseWriter, status int, kind, text string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text)) // a caller that went away is not our failure
}

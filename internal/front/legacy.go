package front

import (
	"fmt"
	"net/http"
	"strings"

	"quoin/internal/scope"
)

// Addresses of scripts that programs ask for without being told of them.
const (
	cronPath      = "/wp-cron.php"
	remotePath    = "/xmlrpc.php"
	trackbackPath = "/wp-trackback.php"
)

// legacyFeeds are feeds as old subscriptions know them: the form that each leads to.
func legacyFeeds() map[string]string {
	return map[string]string{
		"/wp-rss.php": "", "/wp-rss2.php": "", "/wp-feed.php": "", "/wp-atom.php": "atom", "/wp-rdf.php": "rdf",
	}
}

const legacyComments = "/wp-commentsrss2.php"

// legacy answers what programs ask of scripts that the site doesn't have, in the
// form that they read; false for other paths. Nothing of it needs a page, though
// some ask very often.
//
// Compat (TestLegacyPaths): a clock that asks for the first finds that all is well, and
// whoever tries the second learns that only POST could be answered.
func (f *Front) legacy(w http.ResponseWriter, r *http.Request) bool {
	path := r.URL.Path
	form, feed := legacyFeeds()[path]
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
	case feed:
		ctx := scope.New(r.Context())
		http.Redirect(w, r, f.feedLink(ctx, f.Site.Base(ctx)+"/", form), http.StatusMovedPermanently)
	case path == legacyComments:
		http.Redirect(w, r, f.commentsFeedLink(scope.New(r.Context()), "rss2"), http.StatusMovedPermanently)
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

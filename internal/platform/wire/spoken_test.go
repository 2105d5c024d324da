package wire

import (
	"net/http"
	"testing"
)

func TestSpeaksJSON(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]bool{
		"application/json": true, "Application/JSON; charset=utf-8": true, "text/html, application/ld+json;q=0.9": true,
		"application/json+oembed": true, "application/merge-patch+json": true,
		"": false, "*/*": false, "text/json": false, "application/jsonp": false, "application/x-www-form-urlencoded": false, "json": false,
	} {
		for _, name := range []string{"Accept", "Content-Type"} {
			if got := SpeaksJSON(http.Header{name: {kind}}); got != want {
				t.Errorf("%s: %s: %v", name, kind, got)
			}
		}
	}
}

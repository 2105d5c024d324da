package front_test

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"

	"quoin/internal/domain/content"
)

// TestContentScripts writes scripts into a post, as an administrator may: they
// stand in the page and don't run, until the site lets them.
func TestContentScripts(t *testing.T) {
	t.Parallel()
	s := start(t)
	const script = "<script>a()\n</script>"
	// The template has those of the menu and of replies; an archive as a menu brings one.
	s.change("reading-a-quarry", content.Change{Content: ptr(script + `<!-- wp:archives {"displayAsDropdown":true} /-->` +
		"<script>\ndocument.getElementById(\"x\").addEventListener(\"change\", () => steal());\n</script>")})
	link := s.get("/?p=" + s.id("reading-a-quarry")).Header().Get("Location")
	path := strings.TrimPrefix(link, base)
	running := func() int {
		t.Helper()
		w := s.get(path)
		body := w.Body.String()
		if w.Code != 200 || !strings.Contains(body, script) || !strings.Contains(body, "event.target.value") || !strings.Contains(body, "steal()") {
			t.Fatalf("%s: %d %s", path, w.Code, body)
		}
		return strings.Count(w.Header().Get("Content-Security-Policy"), "'sha256-")
	}
	if n := running(); n != 3 {
		t.Errorf("%d scripts run, want those of the program", n)
	}
	s.option("allow_content_scripts", true)
	if n := running(); n != 5 {
		t.Errorf("%d scripts run, want all", n)
	}
}

// TestScriptsRun: the policy of a page names each script of the program that stands in it.
func TestScriptsRun(t *testing.T) {
	t.Parallel()
	s := start(t)
	found := 0
	for _, path := range []string{"/", "/2026/03/05/reading-a-quarry/"} {
		w := s.get(path)
		for _, part := range strings.Split(w.Body.String(), `<script type="module">`)[1:] {
			text, _, _ := strings.Cut(part, "</script>")
			sum := sha256.Sum256([]byte(text))
			found++
			if !strings.Contains(w.Header().Get("Content-Security-Policy"), "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
				t.Errorf("%s: %.60s doesn't run", path, text)
			}
		}
	}
	if found < 3 {
		t.Errorf("%d scripts", found)
	}
}

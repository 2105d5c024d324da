package front_test

import (
	"strings"
	"testing"

	"quoin/internal/content"
)

// TestContentScripts writes scripts into a post, as an administrator may: they
// stand in the page and don't run, until the site lets them.
func TestContentScripts(t *testing.T) {
	t.Parallel()
	s := start(t)
	const script = "<script>a()\n</script>"
	// The template has no scripts of its own; an archive as a menu brings one.
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
	if n := running(); n != 1 {
		t.Errorf("%d scripts run, want that of the program", n)
	}
	s.option("allow_content_scripts", true)
	if n := running(); n != 3 {
		t.Errorf("%d scripts run, want all", n)
	}
}

// TestScriptsAnswer asks for each script that a page names.
func TestScriptsAnswer(t *testing.T) {
	t.Parallel()
	s := start(t)
	named := 0
	for _, path := range []string{"/", "/2026/03/05/reading-a-quarry/"} {
		for _, part := range strings.Split(s.get(path).Body.String(), `<script type="module" src="`)[1:] {
			address, _, _ := strings.Cut(part, `"`)
			named++
			if w := s.get(strings.TrimPrefix(address, base)); w.Code != 200 || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
				t.Errorf("%s: %d, %s", address, w.Code, w.Header().Get("Cache-Control"))
			}
		}
	}
	if named < 3 {
		t.Errorf("%d scripts", named)
	}
}

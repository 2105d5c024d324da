package front

import (
	"strings"
	"testing"
)

func TestContentPolicy(t *testing.T) {
	// printf 'a()\n' | openssl dgst -sha256 -binary | base64
	const known = "'sha256-78Mb6dlYKSr4lLcPgR39KSZyUZtZQimBNqLd+C3BhA4='"
	every := func(string) bool { return true }
	for name, c := range map[string]struct {
		html    string
		scripts string
	}{
		"none":      {"<p>x</p>", "script-src 'self';"},
		"inline":    {"<script>a()\n</script>", "script-src 'self' " + known + ";"},
		"twice":     {"<SCRIPT>a()\n</SCRIPT><script>a()\n</script>", "script-src 'self' " + known + ";"},
		"line ends": {"<script>a()\r\n</script>", "script-src 'self' " + known + ";"},
		"elsewhere": {`<script src="//evil.example/x.js">a()</script>`, "script-src 'self';"},
		"data":      {`<script type="application/json">{}</script>`, "script-src 'self';"},
	} {
		if got := contentPolicy(c.html, every); !strings.Contains(got, c.scripts) {
			t.Errorf("%s: %s", name, got)
		}
	}
	if many := contentPolicy(strings.Repeat("<script>a()</script>", 10_000), every); len(many) > 1000 {
		t.Errorf("%d bytes of policy", len(many))
	}
}

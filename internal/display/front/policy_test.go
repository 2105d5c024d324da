package front

import (
	"bytes"
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
		"none":      {"<p>x</p>", "script-src https://example.org/a%3Bb/assets/ https://example.org/a%3Bb/wp-content/themes/;"},
		"inline":    {"<script>a()\n</script>", "script-src https://example.org/a%3Bb/assets/ https://example.org/a%3Bb/wp-content/themes/ " + known + ";"},
		"twice":     {"<SCRIPT>a()\n</SCRIPT><script>a()\n</script>", "script-src https://example.org/a%3Bb/assets/ https://example.org/a%3Bb/wp-content/themes/ " + known + ";"},
		"line ends": {"<script>a()\r\n</script>", "script-src https://example.org/a%3Bb/assets/ https://example.org/a%3Bb/wp-content/themes/ " + known + ";"},
		"elsewhere": {`<script src="//evil.example/x.js">a()</script>`, "script-src https://example.org/a%3Bb/assets/ https://example.org/a%3Bb/wp-content/themes/;"},
		"data":      {`<script type="application/json">{}</script>`, "script-src https://example.org/a%3Bb/assets/ https://example.org/a%3Bb/wp-content/themes/;"},
	} {
		if got := contentPolicy([]byte(c.html), "https://example.org/a;b", every); !strings.Contains(got, c.scripts) {
			t.Errorf("%s: %s", name, got)
		}
	}
	if many := contentPolicy(bytes.Repeat([]byte("<script>a()</script>"), 10_000), "https://example.org", every); len(many) > 1000 {
		t.Errorf("%d bytes of policy", len(many))
	}
}

// TestAddedSources lets additions name sources: none brings back the site as a
// whole for scripts.
func TestAddedSources(t *testing.T) {
	var o Output
	for _, directive := range []string{"script-src", "script-src-elem", "script-src-attr", "worker-src", "connect-src"} {
		o.Allow(directive, "https://stats.example")
	}
	policy := o.policy(contentPolicy(nil, "https://example.org", nil))
	for part := range strings.SplitSeq(policy, "; ") {
		directive, sources, _ := strings.Cut(part, " ")
		if (strings.HasPrefix(directive, "script-src") || directive == "worker-src") &&
			sources != "https://example.org/assets/ https://example.org/wp-content/themes/ https://stats.example" {
			t.Error(part)
		}
	}
	if !strings.Contains(policy, "connect-src 'self' https://stats.example") {
		t.Error(policy)
	}
}

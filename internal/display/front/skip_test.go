package front

import (
	"strings"
	"testing"
)

// TestSkipTarget leads the link past the head to what the page has, or nowhere.
func TestSkipTarget(t *testing.T) {
	t.Parallel()
	for html, want := range map[string][2]string{
		`<header>h</header><main class="m">c</main>`: {`id="wp--skip-link--target"`, "wp--skip-link--target"},
		`<main id="own">c</main><main>d</main>`:      {`<main id="own">c</main><main>d</main>`, "own"},
		`<div>no main</div>`:                         {`<div>no main</div>`, ""},
	} {
		pieces, id := markTarget(html)
		if got := strings.Join(pieces, ""); id != want[1] || !strings.Contains(got, want[0]) || strings.Count(got, "<main") != strings.Count(html, "<main") {
			t.Errorf("%s: %s, leads to %q", html, got, id)
		}
	}
}

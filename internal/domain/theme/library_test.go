package theme

import (
	"strings"
	"testing"
)

func TestBlockCSS(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		names []string
		signs map[string]int
	}{
		{nil, map[string]int{"{": 0}},
		{[]string{"core/cover", "core/quote", "core/cover"}, map[string]int{".wp-block-quote{": 1, ".wp-block-cover,.wp-block-cover-image{": 1, ".wp-block-table": 0}},
		{[]string{"core/post-comments-form", "core/button"}, map[string]int{".wp-block-button__link{display:": 1, ".wp-block-buttons{": 1}},
		{[]string{"acme/cover", "core/", "core/../base", "core/none"}, map[string]int{"{": 0}},
	} {
		css := new(Theme).BlockCSS(false, test.names...)
		for sign, n := range test.signs {
			if got := strings.Count(css, sign); got != n {
				t.Errorf("%q: %d times %q, want %d", test.names, got, sign, n)
			}
		}
	}
}

// Each style sheet stays within its rules and says what it is about.
func TestSheetsAreWhole(t *testing.T) {
	t.Parallel()
	for name, css := range library() {
		if strings.Count(css, "{") != strings.Count(css, "}") || strings.Contains(css, "</") || !strings.HasSuffix(css, "}") {
			t.Errorf("style sheet %q isn't whole", name)
		}
		if depth := 0; name != "" {
			for _, c := range css {
				switch c {
				case '{':
					depth++
				case '}':
					depth--
				}
				if depth < 0 {
					t.Fatalf("style sheet %q closes more than it opens", name)
				}
			}
		}
	}
}

func TestBlockStyles(t *testing.T) {
	t.Parallel()
	d := loadPlainTheme(t).Base()
	all := d.Stylesheet(OfBlocks)
	if some := d.BlockStyles(func(name string) bool { return name == "core/quote" }); len(some) >= len(all) || !strings.Contains(some, ".wp-block-quote)") || strings.Contains(some, "pullquote") {
		t.Errorf("%q of %q", some, all)
	}
	if none := d.BlockStyles(func(string) bool { return false }); none != "" {
		t.Errorf("%q", none)
	}
}

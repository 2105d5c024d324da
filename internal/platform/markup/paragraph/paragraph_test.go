package paragraph

import (
	"strings"
	"testing"

	"quoin/internal/platform/markup/markuptest"
)

var registered = []string{"a", "b", "code", "foo", "foo-bar", "foo.bar"}

func TestAuto(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "testdata/auto.cases", func(s string) string { return Auto(s, true) })
	markuptest.Check(t, "testdata/auto_nobr.cases", func(s string) string { return Auto(s, false) })
}

func TestUnwrapShortcodes(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "testdata/unwrap.cases", func(s string) string { return UnwrapShortcodes(s, registered) })
	const in = "<p>[a]</p>"
	if got := UnwrapShortcodes(in, nil); got != in {
		t.Errorf("UnwrapShortcodes(%q, nil) = %q", in, got)
	}
}

// A pre element that looks like the mark of another must not be expanded
// again, or a small text could become a huge one.
func TestPreElementsAreNotExpandedTwice(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("<pre>x<pre wp-pre-tag-1000></pre>\n", 1000) + "<pre>" + strings.Repeat("y", 10000) + "</pre>"
	if out := Auto(text, true); len(out) > 2*len(text) {
		t.Errorf("%d bytes became %d", len(text), len(out))
	}
}

func TestHostileTexts(t *testing.T) {
	t.Parallel()
	markuptest.Hostile(func(text string) {
		if out := Auto(text, true); len(out) > 20*len(text) {
			t.Errorf("%.20q...: %d bytes became %d", text, len(text), len(out))
		}
		if out := UnwrapShortcodes(text, registered); len(out) > len(text) {
			t.Errorf("%.20q...: %d bytes became %d", text, len(text), len(out))
		}
	}, "<p><li", "<p><blockquote", "<script", "<object", "</object>\n", "<source>\n", "<option \n", "[video",
		"<br />\n", "<br>", "<hr", "<p>[a]", "<p>[a]x[/b]", "<pre>x</pre>", "<figcaption", "\n\v")
}

func FuzzAuto(f *testing.F) {
	markuptest.Seed(f, "testdata/auto.cases", "testdata/auto_nobr.cases")
	for _, line := range [...]string{"a line", " a line ", "\va\fline\t", "a > b", "<p>a line</p>", `<p class="x"> a > line </p>`, "<p></p>", "<p>a</p>b", "a\u00a0line\u2028", "<", "\f", "a\x00b"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, br := range [...]bool{true, false} {
			if got, want := kept(Auto(text, br)), kept(text); got != want {
				t.Errorf("Auto(%q, %v) lost text:\n got %q\nwant %q", text, br, got, want)
			}
			if got := Auto(text, br); got != "" && got != auto(text, br) {
				t.Errorf("Auto(%q, %v) took a short way to %q, the long one leads to %q", text, br, got, auto(text, br))
			}
		}
	})
}

// kept is what no step may add or drop: digits and all that is not ASCII.
func kept(s string) string {
	var out strings.Builder
	for i := range len(s) {
		if s[i] >= 0x80 || s[i] >= '0' && s[i] <= '9' {
			out.WriteByte(s[i])
		}
	}
	return out.String()
}

func FuzzUnwrapShortcodes(f *testing.F) {
	markuptest.Seed(f, "testdata/unwrap.cases")
	f.Fuzz(func(t *testing.T, text string) {
		out := UnwrapShortcodes(text, registered)
		removed := strings.Count(text, "<p>") - strings.Count(out, "<p>")
		if closed := strings.Count(text, "</p>") - strings.Count(out, "</p>"); removed < closed || closed < 0 {
			t.Errorf("%q lost %d <p> and %d </p>", text, removed, closed)
		}
	})
}

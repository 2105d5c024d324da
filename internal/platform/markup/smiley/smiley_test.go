package smiley

import (
	"strings"
	"testing"

	"quoin/internal/platform/markup/markuptest"
)

const base = "http://localhost:8080/wp-includes/images/smilies/"

func TestConvert(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "testdata/convert.cases", func(s string) string { return Convert(s, base) })
	if with, without := Convert(":mrgreen:", base), Convert(":mrgreen:", strings.TrimSuffix(base, "/")); with != without {
		t.Errorf("the slash after the folder matters: %q and %q", with, without)
	}
}

func TestHostileTexts(t *testing.T) {
	t.Parallel()
	markuptest.Hostile(func(text string) {
		if out := Convert(text, ""); len(out) > 2*len(text) {
			t.Errorf("%.20q...: %d bytes became %d", text, len(text), len(out))
		}
	}, ":", " :", ":) ", " 8", "<code>", "<code", "</code>", "&nbsp;:")
}

func FuzzConvert(f *testing.F) {
	markuptest.Seed(f, "testdata/convert.cases")
	f.Fuzz(func(t *testing.T, text string) {
		out := Convert(text, base)
		// The tag of an image may close a "<" that nothing closed before.
		if again := Convert(out, base); again != out && !strings.Contains(text, ":mrgreen:") {
			t.Errorf("%q: once %q, twice %q", text, out, again)
		}
		if !strings.ContainsAny(text, ":;8") && out != text {
			t.Errorf("%q without a face became %q", text, out)
		}
	})
}

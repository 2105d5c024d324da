package typography

import (
	"strings"
	"testing"

	"quoin/internal/platform/markup/markuptest"
)

var registered = []string{"a", "b", "code", "foo", "foo-bar", "foo.bar"}

func TestTexturize(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "testdata/texturize.cases", func(s string) string { return English().Texturize(s, registered) })
}

func TestBracketsArePlainWithoutNames(t *testing.T) {
	t.Parallel()
	const in, want = `[code "a"]it's[/code]`, "[code &#8220;a&#8221;]it&#8217;s[/code]"
	if got := Texturize(in); got != want {
		t.Errorf("Texturize(%q) = %q, want %q", in, got, want)
	}
}

func TestConvertChars(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "testdata/chars.cases", ConvertChars)
}

func TestHostileTexts(t *testing.T) {
	t.Parallel()
	markuptest.Hostile(func(text string) {
		if out := English().Texturize(text, registered); len(out) > 16*len(text) {
			t.Errorf("%.20q...: %d bytes became %d", text, len(text), len(out))
		}
		if out := ConvertChars(text); len(out) > 16*len(text) {
			t.Errorf("%.20q...: %d bytes became %d", text, len(text), len(out))
		}
	}, `"1'`, "6'", `6".`, "9x9", "1.1x", "'99'", "&nbsp;", "'1,1", "[code]", "[/code]", "<pre>", "[a <")
}

func FuzzTexturize(f *testing.F) {
	markuptest.Seed(f, "testdata/texturize.cases")
	f.Fuzz(func(t *testing.T, text string) {
		out := English().Texturize(text, registered)
		if got, want := letters(out), letters(text); got != want {
			t.Errorf("letters of %q changed:\n got %q\nwant %q", text, got, want)
		}
		for _, mark := range [...]string{openDoubleMark, openSingleMark, apostropheMark, undecided} {
			if strings.Contains(out, mark) && !strings.Contains(text, mark) {
				t.Errorf("%q left in %q", mark, out)
			}
		}
	})
}

// letters keeps what no rule may touch: every letter but those of "(tm)" and
// the x between numbers, and all that is not ASCII.
func letters(s string) string {
	var out strings.Builder
	for i := range len(s) {
		if b := s[i]; b >= 0x80 || (b|0x20 >= 'a' && b|0x20 <= 'z' && strings.IndexByte("tmx", b) < 0) {
			out.WriteByte(b)
		}
	}
	return out.String()
}

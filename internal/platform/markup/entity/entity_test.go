package entity

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestCases reads testdata/cases.json: for each function pairs of input and
// expected output, which were compared with the answers of the reference.
func TestCases(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases map[string][][2]string
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]func(string) string{"Escape": Escape, "DecodeAttribute": DecodeAttribute} {
		if len(cases[name]) == 0 {
			t.Errorf("no cases for %s", name)
		}
		for _, c := range cases[name] {
			if got := f(c[0]); got != c[1] {
				t.Errorf("%s(%q)\n got %q\nwant %q", name, c[0], got, c[1])
			}
		}
	}
}

func TestEscapeInvalidUTF8(t *testing.T) {
	t.Parallel()
	if got := Escape("a\xff"); got != "" {
		t.Errorf("Escape = %q", got)
	}
	if got := EscapeText("<\xff>'"); got != "&lt;\xff&gt;'" {
		t.Errorf("EscapeText = %q", got)
	}
}

func FuzzEntities(f *testing.F) {
	for _, s := range []string{"", "&amp;", "&#65;", "&#x041;", "&#0;", "&&amp;#38;", "<a <b>", "< x", "&notit; &semi;", "\xff<", "&apos;"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		if once := Normalize(in); Normalize(once) != once {
			t.Errorf("Normalize(%q) is not stable: %q", in, once)
		}
		if once := EscapeLoneLess(in); EscapeLoneLess(once) != once {
			t.Errorf("EscapeLoneLess(%q) is not stable: %q", in, once)
		}
		if got := DecodeAttribute(EncodeAttribute(in)); got != in {
			t.Errorf("%q is encoded and decoded as %q", in, got)
		}
		if out := Escape(in); strings.ContainsAny(out, "<>\"'") {
			t.Errorf("Escape(%q) = %q", in, out)
		}
	})
}

func TestFixWindows(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a &#128; b": "a &#8364; b", "&#146;&#129;&#159;": "&#8217;&#376;", "&#160; &#1;": "&#160; &#1;", "&#142;": "&#381;", "&#158;": "&#382;", "&#141;&#143;&#144;&#157;": "", "plain": "plain",
	} {
		if got := FixWindows(in); got != want {
			t.Errorf("FixWindows(%q) = %q, want %q", in, got, want)
		}
	}
}

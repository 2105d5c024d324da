package sqldb

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func TestFold(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "", "ABC": "abc", "Éric ÀÖÜ ñ": "eric aou n", "e\u0301": "e", "ŁØĐ": "lod", "ΑΆ": "αα", "漢字": "漢字", "İ": "i",
	} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestSortKey(t *testing.T) {
	t.Parallel()
	sorted := []string{"", " lead", "_", "-", "1", "10", "9", "a", "a b", "ab", "Äc", "b", "Straße x", "z", "Ω", "漢", "✅", "✨", "🃏", "🎈", "🎉", "🎉 a", "😀", "🤖"}
	for i := 1; i < len(sorted); i++ {
		if bytes.Compare(SortKey(sorted[i-1]), SortKey(sorted[i])) >= 0 {
			t.Errorf("%q does not come before %q", sorted[i-1], sorted[i])
		}
	}
	for _, pair := range [][2]string{{"Äpfel", "apfel"}, {"straße", "STRASSE"}, {"a ", "a"}, {"Ø", "o"}} {
		if !bytes.Equal(SortKey(pair[0]), SortKey(pair[1])) {
			t.Errorf("%q and %q differ", pair[0], pair[1])
		}
	}
	if n := len(SortKey(strings.Repeat("ä", 10_000))); n > sortKeyLimit {
		t.Errorf("a key of %d bytes", n)
	}
}

// foldedAtOnce is Fold of a text that is decomposed as a whole.
func foldedAtOnce(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		r = unicode.ToLower(r)
		if i := slices.Index([]rune("øłđ"), r); i >= 0 {
			r = rune("old"[i])
		}
		b.WriteRune(r)
	}
	return b.String()
}

func FuzzFold(f *testing.F) {
	f.Add("Éa\u0301\xff\x00")
	f.Add("a\u0327\u0301b \u201cQuoted\u201d \uac00\u1100\u1161 K\u212a \u302e\u0301 \u0130i")
	f.Fuzz(func(t *testing.T, s string) {
		c := Clean(s)
		if !utf8.ValidString(c) || strings.Contains(c, "\x00") {
			t.Fatalf("Clean(%q) = %q", s, c)
		}
		if got, want := Fold(c), foldedAtOnce(c); got != want {
			t.Fatalf("Fold(%q) = %q, want %q", c, got, want)
		}
		once := FoldColumn(c)
		if strings.Contains(once, Separator) || !utf8.ValidString(once) {
			t.Fatalf("FoldColumn(%q) = %q", c, once)
		}
		if n := len(SortKey(c)); n > sortKeyLimit {
			t.Fatalf("a key of %d bytes", n)
		}
	})
}

package entity

import (
	"testing"
	"unicode/utf8"

	"quoin/internal/platform/markup/markuptest"
)

func TestRecordedCases(t *testing.T) {
	t.Parallel()
	for file, filter := range map[string]func(string) string{
		"esc_html":             EscHTML,
		"esc_xml":              EscXML,
		"special_noquotes":     func(s string) string { return SpecialChars(s, NoQuotes, false) },
		"special_double":       func(s string) string { return SpecialChars(s, DoubleQuotes, false) },
		"special_single":       func(s string) string { return SpecialChars(s, SingleQuotes, false) },
		"special_doubleencode": func(s string) string { return SpecialChars(s, BothQuotes, true) },
		"decode":               DecodeEntities,
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			markuptest.Check(t, "testdata/"+file+".cases", filter)
		})
	}
	markuptest.Check(t, "testdata/esc_html.cases", EscAttr)
}

func TestHostileReferences(t *testing.T) {
	t.Parallel()
	markuptest.Hostile(func(text string) {
		for name, filter := range map[string]func(string) string{
			"EscHTML": EscHTML, "EscXML": EscXML, "DecodeEntities": DecodeEntities,
		} {
			if out := filter(text); len(out) > 8*len(text) {
				t.Errorf("%s of %.20q...: %d bytes became %d", name, text, len(text), len(out))
			}
		}
	}, "&#x1", "&a", "&amp", "&amp;", "&&", "<![CDATA[]]>", "|")
}

func FuzzSpecialChars(f *testing.F) {
	markuptest.Seed(f, "testdata/special_double.cases", "testdata/decode.cases", "testdata/esc_xml.cases")
	f.Fuzz(func(t *testing.T, s string) {
		if once := EscHTML(s); EscHTML(once) != once {
			t.Errorf("%q: once %q, twice %q", s, once, EscHTML(once))
		}
		if !utf8.ValidString(s) {
			return
		}
		encoded := SpecialChars(s, BothQuotes, true)
		if back := DecodeEntities(encoded); back != s {
			t.Errorf("%q was decoded as %q", s, back)
		}
		if !utf8.ValidString(DecodeEntities(s)) || !utf8.ValidString(EscXML(s)) {
			t.Errorf("%q gives invalid UTF-8", s)
		}
	})
}

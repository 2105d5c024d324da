package api

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/platform/language"
)

// BenchmarkLanguage makes the pages of a site in English and in a language with a pack of
// 5,000 texts, each anew, and asks for cached ones: neither looks anything up for a page that
// could be looked up once.
func BenchmarkLanguage(b *testing.B) {
	pack := &strings.Builder{}
	pack.WriteString(strings.Replace(madeUp, "msgstr \"rtl\"", "msgstr \"ltr\"", 1))
	for n := range 5000 {
		fmt.Fprintf(pack, "\nmsgid \"text %d\"\nmsgstr \"Satz %d\"\n", n, n)
	}
	p, err := language.Read("xx_YY.po", []byte(pack.String()))
	if err != nil {
		b.Fatal(err)
	}
	for _, locale := range []string{language.English, "xx_YY"} {
		s := benchSite(b, app.Config{})
		if err := s.app.Languages.Install(b.Context(), map[string]*language.Pack{"xx_YY.po": p}); err != nil {
			b.Fatal(err)
		}
		if err := s.app.Languages.Use(b.Context(), locale); err != nil {
			b.Fatal(err)
		}
		for _, c := range []struct{ name, path string }{{"front", "/?x=%d"}, {"feed", "/feed/?x=%d"}, {"cached", "/"}} {
			b.Run(c.name+"/"+locale, func(b *testing.B) {
				b.ReportAllocs()
				n := 0
				for b.Loop() {
					n++
					path := c.path
					if strings.Contains(path, "%d") {
						path = fmt.Sprintf(path, n)
					}
					s.read(b, path)
				}
			})
		}
	}
}

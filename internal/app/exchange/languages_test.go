package exchange_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/site"
)

// pack is a language pack in the form of translators.
const pack = "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\nmsgctxt \"taxonomy general name\"\nmsgid \"Categories\"\nmsgstr \"Sparten\"\n"

// Language packs come along with the folder of the old site; files that are none are named.
func TestLanguagesMoveIn(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"languages/de_DE.po": pack, "languages/plugins/wordpress-seo-de_DE.po": pack, "languages/fr_FR.mo": "broken", "languages/readme.txt": "no pack",
	} {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a, err := app.New(t.Context(), app.Config{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	report, err := a.Exchange.MoveIn(t.Context(), oldSite(t), exchange.OldFiles{Content: folder}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if locales, _ := a.Languages.List(t.Context()); strings.Join(locales, " ") != "en_US de_DE" {
		t.Errorf("installed are %v", locales)
	}
	if told := strings.Join(report.Warnings, "\n"); !strings.Contains(told, "fr_FR.mo") || strings.Contains(told, "readme") {
		t.Errorf("the report tells %s", told)
	}
}

// The language pack of a running site comes from the files that every visitor may read.
func TestAdoptLanguage(t *testing.T) {
	t.Parallel()
	old := runningSite(t)
	if err := site.Locale.Set(t.Context(), old.Env.Site, "de_DE"); err != nil {
		t.Fatal(err)
	}
	read := map[string]int{}
	old.between = func(w http.ResponseWriter, r *http.Request) bool {
		_, name, ok := strings.Cut(r.URL.Path, "/languages/")
		if !ok {
			return false
		}
		read[name]++
		if name != "de_DE.mo" {
			http.NotFound(w, r)
			return true
		}
		_, err := w.Write(catalogue("Categories", "taxonomy general name", "Sparten"))
		return err == nil
	}
	here, _, err := adopting(t.Context(), t, t.TempDir(), exchange.Adoption{URL: old.url, Unproved: true, Parallel: 1})
	if err != nil {
		t.Fatal(err)
	}
	if locales, used := here.Languages.List(t.Context()); strings.Join(locales, " ") != "en_US de_DE" || used != "de_DE" {
		t.Errorf("installed are %v, used is %s", locales, used)
	}
	if read["de_DE.mo"] != 1 || read["admin-de_DE.mo"] != 1 {
		t.Errorf("asked for %v", read)
	}
}

// catalogue is a compiled pack with one text.
func catalogue(id, context, text string) []byte {
	id = context + "\x04" + id
	var b []byte
	word := func(n int) { b = append(b, byte(n), byte(n>>8), byte(n>>16), byte(n>>24)) }
	const texts = 28 + 8 + 8
	for _, n := range []int{0x950412de, 0, 1, 28, 36, 0, 0, len(id), texts, len(text), texts + len(id) + 1} {
		word(n)
	}
	return append(b, id+"\x00"+text+"\x00"...)
}

package theme

import (
	"strings"
	"unicode/utf8"

	"quoin/internal/language"
)

// catalogue has the texts of a theme in another language. A nil one has none.
type catalogue struct {
	texts map[string]string
}

// readCatalogue reads a compiled catalogue (.mo). Lists of plural forms keep
// their first form; texts that aren't UTF-8 are left out.
func readCatalogue(data []byte) (*catalogue, error) {
	c := &catalogue{texts: map[string]string{}}
	err := language.Compiled(data, func(id, text string) error {
		id, _, _ = strings.Cut(id, "\x00")
		text, _, _ = strings.Cut(text, "\x00")
		if id != "" && text != "" && utf8.ValidString(id) && utf8.ValidString(text) {
			c.texts[id] = text
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// text is a text in the catalogue's language, or as it is.
func (c *catalogue) text(context, s string) string {
	if c == nil {
		return s
	}
	if context != "" {
		context += "\x04"
	}
	if t, ok := c.texts[context+s]; ok {
		return t
	}
	return s
}

// loadWords reads the catalogue for the language of the site. A theme brings
// it as languages/LOCALE.mo; a copy that is filed by its domain counts too.
func (t *Theme) loadWords(f *files) error {
	if t.locale == "" || t.locale == "en_US" || strings.ContainsAny(t.locale, `/\.`) {
		return nil
	}
	folder := strings.Trim(t.Header.DomainPath, "/")
	if folder == "" || strings.Contains(folder, "..") {
		folder = "languages"
	}
	for _, name := range []string{folder + "/" + t.locale + ".mo", folder + "/" + t.Header.TextDomain + "-" + t.locale + ".mo"} {
		if !f.has(name) {
			continue
		}
		data, err := f.bytes(name)
		if err == nil {
			t.code.words, err = readCatalogue(data)
		}
		if err != nil {
			t.Skipped = append(t.Skipped, Skipped{Path: name, Reason: err.Error()})
		}
		return nil
	}
	return nil
}

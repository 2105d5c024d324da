package theme

import (
	"encoding/binary"
	"errors"
	"strings"
	"unicode/utf8"
)

// catalogue has the texts of a theme in another language. A nil one has none.
type catalogue struct {
	texts map[string]string
}

const (
	catalogueMagic = 0x950412de
	maxTexts       = 50_000
)

var errCatalogue = errors.New("the file is no catalogue of translations")

// readCatalogue reads a compiled catalogue (.mo). Lists of plural forms keep
// their first form; texts that aren't UTF-8 are left out. It is read here
// rather than by a library because it comes with a theme from anywhere, and
// all that is needed of it is one table.
func readCatalogue(data []byte) (*catalogue, error) {
	if len(data) < 28 {
		return nil, errCatalogue
	}
	var order binary.ByteOrder = binary.LittleEndian
	if order.Uint32(data) != catalogueMagic {
		if order = binary.BigEndian; order.Uint32(data) != catalogueMagic {
			return nil, errCatalogue
		}
	}
	count, from, to := order.Uint32(data[8:]), order.Uint32(data[12:]), order.Uint32(data[16:])
	if count > maxTexts {
		return nil, errCatalogue
	}
	piece := func(table, i uint32) (string, bool) {
		at := uint64(table) + uint64(i)*8
		if at+8 > uint64(len(data)) {
			return "", false
		}
		size, start := uint64(order.Uint32(data[at:])), uint64(order.Uint32(data[at+4:]))
		if start+size > uint64(len(data)) {
			return "", false
		}
		s, _, _ := strings.Cut(string(data[start:start+size]), "\x00")
		return s, utf8.ValidString(s)
	}
	c := &catalogue{texts: map[string]string{}}
	for i := range count {
		original, ok := piece(from, i)
		translated, also := piece(to, i)
		if ok && also && original != "" && translated != "" {
			c.texts[original] = translated
		}
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

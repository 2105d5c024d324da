package render

import (
	"strconv"

	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/typography"
)

// T is a text of ours in the language of the site: one that reads in English as it does
// in the reference. It has no markup unless the English text has.
func (c *Context) T(text string) string { return c.Site.Texts.Of(text) }

// signs are those of punctuation in the language of the site.
func (s *Site) signs() *typography.Signs {
	if s.Signs != nil {
		return s.Signs
	}
	return typography.English()
}

// SignsOf are the signs of punctuation that a language pack names.
func SignsOf(texts *language.Texts) *typography.Signs {
	s := *typography.English()
	for _, sign := range []struct {
		context string
		sign    *string
	}{
		{"opening curly double quote", &s.OpenDouble}, {"closing curly double quote", &s.CloseDouble},
		{"opening curly single quote", &s.OpenSingle}, {"closing curly single quote", &s.CloseSingle},
		{"apostrophe", &s.Apostrophe}, {"prime", &s.Prime}, {"double prime", &s.DoublePrime},
		{"en dash", &s.EnDash}, {"em dash", &s.EmDash},
	} {
		*sign.sign = texts.In(sign.context, *sign.sign)
	}
	return &s
}

// Filled is a text with its places filled, see language.Fill.
func (c *Context) Filled(text string, values ...string) string {
	return language.Fill(c.T(text), values...)
}

// Counted is a text that goes with a number, which stands in its first place.
func (c *Context) Counted(n int, one, many string, more ...string) string {
	return language.Fill(c.Site.Texts.Count(int64(n), one, many), append([]string{strconv.Itoa(n)}, more...)...)
}

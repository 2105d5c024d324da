package account

import (
	"fmt"
	"html/template"
	"strconv"

	"quoin/internal/platform/language"
)

// translated are the pages in one language.
type translated struct {
	texts *language.Texts
	pages map[string]*template.Template
}

// in are the pages in a language, made once for each state of its packs.
func (t *templates) in(texts *language.Texts) (map[string]*template.Template, error) {
	locale := language.English
	if texts != nil {
		locale = texts.Locale
	}
	if known, ok := t.spoken.Load(locale); ok && known.(translated).texts == texts {
		return known.(translated).pages, nil
	}
	pages, words := make(map[string]*template.Template, len(t.blank)), wordsOf(texts)
	for name, page := range t.blank {
		in, err := page.Clone()
		if err != nil {
			return nil, fmt.Errorf("page %s: %w", name, err)
		}
		pages[name] = in.Funcs(words)
	}
	t.spoken.Store(locale, translated{texts, pages})
	return pages, nil
}

// wordsOf are what the pages say things with, in a language:
//
//   - t is a text; say fills the places of one, with markup as it is and all else escaped;
//     count is say for the form that goes with a number
//   - strong, place and when mark a name, an address and a time up
//   - lang and direction are the attributes of the page, rtl tells the direction
func wordsOf(texts *language.Texts) template.FuncMap {
	say := func(text string, values ...any) template.HTML {
		filled := make([]string, len(values))
		for i, v := range values {
			if markup, ok := v.(template.HTML); ok {
				filled[i] = string(markup)
			} else {
				filled[i] = template.HTMLEscapeString(fmt.Sprint(v))
			}
		}
		return template.HTML(language.Fill(template.HTMLEscapeString(text), filled...)) // #nosec G203 -- all of it is escaped
	}
	marked := func(before, after string) func(string) template.HTML {
		return func(text string) template.HTML {
			return template.HTML(before + template.HTMLEscapeString(text) + after) // #nosec G203 -- escaped
		}
	}
	return template.FuncMap{
		"t":   texts.Of,
		"say": func(text string, values ...any) template.HTML { return say(texts.Of(text), values...) },
		"count": func(n int, one, many string) template.HTML {
			return say(texts.Count(int64(n), one, many), strconv.Itoa(n))
		},
		"strong": marked("<strong>", "</strong>"),
		"place":  marked(`<strong class="break">`, "</strong>"),
		"when": func(at stamp) template.HTML {
			return marked(`<time datetime="`+template.HTMLEscapeString(at.Machine)+`">`, "</time>")(at.Text)
		},
		"lang": texts.Tag,
		"rtl":  texts.RightToLeft,
		"direction": func() template.HTMLAttr {
			if texts.RightToLeft() {
				return ` dir="rtl"`
			}
			return ""
		},
	}
}

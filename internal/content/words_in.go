package content

import (
	"quoin/internal/language"
	"quoin/internal/wire"
)

// The contexts under which language packs have the names of a kind, and one of it.
const (
	TypeNames     = "post type"
	TaxonomyNames = "taxonomy"
)

// TranslateLabels puts labels into a language, nil for English, and gives them back. of is
// TypeNames or TaxonomyNames.
func TranslateLabels(labels *wire.Object, texts *language.Texts, of string) *wire.Object {
	if texts == nil {
		return labels
	}
	for _, m := range labels.Members() {
		if text, ok := m.Value.(string); ok {
			labels.Set(m.Key, TranslateLabel(text, texts, of))
		}
	}
	return labels
}

// TranslateLabel is TranslateLabels for one word.
func TranslateLabel(text string, texts *language.Texts, of string) string {
	for _, context := range []string{" general name", " singular name"} {
		if in := texts.In(of+context, text); in != text {
			return in
		}
	}
	return texts.Of(text)
}

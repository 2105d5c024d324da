package content

import (
	"quoin/internal/platform/language"
	"quoin/internal/platform/wire"
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
		text, ok := m.Value.(string)
		switch {
		case !ok || m.Key == templateName:
			continue
		case m.Key == "name_admin_bar":
			if in := texts.In("add new from admin bar", text); in != text {
				labels.Set(m.Key, in)
				continue
			}
		}
		said := text
		for _, context := range contextsOf(m.Key) {
			if said = texts.In(context, text); said != text {
				break
			}
		}
		if said == text {
			said = TranslateLabel(text, texts, of)
		}
		labels.Set(m.Key, said)
	}
	if singular := labels.Text("singular_name"); labels.Has(templateName) {
		labels.Set(templateName, language.Fill(texts.In(nameOfTemplate(of)), singular))
	}
	return labels
}

// contextsOf are the contexts under which packs have a label.
func contextsOf(label string) []string {
	switch label {
	case "featured_image", "set_featured_image", "remove_featured_image", "use_featured_image":
		return []string{"post", "page"}
	case "item_link":
		return []string{"navigation link block title"}
	case "item_link_description":
		return []string{"navigation link block description"}
	case "most_used":
		return []string{"categories", "tags"}
	}
	return nil
}

// templateName is the place of the name that a template for a kind has.
const templateName = "template_name"

// nameOfTemplate is the context, and the text with a place for the word for one of a kind, of
// the name that its template has.
func nameOfTemplate(of string) (context, text string) {
	if of == TaxonomyNames {
		return "taxonomy template name", "%s Archives"
	}
	return "", "Single item: %s"
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

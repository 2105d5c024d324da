package theme

import (
	"strings"

	"quoin/internal/platform/language"
	"quoin/internal/platform/wire"
)

// loadWords finds what the theme says in the language of the site: by a pack that the site
// has for the theme's text domain, else by the file that the theme brings, languages/LOCALE
// with the ending .l10n.php or .mo. A file that is named by the domain counts too.
func (t *Theme) loadWords(f *files) error {
	locale := t.options.Locale
	if locale == "" || locale == language.English || strings.ContainsAny(locale, `/\.`) {
		return nil
	}
	if t.options.Texts != nil {
		t.core = t.options.Texts("")
		if t.words = t.options.Texts(t.Header.TextDomain); t.words != nil {
			return nil
		}
	}
	folder := strings.Trim(t.Header.DomainPath, "/")
	if folder == "" || strings.Contains(folder, "..") {
		folder = "languages"
	}
	for _, name := range []string{"/", "/" + t.Header.TextDomain + "-"} {
		for _, ending := range []string{".l10n.php", ".mo"} {
			name := folder + name + locale + ending
			if !f.has(name) {
				continue
			}
			data, err := f.bytes(name)
			if err == nil {
				var p *language.Pack
				if p, err = language.Read(locale+ending, data); err == nil {
					t.words = language.Gather(locale, p)
				}
			}
			if err != nil {
				t.Skipped = append(t.Skipped, Skipped{Path: name, Reason: err.Error()})
			}
			return nil
		}
	}
	return nil
}

// texts are those of a text domain that the theme's code names: its own, its parent's, or
// the core's, which has none. A domain that isn't known is taken for its own.
func (t *Theme) texts(domain string) *language.Texts {
	switch {
	case domain == t.Header.TextDomain:
		return t.words
	case domain == "" || domain == "default":
		return t.core
	case t.Parent != nil && domain == t.Parent.Header.TextDomain:
		return t.Parent.words
	}
	return t.words
}

// Say is a text of the theme's header in the language of the site.
func (t *Theme) Say(text string) string { return t.words.Of(text) }

// translate puts the names in a document of the theme, or one of its styles, into another
// language. Such a document says nothing of contexts: they stand here by members.
func translate(doc *wire.Object, texts *language.Texts) {
	if texts == nil {
		return
	}
	say(doc, "title", "Style variation name", texts)
	say(doc, "description", "Style variation description", texts)
	each(doc.Get("customTemplates"), func(o *wire.Object) { say(o, "title", "Custom template name", texts) })
	each(doc.Get("templateParts"), func(o *wire.Object) { say(o, "title", "Template part name", texts) })
	translatePresets(doc.Object("settings"), texts)
	for _, m := range doc.Object("settings").Object("blocks").Members() {
		if settings, ok := m.Value.(*wire.Object); ok {
			translatePresets(settings, texts)
		}
	}
}

func translatePresets(settings *wire.Object, texts *language.Texts) {
	for _, p := range []struct{ group, list, context string }{
		{"typography", "fontSizes", "Font size name"}, {"typography", "fontFamilies", "Font family name"},
		{"color", "palette", "Color name"}, {"color", "gradients", "Gradient name"}, {"color", "duotone", "Duotone name"},
		{"spacing", "spacingSizes", "Space size name"}, {"dimensions", "aspectRatios", "Aspect ratio name"},
		{"dimensions", "dimensionSizes", "Dimension size name"}, {"shadow", "presets", "Shadow name"},
		{"border", "radiusSizes", "Border radius size name"},
	} {
		each(settings.Object(p.group).Get(p.list), func(o *wire.Object) { say(o, "name", p.context, texts) })
	}
}

// each calls do with the objects of a list.
func each(list any, do func(*wire.Object)) {
	items, _ := list.([]any)
	for _, item := range items {
		if o, ok := item.(*wire.Object); ok {
			do(o)
		}
	}
}

// say translates one member.
func say(o *wire.Object, member, context string, texts *language.Texts) {
	if text := o.Text(member); text != "" {
		o.Set(member, texts.In(context, text))
	}
}

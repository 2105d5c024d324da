package widgets

import (
	"net/url"
	"strings"

	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// form is the HTML of the fields to change a widget's settings with.
func (t *widgetType) form(number string, settings *wire.Object) string {
	if t.id == "text" {
		return textForm(number, settings)
	}
	var b strings.Builder
	for _, s := range t.settings {
		if s.label == "" {
			continue
		}
		id, name := "widget-"+t.id+"-"+number+"-"+s.name, "widget-"+t.id+"["+number+"]["+s.name+"]"
		names := `id="` + entity.Escape(id) + `" name="` + entity.Escape(name) + `"`
		label := `<label for="` + entity.Escape(id) + `">` + entity.Escape(s.label) + `</label>`
		value := settings.Get(s.name)
		switch s.kind {
		case html:
			b.WriteString("<p>" + label + ` <textarea class="widefat" rows="6" ` + names + ">" + entity.Escape(schema.ToText(value)) + "</textarea></p>\n")
		case flag, count:
			checked := ""
			if schema.ToBool(value) {
				checked = " checked"
			}
			b.WriteString(`<p><input class="checkbox" type="checkbox" ` + names + checked + " /> " + label + "</p>\n")
		case choice:
			b.WriteString("<p>" + label + ` <select class="widefat" ` + names + ">")
			for _, c := range s.choices {
				selected := ""
				if schema.ToText(value) == c {
					selected = " selected"
				}
				b.WriteString(`<option value="` + entity.Escape(c) + `"` + selected + ">" + entity.Escape(c) + "</option>")
			}
			b.WriteString("</select></p>\n")
		default:
			b.WriteString("<p>" + label + ` <input class="widefat" type="text" ` + names + ` value="` + entity.Escape(words(value)) + "\" /></p>\n")
		}
	}
	return strings.TrimSpace(b.String())
}

func words(v any) string {
	list, ok := v.([]any)
	if !ok {
		return schema.ToText(v)
	}
	out := make([]string, len(list))
	for i := range list {
		out[i] = schema.ToText(list[i])
	}
	return strings.Join(out, ",")
}

// textForm is the form of texts, which editors read the fields of.
func textForm(number string, settings *wire.Object) string {
	field := func(name string) string {
		return `id="widget-text-` + number + "-" + name + `" name="widget-text[` + number + "][" + name + `]" class="` + name + ` sync-input"`
	}
	const gap = "\n\t\t\t"
	return "<input " + field("title") + ` type="hidden" value="` + entity.Escape(settings.Text("title")) + `">` + gap +
		"<textarea " + field("text") + " hidden>" + entity.Escape(settings.Text("text")) + "</textarea>" + gap +
		"<input " + field("filter") + ` type="hidden" value="on">` + gap +
		"<input " + field("visual") + ` type="hidden" value="on">`
}

// parseForm reads the settings that a form of the type sends for the widget of a
// number, "" for any.
func (t *widgetType) parseForm(data, number string) (settings *wire.Object, ok bool) {
	settings = &wire.Object{}
	prefix := "widget-" + t.id + "["
	for _, pair := range strings.Split(data, "&") {
		name, value, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(name)
		if err != nil || !strings.HasPrefix(name, prefix) {
			continue
		}
		of, field, found := strings.Cut(name[len(prefix):], "][")
		if value, err = url.QueryUnescape(value); err != nil || !found || number != "" && of != number {
			continue
		}
		settings.Set(strings.TrimSuffix(field, "]"), value)
		ok = true
	}
	return settings, ok
}

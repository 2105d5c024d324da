package language

import (
	"strings"
	"time"

	"quoin/internal/platform/fault"
)

// English is the locale that needs no pack.
const English = "en_US"

// Texts is what the packs of a locale say. A nil one is English. It doesn't change.
type Texts struct {
	Locale string
	texts  map[Key][]string
	plural *Plural
	Names  *Names
}

// Gather makes the texts of a locale from packs; those of an earlier one win.
func Gather(locale string, packs ...*Pack) *Texts {
	t := &Texts{Locale: locale, texts: map[Key][]string{}}
	for _, p := range packs {
		if t.plural == nil {
			t.plural = p.Plural
		}
		t.add(p)
	}
	return t
}

// Join makes the texts of the core from its packs. A text that no pack has by its own key is
// found by that of the reference, then in our own catalogue.
func Join(locale string, packs ...*Pack) *Texts {
	t := Gather(locale, packs...)
	for ours, theirs := range references() {
		if forms, has := t.texts[theirs]; has && t.texts[ours] == nil {
			t.texts[ours] = withoutMarkup(forms)
		}
	}
	if p := ownPack(locale); p != nil {
		if t.plural == nil {
			t.plural = p.Plural
		}
		t.add(p.underRule(t.plural))
	}
	t.Names = t.names()
	return t
}

// add takes the texts of a pack that aren't known yet.
func (t *Texts) add(p *Pack) {
	for key, forms := range p.Texts {
		if _, known := t.texts[key]; !known {
			t.texts[key] = forms
		}
	}
}

// Keyed is the text with a key, or text where no pack has it.
func (t *Texts) Keyed(key Key, text string) string {
	if t != nil {
		if forms := t.texts[key]; len(forms) > 0 && forms[0] != "" {
			return forms[0]
		}
	}
	return text
}

// Of is a text that reads in English as it does in the reference.
func (t *Texts) Of(text string) string {
	if t == nil || text == "" {
		return text
	}
	return t.Keyed(KeyOf("", text), text)
}

// In is Of for a text with a context.
func (t *Texts) In(context, text string) string {
	if t == nil {
		return text
	}
	return t.Keyed(KeyOf(context, text), text)
}

// Refusal is what a fault says: the text of its message, or that of its code where the
// reference has one for all of a code.
func (t *Texts) Refusal(code, message string, values ...string) string {
	said := t.Of(message)
	if said == message && t != nil && len(values) == 0 {
		said = t.Keyed(KeyOf(RefusalContext, code), message)
	}
	if len(values) == 0 {
		return said
	}
	filled := make([]string, len(values))
	for i, v := range values {
		filled[i] = v
		if strings.Contains(v, fault.ItemMark) {
			filled[i] = t.List(strings.Split(v, fault.ItemMark))
		}
	}
	return Fill(said, filled...)
}

// List joins words as the language does: "a, b, and c".
func (t *Texts) List(words []string) string {
	between := func(pattern string) string { return Fill(t.Of(pattern), "", "") }
	last := len(words) - 1
	switch last {
	case -1, 0:
		return strings.Join(words, "")
	case 1:
		return words[0] + between("%1$s and %2$s") + words[1]
	}
	return strings.Join(words[:last], between("%1$s, %2$s")) + between("%1$s, and %2$s") + words[last]
}

// Count is the form of a text that goes with a number.
func (t *Texts) Count(n int64, one, many string) string {
	if t != nil {
		if forms, at := t.texts[KeyOf("", one)], t.plural.Form(n); at < len(forms) && forms[at] != "" {
			return forms[at]
		}
	}
	if n == 1 {
		return one
	}
	return many
}

// Forms are all forms of a text by its id with its context, as packs name it; nil where no
// pack has it.
func (t *Texts) Forms(id string) []string {
	if t == nil {
		return nil
	}
	return t.texts[KeyOf("", id)]
}

// Rule is which form goes with a number, as gettext writes it; that of English where no
// pack has another.
func (t *Texts) Rule() string {
	if t == nil || t.plural == nil {
		return "nplurals=2; plural=n != 1;"
	}
	return t.plural.Text
}

// Tag is the language as pages name it, such as de-DE.
func (t *Texts) Tag() string {
	if t == nil {
		return strings.ReplaceAll(English, "_", "-")
	}
	const attribute = "html_lang_attribute"
	if tag := t.Of(attribute); tag != attribute {
		return tag
	}
	return strings.ReplaceAll(t.Locale, "_", "-")
}

// RightToLeft tells whether the language is written from right to left.
func (t *Texts) RightToLeft() bool { return t.In("text direction", "ltr") == "rtl" }

// Names are the words that dates are made of.
type Names struct {
	Months      [12]string `json:"months"` // January first
	MonthsShort [12]string `json:"monthsShort"`
	Days        [7]string  `json:"weekdays"` // Sunday first
	DaysShort   [7]string  `json:"weekdaysShort"`
	// Halves are the words for the halves of a day: am, pm, AM, PM.
	Halves [4]string `json:"halves"`
}

// names looks the words for dates up, once for all dates.
func (t *Texts) names() *Names {
	n := &Names{}
	for i := range n.Months {
		name := time.Month(i + 1).String()
		n.Months[i] = t.Of(name)
		n.MonthsShort[i] = t.In(name+" abbreviation", name[:3])
	}
	for i := range n.Days {
		name := time.Weekday(i).String()
		n.Days[i], n.DaysShort[i] = t.Of(name), t.Of(name[:3])
	}
	for i, half := range []string{"am", "pm", "AM", "PM"} {
		n.Halves[i] = t.Of(half)
	}
	return n
}

// Fill puts values into the places of a text: %s and %d take one after the other, %2$s the
// second. Two percent signs are one; places without a value stay empty.
func Fill(text string, values ...string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	var b strings.Builder
	next := 0
	for i := 0; i < len(text); i++ {
		if text[i] != '%' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		number, end := 0, i+1
		for end < len(text) && text[end] >= '0' && text[end] <= '9' && end-i < 4 {
			number, end = number*10+int(text[end]-'0'), end+1
		}
		at := number - 1
		switch {
		case text[i+1] == '%':
			b.WriteByte('%')
			i++
			continue
		case number > 0 && end+1 < len(text) && text[end] == '$':
			end++
		default:
			at, end = next, i+1
			next++
		}
		if end >= len(text) || text[end] != 's' && text[end] != 'd' {
			b.WriteByte('%') // no place
			if number == 0 {
				next--
			}
			continue
		}
		if at >= 0 && at < len(values) {
			b.WriteString(values[at])
		}
		i = end
	}
	return b.String()
}

package ext

import (
	"context"
	"slices"

	"quoin/internal/domain/site"
	"quoin/internal/platform/language"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Settings declares what a site chooses about an extension as the members of a struct.
// One line of Declare says all of a setting: where it is kept in the struct, its name,
// what it is for, its default and what it must keep to.
type Settings[T any] struct {
	// Object is the name of the option that holds those that were chosen; without one each
	// is an option of its own.
	Object string
	// Domain is the text domain of the packs whose texts defaults may have (Members.Say).
	Domain string
	// Declare declares the members of t.
	Declare func(t *T, m *Members)
	// More takes what Declare can't know, as what is said of types of the owner's own: the
	// members of the option Further. Without one it isn't called.
	More    func(t *T, more *wire.Object)
	Further string
}

// Members are declared settings.
type Members struct {
	list  []member
	texts *language.Texts
}

// Say is a text that a default has, with values in its places, in the language of the site.
func (m *Members) Say(text string, values ...string) string {
	return language.Fill(m.texts.Of(text), values...)
}

// SayKeyed is such a text that language packs know by a key (docs/adr/0015).
func (m *Members) SayKeyed(key language.Key, text string, values ...string) string {
	return language.Fill(m.texts.Keyed(key, text), values...)
}

type member struct {
	name   string
	schema *schema.Schema
	def    any
	take   func(v any) // into the struct
	secret bool
}

// Text declares a text. An empty one stands for the default.
func (m *Members) Text(to *string, name, about, def string, rules ...schema.Option) {
	*to = def
	m.list = append(m.list, member{name: name, schema: schema.Str(about, rules...), def: def, take: func(v any) {
		if text := schema.ToText(v); text != "" {
			*to = text
		}
	}})
}

// Secret declares a text that exports don't have.
func (m *Members) Secret(to *string, name, about string, rules ...schema.Option) {
	m.Text(to, name, about, "", rules...)
	m.list[len(m.list)-1].secret = true
}

// Blank declares a text that may be chosen to be empty.
func (m *Members) Blank(to *string, name, about, def string, rules ...schema.Option) {
	*to = def
	m.list = append(m.list, member{name: name, schema: schema.Str(about, rules...), def: def, take: func(v any) { *to = schema.ToText(v) }})
}

// Int declares a number.
func (m *Members) Int(to *int64, name, about string, def int64, rules ...schema.Option) {
	*to = def
	m.list = append(m.list, member{name: name, schema: schema.Int(about, rules...), def: def, take: func(v any) { *to = schema.ToInt(v) }})
}

// Bool declares a switch.
func (m *Members) Bool(to *bool, name, about string, def bool) {
	*to = def
	m.list = append(m.list, member{name: name, schema: schema.Bool(about), def: def, take: func(v any) { *to = schema.ToBool(v) }})
}

// Texts declares a list of texts. Empty ones are left out.
func (m *Members) Texts(to *[]string, name, about string, def []string, item *schema.Schema, rules ...schema.Option) {
	*to = def
	m.list = append(m.list, member{name: name, schema: schema.List(item, about, rules...), def: wire.Strings(def), take: func(v any) {
		*to = slices.DeleteFunc(schema.Each(v, schema.ToText), func(text string) bool { return text == "" })
	}})
}

// declared are the defaults, in English where texts is nil, and the members that are bound
// to them.
func (s *Settings[T]) declared(texts *language.Texts) (*T, []member) {
	t, m := new(T), Members{texts: texts}
	s.Declare(t, &m)
	return t, m.list
}

// Options are the settings as options, in the order of their declaration.
func (s *Settings[T]) Options() []Option {
	_, list := s.declared(nil)
	out := make([]Option, len(list))
	for i, x := range list {
		out[i] = Option{Name: x.name, Schema: x.schema.With(schema.Default(x.def)), Secret: x.secret}
	}
	return out
}

// Option is the option that holds all of them, as a member of core/v2/settings.
func (s *Settings[T]) Option(setting, about string) Option {
	_, list := s.declared(nil)
	members := make([]schema.Property, len(list))
	for i, x := range list {
		members[i] = schema.Property{Name: x.name, Schema: x.schema}
	}
	return Option{Name: s.Object, Setting: setting, Schema: schema.Obj(members, about, schema.Strict(), schema.Default(&wire.Object{}))}
}

// Values are the settings of a site by their names, chosen ones and defaults, but for
// secrets.
func (s *Settings[T]) Values(ctx context.Context, o *Options) *wire.Object {
	var texts *language.Texts
	if s.Domain != "" {
		texts = o.site.TextsOf(language.Speak(ctx, ""), s.Domain)
	}
	_, list := s.declared(texts)
	value := func(name string) any { return o.Value(ctx, name) }
	if s.Object != "" {
		chosen, _ := o.Value(ctx, s.Object).(*wire.Object)
		value = func(name string) any { return chosen.Get(name) }
	}
	out := &wire.Object{}
	for _, x := range list {
		if x.secret {
			continue
		}
		v := value(x.name)
		if v == nil {
			v = x.def
		}
		out.SetSymbol(x.name, v)
	}
	return out
}

type settingsKey struct{ settings, options any }

// Of are the settings of a site. They are made once for each state of its options, and
// shared: nobody changes them.
func (s *Settings[T]) Of(ctx context.Context, o *Options) *T {
	return site.Derived(ctx, o.site, settingsKey{s, o}, func(ctx context.Context) *T {
		var texts *language.Texts
		if s.Domain != "" {
			texts = o.site.TextsOf(language.Speak(ctx, ""), s.Domain)
		}
		t, list := s.declared(texts)
		value := func(name string) any { return o.Value(ctx, name) }
		if s.Object != "" {
			chosen, _ := o.Value(ctx, s.Object).(*wire.Object)
			value = func(name string) any { return chosen.Get(name) }
		}
		for _, x := range list {
			if v := value(x.name); v != nil {
				x.take(v)
			}
		}
		if s.Further != "" {
			more, _ := o.Value(ctx, s.Further).(*wire.Object)
			s.More(t, more)
		}
		return t
	})
}

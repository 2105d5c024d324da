package seo

import (
	"context"

	"quoin/internal/content"
	"quoin/internal/ext"
	"quoin/internal/schema"
	"quoin/internal/taxonomy"
	"quoin/internal/wire"
)

// optionSettings holds what administrators chose, an object of those members
// that they changed.
const optionSettings = "settings"

// setting is one member of the settings.
type setting struct {
	name  string
	about string
	def   any // a string, bool, int64 or []any, which says what the values are
}

// The defaults of templates.
const (
	entryTitle = "%%title%% %%page%% %%sep%% %%sitename%%"
	termTitle  = "%%term_title%% Archives %%page%% %%sep%% %%sitename%%"
)

// settingList are all settings.
func settingList() []setting {
	list := []setting{
		{"separator", "Separator of the parts of titles.", "-"},
		{"website_name", "Name of the site in structured data, where that isn't its title.", ""},
		{"alternate_website_name", "Another name of the site.", ""},
		{"company_or_person", "Whom the site stands for: company or person.", "company"},
		{"company_name", "Name of the company.", ""},
		{"company_alternate_name", "Another name of the company.", ""},
		{"company_logo", "Address of the company's logo.", ""},
		{"company_logo_id", "Attachment with the company's logo.", int64(0)},
		{"person_logo", "Address of the person's picture.", ""},
		{"person_logo_id", "Attachment with the person's picture.", int64(0)},
		{"company_or_person_user_id", "User that the site stands for.", int64(0)},
		{"social_a_site", "Address of the site's profile in a social network.", ""},
		{"social_b_site", "Name of the site in another social network.", ""},
		{"other_social_urls", "Addresses of further profiles.", []any{}},
		{"og_default_image", "Address of the image for pages without one.", ""},
		{"og_default_image_id", "Attachment with the image for pages without one.", int64(0)},
		{"breadcrumbs-home", "First step of paths.", "Home"},
		{"breadcrumbs-archiveprefix", "Word before the names of archives in paths.", "Archives for"},
		{"breadcrumbs-searchprefix", "Words before what was looked for in paths.", "You searched for"},
		{"breadcrumbs-sep", "Sign between the steps of paths.", "»"},
		{"title-home", "Title of the list of posts.", "%%sitename%% %%page%% %%sep%% %%sitedesc%%"},
		{"metadesc-home", "Description of the list of posts.", ""},
		{"open_graph_frontpage_title", "Title of the list of posts in social networks.", "%%sitename%%"},
		{"open_graph_frontpage_desc", "Description of the list of posts in social networks.", ""},
		{"title-author", "Title of the posts of an author.", "%%name%%, Author at %%sitename%% %%page%%"},
		{"metadesc-author", "Description of the posts of an author.", ""},
		{"noindex-author", "Whether search engines leave out the posts of an author.", false},
		{"noindex-author-noposts", "Whether search engines leave out authors without posts.", false},
		{"title-archive", "Title of the posts of a time.", "%%date%% %%page%% %%sep%% %%sitename%%"},
		{"metadesc-archive", "Description of the posts of a time.", ""},
		{"noindex-archive", "Whether search engines leave out the posts of a time.", true},
		{"title-search", "Title of what was found.", "You searched for %%searchphrase%% %%page%% %%sep%% %%sitename%%"},
		{"title-404", "Title of the page for what isn't there.", "Page not found %%sep%% %%sitename%%"},
		{"enable_analysis", "Whether texts are analysed when they are saved.", true},
		{"inclusive_language", "Whether the analysis looks for language that leaves people out.", true},
	}
	for _, typ := range []string{content.TypePost, content.TypePage, content.TypeAttachment} {
		article := "None"
		if typ == content.TypePost {
			article = "Article"
		}
		list = append(list, ofKind(typ, "entries of type "+typ, entryTitle, typ == content.TypeAttachment)...)
		list = append(list,
			setting{"schema-page-type-" + typ, "What structured data call the pages of " + typ + ".", "WebPage"},
			setting{"schema-article-type-" + typ, "What structured data call the articles of " + typ + ".", article})
	}
	for _, tax := range []string{taxonomy.Category, taxonomy.Tag, taxonomy.Format} {
		list = append(list, ofKind("tax-"+tax, "terms of "+tax, termTitle, tax == taxonomy.Format)...)
	}
	return list
}

func ofKind(name, of, title string, noindex bool) []setting {
	return []setting{
		{"title-" + name, "Title of " + of + ".", title},
		{"metadesc-" + name, "Description of " + of + ".", ""},
		{"social-title-" + name, "Title of " + of + " in social networks.", ""},
		{"social-description-" + name, "Description of " + of + " in social networks.", ""},
		{"noindex-" + name, "Whether search engines leave out " + of + ".", noindex},
	}
}

func (x setting) schema() *schema.Schema {
	switch x.def.(type) {
	case bool:
		return schema.Bool(x.about)
	case int64:
		return schema.Int(x.about)
	case []any:
		return schema.List(schema.Str("An address."), x.about, schema.MaxItems(100))
	}
	return schema.Str(x.about)
}

// settingsOption declares the settings: members that aren't there have their
// defaults.
func settingsOption() ext.Option {
	var members []schema.Property
	for _, x := range settingList() {
		members = append(members, schema.Property{Name: x.name, Schema: x.schema()})
	}
	return ext.Option{
		Name: optionSettings, Setting: "seo_settings",
		Schema: schema.Obj(members, "Titles, descriptions and structured data.", schema.Strict(), schema.Default(&wire.Object{})),
	}
}

// settings are what administrators chose over the defaults.
type settings struct {
	chosen   *wire.Object
	defaults map[string]any
}

func settingDefaults() map[string]any {
	out := map[string]any{}
	for _, x := range settingList() {
		out[x.name] = x.def
	}
	return out
}

// settings reads the settings.
func (s *service) settings(ctx context.Context) *settings {
	chosen, _ := s.Options.Value(ctx, optionSettings).(*wire.Object)
	return &settings{chosen, s.defaults}
}

// set stores settings, in the transaction of ctx.
func (s *service) set(ctx context.Context, changed *wire.Object) error {
	return s.DB.InTx(ctx, func(ctx context.Context) error {
		chosen := s.settings(ctx).chosen.Clone()
		if chosen == nil {
			chosen = &wire.Object{}
		}
		for _, m := range changed.Members() {
			chosen.Set(m.Key, m.Value)
		}
		return s.Options.Set(ctx, optionSettings, chosen)
	})
}

func (t *settings) value(name string) any {
	if v, ok := t.chosen.Lookup(name); ok && v != nil {
		return v
	}
	return t.defaults[name]
}

// text is a setting, or its default where it is empty and has one.
func (t *settings) text(name string) string {
	if v := schema.ToText(t.value(name)); v != "" {
		return v
	}
	return schema.ToText(t.defaults[name])
}

func (t *settings) number(name string) int64 { return schema.ToInt(t.value(name)) }
func (t *settings) on(name string) bool      { return schema.ToBool(t.value(name)) }

func (t *settings) texts(name string) []string {
	list, _ := t.value(name).([]any)
	out := make([]string, 0, len(list))
	for _, v := range list {
		if s := schema.ToText(v); s != "" {
			out = append(out, s)
		}
	}
	return out
}

package seo

import (
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// What people see and change of the texts of one entry, in the editor. The editor sends
// changes with the entry, as its member fieldTexts, so that both are stored or none;
// programs have a route of their own.

// fieldTexts is the member of an entry that takes changed texts. It is never answered.
const fieldTexts = "seo_texts"

// entryText is one of the texts of an entry.
type entryText struct {
	name, key string
	schema    *schema.Schema
	// advanced ones are for those who may decide what search engines do with a page.
	advanced bool
}

// maxEntryText bounds a text, in characters.
const maxEntryText = 2000

// entryTexts are all of them, in the order in which they are answered.
var entryTexts = []entryText{
	{name: "focus_keyphrase", key: metaKeyphrase, schema: entryString("Words that the entry shall be found by.")},
	{name: "seo_title", key: metaTitle, schema: entryString("Title for search engines.")},
	{name: "meta_description", key: metaDescription, schema: entryString("Description for search engines.")},
	{name: "social_title", key: metaSocialTitle, schema: entryString("Title in social networks.")},
	{name: "social_description", key: metaSocialDesc, schema: entryString("Description in social networks.")},
	{name: "social_image", key: metaSocialImage, schema: entryString("Address of the picture in social networks.")},
	{name: "social_image_id", key: metaSocialImageID, schema: schema.Int("Attachment with that picture.", schema.Min(0))},
	{name: "card_title", key: metaCardTitle, schema: entryString("Title on cards, where it is another one.")},
	{name: "card_description", key: metaCardDesc, schema: entryString("Description on cards, where it is another one.")},
	{name: "cornerstone", key: metaCornerstone, schema: schema.Bool("Whether it is one of the most important entries.")},
	{name: "seo_score", key: metaScore, schema: entryScore("How well it can be found, as the editor found out.")},
	{name: "readability_score", key: metaReadability, schema: entryScore("How well it can be read.")},
	{name: "inclusive_score", key: metaInclusive, schema: entryScore("How well it leaves nobody out.")},
	{name: "breadcrumb_title", key: metaCrumb, schema: entryString("Name in paths."), advanced: true},
	{name: "canonical", key: metaCanonical, schema: entryString("Address that search engines shall take for it."), advanced: true},
	{name: "noindex", key: metaNoIndex, schema: schema.Str("Whether search engines leave it out: as its type says, always, never.", schema.Enum("", "1", "2")), advanced: true},
	{name: "nofollow", key: metaNoFollow, schema: schema.Bool("Whether search engines don't follow its links."), advanced: true},
}

func entryString(about string) *schema.Schema {
	most := maxEntryText
	return schema.Str(about).With(func(s *schema.Schema) { s.MaxLength = &most })
}

func entryScore(about string) *schema.Schema {
	return schema.Int(about, schema.Min(0), schema.Max(100))
}

func entryArgs() []rest.Arg {
	list := make([]rest.Arg, len(entryTexts))
	for i, t := range entryTexts {
		list[i] = optional(t.name, t.schema)
	}
	return list
}

func entryAnswer() *schema.Schema {
	var list []schema.Property
	for _, t := range entryTexts {
		list = append(list, prop(t.name, t.schema))
	}
	return schema.Of(append(list,
		prop("usual", schema.Obj(nil, "What stands in for empty ones, with variables.", schema.Open())),
		prop("variables", schema.Obj(nil, "Values of the variables.", schema.Open())),
		prop("advanced", yes("Whether the caller may change what search engines do with it.")),
		prop("locale", str("Language of the entry.")),
		prop("analyses", schema.List(str("A kind."), "What the editor looks at.")),
	)...)
}

// editingRoutes are our own: the reference's editor has fields in a form for this.
func (s *editing) editingRoutes() []rest.Route {
	return []rest.Route{
		unlisted(route(`/entries/(?P<post_id>[\d]+)`, get(s.editsEntry, s.readTexts, entryAnswer()), write(s.editsEntry, s.writeTexts, entryAnswer(), entryArgs()...))),
		unlisted(route("/settings", get(manage, s.readSettings, chosenAnswer()), write(manage, s.writeSettings, chosenAnswer(), required(argSettings.Name, chosenSchema())))),
	}
}

func (s *editing) readTexts(r *rest.Request) (*rest.Response, error) {
	e, err := s.entry(r.Context(), argPostID.Of(r))
	if err != nil {
		return nil, err
	}
	return rest.OK(s.textsAnswered(r, e)), nil
}

func (s *editing) writeTexts(r *rest.Request) (*rest.Response, error) {
	e, err := s.entry(r.Context(), argPostID.Of(r))
	if err != nil {
		return nil, err
	}
	given := &wire.Object{}
	for _, t := range entryTexts {
		if v := rest.ValueParam(t.name); v.Given(r) {
			given.Set(t.name, v.Of(r))
		}
	}
	if e, err = s.setTexts(r, e, given); err != nil {
		return nil, err
	}
	return rest.OK(s.textsAnswered(r, e)), nil
}

// writeField stores the texts that came with an entry.
func (s *base) writeField(r *rest.Request, e *content.Entry, v any) error {
	given, ok := v.(*wire.Object)
	if !ok {
		return badRequest("rest_invalid_param", "The member "+fieldTexts+" must be an object.")
	}
	for _, t := range entryTexts {
		if !given.Has(t.name) {
			continue
		}
		if f := t.schema.Validate(given.Get(t.name), fieldTexts+"["+t.name+"]"); f != nil {
			return rest.InvalidParam(fieldTexts, f)
		}
	}
	_, err := s.setTexts(r, e, given)
	return err
}

// setTexts changes texts of an entry that were checked, and gives the entry as it is then.
func (s *base) setTexts(r *rest.Request, e *content.Entry, given *wire.Object) (*content.Entry, error) {
	change := content.Meta{}
	for _, t := range entryTexts {
		if !given.Has(t.name) {
			continue
		}
		text := t.stored(given.Get(t.name))
		if text == metaText(e.Meta, t.key) {
			continue
		}
		if t.advanced && !r.Actor.Can("seo_edit_advanced_metadata") {
			return nil, rest.Forbidden
		}
		if t.key == metaCanonical && text != "" && !hasHost(text) {
			return nil, badRequest("rest_invalid_param", "The canonical address must be one of the web.")
		}
		change[t.key] = nil
		if text != "" {
			change[t.key] = []any{text}
		}
	}
	if len(change) == 0 {
		return e, nil
	}
	return s.Entries.SetMeta(r.Context(), e, change)
}

// stored is a value as it is kept: numbers and switches are texts, and nothing says that
// there is none.
func (t *entryText) stored(v any) string {
	switch {
	case t.schema.Is(schema.Boolean):
		if schema.ToBool(v) {
			return "1"
		}
		return ""
	case t.schema.Is(schema.Integer):
		if n := schema.ToInt(v); n != 0 {
			return itoa(int(n))
		}
		return ""
	}
	return clean.TemplateField(schema.ToText(v))
}

// shown is what is kept as it is answered.
func (t *entryText) shown(kept string) any {
	switch {
	case t.schema.Is(schema.Boolean):
		return kept == "1"
	case t.schema.Is(schema.Integer):
		return schema.ToInt(kept)
	case t.key == metaNoIndex && kept != "1" && kept != "2":
		return ""
	}
	return kept
}

func (s *editing) textsAnswered(r *rest.Request, e *content.Entry) *wire.Object {
	ctx, o := r.Context(), &wire.Object{}
	for _, t := range entryTexts {
		o.Set(t.name, t.shown(metaText(e.Meta, t.key)))
	}
	chosen := s.settings(ctx)
	usual, fallbacks := &wire.Object{}, chosen.entry(e.Type).bulkTexts()
	for _, field := range bulkFields {
		usual.Set(field, fallbacks[field])
	}
	terms, err := s.Store.EntryTerms(ctx, []int64{e.ID})
	if err != nil {
		r.Fail(err)
	}
	o.Set("usual", usual)
	o.Set("variables", valuesOf(s.facts.entryVars(ctx, e, terms[e.ID], first()), entryVariables))
	o.Set("advanced", r.Actor.Can("seo_edit_advanced_metadata"))
	o.Set("locale", s.Site.Language(ctx))
	analyses := []any{}
	if chosen.Analysis {
		analyses = append(analyses, "seo", "readability")
		if chosen.InclusiveLanguage {
			analyses = append(analyses, "inclusive")
		}
	}
	o.Set("analyses", analyses)
	return o
}

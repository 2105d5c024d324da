package widgets

import (
	"encoding/base64"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

func (res *resource) listTypes(r *rest.Request) (*rest.Response, error) {
	all := make([]*widgetType, len(types))
	for i := range types {
		all[i] = &types[i]
	}
	return rest.OK(res.types.Items(r, all)), nil
}

func allowType(r *rest.Request) error {
	if err := allow(r); err != nil {
		return err
	}
	if typeByID(argID.Of(r)) == nil {
		return errNoType
	}
	return nil
}

func (res *resource) getType(r *rest.Request) (*rest.Response, error) {
	t := typeByID(argID.Of(r))
	if t == nil {
		return nil, errNoType
	}
	return rest.OK(res.types.Item(r, t)), nil
}

// newNumber is the number in the forms of widgets that aren't made yet.
const newNumber = "-1"

// encode gives settings, as they come from a form or were encoded before, as a
// form, as a preview and encoded.
func (res *resource) encode(r *rest.Request) (*rest.Response, error) {
	t := typeByID(argID.Of(r))
	if t == nil {
		return nil, errNoType
	}
	settings := &wire.Object{}
	if instance := argInstance.Of(r); instance.Has("encoded") && instance.Has("hash") {
		known, err := res.instance(r, wire.NewObject("encoded", instance.Get("encoded"), "hash", instance.Get("hash")))
		if err != nil {
			return nil, err
		}
		settings = known
	}
	if given, ok := t.parseForm(argFormData.Of(r), ""); ok {
		settings = t.clean(given, settings, r.Actor.Can("unfiltered_html"))
	}
	signing, err := res.key(r.Context())
	if err != nil {
		return nil, err
	}
	text, err := encode(settings)
	if err != nil || len(text) > maxSettingsBytes {
		return nil, errTooMany
	}
	return rest.OK(wire.NewObject(
		"form", t.form(newNumber, settings),
		"preview", preview(r.Context(), res.Env, env.Visit(r), t, settings),
		"instance", wire.NewObject(
			"encoded", base64.StdEncoding.EncodeToString([]byte(text)), "hash", digest(signing, text), "raw", settings,
		),
	)), nil
}

func (res *resource) render(r *rest.Request) (*rest.Response, error) {
	t := typeByID(argID.Of(r))
	if t == nil {
		return nil, errNoType
	}
	settings := &wire.Object{}
	if instance := argInstance.Of(r); instance.Len() > 0 {
		known, err := res.instance(r, instance)
		if err != nil {
			return nil, err
		}
		settings = t.clean(known, nil, r.Actor.Can("unfiltered_html"))
	}
	lang := strings.ReplaceAll(res.Site.Language(r.Context()), "_", "-")
	return rest.OK(wire.NewObject("preview", page(lang, preview(r.Context(), res.Env, env.Visit(r), t, settings)))), nil
}

func typeLinks(_ *rest.Request, t *widgetType) []rest.Link {
	return []rest.Link{
		{Rel: "collection", Href: rest.Path("/core/v2/widget-types")},
		{Rel: "self", Href: rest.Path("/core/v2/widget-types/", t.id)},
	}
}

func (res *resource) typeFields() []rest.Field[*widgetType] {
	ro := schema.Readonly()
	text := func(name, description string, read func(t *widgetType) string, options ...schema.Option) rest.Field[*widgetType] {
		return rest.Field[*widgetType]{
			Name: name, Schema: schema.Str(description, append([]schema.Option{rest.EmbedFirst}, options...)...),
			Read: func(_ *rest.Request, t *widgetType) any { return read(t) },
		}
	}
	// Compat (core-v2/widget-types.routes): two fields name the contexts in another order.
	return []rest.Field[*widgetType]{
		text("id", "Id of the type.", func(t *widgetType) string { return t.id }, ro),
		{
			Name: "name", Schema: schema.Str("Title of the type.", rest.EmbedFirst, schema.Default(""), ro),
			Read: func(r *rest.Request, t *widgetType) any { return res.Site.Texts(r.Context()).Of(t.name) },
		},
		{
			Name: "description", Schema: schema.Str("What its widgets show.", rest.EmbedFirst, schema.Default(""), rest.Everywhere),
			Read: func(r *rest.Request, t *widgetType) any { return res.Site.Texts(r.Context()).Of(t.description) },
		},
		{
			Name: "is_multi", Schema: schema.Bool("Whether there can be several of it.", rest.Everywhere, ro),
			Read: func(*rest.Request, *widgetType) any { return true },
		},
		text("classname", "Class of its widgets.", (*widgetType).classname, schema.Default(""), ro),
	}
}

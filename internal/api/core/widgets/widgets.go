package widgets

import (
	"encoding/base64"
	"slices"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// widget is one widget in its sidebar.
type widget struct {
	id, sidebar string
	settings    *wire.Object
	in          *wire.Object // the sidebar of the site's own that it is in
}

// kind is the widget's type, nil when it is none of this program.
func (w widget) kind() *widgetType {
	id, _ := splitID(w.id)
	return typeByID(id)
}

func (st *state) widget(id string) (widget, bool) {
	settings := st.settings.Object(id)
	w := widget{id: id, sidebar: inactive, settings: settings}
	if p := st.placeOf(id); p != nil {
		w.sidebar, w.in = p.id, p.about
	}
	return w, settings != nil
}

func (res *resource) list(r *rest.Request) (*rest.Response, error) {
	st := load(r.Context(), res.Site)
	var out []widget
	ids := slices.Clone(st.order)
	for _, p := range st.places {
		ids = append(ids, p.widgets...)
	}
	for _, id := range ids {
		if w, ok := st.widget(id); ok && (!argSidebar.Has(r) || argSidebar.Of(r) == w.sidebar) {
			out = append(out, w)
		}
	}
	return rest.OK(res.widgets.Items(r, out)), nil
}

func (res *resource) get(r *rest.Request) (*rest.Response, error) {
	w, ok := load(r.Context(), res.Site).widget(argID.Of(r))
	if !ok {
		return nil, errNoWidget
	}
	return rest.OK(res.widgets.Item(r, w)), nil
}

func widgetLinks(_ *rest.Request, w widget) []rest.Link {
	typ, _ := splitID(w.id)
	return []rest.Link{
		{Rel: "self", Href: rest.Path("/core/v2/widgets/", w.id)},
		{Rel: "collection", Href: rest.Path("/core/v2/widgets")},
		{Rel: "about", Href: rest.Path("/core/v2/widget-types/", typ), Embeddable: true},
		{Rel: rest.CURIE + "sidebar", Href: rest.Path("/core/v2/sidebars/", w.sidebar, "/")},
	}
}

func (res *resource) widgetFields() []rest.Field[widget] {
	return []rest.Field[widget]{
		{
			Name: argID.Name, Schema: schema.Str("Id of the widget.", rest.Everywhere),
			Read: func(_ *rest.Request, w widget) any { return w.id },
		},
		{
			Name: argIDBase.Name, Schema: schema.Str("Id of the widget's type.", rest.Everywhere),
			Read: func(_ *rest.Request, w widget) any {
				typ, _ := splitID(w.id)
				return typ
			},
		},
		{
			Name: argSidebar.Name, Schema: schema.Str("Sidebar that the widget is in.", schema.Default(inactive), schema.Required(), rest.Everywhere),
			Read: func(_ *rest.Request, w widget) any { return w.sidebar },
		},
		{
			// Compat (TestLife): what no page shows is answered as nothing.
			Name: "rendered", Schema: schema.Str("The widget as pages show it.", rest.Everywhere, schema.Readonly()),
			Read: func(r *rest.Request, w widget) any {
				t := w.kind()
				if t == nil || w.in == nil {
					return ""
				}
				return placed(r.Context(), res.Env, env.Visit(r), t, w)
			},
		},
		{
			Name: "rendered_form", Schema: schema.Str("Form to change the widget with.", rest.OnlyEdit, schema.Readonly()),
			Read: func(_ *rest.Request, w widget) any {
				t := w.kind()
				if t == nil {
					return ""
				}
				_, number, _ := strings.Cut(w.id, t.id+"-")
				return t.form(number, w.settings)
			},
		},
		{
			Name: argInstance.Name, Schema: schema.New(schema.Object, "Settings of the widget.", rest.OnlyEdit, schema.Default(schema.None)),
			Arg: func(a *rest.Arg) { a.Schema.Default = nil },
			Fields: []rest.Field[widget]{
				{
					Name: "encoded", Schema: schema.Str("The settings as one text.", rest.OnlyEdit),
					Read: func(_ *rest.Request, w widget) any {
						return base64.StdEncoding.EncodeToString([]byte(encoded(w.settings)))
					},
				},
				{
					Name: "hash", Schema: schema.Str("Proof that the server made that text.", rest.OnlyEdit),
					Read: func(r *rest.Request, w widget) any {
						key, err := res.key(r.Context())
						if err != nil {
							r.Fail(err)
							return ""
						}
						return digest(key, encoded(w.settings))
					},
				},
				{
					Name: "raw", Schema: schema.New(schema.Object, "The settings as they are.", rest.OnlyEdit),
					Read: func(_ *rest.Request, w widget) any {
						if w.settings == nil {
							return &wire.Object{}
						}
						return w.settings
					},
				},
			},
		},
		{Name: argFormData.Name, Schema: schema.Str("The fields of a form with settings, encoded as in an address.", nowhere)},
	}
}

// nowhere marks a field that is written only.
func nowhere(s *schema.Schema) { s.Contexts = []string{} }

// encoded is the settings in the ecosystem's form; stored ones always have it.
func encoded(settings *wire.Object) string {
	text, err := encode(settings)
	if err != nil {
		return ""
	}
	return text
}

package widgets

import (
	"slices"

	"quoin/internal/api/rest"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// sidebar is a place for widgets; one that isn't there has neither id nor name.
type sidebar struct {
	id, name string
	widgets  []string
	about    *wire.Object // of one of the site's own
}

func (st *state) inactiveSidebar() sidebar {
	return sidebar{id: inactive, name: "Inactive widgets", widgets: st.order}
}

// sidebar is the one of an id; ok is false when it isn't there.
func (st *state) sidebar(id string) (s sidebar, ok bool) {
	if id == inactive {
		return st.inactiveSidebar(), true
	}
	if p := st.place(id); p != nil {
		return sidebar{id: id, name: p.about.Text("name"), widgets: p.widgets, about: p.about}, true
	}
	return sidebar{}, false
}

func (res *resource) listSidebars(r *rest.Request) (*rest.Response, error) {
	st := load(r.Context(), res.Site)
	all := []sidebar{st.inactiveSidebar()}
	for _, p := range st.places {
		s, _ := st.sidebar(p.id)
		all = append(all, s)
	}
	return rest.OK(res.sidebars.Items(r, all)), nil
}

func (res *resource) getSidebar(r *rest.Request) (*rest.Response, error) {
	s, ok := load(r.Context(), res.Site).sidebar(argID.Of(r))
	if !ok {
		return nil, errNoSidebar
	}
	return rest.OK(res.sidebars.Item(r, s)), nil
}

// updateSidebar answers with the listed widgets alone. Those that are left out are
// inactive too, and stand before them from the next request on.
//
// Compat (TestLife): a sidebar that isn't there takes widgets, which become inactive ones
// again, behind all others; it is answered without id and name.
func (res *resource) updateSidebar(r *rest.Request) (*rest.Response, error) {
	st, there := load(r.Context(), res.Site), argID.Of(r) == inactive
	if argWidgets.Has(r) {
		var order []string
		for _, v := range argWidgets.Of(r) {
			id := schema.ToText(v)
			if o, ok := v.(*wire.Object); ok {
				id = o.Text("id")
			}
			if st.settings.Has(id) && !slices.Contains(order, id) {
				order = append(order, id)
			}
		}
		if p := st.place(argID.Of(r)); p != nil {
			out := slices.DeleteFunc(slices.Clone(p.widgets), func(id string) bool { return slices.Contains(order, id) })
			for _, id := range slices.Concat(out, order) {
				st.last(id)
			}
			for _, id := range order {
				st.move(id, p.id)
			}
		} else if there {
			for _, id := range order {
				if st.placeOf(id) != nil {
					st.last(id)
				}
			}
			st.order = order
		} else {
			for _, id := range order {
				st.last(id)
			}
		}
		if err := st.save(r.Context()); err != nil {
			return nil, err
		}
	}
	answer, _ := st.sidebar(argID.Of(r))
	return rest.OK(res.sidebars.ItemIn(r, answer, "edit")), nil
}

func sidebarLinks(_ *rest.Request, s sidebar) []rest.Link {
	widgets := rest.Path("/core/v2/widgets")
	if s.id != "" {
		widgets.Query = "?sidebar=" + s.id
	}
	return []rest.Link{
		{Rel: "collection", Href: rest.Path("/core/v2/sidebars")},
		{Rel: "self", Href: rest.Path("/core/v2/sidebars/", s.id)},
		{Rel: rest.CURIE + "widget", Href: widgets, Embeddable: true},
	}
}

func sidebarFields() []rest.Field[sidebar] {
	ro := schema.Readonly()
	text := func(name, description string, read func(s sidebar) string, options ...schema.Option) rest.Field[sidebar] {
		return rest.Field[sidebar]{
			Name: name, Schema: schema.Str(description, append(options, rest.EmbedFirst, ro)...),
			Read: func(_ *rest.Request, s sidebar) any { return read(s) },
		}
	}
	named := func(name, description string, read func(s sidebar) string) rest.Field[sidebar] {
		f := text(name, description, read)
		f.Read = func(_ *rest.Request, s sidebar) any {
			if v := read(s); v != "" {
				return v
			}
			return rest.Absent
		}
		return f
	}
	of := func(name string) func(sidebar) string { return func(s sidebar) string { return s.about.Text(name) } }
	return []rest.Field[sidebar]{
		named("id", "Id of the sidebar.", func(s sidebar) string { return s.id }),
		named("name", "Title of the sidebar.", func(s sidebar) string { return s.name }),
		text("description", "Where the sidebar is.", of("description")),
		text("class", "Class of the sidebar.", of("class")),
		text("before_widget", "HTML before each widget.", of("before_widget"), schema.Default("")),
		text("after_widget", "HTML after each widget.", of("after_widget"), schema.Default("")),
		text("before_title", "HTML before each title.", of("before_title"), schema.Default("")),
		text("after_title", "HTML after each title.", of("after_title"), schema.Default("")),
		text("status", "Whether pages show the sidebar.", func(sidebar) string { return "inactive" }, schema.Enum("active", "inactive")),
		{
			Name: argWidgets.Name,
			Schema: schema.List(schema.New("", "", schema.Types(schema.Object, schema.String)), "Ids of its widgets.",
				schema.Default([]any{}), rest.EmbedFirst),
			Read: func(_ *rest.Request, s sidebar) any { return append([]string{}, s.widgets...) },
		},
	}
}

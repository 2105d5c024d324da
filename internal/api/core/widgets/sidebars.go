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
}

func (st *state) inactiveSidebar() sidebar {
	return sidebar{id: inactive, name: "Inactive widgets", widgets: st.order}
}

func (res *resource) listSidebars(r *rest.Request) (*rest.Response, error) {
	st := load(r.Context(), res.Site)
	return rest.OK(res.sidebars.Items(r, []sidebar{st.inactiveSidebar()})), nil
}

func (res *resource) getSidebar(r *rest.Request) (*rest.Response, error) {
	if argID.Of(r) != inactive {
		return nil, errNoSidebar
	}
	return rest.OK(res.sidebars.Item(r, load(r.Context(), res.Site).inactiveSidebar())), nil
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
		if there {
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
	answer := sidebar{}
	if there {
		answer = st.inactiveSidebar()
	}
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
	none := func(sidebar) string { return "" }
	return []rest.Field[sidebar]{
		named("id", "Id of the sidebar.", func(s sidebar) string { return s.id }),
		named("name", "Title of the sidebar.", func(s sidebar) string { return s.name }),
		text("description", "Where the sidebar is.", none),
		text("class", "Class of the sidebar.", none),
		text("before_widget", "HTML before each widget.", none, schema.Default("")),
		text("after_widget", "HTML after each widget.", none, schema.Default("")),
		text("before_title", "HTML before each title.", none, schema.Default("")),
		text("after_title", "HTML after each title.", none, schema.Default("")),
		text("status", "Whether pages show the sidebar.", func(sidebar) string { return "inactive" }, schema.Enum("active", "inactive")),
		{
			Name: argWidgets.Name,
			Schema: schema.List(schema.New("", "", schema.Types(schema.Object, schema.String)), "Ids of its widgets.",
				schema.Default([]any{}), rest.EmbedFirst),
			Read: func(_ *rest.Request, s sidebar) any { return append([]string{}, s.widgets...) },
		},
	}
}

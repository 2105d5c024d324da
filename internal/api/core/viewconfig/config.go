package viewconfig

import (
	"context"

	"quoin/internal/domain/content"
	"quoin/internal/platform/wire"
)

// config is how one sort of things is shown.
type config struct {
	view, layouts *wire.Object
	list          []any
	form          *wire.Object
}

// config is the usual one, or that of a type that differs.
func (res *resource) config(ctx context.Context, kind, name string) config {
	c := defaultConfig()
	if kind != kindType {
		return c
	}
	c.form = entryForm()
	c.list = []any{view(res.Types.Get(name).Label("all_items"), "all", nil)}
	switch name {
	case content.TypePage:
		pages(&c)
	case content.TypeBlock:
		res.blocks(ctx, &c)
	case content.TypeTemplate:
		res.templates(ctx, &c)
	case content.TypeTemplatePart:
		parts(&c)
	}
	return c
}

func defaultConfig() config {
	return config{
		view: wire.NewObject(
			"type", "table", "filters", []any{}, "sort", byTitle(), "perPage", 20,
			"fields", []any{"author", "status"}, "titleField", "title",
		),
		layouts: wire.NewObject("table", &wire.Object{}, "grid", &wire.Object{}, "list", &wire.Object{}),
		list:    []any{view("All items", "all", nil)},
		form:    &wire.Object{},
	}
}

func byTitle() *wire.Object { return wire.NewObject("field", "title", "direction", "asc") }

// view is one view to choose from; more says how it differs.
func view(title, slug string, more *wire.Object) *wire.Object {
	o := wire.NewObject("title", title, "slug", slug)
	if more != nil {
		o.Set("view", more)
	}
	return o
}

// filtered is a view of only those whose field has a value.
func filtered(field, operator, value string) *wire.Object {
	return wire.NewObject("filters", []any{
		wire.NewObject("field", field, "operator", operator, "value", value, "isLocked", true),
	})
}

// regular is the layout of a part of a form, as is panel.
func regular() *wire.Object { return wire.NewObject("type", "regular", "labelPosition", "none") }

func panel(label string) *wire.Object { return wire.NewObject("type", "panel", "labelPosition", label) }

func part(id string, layout *wire.Object) *wire.Object {
	return wire.NewObject("id", id, "layout", layout)
}

func group(id, label string, children ...any) *wire.Object {
	return wire.NewObject("id", id, "label", label, "children", children)
}

func form(fields ...any) *wire.Object {
	return wire.NewObject("layout", wire.NewObject("type", "panel"), "fields", fields)
}

func entryForm() *wire.Object {
	return form(
		part("featured_media", regular()), part("post-content-info", regular()), part("excerpt", panel("top")),
		group("status", "Status", part("status", regular()), "scheduled_date", "password", "sticky"),
		"date", "slug", "author", "template",
		group("discussion", "Discussion", part("comment_status", regular()), "ping_status"),
		"parent", "format", "revisions",
	)
}

package menuitems

import (
	"strings"

	"quoin/internal/api/core/entry"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/menu"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

var (
	errURL = fault.NoStatus("rest_invalid_url", "This is no address.")
)

type itemKey struct{ id int64 }

// item is what an entry shows as an item; it is looked up once a request.
func (res *resource) item(r *rest.Request, e *content.Entry) *menu.Item {
	ctx := r.Context()
	if it, ok := scope.Get[*menu.Item](ctx, itemKey{e.ID}); ok {
		return it
	}
	if e.Type != content.TypeMenuItem { // an autosave
		return &menu.Item{Title: e.Title}
	}
	it, err := res.Menus.Item(ctx, e)
	if err != nil {
		scope.Failed(ctx, err)
		return &menu.Item{Title: e.Title, Invalid: true}
	}
	if it.To != nil && !res.Entries.CanRead(ctx, r.Actor, it.To) {
		res.Menus.Conceal(ctx, it)
	}
	scope.Put(ctx, itemKey{e.ID}, it)
	return it
}

func (res *resource) fields(f entry.Fields) []entry.Field {
	shown := func(name string, s *schema.Schema, read func(it *menu.Item) any, arg func(*rest.Arg)) entry.Field {
		return entry.Field{
			Name: name, Schema: s, Arg: arg,
			Read: func(r *rest.Request, e *content.Entry) any { return read(res.item(r, e)) },
		}
	}
	least := func(n int) schema.Option {
		return func(s *schema.Schema) { s.Default = n; low := float64(n); s.Minimum = &low }
	}
	id := f.ID()
	id.Schema = id.Schema.With(least(0))
	return []entry.Field{
		id,
		{
			Name: "title", Schema: schema.New("", "Title of the item.", schema.Types(schema.String, schema.Object), rest.Everywhere),
			Fields: []entry.Field{
				shown("raw", schema.Str("Title as it is stored, or that of the object.", rest.OnlyEdit), func(it *menu.Item) any { return it.Title }, nil),
				{
					Name: "rendered", Schema: schema.Str("Title for display.", rest.Everywhere, schema.Readonly()),
					Read: func(r *rest.Request, e *content.Entry) any {
						titled := *e
						titled.Title = res.item(r, e).Title
						return res.View.TitleValue(r.Context(), &titled)
					},
				},
			},
		},
		{
			Name: "status", Schema: schema.Str("Status of the item; all but publish count as draft.", rest.Everywhere, schema.Default("publish"),
				schema.Enum("publish", "future", "draft", "pending", "private")),
			Read: func(_ *rest.Request, e *content.Entry) any { return wire.Symbol(e.Status) },
		},
		shown(argURL.Name, schema.Str("Address that the item leads to.", schema.Format(schema.URI), rest.Everywhere), func(it *menu.Item) any { return it.URL }, addressArg),
		shown(argAttrTitle.Name, schema.Str("Text that is shown when pointing at the item.", rest.Everywhere), func(it *menu.Item) any { return it.AttrTitle }, cleaned(clean.TextField)),
		shown(argDescription.Name, schema.Str("Description of the item.", rest.Everywhere), func(it *menu.Item) any { return it.Description }, cleaned(clean.TextField)),
		shown(argType.Name, schema.Str("What kind of thing the item leads to.", rest.Everywhere, schema.Default(menu.Custom),
			schema.Enum(menu.Term, menu.Post, menu.Archive, menu.Custom)), func(it *menu.Item) any { return it.Type }, nil),
		{
			Name: "type_label", Schema: schema.Str("Word for what the item leads to.", rest.Everywhere, schema.Readonly()),
			Read: func(r *rest.Request, e *content.Entry) any {
				it := res.item(r, e)
				if it.TypeLabel == it.Object { // nothing else is known of it
					return wire.Symbol(it.Object)
				}
				of := content.TypeNames
				if it.Type == menu.Term {
					of = content.TaxonomyNames
				}
				return content.TranslateLabel(it.TypeLabel, res.Site.Texts(r.Context()), of)
			},
		},
		shown(argObject.Name, schema.Str("Type or taxonomy of what the item leads to.", rest.Everywhere, schema.Symbols()),
			func(it *menu.Item) any { return wire.Symbol(it.Object) }, cleaned(clean.Key)),
		shown(argObjectID.Name, schema.Int("Id of what the item leads to.", rest.Everywhere, least(0)), func(it *menu.Item) any { return max(it.ObjectID, -it.ObjectID) }, nil),
		shown(argParent.Name, schema.Int("Id of the item above this one, 0 for none.", rest.Everywhere, least(0)), func(it *menu.Item) any { return it.Parent }, nil),
		{
			Name: "menu_order", Schema: schema.Int("Place among the items of the menu.", rest.Everywhere, least(1)),
			Read: func(_ *rest.Request, e *content.Entry) any { return e.MenuOrder },
		},
		shown(argTarget.Name, schema.Str("Where the address opens.", rest.Everywhere, schema.Enum("_blank", "")), func(it *menu.Item) any { return it.Target }, nil),
		shown(argClasses.Name, schema.List(schema.Str(""), "CSS classes of the item.", rest.Everywhere), func(it *menu.Item) any { return wire.Strings(it.Classes) }, classesArg),
		shown(argXfn.Name, schema.List(schema.Str(""), "Relations to what the item leads to.", rest.Everywhere), func(it *menu.Item) any {
			list := strings.Split(it.XFN, " ")
			for i := range list {
				list[i] = clean.HTMLClass(list[i], "")
			}
			return wire.Strings(list)
		}, classesArg),
		shown("invalid", schema.Bool("Whether the item leads nowhere.", rest.Everywhere, schema.Readonly()), func(it *menu.Item) any { return it.Invalid }, nil),
		f.Meta(),
		{
			Name: "menus", Schema: schema.Int("Id of the item's menu.", rest.NotEmbed),
			Read: func(r *rest.Request, e *content.Entry) any {
				terms, err := res.Store.EntryTerms(r.Context(), []int64{e.ID})
				r.Fail(err)
				for _, t := range terms[e.ID] {
					if t.Taxonomy == taxonomy.Menu {
						return t.ID
					}
				}
				return rest.Absent
			},
		},
	}
}

func cleaned(text func(string) string) func(*rest.Arg) {
	return func(a *rest.Arg) {
		a.Sanitize = func(_ *rest.Request, v any) (any, *fault.Error) { return text(schema.ToText(v)), nil }
	}
}

// addressArg takes no address at all, or one that something is left of.
func addressArg(a *rest.Arg) {
	a.Validate = func(_ *rest.Request, v any, _ string) *fault.Error {
		if text := schema.ToText(v); text != "" && clean.URL(text, nil) == "" {
			return errURL
		}
		return nil
	}
	a.Sanitize = func(_ *rest.Request, v any) (any, *fault.Error) { return clean.URL(schema.ToText(v), nil), nil }
}

func classesArg(a *rest.Arg) {
	a.Sanitize = func(_ *rest.Request, v any) (any, *fault.Error) {
		list, _ := schema.AsList(v)
		out := make([]any, len(list))
		for i := range list {
			out[i] = clean.HTMLClass(schema.ToText(list[i]), "")
		}
		return out, nil
	}
}

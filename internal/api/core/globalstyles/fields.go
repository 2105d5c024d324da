package globalstyles

import (
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

type field = rest.Field[*styles]

func member(name string, s *schema.Schema, read func(s *styles) any) field {
	return field{Name: name, Schema: s, Read: func(_ *rest.Request, item *styles) any { return read(item) }}
}

// object is a schema whose type is published as a list, as the reference does.
func object(description string) *schema.Schema {
	return schema.Obj(nil, description, rest.NotEmbed, schema.TypeList())
}

func (res *resource) fields() []field {
	return []field{
		member("id", schema.Int("Id of the global styles.", rest.EmbedFirst, schema.Readonly()), func(s *styles) any { return s.entry.ID }),
		{
			Name: "title", Schema: schema.New("", "Title of the global styles.", schema.Types(schema.Object, schema.String), schema.Default(""), rest.EmbedFirst),
			Fields: []field{
				member("raw", schema.Str("Title as it is stored.", rest.Everywhere), func(s *styles) any { return s.entry.Title }),
				{
					Name: "rendered", Schema: schema.Str("Title for display.", rest.Everywhere, schema.Readonly()),
					Read: func(r *rest.Request, s *styles) any { return res.View.TitleValue(r.Context(), s.entry) },
				},
			},
		},
		member("settings", object("Changed settings."), func(s *styles) any { return part(s.data, (*theme.Data).Settings) }),
		member("styles", object("Changed styles."), func(s *styles) any { return part(s.data, (*theme.Data).Styles) }),
	}
}

// part is the settings or the styles of a document, {} when there are none.
func part(d *theme.Data, of func(*theme.Data) *wire.Object) *wire.Object {
	if d == nil || of(d).Len() == 0 {
		return &wire.Object{}
	}
	return loose(of(d))
}

// loose is a copy whose empty objects print as [].
//
// Compat (TestTheme): the reference can't tell an empty object from an empty list.
func loose(o *wire.Object) *wire.Object {
	out := wire.Map()
	for _, m := range o.Members() {
		out.Set(m.Key, looseValue(m.Value))
	}
	return out
}

func looseValue(v any) any {
	switch v := v.(type) {
	case *wire.Object:
		return loose(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = looseValue(v[i])
		}
		return out
	}
	return v
}

func (res *resource) links(r *rest.Request, s *styles) []rest.Link {
	ctx, id := r.Context(), s.entry.ID
	self := rest.Path(res.base, "/", id)
	info, err := res.Store.RevisionInfo(ctx, []int64{id})
	r.Fail(err)
	out := []rest.Link{
		{Rel: "self", Href: self},
		{Rel: "about", Href: rest.Path("/core/v2/types/", wire.Symbol(res.typ.Name))},
		{Rel: "version-history", Href: rest.Path(res.base, "/", id, "/revisions"), Attributes: wire.NewObject("count", info[id].Count)},
	}
	out = append(out, res.fileLinks(r, s)...)
	if r.Actor.Can(res.typ.Caps.Publish) {
		out = append(out, rest.Link{Rel: rest.CURIE + "action-publish", Href: self})
	}
	if r.Actor.Can("unfiltered_html") {
		out = append(out, rest.Link{Rel: rest.CURIE + "action-edit-css", Href: self})
	}
	return out
}

// fileLinks lead to the theme's files that a document points to.
func (res *resource) fileLinks(r *rest.Request, s *styles) []rest.Link {
	if s.data == nil {
		return nil
	}
	return res.linksOf(r, s.data)
}

func (res *resource) linksOf(r *rest.Request, d *theme.Data) []rest.Link {
	var out []rest.Link
	for _, ref := range d.FileRefs() {
		attributes := wire.NewObject("name", ref.Name, "target", ref.Target)
		if ref.Type != "" {
			attributes.Set("type", ref.Type)
		}
		out = append(out, rest.Link{
			Rel: rest.CURIE + "theme-file", Attributes: attributes,
			Href: res.Site.Base(r.Context()) + "/wp-content/themes/" + res.Theme.ID + "/" + ref.Path,
		})
	}
	return out
}

// revisionFields are settings and styles with who stored them and when.
func (res *resource) revisionFields() []field {
	read := func(of func(*theme.Data) *wire.Object) func(*styles) any {
		return func(s *styles) any {
			if s.data == nil || !s.changes {
				return rest.Absent
			}
			return part(s.data, of)
		}
	}
	date := func(name, description string, contexts schema.Option, read func(e *content.Entry) string) field {
		return member(name, schema.Str(description, schema.Format(schema.DateTime), contexts),
			func(s *styles) any { return read(s.entry) })
	}
	return []field{
		member("settings", object("Changed settings."), read((*theme.Data).Settings)),
		member("styles", object("Changed styles."), read((*theme.Data).Styles)),
		member("author", schema.Int("Id of the user who stored the revision.", rest.Everywhere), func(s *styles) any { return s.entry.Author }),
		date("date", "When the revision was stored, in the site's zone.", rest.Everywhere, func(e *content.Entry) string { return e.Date }),
		date("date_gmt", "When the revision was stored, in UTC.", rest.NotEmbed, func(e *content.Entry) string { return e.DateUTC }),
		member("id", schema.Int("Id of the revision.", rest.EmbedFirst, schema.Readonly()), func(s *styles) any { return s.entry.ID }),
		date("modified", "When the revision was last changed, in the site's zone.", rest.NotEmbed, func(e *content.Entry) string { return e.Modified }),
		date("modified_gmt", "When the revision was last changed, in UTC.", rest.NotEmbed, func(e *content.Entry) string { return e.ModifiedUTC }),
		member("parent", schema.Int("Id of the global styles that the revision belongs to.", rest.Everywhere), func(s *styles) any { return s.entry.Parent }),
	}
}

package fonts

import (
	"context"
	"fmt"
	"net/http"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// maxFaces is how many faces of a family are shown with it.
const maxFaces = 99

// family is a font family with the ids of its faces.
type family struct {
	entry *content.Entry
	faces []int64
}

func familyFields() []rest.Field[*family] {
	return []rest.Field[*family]{
		{
			Name: "id", Schema: schema.Int("Id of the font family.", rest.Everywhere, schema.Readonly()),
			Read: func(_ *rest.Request, f *family) any { return f.entry.ID },
		},
		{Name: "theme_json_version", Schema: versionSchema(), Read: func(*rest.Request, *family) any { return themeVersion }},
		{
			Name: "font_faces", Schema: schema.List(schema.Int(""), "Ids of the family's faces.", rest.Everywhere),
			Read: func(_ *rest.Request, f *family) any { return f.faces },
		},
		{
			Name: argFontFamilySettings.Name, Schema: familySettings(),
			Read: func(_ *rest.Request, f *family) any { return settingsOfFamily(f.entry) },
		},
	}
}

func familyLinks(_ *rest.Request, f *family) []rest.Link {
	out := []rest.Link{
		{Rel: "self", Href: rest.Path(base, "/", f.entry.ID)},
		{Rel: "collection", Href: rest.Path(base)},
	}
	for _, id := range f.faces {
		out = append(out, rest.Link{Rel: "font_faces", Href: rest.Path(base, "/", f.entry.ID, "/font-faces/", id), Embeddable: true})
	}
	return out
}

// settingsOfFamily is the declaration of a family: name and slug are those of
// the entry, the rest is its content.
func settingsOfFamily(e *content.Entry) *wire.Object {
	stored := decode(e.Content)
	return wire.NewObject("name", e.Title, "slug", e.Slug, "fontFamily", stored.Text("fontFamily"), "preview", stored.Text("preview"))
}

// decode reads stored settings; what can't be read counts as none.
func decode(text string) *wire.Object {
	v, err := wire.Decode([]byte(text))
	if err != nil {
		return &wire.Object{}
	}
	o, ok := v.(*wire.Object)
	if !ok {
		return &wire.Object{}
	}
	return o
}

// familyArgs are the arguments of writing; after Clean the settings are an
// object.
func (l *library) familyArgs() []rest.Arg {
	const name = "font_family_settings"
	version := versionSchema()
	version.Contexts = nil
	required := familySettings().RequiredProperties
	partial := familySettings()
	partial.RequiredProperties = nil
	return []rest.Arg{
		{Name: "theme_json_version", Schema: version},
		{
			Name: name, Schema: schema.Str("The family as theme.json declares it, as JSON in a string."), Required: true,
			Validate: func(r *rest.Request, v any, _ string) *fault.Error {
				if rest.ID.Of(r) == 0 {
					_, bad := parse(v, name, familySettings(), required)
					return refusedSettings(v, bad)
				}
				if r.Method != http.MethodPost {
					// Compat (TestFamilies): by PUT and PATCH an object is asked for, and then a text.
					if err := schema.Obj(nil, "").Validate(v, name); err != nil {
						return err
					}
				}
				if namesSlug(v) {
					return invalid(name + "[slug] can't be changed.")
				}
				_, bad := parse(v, name, partial, required)
				return refusedSettings(v, bad)
			},
			Sanitize: func(r *rest.Request, v any) (any, *fault.Error) {
				settings, bad := parse(v, name, partial, nil)
				if bad != nil {
					return nil, bad
				}
				return cleanSettings(settings, func(s string) string { return l.Site.Slug(r.Context(), s) }), nil
			},
		},
	}
}

// open adds the ids of their faces to families, all in one query.
func (l *library) open(ctx context.Context, entries []*content.Entry) ([]*family, error) {
	out, byID, ids := make([]*family, len(entries)), map[int64]*family{}, make([]int64, len(entries))
	for i, e := range entries {
		out[i] = &family{entry: e, faces: []int64{}}
		byID[e.ID], ids[i] = out[i], e.ID
	}
	if len(ids) == 0 {
		return out, nil
	}
	page, err := l.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeFontFace}, Statuses: []content.Status{content.Publish}, Parents: ids,
		Order: []content.Order{{By: content.ByID}}, SkipTotal: true, SkipMeta: true,
	})
	if err != nil {
		return nil, fmt.Errorf("faces of font families: %w", err)
	}
	for _, e := range page.Entries {
		if f := byID[e.Parent]; f != nil && len(f.faces) < maxFaces {
			f.faces = append(f.faces, e.ID)
		}
	}
	return out, nil
}

func (l *library) openOne(ctx context.Context, e *content.Entry) (*family, error) {
	list, err := l.open(ctx, []*content.Entry{e})
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

func (l *library) listFamilies(r *rest.Request) (*rest.Response, error) {
	entries, info, err := l.list(r, content.Query{Types: []string{content.TypeFontFamily}}, base)
	if err != nil {
		return nil, err
	}
	list, err := l.open(r.Context(), entries)
	if err != nil {
		return nil, err
	}
	return &rest.Response{Body: l.families.Items(r, list), Page: info}, nil
}

func (l *library) getFamily(r *rest.Request) (*rest.Response, error) {
	e, err := l.load(r, l.family)
	if err != nil {
		return nil, err
	}
	f, err := l.openOne(r.Context(), e)
	if err != nil {
		return nil, err
	}
	return rest.OK(l.families.Item(r, f)), nil
}

// changeOfFamily stores a declaration: name and slug in the entry, the rest as
// its content.
func changeOfFamily(settings *wire.Object) content.Change {
	name, slug, status := settings.Text("name"), settings.Text("slug"), content.Publish
	kept := settings.Clone()
	kept.Delete("name")
	kept.Delete("slug")
	text := string(wire.Encode(kept, nil))
	return content.Change{Title: &name, Slug: &slug, Status: &status, Content: &text}
}

func (l *library) createFamily(r *rest.Request) (*rest.Response, error) {
	ctx, settings := r.Context(), argFontFamilySettings.Of(r)
	slug := settings.Text("slug")
	same, err := l.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeFontFamily}, Statuses: []content.Status{content.Publish}, Slugs: []string{slug},
		Limit: 1, SkipTotal: true, SkipMeta: true,
	})
	if err != nil {
		return nil, err
	}
	if len(same.Entries) > 0 {
		return nil, fault.BadRequest("rest_duplicate_font_family", `There is a font family "`+slug+`" already.`)
	}
	e, err := l.Entries.Create(ctx, r.Actor, content.TypeFontFamily, changeOfFamily(settings))
	if err != nil {
		return nil, err
	}
	return rest.Created(rest.Path(base, "/", e.ID), l.writtenFamily(e.ID)), nil
}

func (l *library) updateFamily(r *rest.Request) (*rest.Response, error) {
	before, err := l.load(r, l.family)
	if err != nil {
		return nil, err
	}
	settings := settingsOfFamily(before)
	for _, m := range argFontFamilySettings.Of(r).Members() {
		settings.Set(m.Key, m.Value)
	}
	e, err := l.Entries.Update(r.Context(), r.Actor, before, changeOfFamily(settings))
	if err != nil {
		return nil, err
	}
	return &rest.Response{AfterCommit: l.writtenFamily(e.ID)}, nil
}

func (l *library) writtenFamily(id int64) func(r *rest.Request) (any, error) {
	return func(r *rest.Request) (any, error) {
		e, err := l.Store.EntryByID(r.Context(), id)
		if err != nil {
			return nil, err
		}
		f, err := l.openOne(r.Context(), e)
		if err != nil {
			return nil, err
		}
		return l.families.Item(r, f), nil
	}
}

// deleteFamily removes a family with its faces and their files.
func (l *library) deleteFamily(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	e, err := l.load(r, l.family)
	if err != nil {
		return nil, err
	}
	if !rest.Force.Of(r) {
		return nil, errNoTrash
	}
	f, err := l.openOne(ctx, e)
	if err != nil {
		return nil, err
	}
	previous := l.families.Deleted(r, f, "edit")
	faces, err := l.Store.ListEntries(ctx, content.Query{Types: []string{content.TypeFontFace}, Parents: []int64{e.ID}, SkipTotal: true})
	if err != nil {
		return nil, err
	}
	var files []string
	for _, face := range faces.Entries {
		files = append(files, FilesOf(face)...)
		if err := l.Entries.Delete(ctx, face); err != nil {
			return nil, err
		}
	}
	if err := l.Entries.Delete(ctx, e); err != nil {
		return nil, err
	}
	return &rest.Response{AfterCommit: l.afterRemoval(files, previous)}, nil
}

package fonts

import (
	"context"
	"slices"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var errDuplicate = fault.BadRequest("rest_duplicate_font_face", "There is a font face like that already.")

func faceFields() []rest.Field[*content.Entry] {
	return []rest.Field[*content.Entry]{
		{
			Name: "id", Schema: schema.Int("Id of the font face.", rest.Everywhere, schema.Readonly()),
			Read: func(_ *rest.Request, e *content.Entry) any { return e.ID },
		},
		{Name: "theme_json_version", Schema: versionSchema(), Read: func(*rest.Request, *content.Entry) any { return themeVersion }},
		{
			Name: "parent", Schema: schema.Int("Id of the font family.", rest.Everywhere),
			Read: func(_ *rest.Request, e *content.Entry) any { return e.Parent },
		},
		{
			Name: argFontFaceSettings.Name, Schema: faceSettings(),
			Read: func(_ *rest.Request, e *content.Entry) any { return settingsOfFace(e) },
		},
	}
}

// settingsOfFace is the declaration of a face, without members that nobody
// knows.
func settingsOfFace(e *content.Entry) *wire.Object {
	stored := decode(e.Content)
	if stored.Len() == 0 {
		return wire.NewObject("fontFamily", "", "src", []any{})
	}
	known, out := faceSettings(), &wire.Object{}
	for _, m := range stored.Members() {
		if known.Property(m.Key) != nil {
			out.Set(m.Key, m.Value)
		}
	}
	return out
}

func faceLinks(_ *rest.Request, e *content.Entry) []rest.Link {
	faces := rest.Path(base, "/", e.Parent, "/font-faces")
	return []rest.Link{
		{Rel: "self", Href: rest.Path(faces.Path, "/", e.ID)},
		{Rel: "collection", Href: faces},
		{Rel: "parent", Href: rest.Path(base, "/", e.Parent)},
	}
}

// faceArgs are the arguments of creating; after Clean the settings are an
// object.
func (l *library) faceArgs() []rest.Arg {
	const name = "font_face_settings"
	version := versionSchema()
	version.Contexts = nil
	s := faceSettings()
	return []rest.Arg{
		{Name: "theme_json_version", Schema: version},
		{
			Name: name, Schema: schema.Str("The face as theme.json declares it, as JSON in a string."), Required: true,
			Validate: func(r *rest.Request, v any, _ string) *fault.Error {
				settings, bad := parse(v, name, s, s.RequiredProperties)
				if bad != nil {
					return refusedSettings(v, bad)
				}
				return l.checkSources(r, sources(settings))
			},
			Sanitize: func(r *rest.Request, v any) (any, *fault.Error) {
				settings, bad := parse(v, name, s, nil)
				if bad != nil {
					return nil, bad
				}
				return cleanSettings(settings, func(s string) string { return l.Site.Slug(r.Context(), s) }), nil
			},
		},
	}
}

// sources are the addresses and file names of a declaration.
func sources(settings *wire.Object) []string {
	list, ok := settings.Get("src").([]any)
	if !ok {
		list = []any{settings.Get("src")}
	}
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = strings.TrimLeft(schema.ToText(v), " \t\n\r\v\x00")
	}
	return out
}

// checkSources checks that every source is an address or a file of the form,
// and that every file of the form is a source.
func (l *library) checkSources(r *rest.Request, list []string) *fault.Error {
	files := filesIn(r)
	for _, src := range list {
		switch {
		case src == "":
			return invalid("font_face_settings[src] has an empty value.")
		case files[src] == nil && !fetchable(src, l.Site.Base(r.Context())):
			return invalid(`font_face_settings[src]: "` + src + `" is neither an address nor a file of the form.`)
		}
	}
	for name := range files {
		if !slices.Contains(list, name) {
			return invalid("The file " + name + " isn't used in font_face_settings[src].")
		}
	}
	return nil
}

// ofFamily is the family that a request names.
func (l *library) ofFamily(r *rest.Request) (*content.Entry, error) {
	return l.find(r, argFontFamilyID.Of(r), l.family, errFamily)
}

// listFaces lists the faces of all families.
//
// Compat (TestFaces): the family that the path names has to be there, and says no more.
func (l *library) listFaces(r *rest.Request) (*rest.Response, error) {
	f, err := l.ofFamily(r)
	if err != nil {
		return nil, err
	}
	q := content.Query{Types: []string{content.TypeFontFace}}
	list, info, err := l.list(r, q, rest.Path(base, "/", f.ID, "/font-faces").Path)
	if err != nil {
		return nil, err
	}
	return &rest.Response{Body: l.faces.Items(r, list), Page: info}, nil
}

// loadFace is the face that a request names, which must be of the family that
// it names.
func (l *library) loadFace(r *rest.Request) (*content.Entry, error) {
	e, err := l.load(r, l.face)
	if err != nil {
		return nil, err
	}
	f, err := l.ofFamily(r)
	if err != nil {
		return nil, err
	}
	if e.Parent != f.ID {
		return nil, errOther
	}
	return e, nil
}

func (l *library) getFace(r *rest.Request) (*rest.Response, error) {
	e, err := l.loadFace(r)
	if err != nil {
		return nil, err
	}
	return rest.OK(l.faces.Item(r, e)), nil
}

// prefetchFaces loads the faces and families that embedded requests name.
func (l *library) prefetchFaces(ctx context.Context, requests []*rest.Request) error {
	var ids []int64
	for _, r := range requests {
		ids = append(ids, rest.ID.Of(r), argFontFamilyID.Of(r))
	}
	_, err := l.Store.EntriesByID(ctx, ids)
	return err
}

// duplicate tells whether there is a face that is chosen by the same settings.
func (l *library) duplicate(ctx context.Context, title string) (bool, error) {
	page, err := l.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeFontFace}, Statuses: []content.Status{content.Publish}, SkipTotal: true, SkipMeta: true,
		Search: &content.Search{Phrase: title, Terms: []string{title}, Columns: []content.SearchColumn{content.SearchTitle}, Exact: true},
	})
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(page.Entries, func(e *content.Entry) bool { return strings.EqualFold(e.Title, title) }), nil
}

// createFace stores the files of the form and then the face. Files are written
// outside of the transaction, so that slow ones hold up nobody.
func (l *library) createFace(r *rest.Request) (response *rest.Response, err error) {
	ctx, settings := r.Context(), argFontFaceSettings.Of(r)
	f, err := l.ofFamily(r)
	if err != nil {
		return nil, err
	}
	title := faceTitle(settings)
	if found, err := l.duplicate(ctx, title); err != nil || found {
		if err == nil {
			err = errDuplicate
		}
		return nil, err
	}
	addresses, stored, err := l.storeFiles(r, sources(settings))
	defer func() {
		if err != nil {
			l.removeFiles(ctx, keysOf(stored))
		}
	}()
	if err != nil {
		return nil, err
	}
	settings.Set("src", addresses)
	if len(addresses) == 1 {
		settings.Set("src", addresses[0])
	}
	var id int64
	err = l.Store.InTx(ctx, func(ctx context.Context) error {
		if found, err := l.duplicate(ctx, title); err != nil {
			return err
		} else if found {
			return errDuplicate
		}
		id, err = l.insertFace(ctx, r, f.ID, title, settings, stored)
		return err
	})
	if err != nil {
		return nil, err
	}
	return rest.Created(rest.Path(base, "/", f.ID, "/font-faces/", id), func(r *rest.Request) (any, error) {
		e, err := l.Store.EntryByID(r.Context(), id)
		if err != nil {
			return nil, err
		}
		return l.faces.Item(r, e), nil
	}), nil
}

func (l *library) insertFace(ctx context.Context, r *rest.Request, parent int64, title string, settings *wire.Object, files []string) (int64, error) {
	text, status := string(wire.Encode(settings, nil)), content.Publish
	c := content.Change{Title: &title, Content: &text, Status: &status, Parent: &parent}
	if len(files) > 0 {
		c.Meta = content.Meta{metaFile: make([]any, len(files))}
		for i, name := range files {
			c.Meta[metaFile][i] = name
		}
	}
	e, err := l.Entries.Create(ctx, r.Actor, content.TypeFontFace, c)
	if err != nil {
		return 0, err
	}
	return e.ID, nil
}

func (l *library) deleteFace(r *rest.Request) (*rest.Response, error) {
	e, err := l.loadFace(r)
	if err != nil {
		return nil, err
	}
	if !rest.Force.Of(r) {
		return nil, errNoTrash
	}
	previous := l.faces.Deleted(r, e, "edit")
	if err := l.Entries.Delete(r.Context(), e); err != nil {
		return nil, err
	}
	return &rest.Response{AfterCommit: l.afterRemoval(FilesOf(e), previous)}, nil
}

package globalstyles

import (
	"quoin/internal/api/core/entry"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/wire"
)

// open reads what an entry stores. What can't be read counts as no changes.
func (res *resource) open(e *content.Entry) *styles {
	doc, err := theme.ParseUserDocument(e.Content)
	if err != nil || doc == nil {
		return &styles{entry: e}
	}
	return &styles{entry: e, data: res.Theme.User(doc), changes: doc.Object("settings").Len()+doc.Object("styles").Len() > 0}
}

func (res *resource) get(r *rest.Request) (*rest.Response, error) {
	e, err := res.load(r, rest.ID, errNotFound)
	if err != nil {
		return nil, err
	}
	return rest.OK(res.rest.Item(r, res.open(e))), nil
}

// ofTheme answers what the theme itself says, with the defaults below it.
func (res *resource) ofTheme(r *rest.Request) (*rest.Response, error) {
	if argStylesheet.Of(r) != res.Theme.ID {
		return nil, errTheme
	}
	out := &wire.Object{}
	// Compat (TestTheme): any context may be asked for, and only these show something.
	context := rest.Context.Of(r)
	shown := context == "" || context == "view" || context == "edit"
	if shown && r.Wants("settings") {
		out.Set("settings", res.settings)
	}
	if shown && r.Wants("styles") {
		out.Set("styles", res.styles)
	}
	item := &rest.Item{Data: out}
	if r.WantsLinks() {
		item.Links = append([]rest.Link{{Rel: "self", Href: rest.Path(res.base, "/themes/", res.Theme.ID)}}, res.linksOf(r, res.Theme.Base())...)
	}
	return rest.OK(item), nil
}

// variations answers the theme's style variations as its files have them.
func (res *resource) variations(r *rest.Request) (*rest.Response, error) {
	if argStylesheet.Of(r) != res.Theme.ID {
		return nil, errTheme
	}
	out := []*rest.Item{}
	for _, v := range res.Theme.Variations() {
		links := res.linksOf(r, theme.NewData(v, theme.OriginTheme, res.Theme.Blocks()))
		out = append(out, &rest.Item{Data: loose(v), Links: links})
	}
	return rest.OK(out), nil
}

// parent is the entry whose revisions are asked for. One that stores no user
// styles has none.
func (res *resource) parent(r *rest.Request) (*content.Entry, error) {
	e, err := res.load(r, argParent, errParent)
	if err != nil {
		return nil, err
	}
	if res.open(e).data == nil {
		return nil, errNotFound
	}
	return e, nil
}

func (res *resource) listRevisions(r *rest.Request) (*rest.Response, error) {
	parent, err := res.parent(r)
	if err != nil {
		return nil, err
	}
	list, info, err := entry.ListRevisions(r, res.Store, parent.ID)
	if err != nil {
		return nil, err
	}
	items := make([]*rest.Item, len(list))
	for i, e := range list {
		items[i] = res.kept.Item(r, res.open(e))
	}
	return &rest.Response{Body: items, Page: info}, nil
}

func (res *resource) getRevision(r *rest.Request) (*rest.Response, error) {
	parent, err := res.load(r, argParent, errParent)
	if err != nil {
		return nil, err
	}
	e, err := entry.LoadRevision(r, res.Store, parent.ID)
	if err != nil {
		return nil, err
	}
	s := res.open(e)
	if s.data == nil {
		return nil, errNotFound
	}
	return rest.OK(res.kept.Item(r, s)), nil
}

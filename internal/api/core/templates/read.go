package templates

import (
	"errors"

	"quoin/internal/api/rest"
	"quoin/internal/domain/template"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/wire"
)

// allowRead lets everybody read who may edit entries of any type.
func (res *resource) allowRead(r *rest.Request) error {
	if !res.Entries.CanEditAny(r.Actor) {
		return errManage
	}
	return nil
}

func (res *resource) allowWrite(r *rest.Request) error {
	if !r.Actor.Can("edit_theme_options") {
		return errManage
	}
	return nil
}

func (res *resource) list(r *rest.Request) (*rest.Response, error) {
	list, err := res.catalog.List(r.Context(), res.typ.Name, template.Filter{
		Entry: max(argCoreID.Of(r), 0), Stored: argCoreID.Has(r), Area: argArea.Of(r), PostType: argPostType.OrNil(r),
	})
	if err != nil {
		return nil, err
	}
	var stored []int64
	for _, t := range list {
		if t.Entry != nil {
			stored = append(stored, t.Entry.ID)
		}
	}
	if len(stored) > 0 && r.WantsLinks() {
		if _, err := res.Store.RevisionInfo(r.Context(), stored); err != nil {
			return nil, err
		}
	}
	return rest.OK(res.rest.Items(r, list)), nil
}

// find is the template of an id, or the fault that there is none.
func (res *resource) find(r *rest.Request, id string) (*template.Template, error) {
	t, err := res.catalog.Find(r.Context(), res.typ.Name, id)
	if errors.Is(err, template.ErrNotFound) {
		return nil, errNotFound
	}
	return t, err
}

// get answers one template; with source=theme the theme's file, even when a
// changed one stands before it.
func (res *resource) get(r *rest.Request) (*rest.Response, error) {
	id := argID.Of(r)
	if source := argSource.Of(r); source == template.FromTheme || source == "plugin" {
		t, err := res.catalog.File(res.typ.Name, id)
		if err != nil {
			return nil, errNotFound
		}
		return rest.OK(res.rest.Item(r, t)), nil
	}
	t, err := res.find(r, id)
	if err != nil {
		return nil, err
	}
	return rest.OK(res.rest.Item(r, t)), nil
}

// lookup answers the best template that can stand in for a slug.
//
// Compat (TestFiles): that of template parts finds templates too.
func (res *resource) lookup(r *rest.Request) (*rest.Response, error) {
	if argSlug.Of(r) == "" {
		return rest.OK(&wire.Object{}), nil
	}
	slugs := theme.Candidates(argSlug.Of(r), argIsCustom.Of(r), argTemplatePrefix.Of(r), res.names())
	t, err := res.catalog.Resolve(r.Context(), slugs)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return rest.OK(&wire.Object{}), nil
	}
	return rest.OK(res.rest.Item(r, t)), nil
}

func (res *resource) names() theme.Names {
	var n theme.Names
	for _, t := range res.Types.All() {
		n.PostTypes = append(n.PostTypes, t.Name)
	}
	for _, t := range res.Taxonomies.All() {
		n.Taxonomies = append(n.Taxonomies, t.Name)
	}
	return n
}

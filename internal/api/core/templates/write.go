package templates

import (
	"context"
	"errors"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/template"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/user"
	"quoin/internal/platform/wire"
)

// text is a text that is given as a string or as the raw member of an object.
func text(r *rest.Request, p rest.Param[any], clears bool) *string {
	switch v := p.Of(r).(type) {
	case string:
		return &v
	case *wire.Object:
		if s, ok := v.Get("raw").(string); ok && (s != "" || clears) {
			return &s
		}
	}
	return nil
}

// texts are those that a write asks for.
func texts(r *rest.Request) content.Change {
	status := content.Publish // Compat (TestOwnTemplates): whatever was asked for
	return content.Change{Title: text(r, argTitle, false), Content: text(r, argContent, true), Excerpt: text(r, argDescription, true), Status: &status}
}

// change is what a write asks for.
func (res *resource) change(r *rest.Request) (content.Change, error) {
	c := texts(r)
	// Compat (TestOwnTemplates): who makes one of those that the site editor offers says so, and it is not to be
	// chosen by hand.
	if given := argSuggestion.Of(r); given != nil && res.typ.Name == content.TypeTemplate {
		c.Meta = content.Meta{template.MetaSuggestion: {template.Flag(given)}}
	}
	author := argAuthor.Of(r)
	if author == 0 {
		return c, nil
	}
	if author != r.Actor.ID {
		if _, err := res.Store.UserByID(r.Context(), author); errors.Is(err, user.ErrNotFound) {
			return c, errAuthor
		} else if err != nil {
			return c, err
		}
	}
	c.Author = &author
	return c, nil
}

func (res *resource) create(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	c, err := res.change(r)
	if err != nil {
		return nil, err
	}
	themeID := res.Theme.ID
	if given := argTheme.Of(r); argTheme.Given(r) {
		themeID = given
	}
	slug, err := res.catalog.FreeSlug(ctx, res.typ.Name, themeID, res.Site.Slug(ctx, argSlug.Of(r)))
	if err != nil {
		return nil, err
	}
	c.Slug = &slug
	area := theme.AreaUncategorized
	if argArea.Given(r) {
		area = theme.CleanArea(argArea.Of(r))
	}
	e, err := res.insert(ctx, r, c, themeID, area)
	if err != nil {
		return nil, err
	}
	id := themeID + "//" + e.Slug
	return rest.Created(res.path(id), res.found(id, "")), nil
}

// insert stores a template of a theme; parts also have an area.
func (res *resource) insert(ctx context.Context, r *rest.Request, c content.Change, themeID, area string) (*content.Entry, error) {
	named := map[string]string{taxonomy.Theme: themeID}
	if res.typ.Name == content.TypeTemplatePart {
		named[taxonomy.PartArea] = area
	}
	if err := res.setTerms(ctx, &c, named); err != nil {
		return nil, err
	}
	return res.Entries.Create(ctx, r.Actor, res.typ.Name, c)
}

// setTerms adds terms to a change, by taxonomy and the name that they stand
// for.
func (res *resource) setTerms(ctx context.Context, c *content.Change, named map[string]string) error {
	c.Terms = map[string][]int64{}
	for tax, name := range named {
		t, err := res.Terms.Ensure(ctx, tax, name)
		if err != nil {
			return err
		}
		c.Terms[tax] = []int64{t.ID}
	}
	return nil
}

// found answers the template of an id as it is now, in a context ("" for the
// one that was asked for).
func (res *resource) found(id, inContext string) func(r *rest.Request) (any, error) {
	return func(r *rest.Request) (any, error) {
		t, err := res.find(r, id)
		if err != nil {
			return nil, err
		}
		if inContext != "" {
			rest.Context.Set(r, inContext)
		}
		return res.rest.Item(r, t), nil
	}
}

// update changes a stored template, stores a changed copy of a file, or with
// source=theme brings the file back.
func (res *resource) update(r *rest.Request) (*rest.Response, error) {
	ctx, id := r.Context(), argID.Of(r)
	t, err := res.find(r, id)
	if err != nil {
		return nil, err
	}
	if argSource.Of(r) == template.FromTheme {
		if t.Entry != nil {
			if err := res.Entries.Delete(ctx, t.Entry); err != nil {
				return nil, err
			}
		}
		return &rest.Response{AfterCommit: res.found(id, "edit")}, nil
	}
	c, err := res.change(r)
	if err != nil {
		return nil, err
	}
	if t.Entry == nil {
		err = res.customize(ctx, r, t, c)
	} else {
		err = res.updateStored(ctx, r, t, c)
	}
	if err != nil {
		return nil, err
	}
	return &rest.Response{AfterCommit: res.found(id, "edit")}, nil
}

// customize stores a changed copy of a theme's file.
func (res *resource) customize(ctx context.Context, r *rest.Request, t *template.Template, c content.Change) error {
	for _, part := range []struct {
		dst   **string
		given bool
		file  string
	}{
		{&c.Title, argTitle.Has(r), t.Title},
		{&c.Content, argContent.Has(r), t.Content},
		{&c.Excerpt, argDescription.Has(r), t.Description},
	} {
		switch {
		case *part.dst != nil:
		case part.given:
			*part.dst = new("") // Compat (TestOwnTemplates): what says nothing replaces what the file has
		default:
			*part.dst = &part.file
		}
	}
	c.Slug = &t.Slug
	if c.Meta == nil {
		c.Meta = content.Meta{template.MetaOrigin: {t.Source}}
	}
	area := theme.CleanArea(t.Area)
	if argArea.Given(r) {
		area = theme.CleanArea(argArea.Of(r))
	}
	_, err := res.insert(ctx, r, c, t.Theme, area)
	return unlessEmpty(err)
}

func (res *resource) updateStored(ctx context.Context, r *rest.Request, t *template.Template, c content.Change) error {
	if res.typ.Name == content.TypeTemplatePart && (argArea.Given(r) || t.Area == "") {
		if err := res.setTerms(ctx, &c, map[string]string{taxonomy.PartArea: theme.CleanArea(argArea.Of(r))}); err != nil {
			return err
		}
	}
	_, err := res.Entries.Update(ctx, r.Actor, t.Entry, c)
	return unlessEmpty(err)
}

// unlessEmpty is what kept a change from being made.
//
// Compat (TestContentOfTemplates): one that leaves nothing isn't made, nor refused.
func unlessEmpty(err error) error {
	if errors.Is(err, content.ErrEmpty) {
		return nil
	}
	return err
}

// delete removes a stored template; a file that it stood for comes back.
func (res *resource) delete(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	t, err := res.find(r, argID.Of(r))
	switch {
	case err != nil:
		return nil, err
	case t.Entry == nil:
		return nil, errIsFile
	}
	rest.Context.Set(r, rest.Edit)
	if rest.Force.Of(r) {
		previous := res.rest.Deleted(r, t, "edit")
		if err := res.Entries.Delete(ctx, t.Entry); err != nil {
			return nil, err
		}
		return rest.OK(previous), nil
	}
	if t.Status == content.Trash {
		return nil, errTrashed
	}
	if _, err := res.Entries.Trash(ctx, r.Actor, t.Entry); err != nil {
		return nil, err
	}
	t.Status = content.Trash
	return rest.OK(res.rest.Item(r, t)), nil
}

package globalstyles

import (
	"errors"
	"html"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// update replaces the settings, the styles or the title. A part that isn't
// given stays.
func (res *resource) update(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	before, err := res.load(r, rest.ID, errNotFound)
	if err != nil {
		return nil, err
	}
	var c content.Change
	if err := res.changeDocument(r, before, &c); err != nil {
		return nil, err
	}
	switch title := argTitle.Value(r).(type) {
	case string:
		c.Title = &title
	case *wire.Object:
		if raw, ok := title.Get("raw").(string); ok && !schema.Empty(raw) {
			c.Title = &raw
		}
	}
	e, err := res.Entries.Update(ctx, r.Actor, before, c)
	if err != nil {
		return nil, err
	}
	return &rest.Response{AfterCommit: func(r *rest.Request) (any, error) {
		e, err := res.Store.EntryByID(r.Context(), e.ID)
		if err != nil {
			return nil, err
		}
		rest.Context.Set(r, rest.Edit)
		return res.rest.Item(r, res.open(e)), nil
	}}, nil
}

func (res *resource) changeDocument(r *rest.Request, before *content.Entry, c *content.Change) error {
	styles, settings := givenPart(r, argStyles), givenPart(r, argSettings)
	if styles == nil && settings == nil {
		return nil
	}
	if styles != nil {
		if err := checkCSS(styles); err != nil {
			return err
		}
	}
	// A document that can't be read is replaced as a whole.
	stored, _ := theme.ParseUserDocument(before.Content)
	if styles == nil {
		styles = stored.Object("styles")
	}
	if settings == nil {
		settings = stored.Object("settings")
	}
	doc := theme.UserDocument(styles, settings)
	if !r.Actor.Can("unfiltered_html") {
		doc = theme.RemoveInsecure(doc, theme.OriginUser, res.Theme.Blocks())
	}
	text := encode(doc)
	c.Content = &text
	return nil
}

// givenPart is a given part of a document, nil for none. A list counts as an object
// without members.
func givenPart(r *rest.Request, p rest.Param[*wire.Object]) *wire.Object {
	if _, ok := p.Value(r).([]any); ok {
		return &wire.Object{}
	}
	return p.Of(r)
}

// encode is a document as it is stored. No markup can stand in it, so that
// what filters the HTML of entries has nothing to change.
func encode(doc *wire.Object) string {
	return strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`, `\/`, "/").Replace(string(wire.Encode(doc, nil)))
}

// checkCSS refuses custom CSS that could end the style element it is shown in.
func checkCSS(styles *wire.Object) error {
	given, ok := styles.Lookup("css")
	if !ok || given == nil {
		return nil
	}
	css, ok := given.(string)
	if !ok {
		return errCSSType
	}
	var bad *theme.CSSMarkupError
	if err := theme.CheckCustomCSS(css); errors.As(err, &bad) {
		where := "contain"
		if bad.AtEnd {
			where = "end in"
		}
		return fault.BadRequest("rest_custom_css_illegal_markup", `The CSS can't `+where+` "`+html.EscapeString(bad.Found)+`".`)
	}
	return nil
}

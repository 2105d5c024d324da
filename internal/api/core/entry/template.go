package entry

import (
	"context"
	"slices"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
)

// templates are the slugs of the templates that the theme offers for the
// resource's type, its own ones and those stored on the site.
//
// Compat (api.TestTemplatesOfHiddenTypes): types that aren't public are offered none.
func (f Fields) templates(ctx context.Context) []string {
	var out []string
	if !f.Type.Public {
		return nil
	}
	if f.Theme != nil {
		for i := range f.Theme.Templates {
			if t := &f.Theme.Templates[i]; t.IsCustom && t.ForPostType(f.Type.Name) {
				out = append(out, t.Slug)
			}
		}
	}
	page, err := f.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeTemplate}, Statuses: []content.Status{content.Publish}, SkipTotal: true, SkipMeta: true,
	})
	if err != nil {
		scope.Failed(ctx, err)
		return out
	}
	for _, e := range page.Entries {
		if !slices.Contains(out, e.Slug) {
			out = append(out, e.Slug)
		}
	}
	return out
}

// checkTemplate accepts the empty name, the entry's current template and those
// that the theme offers. Compat (TestEmptyTemplates): what is empty names none,
// whatever its type.
func (f Fields) checkTemplate(r *rest.Request, v any, name string) *fault.Error {
	if noTemplate(v) {
		return nil
	}
	template, ok := v.(string)
	if !ok {
		return &fault.Error{Code: "rest_invalid_param", Message: name + " is not a name."}
	}
	if f.offers(r, template) {
		return nil
	}
	return &fault.Error{
		Code:    "rest_invalid_param",
		Message: name + " is not one of " + strings.Join(f.templates(r.Context()), ", ") + ".",
	}
}

// noTemplate tells whether a value is as good as no name.
func noTemplate(v any) bool {
	if text, ok := v.(string); ok {
		return text == "" || text == "0"
	}
	return !schema.ToBool(v)
}

func (f Fields) offers(r *rest.Request, template string) bool {
	if id := rest.ID.Of(r); id != 0 {
		if e, err := f.Store.EntryByID(r.Context(), id); err == nil && e.Meta.Text(content.MetaTemplate) == template {
			return true
		}
	}
	return slices.Contains(f.templates(r.Context()), template)
}

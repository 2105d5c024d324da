package blocktypes

import (
	"context"

	"quoin/internal/blocktype"
	"quoin/internal/content"
	"quoin/internal/markup/clean"
	"quoin/internal/rest"
	"quoin/internal/template"
	"quoin/internal/theme"
	"quoin/internal/wire"
)

// completed is a block type with what depends on the site: the variations of
// template parts are the parts that it has.
func (res *resource) completed(r *rest.Request, t *wire.Object) (*wire.Object, error) {
	if t.Text("name") != blocktype.TemplatePart || !r.Wants("variations") {
		return t, nil
	}
	list, err := res.partVariations(r.Context())
	if err != nil {
		return nil, err
	}
	t = t.Clone()
	t.Set("variations", list)
	return t, nil
}

// partVariations are a variation for each area that parts are usually made
// for, and one for each part.
func (res *resource) partVariations(ctx context.Context) ([]any, error) {
	parts, err := res.catalog.List(ctx, content.TypeTemplatePart, template.Filter{})
	if err != nil {
		return nil, err
	}
	used, icons, list := map[string]bool{}, map[string]any{}, []any{}
	for _, p := range parts {
		used[p.Area] = true
	}
	for _, a := range theme.PartAreas(res.Site.Texts(ctx)) {
		icons[a.Area] = a.Icon
		if a.Area == theme.AreaUncategorized || a.Area == theme.AreaNavigationOverlay {
			continue
		}
		list = append(list, wire.NewObject(
			"name", "area_"+a.Area, "title", a.Label, "description", a.Description,
			"attributes", wire.NewObject("area", a.Area), "scope", scope(!used[a.Area]), "icon", a.Icon))
	}
	for _, p := range parts {
		attributes := wire.NewObject("slug", p.Slug, "theme", p.Theme, "area", p.Area)
		list = append(list, wire.NewObject(
			"name", "instance_"+clean.Slug(p.Slug), "title", p.Title,
			// Compat (TestVariationsOfTemplateParts): this only tells that the description isn't to be shown.
			"description", "1",
			"attributes", attributes, "scope", scope(p.Area != theme.AreaNavigationOverlay), "icon", icons[p.Area],
			"example", wire.NewObject("attributes", attributes)))
	}
	return list, nil
}

// scope tells where a variation is offered.
func scope(inserter bool) []any {
	if inserter {
		return []any{"inserter"}
	}
	return []any{}
}

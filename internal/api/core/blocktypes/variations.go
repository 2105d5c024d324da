package blocktypes

import (
	"context"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/blocktype"
	"quoin/internal/domain/content"
	"quoin/internal/domain/template"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/wire"
)

// completed is a block type with what depends on the site: the variations of
// template parts are the parts that it has.
func (res *resource) completed(r *rest.Request, t *wire.Object) (*wire.Object, error) {
	if !r.Wants("variations") {
		return t, nil
	}
	var list []any
	switch name := t.Text("name"); name {
	case blocktype.TemplatePart:
		parts, err := res.partVariations(r.Context())
		if err != nil {
			return nil, err
		}
		list = parts
	case blocktype.NavigationLink, blocktype.PostTerms:
		texts := res.Site.Texts(r.Context())
		if texts == nil {
			return t, nil
		}
		variations, _ := t.Get("variations").([]any)
		for _, v := range variations {
			if v, ok := v.(*wire.Object); ok {
				list = append(list, inLanguage(v.Clone(), name, texts))
			}
		}
	default:
		return t, nil
	}
	t = t.Clone()
	t.Set("variations", list)
	return t, nil
}

// inLanguage puts a variation of the block of a link, or of the terms of an entry, into a
// language: it is called after a type or a taxonomy.
func inLanguage(v *wire.Object, block string, texts *language.Texts) *wire.Object {
	title := v.Text("title")
	if block == blocktype.PostTerms {
		label := content.TranslateLabel(title, texts, content.TaxonomyNames)
		v.Set("title", label)
		v.Set("description", language.Fill(texts.Of("The terms of an entry: %s"), label))
		return v
	}
	if kind, ok := strings.CutSuffix(title, " link"); ok {
		of := content.TypeNames
		if a, ok := v.Get("attributes").(*wire.Object); ok && a.Text("kind") == "taxonomy" {
			of = content.TaxonomyNames
		}
		v.Set("title", language.Fill(texts.Of("%s link"), content.TranslateLabel(kind, texts, of)))
		return v
	}
	v.Set("title", texts.Of(title))
	v.Set("description", texts.Of(v.Text("description")))
	return v
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

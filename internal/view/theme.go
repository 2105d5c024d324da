package view

import (
	"context"

	"quoin/internal/content"
	"quoin/internal/render"
	"quoin/internal/scope"
	"quoin/internal/taxonomy"
	"quoin/internal/theme"
	"quoin/internal/wire"
)

// stylesTag is the tag of the users' styles.
const stylesTag = "entries:" + content.TypeGlobalStyles

// styled is the theme with the users' styles, as long as these don't change.
type styled struct {
	version uint64
	theme   *render.Theme
	data    *theme.Data
}

// Theme implements render.Source.
func (s *Source) Theme(ctx context.Context) *render.Theme { return s.styled(ctx).theme }

// Styles are the theme's settings and styles with those of the users on top.
// As long as nobody changes them it is the same value.
func (s *Source) Styles(ctx context.Context) *theme.Data { return s.styled(ctx).data }

func (s *Source) styled(ctx context.Context) *styled {
	return once(ctx, s, "theme", func(ctx context.Context) *styled {
		v := s.v
		version, outside := v.styles.Load(), !v.Store.InTransaction(ctx)
		if known := v.theme.Load(); outside && known != nil && known.version == version {
			scope.Read(ctx, stylesTag)
			return known
		}
		user, ok := s.userStyles(ctx)
		data := v.Theme.Merged(user)
		t := &styled{version: version, data: data, theme: &render.Theme{
			Name: v.Theme.ID, Settings: theme.Tree(data.Settings()), Styles: theme.Tree(data.Styles()),
			Supports: map[string]bool{"post-formats": len(v.Theme.Supports.PostFormats) > 0, "html5": true},
		}}
		if outside && ok {
			v.theme.Store(t)
		}
		return t
	})
}

// userStyles is the document of what users changed of the theme's styles; nil
// when there is none.
func (s *Source) userStyles(ctx context.Context) (doc *wire.Object, ok bool) {
	page, err := s.v.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeGlobalStyles}, Statuses: []content.Status{content.Publish},
		Slugs: []string{"wp-global-styles-" + s.v.Theme.ID},
		Order: []content.Order{{By: content.ByDate, Desc: true}}, Limit: 1, SkipTotal: true, SkipMeta: true,
	})
	if err != nil {
		s.fail(ctx, "styles", err)
		return nil, false
	}
	if len(page.Entries) == 0 {
		return nil, true
	}
	doc, err = theme.ParseUserDocument(page.Entries[0].Content)
	if err != nil {
		// What is stored stays as bad as it is, so this may be remembered.
		s.v.Log.Error("stored styles of the theme", "entry", page.Entries[0].ID, "error", err)
		return nil, true
	}
	return doc, true
}

// TemplatePart implements render.Source: a stored part comes before that of
// the theme's files.
func (s *Source) TemplatePart(ctx context.Context, id, slug string) (render.Part, bool) {
	type found struct {
		part render.Part
		ok   bool
	}
	f := once(ctx, s, "part "+id+"//"+slug, func(ctx context.Context) found {
		part, ok := s.storedPart(ctx, id, slug)
		if !ok && id == s.v.Theme.ID {
			if file := s.v.Theme.Part(slug); file != nil {
				part = render.Part{Title: file.Title, Area: file.Area, Content: file.Content, FromThemeFile: true}
				ok = true
			}
		}
		part.ID, part.Slug, part.Theme = id+"//"+slug, slug, id
		for _, a := range theme.PartAreas() {
			if a.Area == part.Area {
				part.AreaTag = a.Tag
			}
		}
		return found{part, ok}
	})
	return f.part, f.ok
}

func (s *Source) storedPart(ctx context.Context, id, slug string) (render.Part, bool) {
	page, err := s.v.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeTemplatePart}, Statuses: []content.Status{content.Publish}, Slugs: []string{slug},
		SkipTotal: true, SkipMeta: true,
	})
	if err != nil {
		s.fail(ctx, "template part", err)
		return render.Part{}, false
	}
	ids := make([]int64, len(page.Entries))
	for i, e := range page.Entries {
		ids[i] = e.ID
	}
	terms, err := s.v.Store.EntryTerms(ctx, ids)
	if err != nil {
		s.fail(ctx, "terms of template parts", err)
		return render.Part{}, false
	}
	for _, e := range page.Entries {
		part, own := render.Part{Title: e.Title, Content: e.Content, Area: theme.AreaUncategorized}, false
		for _, t := range terms[e.ID] {
			switch t.Taxonomy {
			case taxonomy.Theme:
				own = own || t.Slug == id || t.Name == id
			case taxonomy.PartArea:
				part.Area = theme.CleanArea(t.Slug)
			}
		}
		if own {
			return part, true
		}
	}
	return render.Part{}, false
}

// Pattern implements render.Source.
func (s *Source) Pattern(_ context.Context, name string) (string, bool) {
	for _, p := range s.v.Theme.Patterns {
		if p.Slug == name {
			return p.Content, true
		}
	}
	return "", false
}

// Embed implements render.Source. Nothing is known of other sites without
// asking them.
func (s *Source) Embed(context.Context, string, int, int) (string, bool) { return "", false }

// Feed implements render.Source. No feeds are kept.
func (s *Source) Feed(context.Context, string) (render.Feed, bool) { return render.Feed{}, false }

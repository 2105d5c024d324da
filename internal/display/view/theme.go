package view

import (
	"context"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// styled is the theme with the users' styles, as long as these don't change.
type styled struct {
	theme *render.Theme
	data  *theme.Data
}

// themeKey is the one key of the cache of the theme, and themeBytes its size:
// that of one value, which counts as one byte.
type themeKey struct{}

const themeBytes = 16 << 10

// Theme implements render.Source.
func (s *Source) Theme(ctx context.Context) *render.Theme { return s.styled(ctx).theme }

// Styles are the theme's settings and styles with those of the users on top.
// As long as nobody changes them it is the same value.
func (s *Source) Styles(ctx context.Context) *theme.Data { return s.styled(ctx).data }

func (s *Source) styled(ctx context.Context) *styled {
	return once(ctx, s, "theme", func(ctx context.Context) *styled {
		v := s.v
		deps := cache.Deps{Tags: append([]cache.Tag{cache.Entries(content.TypeGlobalStyles)}, v.ThemeTags...)}
		scope.Include(ctx, deps)
		outside := !v.Store.InTransaction(ctx) && site.Previewed(ctx) == ""
		if t, ok := v.theme.Get(themeKey{}); ok && outside {
			return t
		}
		began := scope.Ticket(ctx, v.theme)
		active := v.Theme(ctx)
		user, ok := s.userStyles(ctx, active.ID)
		data := active.Merged(user)
		t := &styled{data: data, theme: &render.Theme{
			Name: active.ID, Settings: block.Attrs{Object: data.Settings()}, Styles: block.Attrs{Object: data.Styles()},
			Supports: map[string]bool{"post-formats": len(active.Supports.PostFormats) > 0, "html5": true},
			NoLayout: active.Registered.NoLayout,
		}}
		if active.FiltersBlocks() {
			t.theme.Filter = filterOf(active)
			t.theme.Value = func(c *render.Context, filter string, value any, args ...any) (any, int) {
				return active.FilterValue(pageOf(c), filter, value, args...)
			}
			t.theme.Bound = func(c *render.Context, source string, args block.Attrs, attr string) (any, int) {
				return active.BoundValue(pageOf(c), source, args.Object, attr)
			}
		}
		if outside && ok {
			v.theme.Put(began, themeKey{}, t, 1, deps)
		}
		return t
	})
}

// filterOf changes blocks as the code of a theme says.
func filterOf(t *theme.Theme) func(c *render.Context, b block.Block, html string) (string, int) {
	return func(c *render.Context, b block.Block, html string) (string, int) {
		return t.FilterBlock(pageOf(c), b.Name, b.Attrs.Object, b.InnerHTML, html)
	}
}

// pageOf is what the code of a theme may ask about a page.
func pageOf(c *render.Context) theme.Page {
	r := c.Request
	page := theme.Page{
		Kind: r.Kind, Post: r.PostID, Paged: r.Page > 1, Search: escape.HTML(r.Search), Logo: c.Site.LogoID != 0,
		Tags:  func(html string) theme.Tags { return htmltag.New(html) },
		Front: r.Kind == "front_page" || r.Kind == "home" && c.Site.ShowOnFront != "page",
	}
	switch {
	case r.Term != nil:
		page.Title = escape.HTML(r.Term.Name)
	case r.Author != nil:
		page.Title = escape.HTML(r.Author.Name)
	}
	if p := c.ContextPost(); p != nil {
		page.Entry, page.EntryType = p.ID, p.Type
	}
	return page
}

// userStyles is the document of what users changed of the theme's styles; nil
// when there is none.
func (s *Source) userStyles(ctx context.Context, id string) (doc *wire.Object, ok bool) {
	page, err := s.v.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeGlobalStyles}, Statuses: []content.Status{content.Publish},
		Slugs: []string{"wp-global-styles-" + id},
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
		if active := s.v.Theme(ctx); !ok && id == active.ID {
			if file := active.Part(slug); file != nil {
				part = render.Part{Title: file.Title, Area: file.Area, Content: file.Content, FromThemeFile: true}
				ok = true
			}
		}
		part.ID, part.Slug, part.Theme = id+"//"+slug, slug, id
		for _, a := range theme.PartAreas(nil) {
			if a.Area == part.Area {
				part.AreaTag = a.Tag
			}
		}
		if tag := s.v.Theme(ctx).PartTag(slug); part.FromThemeFile && tag != "" {
			part.AreaTag = tag
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
func (s *Source) Pattern(ctx context.Context, name string) (string, bool) {
	if c, ok := ctx.(*render.Context); ok && c.Request.Front {
		content, made := "", false
		c.RunTheme(func() (steps int) {
			content, steps, made = s.v.Theme(ctx).PatternOn(pageOf(c), name)
			return steps
		})
		if made {
			return aboutOf(ctx, s).In(content), true
		}
	}
	for _, p := range s.v.Theme(ctx).AllPatterns() {
		if p.Slug == name {
			return aboutOf(ctx, s).In(p.Content), true
		}
	}
	return "", false
}

// aboutOf is what the site says of itself in the texts of a theme.
func aboutOf(ctx context.Context, s *Source) theme.About {
	own := s.Site(ctx)
	return theme.About{Address: s.v.Site.Base(ctx), Name: own.Name, Description: own.Description}
}

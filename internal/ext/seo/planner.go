package seo

import (
	"context"
	"errors"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/ext/seo/services"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/wire"
)

// plannedFrom is how many recent entries the planner is told of.
const plannedFrom = 100

// noCategory stands for none.
func noCategory() *wire.Object { return wire.NewObject("name", "", "id", int64(-1)) }

// recentContent is what the site has of a type: for the service, and for the
// client.
func (s *assist) recentContent(ctx context.Context, typ string) (posts, recent []any, err error) {
	no := false
	page, err := s.Store.ListEntries(ctx, content.Query{
		Types: []string{typ}, Statuses: []content.Status{content.Publish}, WithPassword: &no, Limit: plannedFrom, SkipTotal: true,
		Order: []content.Order{{By: content.ByModified, Desc: true}},
	})
	if err != nil {
		return nil, nil, err
	}
	ids := make([]int64, len(page.Entries))
	for i, e := range page.Entries {
		ids[i] = e.ID
	}
	terms, err := s.Store.EntryTerms(ctx, ids)
	if err != nil {
		return nil, nil, err
	}
	posts, recent = []any{}, []any{}
	for _, e := range page.Entries {
		if metaText(e.Meta, metaNoIndex) == "1" {
			continue
		}
		category := noCategory()
		for _, t := range terms[e.ID] {
			if t.Taxonomy == taxonomy.Category {
				category = wire.NewObject("name", t.Name, "id", t.ID)
				break
			}
		}
		title := clip(clean.StripAllTags(e.Title), 500)
		description := s.index.filled(ctx, e, metaText(e.Meta, metaDescription))
		if description == "" {
			description = shorten(s.facts.excerpt(ctx, e, false), excerptLength)
		}
		description = clip(description, 1000)
		posts = append(posts, wire.NewObject("title", title, "description", description, "category", category,
			"primary_focus_keyword", metaText(e.Meta, metaKeyphrase), "is_cornerstone", metaText(e.Meta, metaCornerstone) == "1", "last_modified", e.ModifiedUTC))
		recent = append(recent, wire.NewObject("title", title, "description", description))
	}
	return posts, recent, nil
}

func clip(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[:n])
	}
	return text
}

// aboutPage is what the site says about itself, "" when it doesn't.
func (s *assist) aboutPage(ctx context.Context) string {
	page, err := s.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypePage}, Statuses: []content.Status{content.Publish}, Slugs: []string{"about", "about-us"}, Limit: 1, SkipTotal: true,
	})
	if err != nil || len(page.Entries) == 0 || page.Entries[0].Password != "" {
		return ""
	}
	return clip(strings.Join(strings.Fields(clean.StripAllTags(page.Entries[0].Content)), " "), 2000)
}

// planPosts suggests what to write next.
func (s *assist) planPosts(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	posts, recent, err := s.recentContent(ctx, argPostTypeText.Of(r))
	if err != nil {
		return nil, err
	}
	about := wire.NewObject("posts", posts)
	if text := s.aboutPage(ctx); text != "" {
		about.Set("about_page", text)
	}
	subject := wire.NewObject("language", argLanguage.Of(r), "content", about)
	members := []string{"title", "intent", "explanation", "keyphrase", "meta_description", "category"}
	found, err := s.plan(r, "topics for the next posts of a site, the category an object with the member name", members, subject,
		func(ctx context.Context, w *services.Writer, access string) ([]*wire.Object, error) {
			return w.NextPosts(ctx, access, argEditor.Of(r), subject)
		})
	if err != nil {
		return s.refusedWriting(r, err, "Failed to get content suggestions.")
	}
	categories, err := s.Store.AllTerms(ctx, taxonomy.Category)
	if err != nil {
		return nil, err
	}
	suggestions := []any{}
	for _, o := range found {
		category := noCategory()
		for _, t := range categories {
			if name := o.Object("category").Text("name"); name != "" && strings.EqualFold(t.Name, name) {
				category = wire.NewObject("name", t.Name, "id", t.ID)
			}
		}
		out := &wire.Object{}
		for _, m := range members[:5] {
			out.Set(m, o.Text(m))
		}
		out.Set("category", category)
		suggestions = append(suggestions, out)
	}
	return rest.OK(wire.NewObject("suggestions", suggestions, "recent_content", recent)), nil
}

// planOutline suggests the parts of a text.
func (s *assist) planOutline(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	fresh := &wire.Object{}
	for _, p := range []rest.Param[string]{argTitle, argIntent, argExplanation, argKeyphrase, argMetaDescription} {
		fresh.Set(p.Name, p.Of(r))
	}
	category := argCategory.Of(r).Text("name")
	fresh.Set("category", category)
	about := wire.NewObject("new_post_metadata", fresh, "existing_posts", argRecentContent.Of(r))
	if text := s.aboutPage(ctx); text != "" {
		about.Set("about_page", text)
	}
	subject := wire.NewObject("language", argLanguage.Of(r), "content", about)
	found, err := s.plan(r, "the sections of a post", []string{"subheading_text", "content_notes"}, subject,
		func(ctx context.Context, w *services.Writer, access string) ([]*wire.Object, error) {
			return w.Outline(ctx, access, argEditor.Of(r), subject)
		})
	if err != nil {
		return s.refusedWriting(r, err, "Failed to get content outline.")
	}
	outline := []any{}
	for _, o := range found {
		notes, _ := o.Get("content_notes").([]any)
		if notes == nil {
			notes = []any{}
		}
		outline = append(outline, wire.NewObject("subheading_text", o.Text("subheading_text"), "content_notes", notes))
	}
	return rest.OK(wire.NewObject("outline", outline)), nil
}

// plan asks whichever service is set.
func (s *assist) plan(r *rest.Request, what string, members []string, subject *wire.Object,
	ask func(ctx context.Context, w *services.Writer, access string) ([]*wire.Object, error),
) (found []*wire.Object, err error) {
	m, err := s.model(r.Context())
	if err != nil {
		return nil, errors.Join(services.ErrUnreachable, err)
	}
	if m != nil {
		return m.Plan(r.Context(), what, members, subject)
	}
	err = s.asWriter(r, func(ctx context.Context, w *services.Writer, access string) error {
		found, err = ask(ctx, w, access)
		return err
	})
	return found, err
}

package seo

import (
	"context"
	"slices"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/ext/seo/head"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// The settings as a screen shows them: those in effect, whether chosen or not, and beside
// them what variables stand for on a page of each kind.

// chosenSchema is that of the settings.
func chosenSchema() *schema.Schema {
	return declared.Option("", "Titles, descriptions and structured data.").Schema.With(func(s *schema.Schema) { s.Default = nil })
}

func chosenAnswer() *schema.Schema {
	return schema.Of(
		prop("settings", schema.Obj(nil, "The settings in effect.", schema.Open())),
		prop("samples", schema.Obj(nil, "Values of variables, by the kind of a page.", schema.Open())),
	)
}

func (s *editing) readSettings(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	samples, err := s.samplesOf(r)
	if err != nil {
		return nil, err
	}
	return rest.OK(wire.NewObject("settings", declared.Values(ctx, s.Options), "samples", samples)), nil
}

func (s *editing) writeSettings(r *rest.Request) (*rest.Response, error) {
	if err := s.set(r.Context(), argSettings.Of(r)); err != nil {
		return nil, err
	}
	return s.readSettings(r)
}

// The variables that screens offer, by what a page shows.
var (
	listVariables  = []string{"sitename", "sitedesc", "sep", "page", "currentdate", "currentday", "currentmonth", "currentyear"}
	entryVariables = slices.Concat([]string{
		"title", "excerpt", "excerpt_only", "category", "primary_category", "tag", "date", "modified", "name", "parent_title", "focuskw", "pt_single", "pt_plural", "id",
	}, listVariables)
	termVariables   = slices.Concat([]string{"term_title", "term_description", "term_hierarchy"}, listVariables)
	authorVariables = slices.Concat([]string{"name", "user_description"}, listVariables)
	dateVariables   = slices.Concat([]string{"date"}, listVariables)
	searchVariables = slices.Concat([]string{"searchphrase"}, listVariables)
)

// valuesOf are the values of variables as plain texts.
func valuesOf(vars head.Vars, names []string) *wire.Object {
	o := &wire.Object{}
	for _, name := range names {
		o.Set(name, vars.Fill("%%"+name+"%%"))
	}
	return o
}

// samplesOf are the values of variables on pages of each kind: of the newest entry of a
// type, of a term of a taxonomy, and so on.
func (s *editing) samplesOf(r *rest.Request) (*wire.Object, error) {
	ctx, o := r.Context(), &wire.Object{}
	for _, typ := range editedTypes {
		vars, err := s.sampleEntry(ctx, typ)
		if err != nil {
			return nil, err
		}
		o.Set(typ, valuesOf(vars, entryVariables))
	}
	for _, tax := range editedTaxonomies {
		vars, err := s.sampleTerm(ctx, tax)
		if err != nil {
			return nil, err
		}
		o.Set("tax-"+tax, valuesOf(vars, termVariables))
	}
	list := s.facts.listVars(ctx, first())
	with := func(own, value string) head.Vars {
		return func(name string) string {
			if name == own {
				return value
			}
			return list(name)
		}
	}
	o.Set("home", valuesOf(list, listVariables))
	author, err := s.sampleAuthor(r)
	if err != nil {
		return nil, err
	}
	o.Set("author", valuesOf(author, authorVariables))
	o.Set("archive", valuesOf(with("date", s.facts.present(ctx, "currentmonth")+" "+s.facts.present(ctx, "currentyear")), dateVariables))
	o.Set("search", valuesOf(with("searchphrase", "example"), searchVariables))
	o.Set("404", valuesOf(list, listVariables))
	return o, nil
}

// sampleEntry are the variables of the newest published entry of a type; without one those
// that every page has.
func (s *editing) sampleEntry(ctx context.Context, typ string) (head.Vars, error) {
	status := content.Publish
	if typ == content.TypeAttachment {
		status = content.Inherit
	}
	page, err := s.Store.ListEntries(ctx, content.Query{Types: []string{typ}, Statuses: []content.Status{status}, Limit: 1, SkipTotal: true})
	if err != nil || len(page.Entries) == 0 {
		return s.facts.listVars(ctx, first()), err
	}
	e := page.Entries[0]
	terms, err := s.Store.EntryTerms(ctx, []int64{e.ID})
	return s.facts.entryVars(ctx, e, terms[e.ID], first()), err
}

func (s *editing) sampleTerm(ctx context.Context, tax string) (head.Vars, error) {
	page, err := s.Store.ListTerms(ctx, taxonomy.Query{Taxonomies: []string{tax}, Order: taxonomy.ByCount, Desc: true, Limit: 1, SkipTotal: true})
	if err != nil || len(page.Terms) == 0 {
		return s.facts.listVars(ctx, first()), err
	}
	up, err := s.facts.termPath(ctx, page.Terms[0])
	return s.facts.termVars(ctx, page.Terms[0], up, first()), err
}

// sampleAuthor are the variables of the posts of who asks.
func (s *editing) sampleAuthor(r *rest.Request) (head.Vars, error) {
	ctx := r.Context()
	found, err := s.Store.UsersByID(ctx, []int64{r.Actor.ID})
	u := found[r.Actor.ID]
	if u == nil {
		u = &user.User{}
	}
	return s.facts.authorVars(ctx, u, first()), err
}

package blockpatterns

import (
	"slices"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/site"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var errCannotView = fault.Denied("rest_cannot_view", "You aren't allowed to see the patterns.")

// Category is a category of patterns.
type Category struct{ Name, Label, Description string }

// Categories are all categories in their order.
func Categories() []Category {
	return []Category{
		{"banner", "Banners", "Wide sections at the top that catch the eye."},
		{"buttons", "Buttons", "Buttons together with the words that lead up to them."},
		{"columns", "Columns", "Content that stands side by side in columns."},
		{"text", "Text", "Patterns that are made of words more than of anything else."},
		{"query", "Posts", "Lists of entries, with or without their pictures."},
		{"featured", "Featured", "A small choice of the best of all patterns."},
		{"call-to-action", "Call to action", "Sections that ask visitors to do something."},
		{"team", "Team", "The people who stand behind a site or a firm."},
		{"testimonials", "Testimonials", "What others say of you and your work."},
		{"services", "Services", "What is on offer, and what it is good for."},
		{"contact", "Contact", "Where you are found and how others get in touch."},
		{"about", "About", "Who somebody is and what they care for."},
		{"portfolio", "Portfolio", "Pieces of work that you want to show."},
		{"gallery", "Gallery", "Several pictures beside each other, in different orders."},
		{"media", "Media", "Sound and film together with what is said of them."},
		{"videos", "Videos", "Films, alone or with words beside them."},
		{"audio", "Audio", "Sound to hear, alone or with words beside it."},
		{"posts", "Posts", "Lists of entries, with or without their pictures."},
		{"footer", "Footers", "Ends of pages, with menus and what else stands there."},
		{"header", "Headers", "Tops of pages, with the name of the site."},
		{"navigation", "Navigation", "Menus that lead to the parts of a site."},
	}
}

// renamed are categories that go by another name.
var renamed = map[string]string{"buttons": "call-to-action", "columns": "text", "query": "posts"}

type resource struct {
	*env.Env
	patterns   *rest.Resource[*theme.Pattern]
	categories *rest.Resource[Category]
}

// Routes are the routes of both resources.
func Routes(e *env.Env) []rest.Route {
	res := &resource{Env: e, categories: &rest.Resource[Category]{Title: "block-pattern-category", Fields: categoryFields()}}
	res.patterns = &rest.Resource[*theme.Pattern]{Title: "block-pattern", Fields: res.patternFields()}
	route := func(name string, s func() *schema.Schema, handle func(*rest.Request) (*rest.Response, error)) rest.Route {
		return rest.Route{
			Namespace: "core/v2", Pattern: "/core/v2/block-patterns/" + name, Schema: s,
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Allow: res.allow, Handle: handle, Answers: rest.ShapeList}},
		}
	}
	return []rest.Route{
		route("patterns", func() *schema.Schema { return res.patterns.Schema() }, res.list),
		route("categories", func() *schema.Schema { return res.categories.Schema() }, res.listCategories),
	}
}

func (res *resource) allow(r *rest.Request) error {
	if !res.Entries.CanEditAny(r.Actor) {
		return errCannotView
	}
	return nil
}

func (res *resource) list(r *rest.Request) (*rest.Response, error) {
	var out []*theme.Pattern
	all := res.Theme.AllPatterns()
	for i := range all {
		out = append(out, &all[i])
	}
	return rest.OK(res.patterns.Items(r, out)), nil
}

func (res *resource) listCategories(r *rest.Request) (*rest.Response, error) {
	out := Categories()
	if res.Theme != nil {
		for _, c := range res.Theme.Registered.Categories {
			at := slices.IndexFunc(out, func(o Category) bool { return o.Name == c.Name })
			if at < 0 {
				out = append(out, Category(c))
			} else {
				out[at] = Category(c)
			}
		}
	}
	return rest.OK(res.categories.Items(r, out)), nil
}

func categoryFields() []rest.Field[Category] {
	text := func(name, description string, read func(Category) string) rest.Field[Category] {
		return rest.Field[Category]{
			Name: name, Schema: schema.Str(description, schema.Readonly(), rest.Everywhere),
			Read: func(_ *rest.Request, c Category) any { return read(c) },
		}
	}
	return []rest.Field[Category]{
		text("name", "Name of the category.", func(c Category) string { return c.Name }),
		text("label", "Title of the category.", func(c Category) string { return c.Label }),
		text("description", "What its patterns show.", func(c Category) string { return c.Description }),
	}
}

// patternFields answer only what a pattern says of itself.
func (res *resource) patternFields() []rest.Field[*theme.Pattern] {
	type pattern = *theme.Pattern
	options := []schema.Option{schema.Readonly(), rest.Everywhere}
	text := func(name, description string, read func(pattern) string) rest.Field[pattern] {
		return rest.Field[pattern]{
			Name: name, Schema: schema.Str(description, options...),
			Read: func(_ *rest.Request, p pattern) any {
				if s := read(p); s != "" {
					return s
				}
				return rest.Absent
			},
		}
	}
	list := func(name, description string, read func(pattern) any) rest.Field[pattern] {
		return rest.Field[pattern]{
			Name: name, Schema: schema.New(schema.Array, description, options...),
			Read: func(_ *rest.Request, p pattern) any { return read(p) },
		}
	}
	return []rest.Field[pattern]{
		text("name", "Name of the pattern.", func(p pattern) string { return p.Slug }),
		text("title", "Title of the pattern.", func(p pattern) string { return p.Title }),
		{
			Name: "content", Schema: schema.Str("Blocks of the pattern.", options...),
			Read: func(r *rest.Request, p pattern) any {
				about := theme.About{Address: res.Site.Base(r.Context()), Name: site.Title.Of(r.Context(), res.Site), Description: site.Tagline.Of(r.Context(), res.Site)}
				return about.In(res.Theme.ResolvePatterns(p.Content))
			},
		},
		text("description", "What the pattern shows.", func(p pattern) string { return p.Description }),
		{
			Name: "viewport_width", Schema: schema.Num("Width of previews in pixels.", options...),
			Read: func(_ *rest.Request, p pattern) any {
				if p.ViewportWidth == 0 {
					return rest.Absent
				}
				return p.ViewportWidth
			},
		},
		{
			Name: "inserter", Schema: schema.Bool("Whether authors are offered the pattern.", options...),
			Read: func(_ *rest.Request, p pattern) any {
				if p.Inserter == nil {
					return rest.Absent
				}
				return *p.Inserter
			},
		},
		list("categories", "Categories of the pattern.", categoriesOf),
		list("keywords", "Words to find the pattern by.", func(p pattern) any { return given(p.Keywords) }),
		list("block_types", "Blocks that the pattern is offered for.", func(p pattern) any { return given(p.BlockTypes) }),
		list("post_types", "Types of entries that the pattern is for.", typesOf),
		list("template_types", "Kinds of templates that the pattern is for.", func(p pattern) any { return given(p.TemplateTypes) }),
		{
			Name: "source",
			Read: func(_ *rest.Request, p pattern) any {
				if p.Source == "" {
					return rest.Absent
				}
				return p.Source
			},
			Schema: schema.Str("Where the pattern comes from, unless from the theme.",
				append(options, schema.Enum("core", "plugin", "theme", "pattern-directory/core", "pattern-directory/theme", "pattern-directory/featured"))...),
		},
	}
}

func given(list []string) any {
	if len(list) == 0 {
		return rest.Absent
	}
	return list
}

func categoriesOf(p *theme.Pattern) any {
	out := slices.Clone(p.Categories)
	for i, c := range out {
		if name, ok := renamed[c]; ok {
			out[i] = name
		}
	}
	return given(out)
}

// typesOf are declared names, which themes write in the reference's dialect;
// package theme reads them as they stand.
func typesOf(p *theme.Pattern) any {
	if len(p.PostTypes) == 0 {
		return rest.Absent
	}
	out := make([]wire.Symbol, len(p.PostTypes))
	for i, t := range p.PostTypes {
		out[i] = wire.Symbol(t)
	}
	return out
}

package abilities

import (
	"slices"

	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

const (
	namespace = "core-abilities/v1"
	base      = "/" + namespace + "/abilities"
	catBase   = "/" + namespace + "/categories"
)

var (
	errCategory = fault.NotFound("rest_ability_category_not_found", "There is no such category.")
	errAbility  = fault.NotFound("rest_ability_not_found", "There is no such ability.")
)

type service struct {
	*env.Env
	list       []*ability
	abilityRes *rest.Resource[*ability]
	catRes     *rest.Resource[category]
}

// Routes are the routes of the namespace.
func Routes(e *env.Env) []rest.Route {
	s := &service{Env: e}
	s.list = s.abilities()
	s.abilityRes = &rest.Resource[*ability]{Title: "ability", Fields: abilityFields(), Links: func(_ *rest.Request, a *ability) []rest.Link {
		return []rest.Link{
			{Rel: "self", Href: rest.Path(base + "/" + a.name)}, {Rel: "collection", Href: rest.Path(base)},
			{Rel: "wp:action-run", Href: rest.Path(base + "/" + a.name + "/run")},
		}
	}}
	s.catRes = &rest.Resource[category]{Title: "ability-category", Fields: categoryFields(), Links: func(_ *rest.Request, c category) []rest.Link {
		return []rest.Link{
			{Rel: "self", Href: rest.Path(catBase + "/" + c.slug)}, {Rel: "collection", Href: rest.Path(catBase)},
			{Rel: "abilities", Href: rest.Path(base + "?category=" + c.slug)},
		}
	}}
	slug := argSlug.Arg(schema.Str("Name of the category.", schema.Pattern(`^[a-z0-9]+(?:-[a-z0-9]+)*$`)))
	name := argName.Arg(schema.Str("Name of the ability.", schema.Pattern(`^[a-zA-Z0-9\-\/]+$`)))
	input := argInput.Arg(schema.New("", "What the ability is given.", schema.Default(schema.None),
		schema.Types(schema.Integer, schema.Number, schema.Boolean, schema.String, schema.Array, schema.Object, schema.Null)))
	paged := []rest.Arg{
		rest.AllContexts(),
		rest.PageArg(),
		rest.PerPageArg("items", 50, 100),
	}
	for i := range paged[1:] {
		// Compat (TestLists): the reference checks them after everything else.
		paged[1+i].FirstPass = false
	}
	read := func(pattern string, describe func() *schema.Schema, args []rest.Arg, handle func(r *rest.Request) (*rest.Response, error)) rest.Route {
		return rest.Route{Namespace: namespace, Pattern: pattern, Schema: describe, Endpoints: []rest.Endpoint{{
			Methods: rest.Readable, Args: args, Allow: rest.Can("read"), Handle: handle,
		}}}
	}
	answer := &schema.Schema{Description: "What the ability gives."}
	for _, a := range s.list {
		answer.AnyOf = append(answer.AnyOf, a.output)
	}
	return []rest.Route{
		read(catBase, s.catRes.Schema, paged, s.listCategories),
		read(catBase+`/(?P<slug>[a-z0-9]+(?:-[a-z0-9]+)*)`, s.catRes.Schema, []rest.Arg{slug}, s.getCategory),
		{
			Namespace: namespace, Pattern: base + `/(?P<name>[a-zA-Z0-9\-\/]+?)/run`, Schema: runSchema,
			Endpoints: []rest.Endpoint{{Methods: rest.Any, Args: []rest.Arg{name, input}, Allow: s.allowRun, Handle: s.run, Answer: answer, Scalar: rest.ScalarIgnored}},
		},
		read(base, s.abilityRes.Schema, append(paged[:3:3], filters()...), s.listAbilities),
		read(base+`/(?P<name>[a-zA-Z0-9\-\/]+)`, s.abilityRes.Schema, []rest.Arg{name}, s.getAbility),
	}
}

func annotations() *schema.Schema {
	flag := func(name, description string) schema.Property {
		return schema.Property{Name: name, Schema: schema.New("", description, schema.Types(schema.Boolean, schema.Null))}
	}
	return schema.Obj([]schema.Property{
		flag("readonly", "Whether the ability changes nothing."),
		flag("destructive", "Whether the ability may destroy something."),
		flag("idempotent", "Whether doing it again changes nothing more."),
	}, "How the ability behaves.", func(s *schema.Schema) { s.AnyAdditionalProperties = true })
}

func filters() []rest.Arg {
	return []rest.Arg{
		key(argCategory.First(schema.Str("Limit the list to a category."))),
		key(argNamespace.First(schema.Str("Limit the list to names that begin so."))),
		argMeta.Arg(schema.Obj([]schema.Property{{Name: "annotations", Schema: annotations()}}, "Limit the list to abilities with these facts.",
			func(s *schema.Schema) { s.AnyAdditionalProperties = true })),
	}
}

// key is an argument that is cleaned like the names of types.
func key(a rest.Arg) rest.Arg {
	a.Sanitize = func(_ *rest.Request, v any) (any, *fault.Error) { return clean.Key(schema.ToText(v)), nil }
	return a
}

func abilityFields() []rest.Field[*ability] {
	field := func(name string, s *schema.Schema, read func(a *ability) any) rest.Field[*ability] {
		return rest.Field[*ability]{Name: name, Schema: s, Read: func(_ *rest.Request, a *ability) any { return read(a) }}
	}
	text := func(name, description string, in schema.Option, read func(a *ability) any) rest.Field[*ability] {
		return field(name, schema.Str(description, in, schema.Readonly()), read)
	}
	object := func(name, description string, read func(a *ability) any) rest.Field[*ability] {
		return field(name, schema.New(schema.Object, description, rest.NotEmbed, schema.Readonly()), read)
	}
	facts := schema.Obj([]schema.Property{
		{Name: "annotations", Schema: annotations()},
		{Name: "public", Schema: schema.Bool("Whether the ability is meant for programs outside.")},
	}, "Facts about the ability.", rest.NotEmbed, schema.Readonly())
	facts.Exactly = facts.With(func(s *schema.Schema) {
		s.Properties = append(slices.Clip(s.Properties), schema.Prop("show_in_rest", schema.Bool("Whether the API lists it.")))
	})
	return []rest.Field[*ability]{
		text("name", "Name of the ability.", rest.Everywhere, func(a *ability) any { return a.name }),
		text("label", "Name for people.", rest.Everywhere, func(a *ability) any { return a.label }),
		text("description", "What the ability does.", rest.NotEmbed, func(a *ability) any { return a.description }),
		text("category", "Category of the ability.", rest.Everywhere, func(a *ability) any { return a.category }),
		object("input_schema", "What the ability takes.", func(a *ability) any { return a.input.Public(nil, true) }),
		object("output_schema", "What the ability gives.", func(a *ability) any { return a.output.Public(nil, true) }),
		field("meta", facts, func(a *ability) any { return a.facts() }),
	}
}

// facts are what is told of an ability beside its texts.
func (a *ability) facts() *wire.Object {
	return wire.NewObject(
		"annotations", wire.NewObject("readonly", true, "destructive", false, "idempotent", true), "public", true, "show_in_rest", true,
	)
}

func categoryFields() []rest.Field[category] {
	text := func(name, description string, in schema.Option, read func(c category) any) rest.Field[category] {
		return rest.Field[category]{
			Name: name, Schema: schema.Str(description, in, schema.Readonly()), Read: func(_ *rest.Request, c category) any { return read(c) },
		}
	}
	return []rest.Field[category]{
		text("slug", "Name of the category.", rest.Everywhere, func(c category) any { return c.slug }),
		text("label", "Name for people.", rest.Everywhere, func(c category) any { return c.label }),
		text("description", "What is in the category.", rest.NotEmbed, func(c category) any { return c.description }),
		{
			Name: "meta", Schema: schema.New(schema.Object, "Facts about the category.", rest.NotEmbed, schema.Readonly()),
			Read: func(*rest.Request, category) any { return wire.Map() },
		},
	}
}

// window is one page of a list.
func window[T any](r *rest.Request, list []T) ([]T, *rest.PageInfo) {
	size := int(rest.PerPage.Of(r))
	page := int(min(rest.Page.Of(r), 1<<56))
	from := min((page-1)*size, len(list))
	return list[from:min(from+size, len(list))], &rest.PageInfo{Total: len(list), Page: page, PerPage: size, PrevAsIs: true, TextTotals: true}
}

func (s *service) listCategories(r *rest.Request) (*rest.Response, error) {
	list, info := window(r, categories())
	return &rest.Response{Body: s.catRes.Items(r, list), Page: info}, nil
}

func (s *service) getCategory(r *rest.Request) (*rest.Response, error) {
	for _, c := range categories() {
		if c.slug == argSlug.Of(r) {
			return rest.OK(s.catRes.Item(r, c)), nil
		}
	}
	return nil, errCategory
}

func (s *service) listAbilities(r *rest.Request) (*rest.Response, error) {
	var list []*ability
	// Compat (TestLists): whether the API lists it isn't asked for.
	facts := argMeta.Of(r).Shallow()
	facts.Delete("show_in_rest")
	for _, a := range s.list {
		space, _, _ := strings.Cut(a.name, "/")
		switch {
		case argCategory.Of(r) != "" && a.category != argCategory.Of(r):
		case argNamespace.Of(r) != "" && space != strings.TrimSuffix(argNamespace.Of(r), "/"):
		case !has(a.facts(), facts):
		default:
			list = append(list, a)
		}
	}
	list, info := window(r, list)
	return &rest.Response{Body: s.abilityRes.Items(r, list), Page: info}, nil
}

// has tells whether facts have all that is wanted.
func has(facts, wanted *wire.Object) bool {
	for _, m := range wanted.Members() {
		below, isObject := m.Value.(*wire.Object)
		if isObject && facts.Object(m.Key) != nil {
			if !has(facts.Object(m.Key), below) {
				return false
			}
			continue
		}
		if v, ok := facts.Lookup(m.Key); !ok || !wire.Equal(v, m.Value) {
			return false
		}
	}
	return true
}

func (s *service) find(r *rest.Request) *ability {
	for _, a := range s.list {
		if a.name == argName.Of(r) {
			return a
		}
	}
	return nil
}

func (s *service) getAbility(r *rest.Request) (*rest.Response, error) {
	if a := s.find(r); a != nil {
		return rest.OK(s.abilityRes.Item(r, a)), nil
	}
	return nil, errAbility
}

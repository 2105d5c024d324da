// Package definitions is where administrators read and change the types, taxonomies and
// fields that the site defines; see package definition. The command line does the same.
package definitions

import (
	"errors"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/definition"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var (
	errNotFound = fault.NotFound("rest_definition_not_found", "There is no such definition.")
	errInUse    = fault.New(409, "rest_definition_in_use", "There are entries or terms of it. Set force to true to hide them until it is defined again.")
)

const base = "/quoin/v1/definitions"

// most bounds the definitions of one request: more than a site may have.
const most = definition.MaxTypes + definition.MaxFields

type resource struct{ *env.Env }

// Routes are the routes of the resource. The reference has none of them, so they
// aren't in the index.
func Routes(e *env.Env) []rest.Route {
	res := &resource{e}
	var kinds []string
	for _, k := range definition.Kinds() {
		kinds = append(kinds, string(k))
	}
	kind := schema.Str("What is defined.", schema.Enum(kinds...))
	one := []rest.Arg{argKind.Arg(kind), argName.Arg(schema.Str("Name of the definition."))}
	return []rest.Route{{
		Pattern: base, Hidden: true, Schema: describe,
		Endpoints: []rest.Endpoint{
			{Methods: rest.Readable, Allow: rest.Manage, Handle: res.list, Answers: rest.ShapeList, Args: []rest.Arg{argKind.Arg(kind)}},
			{Methods: rest.Creatable, Allow: rest.Manage, Handle: res.apply, Answers: rest.ShapeList, Status: 200, Args: []rest.Arg{{
				Name: argDefinitions.Name, Required: true, Raw: true,
				Schema: schema.List(schema.Obj(nil, "", func(s *schema.Schema) { s.AdditionalProperties = &schema.Schema{} }),
					"Definitions, each in the place of one of the same kind and name: all of them are stored or none.", schema.MinItems(1), schema.MaxItems(most)),
			}}},
		},
	}, {
		Pattern: base + `/(?P<kind>` + strings.Join(kinds, "|") + `)/(?P<name>[a-z0-9_-]{1,60})`, Hidden: true, Schema: describe,
		Endpoints: []rest.Endpoint{
			{Methods: rest.Readable, Allow: rest.Manage, Handle: res.get, Args: one},
			{Methods: rest.Deletable, Allow: rest.Manage, Handle: res.remove,
				Answer: schema.Of(schema.Prop("deleted", schema.Bool("That it is gone.")), schema.Prop("previous", describe())),
				Args:   append(one, rest.Force.Arg(schema.Bool("Whether to remove it though there are entries or terms of it. They stay, and come back with it.", schema.Default(false))))},
		},
	}}
}

func describe() *schema.Schema {
	text := func(name, description string) schema.Property {
		return schema.Property{Name: name, Schema: schema.Str(description, schema.Readonly())}
	}
	s := schema.Obj([]schema.Property{
		text("kind", "What is defined."), text("name", "Its name."), text("title", "What people call it."),
		{Name: "definition", Schema: schema.Obj(nil, "The definition, as a file has it.", schema.Readonly())},
		{Name: "indexing", Schema: schema.List(schema.Str(""), "Keys of fields whose index isn't finished yet.", schema.Readonly())},
	}, "")
	s.Title = "definition"
	return s
}

// item is how a definition is shown.
func (res *resource) item(r *rest.Request, d *definition.Definition) *wire.Object {
	var indexing []any
	if d.Kind == definition.OfFields {
		for _, key := range res.Definitions.Unfinished(r.Context(), d) {
			indexing = append(indexing, key)
		}
	}
	if indexing == nil {
		indexing = []any{}
	}
	return wire.NewObject("kind", string(d.Kind), "name", d.Name, "title", d.Title(), "definition", d.Body, "indexing", indexing)
}

func (res *resource) items(r *rest.Request, kind string) []any {
	out := []any{}
	for _, d := range res.Definitions.Stored(r.Context()).All() {
		if kind == "" || kind == string(d.Kind) {
			out = append(out, res.item(r, d))
		}
	}
	return out
}

func (res *resource) list(r *rest.Request) (*rest.Response, error) {
	return rest.OK(res.items(r, argKind.Of(r))), nil
}

func (res *resource) get(r *rest.Request) (*rest.Response, error) {
	d := res.Definitions.Stored(r.Context()).Get(definition.Kind(argKind.Of(r)), argName.Of(r))
	if d == nil {
		return nil, errNotFound
	}
	return rest.OK(res.item(r, d)), nil
}

func (res *resource) apply(r *rest.Request) (*rest.Response, error) {
	var list []*definition.Definition
	given, _ := argDefinitions.Value(r).([]any)
	for _, v := range given {
		d, err := definition.Of(v)
		if err != nil {
			return nil, refused(err)
		}
		list = append(list, d)
	}
	if err := res.Definitions.Apply(r.Context(), list...); err != nil {
		return nil, refused(err)
	}
	return &rest.Response{AfterCommit: func(r *rest.Request) (any, error) { return res.items(r, ""), nil }}, nil
}

func (res *resource) remove(r *rest.Request) (*rest.Response, error) {
	kind, name := definition.Kind(argKind.Of(r)), argName.Of(r)
	d := res.Definitions.Stored(r.Context()).Get(kind, name)
	if err := res.Definitions.Remove(r.Context(), kind, name, rest.Force.Of(r)); err != nil {
		return nil, refused(err)
	}
	return rest.OK(wire.NewObject("deleted", true, "previous", res.item(r, d))), nil
}

// refused is the fault that a refusal becomes.
func refused(err error) error {
	var p *definition.Problem
	switch {
	case errors.As(err, &p):
		return fault.BadRequest("rest_invalid_definition", p.Error()).With("definition", p.Of).With("path", p.Path)
	case errors.Is(err, definition.ErrNotFound):
		return errNotFound
	case errors.Is(err, definition.ErrInUse):
		return errInUse
	}
	return err
}

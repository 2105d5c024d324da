package blocktypes

import (
	"errors"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var (
	errCannotRead = fault.Denied("block_cannot_read", "You aren't allowed to read blocks.")
	errInvalid    = fault.NotFound("block_invalid", "There is no such block that the server renders.")
)

func (res *resource) rendererRoute() rest.Route {
	attributes := schema.New(schema.Object, "Attributes of the block.", schema.Default([]any{}))
	return rest.Route{
		Namespace: "core/v2", Pattern: `/core/v2/block-renderer/(?P<name>[a-z0-9-]+/[a-z0-9-]+)`, Schema: renderedSchema,
		Endpoints: []rest.Endpoint{{
			Methods: []string{"GET", "POST"}, NoTransaction: true, Scalar: rest.ScalarIgnored,
			Args: []rest.Arg{
				argName.Arg(schema.Str("Name of the block.")),
				// Compat (core-v2/block-renderer.routes): the default isn't among the values.
				rest.ContextArg("view", "edit"),
				{Name: argAttributes.Name, Schema: attributes, Validate: checkAttributes, Sanitize: cleanAttributes},
				argPostID.Arg(schema.Int("Id of the entry that the block stands in.")),
			},
			Allow: res.allowRender, Handle: res.render,
		}},
	}
}

func renderedSchema() *schema.Schema {
	s := schema.Obj([]schema.Property{
		{Name: "rendered", Schema: schema.Str("The block as it is shown.", schema.Required(), rest.OnlyEdit)},
	}, "")
	s.Title = "rendered-block"
	// Compat (core-v2/block-renderer.routes): this one names another version of JSON Schema.
	s.Extra = wire.NewObject("$schema", "http://json-schema.org/schema#")
	return s
}

// checkAttributes lets those of unknown blocks pass; the handler refuses them.
func checkAttributes(r *rest.Request, v any, _ string) *fault.Error {
	if t := find(argName.Of(r)); t != nil {
		return attributesSchema(t).Validate(v, "")
	}
	return nil
}

func cleanAttributes(r *rest.Request, v any) (any, *fault.Error) {
	if t := find(argName.Of(r)); t != nil {
		return attributesSchema(t).Sanitize(v, "")
	}
	return &wire.Object{}, nil
}

func (res *resource) entry(r *rest.Request) (*content.Entry, error) {
	id := argPostID.Of(r)
	if id <= 0 {
		return nil, nil
	}
	e, err := res.Store.EntryByID(r.Context(), id)
	if errors.Is(err, content.ErrNotFound) {
		return nil, errCannotRead
	}
	return e, err
}

func (res *resource) allowRender(r *rest.Request) error {
	e, err := res.entry(r)
	switch {
	case err != nil:
		return err
	case e == nil && !r.Actor.Can("edit_posts"), e != nil && !res.Entries.CanEdit(r.Context(), r.Actor, e):
		return errCannotRead
	}
	return nil
}

func (res *resource) render(r *rest.Request) (*rest.Response, error) {
	name := argName.Of(r)
	t := find(name)
	if t == nil || t.Get("is_dynamic") != true {
		return nil, errInvalid
	}
	e, err := res.entry(r)
	if err != nil {
		return nil, err
	}
	attrs, _ := argAttributes.Value(r).(*wire.Object)
	src := block.Serialize([]block.Block{{Name: name, Attrs: block.Attrs{Object: attrs}}})
	return rest.OK(wire.NewObject("rendered", res.View.Blocks(r.Context(), env.Visit(r), e, src))), nil
}

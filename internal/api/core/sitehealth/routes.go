package sitehealth

import (
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

const namespace = "core-site-health/v1"

type service struct{ *env.Env }

// Routes are the routes of the namespace.
func Routes(e *env.Env) []rest.Route {
	s := &service{e}
	text := schema.Str("")
	size := schema.Of(schema.Prop("path", text), schema.Prop("size", schema.Str("The size for people.")), schema.Prop("debug", text), schema.Prop("raw", schema.Int("The size in bytes.")))
	route := func(path string, described func() *schema.Schema, test func(r *rest.Request) *wire.Object) rest.Route {
		return rest.Route{
			Namespace: namespace, Pattern: "/" + namespace + "/tests/" + path, Schema: described,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Allow: rest.Can("install_plugins"), Answer: describe(),
				Handle: func(r *rest.Request) (*rest.Response, error) { return rest.OK(test(r)), nil },
			}},
		}
	}
	return []rest.Route{
		route("background-updates", describe, s.updates),
		route("loopback-requests", describe, s.loopback),
		route("https-status", describe, s.https),
		route("dotorg-communication", describe, s.outside),
		route("authorization-header", describe, s.authorization),
		{
			Namespace: namespace, Pattern: "/" + namespace + "/directory-sizes",
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Allow: rest.Can("install_plugins"), Handle: s.sizes, Answer: schema.Obj([]schema.Property{schema.Prop("raw", schema.Int("All of them in bytes."))}, "What folders hold, by their names.", schema.Values(size))}},
		},
		// Compat (core-site-health-v1/tests.routes): this one publishes no schema.
		route("page-cache", nil, s.pageCache),
	}
}

func describe() *schema.Schema {
	text := func(name, description string, options ...schema.Option) schema.Property {
		return schema.Property{Name: name, Schema: schema.Str(description, append(options, schema.Readonly())...)}
	}
	s := schema.Obj([]schema.Property{
		text("test", "Name of the test."),
		text("label", "What the test found, in short."),
		text("status", "How good it is.", schema.Enum("good", "recommended", "critical")),
		{Name: "badge", Schema: schema.Obj([]schema.Property{
			text("label", "What the test is about."),
			text("color", "Color of the badge.", schema.Enum("blue", "orange", "red", "green", "purple", "gray")),
		}, "What the test is about.", schema.Readonly())},
		text("description", "What the test found and what it means, in HTML."),
		text("actions", "What to do about it, in HTML."),
	}, "")
	s.Title = "core-site-health-test"
	return s
}

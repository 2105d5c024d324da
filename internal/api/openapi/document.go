// Package openapi describes an API in the words of OpenAPI 3.1, as its routes
// declare it: paths, arguments, bodies, answers, headers and errors. Nothing is
// written twice; a route that is declared is described.
package openapi

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/api/rest/dialect"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Info is what a document says of the whole.
type Info struct{ Title, Description, Version, Server string }

// document is one that is being made.
type document struct {
	names   *dialect.Dialect
	schemas *wire.Object
	tags    []string
	ids     map[string]bool
}

// Document describes routes. It is to be printed by the mount that serves
// them in the names of d.
func Document(info Info, routes []*rest.Route, d *dialect.Dialect) *wire.Object {
	doc := &document{names: d, schemas: &wire.Object{}, ids: map[string]bool{}}
	doc.schemas.Set("Error", errorSchema())
	doc.schemas.Set("Links", linksSchema(d))
	paths := &wire.Object{}
	for _, route := range routes {
		path, vars := template(d.Path(route.Pattern))
		item, _ := paths.Get(path).(*wire.Object)
		if item == nil {
			item = &wire.Object{}
			paths.Set(path, item)
		}
		for i := range route.Endpoints {
			for _, method := range route.Endpoints[i].Methods {
				if key := strings.ToLower(method); !item.Has(key) {
					item.Set(key, doc.operation(route, &route.Endpoints[i], method, path, vars))
				}
			}
		}
	}
	var tags []any
	for _, name := range doc.tags {
		tags = append(tags, wire.NewObject("name", name, "description", "The routes of "+name+"."))
	}
	about := wire.NewObject("title", info.Title, "version", info.Version, "description", info.Description,
		"license", wire.NewObject("name", "GPL-2.0", "identifier", "GPL-2.0-or-later"))
	return wire.NewObject(
		"openapi", "3.1.1", "info", about, "servers", []any{wire.NewObject("url", info.Server)}, "tags", tags, "paths", paths,
		"security", []any{&wire.Object{}, wire.NewObject("applicationPassword", []any{}), wire.NewObject("session", []any{}, "nonce", []any{})},
		"components", wire.NewObject("schemas", doc.schemas, "responses", responses(), "headers", headers(), "securitySchemes", schemes()),
	)
}

func schemes() *wire.Object {
	return wire.NewObject(
		"applicationPassword", wire.NewObject("type", "http", "scheme", "basic", "description", "The log-in name and an application password."),
		"session", wire.NewObject("type", "apiKey", "in", "cookie", "name", "wordpress_logged_in", "description", "The session of somebody who is logged in."),
		"nonce", wire.NewObject("type", "apiKey", "in", "header", "name", "X-WP-Nonce", "description", "What goes with a session."),
	)
}

func headers() *wire.Object {
	h := func(typ, text string) *wire.Object {
		return wire.NewObject("description", text, "schema", wire.NewObject("type", typ))
	}
	return wire.NewObject(
		"Total", h("integer", "How many items there are in all."),
		"TotalPages", h("integer", "How many pages there are."),
		"Link", h("string", "The root of the API, and the pages before and after."),
		"Allow", h("string", "The methods that the caller may use here."),
		"Location", h("string", "The address of what was made."),
	)
}

func ref(kind, name string) *wire.Object {
	return wire.NewObject("$ref", "#/components/"+kind+"/"+name)
}

func errorSchema() *wire.Object {
	text := wire.NewObject("type", "string")
	return wire.NewObject(
		"type", "object", "description", "Why something was refused.",
		"properties", wire.NewObject(
			"code", wire.NewObject("type", "string", "description", "What programs go by."),
			"message", wire.NewObject("type", "string", "description", "What people read."),
			"data", wire.NewObject("type", []any{"object", "array", "null"}, "description", "The status, and for bad parameters which of them and why.",
				"properties", wire.NewObject(
					"status", wire.NewObject("type", "integer"),
					"params", wire.NewObject("type", []any{"object", "array"}, "additionalProperties", text),
					"details", wire.NewObject("type", []any{"object", "array"}),
				), "additionalProperties", true),
			"additional_data", wire.NewObject("type", "array", "description", "What else is known of the same error."),
			"additional_errors", wire.NewObject("type", "array", "items", wire.NewObject("type", "object")),
		),
	)
}

func linksSchema(names *dialect.Dialect) *wire.Object {
	text, number := wire.NewObject("type", "string"), wire.NewObject("type", "integer")
	link := wire.NewObject(
		"href", text, "embeddable", wire.NewObject("type", "boolean"), "templated", wire.NewObject("type", "boolean"), "name", text,
		"targetHints", wire.NewObject("type", "object", "properties", wire.NewObject("allow", wire.NewObject("type", "array", "items", text))),
	)
	for _, name := range []string{"taxonomy", "post_type", "type"} {
		link.Set(names.Symbol(name), text)
	}
	for _, name := range []string{"id", "count"} {
		link.Set(names.Symbol(name), number)
	}
	return wire.NewObject("type", []any{"object", "array"}, "readOnly", true, "description", "Addresses of what belongs to the item, by relation.",
		"additionalProperties", wire.NewObject("type", "array", "items", wire.NewObject("type", "object", "properties", link)))
}

// refusals are the answers that say no, by what they are called.
var refusals = []struct {
	status     int
	name, text string
}{
	{http.StatusBadRequest, "BadRequest", "A parameter is missing or wrong."},
	{http.StatusUnauthorized, "Unauthorized", "The caller must say who it is."},
	{http.StatusForbidden, "Forbidden", "The caller may not do this."},
	{http.StatusNotFound, "NotFound", "There is no such thing."},
	{0, "Failed", "The request failed."}, // in a way that isn't listed
}

func responses() *wire.Object {
	out := &wire.Object{}
	for _, r := range refusals {
		out.Set(r.name, wire.NewObject("description", r.text, "content", jsonOf(ref("schemas", "Error"))))
	}
	return out
}

func jsonOf(schema any) *wire.Object {
	return wire.NewObject("application/json", wire.NewObject("schema", schema))
}

// operation describes one method of an endpoint.
func (d *document) operation(route *rest.Route, e *rest.Endpoint, method, path string, vars []variable) *wire.Object {
	tag := d.tag(path)
	op := wire.NewObject("operationId", d.id(method, path), "tags", []any{tag}, "summary", summary(method, path))
	var params, required []any
	body := &wire.Object{}
	for _, v := range vars {
		p := wire.NewObject("name", v.name, "in", "path", "required", true)
		s := wire.NewObject("type", "string", "pattern", "^(?:"+portable(v.pattern)+")$")
		if a := arg(e, v.name); a != nil {
			if a.Schema.Description != "" {
				p.Set("description", a.Schema.Description)
			}
			if a.Schema.Is("integer") {
				s = wire.NewObject("type", "integer")
			}
		} else if numeric(v.pattern) {
			s = wire.NewObject("type", "integer")
		}
		p.Set("schema", s)
		params = append(params, p)
	}
	inBody := method == http.MethodPost || method == http.MethodPut || method == http.MethodPatch
	for i := range e.Args {
		a := &e.Args[i]
		if slices.ContainsFunc(vars, func(v variable) bool { return v.name == a.Name || strings.HasPrefix(v.name, a.Name+"_") }) {
			continue
		}
		s := schemaOf(a.Schema, d.names, false)
		if inBody {
			body.SetSymbol(a.Name, s)
			if a.Required {
				required = append(required, wire.Symbol(a.Name))
			}
			continue
		}
		p := wire.NewObject("name", wire.Symbol(a.Name), "in", "query")
		if a.Schema.Is(schema.Array) {
			// A name without brackets keeps the last of its values, so it would be wrong
			// for clients that repeat it.
			p.Set("name", d.names.Symbol(a.Name)+"[]")
		}
		if a.Required {
			p.Set("required", true)
		}
		if text := a.Schema.Description; text != "" {
			p.Set("description", text)
		}
		if !a.Schema.Is(schema.Array) && a.Schema.Is(schema.Object) {
			p.Set("style", "deepObject")
			p.Set("explode", true)
		}
		p.Set("schema", s)
		params = append(params, p)
	}
	if method == http.MethodGet && route.Schema != nil {
		params = append(params,
			wire.NewObject("name", "_fields", "in", "query", "description", "The members that are wanted, separated by commas.", "schema", wire.NewObject("type", "string")),
			wire.NewObject("name", "_embed", "in", "query", "description", "Answer with what is linked: all of it, or some relations.",
				"style", "form", "explode", false, "schema", wire.NewObject("anyOf", []any{
					wire.NewObject("type", "boolean"), wire.NewObject("type", "array", "items", wire.NewObject("type", "string")),
				})))
	}
	if params != nil {
		op.Set("parameters", params)
	}
	if inBody {
		op.Set("requestBody", d.body(path, body, required))
	}
	op.Set("responses", d.answers(route, e, method, path, vars))
	return op
}

// body is what a write sends. Files come as they are.
func (d *document) body(path string, properties *wire.Object, required []any) *wire.Object {
	s := wire.NewObject("type", "object", "properties", properties)
	if required != nil {
		s.Set("required", required)
	}
	content := jsonOf(s)
	if strings.HasSuffix(path, "/media") || strings.HasSuffix(path, "/sideload") {
		file := wire.NewObject("type", "string", "contentMediaType", "application/octet-stream")
		content.Set("multipart/form-data", wire.NewObject("schema", wire.NewObject("type", "object", "properties", wire.NewObject("file", file))))
		content.Set("application/octet-stream", wire.NewObject("schema", wire.NewObject("type", "string", "format", "binary")))
	}
	return wire.NewObject("content", content, "required", required != nil)
}

// answers are what an endpoint answers, and what it refuses with.
func (d *document) answers(route *rest.Route, e *rest.Endpoint, method, path string, vars []variable) *wire.Object {
	out := &wire.Object{}
	pages := method == http.MethodGet && arg(e, rest.PerPage.Name) != nil
	creates := method == http.MethodPost && route.Schema != nil && e.Answer == nil && e.Status == 0 &&
		!strings.HasSuffix(path, "}") && len(e.Methods) == 1 && e.Answers == rest.ShapeUsual
	h := wire.NewObject("Allow", ref("headers", "Allow"), "Link", ref("headers", "Link"))
	if pages {
		h.Set("X-WP-Total", ref("headers", "Total"))
		h.Set("X-WP-TotalPages", ref("headers", "TotalPages"))
	}
	status := cmp.Or(e.Status, http.StatusOK)
	if creates {
		h.Set("Location", ref("headers", "Location"))
		status = http.StatusCreated
	}
	answer := wire.NewObject("description", http.StatusText(status), "headers", h)
	if content := d.content(route, e, method, pages); content.Len() > 0 {
		answer.Set("content", content)
	}
	out.Set(strconv.Itoa(status), answer)
	for _, r := range refusals {
		key := "default"
		if r.status != 0 {
			key = strconv.Itoa(r.status)
		}
		switch {
		case r.status == http.StatusNotFound && len(vars) == 0:
		case e.Refusal != nil || len(e.RefusedIn) > 0:
			out.Set(key, wire.NewObject("description", r.text, "content", d.refusal(e)))
		default:
			out.Set(key, ref("responses", r.name))
		}
	}
	return out
}

// refusal is what refusals of an endpoint have in them that has its own, by the type.
func (d *document) refusal(e *rest.Endpoint) *wire.Object {
	var s any = ref("schemas", "Error")
	if e.Refusal != nil {
		s = wire.NewObject("anyOf", []any{s, schemaOf(e.Refusal, d.names, true)})
	}
	out := jsonOf(s)
	for _, kind := range e.RefusedIn {
		out.Set(kind, textOf())
	}
	return out
}

// textOf is content that is a text.
func textOf() *wire.Object { return wire.NewObject("schema", wire.NewObject("type", "string")) }

// content is what good answers of an endpoint have in them, by the type.
func (d *document) content(route *rest.Route, e *rest.Endpoint, method string, pages bool) *wire.Object {
	out := &wire.Object{}
	for _, kind := range e.Media {
		out.Set(kind, textOf())
	}
	var s *wire.Object
	switch {
	case e.Answers == rest.ShapeEvents:
		out.Set(rest.EventStream, textOf())
		return out
	case e.Answer == rest.Nothing, e.Answer == nil && route.Schema == nil:
		return out
	case e.Answer != nil:
		s = d.schema(e.Answer)
	default:
		s = d.schema(route.Schema())
		switch {
		case e.Answers == rest.ShapeList, e.Answers == rest.ShapeUsual && pages:
			s = wire.NewObject("type", "array", "items", s)
		case e.Answers == rest.ShapeMap:
			s = wire.NewObject("type", []any{"object", "array"}, "additionalProperties", s)
		case method == http.MethodDelete:
			s = wire.NewObject("anyOf", []any{
				wire.NewObject("type", "object", "required", []any{"deleted"}, "properties",
					wire.NewObject("deleted", wire.NewObject("type", "boolean"), "previous", s)), s,
			})
		}
	}
	out.Set("application/json", wire.NewObject("schema", s))
	return out
}

// schema is the schema of an answer. Those of items, which have a title, stand among
// the components.
func (d *document) schema(s *schema.Schema) *wire.Object {
	if s.Title == "" && len(s.AnyOf) > 0 {
		var list []any
		for _, a := range s.AnyOf {
			list = append(list, d.schema(a))
		}
		return wire.NewObject("anyOf", list)
	}
	if s.Title == "" {
		if s.Items != nil && s.Items.Title != "" {
			list := *s
			list.Items = nil
			made := schemaOf(&list, d.names, true)
			made.Set("items", d.schema(s.Items))
			return made
		}
		return schemaOf(s, d.names, true)
	}
	title := componentName(d.names.Symbol(s.Title))
	made := schemaOf(s, d.names, true)
	made.Set("type", "object") // [] is said only of what is inside: an item has members
	if properties := made.Object("properties"); properties != nil {
		properties.Set("_links", ref("schemas", "Links"))
		properties.Set("_embedded", wire.NewObject("type", []any{"object", "array"}, "readOnly", true, "description", "What is linked, with _embed."))
	}
	name := title
	for n := 2; d.schemas.Has(name) && !wire.Equal(d.schemas.Get(name), made); n++ {
		name = title + strconv.Itoa(n)
	}
	d.schemas.Set(name, made)
	return ref("schemas", name)
}

var nameParts = regexp.MustCompile(`[A-Za-z0-9]+`)

func componentName(title string) string {
	var b strings.Builder
	for _, part := range nameParts.FindAllString(title, -1) {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

func arg(e *rest.Endpoint, name string) *rest.Arg {
	for i := range e.Args {
		if e.Args[i].Name == name {
			return &e.Args[i]
		}
	}
	return nil
}

func numeric(pattern string) bool { return pattern == `[\d]+` || pattern == `\d+` }

// tag is the group of a path: its namespace and what follows that.
func (d *document) tag(path string) string {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	tag := strings.Join(parts[:min(2, len(parts))], "/")
	if len(parts) > 2 && (tag == "core/v2" || tag == "wp/v2") {
		tag = parts[2]
	}
	if tag == "" {
		tag = "index"
	}
	if !slices.Contains(d.tags, tag) {
		d.tags = append(d.tags, tag)
	}
	return tag
}

// id names an operation.
func (d *document) id(method, path string) string {
	name := strings.ToLower(method) + componentName(strings.NewReplacer("{", "by-", "}", "").Replace(path))
	for n := 2; d.ids[name]; n++ {
		name = strings.ToLower(method) + componentName(path) + strconv.Itoa(n)
	}
	d.ids[name] = true
	return name
}

var verbs = map[string]string{
	http.MethodGet: "Read", http.MethodPost: "Create or change", http.MethodPut: "Change", http.MethodPatch: "Change", http.MethodDelete: "Delete",
}

func summary(method, path string) string { return verbs[method] + " " + path }

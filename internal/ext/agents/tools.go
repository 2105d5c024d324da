package agents

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"quoin/internal/api/openapi"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// tool is one thing that agents can do: an endpoint of the API with some of its arguments.
type tool struct {
	name, title, about string
	kind               kind
	method             string
	// pattern is the route's; base is the path of its collection.
	pattern, base string
	input, output *wire.Object
	// set are arguments that a call can't choose, in seed names.
	set              []wire.Member
	writes, destroys bool
	scope            access.Scope // that a call asks for
}

// kind is what is done with the answer of the endpoint.
type kind int

const (
	find kind = iota
	get
	create
	change
	upload
	ability
	undo
)

// Members of what tools take and give beside those of the endpoints.
const (
	memberDryRun = "dry_run"
	memberFields = "_fields"
	memberFile   = "filename"
	memberData   = "data"
	memberCall   = "call"
	memberForce  = "force"
	memberItem   = "item"
)

// fits is what names of tools may be.
var fits = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)

// declared is a tool before its endpoint was looked up.
type declared struct {
	tool
	only, omit []string // arguments, in seed names; only names all of them when it isn't nil
	required   []string
}

// unkept are arguments that no tool takes: passwords of entries are for people.
var unkept = []string{"password"}

// tools are those that a caller may see.
func (s *service) tools(r *rest.Request) ([]*tool, error) {
	var list []declared
	for _, t := range s.Types.REST() {
		switch {
		case t.Name == content.TypeAttachment:
			list = append(list, mediaTools(t)...)
		case t.Public:
			list = append(list, entryTools(t)...)
		}
	}
	for _, tax := range s.Taxonomies.REST() {
		if tax.Public && tax.Name != taxonomy.Menu {
			list = append(list, termTools(tax)...)
		}
	}
	list = append(list, commentTools()...)
	var out []*tool
	for _, d := range list {
		if t := d.found(r); t != nil {
			out = append(out, t)
		}
	}
	if t := undoTool(); r.Actor.Scope().Covers(t.scope) {
		out = append(out, t)
	}
	abilities, err := s.abilities(r)
	return append(out, abilities...), err
}

const item = `/(?P<id>[\d]+)`

func entryTools(t *content.Type) []declared {
	base, many := t.RESTRoot(), strings.ToLower(t.Label("name"))
	named := strings.ReplaceAll(t.RESTBase, "-", "_")
	status := wire.Member{Key: "status", Value: string(content.Draft)}
	return append(readTools(named, base, many),
		declared{tool: tool{
			name: named + "_create_draft", title: "Write a draft", kind: create, method: http.MethodPost, pattern: base, base: base, set: []wire.Member{status},
			about: "Make an entry among " + many + " that only people who write here see. Content is HTML or blocks.",
		}, omit: []string{"status"}},
		declared{tool: tool{
			name: named + "_update", title: "Change an entry", kind: change, method: http.MethodPost, pattern: base + item, base: base,
			about: "Change some members of one of " + many + "; what isn't given stays. A draft by default; one that is published changes for readers at once, which asks for a password with the scope publish.",
		}, omit: []string{"status"}, required: []string{"id"}},
		declared{tool: tool{
			name: named + "_publish", title: "Publish an entry", kind: change, method: http.MethodPost, pattern: base + item, base: base,
			set: []wire.Member{{Key: "status", Value: string(content.Publish)}}, scope: access.ScopePublish,
			about: "Show one of " + many + " to readers, now or at a date to come.",
		}, only: []string{"id", "date", "date_gmt"}, required: []string{"id"}},
	)
}

func readTools(named, base, many string) []declared {
	return []declared{
		{tool: tool{name: named + "_find", title: "Find " + many, kind: find, method: http.MethodGet, pattern: base, base: base, about: "List " + many + ", by the page. Context edit tells texts as they are stored."}},
		{tool: tool{name: named + "_get", title: "Read one of " + many, kind: get, method: http.MethodGet, pattern: base + item, base: base, about: "Read one of " + many + " by its id. Context edit tells texts as they are stored."}, required: []string{"id"}},
	}
}

func mediaTools(t *content.Type) []declared {
	base := t.RESTRoot()
	return append(readTools("media", base, "media"),
		declared{tool: tool{
			name: "media_upload", title: "Upload a file", kind: upload, method: http.MethodPost, pattern: base, base: base,
			about: "Store a file, which readers can reach at once. The bytes come in base64.",
		}, only: []string{"title", "alt_text", "caption", "description", "post"}},
		declared{tool: tool{
			name: "media_update", title: "Describe a file", kind: change, method: http.MethodPost, pattern: base + item, base: base,
			about: "Change what is said of a file.",
		}, only: []string{"id", "title", "alt_text", "caption", "description", "post"}, required: []string{"id"}},
	)
}

func termTools(tax *taxonomy.Taxonomy) []declared {
	return readTools(strings.ReplaceAll(tax.RESTBase, "-", "_"), tax.RESTRoot(), strings.ToLower(tax.Label("name")))
}

func commentTools() []declared {
	const base = "/core/v2/comments"
	return append(readTools("comments", base, "comments"), declared{tool: tool{
		name: "comments_moderate", title: "Moderate a comment", kind: change, method: http.MethodPost, pattern: base + item, base: base, destroys: true,
		about: "Set the status of a comment: approved, hold, spam or trash.",
	}, only: []string{"id", "status"}, required: []string{"id", "status"}})
}

// found is a tool with the schemas of its endpoint; nil where there is no such endpoint,
// the scope of the caller doesn't reach it, or programs can't name it.
func (d declared) found(r *rest.Request) *tool {
	route, e := r.API.Find(d.method, d.pattern)
	t := d.tool
	if e == nil || !fits.MatchString(t.name) {
		return nil
	}
	t.writes = rest.IsWrite(t.method)
	if t.scope == "" {
		t.scope = e.Scope(t.method)
	}
	if !r.Actor.Scope().Covers(t.scope) {
		return nil
	}
	names := r.Mount.Dialect
	all, required := openapi.Arguments(e, names)
	properties := &wire.Object{}
	for i := range e.Args {
		name := e.Args[i].Name
		if d.only != nil && !slices.Contains(d.only, name) || slices.Contains(d.omit, name) || t.writes && slices.Contains(unkept, name) {
			continue
		}
		properties.Set(names.Symbol(name), all.Get(names.Symbol(name)))
	}
	for _, name := range d.required {
		required = append(required, names.Symbol(name))
	}
	required = slices.DeleteFunc(required, func(name string) bool { return !properties.Has(name) })
	switch t.kind {
	case find, get:
		properties.Set(memberFields, wire.NewObject("type", "array", "items", wire.NewObject("type", "string"), "maxItems", 100, "description", "The members that are wanted; all without it."))
	case upload:
		properties.Set(memberFile, wire.NewObject("type", "string", "minLength", 1, "maxLength", 200, "description", "Name of the file, with its extension."))
		properties.Set(memberData, wire.NewObject("type", "string", "minLength", 1, "contentEncoding", "base64", "description", "The bytes of the file."))
		required = append(required, memberFile, memberData)
	}
	if t.writes {
		properties.Set(memberDryRun, dryRun())
	}
	t.input = objectOf(properties, slices.Compact(slices.Sorted(slices.Values(required))))
	if route.Schema != nil {
		t.output = t.outputOf(openapi.Answered(route.Schema(), names))
	}
	return &t
}

func dryRun() *wire.Object {
	return wire.NewObject("type", "boolean", "description", "Tell what would change, and change nothing.")
}

func objectOf(properties *wire.Object, required []string) *wire.Object {
	o := wire.NewObject("type", "object", "properties", properties, "additionalProperties", false)
	if len(required) > 0 {
		o.Set("required", wire.Strings(required))
	}
	return o
}

// outputOf is the schema of what a call gives.
func (t *tool) outputOf(one *wire.Object) *wire.Object {
	number := func(text string) *wire.Object { return wire.NewObject("type", "integer", "description", text) }
	switch t.kind {
	case find:
		return wire.NewObject("type", "object", "properties", wire.NewObject(
			"items", wire.NewObject("type", "array", "items", one), "total", number("How many there are."), "pages", number("How many pages there are."),
		), "required", []any{"items"})
	case get:
		return wire.NewObject("type", "object", "properties", wire.NewObject(memberItem, one), "required", []any{memberItem})
	}
	return wire.NewObject("type", "object", "properties", wire.NewObject(
		memberItem, one,
		memberDryRun, wire.NewObject("type", "boolean", "description", "Whether nothing was changed."),
		memberCall, number("The number by which undo takes it back."),
		"changes", wire.NewObject("type", "array", "description", "What changed.", "items", wire.NewObject(
			"type", "object", "properties", wire.NewObject("member", wire.NewObject("type", "string"), "before", &wire.Object{}, "after", &wire.Object{}),
		)),
	), "required", []any{memberDryRun})
}

func undoTool() *tool {
	properties := wire.NewObject(
		memberCall, wire.NewObject("type", "integer", "minimum", 1, "description", "The number that the call gave."),
		memberForce, wire.NewObject("type", "boolean", "description", "Also if it was changed again since; that is lost then."),
		memberDryRun, dryRun(),
	)
	t := &tool{
		name: "undo", title: "Take a call back", kind: undo, writes: true, destroys: true, scope: access.ScopeDrafts, input: objectOf(properties, []string{memberCall}),
		about: "Take back what a call changed: texts by the revision from before it, other members by their values. What was made goes to the trash, files go for good. For 30 days.",
	}
	t.output = t.outputOf(&wire.Object{})
	return t
}

// abilities are the tools that the abilities of the site are.
func (s *service) abilities(r *rest.Request) ([]*tool, error) {
	body, _, refused := r.Inner(r.Context(), rest.Inner{Actor: r.Actor, Method: http.MethodGet, Path: abilitiesPath, Params: wire.NewObject("per_page", int64(100))})
	if refused != nil {
		if refused.HTTPStatus() < http.StatusInternalServerError {
			return nil, nil // they aren't for everybody
		}
		return nil, refused
	}
	v, err := wire.Decode(body)
	if err != nil {
		return nil, err
	}
	list, _ := schema.AsList(v)
	var out []*tool
	for _, v := range list {
		a, _ := v.(*wire.Object)
		input := a.Object("input_schema").Clone()
		input.Delete("default")
		t := &tool{
			name: strings.ReplaceAll(a.Text("name"), "/", "_"), title: a.Text("label"), about: a.Text("description"), kind: ability, method: http.MethodGet,
			base: abilitiesPath + "/" + a.Text("name") + "/run", scope: access.ScopeRead, input: input, output: a.Object("output_schema"),
		}
		if fits.MatchString(t.name) && input.Text("type") == "object" {
			out = append(out, t)
		}
	}
	return out, nil
}

const abilitiesPath = "/core-abilities/v1/abilities"

// errArguments refuses what a tool doesn't take.
func errArguments(text string) *fault.Error { return fault.BadRequest("rest_invalid_param", text) }

// arguments reads what a call gives to a tool. The endpoint checks the values.
func (t *tool) arguments(r *rest.Request, raw []byte) (*wire.Object, *fault.Error) {
	args := &wire.Object{}
	if len(raw) > 0 && string(raw) != "null" {
		v, err := wire.Decode(raw)
		o, ok := v.(*wire.Object)
		if err != nil || !ok {
			return nil, errArguments("The arguments must be an object.")
		}
		args = o
	}
	properties := t.input.Object("properties")
	for _, name := range args.Keys() {
		if !properties.Has(name) {
			return nil, errArguments("The tool has no argument " + name[:min(len(name), 60)] + ". It has: " + strings.Join(properties.Keys(), ", ") + ".")
		}
	}
	required, _ := schema.AsList(t.input.Get("required"))
	for _, name := range required {
		if args.Get(schema.ToText(name)) == nil {
			return nil, errArguments("The argument " + schema.ToText(name) + " is missing.")
		}
	}
	for _, name := range []string{memberDryRun, memberForce} {
		if v := args.Get(name); v != nil {
			if _, ok := v.(bool); !ok {
				return nil, errArguments(name + " is true or false.")
			}
		}
	}
	return args, nil
}

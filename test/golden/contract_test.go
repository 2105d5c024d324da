package golden

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"mime"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// contract is what the site publishes of its API, as a client holds it against
// answers. Objects of answers have no members but the declared ones.
type contract struct {
	mu       sync.Mutex
	paths    []published
	document map[string]any
	whole    *jsonschema.Compiler
	partial  *jsonschema.Compiler // of answers to _fields, whose objects may have nothing left: []
}

// published is a path of the document.
type published struct {
	template string
	form     *regexp.Regexp
	item     map[string]any
}

// saysNothing is the end of the one path whose good answers have no body.
const saysNothing = "/feedback"

// describesAll tells whether an operation says what is in all its answers.
func describesAll(op map[string]any) bool {
	good, bad := false, false
	for status, answer := range op["responses"].(map[string]any) {
		answer := answer.(map[string]any)
		content, _ := answer["content"].(map[string]any)
		for _, kind := range content {
			s, _ := kind.(map[string]any)["schema"].(map[string]any)
			good = good || strings.HasPrefix(status, "2") && len(s) > 0
		}
		bad = bad || status == "default" && (answer["$ref"] != nil || len(content) > 0)
	}
	return good && bad
}

const documentAddress = "https://quoin.example/openapi.json"

// contract reads the document of a site.
func (s *site) contract() *contract {
	s.t.Helper()
	root := map[bool]string{false: "/api", true: "/wp-json"}[s.reference]
	w := s.serve("GET", siteURL+root+"/openapi.json", "", nil, nil)
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(w.Body.Bytes()))
	if err != nil {
		s.t.Fatal(err)
	}
	c := &contract{document: v.(map[string]any)}
	paths := c.document["paths"].(map[string]any)
	for template, item := range paths {
		for method, op := range item.(map[string]any) {
			if !strings.HasSuffix(template, saysNothing) && !describesAll(op.(map[string]any)) {
				s.t.Errorf("%s %s: its answers aren't described", method, template)
			}
		}
		c.paths = append(c.paths, published{template, form(template, item.(map[string]any)), item.(map[string]any)})
	}
	// What is concrete goes before what has variables.
	slices.SortFunc(c.paths, func(a, b published) int {
		return cmp.Or(literal(b.template)-literal(a.template), strings.Compare(a.template, b.template))
	})
	compiler := func(change func(map[string]any)) *jsonschema.Compiler {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(w.Body.Bytes()))
		if err != nil {
			s.t.Fatal(err)
		}
		eachObject(v, change)
		compiler := jsonschema.NewCompiler()
		compiler.AssertFormat()
		if err := compiler.AddResource(documentAddress, v); err != nil {
			s.t.Fatal(err)
		}
		return compiler
	}
	c.whole = compiler(closeObject)
	c.partial = compiler(func(v map[string]any) {
		closeObject(v)
		types, _ := v["type"].([]any)
		if v["type"] == "object" {
			v["type"] = []any{"object", "array"}
		} else if slices.Contains(types, any("object")) && !slices.Contains(types, any("array")) {
			v["type"] = append(types, "array")
		}
	})
	return c
}

var pathVariable = regexp.MustCompile(`\\\{([^{}]+)\\\}`)

// form is what the addresses of a path look like, by its parameters.
func form(template string, item map[string]any) *regexp.Regexp {
	patterns := map[string]string{}
	for _, op := range item {
		parameters, _ := op.(map[string]any)["parameters"].([]any)
		for _, p := range parameters {
			p := p.(map[string]any)
			s := p["schema"].(map[string]any)
			switch pattern, _ := s["pattern"].(string); {
			case p["in"] != "path":
			case pattern != "":
				patterns[p["name"].(string)] = "(?:" + strings.TrimSuffix(strings.TrimPrefix(pattern, "^"), "$") + ")"
			case s["type"] == "integer":
				patterns[p["name"].(string)] = `\d+`
			}
		}
	}
	text := pathVariable.ReplaceAllStringFunc(regexp.QuoteMeta(template), func(v string) string {
		return cmp.Or(patterns[pathVariable.FindStringSubmatch(v)[1]], `.+`)
	})
	return regexp.MustCompile("^" + text + "/?$")
}

// literal is how much of a path isn't variable.
func literal(template string) int {
	return len(pathVariable.ReplaceAllString(regexp.QuoteMeta(template), ""))
}

// closeObject lets an object that declares members have no others, unless it says so.
func closeObject(v map[string]any) {
	_, declares := v["properties"].(map[string]any)
	if _, says := v["additionalProperties"]; declares && !says && v["patternProperties"] == nil {
		v["additionalProperties"] = false
	}
}

// eachObject changes all objects in a document.
func eachObject(v any, change func(map[string]any)) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			eachObject(item, change)
		}
	case map[string]any:
		for _, item := range v {
			eachObject(item, change)
		}
		change(v)
	}
}

// check is what is wrong with an answer.
func (c *contract) check(method, path string, compiler *jsonschema.Compiler, w *httptest.ResponseRecorder) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	method = strings.ToLower(method)
	for _, p := range c.paths {
		op, ok := p.item[method].(map[string]any)
		if !ok || !p.form.MatchString(path) {
			continue
		}
		return c.checkAnswer("/paths/"+escapePointer(p.template)+"/"+method, op, compiler, w)
	}
	if w.Code < 400 {
		return errors.New("the document has no such operation")
	}
	return c.checkBody("/components/responses/Failed", c.document["components"].(map[string]any)["responses"].(map[string]any)["Failed"], compiler, w)
}

func (c *contract) checkAnswer(pointer string, op map[string]any, compiler *jsonschema.Compiler, w *httptest.ResponseRecorder) error {
	responses := op["responses"].(map[string]any)
	status := fmt.Sprint(w.Code)
	if responses[status] == nil {
		if w.Code < 400 {
			return fmt.Errorf("no answer of status %s is declared", status)
		}
		status = "default"
	}
	return c.checkBody(pointer+"/responses/"+status, responses[status], compiler, w)
}

func (c *contract) checkBody(pointer string, response any, compiler *jsonschema.Compiler, w *httptest.ResponseRecorder) error {
	said := response.(map[string]any)
	if ref, ok := said["$ref"].(string); ok {
		pointer = strings.TrimPrefix(ref, "#")
		name := ref[strings.LastIndexByte(ref, '/')+1:]
		said = c.document["components"].(map[string]any)["responses"].(map[string]any)[name].(map[string]any)
	}
	content, _ := said["content"].(map[string]any)
	if w.Body.Len() == 0 {
		if len(content) > 0 {
			return errors.New("the answer is empty, the document says it isn't")
		}
		return nil
	}
	kind, _, err := mime.ParseMediaType(w.Header().Get("Content-Type"))
	if err != nil {
		return err
	}
	if content[kind] == nil {
		return fmt.Errorf("no answer of type %s is declared", kind)
	}
	if kind != "application/json" {
		return nil
	}
	said, _ = content[kind].(map[string]any)["schema"].(map[string]any)
	if len(said) == 0 {
		return errors.New("nothing is said of the answer")
	}
	s, err := compiler.Compile(documentAddress + "#" + pointer + "/content/application~1json/schema")
	if err != nil {
		return err
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(w.Body.Bytes()))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

func escapePointer(part string) string {
	return url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(part))
}

// checkContract holds an answer against the document that the site publishes.
func (s *site) checkContract(r request, address string, w *httptest.ResponseRecorder) {
	s.t.Helper()
	u, err := url.Parse(address)
	if err != nil || s.contracts == nil || r.method == "OPTIONS" {
		return
	}
	query := u.Query()
	method := cmp.Or(query.Get("_method"), r.override(), r.method)
	if query.Has("_envelope") || query.Has("_jsonp") || method == "HEAD" {
		return // forms that any answer can be asked for in
	}
	_, path, _ := strings.Cut(u.Path[1:], "/")
	c := s.contracts()
	compiler := c.whole
	if query.Has("_fields") {
		compiler = c.partial
	}
	if query.Has("rest_route") {
		path = query.Get("rest_route")[1:]
	}
	if err := c.check(method, "/"+path, compiler, w); err != nil {
		s.t.Errorf("%q: %s %s %d: %v", r.title, method, u.Path, w.Code, err)
	}
}

// override is the method that a header names.
func (r request) override() string {
	for _, h := range r.header {
		if strings.EqualFold(h[0], "X-HTTP-Method-Override") {
			return h[1]
		}
	}
	return ""
}

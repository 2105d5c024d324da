package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"quoin/internal/app"
)

// described is the description that an API gives of itself.
type described struct {
	*server
	root     string
	document map[string]any
	compiler *jsonschema.Compiler
}

func (s *server) described(root string) *described {
	s.t.Helper()
	a := s.do("", "GET", root+"/openapi.json", nil)
	if a.status != 200 {
		s.t.Fatalf("%d %s", a.status, a.body)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.body))
	if err != nil {
		s.t.Fatal(err)
	}
	d := &described{s, root, a.object(s.t), jsonschema.NewCompiler()}
	if err := d.compiler.AddResource("http://api/doc.json", v); err != nil {
		s.t.Fatal(err)
	}
	return d
}

// pointer escapes a part of a JSON pointer in an address.
func pointer(part string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(part)
}

// check holds an answer to a GET against what is said of it.
func (d *described) check(path, asked string, a answer) {
	d.t.Helper()
	if a.status == 404 && a.header.Get("Content-Type") == "" {
		d.t.Errorf("%s: 404 without a type", asked)
	}
	response := fmt.Sprintf("paths/%s/get/responses/%d", pointer(path), a.status)
	if at(d.document, "paths", path, "get", "responses", fmt.Sprint(a.status)) == nil {
		if a.status == 200 {
			d.t.Errorf("%s: 200 isn't described", asked)
			return
		}
		response = "components/responses/Failed"
	} else if a.status != 200 {
		response = "components/responses/BadRequest" // all refusals are alike
	}
	s, err := d.compiler.Compile("http://api/doc.json#/" + response + "/content/application~1json/schema")
	if err != nil {
		d.t.Fatalf("%s: %v", path, err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.body))
	if err != nil {
		d.t.Errorf("%s: %v", asked, err)
		return
	}
	if err := s.Validate(v); err != nil {
		d.t.Errorf("%s: %v", asked, err)
	}
}

// TestAnswersAreAsDescribed asks for everything that can be read without
// knowing more, and for an item of each list, and holds the answers against
// the description.
func TestAnswersAreAsDescribed(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	if _, err := s.app.Exchange.ImportSample(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	s.seed()
	for _, root := range []string{"/api", "/wp-json"} {
		d := s.described(root)
		paths := d.document["paths"].(map[string]any)
		checked := 0
		for _, path := range slices.Sorted(maps.Keys(paths)) {
			op := at(paths[path], "get")
			if op == nil || strings.Contains(path, "{") || path == "/quoin/v1/changes" {
				continue
			}
			for _, role := range []string{"administrator", ""} {
				for _, query := range []string{"", "?context=edit", "?_embed"} {
					asked := root + path + query
					a := s.do(role, "GET", asked, nil)
					if strings.Contains(a.header.Get("Content-Type"), "application/json") {
						d.check(path, asked, a)
						checked++
					}
					var items []any
					_ = json.Unmarshal(a.body, &items) // what is no list has no items
					if len(items) == 0 || at(paths[path+"/{id}"], "get") == nil {
						continue
					}
					id := valueAt(items[0], "id")
					one := root + path + "/" + id + query
					d.check(path+"/{id}", one, s.do(role, "GET", one, nil))
					if revisions := path + "/{parent}/revisions"; at(paths[revisions], "get") != nil {
						one = root + path + "/" + id + "/revisions" + query
						d.check(revisions, one, s.do(role, "GET", one, nil))
					}
					checked++
				}
			}
		}
		if checked < 200 {
			t.Errorf("%s: only %d answers were checked", root, checked)
		}
	}
}

// TestDescriptionIsWhole finds every route of the index in the description,
// with its methods and arguments, and the page that shows it.
func TestDescriptionIsWhole(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	d := s.described("/api")
	index := s.do("", "GET", "/api/", nil).object(t)
	operations, ids := 0, map[string]bool{}
	for path, item := range d.document["paths"].(map[string]any) {
		for method, op := range item.(map[string]any) {
			operations++
			id := valueAt(op, "operationId")
			if ids[id] {
				t.Errorf("%s %s: another operation is called %s", method, path, id)
			}
			ids[id] = true
			if at(op, "responses", "default") == nil || at(op, "responses", "400") == nil {
				t.Errorf("%s %s: its errors aren't described", method, path)
			}
		}
	}
	declared := 0
	for _, route := range index["routes"].(map[string]any) {
		declared += len(at(route, "methods").([]any))
	}
	if operations < declared {
		t.Errorf("%d operations are described, %d declared", operations, declared)
	}
	post := at(d.document, "paths", "/core/v2/posts", "post", "requestBody", "content", "application/json", "schema", "properties")
	for _, arg := range []string{"title", "status", "categories"} {
		if at(post, arg) == nil {
			t.Errorf("the body of a post lacks %s", arg)
		}
	}
	if valueAt(d.document, "paths//core/v2/posts") == "" || at(d.document, "paths", "/core/v2/posts", "get", "responses", "200", "headers", "X-WP-Total") == nil {
		t.Error("a list tells no total")
	}
	for file, kind := range map[string]string{"docs": "text/html", "docs.js": "text/javascript", "docs.css": "text/css"} {
		a := s.do("", "GET", "/api/"+file, nil)
		if a.status != 200 || !strings.HasPrefix(a.header.Get("Content-Type"), kind) || strings.Contains(string(a.body), "://") {
			t.Errorf("%s: %d %v", file, a.status, a.header)
		}
	}
}

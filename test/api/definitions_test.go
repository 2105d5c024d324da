package api

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
)

const definitionsPath = "/api/quoin/v1/definitions"

// sent are definitions as a request has them.
func sent(texts ...string) map[string]any {
	list := make([]any, len(texts))
	for i, text := range texts {
		list[i] = json.RawMessage(text)
	}
	return map[string]any{"definitions": list}
}

// Administrators read and change definitions, and are refused what the command refuses.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	for role, want := range map[string]int{"": 401, "subscriber": 403, "editor": 403} {
		for _, c := range []struct{ method, path string }{{"GET", ""}, {"POST", ""}, {"GET", "/type/book"}, {"DELETE", "/type/book"}} {
			if a := s.do(role, c.method, definitionsPath+c.path, sent(bookshop[0])); a.status != want {
				t.Errorf("%s %s as %q: %d", c.method, c.path, role, a.status)
			}
		}
	}
	apply := func(texts ...string) answer { return s.do("administrator", "POST", definitionsPath, sent(texts...)) }
	if a := apply(bookshop...); a.status != 200 || len(a.json(t).([]any)) != 4 {
		t.Fatalf("a book shop: %d %s", a.status, a.body)
	}
	if a := s.do("", "GET", "/api/core/v2/books?fields[price][gte]=1", nil); a.status != 200 {
		t.Errorf("books at once: %d %s", a.status, a.body)
	}
	for _, c := range []struct{ text, path string }{
		{`{"kind":"type","name":"event","rewrite":{"slug":"No good"}}`, "rewrite.slug"},
		{`{"kind":"type","name":"event","show_in_rest":true,"rest_base":"posts"}`, "rest_base"},
		{`{"kind":"fields","name":"more","object_subtype":["book"],"fields":[{"key":"isbn","type":"string"}]}`, "fields[0].key"},
		{`{"kind":"fields","name":"more","object_subtype":["book"],"fields":[{"key":"to","type":"integer","single":true,"show_in_rest":true,"relation":{"to":"type","name":"none"}}]}`, "fields[0].relation.name"},
	} {
		a := apply(`{"kind":"type","name":"fine"}`, c.text)
		if a.status != 400 || a.object(t)["data"].(map[string]any)["path"] != c.path {
			t.Errorf("%s: %d %s", c.text, a.status, a.body)
		}
	}
	if a := s.do("administrator", "GET", definitionsPath+"/type/fine", nil); a.status != 404 {
		t.Errorf("of a request that was refused something is stored: %d", a.status)
	}
	// An index of entries that were there before is made by a job.
	if a := s.do("administrator", "POST", "/api/core/v2/people", map[string]any{"title": "Ann", "status": "publish"}); a.status != 201 {
		t.Fatal(a.status)
	}
	born := `{"kind":"fields","name":"person-facts","object_subtype":["person"],"fields":[{"key":"born","type":"integer","single":true,"show_in_rest":true,"index":true}]}`
	if a := apply(born); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	a := s.do("administrator", "GET", definitionsPath+"/fields/person-facts", nil)
	if a.status != 200 || !strings.Contains(string(a.body), `"indexing":["born"]`) {
		t.Errorf("before the job: %d %s", a.status, a.body)
	}
	if a := s.do("", "GET", "/api/core/v2/people?orderby=fields.born", nil); a.status != 400 || a.object(t)["code"] != "rest_field_index_unfinished" {
		t.Errorf("by an index that isn't finished: %d %s", a.status, a.body)
	}
	if err := s.app.Env.Definitions.BuildIndexes(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if a := s.do("", "GET", "/api/core/v2/people?orderby=fields.born", nil); a.status != 200 {
		t.Errorf("by an index that is finished: %d %s", a.status, a.body)
	}
	remove := func(tail string) answer { return s.do("administrator", "DELETE", definitionsPath+tail, nil) }
	if a := remove("/type/person"); a.status != 409 {
		t.Errorf("a type with entries: %d %s", a.status, a.body)
	}
	if a := remove("/type/person?force=true"); a.status != 400 || !strings.Contains(string(a.body), "remove this definition first") {
		t.Errorf("a type that relations lead to: %d %s", a.status, a.body)
	}
	for _, tail := range []string{"/fields/book-facts", "/fields/person-facts", "/type/person?force=true"} {
		if a := remove(tail); a.status != 200 {
			t.Errorf("%s: %d %s", tail, a.status, a.body)
		}
	}
	if a := s.do("", "GET", "/api/core/v2/people", nil); a.status != 404 {
		t.Errorf("people of a removed type: %d", a.status)
	}
	plain := open(t, app.Config{Preset: "core"})
	if a := plain.do("", "GET", definitionsPath, nil); a.status != 404 || a.object(t)["code"] != "rest_no_route" {
		t.Errorf("with the preset core: %d %s", a.status, a.body)
	}
}

// What one node defines another serves, and what it had cached is gone.
func TestDefinitionsOnOtherNodes(t *testing.T) {
	t.Parallel()
	c := app.Config{DatabaseURL: postgres.Database(t)}
	first := start(t, c)
	second := first.node(c)
	first.follow()
	second.follow()
	seen := func(what, path string, fits func(a answer) bool) {
		t.Helper()
		since := time.Now()
		a := second.do("", "GET", path, nil)
		for !fits(a) {
			if time.Since(since) > agreeWithin {
				t.Fatalf("%s: %d %.300s", what, a.status, a.body)
			}
			time.Sleep(time.Millisecond)
			a = second.do("", "GET", path, nil)
		}
	}
	status := func(n int) func(answer) bool { return func(a answer) bool { return a.status == n } }
	const books = "/api/core/v2/books"
	seen("before", books, status(404))
	if a := first.do("administrator", "POST", definitionsPath, sent(bookshop...)); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	seen("a type that was defined", books, status(200))
	seen("its fields", books+"?orderby=fields.price", status(200))
	// A value that one node has stored the other refuses.
	book := map[string]any{"title": "A", "status": "publish", "meta": map[string]any{"isbn": "978-1", "price": 3}}
	if a := first.do("administrator", "POST", books, book); a.status != 201 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := second.do("administrator", "POST", books, book); a.status != 400 || a.object(t)["code"] != "rest_field_taken" {
		t.Errorf("a value of another node: %d %s", a.status, a.body)
	}
	for i := range 3 {
		book["meta"] = map[string]any{"isbn": fmt.Sprint("of second ", i), "price": i}
		if a := second.do("administrator", "POST", books, book); a.status != 201 {
			t.Errorf("a write on the other node: %d %s", a.status, a.body)
		}
	}
	seen("what both wrote", books+"?fields[price][gte]=1", func(a answer) bool { return a.status == 200 && len(a.json(t).([]any)) == 3 })
	if a := first.do("administrator", "DELETE", definitionsPath+"/fields/book-facts", nil); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	seen("an argument that is gone", books+"?orderby=fields.price", status(400))
}

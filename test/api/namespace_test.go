package api

import (
	"strings"
	"testing"

	"quoin/internal/app"
)

// Types and taxonomies may have routes in a namespace of their own, and fields another name in the
// API than the key that they are stored under.
func TestOwnNamespaces(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	apply := func(texts ...string) answer { return s.do("administrator", "POST", definitionsPath, sent(texts...)) }
	if a := apply(
		`{"kind":"type","name":"note","public":true,"show_in_rest":true,"rest_namespace":"shop/v1","supports":["title","editor","revisions","custom-fields"]}`,
		`{"kind":"taxonomy","name":"shelf","public":true,"show_in_rest":true,"rest_namespace":"shop/v1","rest_base":"shelves","object_type":["note"]}`,
		`{"kind":"fields","name":"note-facts","object_subtype":["note"],"fields":[{"key":"subtitle","type":"string","single":true,"show_in_rest":{"name":"sub"}}]}`,
	); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	for _, prefix := range []string{"/api", "/wp-json"} {
		made := s.do("administrator", "POST", prefix+"/shop/v1/note", map[string]any{"title": "One", "status": "publish", "meta": map[string]any{"sub": "below"}})
		if made.status != 201 {
			t.Fatalf("%s: %d %s", prefix, made.status, made.body)
		}
		o := made.object(t)
		if got := o["meta"].(map[string]any)["sub"]; got != "below" {
			t.Errorf("%s: the field is %v", prefix, got)
		}
		self := o["_links"].(map[string]any)["self"].([]any)[0].(map[string]any)["href"].(string)
		if a := s.do("administrator", "GET", self[strings.Index(self, prefix):]+"/revisions", nil); a.status != 200 {
			t.Errorf("%s/revisions: %d %s", self, a.status, a.body)
		}
		if a := s.do("", "GET", prefix+"/shop/v1/shelves", nil); a.status != 200 {
			t.Errorf("%s: terms: %d", prefix, a.status)
		}
		if a := s.do("", "GET", prefix+"/shop/v1", nil); a.status != 200 {
			t.Errorf("%s: the namespace: %d", prefix, a.status)
		}
	}
	if a := s.do("", "GET", "/wp-json/wp/v2/note", nil); a.status != 404 {
		t.Errorf("the usual route: %d", a.status)
	}
	if a := s.do("administrator", "GET", "/wp-json/wp/v2/types/note?context=edit", nil); a.object(t)["rest_namespace"] != "shop/v1" {
		t.Errorf("%s", a.body)
	}
	// No declaration takes the place of routes that are there.
	for _, space := range s.do("administrator", "GET", "/wp-json/", nil).object(t)["namespaces"].([]any) {
		if space == "shop/v1" || space == "wp/v2" {
			continue
		}
		if a := apply(`{"kind":"type","name":"other","show_in_rest":true,"rest_namespace":"` + space.(string) + `"}`); a.status != 400 {
			t.Errorf("%s: %d %s", space, a.status, a.body)
		}
	}
	if a := apply(`{"kind":"fields","name":"more","object_subtype":["note"],"fields":[{"key":"sub","type":"string","show_in_rest":true}]}`); a.status != 400 {
		t.Errorf("a key that the API calls another field: %d", a.status)
	}
}

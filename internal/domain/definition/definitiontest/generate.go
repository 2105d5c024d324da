// Package definitiontest makes random definitions for tests.
package definitiontest

import (
	"fmt"
	"math/rand/v2"

	"quoin/internal/platform/wire"
)

// Site is a random valid set of definitions that fit together, as texts.
func Site(r *rand.Rand) []string {
	var out []string
	var types, taxonomies []any
	add := func(o *wire.Object) { out = append(out, string(wire.Encode(o, nil))) }
	for i := range 1 + r.IntN(3) {
		types = append(types, fmt.Sprintf("type-%d", i))
	}
	for i := range r.IntN(3) {
		taxonomies = append(taxonomies, fmt.Sprintf("tax_%d", i))
	}
	for i, name := range types {
		add(typ(r, name.(string), i))
	}
	for i, name := range taxonomies {
		o := wire.NewObject("kind", "taxonomy", "name", name, "object_type", []any{types[r.IntN(len(types))]}, "show_in_rest", true)
		some(r, o, "label", fmt.Sprint("Taxonomy ", i), "public", yes(r), "hierarchical", yes(r), "rest_base", fmt.Sprintf("terms-%d", i),
			"rewrite", rewrite(r, fmt.Sprintf("t/%d", i)), "show_admin_column", yes(r))
		add(o)
	}
	for i := range r.IntN(3) {
		o := wire.NewObject("kind", "fields", "name", fmt.Sprintf("group-%d", i), "object_subtype", []any{types[r.IntN(len(types))]})
		some(r, o, "label", "Facts")
		var fields []any
		for j := range 1 + r.IntN(5) {
			fields = append(fields, field(r, fmt.Sprintf("f_%d_%d", i, j), types, taxonomies))
		}
		o.Set("fields", fields)
		add(o)
	}
	return out
}

func yes(r *rand.Rand) bool { return r.IntN(2) == 0 }

// some sets about half of the members.
func some(r *rand.Rand, o *wire.Object, members ...any) {
	for i := 0; i < len(members); i += 2 {
		if yes(r) {
			o.Set(members[i].(string), members[i+1])
		}
	}
}

func rewrite(r *rand.Rand, slug string) any {
	if r.IntN(4) == 0 {
		return false
	}
	o := wire.NewObject("slug", slug)
	some(r, o, "with_front", yes(r))
	return o
}

func typ(r *rand.Rand, name string, i int) *wire.Object {
	o := wire.NewObject("kind", "type", "name", name, "show_in_rest", true)
	archives := []any{true, false, fmt.Sprintf("all/%d", i)}
	supports := []any{[]any{"title", "editor", "custom-fields"}, []any{"title", "revisions", "page-attributes", "author"}, false}
	capabilities := []any{"post", "page", []any{"thing", "things"}}
	some(r, o, "label", fmt.Sprint("Things ", i), "labels", wire.NewObject("singular_name", "Thing"), "public", yes(r), "hierarchical", yes(r),
		"rest_base", fmt.Sprintf("things-%d", i), "has_archive", archives[r.IntN(3)], "supports", supports[r.IntN(3)], "rewrite", rewrite(r, fmt.Sprintf("s/%d", i)),
		"capability_type", capabilities[r.IntN(3)], "grant", yes(r), "menu_icon", "dashicons-book",
		"template", []any{[]any{"core/paragraph", wire.NewObject("content", "a")}, []any{"core/group", &wire.Object{}, []any{[]any{"core/heading"}}}})
	return o
}

func field(r *rand.Rand, key string, types, taxonomies []any) *wire.Object {
	o := wire.NewObject("key", key)
	some(r, o, "label", "Field", "description", "What it is for", "help", "How to fill it in")
	shown := func(more ...any) any {
		if len(more) == 0 {
			return true
		}
		return wire.NewObject("schema", wire.NewObject(more...))
	}
	switch r.IntN(7) {
	case 0:
		o.Set("type", "string")
		o.Set("single", true)
		o.Set("show_in_rest", shown())
		some(r, o, "default", "usual", "index", yes(r), "unique", yes(r), "required", yes(r))
	case 1:
		o.Set("type", "number")
		o.Set("single", yes(r))
		o.Set("show_in_rest", shown("minimum", int64(0), "maximum", int64(100)))
		some(r, o, "default", 2.5, "index", true)
	case 2:
		o.Set("type", "boolean")
		some(r, o, "single", yes(r), "default", yes(r))
	case 3:
		o.Set("type", "array")
		o.Set("single", true)
		o.Set("show_in_rest", shown("items", wire.NewObject("type", "string", "enum", []any{"a", "b"})))
		some(r, o, "index", true, "required", yes(r))
	case 4:
		o.Set("type", "object")
		o.Set("single", true)
		o.Set("show_in_rest", shown("properties", wire.NewObject("w", wire.NewObject("type", "integer"), "h", wire.NewObject("type", "integer"))))
	case 5:
		o.Set("type", "string")
		o.Set("single", true)
		o.Set("show_in_rest", shown("format", "date-time", "context", []any{"view", "edit"}))
		some(r, o, "index", true)
	case 6:
		o.Set("type", "integer")
		o.Set("single", yes(r))
		o.Set("show_in_rest", true)
		to := wire.NewObject("to", "type", "name", types[r.IntN(len(types))])
		switch n := r.IntN(4); {
		case n == 0 && len(taxonomies) > 0:
			to = wire.NewObject("to", "taxonomy", "name", taxonomies[r.IntN(len(taxonomies))])
		case n == 1:
			to = wire.NewObject("to", "user")
		case n == 2:
			to = wire.NewObject("to", "media")
		}
		some(r, to, "inverse", "back-"+key)
		o.Set("relation", to)
	}
	return o
}

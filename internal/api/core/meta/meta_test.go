package meta_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"quoin/internal/api/core/meta"
	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var keys = meta.Set{Keys: []meta.Key{
	{Name: "text", Schema: schema.Str("", schema.Default(""))},
	{Name: "number", Schema: schema.Int("", schema.Default(7), schema.Max(99))},
	{Name: "flag", Schema: schema.Bool("")},
	{Name: "list", Schema: schema.Int(""), Repeated: true},
	{Name: "object", Schema: schema.Obj([]schema.Property{{Name: "a", Schema: schema.Int("")}}, "", schema.Strict())},
	{Name: "editing", Schema: schema.Str("", schema.In("edit"))},
	{Name: "_own", Schema: schema.Str(""), Allow: func(a access.Actor) bool { return a.ID == 1 }},
}}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stored  content.Meta
		context string
		want    string
	}{
		{nil, "view", `{"text":"","number":7,"flag":null,"list":[],"object":null,"_own":null}`},
		{nil, "edit", `{"text":"","number":7,"flag":null,"list":[],"object":null,"editing":null,"_own":null}`},
		// Imported values are texts; of several the first counts.
		{content.Meta{"text": {"a", "b"}, "number": {"5"}, "flag": {"1"}, "list": {"1", int64(2)}, "hidden": {"x"}}, "view",
			`{"text":"a","number":5,"flag":true,"list":[1,2],"object":null,"_own":null}`},
		// What doesn't fit.
		{content.Meta{"text": {int64(5)}, "number": {"many"}, "flag": {"maybe"}, "list": {"x"}, "object": {wire.NewObject("b", 1)}}, "view",
			`{"text":null,"number":null,"flag":null,"list":[null],"object":null,"_own":null}`},
		{content.Meta{"text": {""}, "number": {""}, "flag": {""}, "list": {""}}, "view",
			`{"text":"","number":0,"flag":false,"list":[0],"object":null,"_own":null}`},
		{content.Meta{"object": {wire.NewObject("a", "1")}}, "view", `{"text":"","number":7,"flag":null,"list":[],"object":{"a":1},"_own":null}`},
	} {
		if got := string(wire.Encode(keys.Read(c.stored, c.context, nil), nil)); got != c.want {
			t.Errorf("%v in %s: %s, want %s", c.stored, c.context, got, c.want)
		}
	}
	if got := string(wire.Encode((&meta.Set{}).Read(content.Meta{"a": {"b"}}, "view", nil), nil)); got != "[]" {
		t.Errorf("no keys: %s", got)
	}
}

func TestChanges(t *testing.T) {
	t.Parallel()
	stored := content.Meta{"text": {"old"}, "list": {int64(1)}, "number": {"many"}, "_own": {"x"}}
	for _, c := range []struct {
		given  string
		user   int64
		may    bool
		want   string // what was stored
		errors string // codes
		status int
	}{
		{`{}`, 1, true, "[]", "", 0},
		{`{"text":"new","unknown":1}`, 1, true, "[text=[new]]", "", 0},
		{`{"text":"old"}`, 2, false, "[]", "", 0},
		{`{"text":"new"}`, 2, false, "[]", "rest_cannot_update", 403},
		{`{"text":null}`, 1, true, "[text=[]]", "", 0},
		{`{"text":null}`, 0, false, "[]", "rest_cannot_delete", 401},
		{`{"list":[]}`, 1, true, "[list=[]]", "", 0},
		{`{"list":"2,3"}`, 1, true, "[list=[2 3]]", "", 0},
		// Values that are stored stay before new ones.
		{`{"list":[3,1]}`, 1, true, "[list=[1 3]]", "", 0},
		{`{"list":["x"]}`, 1, true, "[]", "rest_invalid_type", 400},
		{`{"number":null}`, 1, true, "[]", "rest_invalid_stored_value", 500},
		{`{"number":"5"}`, 1, true, "[number=[5]]", "", 0},
		{`{"number":100}`, 1, true, "[]", "rest_out_of_bounds", 400},
		{`{"object":{"b":1}}`, 1, true, "[]", "rest_additional_properties_forbidden", 400},
		{`{"_own":"y"}`, 1, true, "[_own=[y]]", "", 0},
		{`{"_own":"y"}`, 2, true, "[]", "rest_cannot_update", 403},
		// In the order of registration; the others are stored all the same.
		{`{"_own":"y","number":"x","text":"new"}`, 2, true, "[text=[new]]", "rest_invalid_type rest_cannot_update", 403},
	} {
		v, err := wire.Decode([]byte(c.given))
		if err != nil {
			t.Fatal(err)
		}
		written := []string{}
		changes, err := keys.Changes(t.Context(), v.(*wire.Object), meta.Target{Actor: access.Actor{ID: c.user}, Stored: stored, May: c.may})
		for _, key := range slices.Sorted(maps.Keys(changes)) {
			written = append(written, fmt.Sprint(key, "=", changes[key]))
		}
		codes, status := "", 0
		if f := fault.As(err); f != nil {
			codes, status = f.Code, f.HTTPStatus()
			for _, m := range f.More {
				codes += " " + m.Code
			}
			if !f.CommitAnyway {
				t.Errorf("%s: the fault takes back what was stored", c.given)
			}
		}
		if fmt.Sprint(written) != c.want || codes != c.errors || status != c.status {
			t.Errorf("%s by %d: stored %v, %d %s, want %s, %d %s", c.given, c.user, written, status, codes, c.want, c.status, c.errors)
		}
	}
}

// TestNamesOfRefusals holds that refusals name keys as symbols, which mounts print in
// their words.
func TestNamesOfRefusals(t *testing.T) {
	t.Parallel()
	keys := &meta.Set{Keys: []meta.Key{
		{Name: "_number", Schema: schema.Int("")},
		{Name: "_closed", Schema: schema.Str(""), Allow: func(access.Actor) bool { return false }},
	}}
	for name, v := range map[string]any{"_number": "x", "_closed": "y"} {
		_, err := keys.Changes(t.Context(), wire.NewObject(name, v), meta.Target{May: true})
		problem := fault.As(err)
		if problem == nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !strings.Contains(problem.Message, wire.Mark+name) {
			t.Errorf("%s: %q", name, problem.Message)
		}
	}
}

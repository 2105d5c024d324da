package openapi

import (
	"fmt"
	"testing"

	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

func TestTemplates(t *testing.T) {
	for pattern, want := range map[string]string{
		`/core/v2/posts`:                                          "/core/v2/posts []",
		`/core/v2/posts/(?P<id>[\d]+)/autosaves`:                  `/core/v2/posts/{id}/autosaves [{id [\d]+}]`,
		`/a/(?P<stylesheet>[\/\s%\w\.\(\)\[\]\@_\-]+)/variations`: `/a/{stylesheet}/variations [{stylesheet [\/\s%\w\.\(\)\[\]\@_\-]+}]`,
		`/a/(?P<id>([^\/:<>\*\?"\|]+(?:\/[^\/]+)?)[\/\w%-]+)`:     `/a/{id} [{id ([^\/:<>\*\?"\|]+(?:\/[^\/]+)?)[\/\w%-]+}]`,
		`/icons/(?P<name>[a-z]+(?:x/y)?/[a-z/]+)`:                 `/icons/{name_1}/{name_2} [{name_1 [a-z]+(?:x/y)?} {name_2 [a-z/]+}]`,
		`/(?P<a>\)+)/(?P<b>1|2)`:                                  `/{a}/{b} [{a \)+} {b 1|2}]`,
	} {
		path, vars := template(pattern)
		if got := fmt.Sprint(path, " ", vars); got != want {
			t.Errorf("%s is %s, want %s", pattern, got, want)
		}
	}
}

// TestPortable says expressions as ECMAScript's strict form takes them.
func TestPortable(t *testing.T) {
	for pattern, want := range map[string]string{
		`[\d]+`:                    `[\d]+`,
		`[\w-]+`:                   `[\w\-]+`,
		`[a-z\-]+`:                 `[a-z\-]+`,
		`[\/\s\@_\-]+`:             `[\/\s@_\-]+`,
		`[^\/:<>\*\?"\|]+(?:\/a)?`: `[^\/:<>\*\?"\|]+(?:\/a)?`,
		`[\w-%]`:                   `[\w\-%]`,
		`a\-b`:                     `a-b`,
	} {
		if got := portable(pattern); got != want {
			t.Errorf("%s is %s, want %s", pattern, got, want)
		}
	}
}

// TestSchemas turns words of draft 4, and those of clients, into JSON Schema
// 2020-12.
func TestSchemas(t *testing.T) {
	required := schema.Str("Name.", schema.Default("x"))
	required.Required, required.Contexts = true, []string{"view"}
	bounded := schema.Num("", schema.Min(1), schema.Max(5))
	bounded.ExclusiveMinimum = true
	for _, test := range []struct {
		s      *schema.Schema
		answer bool
		want   string
	}{
		{schema.Obj([]schema.Property{{Name: "a", Schema: required}}, ""), false,
			`{"type":"object","properties":{"a":{"description":"Name.","type":"string","default":"x"}},"required":["a"]}`},
		{schema.Obj([]schema.Property{{Name: "a", Schema: required}}, ""), true, // in other contexts it has no members
			`{"type":["object","array"],"properties":{"a":{"description":"Name.","type":"string"}}}`},
		{schema.Obj(nil, ""), true, `{"type":["object","array"]}`},
		{schema.Str("", schema.Format(schema.DateTime), schema.Zoned()), true, `{"type":"string","format":"date-time"}`},
		{schema.Str("", schema.Format(schema.URI)), true, `{"type":"string","format":"uri-reference"}`},
		{bounded, false, `{"type":"number","maximum":5,"exclusiveMinimum":1}`},
		{schema.Str("", schema.Format(schema.HexColor)), false, `{"type":"string"}`},
		{schema.Str("", schema.Readonly()), true, `{"type":"string","readOnly":true}`},
		{&schema.Schema{OneOf: []*schema.Schema{schema.Str(""), schema.Int("")}}, false, `{"anyOf":[{"type":"string"},{"type":"integer"}]}`},
	} {
		if got := string(wire.Encode(schemaOf(test.s, nil, test.answer), nil)); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

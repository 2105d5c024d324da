package schema_test

import (
	"testing"

	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

func TestPublish(t *testing.T) {
	t.Parallel()
	extra := func(key string, v any) schema.Option {
		return func(s *schema.Schema) { s.Extra = wire.NewObject(key, v) }
	}
	cases := []struct {
		name   string
		schema *schema.Schema
		want   string
	}{
		{"no context", schema.Str("", schema.In("view")).With(func(s *schema.Schema) { s.Contexts = []string{} }), `{"type":"string","context":[]}`},
		{"any context", schema.Str(""), `{"type":"string"}`},
		{"enum", schema.Str("", schema.Enum("a", "b")), `{"type":"string","enum":["a","b"]}`},
		{
			"enum as map", schema.Str("", schema.Enum("a", "b")).With(func(s *schema.Schema) { s.EnumMap = true }),
			`{"type":"string","enum":{"a":"a","b":"b"}}`,
		},
		{"extra", schema.Str("", extra("title", "")), `{"type":"string","title":""}`},
	}
	for _, c := range cases {
		if got := string(wire.Encode(c.schema.Public(nil, true), nil)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

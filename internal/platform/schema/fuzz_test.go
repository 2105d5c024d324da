package schema_test

import (
	"testing"

	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// declared are schemas of all kinds. A value that passes one and is cleaned
// passes it again; where cleaning may make a text shorter than its check asks
// for, no check asks for a length, and no alternatives share a value.
func declared() []*schema.Schema {
	whole := schema.Int("", schema.Min(-5), schema.Max(1000))
	object := schema.Obj([]schema.Property{
		{Name: "a", Schema: whole}, {Name: "b", Schema: schema.List(schema.Str(""), "", schema.MaxItems(3))},
	}, "", schema.Strict())
	object.PatternProperties = []schema.Property{{Name: `^x\d*$`, Schema: schema.Bool("")}}
	loose := schema.Obj([]schema.Property{{Name: "a", Schema: object}}, "")
	loose.AdditionalProperties = schema.Num("")
	return []*schema.Schema{
		schema.New("", ""), schema.Str(""), whole, schema.Num(""), schema.Bool(""), schema.New("null", ""),
		schema.Str("", schema.Enum("a", "b")), schema.Str("", schema.MinLen(2), schema.Pattern(`^[a-z]`)),
		schema.Str("", schema.Format(schema.DateTime)), schema.Str("", schema.Format(schema.Email)),
		schema.Str("", schema.Format(schema.HexColor)), schema.Str("", schema.Format(schema.IP)), schema.Str("", schema.Format(schema.UUID)),
		schema.Str("", schema.Format(schema.URI)), schema.Str("", schema.Format(schema.TextField)), schema.Str("", schema.Format(schema.TextareaField)),
		schema.List(whole, "", schema.Unique()), schema.List(schema.List(schema.Str("", schema.Enum("a")), ""), ""),
		object, loose,
		schema.New("", "", schema.Types("integer", "string", "null")), schema.New("", "", schema.Types("boolean", "array", "object")),
		schema.New("", "", schema.Types("object", "array"), schema.OneOf(schema.List(whole, "", schema.MinItems(1)), object)),
		schema.New("", "", schema.AnyOf(whole, schema.Str("", schema.Enum("a")), object)),
	}
}

func FuzzSchema(f *testing.F) {
	for _, seed := range []string{
		`5`, `"5"`, `"a"`, `""`, `null`, `true`, `[1,"2"]`, `{"a":"1","b":"x,y,z"}`, `{"x1":"true"}`, `"1,2"`, `{"0":[1]}`, `1e300`, `"1e999"`,
		`"2024-01-01T00:00:00Z"`, `"a@b.co"`, `"#fff"`, `"::1"`, `"http://x"`, `{"a":{"a":1},"z":2}`, `[[["a"]]]`, `"99999999999999999999"`, `-0`,
	} {
		for i := range declared() {
			f.Add(i, seed)
		}
	}
	f.Fuzz(func(t *testing.T, n int, text string) {
		v, err := wire.Decode([]byte(text))
		if err != nil {
			t.Skip()
		}
		all := declared()
		s := all[(n%len(all)+len(all))%len(all)]
		if s.Validate(v, "x") != nil {
			_, _ = s.Sanitize(v, "x") // must not panic either
			return
		}
		clean, problem := s.Sanitize(wire.CloneValue(v), "x")
		if problem != nil {
			if problem.Code != "rest_duplicate_items" {
				t.Fatalf("%s passes but can't be cleaned: %v", text, problem)
			}
			return
		}
		if again := s.Validate(clean, "x"); again != nil {
			t.Errorf("%s passes; cleaned it is %s: %v", text, wire.Encode(clean, nil), again)
		}
	})
}

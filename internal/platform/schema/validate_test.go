package schema_test

import (
	"testing"

	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// rule is one row of what values become under a schema. Values and results are
// JSON. A row with a code says that the check refuses the value with the text.
type rule struct {
	schema *schema.Schema
	value  string
	want   string
	code   string
	text   string
	data   string // of the problem; "" for none
}

func of(t testing.TB, text string) any {
	t.Helper()
	v, err := wire.Decode([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func check(t *testing.T, rules []rule) {
	t.Helper()
	for _, c := range rules {
		v := of(t, c.value)
		name := string(wire.Encode(c.schema.Public(nil, true), nil)) + " <- " + c.value
		err := c.schema.Validate(v, "x")
		if c.code != "" {
			switch {
			case err == nil:
				t.Errorf("%s: fits, want %s", name, c.code)
			case err.Code != c.code || err.Message != c.text:
				t.Errorf("%s: %s %q, want %s %q", name, err.Code, err.Message, c.code, c.text)
			default:
				if got := string(wire.Encode(err.Data, nil)); c.data != "" && got != c.data {
					t.Errorf("%s: data %s, want %s", name, got, c.data)
				}
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := c.schema.Sanitize(v, "x")
		if err != nil {
			t.Errorf("%s: cleaning: %v", name, err)
			continue
		}
		if text := string(wire.Encode(got, nil)); text != c.want {
			t.Errorf("%s: becomes %s, want %s", name, text, c.want)
		}
	}
}

const notType, outOf, notIn = "rest_invalid_type", "rest_out_of_bounds", "rest_not_in_enum"

func with(options ...schema.Option) *schema.Schema { return schema.New("", "", options...) }

func ptr[T any](v T) *T { return &v }

func TestTypes(t *testing.T) {
	t.Parallel()
	str, whole, num, flag := schema.Str(""), schema.Int(""), schema.Num(""), schema.Bool("")
	list, object, null := schema.New("array", ""), schema.New("object", ""), schema.New("null", "")
	no := func(s *schema.Schema, typ string, values ...string) []rule {
		var out []rule
		for _, v := range values {
			out = append(out, rule{s, v, "", notType, "x must be of type " + typ + ".", `{"param":"x"}`})
		}
		return out
	}
	rules := []rule{
		{schema: str, value: `"a"`, want: `"a"`},
		{schema: str, value: `""`, want: `""`},
		{schema: whole, value: `5`, want: `5`},
		{schema: whole, value: `5.0`, want: `5`},
		{schema: whole, value: `"5"`, want: `5`},
		{schema: whole, value: `" 5 "`, want: `5`},
		{schema: whole, value: `"+5"`, want: `5`},
		{schema: whole, value: `"-5"`, want: `-5`},
		{schema: whole, value: `"5.0"`, want: `5`},
		{schema: whole, value: `"1e3"`, want: `1000`},
		{schema: whole, value: `"5."`, want: `5`},
		{schema: whole, value: `"007"`, want: `7`},
		{schema: whole, value: `"99999999999999999999"`, want: `9223372036854775807`},
		{schema: num, value: `"5.5"`, want: `5.5`},
		{schema: num, value: `" .5"`, want: `0.5`},
		{schema: num, value: `5`, want: `5`},
		{schema: flag, value: `true`, want: `true`},
		{schema: flag, value: `"TRUE"`, want: `true`},
		{schema: flag, value: `"1"`, want: `true`},
		{schema: flag, value: `1`, want: `true`},
		{schema: flag, value: `"False"`, want: `false`},
		{schema: flag, value: `"0"`, want: `false`},
		{schema: flag, value: `0`, want: `false`},
		{schema: list, value: `[1,"a"]`, want: `[1,"a"]`},
		{schema: list, value: `"a, b  c\td"`, want: `["a","b","c","d"]`},
		{schema: list, value: `""`, want: `[]`},
		{schema: list, value: `" , "`, want: `[]`},
		{schema: list, value: `5`, want: `["5"]`},
		{schema: list, value: `true`, want: `["1"]`},
		{schema: list, value: `{"0":"a","1":"b"}`, want: `["a","b"]`},
		{schema: list, value: `{"1":"a"}`, want: `["a"]`},
		{schema: list, value: `{"7":"a","-3":"b"}`, want: `["a","b"]`},
		{schema: list, value: `{}`, want: `[]`},
		{schema: object, value: `{"a":1}`, want: `{"a":1}`},
		{schema: object, value: `[]`, want: `{}`},
		{schema: object, value: `""`, want: `{}`},
		{schema: null, value: `null`, want: `null`},
		{schema: with(), value: `{"a":[1]}`, want: `{"a":[1]}`},
		{schema: with(schema.Types("integer", "string")), value: `"5"`, want: `5`},
		{schema: with(schema.Types("integer", "string")), value: `"5.5"`, want: `"5.5"`},
		{schema: with(schema.Types("string", "integer")), value: `"5"`, want: `"5"`},
		{schema: with(schema.Types("integer", "string")), value: `""`, want: `""`},
		{schema: with(schema.Types("array", "string")), value: `"a,b"`, want: `["a","b"]`},
		{schema: with(schema.Types("array", "string")), value: `""`, want: `""`},
		{schema: with(schema.Types("string", "null")), value: `null`, want: `null`},
		{schema: with(schema.Types("boolean", "integer")), value: `"1"`, want: `true`},
		{schema: with(schema.Types("boolean", "integer")), value: `"2"`, want: `2`},
		{schema: with(schema.Types("object", "array")), value: `"a"`, want: `["a"]`},
	}
	rules = append(rules, no(str, "string", `5`, `true`, `null`, `[]`, `{}`)...)
	rules = append(rules, no(whole, "integer", `5.5`, `"5.5"`, `""`, `"a"`, `"5 a"`, `"0x1A"`, `"1_0"`, `"inf"`, `"--5"`, `true`, `null`, `[5]`)...)
	rules = append(rules, no(num, "number", `"a"`, `""`, `"NaN"`, `"0x1p2"`, `false`, `[]`)...)
	rules = append(rules, no(flag, "boolean", `""`, `"yes"`, `2`, `"2"`, `null`, `[]`, `1.5`)...)
	rules = append(rules, no(list, "array", `{"a":1}`, `{"0":1,"a":2}`, `{"01":1}`, `null`)...)
	rules = append(rules, no(object, "object", `"a"`, `5`, `null`, `true`)...)
	rules = append(rules, no(null, "null", `""`, `0`, `false`, `[]`)...)
	rules = append(rules, no(with(schema.Types("integer", "null")), "integer,null", `"a"`, `true`)...)
	check(t, rules)
}

func TestEnum(t *testing.T) {
	t.Parallel()
	two, three, one := schema.Str("", schema.Enum("a", "b")), schema.Str("", schema.Enum("a", "b", "c")), schema.Str("", schema.Enum("a"))
	numbers := schema.Int("")
	numbers.Enum = []any{int64(1), 5.0}
	check(t, []rule{
		{schema: two, value: `"a"`, want: `"a"`},
		{two, `"A"`, "", notIn, "x must be one of a and b.", ""},
		{three, `""`, "", notIn, "x must be one of a, b, and c.", ""},
		{one, `"b"`, "", notIn, "x is not a.", ""},
		// Compared after cleaning.
		{schema: numbers, value: `"5.0"`, want: `5`},
		{schema: numbers, value: `1`, want: `1`},
		{numbers, `2`, "", notIn, "x must be one of 1 and 5.", ""},
		// The type is judged first.
		{two, `5`, "", notType, "x must be of type string.", ""},
		{schema: schema.List(two, ""), value: `"a b,a"`, want: `["a","b","a"]`},
		{schema.List(two, ""), `["a","c"]`, "", notIn, "x[1] must be one of a and b.", ""},
	})
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	exclusive := schema.Num("", schema.Min(1), schema.Max(5)).With(func(s *schema.Schema) { s.ExclusiveMinimum, s.ExclusiveMaximum = true, true })
	above := schema.Num("", schema.Min(1)).With(func(s *schema.Schema) { s.ExclusiveMinimum = true })
	below := schema.Num("", schema.Max(5)).With(func(s *schema.Schema) { s.ExclusiveMaximum = true })
	fives := schema.Int("", schema.Max(1e19)).With(func(s *schema.Schema) { s.MultipleOf = ptr(5.0) })
	halves := schema.Num("").With(func(s *schema.Schema) { s.MultipleOf = ptr(0.5) })
	between := "x must lie between 1 (inclusive) and 100 (inclusive)"
	check(t, []rule{
		{schema: schema.Int("", schema.Min(1), schema.Max(100)), value: `1`, want: `1`},
		{schema: schema.Int("", schema.Min(1), schema.Max(100)), value: `"100"`, want: `100`},
		{schema.Int("", schema.Min(1), schema.Max(100)), `0`, "", outOf, between, ""},
		{schema.Int("", schema.Min(1), schema.Max(100)), `"101"`, "", outOf, between, ""},
		{schema.Int("", schema.Min(1)), `0`, "", outOf, "x must be at least 1", ""},
		{schema.Int("", schema.Max(1)), `2`, "", outOf, "x must be at most 1", ""},
		{exclusive, `1`, "", outOf, "x must lie between 1 (exclusive) and 5 (exclusive)", ""},
		{exclusive, `5`, "", outOf, "x must lie between 1 (exclusive) and 5 (exclusive)", ""},
		{schema: exclusive, value: `1.01`, want: `1.01`},
		{above, `1`, "", outOf, "x must be above 1", ""},
		{below, `5`, "", outOf, "x must be below 5", ""},
		{schema: below, value: `4.9`, want: `4.9`},
		// Bounds come before the test for an integer, multiples before bounds.
		{schema.Int("", schema.Min(1)), `0.5`, "", outOf, "x must be at least 1", ""},
		{fives, `7`, "", "rest_invalid_multiple", "x must be divisible by 5.", ""},
		{fives, `1.5`, "", "rest_invalid_multiple", "x must be divisible by 5.", ""},
		{schema: fives, value: `"-10"`, want: `-10`},
		{schema: fives, value: `0`, want: `0`},
		{schema: halves, value: `2.5`, want: `2.5`},
		{schema: halves, value: `1e300`, want: `1.0e+300`},
		{halves, `2.4`, "", "rest_invalid_multiple", "x must be divisible by 0.5.", ""},
		{halves, `"a"`, "", notType, "x must be of type number.", ""},
	})
}

func TestStrings(t *testing.T) {
	t.Parallel()
	short := schema.Str("", schema.MinLen(2))
	long := schema.Str("").With(func(s *schema.Schema) { s.MaxLength = ptr(1) })
	pattern := schema.Str("", schema.Pattern(`[a-c]\d`))
	check(t, []rule{
		{schema: short, value: `"äö"`, want: `"\u00e4\u00f6"`},
		{short, `"ä"`, "", "rest_too_short", "x must have at least 2 characters.", ""},
		{schema.Str("", schema.MinLen(1)), `""`, "", "rest_too_short", "x must have at least 1 character.", ""},
		{schema: long, value: `"ä"`, want: `"\u00e4"`},
		{long, `"ab"`, "", "rest_too_long", "x may have at most 1 character.", ""},
		{schema: pattern, value: `"xxb7yy"`, want: `"xxb7yy"`},
		{pattern, `"B7"`, "", "rest_invalid_pattern", `x doesn't match the pattern [a-c]\d.`, ""},
	})
}

func TestLists(t *testing.T) {
	t.Parallel()
	ids := schema.List(schema.Int(""), "")
	unique := schema.List(schema.Int(""), "", schema.Unique())
	any_ := schema.New("array", "", schema.Unique())
	check(t, []rule{
		{schema: ids, value: `"1,2 3"`, want: `[1,2,3]`},
		{schema: ids, value: `["1",2.0]`, want: `[1,2]`},
		{schema: ids, value: `{"3":"1"}`, want: `[1]`},
		{ids, `[1,"a"]`, "", notType, "x[1] must be of type integer.", `{"param":"x[1]"}`},
		{ids, `"1,a"`, "", notType, "x[1] must be of type integer.", `{"param":"x[1]"}`},
		{schema.List(ids, ""), `[[1],["a"]]`, "", notType, "x[1][0] must be of type integer.", `{"param":"x[1][0]"}`},
		{schema.List(schema.Str(""), "", schema.MinItems(2)), `["a"]`, "", "rest_too_few_items", "x must have at least 2 items.", ""},
		{schema.List(schema.Str(""), "", schema.MinItems(1)), `""`, "", "rest_too_few_items", "x must have at least 1 item.", ""},
		{schema.List(schema.Str(""), "", schema.MaxItems(1)), `"a,b"`, "", "rest_too_many_items", "x may have at most 1 item.", ""},
		{any_, `["a","b","a"]`, "", "rest_duplicate_items", "x has an item twice.", ""},
		{any_, `[{"a":1,"b":2},{"b":2,"a":1}]`, "", "rest_duplicate_items", "x has an item twice.", ""},
		{schema: any_, value: `[1,"1",[1]]`, want: `[1,"1",[1]]`},
		// Problems of items come before those of the list.
		{schema.List(schema.Int(""), "", schema.MaxItems(1)), `["a","b"]`, "", notType, "x[0] must be of type integer.", ""},
		{unique, `[1,1]`, "", "rest_duplicate_items", "x has an item twice.", ""},
	})
	if _, err := unique.Sanitize(of(t, `[1,"1"]`), "x"); err == nil || err.Code != "rest_duplicate_items" {
		t.Errorf("items that cleaning makes equal: %v", err)
	}
}

func TestObjects(t *testing.T) {
	t.Parallel()
	a := schema.Property{Name: "a", Schema: schema.Int("")}
	plain := schema.Obj([]schema.Property{a}, "")
	strict := schema.Obj([]schema.Property{a}, "", schema.Strict())
	others := plain.With(func(s *schema.Schema) { s.AdditionalProperties = schema.Str("") })
	patterns := schema.Obj([]schema.Property{a}, "", schema.Strict()).With(func(s *schema.Schema) {
		s.PatternProperties = []schema.Property{{Name: "^x", Schema: schema.Bool("")}, {Name: "^xx", Schema: schema.Int("")}}
	})
	required := schema.Obj([]schema.Property{{Name: "a", Schema: schema.Int("", schema.Required())}}, "")
	listed := plain.With(func(s *schema.Schema) { s.RequiredProperties = []string{"a", "b"} })
	two := schema.New("object", "").With(func(s *schema.Schema) { s.MinProperties, s.MaxProperties = ptr(2), ptr(2) })
	nested := schema.Obj([]schema.Property{{Name: "o", Schema: strict}}, "")
	check(t, []rule{
		{schema: plain, value: `{"b":"x","a":"1"}`, want: `{"b":"x","a":1}`},
		{plain, `{"a":"x"}`, "", notType, "x[a] must be of type integer.", `{"param":"x[a]"}`},
		{schema: strict, value: `{"a":"1"}`, want: `{"a":1}`},
		{strict, `{"b":1}`, "", "rest_additional_properties_forbidden", "b is no member that is allowed.", ""},
		{nested, `{"o":{"b":1}}`, "", "rest_additional_properties_forbidden", "b is no member that is allowed.", ""},
		{schema: others, value: `{"a":"1","b":"2"}`, want: `{"a":1,"b":"2"}`},
		{others, `{"b":2}`, "", notType, "x[b] must be of type string.", ""},
		// The first pattern that matches decides, declared names before it.
		{schema: patterns, value: `{"xx":"1","a":"2"}`, want: `{"xx":true,"a":2}`},
		{patterns, `{"y":1}`, "", "rest_additional_properties_forbidden", "y is no member that is allowed.", ""},
		{patterns, `{"xx":7}`, "", notType, "x[xx] must be of type boolean.", ""},
		{required, `{}`, "", "rest_property_required", "a is missing in x.", ""},
		{required, `""`, "", "rest_property_required", "a is missing in x.", ""},
		{listed, `{"a":"bad"}`, "", "rest_property_required", "b is missing in x.", ""},
		{required, `{"a":null}`, "", notType, "x[a] must be of type integer.", ""},
		{two, `{"a":1}`, "", "rest_too_few_properties", "x must have at least 2 properties.", ""},
		{two, `{"a":1,"b":2,"c":3}`, "", "rest_too_many_properties", "x may have at most 2 properties.", ""},
		{schema: two, value: `{"a":1,"b":2}`, want: `{"a":1,"b":2}`},
	})
	// Cleaning alone drops what is forbidden.
	got, err := strict.Sanitize(of(t, `{"b":1,"a":"2"}`), "x")
	if text := string(wire.Encode(got, nil)); err != nil || text != `{"a":2}` {
		t.Errorf("forbidden members: %s, %v", text, err)
	}
}

func TestAlternatives(t *testing.T) {
	t.Parallel()
	const none, many = "rest_no_matching_schema", "rest_one_of_multiple_matches"
	titled := func(title string, s *schema.Schema) *schema.Schema {
		return s.With(func(s *schema.Schema) { s.Title = title })
	}
	object := func(title, member string, s *schema.Schema) *schema.Schema {
		o := schema.Obj([]schema.Property{{Name: member, Schema: s}}, "", schema.Strict())
		o.Title, o.RequiredProperties = title, []string{member}
		return o
	}
	word := with(schema.AnyOf(schema.Int(""), schema.Str("", schema.Enum("a"))))
	named := with(schema.AnyOf(titled("Number", schema.Int("")), titled("Flag", schema.Bool(""))))
	single := with(schema.AnyOf(schema.Int("", schema.Min(4))))
	singleNamed := with(schema.AnyOf(titled("Whole", schema.Int("", schema.Min(4)))))
	both := with(schema.OneOf(schema.Int(""), schema.Num("")))
	bothNamed := with(schema.OneOf(titled("Whole", schema.Int("")), titled("Any", schema.Num(""))))
	objects := with(schema.OneOf(object("A", "a", schema.Int("")), object("B", "b", schema.Int(""))))
	inherits := schema.Int("", schema.OneOf(with(schema.Min(1), schema.Max(3)), with(schema.Min(3), schema.Max(5))))
	check(t, []rule{
		{schema: word, value: `"5"`, want: `5`},
		{schema: word, value: `"a"`, want: `"a"`},
		// One alternative is left when those that fail by type alone are put aside.
		{word, `"b"`, "", none, "x doesn't fit the format. Reason: x is not a.", `{"position":1}`},
		{word, `true`, "", none, "x fits none of the formats.", `null`},
		{named, `"x"`, "", none, "x doesn't fit Number and Flag.", `null`},
		{single, `3`, "", none, "x doesn't fit the format. Reason: x must be at least 4", `{"position":0}`},
		{singleNamed, `3`, "", none, "x doesn't fit Whole. Reason: x must be at least 4", `{"position":0}`},
		{schema: both, value: `"1.5"`, want: `1.5`},
		{both, `1`, "", many, "x fits several of the formats, of which it must be one.", `{"positions":[0,1]}`},
		{bothNamed, `1`, "", many, "x fits Whole and Any, of which it must be one.", `{"positions":[0,1]}`},
		{schema: objects, value: `{"b":"1"}`, want: `{"b":1}`},
		// Of objects the one that shares most names tells the reason.
		{objects, `{"b":"x"}`, "", none, "x doesn't fit B. Reason: x[b] must be of type integer.", `{"position":1}`},
		{objects, `{"c":1}`, "", none, "x doesn't fit A and B.", `null`},
		{schema: inherits, value: `"2"`, want: `2`},
		{inherits, `3`, "", many, "x fits several of the formats, of which it must be one.", `{"positions":[0,1]}`},
		{inherits, `6`, "", none, "x fits none of the formats.", `null`},
	})
}

func TestFormats(t *testing.T) {
	t.Parallel()
	format := func(f string) *schema.Schema { return schema.Str("", schema.Format(f)) }
	var rules []rule
	yes := func(f string, values ...string) {
		for _, v := range values {
			rules = append(rules, rule{schema: format(f), value: v, want: v})
		}
	}
	no := func(f, code, text string, values ...string) {
		for _, v := range values {
			rules = append(rules, rule{format(f), v, "", code, text, ""})
		}
	}
	yes(schema.DateTime, `"2024-00-00T24:00:60"`, `"2024-02-30T01:02:03"`, `"2024-01-01t01:02:03.55+02"`, `"2024-01-01 01:02:03Z"`, `"2024-01-01T01:02:03-02:30"`)
	no(schema.DateTime, "rest_invalid_date", "The date can't be read.",
		`""`, `"2024-01-01"`, `"2024-01-01T01:02"`, `"2024-01-01T01:02:03+0200"`, `"2024-1-1T01:02:03"`, `"2024-01-01T01:02:03z"`,
		`"2024-13-01T00:00:00"`, `"2024-01-32T00:00:00"`, `"2024-01-01T25:00:00"`, `"2024-01-01T00:60:00"`, `"2024-01-01T00:00:61"`,
		`"2024-01-01T00:00:00+25"`, `"2024-01-01T00:00:00+02:60"`,
		`"2024-01-01T01:02:03 "`, `"x2024-01-01T01:02:03"`)
	yes(schema.Email, `"a@b.co"`, `"a+b|c@d-e.f.gh"`)
	no(schema.Email, "rest_invalid_email", "This is no email address.",
		`""`, `"a"`, `"a@b"`, `"a@b@c.co"`, `"a b@c.co"`, `"a@-.co"`, `"@b.co"`, `"a@b..co"`)
	yes(schema.HexColor, `"#abc"`, `"#A1b2C3"`)
	no(schema.HexColor, "rest_invalid_hex_color", "This is no hexadecimal color.", `""`, `"abc"`, `"#ab"`, `"#abcd"`, `"#ggg"`)
	yes(schema.IP, `"127.0.0.1"`, `"::1"`, `"2001:db8::8a2e:370:7334"`)
	no(schema.IP, "rest_invalid_ip", "x must be an IP address.", `""`, `"1.2.3"`, `"300.1.1.1"`, `"::1%eth0"`)
	yes(schema.UUID, `"123e4567-e89b-12d3-a456-426614174000"`)
	no(schema.UUID, "rest_invalid_uuid", "x must be a UUID.", `""`, `"123E4567-E89B-12D3-A456-426614174000"`, `"123e4567e89b12d3a456426614174000"`)
	rules = append(rules,
		rule{schema: format(schema.URI), value: `"http://x.y/ a"`, want: `"http:\/\/x.y\/%20a"`},
		rule{schema: format(schema.URI), value: `"javascript:alert(1)"`, want: `""`},
		rule{schema: format(schema.TextField), value: `" <b>x</b>\n y %41"`, want: `"x y"`},
		rule{schema: format(schema.TextareaField), value: `"<b>x</b>\n y"`, want: `"x\n y"`},
		// A format counts only where the type that was chosen is a string.
		rule{schema: with(schema.Types("string", "null"), schema.Format(schema.DateTime)), value: `null`, want: `null`},
		rule{schema: with(schema.Types("integer", "string"), schema.Format(schema.HexColor)), value: `"5"`, want: `5`},
		rule{with(schema.Types("integer", "string"), schema.Format(schema.HexColor)), `"red"`, "", "rest_invalid_hex_color", "This is no hexadecimal color.", ""},
		// Enumerations come before formats.
		rule{schema.Str("", schema.Format(schema.HexColor), schema.Enum("#fff")), `"red"`, "", notIn, "x is not #fff.", ""})
	check(t, rules)
}

func TestEnumMarksDeclaredNames(t *testing.T) {
	for _, c := range []struct {
		schema *schema.Schema
		want   string
	}{
		{schema.Str("", schema.Enum("post", "core_block"), schema.Symbols()), "x must be one of " + wire.Mark + "post and " + wire.Mark + "core_block."},
		{schema.Str("", schema.Enum("post", "core_block")), "x must be one of post and core_block."},
	} {
		if err := c.schema.Validate("nothing", "x"); err == nil || err.Message != c.want {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

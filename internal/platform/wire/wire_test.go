package wire

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEncode(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{nil, `null`},
		{true, `true`},
		{-3, `-3`},
		{int64(1) << 60, `1152921504606846976`},
		{2.0, `2`},
		{0.1, `0.1`},
		{-5.5, `-5.5`},
		{1e25, `1.0e+25`},
		{"a/b", `"a\/b"`},
		{"\"\\\b\f\n\r\t\x01", `"\"\\\b\f\n\r\t\u0001"`},
		{"é€😀", `"\u00e9\u20ac\ud83d\ude00"`},
		{"a\xffb", `"a\ufffdb"`},
		{"\u2028<>&\x7f", "\"\\u2028<>&\x7f\""},
		{[]int64{1, 2}, `[1,2]`},
		{[]any{}, `[]`},
		{&Object{}, `{}`},
		{Map(), `[]`},
		{NewObject("b", 1, "a", []string{"x"}), `{"b":1,"a":["x"]}`},
		{Symbol("core_block"), `"core_block"`},
		{Ref{Path: "/core/v2/posts", Query: "?a=1"}, `"\/core\/v2\/posts?a=1"`},
		{(*Object)(nil), `null`},
	} {
		if got := string(Encode(c.value, nil)); got != c.want {
			t.Errorf("%#v: got %s, want %s", c.value, got, c.want)
		}
	}
}

func TestObjectKeepsOrderAtAnySize(t *testing.T) {
	o := &Object{}
	var want []string
	for i := range 3 * indexFrom {
		key := strings.Repeat("k", i+1)
		o.Set(key, i)
		want = append(want, key)
	}
	o.Set(want[5], "again")
	o.Delete(want[0])
	o.Delete("nothing")
	want = want[1:]
	if got := strings.Join(o.Keys(), ","); got != strings.Join(want, ",") {
		t.Fatalf("keys %s", got)
	}
	if o.Get(want[4]) != "again" || o.Has("k") || o.Len() != len(want) {
		t.Error("look-ups after a deletion are wrong")
	}
	c := o.Clone()
	c.Set("new", 1)
	if o.Has("new") || !c.Has(want[0]) {
		t.Error("a clone shares its members")
	}
}

func TestDecode(t *testing.T) {
	v, err := Decode([]byte(`{"b":[1,2.5,"x",null,true],"a":{"z":1,"y":2},"b2":12345678901234567890,"a":{"last":1}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(Encode(v, nil)), `{"b":[1,2.5,"x",null,true],"a":{"last":1},"b2":1.2345678901234567e+19}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, bad := range []string{"", " ", "{", "[1,", `{"a`, `"\`, `{"a"}`, "1 2", "nul", strings.Repeat("[", MaxDepth+2) + strings.Repeat("]", MaxDepth+2)} {
		if v, err := Decode([]byte(bad)); err == nil {
			t.Errorf("%.20q gave %v", bad, v)
		}
	}
	if v, err := Decode([]byte("1e999")); err != nil || v.(float64) <= 0 {
		t.Errorf("a number beyond all bounds gave %v, %v", v, err)
	}
}

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b any
		want bool
	}{
		{1, int64(1), true},
		{1, 1.0, true},
		{1, "1", false},
		{NewObject("a", 1, "b", 2), NewObject("b", 2, "a", 1), true},
		{NewObject("a", 1), NewObject("a", 1, "b", nil), false},
		{[]any{"a"}, []string{"a"}, true},
		{[]any{1}, []int64{2}, false},
		{nil, []any{}, false},
		{"x", NewObject(), false},
	} {
		if Equal(c.a, c.b) != c.want {
			t.Errorf("%v and %v: want %v", c.a, c.b, c.want)
		}
	}
}

func TestProject(t *testing.T) {
	value := func() any {
		v, err := Decode([]byte(`{"id":1,"title":{"raw":"r","rendered":"R"},"tags":[1,2],"_links":{"self":[1],"author":[2]}}`))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, c := range []struct{ fields, want string }{
		{"", `{"id":1,"title":{"raw":"r","rendered":"R"},"tags":[1,2],"_links":{"self":[1],"author":[2]}}`},
		{"title.rendered,id", `{"id":1,"title":{"rendered":"R"}}`},
		{"nothing", `[]`},
		{"title.nothing", `{"title":[]}`},
		{"id.x", `{"id":1}`},
		{"tags.x", `{"tags":[]}`},
		{"tags.0", `{"tags":[1]}`},
		{"tags.1,id", `{"id":1,"tags":{"1":2}}`},
		{"_links.self", `{"_links":{"self":[1]}}`},
		{"title,title.raw,id", `{"title":{"raw":"r","rendered":"R"}}`},
		{"title.raw,title,id", `{"id":1,"title":{"raw":"r","rendered":"R"}}`},
		{" , ,", `{"id":1,"title":{"raw":"r","rendered":"R"},"tags":[1,2],"_links":{"self":[1],"author":[2]}}`},
	} {
		f := ParseFields(strings.Split(c.fields, ","))
		if got := string(Encode(f.Project(value()), nil)); got != c.want {
			t.Errorf("%q: got %s, want %s", c.fields, got, c.want)
		}
	}
}

func TestNamedTooLate(t *testing.T) {
	f := ParseFields(strings.Split("title,title.raw, _links.self,id", ","))
	for name, want := range map[string][2]bool{"title": {true, true}, "_links": {false, true}, "id": {false, true}, "raw": {false, false}} {
		if got := [2]bool{f.Wants(name), f.Names(name)}; got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if f = nil; !f.Names("id") {
		t.Error("no names are all names")
	}
}

func TestProjectSolid(t *testing.T) {
	labels := NewObject("name", "n", "all", "a")
	labels.Solid = true
	f := ParseFields([]string{"labels.name"})
	if got := string(Encode(f.Project(NewObject("labels", labels, "id", 1)), nil)); got != `{"labels":{"name":"n","all":"a"}}` {
		t.Error(got)
	}
}

// FuzzDecode holds the decoder to the standard library: both take the same
// documents, and what we print of one reads back as the same value.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5,"x",null,true]}`, `"\ud83d\ude00"`, `[[[]]]`, `1e5`, `{"a":1,"a":2}`, "\"\xff\""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Decode(data)
		if err != nil {
			if json.Valid(data) && !errors.Is(err, ErrDepth) {
				t.Fatalf("refused %q: %v", data, err)
			}
			return
		}
		if !json.Valid(data) {
			t.Fatalf("took %q, which is no JSON", data)
		}
		out := Encode(v, nil)
		if !json.Valid(out) || !utf8.Valid(out) {
			t.Fatalf("printed %q", out)
		}
		again, err := Decode(out)
		if err != nil || !Equal(v, again) {
			t.Fatalf("%q reads back as %v (%v)", out, again, err)
		}
	})
}

func BenchmarkAppendString(b *testing.B) {
	text := strings.Repeat("<p>Some text with \"quotes\" and a path/like/this – plus é.</p>\n", 300)
	b.SetBytes(int64(len(text)))
	var dst []byte
	for b.Loop() {
		dst = AppendString(dst[:0], text)
	}
}

func BenchmarkDecode(b *testing.B) {
	for name, text := range map[string]string{
		"attributes": `{"id":12,"sizeSlug":"large","style":{"spacing":{"padding":{"top":"var:preset|spacing|40","left":"1rem"}},"color":{"text":"#fff"}},"layout":{"type":"constrained"}}`,
		"long":       `{"content":"` + strings.Repeat(`<p class=\"a\">Some text – plus é.</p>\n`, 1000) + `","list":[` + strings.Repeat(`{"a":1,"b":[2.5,null]},`, 500) + `0]}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Decode([]byte(text)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestAppendStringEveryByteAtEveryPlace(t *testing.T) {
	for c := range 256 {
		for at := range 20 {
			s := strings.Repeat("a", at) + string([]byte{byte(c)}) + strings.Repeat("z", 19-at)
			got := string(AppendString(nil, s))
			var back string
			if err := json.Unmarshal([]byte(got), &back); err != nil {
				t.Fatalf("byte %d at %d: %v", c, at, err)
			}
			if want := strings.ToValidUTF8(s, "\uFFFD"); back != want {
				t.Fatalf("byte %d at %d: %s", c, at, got)
			}
			if escaped := strings.Contains(got, `\`); escaped != (c < 0x20 || c >= 0x80 || c == '"' || c == '\\' || c == '/') {
				t.Fatalf("byte %d at %d: %s", c, at, got)
			}
		}
	}
}

func TestRewrite(t *testing.T) {
	in := NewObject("a", []any{"x", NewObject("b", "x", "c", &Object{})}, "d", int64(1))
	before := string(Encode(in, nil))
	out := Rewrite(in, func(v any) any {
		if o, ok := v.(*Object); ok && o.Len() == 0 {
			return "empty"
		}
		if s, ok := v.(string); ok && s == "x" {
			return &Object{} // isn't rewritten again
		}
		return v
	})
	if got := string(Encode(out, nil)); got != `{"a":[{},{"b":{},"c":"empty"}],"d":1}` {
		t.Error(got)
	}
	if after := string(Encode(in, nil)); after != before {
		t.Errorf("changed to %s", after)
	}
}

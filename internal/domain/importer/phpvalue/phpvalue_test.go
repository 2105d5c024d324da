package phpvalue

import (
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

func pair(k string, v any) Pair { return Pair{StringKey(k), v} }

func TestDecode(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   string
		want any
	}{
		{`N;`, nil},
		{`b:1;`, true},
		{`b:0;`, false},
		{`i:-42;`, int64(-42)},
		{`i:9223372036854775807;`, int64(math.MaxInt64)},
		{`d:0.5;`, 0.5},
		{`d:1.0E+25;`, 1e25},
		{`d:-INF;`, math.Inf(-1)},
		{`s:0:"";`, ""},
		{`s:5:"héé";`, "héé"},
		{`s:3:"a"b";`, `a"b`},
		{`s:4:"";}{";`, `";}{`},
		{" \ns:1:\"x\";\t", "x"},
		{`a:0:{}`, []any{}},
		{`a:2:{i:0;s:1:"a";i:1;b:1;}`, []any{"a", true}},
		{`a:2:{i:1;s:1:"a";i:0;s:1:"b";}`, &Map{Pairs: []Pair{{IntKey(1), "a"}, {IntKey(0), "b"}}}},
		{`a:1:{s:1:"0";s:1:"a";}`, []any{"a"}},
		{`a:1:{s:2:"00";s:1:"a";}`, &Map{Pairs: []Pair{pair("00", "a")}}},
		{`a:2:{s:1:"k";i:1;s:1:"k";i:2;}`, &Map{Pairs: []Pair{pair("k", int64(2))}}},
		{`a:2:{s:5:"width";i:800;s:5:"sizes";a:1:{s:9:"thumbnail";a:1:{s:4:"file";s:5:"a.jpg";}}}`,
			&Map{Pairs: []Pair{pair("width", int64(800)), pair("sizes", &Map{Pairs: []Pair{
				pair("thumbnail", &Map{Pairs: []Pair{pair("file", "a.jpg")}})}})}}},
		{"O:8:\"stdClass\":2:{s:1:\"a\";N;s:4:\"\x00*\x00b\";i:1;}",
			&Map{Class: "stdClass", Pairs: []Pair{pair("a", nil), pair("b", int64(1))}}},
	}
	for _, tt := range tests {
		got, err := Decode(tt.in)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("Decode(%q) = %#v, %v; want %#v", tt.in, got, err, tt.want)
		}
		if !IsSerialized(tt.in) {
			t.Errorf("IsSerialized(%q) = false", tt.in)
		}
	}
}

func TestDecodeErrors(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("a:1:{i:0;", MaxDepth+1) + "N;" + strings.Repeat("}", MaxDepth+1)
	tests := []struct {
		in   string
		want error
	}{
		{"", ErrSyntax},
		{"hello", ErrSyntax},
		{"N", ErrSyntax},
		{"N;N;", ErrSyntax},
		{"b:2;", ErrSyntax},
		{"i:;", ErrSyntax},
		{"i:1.5;", ErrSyntax},
		{"i:9223372036854775808;", ErrSyntax},
		{"i:1", ErrSyntax},
		{"d:0x10;", ErrSyntax},
		{"d:infinity;", ErrSyntax},
		{`s:4:"abc";`, ErrSyntax},
		{`s:2:"abc";`, ErrSyntax},
		{`s:-1:"";`, ErrSyntax},
		{`s:9223372036854775807:"a";`, ErrSyntax},
		{`s:1:"a"`, ErrSyntax},
		{`a:1:{}`, ErrSyntax},
		{`a:-1:{}`, ErrSyntax},
		{`a:1000000000:{i:0;N;}`, ErrSyntax},
		{`a:1:{d:1;N;}`, ErrSyntax},
		{`a:1:{i:0;N;`, ErrSyntax},
		{`O:0:"":0:{}`, ErrSyntax},
		{`a:2:{i:0;s:1:"a";i:1;R:2;}`, ErrUnsupported},
		{`C:3:"Foo":0:{}`, ErrUnsupported},
		{`E:5:"A:One";`, ErrUnsupported},
		{deep, ErrLimit},
		{"s:3:\"abc\";" + strings.Repeat(" ", MaxBytes), ErrLimit},
	}
	for _, tt := range tests {
		if _, err := Decode(tt.in); !errors.Is(err, tt.want) {
			t.Errorf("Decode(%.60q) error = %v, want %v", tt.in, err, tt.want)
		}
	}
}

func TestIsSerialized(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "N", "a", "i:5", "s:1:x;", "hello; world}", "a:b:{}", "s:\"x\";", "x:1;", "b:yes;", "http://example.org/;"} {
		if IsSerialized(s) {
			t.Errorf("IsSerialized(%q) = true", s)
		}
	}
}

func TestManyKeys(t *testing.T) {
	t.Parallel()
	m := &Map{}
	for i := range 1000 {
		m.Pairs = append(m.Pairs, pair("key"+strconv.Itoa(i), i))
	}
	text, err := Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	doubled := "a:2000:{" + strings.Repeat(text[len("a:1000:{"):len(text)-1], 2) + "}"
	v, err := Decode(doubled)
	if err != nil {
		t.Fatal(err)
	}
	got := v.(*Map)
	if len(got.Pairs) != 1000 {
		t.Fatalf("%d pairs, want 1000", len(got.Pairs))
	}
	if v, ok := got.Get("key999"); !ok || v != int64(999) {
		t.Errorf("Get(key999) = %v, %v", v, ok)
	}
	if _, ok := got.Get("key1000"); ok {
		t.Error("Get(key1000) found something")
	}
}

func TestEncodeErrors(t *testing.T) {
	t.Parallel()
	if _, err := Encode(struct{}{}); !errors.Is(err, ErrUnsupported) {
		t.Errorf("struct: %v", err)
	}
	loop := &Map{Pairs: []Pair{{IntKey(0), nil}}}
	loop.Pairs[0].Value = loop
	if _, err := Encode(loop); !errors.Is(err, ErrLimit) {
		t.Errorf("loop: %v", err)
	}
}

// FuzzDecode checks that whatever is accepted survives being written and read
// again.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{`N;`, `b:1;`, `i:7;`, `d:0.1;`, `s:3:"a"b";`, `a:1:{i:0;s:1:"x";}`, `a:1:{s:1:"k";a:0:{}}`, `O:1:"A":1:{s:1:"p";d:INF;}`, `a:1:{i:0;R:1;}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		_ = IsSerialized(s)
		v, err := Decode(s)
		if err != nil {
			if v != nil {
				t.Fatalf("Decode(%q) returned %v and %v", s, v, err)
			}
			return
		}
		text, err := Encode(v)
		if err != nil {
			t.Fatalf("Encode(Decode(%q)): %v", s, err)
		}
		if !IsSerialized(text) {
			t.Fatalf("IsSerialized(%q) = false", text)
		}
		again, err := Decode(text)
		if err != nil {
			t.Fatalf("Decode(%q): %v", text, err)
		}
		// NaN differs from itself, so texts are compared.
		if text2, _ := Encode(again); text2 != text {
			t.Fatalf("%q became %q", text, text2)
		}
	})
}

package urlquery

import (
	"strings"
	"testing"

	"quoin/internal/platform/wire"
)

func TestParseQuery(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"":                            `{}`,
		"a=1&b=2":                     `{"a":"1","b":"2"}`,
		"a":                           `{"a":""}`,
		"a=":                          `{"a":""}`,
		"a=1&a=2":                     `{"a":"2"}`,
		"&&a=1&":                      `{"a":"1"}`,
		"=1":                          `{}`,
		"a=b=c":                       `{"a":"b=c"}`,
		"a=x+y%20z%2B":                `{"a":"x y z+"}`,
		"a=%zz%4":                     `{"a":"%zz%4"}`,
		"a=%zz%41+b":                  `{"a":"%zzA b"}`,
		"a.b=1&c+d=2":                 `{"a_b":"1","c_d":"2"}`,
		"+a=1":                        `{"a":"1"}`,
		"a[]=1&a[]=2":                 `{"a":["1","2"]}`,
		"a%5B%5D=1&a%5b%5d=2":         `{"a":["1","2"]}`,
		"a[0]=1&a[1]=2":               `{"a":["1","2"]}`,
		"a[1]=1&a[]=2":                `{"a":{"1":"1","2":"2"}}`,
		"a[5]=1&a[]=2":                `{"a":{"5":"1","6":"2"}}`,
		"a[k]=v&a[l]=w":               `{"a":{"k":"v","l":"w"}}`,
		"a[k][]=1&a[k][]=2&a[l][m]=3": `{"a":{"k":["1","2"],"l":{"m":"3"}}}`,
		"a[][b]=1&a[][b]=2":           `{"a":[{"b":"1"},{"b":"2"}]}`,
		"a[k]=v&a=w":                  `{"a":"w"}`,
		"a=w&a[k]=v":                  `{"a":{"k":"v"}}`,
		"a[b=1":                       `{"a_b":"1"}`,
		"a[b.c=1":                     `{"a_b_c":"1"}`,
		"a]=1":                        `{"a]":"1"}`,
		"[a]=1":                       `{"[a]":"1"}`,
		"a[b]c=1":                     `{"a":{"b":"1"}}`,
		"a[b.c]=1":                    `{"a":{"b.c":"1"}}`,
		"a.b[c.d]=1":                  `{"a_b":{"c.d":"1"}}`,
		"a[-1]=x&a[]=y":               `{"a":{"-1":"x","0":"y"}}`,
	} {
		if got := string(wire.Encode(Parse(raw), nil)); got != want {
			t.Errorf("%q: %s, want %s", raw, got, want)
		}
	}
}

func TestParseQueryIsBounded(t *testing.T) {
	t.Parallel()
	many := Parse(strings.Repeat("a[]=1&", 3*maxParams))
	if list, _ := many.Get("a").([]any); len(list) != maxParams {
		t.Errorf("%d values of a list, want %d", len(list), maxParams)
	}
	if o := Parse("a" + strings.Repeat("[x]", maxParamDepth+1) + "=1&b=2"); o.Text("b") != "2" {
		t.Errorf("what follows a name that is too deep is lost: %s", wire.Encode(o, nil))
	}
	at, depth := Parse("a"+strings.Repeat("[x]", maxParamDepth)+"=1").Get("a"), 0
	for o, ok := at.(*wire.Object); ok; o, ok = o.Get("x").(*wire.Object) {
		depth++
	}
	if depth != maxParamDepth {
		t.Errorf("depth %d, want %d", depth, maxParamDepth)
	}
}

func TestBuildQuery(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		params *wire.Object
		want   string
	}{
		{wire.NewObject(), ""},
		{wire.NewObject("a", "x y", "b", 5, "c", 1.5), "a=x+y&b=5&c=1.5"},
		{wire.NewObject("yes", true, "no", false, "none", nil, "empty", ""), "yes=1&no&empty"},
		{wire.NewObject("a", []any{1, "b,c"}, "o", wire.NewObject("k", []any{true})), "a%5B0%5D=1&a%5B1%5D=b%2Cc&o%5Bk%5D%5B0%5D=1"},
		{wire.NewObject("a[b]", "~/&="), "a%5Bb%5D=%7E%2F%26%3D"},
		{wire.NewObject("a", []any{}), ""},
	} {
		if got := Build(c.params); got != c.want {
			t.Errorf("%s: %s, want %s", wire.Encode(c.params, nil), got, c.want)
		}
	}
}

// FuzzQuery: whatever comes is read without a panic, and what was read and is
// printed is read the same again.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{"a=1&b[]=2&b[]=3", "a[k][l]=v", "a[5]=1&a[]=2", "a.b=%zz", "[a]=1", "a[b=1", "a=b&a[c]=d", "%5B%5D", "a[][b]=1&a[][b]=2", "a[]]=1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if len(raw) > 4096 {
			t.Skip()
		}
		read := Parse(raw)
		printed := Build(read)
		if again := Parse(printed); keepsNames(read) && !wire.Equal(read, again) {
			t.Errorf("%q: %s, printed %s, read again %s", raw, wire.Encode(read, nil), printed, wire.Encode(again, nil))
		}
	})
}

// keepsNames tells whether names have no characters that names lose when they are
// read; those come from broken brackets.
func keepsNames(v any) bool {
	switch v := v.(type) {
	case *wire.Object:
		for _, m := range v.Members() {
			if m.Key == "" || strings.ContainsAny(m.Key, "[]. \x00") || !keepsNames(m.Value) {
				return false
			}
		}
	case []any:
		for _, item := range v {
			if !keepsNames(item) {
				return false
			}
		}
	}
	return true
}

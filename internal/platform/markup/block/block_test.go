package block

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quoin/internal/platform/wire"
)

// outline writes a tree as name(children) with text lengths, for comparison.
func outline(bs []Block) string {
	var parts []string
	for _, b := range bs {
		if b.Name == "" {
			parts = append(parts, "'"+b.InnerHTML+"'")
			continue
		}
		s := b.Name + b.RawAttrs
		inner, next := []string{}, 0
		for _, c := range b.InnerContent {
			if c != nil {
				inner = append(inner, "'"+*c+"'")
				continue
			}
			inner = append(inner, outline(b.Inner[next:next+1]))
			next++
		}
		parts = append(parts, s+"["+strings.Join(inner, ",")+"]")
	}
	return strings.Join(parts, ",")
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, src, want string }{
		{"empty", "", ""},
		{"text", "a b", "'a b'"},
		{"void", "<!-- wp:more /-->", "core/more[]"},
		{"namespace", "<!-- wp:shop/item /-->", "shop/item[]"},
		{"attrs", `<!-- wp:a {"x":{"y":"}"}} -->t<!-- /wp:a -->`, `core/a{"x":{"y":"}"}}['t']`},
		{"nested", "x<!-- wp:a -->1<!-- wp:b -->2<!-- /wp:b -->3<!-- /wp:a -->y", "'x',core/a['1',core/b['2'],'3'],'y'"},
		{"void inside", "<!-- wp:a -->1<!-- wp:b /-->2<!-- /wp:a -->", "core/a['1',core/b[],'2']"},
		{"unclosed", "<!-- wp:a -->1<!-- wp:b -->2", "core/a['1',core/b['2']]"},
		{"stray closer", "1<!-- /wp:a -->2<!-- wp:b /-->", "'1<!-- /wp:a -->2<!-- wp:b /-->'"},
		{"no space before end", "<!-- wp:a-->1", "'<!-- wp:a-->1'"},
		{"no space before object end", `<!-- wp:a {"x":1}-->1`, `'<!-- wp:a {"x":1}-->1'`},
		{"upper case", "<!-- wp:A /-->", "'<!-- wp:A /-->'"},
		{"any closer", "<!-- wp:a -->1<!-- /wp:b -->", "core/a['1']"},
		{"unfinished openers", `<!-- wp:a { <!-- wp:b {"x":1} /-->`, `core/a{ <!-- wp:b {"x":1}[]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := Parse(c.src)
			if d := cmp.Diff(c.want, outline(got)); d != "" {
				t.Error(d)
			}
			if s := Serialize(got); s != c.src {
				t.Errorf("serialized as %q", s)
			}
		})
	}
}

func TestAttrs(t *testing.T) {
	t.Parallel()
	b := Parse(`<!-- wp:a {"n":2,"s":"\u002d\u002d","o":{"l":[1]}} /--><!-- wp:b {oops} /-->`)
	if got := string(wire.Encode(b[0].Attrs.Object, nil)); got != `{"n":2,"s":"--","o":{"l":[1]}}` {
		t.Error(got)
	}
	if b[1].Attrs.Object != nil || b[1].RawAttrs != "{oops}" {
		t.Errorf("broken attributes: %v %q", b[1].Attrs, b[1].RawAttrs)
	}
}

func TestSerializeBuilt(t *testing.T) {
	t.Parallel()
	text := "<p>x</p>"
	got := Serialize([]Block{
		{Name: "core/more"},
		{Name: "core/paragraph", Attrs: Of("a", "b--c"), InnerContent: []*string{&text}},
		{Name: "shop/box", InnerContent: []*string{nil}, Inner: []Block{{Name: "core/more"}}},
	})
	want := `<!-- wp:more /--><!-- wp:paragraph {"a":"b\u002d\u002dc"} --><p>x</p><!-- /wp:paragraph -->` +
		`<!-- wp:shop/box --><!-- wp:more /--><!-- /wp:shop/box -->`
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestDepthIsBounded(t *testing.T) {
	t.Parallel()
	n := MaxDepth * 4
	src := strings.Repeat("<!-- wp:a -->", n) + "x" + strings.Repeat("<!-- /wp:a -->", n) + "<!-- wp:b /-->"
	got := Parse(src)
	depth := 0
	for level := got; len(level) > 0; level = level[0].Inner {
		depth++
	}
	if depth != MaxDepth {
		t.Errorf("depth %d, want %d", depth, MaxDepth)
	}
	if len(got) != 2 || got[1].Name != "core/b" {
		t.Errorf("%d top blocks", len(got))
	}
	if Serialize(got) != src {
		t.Error("serialization differs")
	}
}

func TestHasAndVersion(t *testing.T) {
	t.Parallel()
	src := "<!-- wp:more /--><!-- wp:shop/x -->"
	for name, want := range map[string]bool{"more": true, "core/more": true, "mor": false, "shop/x": true, "x": false} {
		if Has(src, name) != want {
			t.Errorf("Has %s: %v", name, !want)
		}
	}
	if Version(src) != 1 || Version("<p>") != 0 {
		t.Error("Version")
	}
}

func FuzzIdentity(f *testing.F) {
	for _, s := range []string{
		"", "a", "<!-- wp:a -->", "<!-- /wp:a -->", `<!-- wp:a/b {"x":1} /-->`, "<!--\n\twp:a\r\n{}\v/-->",
		"<!-- wp:a {", "<!-- wp:a --><!-- wp:b -->x<!-- /wp:b -->y", "<!-- wp:a } -->", "<!-- /wp:a /-->",
		strings.Repeat("<!-- wp:a {", 50) + "} -->",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if got := Serialize(Parse(src)); got != src {
			t.Errorf("%q became %q", src, got)
		}
	})
}

func BenchmarkParseHostile(b *testing.B) {
	for name, unit := range map[string]string{
		"unfinished": "<!-- wp:a {", "ends": "}   -->", "openers": "<!-- wp:a -->", "spaces": "<!--      ",
	} {
		src := strings.Repeat(unit, 1<<20/len(unit))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				Parse(src)
			}
		})
	}
}

func TestNumberIsBounded(t *testing.T) {
	t.Parallel()
	count := func(src string) int {
		t.Helper()
		blocks := Parse(src)
		if Serialize(blocks) != src {
			t.Errorf("%.40s... isn't written as it was read", src)
		}
		n := 0
		var add func([]Block)
		add = func(list []Block) {
			for _, b := range list {
				if b.Name != "" {
					n++
				}
				add(b.Inner)
			}
		}
		add(blocks)
		return n
	}
	object := strings.Repeat(`{"a":1},`, maxValues/24)
	for name, c := range map[string]struct {
		src  string
		want int
	}{
		"many":          {strings.Repeat("<!-- wp:a /-->", 2*MaxBlocks), MaxBlocks},
		"many with end": {strings.Repeat("<!-- wp:a -->x<!-- /wp:a -->", 2*MaxBlocks), MaxBlocks},
		"many inside":   {"<!-- wp:b -->" + strings.Repeat("<!-- wp:a --><!-- wp:c /--><!-- /wp:a -->", MaxBlocks) + "<!-- /wp:b -->", MaxBlocks},
		"long list":     {`<!-- wp:a {"a":[` + object + `0]} --><!-- wp:b --><!-- /wp:b --><!-- /wp:a --><!-- wp:c /-->`, 1},
		"many objects":  {strings.Repeat(`<!-- wp:a {"a":1} /-->`, MaxBlocks), MaxBlocks},
		"many in lists": {strings.Repeat(`<!-- wp:a {"a":[{},{}]} /-->`, MaxBlocks), maxValues / (1 + 1 + 8 + 48)},
		"some ids":      {`<!-- wp:a {"ids":[` + strings.Repeat("12345,", 10_000) + `1]} /--><!-- wp:c /-->`, 2},
	} {
		if got := count(c.src); got != c.want {
			t.Errorf("%s: %d blocks, want %d", name, got, c.want)
		}
	}
}

package address

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/platform/wire"
)

// TestMoves writes texts at one address and reads them at another.
func TestMoves(t *testing.T) {
	const from, to = "http://one.example", "https://two.example:8443/blog"
	const escaped = `https:\/\/two.example:8443\/blog`
	const percent = "https%3A%2F%2Ftwo.example%3A8443%2Fblog"
	for _, test := range []struct{ text, want string }{
		{`<a href="http://one.example">`, `<a href="` + to + `">`},
		{`<a href='http://one.example/a/?b#c'>`, `<a href='` + to + `/a/?b#c'>`},
		{`srcset="http://one.example/a.png 1x, http://one.example/b.png 2x"`, `srcset="` + to + `/a.png 1x, ` + to + `/b.png 2x"`},
		{`See http://one.example.`, `See ` + to + `.`},
		{`http://one.example: yes`, to + `: yes`},
		{`http://one.example&quot;&amp;&#039;`, to + `&quot;&amp;&#039;`},
		{`http://one.example&#39;`, to + `&#39;`},
		{`<!-- wp:x {"url":"http:\/\/one.example\/a"} -->`, `<!-- wp:x {"url":"` + escaped + `\/a"} -->`},
		{`{"url":"http://one.example\u0022"}`, `{"url":"` + to + `\u0022"}`},
		{`https://share.example/?u=http%3A%2F%2Fone.example%2Fa`, `https://share.example/?u=` + percent + `%2Fa`},
		{`?u=http%3a%2f%2fone.example%2fa`, `?u=https%3a%2f%2ftwo.example%3a8443%2fblog%2fa`},
		{`?u=http://one.example/a`, `?u=` + to + `/a`},
		{"line\nhttp://one.example", "line\n" + to},
		// The other scheme, and none, stay what they are.
		{`https://one.example/a`, `https://two.example:8443/blog/a`},
		{`https%3A%2F%2Fone.example`, `https%3A%2F%2Ftwo.example%3A8443%2Fblog`},
		{`src="//one.example/a"`, `src="//two.example:8443/blog/a"`},
		{`https:\/\/one.example`, `https:\/\/two.example:8443\/blog`},
	} {
		stored := New(from).Encode(test.text)
		if strings.Contains(stored, "one.example") {
			t.Errorf("%q is stored as %q", test.text, stored)
		}
		if got := New(to).Decode(stored); got != test.want {
			t.Errorf("%q moves to\n%q, want\n%q", test.text, got, test.want)
		}
		if got := New(from).Decode(stored); got != test.text {
			t.Errorf("%q comes back as %q", test.text, got)
		}
	}
}

func TestForeign(t *testing.T) {
	c := New("http://one.example")
	for _, text := range []string{
		"", "http://", "one.example", "text of one.example/a", "ftp://one.example/a", "x//one.example", "a@one.example",
		"http://one.example.org/a", "http://one.examples", "http://one.example-a.org", "http://one.example_a", "http://one.exampleé",
		"http://one.example:8080/", "http://one.example@evil.example", "http://one.example:x@evil.example", "http://one.example%2eevil.example",
		"http://one.example&#46;evil.example", "http://one.example&#x2E;evil.example", "http://one.example&period;evil.example", `http://one.example\u002devil.example`,
		"http%3A%2F%2Fone.example.org", "http%3A%2F%2Fone.example%2Eevil", "http%3A%2F%2Fone.example%C3%A9", "http%3A%2F%2Fone.example%3A80",
		"http://www.one.example/", "http://a.one.example", "http://two.example/", "HTTP://ONE.EXAMPLE/", "http:/one.example",
		"https://archive.example/web/2020/http://one.example/a", `https:\/\/archive.example\/http:\/\/one.example`,
	} {
		if got := c.Encode(text); got != text {
			t.Errorf("%q is stored as %q", text, got)
		}
	}
	if got := New("http://one.example/blog").Encode("http://one.example/blogger http://one.example/ http://one.example/blog.html"); strings.ContainsRune(got, firstMark) {
		t.Errorf("another folder is stored as %q", got)
	}
}

// TestBases makes codecs of what options may hold.
func TestBases(t *testing.T) {
	for _, base := range []string{"", "x", "://", "http://", "http://[::1]:8080", "http://u:p@h", "ftp://one.example", "http://a\"b", "\xff", "http://%zz"} {
		roundTrip(t, base, base+"/a http://"+base+" \uFDD0")
	}
	var none *Codec
	if got := none.Decode(none.Encode("\uFDD3")); got != "\uFDD3" || none.Base() != "" {
		t.Errorf("%q", got)
	}
}

func roundTrip(t *testing.T, base, text string) {
	t.Helper()
	c := New(base)
	stored := c.Encode(text)
	if got := c.Decode(stored); got != text {
		t.Fatalf("%q: %q comes back as %q, stored %q", base, text, got, stored)
	}
	// Wherever it is read and written again, it is the same row.
	other := New("https://other.invalid:1/x")
	if again := other.Encode(other.Decode(stored)); other.Decode(again) != other.Decode(stored) {
		t.Fatalf("%q: %q changes on its way through another address: %q, %q", base, text, stored, again)
	}
}

// FuzzRoundTrip: what was written comes back, byte by byte, and nothing of the
// form of an own address is left in a row.
func FuzzRoundTrip(f *testing.F) {
	for _, base := range []string{"http://one.example", "https://one.example:8443/a/b", "http://localhost:8080"} {
		for _, text := range []string{
			"", "x", base, base + "/", base + ".", base + base, "\uFDD0\uFDDF" + base + "\uFDDF", "\uFDDF", "\xEF\xB7", "\xEF\xB7\x90\xEF", "ﷺ" + base,
			strings.ReplaceAll(base, "/", `\/`), "https%3A%2F%2Fone.example%3A8443%2Fa%2Fb", `"//one.example"`, "a\xff" + base,
		} {
			f.Add(base, text)
		}
	}
	f.Fuzz(roundTrip)
}

func TestValues(t *testing.T) {
	one, two := New("http://one.example"), New("http://two.example")
	value := func(base string) any {
		return wire.NewObject("a", []any{base + "/x", int64(1), nil, true, 1.5, []string{base}}, base, wire.NewObject("b", base), "other", "http://one.example.org")
	}
	stored := one.EncodeValue(value(one.Base()))
	if text := string(wire.Encode(stored, nil)); strings.Contains(strings.ReplaceAll(text, "one.example.org", ""), "one.example") {
		t.Errorf("stored as %s", text)
	}
	if got := two.DecodeValue(stored); fmt.Sprint(string(wire.Encode(got, nil))) != string(wire.Encode(value(two.Base()), nil)) {
		t.Errorf("read as %s", wire.Encode(got, nil))
	}
	same := any(wire.NewObject("a", []any{"http://two.example", int64(1)}))
	if got := one.EncodeValue(same); got != same {
		t.Error("a value without addresses was copied")
	}
}

func BenchmarkNothing(b *testing.B) {
	c, text := New("http://www.one.example"), strings.Repeat("<p>Some words, and http://two.example/ too.</p>\n", 2000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		c.Decode(c.Encode(text))
	}
}

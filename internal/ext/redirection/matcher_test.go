package redirection

import (
	"fmt"
	"strings"
	"testing"
)

func literal(url string, f Flags) *Rule {
	return &Rule{URL: url, Flags: f, MatchType: MatchURL, ActionType: ActionURL, Condition: Condition{URL: "/to"}}
}

func matcher(t testing.TB, rules ...*Rule) *Matcher {
	t.Helper()
	for i, r := range rules {
		r.ID = int64(i + 1)
	}
	m, flaws := NewMatcher(rules)
	if len(flaws) > 0 {
		t.Fatal(flaws)
	}
	return m
}

func matches(m *Matcher, uri string) []int64 {
	at := addressOf(uri)
	var ids []int64
	for _, c := range m.find(&at, nil) {
		ids = append(ids, c.ID)
	}
	return ids
}

func TestLiteralSources(t *testing.T) {
	t.Parallel()
	loose := Flags{Query: QueryExact, Case: true, Trailing: true}
	strict := Flags{Query: QueryExact}
	for _, c := range []struct {
		source  string
		flags   Flags
		yes, no []string
	}{
		{"/old", loose, []string{"/old", "/old/", "/OLD"}, []string{"/old?x=1", "/older", "/old//", "/"}},
		{"/Old", strict, []string{"/Old"}, []string{"/old", "/Old/"}},
		{"/", loose, []string{"/"}, []string{"/x", "/?x"}},
		{"/a?b=2&a=1", loose, []string{"/a?b=2&a=1", "/a?a=1&b=2", "/a?A=1&b=2"}, []string{"/a?a=1", "/a?a=1&b=2&c", "/a"}},
		{"/a?x", strict, []string{"/a?x"}, []string{"/a?x=", "/a?X"}},
		{"/a?l[]=1&l[]=2", strict, []string{"/a?l[]=1&l[]=2", "/a?l%5B%5D=1&l%5B%5D=2"}, []string{"/a?l[]=2&l[]=1", "/a?l[]=1"}},
		{"/a?b=2&a=1", Flags{Query: QueryExactOrder}, []string{"/a?b=2&a=1"}, []string{"/a?a=1&b=2", "/a"}},
		{"/a", Flags{Query: QueryIgnore}, []string{"/a", "/a?b=1"}, []string{"/b"}},
		{"/a?k=v", Flags{Query: QueryPass}, []string{"/a?k=v", "/a?z=1&k=v"}, []string{"/a", "/a?k=w"}},
		{"/a?k=v", Flags{Query: QueryIgnore}, []string{"/a?K=v"}, []string{"/a?K=V"}},
		{"/a?k=v", Flags{Query: QueryExact}, []string{"/a?k=v"}, []string{"/a?K=v"}},
		{"/café", loose, []string{"/caf%C3%A9", "/CAF%C3%89/"}, []string{"/cafe"}},
		{"/two words", loose, []string{"/two%20words", "/two+words", "/two%2520words"}, []string{"/twowords"}},
	} {
		m := matcher(t, literal(c.source, c.flags))
		for _, uri := range c.yes {
			if len(matches(m, uri)) != 1 {
				t.Errorf("%s %v should match %s", c.source, c.flags, uri)
			}
		}
		for _, uri := range c.no {
			if len(matches(m, uri)) != 0 {
				t.Errorf("%s %v should not match %s", c.source, c.flags, uri)
			}
		}
	}
}

func TestRuleOfLostAddress(t *testing.T) {
	t.Parallel()
	lost := func(url string, f Flags) *Rule {
		r := literal(url, f)
		r.MatchType = MatchPage
		return r
	}
	loose := Flags{Query: QueryIgnore, Case: true, Trailing: true}
	for name, c := range map[string]struct {
		rules []*Rule
		uri   string
		want  int64
	}{
		"one":                            {[]*Rule{lost("/a", loose)}, "/a?x=1", 1},
		"the first":                      {[]*Rule{lost("/a", loose), lost("/A", loose)}, "/a", 1},
		"an expression":                  {[]*Rule{lost("^/a", Flags{Regex: true})}, "/ab", 1},
		"after an expression of another": {[]*Rule{lost("^/b", Flags{Regex: true}), lost("/a", loose)}, "/a", 0},
		"before an expression":           {[]*Rule{lost("/a", loose), lost("^/b", Flags{Regex: true})}, "/a", 1},
		"after another's":                {[]*Rule{lost("/b", loose), lost("/a", loose)}, "/a", 2},
		"after one in other letters":     {[]*Rule{lost("/A", Flags{Query: QueryIgnore}), lost("/a", loose)}, "/a", 0},
		"after one with another query":   {[]*Rule{lost("/a?x=1", Flags{Query: QueryExact}), lost("/a", loose)}, "/a", 2},
		"after one for all addresses":    {[]*Rule{literal("^/b", Flags{Regex: true}), lost("/a", loose)}, "/a", 2},
		"none":                           {[]*Rule{literal("/a", loose)}, "/a", 0},
	} {
		at := addressOf(c.uri)
		var got int64
		if r := matcher(t, c.rules...).findLost(&at); r != nil {
			got = r.ID
		}
		if got != c.want {
			t.Errorf("%s: rule %d, want %d", name, got, c.want)
		}
	}
}

func TestExpressions(t *testing.T) {
	t.Parallel()
	regex := func(source string) *Rule { return literal(source, Flags{Regex: true, Case: true, Query: QueryExact}) }
	for _, c := range []struct {
		source  string
		yes, no []string
	}{
		{`^/shop/([a-z]+)/(\d+)$`, []string{"/shop/boots/42", "/SHOP/Boots/42"}, []string{"/shop/boots/x", "/a/shop/b/1"}},
		{`^/(a|b)$`, []string{"/a", "/B"}, []string{"/c"}},
		{`kiosk`, []string{"/x/KIOSK/y", "/kio\u017fk"}, []string{"/kios"}},
		{`^/.*\?p=(\d+)`, []string{"/?p=1", "/x?p=20&y"}, []string{"/?q=1"}},
		{`.`, []string{"/"}, nil},
		{`^/x(yz)*w`, []string{"/xw", "/xyzw"}, []string{"/xyw"}},
		{`^/caf.$`, []string{"/caf%C3%A9"}, []string{"/cafes"}},
	} {
		m := matcher(t, regex(c.source))
		for _, uri := range c.yes {
			if len(matches(m, uri)) != 1 {
				t.Errorf("%s should match %s", c.source, uri)
			}
		}
		for _, uri := range c.no {
			if len(matches(m, uri)) != 0 {
				t.Errorf("%s should not match %s", c.source, uri)
			}
		}
	}
}

func TestOrderOfRules(t *testing.T) {
	t.Parallel()
	late, early, last := literal("/a", Flags{Query: QueryExact}), literal("^/a", Flags{Regex: true, Query: QueryExact}), literal("/a", Flags{Query: QueryIgnore})
	late.Position, early.Position, last.Position = 5, 1, 5
	m := matcher(t, late, early, last)
	if got := fmt.Sprint(matches(m, "/a")); got != "[2 1 3]" {
		t.Errorf("order %s", got)
	}
}

func TestRefusedExpressions(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{
		`^/a(?=b)`: "look-ahead", `a(?!b)`: "negative look-ahead", `(?<=a)b`: "look-behind", `(?<!a)b`: "negative look-behind",
		`(a)\1`: `back-reference \1`, `(?>a)`: "atomic", `a++`: "possessive", `(?P=x)`: "back-reference", `(a`: "missing closing )",
		`(?<n>a)\k<n>`: "back-reference", `[z-a]`: "range", strings.Repeat("a", maxPattern+1): "longer than",
	} {
		if _, err := compile(pattern, true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %s", pattern, err, want)
		}
	}
	for _, pattern := range []string{`^/a$`, `[\1]`, `(?i)x`, `a{2,3}`, `(?:x|y)+`} {
		if _, err := compile(pattern, false); err != nil && pattern != `[\1]` {
			t.Errorf("%s: %v", pattern, err)
		}
	}
}

func TestTargets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ source, target, uri, want string }{
		{`^/shop/([a-z]+)/(\d+)$`, "/store/$2/$1?from=$1", "/shop/boots/42", "/store/42/boots?from=boots"},
		{`^/a/(.*)`, "/b/${1}x\\1", "/a/q", "/b/qxq"},
		{`/old`, "/new", "/x/old/y", "/x/new/y"},
		{`^/a/(.*)$`, "/b/$1", "/a/two words", "/b/two%20words"},
		{`^/a/(.*)$`, "/b?q=$1", "/a/two words", "/b?q=two+words"},
		{`^/go/(.*)$`, "$1", "/go//evil.example", "/evil.example"},
		{`^/go/(.*)$`, "/$1", "/go//evil.example", "/evil.example"},
		{`^/go/(.*)$`, "/$1", "/go/\\evil.example", "/evil.example"},
		{`^/go/(.*)$`, "$1", "/go/https://evil.example/", ""},
		{`^/go/(.*)$`, "$1", "/go/javascript:alert(1)", ""},
		{`^/go(.*)$`, "https://example.org$1", "/go/x", "https://example.org/x"},
		{`^/go(.*)$`, "https://example.org$1", "/go.evil.example", ""},
		{`^/go(.*)$`, "https://example.org$1", "/go@evil.example", ""},
		{`^/go/(.*)$`, "https://$1/", "/go/evil.example", ""},
		{`^/go/(.*)$`, "https://$1.example.org/", "/go/de", "https://de.example.org/"},
		{`^/go/(.*)$`, "https://$1.example.org/", "/go/evil.com/x", ""},
		{`^/go/(.*)$`, "https://$1.example.org/", "/go/evil.com\\", ""},
		{`^/go/(.*)$`, "$1://example.org/", "/go/javascript", ""},
	} {
		re, err := compile(c.source, true)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := guard(c.target, expand(re, c.target, c.uri))
		if !ok {
			got = ""
		}
		if got != c.want {
			t.Errorf("%s to %s at %s: %q, want %q", c.source, c.target, c.uri, got, c.want)
		}
	}
	for target, want := range map[string]string{
		"/a\r\nSet-Cookie: x=1": "/aSet-Cookie:%20x=1", "/é": "/%C3%A9", "javascript:alert(1)": "", "data:text/html,x": "",
		"https://example.org/?a=b#c": "https://example.org/?a=b#c", "mailto:a@example.org": "mailto:a@example.org", "a:b": "",
	} {
		if got := location(target); got != want {
			t.Errorf("location(%q) = %q, want %q", target, got, want)
		}
	}
	for _, c := range [][3]string{
		{"/about/?z=9", "utm=1&b=2", "/about/?z=9&utm=1&b=2"}, {"/about/", "a=1", "/about/?a=1"}, {"/a#f", "x", "/a?x#f"},
		{"/a?x=1", "x=2&y=3", "/a?x=1&y=3"}, {"/a", "l[]=1&l[]=2", "/a?l[]=1&l[]=2"}, {"/a", "q=%0d%0aX", "/a?q=%0D%0AX"},
	} {
		if got := addQuery(c[0], c[1]); got != c[2] {
			t.Errorf("addQuery(%q, %q) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// FuzzMatcher holds the index to what looking at each rule gives.
func FuzzMatcher(f *testing.F) {
	f.Add("/shop/boots?x=1", `^/shop/([a-z]+)`, "/shop/boots", "/to/$1")
	f.Add("/caf%C3%A9/K", "(?i)k|caf", "/café/k", "$1")
	f.Fuzz(func(t *testing.T, uri, pattern, source, target string) {
		if !strings.HasPrefix(uri, "/") || len(uri) > 300 || len(pattern) > 60 || len(target) > 100 {
			t.Skip()
		}
		rules := []*Rule{literal(cleanSource(source, false), Flags{Query: QueryIgnore, Case: true, Trailing: true})}
		re, err := compile(pattern, true)
		if err == nil {
			rules = append(rules, literal(pattern, Flags{Regex: true, Case: true, Query: QueryExact}))
		}
		for i, r := range rules {
			r.ID = int64(i + 1)
		}
		m, _ := NewMatcher(rules)
		at := addressOf(uri)
		found := map[int64]bool{}
		for _, c := range m.find(&at, nil) {
			found[c.ID] = true
		}
		if found[1] != m.rules[0].literal(&at) {
			t.Errorf("the hash says %v of %q and %q", found[1], source, uri)
		}
		if err != nil {
			return
		}
		if found[2] != re.MatchString(matched(at.text)) {
			t.Errorf("the index says %v of %q and %q", found[2], pattern, uri)
		}
		if got, ok := guard(target, expand(re, target, at.original())); ok {
			scheme, _ := authority(target)
			if scheme == "" {
				if s, _ := authority(got); s != "" || strings.HasPrefix(got, "//") || strings.HasPrefix(got, `/\`) {
					t.Errorf("target %q leads to %q", target, got)
				}
			}
			if strings.ContainsAny(location(got), "\r\n\x00 ") {
				t.Errorf("location of %q", got)
			}
		}
	})
}

// Expressions look at the beginning of an address, and what they make of it is no
// longer than a target may be.
func TestLongAddresses(t *testing.T) {
	t.Parallel()
	m := matcher(t, literal("needle", Flags{Regex: true}), literal("[x]y", Flags{Regex: true}), literal("^/a", Flags{Regex: true}))
	filler := strings.Repeat("b", 56<<10)
	if got := fmt.Sprint(matches(m, "/a"+filler+"needle?xy")); got != "[3]" {
		t.Errorf("a long address matches %s", got)
	}
	if got := fmt.Sprint(matches(m, "/aneedlexy"+filler)); got != "[1 2 3]" {
		t.Errorf("the beginning of a long address matches %s", got)
	}
	re, err := compile("(.)", false)
	if err != nil {
		t.Fatal(err)
	}
	if got := expand(re, strings.Repeat("$1", 1000), "/"+filler); got != "" {
		t.Errorf("a target of %d bytes", len(got))
	}
	late, err := compile("needle", false)
	if err != nil {
		t.Fatal(err)
	}
	if c := (&compiled{Rule: &Rule{}, condition: late}); c.same(filler+"needle") || !c.same("needle"+filler) {
		t.Error("a condition looks at the whole of a long header")
	}
}

func BenchmarkNoMatch(b *testing.B) {
	for _, n := range []int{10, 1000, 100_000} {
		for _, expressions := range []int{0, 2000} {
			var rules []*Rule
			for i := range n {
				rules = append(rules, literal(fmt.Sprintf("/old/section-%d/page-%d", i%97, i), Flags{Query: QueryExact, Case: true, Trailing: true}))
			}
			for i := range expressions {
				rules = append(rules, literal(fmt.Sprintf(`^/blog/(\d+)/topic-%d/(.*)$`, i), Flags{Regex: true, Case: true, Query: QueryExact}))
			}
			m := matcher(b, rules...)
			b.Run(fmt.Sprintf("%d+%d", n, expressions), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					at := addressOf("/2026/03/04/a-page-of-the-site/?x=1")
					var room [4]*compiled
					if len(m.find(&at, room[:0])) > 0 {
						b.Fatal("matched")
					}
				}
			})
		}
	}
}

// TestSourcesOfExpressions cleans what was sent for sources.
func TestSourcesOfExpressions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sent  string
		regex bool
		want  string
	}{
		{"/a/(?<name>.*)", true, "/a/(?.*)"},
		{"^/a/(\\d+)$", true, "^/a/(\\d+)$"},
		{"/a<b>c</b>", false, "/ac"},
		{"a%20b", false, "/a b"},
		{"https://example.org/a?b=1", false, "/a?b=1"},
	} {
		if got := cleanSource(c.sent, c.regex); got != c.want {
			t.Errorf("%q: %q, want %q", c.sent, got, c.want)
		}
	}
	if got := cleanTitle(" é & <b>ü</b> "); got != "é &amp; ü" {
		t.Errorf("title %q", got)
	}
	for source, want := range map[string]string{"/a+b": "/a%20b", "/é/": "/%c3%a9", "/A?x&y=a+b&z[]=1": "/a?x&y=a+b&z[]=1"} {
		if got := canonical(source, Flags{Query: QueryExactOrder}); got != want {
			t.Errorf("%q is looked up as %q, want %q", source, got, want)
		}
	}
	if !(sortKey("/€") < sortKey("/1") && sortKey("/é") == sortKey("/E") && sortKey("/e") < sortKey("/f")) {
		t.Error("sources aren't in the order of their letters")
	}
}

// TestExpressionsAreTriedOnce has an address in which the text that files an expression
// stands a thousand times: it is tried once all the same, as what it finds tells.
func TestExpressionsAreTriedOnce(t *testing.T) {
	t.Parallel()
	m := matcher(t, literal("^/(.*)foo(.*)$", Flags{Regex: true}), literal("^/(.*)oof(.*)foo$", Flags{Regex: true}))
	at := addressOf("/" + strings.Repeat("foo", 1000))
	if got := m.expressions(&at, nil); len(got) != 2 {
		t.Errorf("%d times that an expression matched, of 2 expressions", len(got))
	}
}

package escape

import "testing"

func TestHTML(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                       "",
		`a<b>"c"'d'`:             "a&lt;b&gt;&quot;c&quot;&#039;d&#039;",
		"a & b &amp; &#8217; &x": "a &amp; b &amp; &#8217; &amp;x",
		"&nosuchname; &#xZZ;":    "&amp;nosuchname; &amp;#xZZ;",
	} {
		if got := HTML(in); got != want {
			t.Errorf("HTML(%q) = %q, want %q", in, got, want)
		}
		if got := HTML(HTML(in)); got != want {
			t.Errorf("HTML twice of %q = %q", in, got)
		}
	}
}

func TestURL(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                           "",
		"http://a.example/x y":       "http://a.example/x%20y",
		"a.example/?a=1&b=2":         "http://a.example/?a=1&#038;b=2",
		"/path?x[]=1":                "/path?x%5B%5D=1",
		"javascript:alert(1)":        "",
		"#here":                      "#here",
		"mailto:a@b.example":         "mailto:a@b.example",
		"http://a.example/%0d%0%0aa": "http://a.example/",
		"JAVA\tSCRIPT:x":             "",
		"page.php?x":                 "page.php?x",
	} {
		if got := URL(in); got != want {
			t.Errorf("URL(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzHTMLIsStable(f *testing.F) {
	f.Add("a & &amp; &#1; <")
	f.Fuzz(func(t *testing.T, s string) {
		once := HTML(s)
		if HTML(once) != once {
			t.Errorf("%q: %q then %q", s, once, HTML(once))
		}
	})
}

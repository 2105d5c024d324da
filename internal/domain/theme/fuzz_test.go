package theme

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"quoin/internal/platform/wire"
)

// seedDocuments are documents that touch every rule of layers.
func seedDocuments(f *testing.F) []string {
	f.Helper()
	seeds := []string{
		string(defaultsJSON),
		`{"version":1,"settings":{"border":{"customRadius":true},"color":{"palette":"x","duotone":[1,null]}}}`,
		`{"version":3,"settings":{"spacing":{"spacingScale":{"steps":4,"mediumStep":"2","unit":"em","operator":"+","increment":-1},"spacingSizes":{"theme":[{"slug":"50","size":"9px"}]}},"blocks":{"core/quote":{"appearanceTools":true,"color":{"palette":[{"slug":"black","color":"red"}]}}}}}`,
		`{"version":3,"styles":{"variations":{"outline":{"color":{"text":"var:preset|color|a"}}},"blocks":{"core/button":{"variations":{"outline":[],"fill":{"blocks":{"core/quote":{"css":"&{x"}}}},":hover":{"spacing":{"blockGap":{"top":1}}}}},"elements":{"link":{"@mobile":{"css":"& a{b"},":hover":[]}}}}`,
		`{"version":3,"styles":{"color":{"text":{"ref":"styles.color.text"}},"background":{"backgroundImage":{"url":"file:./a","id":1}}},"settings":{"viewport":{"mobile":".em"},"typography":{"fluid":{"maxViewportWidth":"0"},"fontSizes":[{"slug":"a","size":"1e9px"}]},"custom":[[{"A":1}]]}}`,
		`{"version":2}`, `[]`, `{}`, `{"version":3,"settings":null,"styles":[1]}`,
	}
	own, err := os.ReadFile("testdata/plain/theme.json")
	if err != nil {
		f.Fatal(err)
	}
	return append(seeds, string(own))
}

// FuzzMerge holds that no document makes layers or their CSS panic, that
// cleaning a clean layer changes nothing, that laying the same layer over
// twice is laying it once, and that inputs stay as they are.
func FuzzMerge(f *testing.F) {
	seeds := seedDocuments(f)
	for i := range seeds {
		f.Add(seeds[i], seeds[(i+1)%len(seeds)])
	}
	f.Fuzz(func(t *testing.T, themeJSON, userJSON string) {
		var docs [2]*wire.Object
		for i, s := range []string{themeJSON, userJSON} {
			v, err := wire.Decode([]byte(s))
			if err != nil {
				return
			}
			docs[i], _ = v.(*wire.Object)
		}
		checkLayers(t, docs[0], docs[1])
	})
}

// TestMergeMadeUpDocuments is FuzzMerge for documents that are made of the
// words that mean something, which random text hardly ever hits.
func TestMergeMadeUpDocuments(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 11))
	for range 300 {
		checkLayers(t, madeUp(random), madeUp(random))
	}
}

func checkLayers(t *testing.T, themeDoc, userDoc *wire.Object) {
	t.Helper()
	own := NewData(themeDoc, OriginTheme, CoreBlocks())
	user := NewData(userDoc, OriginUser, CoreBlocks())
	ownBefore, userBefore := encode(own.Root()), encode(user.Root())
	merged := defaultData().Merge(blockData(CoreBlocks())).Merge(own)
	whole := merged.Merge(user)
	if encode(own.Root()) != ownBefore || encode(user.Root()) != userBefore {
		t.Fatal("merging changed a layer")
	}
	// Compat (FuzzMerge): a layer that redefines default presets changes which slugs are
	// taken, so it needs a second round to settle.
	if !strings.Contains(ownBefore, `"default":`) {
		if again := merged.Merge(own); encode(again.Root()) != encode(merged.Root()) {
			t.Errorf("merging %s twice:\nonce  %s\ntwice %s", ownBefore, encode(merged.Root()), encode(again.Root()))
		}
	}
	settled := whole.Merge(user)
	if again := settled.Merge(user); encode(again.Root()) != encode(settled.Root()) {
		t.Errorf("merging %s twice:\nonce  %s\ntwice %s", userBefore, encode(settled.Root()), encode(again.Root()))
	}
	if css := whole.Stylesheet() + whole.FontFaces("/x"); strings.Contains(css, "</") {
		t.Error("the CSS ends its element")
	}
	safe := RemoveInsecure(userDoc, OriginUser, CoreBlocks())
	if again := RemoveInsecure(safe, OriginUser, CoreBlocks()); !wire.Equal(safe, again) {
		t.Errorf("cleaning twice:\nonce  %s\ntwice %s", encode(safe), encode(again))
	}
	if text(safe, "styles", "css") != "" {
		t.Error("custom CSS survives cleaning")
	}
	whole.WithFileURLs("/x")
}

// madeUp is a document of known and unknown words in known and unknown places.
func madeUp(r *rand.Rand) *wire.Object {
	doc := wire.NewObject("version", int64(1+r.IntN(3)))
	doc.Set("settings", madeUpPart(r, 4, strings.Fields(`appearanceTools border color palette gradients duotone
		spacing spacingSizes spacingScale units typography fontSizes fontFamilies fontFace defaultPalette
		defaultFontSizes defaultSpacingSizes blocks core/button core/quote layout contentSize viewport mobile tablet
		custom lightbox enabled theme custom steps customRadius fluid min`)))
	doc.Set("styles", madeUpPart(r, 6, strings.Fields(`color text background gradient backgroundImage url ref border
		radius topLeft spacing blockGap padding top left typography fontSize textIndent css elements link button :hover
		@mobile @tablet blocks core/button core/group core/image core/separator core/navigation-link -current
		variations outline fill filter duotone dimensions width aspectRatio`)))
	return doc
}

func madeUpPart(r *rand.Rand, depth int, words []string) any {
	values := []any{nil, true, false, "", "0", "10px", "50%", "red", "url(javascript:x)", "var:preset|color|black",
		"</style>", "& a{b:c}", int64(0), int64(3), 1.5, []any{}, &wire.Object{}, "styles.color.text"}
	if depth == 0 || r.IntN(5) == 0 {
		return values[r.IntN(len(values))]
	}
	if r.IntN(8) == 0 {
		list := []any{}
		for range r.IntN(4) {
			slugs := []string{"black", "50", "small", "mine", "a b"}
			list = append(list, wire.NewObject("slug", slugs[r.IntN(len(slugs))], "name", "N", "color", "#fff",
				"size", values[r.IntN(len(values))], "x", madeUpPart(r, depth-1, words)))
		}
		return list
	}
	o := &wire.Object{}
	for range 1 + r.IntN(7) {
		o.Set(words[r.IntN(len(words))], madeUpPart(r, depth-1, words))
	}
	return o
}

// FuzzLoad holds that no theme file makes loading panic, that errors name the
// theme, and that no pattern with program code is offered.
func FuzzLoad(f *testing.F) {
	f.Add("/* Theme Name: X */", `{"version":3}`, "x", "<?php /* Title: T\nSlug: s */ ?>\n<p></p>", `{"title":"V"}`)
	f.Add("", "", "", "", "")
	f.Add("/*\rTheme Name:X\rTags:,,a", `{"version":3,"templateParts":[{"name":"a"},1],"customTemplates":{"a":1}}`,
		`<!-- wp:template-part {"slug":"a"} /-->`, "<?php //?><?", `{"blockTypes":["core/group",7],"styles":{"css":"x"}}`)
	f.Fuzz(func(t *testing.T, style, doc, template, pattern, variation string) {
		th, err := Load(fstest.MapFS{
			"style.css":            {Data: []byte(style)},
			"theme.json":           {Data: []byte(doc)},
			"templates/index.html": {Data: []byte(template)},
			"parts/a.html":         {Data: []byte(template)},
			"patterns/p.php":       {Data: []byte(pattern)},
			"patterns/q.html":      {Data: []byte(pattern)},
			"styles/v.json":        {Data: []byte(variation)},
		}, "fuzzed", Options{})
		if err != nil {
			if !strings.Contains(err.Error(), `"fuzzed"`) {
				t.Errorf("the error doesn't name the theme: %v", err)
			}
			return
		}
		for _, p := range th.Patterns {
			isPHP := strings.HasPrefix(strings.TrimLeft(pattern, " \t\r\n"), "<?php")
			if isPHP && strings.Contains(p.Content, "<?") {
				t.Errorf("a pattern with code is offered: %q", p.Content)
			}
		}
		if !json.Valid(th.ExportJSON(nil)) {
			t.Errorf("the export is no JSON: %s", th.ExportJSON(nil))
		}
		once := WithThemeAttribute(template, "a--b")
		if twice := WithThemeAttribute(once, "c"); twice != once {
			t.Errorf("naming the theme twice: %q, %q", once, twice)
		}
		th.Base().Stylesheet()
	})
}

// FuzzSafeDeclaration holds that a value that passes can't leave its
// declaration or its element.
func FuzzSafeDeclaration(f *testing.F) {
	for _, s := range []string{"red", "url('a(b')", "calc(1px;)", "a;color:b", "linear-gradient(a(b)c)", "var(}", "x\x00y"} {
		f.Add("background", s)
	}
	f.Fuzz(func(t *testing.T, property, value string) {
		if safeDeclaration(property, value) && strings.Contains(value, "<") {
			t.Errorf("%s: %q passes", property, value)
		}
		if CheckCustomCSS(value) == nil && strings.Contains(strings.ToLower(value), "</style>") {
			t.Errorf("%q passes", value)
		}
	})
}

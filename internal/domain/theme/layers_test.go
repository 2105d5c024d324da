package theme

import (
	"testing"

	"quoin/internal/platform/wire"
)

// at is the JSON at a path of the settings and styles.
func at(d *Data, path ...string) string {
	v, ok := lookup(d.Root(), path...)
	if !ok {
		return "-"
	}
	return encode(v)
}

func TestBase(t *testing.T) {
	t.Parallel()
	b := loadPlainTheme(t).Base()
	for _, tt := range []struct {
		want string
		path []string
	}{
		// The default colours stand: a theme may not take their slugs.
		{`[{"slug":"ink","name":"Ink","color":"#111"}]`, []string{"settings", "color", "palette", "theme"}},
		{`true`, []string{"settings", "color", "defaultPalette"}},
		// Version 2 sizes replace the default ones and get their names.
		{`false`, []string{"settings", "typography", "defaultFontSizes"}},
		{`[{"slug":"small","size":"12px","name":"Small"}]`, []string{"settings", "typography", "fontSizes", "theme"}},
		{`-`, []string{"settings", "made-up"}},
		{`true`, []string{"settings", "border", "radius"}},
		{`false`, []string{"settings", "appearanceTools"}},
		{`false`, []string{"settings", "spacing", "units"}},
		{`{"contentSize":"600px"}`, []string{"settings", "layout"}},
		{`{"text":"var(--wp--preset--color--ink)"}`, []string{"styles", "color"}},
		{`{"color":{"text":"#222"},"variations":{"plain":{"color":{"text":"#333"}}}}`, []string{"styles", "blocks", "core/quote"}},
		{`-`, []string{"styles", "blocks", "nobody/knows"}},
		// A block style variation from a file, overruled by theme.json.
		{`{"shadow":"none","color":{"background":"#eee"}}`, []string{"styles", "blocks", "core/group", "variations", "card"}},
		{`null`, []string{"styles", "blocks", "core/columns", "spacing", "blockGap"}},
		{`"0.44rem"`, []string{"settings", "spacing", "spacingSizes", "default"}},
	} {
		got := at(b, tt.path...)
		if tt.path[len(tt.path)-1] == "default" {
			got = encode(items(get(b.Root(), tt.path...))[0].Get("size"))
		}
		if got != tt.want {
			t.Errorf("%v: got %s, want %s", tt.path, got, tt.want)
		}
	}
	if b.Blocks().Variations("core/group")[0] != "card" || CoreBlocks().Variations("core/group") != nil {
		t.Error("a theme's variations stay with the theme")
	}
}

func TestVariations(t *testing.T) {
	t.Parallel()
	list := loadPlainTheme(t).Variations()
	want := []string{
		`{"version":3,"styles":{"color":{"background":"#fff"}},"title":"a-day"}`,
		`{"version":3,"title":"Night","settings":{"color":{"palette":{"theme":[{"slug":"ink","name":"Ink","color":"#eee"}]}}}}`,
	}
	if len(list) != len(want) {
		t.Fatalf("%d variations", len(list))
	}
	for i := range want {
		if got := encode(list[i]); got != want[i] {
			t.Errorf("got  %s\nwant %s", got, want[i])
		}
	}
}

func TestUserLayer(t *testing.T) {
	t.Parallel()
	th := loadPlainTheme(t)
	doc := UserDocument(
		decode(t, `{"color":{"text":"#000","glow":1},"blocks":{"core/quote":{"color":{"text":"blue"}}}}`),
		decode(t, `{"color":{"palette":{"custom":[{"slug":"mine","name":"Mine","color":"#010203"}]}}}`))
	if want := `{"color":{"text":"#000"},"blocks":{"core/quote":{"color":{"text":"blue"}}}}`; encode(th.User(doc).Styles()) != want {
		t.Errorf("user styles are %s", encode(th.User(doc).Styles()))
	}
	merged := th.Merged(doc)
	for want, path := range map[string][]string{
		`"#000"`: {"styles", "color", "text"},
		`{"color":{"text":"blue"},"variations":{"plain":{"color":{"text":"#333"}}}}`: {"styles", "blocks", "core/quote"},
		`[{"slug":"ink","name":"Ink","color":"#111"}]`:                               {"settings", "color", "palette", "theme"},
		`[{"slug":"mine","name":"Mine","color":"#010203"}]`:                          {"settings", "color", "palette", "custom"},
	} {
		if got := at(merged, path...); got != want {
			t.Errorf("%v: got %s, want %s", path, got, want)
		}
	}
	if at(th.Base(), "styles", "color", "text") == `"#000"` {
		t.Error("merging changed the theme")
	}
	if th.Merged(nil) != th.Base() {
		t.Error("without changes a site looks like its theme")
	}
}

func TestParseUserDocument(t *testing.T) {
	t.Parallel()
	stored := string(wire.Encode(UserDocument(wire.NewObject("css", "a{}"), nil), nil))
	doc, err := ParseUserDocument(stored)
	if err != nil || doc.Object("styles").Text("css") != "a{}" || doc.Has("settings") {
		t.Errorf("%s gives %v, %v", stored, doc, err)
	}
	for _, s := range []string{"", "  ", "[]", "3", "{}", `{"styles":{"css":"x"},"version":3}`, `{"isGlobalStylesUserThemeJSON":false}`} {
		if doc, err := ParseUserDocument(s); doc != nil || err != nil {
			t.Errorf("%q gives %v, %v", s, doc, err)
		}
	}
	if _, err := ParseUserDocument("{"); err == nil {
		t.Error("broken JSON is read")
	}
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ doc, want string }{
		"no version": {`{"settings":{"color":{"link":true}}}`, `{"version":3}`},
		"1 to 3": {`{"version":1,"settings":{"border":{"customRadius":true},"blocks":{"core/quote":{"spacing":{"customMargin":true}}}}}`,
			`{"version":3,"settings":{"border":{"radius":true},"blocks":{"core/quote":{"spacing":{"margin":true}}}}}`},
		"2 to 3 sizes": {`{"version":2,"settings":{"spacing":{"spacingSizes":[{"slug":"1","size":"1px"}],"spacingScale":{"steps":3}}}}`,
			`{"version":3,"settings":{"spacing":{"spacingSizes":{"theme":[{"slug":"1","size":"1px"}]},"defaultSpacingSizes":false}}}`},
		"tools":       {`{"version":3,"settings":{"blocks":{"core/quote":{"appearanceTools":true,"border":{"width":false}}}}}`, ""},
		"wrong kinds": {`{"version":3,"settings":[1],"styles":"x","title":7,"junk":1}`, `{"version":3,"title":7}`},
		"empty":       {`{"version":3,"styles":{"color":{},"css":""}}`, `{"version":3,"styles":{"color":[],"css":""}}`},
		"viewport": {`{"version":3,"settings":{"viewport":{"mobile":"40em","tablet":"10px","tv":"1px"}},"styles":{"blocks":{"core/quote":{"@tablet":{"css":"x"},"@mobile":{"css":"y"}}}}}`,
			`{"version":3,"settings":{"viewport":{"mobile":"40em"}},"styles":{"blocks":{"core/quote":{"@mobile":{"css":"y"}}}}}`},
		"font faces": {`{"version":3,"settings":{"typography":{"fontFamilies":[{"slug":"a","evil":1,"fontFace":[{"src":"x","bad":1}]}]}}}`,
			`{"version":3,"settings":{"typography":{"fontFamilies":{"theme":[{"slug":"a","fontFace":[{"src":"x"}]}]}}}}`},
		"flags": {`{"version":3,"settings":{"lightbox":{"enabled":"yes","allowEditing":false}}}`,
			`{"version":3,"settings":{"lightbox":{"allowEditing":false}}}`},
	} {
		d := NewData(decode(t, tt.doc), OriginTheme, CoreBlocks())
		if name == "tools" {
			block := objectAt(d.Root(), "settings", "blocks", "core/quote")
			if block.Has("appearanceTools") || get(block, "border", "width") != false || get(block, "spacing", "margin") != true {
				t.Errorf("tools: %s", encode(block))
			}
			continue
		}
		if got := encode(d.Root()); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, tt.want)
		}
	}
}

func TestSpacingScale(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ scale, want string }{
		{`{"steps":3,"mediumStep":1.5,"unit":"rem","operator":"*","increment":2}`, "Small 40 0.75rem, Medium 50 1.5rem, Large 60 3rem"},
		{`{"steps":5,"mediumStep":2,"unit":"%","operator":"+","increment":2}`, "Medium 50 2%, Large 60 4%, X-Large 70 6%, 2X-Large 80 8%, 3X-Large 90 10%"},
		{`{"steps":1,"mediumStep":4,"unit":"PX;","operator":"*","increment":1.5}`, "Medium 50 4px"},
		{`{"steps":0,"mediumStep":4,"unit":"px","operator":"*","increment":1.5}`, ""},
		{`{"steps":3,"mediumStep":"a","unit":"px","operator":"*","increment":1.5}`, ""},
		{`{"steps":3,"mediumStep":1,"unit":"px","operator":"-","increment":1.5}`, ""},
		{`{"steps":12,"mediumStep":1,"unit":"px","operator":"*","increment":0.5}`,
			"3X-Small 10 0.06px, 2X-Small 20 0.13px, X-Small 30 0.25px, Small 40 0.5px, Medium 50 1px, " +
				"Large 60 2px, X-Large 70 4px, 2X-Large 80 8px, 3X-Large 90 16px, 4X-Large 100 32px, 5X-Large 110 64px"},
	} {
		got := ""
		for i, s := range items(scaleSizes(decode(t, tt.scale))) {
			if i > 0 {
				got += ", "
			}
			got += s.Text("name") + " " + s.Text("slug") + " " + s.Text("size")
		}
		if got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.scale, got, tt.want)
		}
	}
	if n := len(scaleSizes(decode(t, `{"steps":1e300,"mediumStep":1,"unit":"px","operator":"+","increment":1}`))); n > 2*maxSteps {
		t.Errorf("%d sizes", n)
	}
}

func TestBackgroundImagesAreReplaced(t *testing.T) {
	t.Parallel()
	base := NewData(decode(t, `{"version":3,"styles":{"background":{"backgroundImage":{"url":"file:./a.png","id":4}}}}`), OriginTheme, CoreBlocks())
	over := NewData(decode(t, `{"version":3,"styles":{"background":{"backgroundImage":{"url":"https://example.org/b.png"}}}}`), OriginUser, CoreBlocks())
	if got := at(base.Merge(over), "styles", "background", "backgroundImage"); got != `{"url":"https://example.org/b.png"}` {
		t.Errorf("got %s", got)
	}
	refs := base.FileRefs()
	if len(refs) != 1 || refs[0] != (FileRef{"file:./a.png", "a.png", "styles.background.backgroundImage.url", "image/png"}) {
		t.Errorf("references %+v", refs)
	}
	if got := text(base.WithFileURLs("/themes/x/").Root(), "styles", "background", "backgroundImage", "url"); got != "/themes/x/a.png" {
		t.Errorf("resolved to %s", got)
	}
	if len(over.FileRefs()) != 0 {
		t.Error("an address is no file of the theme")
	}
}

func TestExport(t *testing.T) {
	t.Parallel()
	th := loadPlainTheme(t)
	doc := th.Export(UserDocument(nil, decode(t, `{"color":{"palette":{"custom":[{"slug":"mine","name":"Mine","color":"#010203"}]}}}`)))
	for want, path := range map[string][]string{
		`true`: {"settings", "appearanceTools"},
		`[{"color":"#111","name":"Ink","slug":"ink"},{"color":"#101010","name":"Own black","slug":"black"},{"color":"#010203","name":"Mine","slug":"mine"}]`: {"settings", "color", "palette"},
		`3`: {"version"},
	} {
		if got := encode(get(doc, path...)); got != want {
			t.Errorf("%v: got %s, want %s", path, got, want)
		}
	}
	if _, ok := lookup(doc, "settings", "border"); ok {
		t.Error("tools are not folded")
	}
	again, err := wire.Decode(th.ExportJSON(nil))
	if err != nil || !wire.Equal(again, th.Export(nil)) {
		t.Errorf("the text doesn't hold the document: %v", err)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	d := loadPlainTheme(t).Base()
	if d.ContentSize() != "600px" || d.WideSize() != "" || d.UseRootPadding() || !d.HasBlockGap() || d.BlockGap() != "24px" {
		t.Errorf("%q %q %v %v %q", d.ContentSize(), d.WideSize(), d.UseRootPadding(), d.HasBlockGap(), d.BlockGap())
	}
	if d.BlockGapOf("core/columns") != "2em" || d.BlockGapOf("core/group") != "" {
		t.Errorf("gaps %q, %q", d.BlockGapOf("core/columns"), d.BlockGapOf("core/group"))
	}
	for value, want := range map[string]string{
		"var:preset|color|ink":               "#111",
		"var(--wp--preset--color--ink)":      "#111",
		"var:preset|font-size|small":         "12px",
		"var:preset|spacing|50":              "1.5rem",
		"var:preset|color|none":              "var:preset|color|none",
		"var(--wp--preset--color--ink, red)": "var(--wp--preset--color--ink, red)",
		"#abc":                               "#abc",
	} {
		if got := d.Literal(value); got != want {
			t.Errorf("%s is %s, want %s", value, got, want)
		}
	}
	p, ok := d.Preset(Palette, "ink")
	if !ok || p.Variable != "--wp--preset--color--ink" || p.Origin != OriginTheme {
		t.Errorf("%+v %v", p, ok)
	}
	if d.Setting("core/pullquote", "border", "color") != true || d.Setting("", "color", "custom") != true {
		t.Error("settings of blocks")
	}
	if d.BlockStyle("core/group", "card") == nil || d.BlockStyle("core/group", "none") != nil {
		t.Error("block styles")
	}
}

func TestSanitizeKeepsNull(t *testing.T) {
	t.Parallel()
	got := sanitize(wire.NewObject("version", int64(LatestVersion), "settings", nil, "styles", wire.NewObject(), "odd", int64(1)), CoreBlocks())
	if v, ok := got.Lookup("settings"); !ok || v != nil {
		t.Errorf("settings: %v %v", v, ok)
	}
	if _, ok := got.Lookup("odd"); ok {
		t.Error("an unknown part is left")
	}
}

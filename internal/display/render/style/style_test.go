package style

import (
	"strings"
	"testing"

	"quoin/internal/platform/markup/block"
)

func TestCompile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in, css, classes string
		presets          bool
	}{
		{`{"color":{"text":"#111","background":"var:preset|color|leafGreen"}}`, "color:#111;background-color:var(--wp--preset--color--leaf-green);", "has-text-color has-background has-leaf-green-background-color", false},
		{`{"color":{"background":"var:preset|color|leaf"}}`, "", "has-background has-leaf-background-color", true},
		{`{"spacing":{"padding":{"bottom":"1px","top":"var:preset|spacing|40"},"margin":"0"}}`, "padding-bottom:1px;padding-top:var(--wp--preset--spacing--40);margin:0;", "", false},
		{`{"border":{"top":{"color":"red","width":"1px"},"radius":{"topLeft":"2px"}}}`, "border-top-left-radius:2px;border-top-color:red;border-top-width:1px;", "", false},
		{`{"typography":{"lineHeight":1.5,"fontSize":"12px"}}`, "font-size:12px;", "", false},
		{`{"background":{"backgroundImage":{"url":"http://a.example/b.jpg"},"gradient":"linear-gradient(red,blue)"}}`, "background-image:linear-gradient(red,blue), url('http://a.example/b.jpg');", "has-background", false},
		{`{"color":{"text":"expression(1)"},"shadow":"1px 1px red"}`, "box-shadow:1px 1px red;", "has-text-color", false},
	} {
		styles, ok := block.DecodeAttrs(c.in)
		if !ok {
			t.Fatal(c.in)
		}
		r := Compile(styles, Options{PresetClasses: c.presets})
		if r.CSS != c.css || strings.Join(r.Classes, " ") != c.classes {
			t.Errorf("%s: %q %q", c.in, r.CSS, r.Classes)
		}
	}
}

func TestSafe(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"color:red; behaviour:x;margin:0 ":           "color:red;margin:0",
		"width:calc(1px + (2px * 3))":                "width:calc(1px + (2px * 3))",
		"background:url(javascript:x)":               "",
		"background:url('http://a.example/x.png')":   "background:url('http://a.example/x.png')",
		"color:url(x)":                               "",
		"--x:1;--y:url(data:1)":                      "--x:1",
		"color:rgb(1,2,3)":                           "",
		"background:linear-gradient(rgb(1,2,3),red)": "background:linear-gradient(rgb(1,2,3),red)",
		"width:min(1px":                              "",
	} {
		if got := Safe(in); got != want {
			t.Errorf("Safe(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestKebab(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"topLeft": "top-left", "2xl": "2-xl", "x-large": "x-large", "XMLHttp": "xml-http", "a_b c": "a-b-c", "40": "40"} {
		if got := Kebab(in); got != want {
			t.Errorf("Kebab(%q) = %q, want %q", in, got, want)
		}
	}
}

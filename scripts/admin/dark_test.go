package main

import (
	"math"
	"testing"
)

// TestContrastStays: each two colours stand to one another in the dark as in the light, as
// far as there is anything lighter than the lighter one.
func TestContrastStays(t *testing.T) {
	of := func(text string) color {
		c, ok := colorOf(text)
		if !ok {
			t.Fatal(text)
		}
		return c
	}
	for _, pair := range [][2]string{{"#1e1e1e", "#fff"}, {"#757575", "#fff"}, {"#757575", "#f0f0f0"}, {"#fff", "#3858e9"}, {"#cc1818", "#fff"}, {"#949494", "#f6e6e3"}, {"#2145e6", "#f0f0f0"}} {
		one, other := of(pair[0]), of(pair[1])
		light := math.Abs(math.Log(one.light() / other.light()))
		printed := func(c color) color { return of(c.dark().String()) }
		if dark := math.Abs(math.Log(printed(one).light() / printed(other).light())); math.Abs(light-dark) > 0.05 {
			t.Errorf("%v: contrast %.2f becomes %.2f", pair, math.Exp(light), math.Exp(dark))
		}
	}
	for light, dark := range map[string]string{"#fff": "#1e1e1e", "#1e1e1e": "#ffffff", "black": "#ffffff", "rgba(255,255,255,.5)": "#1e1e1e80"} {
		if got := of(light).dark().String(); got != dark {
			t.Errorf("%s becomes %s, not %s", light, got, dark)
		}
	}
}

func TestBothSchemes(t *testing.T) {
	for sheet, want := range map[string]string{
		`a{color:#fff}`:                        `a{color:light-dark(#fff,#1e1e1e)}`,
		`#fff,a:is(#abc){color:var(--x,#fff)}`: `#fff,a:is(#abc){color:var(--x,light-dark(#fff,#1e1e1e))}`,
		`@media (width<9px){a:hover{--c:white;margin:0}b{color:red}}`:     `@media (width<9px){a:hover{--c:light-dark(white,#1e1e1e);margin:0}b{color:red}}`,
		`a{background:url("data:image/svg+xml;a{b:#fff}")}`:               `a{background:url("data:image/svg+xml;a{b:#fff}")}`,
		`a{background:url(#fff;x),#fff;content:"{#fff"}`:                  `a{background:url(#fff;x),light-dark(#fff,#1e1e1e);content:"{#fff"}`,
		`a{box-shadow:0 0 1px #0003,inset 0 0 0 1px #1e1e1e;color:#0000}`: `a{box-shadow:0 0 1px #0003,inset 0 0 0 1px light-dark(#1e1e1e,#ffffff);color:#0000}`,
		`a{background-color:#00000059}b{background:#0000000d}`:            `a{background-color:#00000059}b{background:light-dark(#0000000d,#ffffff0d)}`,
		`a{color:light-dark(#fff,#000)}`:                                  `a{color:light-dark(#fff,#000)}`,
		`a{white-space:nowrap;mask:none}`:                                 `a{white-space:nowrap;mask:none}`,
		`a{color:rgba(0, 0, 0, .6)}`:                                      `a{color:light-dark(rgba(0, 0, 0, .6),#ffffff99)}`,
	} {
		if got := string(bothSchemes([]byte(sheet))); got != want {
			t.Errorf("%s\n got %s\nwant %s", sheet, got, want)
		}
	}
}

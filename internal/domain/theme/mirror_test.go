package theme

import (
	"strings"
	"testing"

	"quoin/internal/domain/blocktype"
)

func TestMirrored(t *testing.T) {
	t.Parallel()
	for css, want := range map[string]string{
		`a{margin-left:1em;right:0}`:                           `a{margin-right:1em;left:0}`,
		`a{margin:0 1em 2em 3em;padding:1px 2px}`:              `a{margin:0 3em 2em 1em;padding:1px 2px}`,
		`a{margin:0 calc(1em + 2px) 2em 0!important}`:          `a{margin:0 0 2em calc(1em + 2px)!important}`,
		`a{border-radius:1px 2px 3px 4px}`:                     `a{border-radius:2px 1px 4px 3px}`,
		`a{border-radius:1px 2px 3px}`:                         `a{border-radius:2px 1px 2px 3px}`,
		`a{border-top-left-radius:1px;border-left:1px solid}`:  `a{border-top-right-radius:1px;border-right:1px solid}`,
		`.alignleft{float:left;margin:.5em 1em .5em 0}`:        `.alignleft{float:left;margin:.5em 1em .5em 0}`,
		`.a{float:left;& .alignright{float:right}& b{left:0}}`: `.a{float:right;& .alignright{float:right}& b{right:0}}`,
		`@media (min-width:1px){a{text-align:left}}`:           `@media (min-width:1px){a{text-align:right}}`,
		`a{content:"left;}";background:url(left.png)}`:         `a{content:"left;}";background:url(left.png)}`,
		`a{--left:1px;/* left:0; */color:red}`:                 `a{--left:1px;/* left:0; */color:red}`,
	} {
		if got := mirrored(css); got != want {
			t.Errorf("%s: %s, want %s", css, got, want)
		}
	}
}

// TestMirroredTwice has each sheet of a block type as it was when it is mirrored again.
func TestMirroredTwice(t *testing.T) {
	t.Parallel()
	changed := 0
	for _, b := range blocktype.All() {
		once := mirrored(b.Style)
		if once != b.Style {
			changed++
		}
		if strings.Count(once, "{") != strings.Count(b.Style, "{") || len(strings.Fields(mirrored(once))) != len(strings.Fields(b.Style)) {
			t.Errorf("%s: %s", b.Name, once)
		}
	}
	if changed < 10 {
		t.Errorf("%d sheets name a side", changed)
	}
	if ltr, rtl := new(Theme).BlockCSS(false, "core/gallery"), new(Theme).BlockCSS(true, "core/gallery"); ltr == rtl || rtl == "" {
		t.Error("galleries are the same from right to left")
	}
}

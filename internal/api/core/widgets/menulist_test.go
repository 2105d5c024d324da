package widgets

import (
	"strings"
	"testing"

	"quoin/internal/domain/menu"
)

// A menu says of each item where it leads, how, and by which classes themes know it; levels are lists in it.
func TestMenuSaysAllOfItsItems(t *testing.T) {
	t.Parallel()
	m := menuList{home: "https://news.example", below: map[int64][]int64{0: {1, 2}, 2: {3}}, items: map[int64]*menu.Item{
		1: {Type: "custom", Object: "custom", Title: "Start", URL: "https://news.example/", Classes: []string{"one", ""}, XFN: "me"},
		2: {Type: "post_type", Object: "page", Title: "About", URL: "https://news.example/about/"},
		3: {Type: "post_type", Object: "page", Title: "Team", URL: "https://news.example/team/", Target: "_blank", AttrTitle: `A "note"`},
	}}
	var b strings.Builder
	m.write(&b, 0, 0)
	want := `<li id="menu-item-1" class="one menu-item menu-item-type-custom menu-item-object-custom menu-item-home menu-item-1"><a rel="me" href="https://news.example/">Start</a></li>
<li id="menu-item-2" class="menu-item menu-item-type-post_type menu-item-object-page menu-item-has-children menu-item-2"><a href="https://news.example/about/">About</a>
<ul class="sub-menu">
	<li id="menu-item-3" class="menu-item menu-item-type-post_type menu-item-object-page menu-item-3"><a target="_blank" href="https://news.example/team/" title="A &quot;note&quot;">Team</a></li>
</ul>
</li>
`
	if b.String() != want {
		t.Errorf("%s", b.String())
	}
}

// Items that stand below each other go round for some levels only.
func TestMenuThatGoesRound(t *testing.T) {
	t.Parallel()
	m := menuList{below: map[int64][]int64{0: {1}, 1: {1}}, items: map[int64]*menu.Item{1: {Title: "A"}}}
	var b strings.Builder
	m.write(&b, 0, 0)
	if n := strings.Count(b.String(), "<li "); n != maxMenuDepth+1 {
		t.Errorf("%d items", n)
	}
}

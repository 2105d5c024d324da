package site

import "quoin/internal/platform/wire"

// SidebarTexts are the texts that a place for widgets has: what it is called, and the HTML around
// widgets and their titles.
var SidebarTexts = []string{"name", "description", "class", "before_widget", "after_widget", "before_title", "after_title"}

// OwnSidebars are the places for widgets that a site has of its own, each with SidebarTexts, by
// id. No page shows them by itself; they come with sites that move in.
var OwnSidebars = &Option[*wire.Object]{Name: "own_sidebars", Visible: true}

// maxOwnSidebars bounds how many of them count.
const maxOwnSidebars = 100

// AtMostSidebars are the first of some places, as many as a site may have.
func AtMostSidebars(all *wire.Object) *wire.Object {
	out := &wire.Object{}
	for _, m := range all.Members() {
		if one, ok := m.Value.(*wire.Object); ok && m.Key != "" && out.Len() < maxOwnSidebars {
			out.Set(m.Key, one)
		}
	}
	return out
}

package content

import "strings"

// The widths of cards of entries, and their least height.
const (
	minCardWidth  = 200
	maxCardWidth  = 600
	minCardHeight = 200
)

// CardSize is the size of the card of an entry for which there is a width.
func CardSize(width int) (w, h int) {
	w = min(max(width, minCardWidth), maxCardWidth)
	return w, max((w*9+15)/16, minCardHeight)
}

// CardLink is the address of the card of an entry with an address, which other
// pages show in a frame.
func CardLink(link string) string {
	if strings.Contains(link, "?") {
		return link + "&embed=true"
	}
	return strings.TrimSuffix(link, "/") + "/embed/"
}

package front

import (
	"bytes"
	"context"
	"encoding/hex"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"sync"

	"github.com/zeebo/xxh3"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
	"quoin/internal/platform/httpcache"
)

// iconSize is the edge of the icon that browsers ask for by themselves.
const iconSize = 32

// iconFor is where the icon of the site is: the smallest of its files that is large
// enough, or the drawn one.
//
// Compat (TestFavicon): the address that browsers know leads to a picture, with or
// without an icon of the site.
func (f *document) iconFor(ctx context.Context, base string) string {
	if icon := f.ownIcon(ctx); icon != nil {
		return iconOf(icon, iconSize)
	}
	return base + drawnIcon().path
}

// ownIcon is the icon that the site has chosen, nil where it has none.
func (f *document) ownIcon(ctx context.Context) *render.Image {
	id := site.Icon.Of(ctx, f.Site)
	if id <= 0 {
		return nil
	}
	icon := f.View.Source(ctx, access.Actor{}, &render.Request{Front: true}).Images(ctx, []int64{id})[id]
	if icon == nil || icon.URL == "" {
		return nil
	}
	return icon
}

// iconOf is the address of the smallest file of an icon that has an edge.
func iconOf(icon *render.Image, edge int) string {
	address, width := icon.URL, icon.Width
	for _, s := range icon.Sizes {
		if s.Width == s.Height && s.Width >= edge && (s.Width < width || width == 0) {
			address, width = siblingAddress(icon.URL, s.File), s.Width
		}
	}
	return address
}

// vectorIcon is the drawn icon as a picture that stands in pages, which saves the request
// for one.
const vectorIcon = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2032%2032'%3E" +
	"%3Cpath%20fill='%233d3a36'%20d='M0%200h32v32H0z'/%3E%3Cpath%20fill='%23e9e2d4'%20d='M4%204h18v7H4zM4%2013h11v7H4zM4%2022h18v7H4z'/%3E%3C/svg%3E"

// iconElements tell browsers of the icon of the site, and the screens of devices where it
// becomes a larger picture.
//
// Compat (TestFavicon): they are told of by four elements.
func (f *document) iconElements(c *render.Context) string {
	icon := f.ownIcon(c)
	if icon == nil {
		return `<link rel="icon" href="` + vectorIcon + "\">\n"
	}
	at := func(edge int) string { return escape.URL(iconOf(icon, edge)) }
	return `<link rel="icon" href="` + at(iconSize) + "\" sizes=\"32x32\">\n" +
		`<link rel="icon" href="` + at(192) + "\" sizes=\"192x192\">\n" +
		`<link rel="apple-touch-icon" href="` + at(180) + "\">\n" +
		`<meta name="msapplication-TileImage" content="` + at(270) + "\">\n"
}

// siblingAddress is the address of a file in the folder of another.
func siblingAddress(address, file string) string {
	return address[:len(address)-len(last(address))] + file
}

// drawnIcon is the icon of sites that have none: the corner of a wall.
var drawnIcon = sync.OnceValue(func() behaviourFile {
	wall, stone := color.NRGBA{0x3d, 0x3a, 0x36, 0xff}, color.NRGBA{0xe9, 0xe2, 0xd4, 0xff}
	m := image.NewNRGBA(image.Rect(0, 0, iconSize, iconSize))
	draw.Draw(m, m.Bounds(), image.NewUniform(wall), image.Point{}, draw.Src)
	// Long and short stones take turns at the corner.
	for i, width := range []int{18, 11, 18} {
		top := 4 + 9*i
		draw.Draw(m, image.Rect(4, top, 4+width, top+7), image.NewUniform(stone), image.Point{}, draw.Src)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err) // into memory, and of a good size
	}
	sum := xxh3.Hash128(b.Bytes()).Bytes()
	h := http.Header{}
	h.Set("Content-Type", "image/png")
	return behaviourFile{
		path:   assetsPath + "icon-" + hex.EncodeToString(sum[:8]) + ".png",
		answer: httpcache.NewAnswer(http.StatusOK, h, b.Bytes()),
	}
})

// serveDrawnIcon serves the drawn icon. An older address gets the newest one.
func serveDrawnIcon(w http.ResponseWriter, r *http.Request) {
	icon := drawnIcon()
	w.Header().Set("Cache-Control", cacheForever)
	if r.URL.Path != icon.path {
		w.Header().Set("Cache-Control", "no-cache")
	}
	icon.answer.Write(w, r)
}

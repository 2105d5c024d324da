package render

import "testing"

func TestConstrain(t *testing.T) {
	t.Parallel()
	for _, c := range [][6]int{
		{1200, 800, 300, 300, 300, 200}, {800, 1200, 300, 300, 200, 300}, {100, 50, 300, 300, 100, 50},
		{1000, 1, 10, 0, 10, 1}, {0, 10, 5, 5, 0, 10}, {640, 480, 0, 0, 640, 480}, {1024, 683, 300, 0, 300, 200},
	} {
		if w, h := Constrain(c[0], c[1], c[2], c[3]); w != c[4] || h != c[5] {
			t.Errorf("%v: %dx%d", c, w, h)
		}
	}
}

func TestSourceSet(t *testing.T) {
	t.Parallel()
	c := &Context{Site: &Site{UploadsURL: "https://news.example/media"}}
	img := &Image{MIME: "image/jpeg", File: "2026/05/a b.jpg", Width: 3000, Height: 2000, Sizes: []ImageSize{
		{Name: "medium", File: "a b-300x200.jpg", Width: 300, Height: 200},
		{Name: "thumbnail", File: "a b-150x150.jpg", Width: 150, Height: 150},
		{Name: "large", File: "a b-1024x683.jpg", Width: 1024, Height: 683},
	}}
	at := "https://news.example/media/2026/05/"
	for _, c2 := range []struct {
		name, address string
		w, h          int
		want          string
	}{
		{"own first, too wide left out", at + "a b-1024x683.jpg", 1024, 683, "https://news.example/media/2026/05/a%20b-1024x683.jpg 1024w, https://news.example/media/2026/05/a%20b-300x200.jpg 300w"},
		{"another shape", at + "a b-150x150.jpg", 150, 150, ""},
		{"another file", at + "b.jpg", 300, 200, ""},
		{"no width", at + "a b-300x200.jpg", 0, 0, ""},
	} {
		if got := c.Site.SourceSet(img, c2.address, c2.w, c2.h); got != c2.want {
			t.Errorf("%s: %q", c2.name, got)
		}
	}
	edited := *img
	edited.File = "2026/05/a-e1712345678901.jpg"
	if got := (mediaCompletion{c: c}).sources(`<img src="`+at+`a.jpg" width="300" height="200">`, &edited); got != `<img src="`+at+`a.jpg" width="300" height="200">` {
		t.Errorf("file from before an edit: %s", got)
	}
}

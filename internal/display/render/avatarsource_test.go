package render_test

import (
	"context"
	"strings"
	"testing"

	"quoin/internal/display/render"
)

// TestAvatarsOfPages: pages ask no other host for pictures of people unless the site says
// so, texts of the API name where clients of the reference look for them.
func TestAvatarsOfPages(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		front      bool
		from, kind string
		want, not  string
	}{
		"a page":                {true, "drawn", "mystery", "src='data:image/svg+xml,", "http:"},
		"a page without a face": {true, "drawn", "blank", "src='data:image/svg+xml,", "text-anchor"},
		"by the owner's word":   {true, "gravatar", "mystery", "https://secure.gravatar.com/avatar/", "data:"},
		"the API":               {false, "drawn", "mystery", "https://secure.gravatar.com/avatar/", "data:"},
	} {
		src := source()
		src.RequestData.Front = c.front
		src.SiteData.ShowAvatars, src.SiteData.AvatarsFrom, src.SiteData.AvatarDefault = true, c.from, c.kind
		got := renderer().Context(context.Background(), src, nil).Avatar(render.Person{Name: "Ann <b>", Email: "ann@example.org"}, 40, "Ann", "", "")
		if !strings.Contains(got, c.want) || strings.Contains(strings.ReplaceAll(got, "http://www.w3.org/2000/svg", ""), c.not) || strings.Contains(got, "<b>") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

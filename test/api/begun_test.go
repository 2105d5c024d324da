package api

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"quoin/internal/app"
	"quoin/internal/display/render"
	"quoin/internal/ext"
	"quoin/internal/platform/markup/block"
)

// TestTextsOfWhatWasReadBefore has an entry renamed while an answer is made that has read
// it already, but not yet rendered a text that shows its title: that text isn't cached.
func TestTextsOfWhatWasReadBefore(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		var meanwhile atomic.Pointer[func()]
		pause := ext.Extension{ID: "pause", New: func(*ext.Host) (*ext.Parts, error) {
			return &ext.Parts{Blocks: map[string]render.BlockFunc{"probe/pause": func(*render.Context, block.Block, string) string {
				if fn := meanwhile.Swap(nil); fn != nil {
					(*fn)()
				}
				return ""
			}}}, nil
		}}
		s := start(t, app.Config{DatabaseURL: e.database(t), Extensions: []ext.Extension{pause}})
		post := func(fields map[string]any) int {
			t.Helper()
			fields["status"] = "publish"
			a := s.do("administrator", "POST", "/api/core/v2/posts", fields)
			if a.status != 201 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			return int(a.object(t)["id"].(float64))
		}
		shown := post(map[string]any{"title": "Former", "date": "2020-01-01T00:00:00", "tags": []int{}})
		shows := post(map[string]any{"title": "Shows", "date": "2020-01-02T00:00:00",
			"content": `<!-- wp:latest-posts {"postsToShow":10} /-->`})
		pauses := post(map[string]any{"title": "Pauses", "date": "2020-01-03T00:00:00", "content": "<!-- wp:probe/pause /-->"})
		list := fmt.Sprintf("/api/core/v2/posts?include=%d,%d,%d", shown, shows, pauses)
		// Nothing of the three is cached: each was written after it was last rendered.
		for _, id := range []int{shown, shows, pauses} {
			s.do("administrator", "POST", fmt.Sprintf("/api/core/v2/posts/%d?_fields=id", id), map[string]any{"excerpt": "Changed"})
		}
		rename := func() {
			if a := s.do("administrator", "POST", fmt.Sprint("/api/core/v2/posts/", shown), map[string]any{"title": "Renamed"}); a.status != 200 {
				t.Errorf("%d %s", a.status, a.body)
			}
		}
		meanwhile.Store(&rename)
		s.do("", "GET", list, nil)
		if meanwhile.Load() != nil {
			t.Fatal("the block wasn't rendered")
		}
		got := s.do("", "GET", fmt.Sprint("/api/core/v2/posts/", shows), nil)
		if !strings.Contains(string(got.body), "Renamed") || strings.Contains(string(got.body), "Former") {
			t.Errorf("a text that was made of the former title: %s", got.body)
		}
	})
}

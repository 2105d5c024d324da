package api

import (
	"strings"
	"testing"

	"quoin/internal/app"
)

// An answer that has the stored content, too, renders it once more after all
// other fields, so its generated ids are others.
func TestGeneratedIDsOfEditors(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		id := s.make("/core/v2/posts", map[string]any{"content": "<!-- wp:search /-->", "excerpt": "x"})
		for query, want := range map[string]string{
			"":                                       "search__input-1",
			"?context=edit":                          "search__input-2",
			"?context=edit&_fields=content.rendered": "search__input-1",
		} {
			got, _ := at(s.get("administrator", "/api/core/v2/posts/"+id+query), "content", "rendered").(string)
			if !strings.Contains(got, want+`"`) {
				t.Errorf("%s: no %s in %s", query, want, got)
			}
		}
	})
}

// TestGeneratedIDsOfFiles counts on from an answer to an update that nobody sees.
func TestGeneratedIDsOfFiles(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	film := strings.NewReader("\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom\x00\x00\x00\x08free")
	id := valueAt(s.do("administrator", "POST", "/api/core/v2/media", film, "Content-Type", "video/mp4", "Content-Disposition", `attachment; filename="tide.mp4"`).json(t), "id")
	path := "/api/core/v2/media/" + id
	for _, step := range []struct {
		method, query string
		body          any
		want          string
	}{
		{"GET", "", nil, "-1"},
		{"POST", "", map[string]any{"title": "Tide"}, "-3"},
		{"POST", "", map[string]any{"caption": "At noon"}, "-2"},
		{"POST", "?_fields=description", map[string]any{"title": "Tides"}, "-2"},
		{"GET", "?context=edit", nil, "-1"},
	} {
		got, _ := at(s.do("administrator", step.method, path+step.query, step.body).json(t), "description", "rendered").(string)
		if want := `id="video-` + id + step.want + `"`; !strings.Contains(got, want) {
			t.Errorf("%s %v: no %s in %s", step.method, step.body, want, got)
		}
	}
	caption := `[caption id="quay" width="9"]<img src="/q.jpg"> At noon[/caption]`
	file := valueAt(s.do("administrator", "POST", "/api/core/v2/media", strings.NewReader("a,b\n"), "Content-Type", "text/csv", "Content-Disposition", `attachment; filename="tides.csv"`).json(t), "id")
	a := s.do("administrator", "POST", "/api/core/v2/media/"+file, map[string]any{"description": caption})
	if got, _ := at(a.json(t), "description", "rendered").(string); !strings.Contains(got, `id="quay-2"`) {
		t.Errorf("a caption in the description of a file: %s", got)
	}
}

// TestTemplatesOfHiddenTypes offers templates to types with pages of their own alone.
func TestTemplatesOfHiddenTypes(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	s.make("/core/v2/templates", map[string]any{"slug": "quay", "title": "Quay", "content": "x"})
	for base, want := range map[string]int{"pages": 201, "posts": 201, "navigation": 400} {
		a := s.do("administrator", "POST", "/api/core/v2/"+base, map[string]any{"title": "t", "content": "c", "template": "quay"})
		if a.status != want {
			t.Errorf("%s: %d %s", base, a.status, a.body)
		}
	}
}

func TestExcerptLength(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	id := s.make("/core/v2/posts", map[string]any{"content": "<p>one two three</p>"})
	for query, want := range map[string]string{
		"": "<p>one two three</p>\n", "?excerpt_length=2": "<p>one two [&hellip;]</p>\n", "?excerpt_length=0": "<p> [&hellip;]</p>\n",
	} {
		if got := at(s.get("administrator", "/api/core/v2/posts/"+id+query), "excerpt", "rendered"); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

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

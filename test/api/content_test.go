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

package api

import (
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestProtectedEntriesOfEditors shows protected entries in the text of another to those who may
// edit them, where the text is read to be edited, and to nobody else.
func TestProtectedEntriesOfEditors(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		s.make("/core/v2/posts", map[string]any{"title": "Safe", "status": "publish", "content": "<!-- wp:paragraph --><p>The secret.</p><!-- /wp:paragraph -->", "password": "sesame"})
		id := s.make("/core/v2/posts", map[string]any{
			"title": "List", "status": "publish", "author": s.userID("author"),
			"content": `<!-- wp:latest-posts {"displayPostContent":true,"displayPostContentRadio":"full_post"} /-->`,
		})
		for range 2 { // made, and kept
			for _, c := range []struct {
				role, query string
				shown       bool
			}{
				{"administrator", "", false}, {"administrator", "?context=edit", true}, {"author", "", false}, {"author", "?context=edit", false},
				{"", "", false}, {"editor", "?context=edit", true}, {"administrator", "?context=edit&_fields=content", true},
			} {
				for _, path := range []string{"/api/core/v2/posts/" + id + c.query, "/api/core/v2/posts?" + strings.TrimPrefix(c.query+"&include="+id, "?")} {
					answer := s.do(c.role, "GET", path, nil).json(t)
					if list, ok := answer.([]any); ok {
						answer = list[0]
					}
					if got := valueAt(answer, "content/rendered"); strings.Contains(got, "The secret.") != c.shown {
						t.Errorf("%s at %s: %s", c.role, path, got)
					}
				}
			}
		}
		// Revisions show what visitors see.
		s.do("administrator", "POST", "/api/core/v2/posts/"+id, map[string]any{"title": "Another list"})
		for _, item := range s.do("administrator", "GET", "/api/core/v2/posts/"+id+"/revisions?context=edit", nil).json(t).([]any) {
			if got := valueAt(item, "content/rendered"); strings.Contains(got, "The secret.") {
				t.Errorf("a revision shows %s", got)
			}
		}
	})
}

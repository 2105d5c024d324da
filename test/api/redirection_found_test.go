package api

import "testing"

// TestFoundEntriesAreNamed looks for targets of redirects.
func TestFoundEntriesAreNamed(t *testing.T) {
	t.Parallel()
	s := redirecting(t, engine{"sqlite"})
	s.make("/core/v2/posts", map[string]any{"title": "Blue whales", "slug": "of-whales", "status": "publish"})
	for text, want := range map[string]string{
		"Blue":   "of-whales",   // the title begins with it
		"whales": "Blue whales", // the title has it further on
		"of-wh":  "of-whales",   // the slug alone has it
	} {
		a := s.do("administrator", "GET", "/api/redirection/v1/redirect/post?text="+text, nil)
		list, _ := a.json(t).([]any)
		if len(list) != 1 || list[0].(map[string]any)["title"] != want {
			t.Errorf("%s: %s, want %q", text, a.body, want)
		}
	}
}

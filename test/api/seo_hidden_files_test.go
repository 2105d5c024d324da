package api

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestHeadsTellNoHiddenFiles names a file of a private entry in every way in which a head
// finds pictures: neither its address nor its caption is told to who may not see it. The
// head of the entry that has it tells both.
func TestHeadsTellNoHiddenFiles(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		number := func(a answer) int {
			t.Helper()
			if a.status >= 300 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			return int(a.object(t)["id"].(float64))
		}
		file := number(s.sendGIF("editor", "hiddenfile.gif"))
		hidden := number(s.do("editor", "POST", "/api/core/v2/posts", map[string]any{"title": "Hidden", "status": "private", "content": "x", "featured_media": file}))
		number(s.do("editor", "POST", fmt.Sprint("/api/core/v2/media/", file), map[string]any{"caption": "Hiddencaption", "post": hidden}))
		address := s.do("editor", "GET", fmt.Sprint("/api/core/v2/media/", file, "?_fields=source_url"), nil).object(t)["source_url"].(string)
		elsewhere := address[:strings.LastIndex(address, "/")] + "/nosuch.gif"
		told := func(text, by string, a answer) {
			t.Helper()
			if a.status != 200 && a.status != 201 {
				t.Errorf("%s: %d %s", text, a.status, a.body)
			}
			if strings.Contains(string(a.body), "Hiddencaption") || !strings.Contains(text, address) && strings.Contains(string(a.body), "hiddenfile") {
				t.Errorf("%s tells %s: %s", text, by, a.body)
			}
		}
		for _, text := range []string{
			fmt.Sprintf(`<img class="wp-image-%d" src="%s">`, file, elsewhere),
			fmt.Sprintf(`<img src="%s">`, address),
			fmt.Sprintf(`<!-- wp:image {"id":%d} --><figure><img class="wp-image-%d" src="%s"></figure><!-- /wp:image -->`, file, file, elsewhere),
		} {
			fields := map[string]any{"title": "Names it", "content": text, "status": "draft"}
			told(text, "the contributor", s.do("contributor", "POST", "/api/core/v2/posts", fields))
			fields["status"] = "publish"
			id := number(s.do("author", "POST", "/api/core/v2/posts", fields))
			a := s.do("", "GET", fmt.Sprint("/api/core/v2/posts/", id), nil)
			told(text, "readers", a)
			page := strings.TrimPrefix(a.object(t)["link"].(string), "http://example.org")
			told(text, "readers of the page", s.do("", "GET", page, nil))
		}
		if a := s.do("editor", "GET", fmt.Sprint("/api/core/v2/posts/", hidden), nil); !strings.Contains(string(a.body), "hiddenfile") || !strings.Contains(string(a.body), "Hiddencaption") {
			t.Errorf("the head of its own entry lacks it: %s", a.body)
		}
	})
}

package api

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/site"
)

// filed is the path of an attachment's file.
func (s *server) filed(id string) string {
	s.t.Helper()
	return strings.TrimPrefix(valueAt(s.do("administrator", "GET", "/api/core/v2/media/"+id, nil).object(s.t), "source_url"), "http://example.org")
}

// TestHeadsOfAttachments holds that attachments have heads where they have pages: in the API and
// by the address of the file, which these tell, and on the page, which tells its own.
func TestHeadsOfAttachments(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		cat := s.make("/core/v2/categories", map[string]any{"name": "Quarry"})
		post := s.make("/core/v2/posts", map[string]any{"title": "Stones", "slug": "stones", "status": "publish", "categories": []any{number(cat)}})
		img := s.picture("granite.jpg", 900, 600)
		if a := s.do("administrator", "POST", "/api/core/v2/media/"+img, map[string]any{
			"post": number(post), "caption": "Grey", "description": strings.Repeat("word ", 900), "meta": map[string]any{"_seo_metadesc": "Seen"},
		}); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		stones := "http://example.org" + s.path("posts/"+post)
		file, page := s.filed(img), s.path("media/"+img)
		if item := s.do("", "GET", "/wp-json/wp/v2/media/"+img, nil).object(t); item["yoast_head"] != nil || strings.Contains(fmt.Sprint(item), "yoast_head") {
			t.Errorf("a head without a page: %v", item)
		}
		if status, _, _ := s.headAt(file); status != 404 {
			t.Errorf("get_head of a file without a page: %d", status)
		}
		if err := site.AttachmentPages.Set(t.Context(), s.app.Env.Site, true); err != nil {
			t.Fatal(err)
		}
		item := s.do("", "GET", "/wp-json/wp/v2/media/"+img, nil).object(t)
		at := "http://example.org" + file
		for path, want := range map[string]string{
			"title": "granite - Quoin", "canonical": "<nil>", // search engines leave it out "og_url": at, "og_type": "article", "og_description": "Grey", "og_image/0/url": at, "og_image/0/width": "900",
			"robots/index": "noindex", "schema/@graph/0/@id": at, "schema/@graph/0/primaryImageOfPage": "<nil>", "twitter_misc": "<nil>",
			"schema/@graph/1/itemListElement/1/name": "Stones", "schema/@graph/1/itemListElement/1/item": stones, "schema/@graph/1/itemListElement/2/name": "granite",
		} {
			if got := valueAt(item, "yoast_head_json/"+path); got != want {
				t.Errorf("%s: %q, want %q", path, got, want)
			}
		}
		if status, html, _ := s.headAt(file); status != 200 || html != s.do("", "GET", "/api/core/v2/media/"+img, nil).object(t)["seo_head"] {
			t.Errorf("get_head of the file: %d %s", status, html)
		}
		for _, path := range []string{page, strings.TrimSuffix(file, ".jpg") + "-300x200.jpg", "/wp-content/uploads/none.jpg", "/wp-content/uploads/%2e%2e/x"} {
			if status, _, _ := s.headAt(path); status != 404 {
				t.Errorf("get_head of %s: %d", path, status)
			}
		}
		// Where the site stands for a person without a picture, the image is theirs.
		if a := s.do("administrator", "POST", "/api/seo/v1/configuration/site_representation", map[string]any{"company_or_person": "person", "company_or_person_user_id": 1}); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		item = s.do("", "GET", "/wp-json/wp/v2/media/"+img, nil).object(t)
		if face := fmt.Sprint(item["yoast_head_json"]); !strings.Contains(face, "logo:map[@id:"+at+"]") {
			t.Errorf("the person of the site: %s", face)
		}
		if _, _, fields := s.headAt(file); strings.Contains(fmt.Sprint(fields), "logo:map[@id:"+at) {
			t.Errorf("the person of the site by get_head: %v", fields)
		}
		body := string(s.do("", "GET", page, nil).body)
		for _, want := range []string{`<meta property="og:url" content="http://example.org` + page + `"`, `<meta property="og:image" content="` + at + `"`, `"primaryImageOfPage"`, `http://example.org` + page + `#primaryimage`} {
			if !strings.Contains(strings.ReplaceAll(body, `\/`, "/"), want) {
				t.Errorf("the page has no %s", want)
			}
		}
	})
}

// TestHeadsOfHiddenAttachments holds that no head tells of what its reader may not see: of the
// files of drafts, and of what stands above the entry that a file belongs to.
func TestHeadsOfHiddenAttachments(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		if err := site.AttachmentPages.Set(t.Context(), s.app.Env.Site, true); err != nil {
			t.Fatal(err)
		}
		secret := s.make("/core/v2/pages", map[string]any{"title": "Unseen", "status": "private"})
		below := s.make("/core/v2/pages", map[string]any{"title": "Below", "status": "publish", "parent": number(secret)})
		draft := s.make("/core/v2/posts", map[string]any{"title": "Unseen", "status": "draft"})
		for owner, seen := range map[string]bool{below: true, draft: false} {
			id := s.picture("file"+owner+".jpg", 20, 20)
			if a := s.do("administrator", "POST", "/api/core/v2/media/"+id, map[string]any{"post": number(owner)}); a.status != 200 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			file := s.filed(id)
			status, html, _ := s.headAt(file)
			if (status == 200) != seen || strings.Contains(html, "Unseen") {
				t.Errorf("file of %s: %d %s", owner, status, html)
			}
			item := s.do("", "GET", "/api/core/v2/media/"+id, nil)
			if (item.status == 200) != seen || strings.Contains(string(item.body), "Unseen") {
				t.Errorf("attachment of %s: %d %s", owner, item.status, item.body)
			}
			if seen && !strings.Contains(html, "Below") {
				t.Errorf("no path to the owner: %s", html)
			}
		}
	})
}

// TestHeadsInListsOfAttachments counts the statements of lists of attachments that belong to
// entries of their own.
func TestHeadsInListsOfAttachments(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{NoCache: true})
		if err := site.AttachmentPages.Set(t.Context(), s.app.Env.Site, true); err != nil {
			t.Fatal(err)
		}
		for i := range 8 {
			owner := s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("Owner ", i), "status": "publish"})
			id := s.picture(fmt.Sprint("f", i, ".jpg"), 20, 20)
			if a := s.do("administrator", "POST", "/api/core/v2/media/"+id, map[string]any{"post": number(owner)}); a.status != 200 {
				t.Fatalf("%d %s", a.status, a.body)
			}
		}
		s.statements("", "/api/core/v2/media?per_page=1")
		few, many := s.statements("", "/api/core/v2/media?per_page=3"), s.statements("", "/api/core/v2/media?per_page=8")
		if many > few {
			t.Errorf("a list of 8 takes %d statements, one of 3 takes %d", many, few)
		}
	})
}

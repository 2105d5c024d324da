package api

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/user"
)

// TestWordsOfHeads holds by which words programs find heads in each dialect, in fields and by
// addresses, and which tags are marked for whom.
func TestWordsOfHeads(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		post := s.make("/core/v2/posts", map[string]any{"title": "Größe", "slug": "heads", "status": "publish", "content": "Text", "date": "2026-01-02T03:04:05"})
		link := s.path("posts/" + post)
		const opens = "<!-- This site is optimized with the Yoast SEO plugin v28.4-RC1 - https://yoast.com/product/yoast-seo-wordpress/ -->\n<title>Größe"
		const notice = "\n<!-- For administrators: nothing describes this page. Give it a description of its own, or its kind a template at SEO, Settings. -->\n"
		const mark = ` class="yoast-seo-meta-tag" />`
		ask := func(role, path string, headers ...string) string {
			t.Helper()
			o := s.do(role, "GET", path, nil, headers...).object(t)
			for _, name := range []string{"yoast_head", "seo_head", "html"} {
				if text, ok := o[name].(string); ok {
					return text
				}
			}
			t.Fatalf("no head at %s", path)
			return ""
		}
		for range 2 { // made, and kept
			byAddress := "/get_head?url=" + url.QueryEscape("http://example.org"+link)
			text := ask("", "/wp-json/wp/v2/posts/"+post)
			for _, want := range []string{
				opens, "\n<meta property=\"og:locale\" content=\"en_US\" />\n", "\n<meta name=\"twitter:label1\" content=\"Written by\" />\n\t<meta name=\"twitter:data1\" content=\"test_administrator\" />\n",
				`<script type="application/ld+json" class="yoast-schema-graph">{"@context":"https:\/\/schema.org","@graph":[{"@type":"Article",`, `"headline":"Größe",`, "}]}</script>\n<!-- / Yoast SEO plugin. -->",
			} {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in %s", want, text)
				}
			}
			if !strings.HasSuffix(text, "plugin. -->") || strings.Contains(text, "Quoin SEO") || strings.Contains(text, "seo-meta-tag") {
				t.Errorf("the text is %s", text)
			}
			if got := ask("", "/wp-json/yoast/v1"+byAddress); got != text {
				t.Errorf("by address:\n%s\nwant\n%s", got, text)
			}
			own := ask("", "/api/core/v2/posts/"+post)
			if !strings.HasPrefix(own, "<!-- Quoin SEO -->\n<title>") || !strings.HasSuffix(own, "</script>\n<!-- / Quoin SEO -->") || !strings.Contains(own, ` class="seo-schema-graph">{"@context"`) ||
				strings.Contains(own, "oast") || ask("", "/api/seo/v1"+byAddress) != own {
				t.Errorf("in own words: %s", own)
			}
			// Those who would see the bar of the site have marks, unless they read JSON.
			marked := ask("administrator", "/wp-json/wp/v2/posts/"+post)
			if !strings.Contains(marked, "\t<meta name=\"twitter:data1\" content=\"test_administrator\""+mark) || !strings.Contains(marked, "max-video-preview:-1\" />\n") ||
				!strings.Contains(marked, notice) || strings.Replace(strings.ReplaceAll(marked, mark, " />"), notice, "\n", 1) != text {
				t.Errorf("with marks: %s", marked)
			}
			if got := ask("administrator", "/wp-json/yoast/v1"+byAddress); got != marked {
				t.Errorf("with marks by address: %s", got)
			}
			if got := ask("administrator", "/wp-json/wp/v2/posts/"+post, "Accept", "text/html, application/json;q=0.9"); strings.Replace(got, notice, "\n", 1) != text {
				t.Errorf("to who reads JSON: %s", got)
			}
			if got := ask("editor", "/wp-json/wp/v2/posts/"+post, "Accept", "application/json"); got != text {
				t.Errorf("to an editor: %s", got)
			}
			if got := ask("", "/wp-json/wp/v2/posts/"+post); got != text {
				t.Errorf("to visitors: %s", got)
			}
			if got := ask("administrator", "/api/core/v2/posts/"+post); got != own {
				t.Errorf("in own words, to an administrator: %s", got)
			}
		}
		me := number(valueAt(s.do("administrator", "GET", "/api/core/v2/users/me", nil).object(t), "id"))
		if err := s.app.DB.SetUserMeta(t.Context(), me, user.MetaToolbar, "false"); err != nil {
			t.Fatal(err)
		}
		if got := ask("administrator", "/wp-json/wp/v2/posts/"+post); strings.Contains(got, "seo-meta-tag") {
			t.Errorf("to who has hidden the bar: %s", got)
		}
	})
}

// TestGraphsOfDevelopment holds that the graph stands on many lines where no dot is in the
// address of the site, in the words of the reference.
func TestGraphsOfDevelopment(t *testing.T) {
	t.Parallel()
	s := seoSite(t, engine{"sqlite"}, app.Config{URL: "http://localhost:8080"})
	post := s.make("/core/v2/posts", map[string]any{"title": "Lines", "status": "publish", "content": "Text"})
	text, _ := s.do("", "GET", "/wp-json/wp/v2/posts/"+post, nil).object(t)["yoast_head"].(string)
	if !strings.Contains(text, "class=\"yoast-schema-graph\">{\n\t    \"@context\": \"https:\\/\\/schema.org\",\n\t    \"@graph\": [\n\t        {\n\t            \"@type\": \"Article\",\n") || !strings.Contains(text, "\n\t    ]\n\t}</script>\n<!--") {
		t.Errorf("the graph of %s", text)
	}
	_, graph, _ := strings.Cut(text, "graph\">")
	graph, _, _ = strings.Cut(graph, "</script>")
	if !json.Valid([]byte(graph)) {
		t.Errorf("no JSON: %s", graph)
	}
	if own, _ := s.do("", "GET", "/api/core/v2/posts/"+post, nil).object(t)["seo_head"].(string); !strings.Contains(own, `{"@context":"https:`) {
		t.Errorf("in own words: %s", own)
	}
}

package api

import (
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/importer"
)

// exported is an export file of the reference with two entries that have fields of SEO.
func exported(image string) string {
	meta := func(pairs ...string) string {
		var b strings.Builder
		for i := 0; i < len(pairs); i += 2 {
			b.WriteString("<wp:postmeta><wp:meta_key>_yoast_wpseo_" + pairs[i] + "</wp:meta_key><wp:meta_value><![CDATA[" + pairs[i+1] + "]]></wp:meta_value></wp:postmeta>")
		}
		return b.String()
	}
	item := func(id, title, slug, status, text, more string) string {
		return `<item><title>` + title + `</title><dc:creator>admin</dc:creator><content:encoded><![CDATA[` + text + `]]></content:encoded><wp:post_id>` + id + `</wp:post_id>` +
			`<wp:post_date>2024-01-02 10:00:00</wp:post_date><wp:post_date_gmt>2024-01-02 10:00:00</wp:post_date_gmt><wp:post_name>` + slug + `</wp:post_name><wp:status>` + status +
			`</wp:status><wp:post_type>post</wp:post_type>` + more + `</item>`
	}
	return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"` +
		` xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Old</title><wp:wxr_version>1.2</wp:wxr_version>` +
		item("701", "Seen", "seen", "publish", "[wpseo_breadcrumb] Words of it.", meta("title", `é &amp; "q" <b>x</b> %2f`, "metadesc", " a\n<i>b</i> ", "linkdex", "x",
			"content_score", "0", "is_cornerstone", "true", "canonical", "https://Example.org/a b/", "meta-robots-noindex", "7", "meta-robots-nofollow", "1",
			"meta-robots-adv", "noarchive, none,nosnippet", "schema_page_type", "Page", "schema_article_type", "NewsArticle", "opengraph-title", "<b></b>",
			"opengraph-image", "http://example.org/wp-content/uploads/chosen.jpg", "opengraph-image-id", image, "estimated-reading-time-minutes", "<7>")+
			`<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>`+image+`</wp:meta_value></wp:postmeta>`) +
		item("702", "Kept", "kept", "private", `<!-- wp:yoast/how-to-block {"jsonDescription":"x","steps":[]} --><div></div><!-- /wp:yoast/how-to-block -->`, "") + `</channel></rss>`
}

// TestFieldsOfImports holds that an export file brings the fields of entries as the editor would
// have stored them, and what heads make of them.
func TestFieldsOfImports(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		image := s.picture("chosen.jpg", 800, 400)
		if _, err := s.app.Exchange.Import(app.AsOperator(t.Context()), strings.NewReader(exported(image)), importer.Options{Trusted: true}); err != nil {
			t.Fatal(err)
		}
		entry, err := s.app.DB.EntryByID(t.Context(), 701)
		if err != nil || entry == nil {
			t.Fatalf("entry %v, %v", entry, err)
		}
		for key, want := range map[string]string{
			"title": `é &amp; "q" x`, "metadesc": "a b", "linkdex": "", "content_score": "", "is_cornerstone": "1", "canonical": "https://example.org/a%20b/",
			"meta-robots-noindex": "", "meta-robots-nofollow": "1", "meta-robots-adv": "noarchive,nosnippet", "schema_page_type": "", "schema_article_type": "NewsArticle",
			"opengraph-title": "", "opengraph-image-id": image, "estimated-reading-time-minutes": "<7>", // nobody declares this one
		} {
			if values := entry.Meta["_seo_"+key]; want == "" && values != nil || want != "" && entry.Meta.Text("_seo_"+key) != want {
				t.Errorf("%s: %v, want %q", key, values, want)
			}
		}
		item := s.do("administrator", "GET", "/api/core/v2/posts/701", nil).object(t)
		if valueAt(item, "seo_head_json/og_image/0/width") != "800" {
			t.Errorf("images %v", valueAt(item, "seo_head_json/og_image"))
		}
		if text := valueAt(item, "excerpt/rendered"); !strings.HasPrefix(text, "<p>Words of it.") {
			t.Errorf("excerpt %s", text)
		}
		const path = `<span><a href="http://example.org/">Home</a></span> » <span class="breadcrumb_last" aria-current="page">Seen</span></span> Words`
		if text := valueAt(item, "content/rendered"); !strings.Contains(text, "<p><span>"+path) {
			t.Errorf("text %s", text)
		}
		head := string(s.do("administrator", "GET", "/api/core/v2/posts/702?context=edit&_fields=seo_head_json", nil).body)
		if strings.Count(head, `"name":"Private: Kept"`) != 2 {
			t.Errorf("head of a private entry %s", head)
		}
		s.do("administrator", "POST", "/api/core/v2/plugins/seo/seo", map[string]any{"status": "inactive"})
		if text := valueAt(s.do("", "GET", "/api/core/v2/posts/701", nil).object(t), "content/rendered"); !strings.Contains(text, "[wpseo_breadcrumb] Words") {
			t.Errorf("text without SEO %s", text)
		}
	})
}

package importer_test

import (
	"context"
	"strings"
	"testing"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
)

// hostileExport has texts that only some may write: by an administrator of the
// site, by an author that the file brings, and by nobody. All texts say so.
func hostileExport() *strings.Reader {
	const script = `<![CDATA[said<script>alert(1)</script><img src="x" onerror="alert(2)">]]>`
	written := func(id, creator string) string {
		return `<item><title>` + script + `</title><dc:creator>` + creator + `</dc:creator><content:encoded>` + script + `</content:encoded>` +
			`<excerpt:encoded>` + script + `</excerpt:encoded><wp:post_id>` + id + `</wp:post_id><wp:post_date>2026-01-` + id + ` 00:00:00</wp:post_date>` +
			`<wp:status>publish</wp:status><wp:post_type>post</wp:post_type>`
	}
	said := func(id, account string) string {
		return `<wp:comment><wp:comment_id>` + id + `</wp:comment_id><wp:comment_author>` + script + `</wp:comment_author>` +
			`<wp:comment_author_email><![CDATA[<script>@example.org]]></wp:comment_author_email><wp:comment_author_url>javascript:alert(3)</wp:comment_author_url>` +
			`<wp:comment_author_IP>192.0.2.1</wp:comment_author_IP><wp:comment_date>2026-01-02 00:00:00</wp:comment_date><wp:comment_content>` + script + `</wp:comment_content>` +
			`<wp:comment_approved>1</wp:comment_approved><wp:comment_user_id>` + account + `</wp:comment_user_id></wp:comment>`
	}
	return strings.NewReader(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<title>Hostile</title><link>https://hostile.example</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:author><wp:author_id>7</wp:author_id><wp:author_login>admin</wp:author_login></wp:author>
<wp:author><wp:author_id>8</wp:author_id><wp:author_login>guest</wp:author_login><wp:author_email>guest@example.org</wp:author_email><wp:author_display_name>` + script + `</wp:author_display_name>
<wp:author_first_name>` + script + `</wp:author_first_name></wp:author>
<wp:category><wp:category_nicename>bad</wp:category_nicename><wp:cat_name>` + script + `</wp:cat_name><wp:category_description>` + script + `</wp:category_description></wp:category>
` + written("10", "admin") + said("1", "7") + said("2", "8") + said("3", "0") + `</item>
` + written("11", "guest") + `</item>
` + written("12", "nobody") + `</item>
</channel></rss>`)
}

func isHostile(text string) bool {
	return strings.Contains(text, "<script") || strings.Contains(text, "onerror") || strings.Contains(text, "javascript:")
}

// TestImportFilters brings texts in that their authors may not write: they are
// filtered as if the authors had written them here, unless the file is trusted.
func TestImportFilters(t *testing.T) {
	t.Parallel()
	for _, trusted := range []bool{false, true} {
		s := newSite(t, "")
		ctx := context.Background()
		s.run(t, hostileExport(), importer.Options{Trusted: trusted})
		entries := map[int64]*content.Entry{}
		for _, id := range []int64{10, 11, 12} {
			e, err := s.db.EntryByID(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			entries[id] = e
			for _, text := range []string{e.Title, e.Content, e.Excerpt} {
				if want := trusted || id == 10; isHostile(text) != want || !strings.Contains(text, "said") {
					t.Errorf("trusted %v: entry %d: %q", trusted, id, text)
				}
			}
		}
		page, err := s.db.ListComments(ctx, comment.Query{Limit: 10})
		if err != nil || len(page.Comments) != 3 {
			t.Fatal(page, err)
		}
		for _, c := range page.Comments {
			admin := c.User == 1
			if want := trusted || admin; isHostile(c.Content) != want || !strings.Contains(c.Content, "said") {
				t.Errorf("trusted %v: comment of %d: %q", trusted, c.User, c.Content)
			}
			for _, text := range []string{c.AuthorName, c.AuthorEmail, c.AuthorURL} {
				if isHostile(text) {
					t.Errorf("trusted %v: comment of %d by %q", trusted, c.User, text)
				}
			}
		}
		terms, err := s.db.AllTerms(ctx, taxonomy.Category)
		if err != nil || len(terms) != 2 {
			t.Fatal(terms, err)
		}
		for _, term := range terms {
			if isHostile(term.Name + term.Description) {
				t.Errorf("term %q %q", term.Name, term.Description)
			}
		}
		users, err := s.db.ListUsers(ctx, user.Query{})
		if err != nil || len(users.Users) != 2 {
			t.Fatal(users, err)
		}
		for _, u := range users.Users {
			if isHostile(u.Name + u.URL + metaText(u.Meta)) {
				t.Errorf("user %q %v", u.Name, u.Meta)
			}
		}
	}
}

package exchange_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"quoin/internal/app"
	"quoin/internal/domain/content"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/user"
	"quoin/internal/platform/wire"
)

// exportedSite has something of everything, and a type and a taxonomy that nobody
// declared.
const exportedSite = `<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<title>Stones &amp; more</title><link>https://old.example</link><description>Of stones</description><language>de-DE</language><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_id>7</wp:author_id><wp:author_login>ann</wp:author_login><wp:author_email>ann@example.org</wp:author_email><wp:author_display_name>Ann A.</wp:author_display_name><wp:author_first_name>Ann</wp:author_first_name><wp:author_last_name>A.</wp:author_last_name></wp:author>
<wp:category><wp:term_id>11</wp:term_id><wp:category_nicename>news</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name>News</wp:cat_name></wp:category>
<wp:category><wp:term_id>10</wp:term_id><wp:category_nicename>local</wp:category_nicename><wp:category_parent>news</wp:category_parent><wp:cat_name>Local</wp:cat_name><wp:termmeta><wp:meta_key>colour</wp:meta_key><wp:meta_value>a:1:{i:0;s:3:"red";}</wp:meta_value></wp:termmeta></wp:category>
<wp:tag><wp:term_id>12</wp:term_id><wp:tag_slug>hard</wp:tag_slug><wp:tag_name>Hard</wp:tag_name></wp:tag>
<wp:term><wp:term_id>13</wp:term_id><wp:term_taxonomy>genre</wp:term_taxonomy><wp:term_slug>novels</wp:term_slug><wp:term_name>Novels</wp:term_name></wp:term>
<wp:term><wp:term_id>14</wp:term_id><wp:term_taxonomy>genre</wp:term_taxonomy><wp:term_slug>crime</wp:term_slug><wp:term_parent>novels</wp:term_parent><wp:term_name>Crime</wp:term_name></wp:term>
<wp:term><wp:term_id>15</wp:term_id><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>main</wp:term_slug><wp:term_name>Main</wp:term_name></wp:term>
<item><title>Note</title><link>https://old.example/note/</link><dc:creator>ann</dc:creator><guid>https://old.example/wp-content/uploads/2021/05/note.txt</guid><wp:post_id>40</wp:post_id><wp:post_date>2021-05-06 07:08:09</wp:post_date><wp:post_date_gmt>2021-05-06 05:08:09</wp:post_date_gmt><wp:post_name>note</wp:post_name><wp:status>inherit</wp:status><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/wp-content/uploads/2021/05/note.txt</wp:attachment_url><wp:postmeta><wp:meta_key>_wp_attached_file</wp:meta_key><wp:meta_value>2021/05/note.txt</wp:meta_value></wp:postmeta></item>
<item><title>One &lt;b&gt;</title><link>https://old.example/one/</link><dc:creator>ann</dc:creator><guid>https://old.example/?p=41</guid><content:encoded><![CDATA[<!-- wp:paragraph -->
<p>See <a href="https://old.example/two/">two</a> ]]]]><![CDATA[> \ end</p>
<!-- /wp:paragraph -->]]></content:encoded><excerpt:encoded>Short</excerpt:encoded><wp:post_id>41</wp:post_id><wp:post_date>2021-05-06 07:08:09</wp:post_date><wp:post_date_gmt>2021-05-06 05:08:09</wp:post_date_gmt><wp:post_modified>2022-05-06 07:08:09</wp:post_modified><wp:post_modified_gmt>2022-05-06 05:08:09</wp:post_modified_gmt><wp:comment_status>open</wp:comment_status><wp:ping_status>closed</wp:ping_status><wp:post_name>one</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><wp:is_sticky>1</wp:is_sticky><category domain="category" nicename="local">Local</category><category domain="post_tag" nicename="hard">Hard</category><wp:postmeta><wp:meta_key>mood</wp:meta_key><wp:meta_value>a:2:{s:1:"a";s:3:"wry";s:1:"b";a:1:{i:0;i:3;}}</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>mood</wp:meta_key><wp:meta_value>s:6:"a:0:{}";</wp:meta_value></wp:postmeta>
<wp:comment><wp:comment_id>5</wp:comment_id><wp:comment_author>Bob</wp:comment_author><wp:comment_author_email>bob@example.org</wp:comment_author_email><wp:comment_date>2021-06-01 10:00:00</wp:comment_date><wp:comment_date_gmt>2021-06-01 08:00:00</wp:comment_date_gmt><wp:comment_content><![CDATA[Nice <a href="https://bob.example/">site</a>]]></wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_type>comment</wp:comment_type><wp:commentmeta><wp:meta_key>stars</wp:meta_key><wp:meta_value>5</wp:meta_value></wp:commentmeta></wp:comment>
<wp:comment><wp:comment_id>6</wp:comment_id><wp:comment_author>Eve</wp:comment_author><wp:comment_date>2021-06-01 10:00:01</wp:comment_date><wp:comment_date_gmt>2021-06-01 08:00:01</wp:comment_date_gmt><wp:comment_content>Buy</wp:comment_content><wp:comment_approved>spam</wp:comment_approved><wp:comment_parent>5</wp:comment_parent></wp:comment></item>
<item><title>Plans</title><dc:creator>ann</dc:creator><content:encoded>later</content:encoded><wp:post_id>42</wp:post_id><wp:post_date>2021-05-07 07:08:09</wp:post_date><wp:post_modified>2021-05-07 07:08:09</wp:post_modified><wp:post_modified_gmt>2021-05-07 05:08:09</wp:post_modified_gmt><wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt><wp:post_name></wp:post_name><wp:status>draft</wp:status><wp:post_type>page</wp:post_type><wp:post_password>let me</wp:post_password></item>
<item><title>Stone</title><link>https://old.example/library/stone/</link><dc:creator>ann</dc:creator><content:encoded>a book</content:encoded><wp:post_id>43</wp:post_id><wp:post_date>2021-05-08 07:08:09</wp:post_date><wp:post_date_gmt>2021-05-08 05:08:09</wp:post_date_gmt><wp:post_name>stone</wp:post_name><wp:status>publish</wp:status><wp:post_type>book</wp:post_type><category domain="genre" nicename="crime">Crime</category><wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>40</wp:meta_value></wp:postmeta></item>
<item><title></title><wp:post_id>44</wp:post_id><wp:post_date>2021-05-09 07:08:09</wp:post_date><wp:post_date_gmt>2021-05-09 05:08:09</wp:post_date_gmt><wp:post_name>44</wp:post_name><wp:status>publish</wp:status><wp:menu_order>1</wp:menu_order><wp:post_type>nav_menu_item</wp:post_type><category domain="nav_menu" nicename="main">Main</category><wp:postmeta><wp:meta_key>_menu_item_type</wp:meta_key><wp:meta_value>taxonomy</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>_menu_item_object</wp:meta_key><wp:meta_value>post_tag</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>_menu_item_object_id</wp:meta_key><wp:meta_value>12</wp:meta_value></wp:postmeta></item>
<item><title>Library</title><wp:post_id>45</wp:post_id><wp:post_date>2021-05-09 07:08:10</wp:post_date><wp:post_date_gmt>2021-05-09 05:08:10</wp:post_date_gmt><wp:post_name>library</wp:post_name><wp:status>publish</wp:status><wp:menu_order>2</wp:menu_order><wp:post_type>nav_menu_item</wp:post_type><category domain="nav_menu" nicename="main">Main</category><wp:postmeta><wp:meta_key>_menu_item_type</wp:meta_key><wp:meta_value>post_type_archive</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>_menu_item_object</wp:meta_key><wp:meta_value>book</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>_menu_item_object_id</wp:meta_key><wp:meta_value>-43</wp:meta_value></wp:postmeta></item>
</channel></rss>`

// What one site writes another reads and writes again: nothing is lost on the way, also
// of a type and a taxonomy that were unknown.
func TestExportsGoRound(t *testing.T) {
	t.Parallel()
	uploads := fstest.MapFS{"2021/05/note.txt": {Data: []byte("note")}}
	round := func(file string) string {
		a, err := app.New(t.Context(), app.Config{Data: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		report, err := a.Exchange.Import(app.AsOperator(t.Context()), strings.NewReader(file), importer.Options{Uploads: uploads, Trusted: true, KeepIDs: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range report.Rows {
			if row.Skipped > 0 && row.Kind != "category" && row.Reasons() != "there already" && row.Reasons() != "made anew" {
				t.Errorf("%d of %s were skipped: %s", row.Skipped, row.Kind, row.Reasons())
			}
		}
		var out bytes.Buffer
		made, err := a.Exchange.Export(app.AsOperator(t.Context()), &out)
		if err != nil {
			t.Fatal(err)
		}
		if made.Entries < 5 || made.Comments != 2 || made.Dropped != 0 {
			t.Errorf("the export has %+v", made)
		}
		return regexp.MustCompile(`(?m)^\t<pubDate>.*$`).ReplaceAllString(out.String(), "")
	}
	first := round(exportedSite)
	for _, want := range []string{
		"<title><![CDATA[Stones &amp; more]]></title>", "<language>de-DE</language>", "<wp:author_id>7</wp:author_id>", "<![CDATA[ann@example.org]]>",
		"<wp:term_id>10</wp:term_id>\n\t\t<wp:category_nicename><![CDATA[local]]></wp:category_nicename>\n\t\t<wp:category_parent><![CDATA[news]]>",
		`a:1:{i:0;s:3:"red";}`, "<wp:term_taxonomy><![CDATA[genre]]>", "<wp:term_parent><![CDATA[novels]]>", "<wp:term_taxonomy><![CDATA[nav_menu]]>",
		"<wp:post_type><![CDATA[book]]>", `<category domain="genre" nicename="crime">`, "/library/stone/</link>", `<category domain="post_tag" nicename="hard">`,
		"<wp:is_sticky>1<", `two</a> ]]]]><![CDATA[> \ end</p>`, `a:2:{s:1:"a";s:3:"wry";s:1:"b";a:1:{i:0;i:3;}}`, `s:6:"a:0:{}";`, "<wp:comment_parent>5<",
		"<wp:comment_approved><![CDATA[spam]]>", "<![CDATA[stars]]>", "<wp:post_password><![CDATA[let me]]>", "<wp:post_date_gmt><![CDATA[0000-00-00 00:00:00]]>",
		"<wp:meta_key><![CDATA[_menu_item_object]]></wp:meta_key>\n\t\t\t<wp:meta_value><![CDATA[post_tag]]>", "/wp-content/uploads/2021/05/note.txt]]></wp:attachment_url>",
		`Nice <a href="https://bob.example/">site</a>`, "<wp:meta_value><![CDATA[post_type_archive]]>", "<wp:meta_key><![CDATA[_menu_item_object]]></wp:meta_key>\n\t\t\t<wp:meta_value><![CDATA[book]]>",
		"<wp:post_modified><![CDATA[2022-05-06 07:08:09]]>", "<wp:meta_key><![CDATA[_thumbnail_id]]></wp:meta_key>\n\t\t\t<wp:meta_value><![CDATA[40]]>",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("the export has no %q", want)
		}
	}
	if second := round(first); second != first {
		t.Error(cmp.Diff(first, second))
	}
	if t.Failed() {
		t.Log(first)
	}
}

// TestExportBringsAll has an export bring a site of the other kind with everything that the
// form has a place for, id by id: what it hasn't is named.
func TestExportBringsAll(t *testing.T) {
	t.Parallel()
	old := runningSite(t)
	if _, err := old.Exchange.Import(app.AsOperator(t.Context()), strings.NewReader(exportedSite), importer.Options{Trusted: true, KeepIDs: true}); err != nil {
		t.Fatal(err)
	}
	// On the other side a draft that is in no category gets the usual one, and what has no
	// permanent id gets one.
	if err := old.DB.SetEntryTerms(t.Context(), 22, "category", []int64{1}); err != nil {
		t.Fatal(err)
	}
	for _, id := range []int64{22, 30} {
		e, err := old.DB.EntryByID(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		e.GUID = fmt.Sprintf("%s/?p=%d", old.url, id)
		if err := old.DB.UpdateEntry(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	var file bytes.Buffer
	if _, err := old.Exchange.Export(app.AsOperator(t.Context()), &file); err != nil {
		t.Fatal(err)
	}
	here, err := app.New(t.Context(), app.Config{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer here.Close()
	if err := here.Env.Site.SetAddress(t.Context(), old.url); err != nil {
		t.Fatal(err)
	}
	uploads := fstest.MapFS{"2021/05/note.txt": {Data: []byte("note")}}
	if _, err := here.Exchange.Import(app.AsOperator(t.Context()), bytes.NewReader(file.Bytes()), importer.Options{Uploads: uploads, Trusted: true, KeepIDs: true}); err != nil {
		t.Fatal(err)
	}
	was, is := exportable(t, old.App), exportable(t, here)
	delete(is["account"], 1) // the first of the new site
	for kind, least := range map[string]int{"entry": 8, "term": 7, "comment": 4, "account": 1} {
		if len(was[kind]) < least {
			t.Errorf("there are %d of %s", len(was[kind]), kind)
		}
		if diff := cmp.Diff(was[kind], is[kind], cmp.Transformer("JSON", func(o *wire.Object) string { return string(wire.Encode(o, nil)) })); diff != "" {
			t.Errorf("%s: %s", kind, diff)
		}
	}
}

// exportable is what an export file has a place for, by kind and id.
func exportable(t *testing.T, a *app.App) map[string]map[int64]any {
	t.Helper()
	ctx := t.Context()
	out := map[string]map[int64]any{"entry": {}, "term": {}, "comment": {}, "account": {}}
	for id := range int64(100) {
		if e, err := a.DB.EntryByID(ctx, id); err == nil && e.Type != content.TypeRevision {
			terms, err := a.DB.EntryTerms(ctx, []int64{id})
			if err != nil {
				t.Fatal(err)
			}
			named := map[string][]int64{}
			for _, term := range terms[id] {
				named[term.Taxonomy] = append(named[term.Taxonomy], term.ID)
			}
			e.GUIDMoves = false // no place in the file
			out["entry"][id] = []any{e, named}
		}
		if term, err := a.DB.TermByID(ctx, id); err == nil {
			out["term"][id] = term
		}
		if c, err := a.DB.CommentByID(ctx, id); err == nil {
			out["comment"][id] = c
		}
		if u, err := a.DB.UserByID(ctx, id); err == nil {
			out["account"][id] = []string{u.Login, u.Email, u.Name, u.Meta.Text(user.MetaFirstName), u.Meta.Text(user.MetaLastName)}
		}
	}
	return out
}

package wxrgen

import (
	"fmt"
	"time"

	"quoin/internal/domain/importer/phpvalue"
)

// entry is what the frame of an item needs.
type entry struct {
	id, parent, order int64
	kind, title, slug string
	status            string
	date              time.Time
	content           []byte
	excerpt           []byte
	sticky            bool
	password          string
}

// open writes an item up to where its terms, meta and comments belong.
func (g *generator) open(e entry) {
	gmt := e.date.UTC()
	date := gmt.Format(time.DateTime)
	comments := "closed"
	if e.kind == "post" {
		comments = "open"
	}
	g.printf("\t<item>\n")
	g.cdata("title", []byte(e.title))
	g.printf("\t\t<link>%s/%s/</link>\n\t\t<pubDate>%s</pubDate>\n\t\t<dc:creator><![CDATA[%s]]></dc:creator>\n\t\t<guid isPermaLink=\"false\">%[1]s/?p=%[5]d&amp;type=%[6]s</guid>\n\t\t<description></description>\n",
		g.SiteURL, e.slug, gmt.Format(time.RFC1123Z), login(g.rng.IntN(g.Authors)), e.id, e.kind)
	g.cdata("content:encoded", e.content)
	g.cdata("excerpt:encoded", e.excerpt)
	g.printf("\t\t<wp:post_id>%d</wp:post_id>\n\t\t<wp:post_date><![CDATA[%s]]></wp:post_date>\n\t\t<wp:post_date_gmt><![CDATA[%[2]s]]></wp:post_date_gmt>\n\t\t<wp:post_modified><![CDATA[%[2]s]]></wp:post_modified>\n\t\t<wp:post_modified_gmt><![CDATA[%[2]s]]></wp:post_modified_gmt>\n\t\t<wp:comment_status><![CDATA[%[3]s]]></wp:comment_status>\n\t\t<wp:ping_status><![CDATA[%[3]s]]></wp:ping_status>\n\t\t<wp:post_name><![CDATA[%[4]s]]></wp:post_name>\n\t\t<wp:status><![CDATA[%[5]s]]></wp:status>\n\t\t<wp:post_parent>%[6]d</wp:post_parent>\n\t\t<wp:menu_order>%[7]d</wp:menu_order>\n\t\t<wp:post_type><![CDATA[%[8]s]]></wp:post_type>\n\t\t<wp:post_password><![CDATA[%[9]s]]></wp:post_password>\n\t\t<wp:is_sticky>%[10]d</wp:is_sticky>\n",
		e.id, date, comments, e.slug, e.status, e.parent, e.order, e.kind, e.password, oneIf(e.sticky))
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (g *generator) attachmentURL(id int64) string {
	return fmt.Sprintf("%s/uploads/%s/stone-%d.jpg", g.SiteURL, g.Start.Format("2006/01"), id)
}

func (g *generator) attachments() {
	g.firstAtt = g.nextID + 1
	for range g.Attachments {
		if g.failed() {
			return
		}
		id := g.id()
		g.open(entry{id: id, kind: "attachment", title: g.title(), slug: fmt.Sprintf("stone-%d", id), status: "inherit", date: g.Start})
		g.printf("\t\t<wp:attachment_url><![CDATA[%s]]></wp:attachment_url>\n", g.attachmentURL(id))
		file := fmt.Sprintf("%s/stone-%d.jpg", g.Start.Format("2006/01"), id)
		g.meta("postmeta", "_wp_attached_file", file)
		sizes := &phpvalue.Map{Pairs: []phpvalue.Pair{
			{Key: phpvalue.StringKey("width"), Value: 1600},
			{Key: phpvalue.StringKey("height"), Value: 1200},
			{Key: phpvalue.StringKey("file"), Value: file},
			{Key: phpvalue.StringKey("sizes"), Value: []any{}},
		}}
		// Encode fails for types it does not know, and these it knows.
		if text, err := phpvalue.Encode(sizes); err == nil {
			g.meta("postmeta", "_wp_attachment_metadata", text)
		}
		g.printf("\t</item>\n")
	}
}

// block writes a synced pattern.
func (g *generator) block() {
	g.open(entry{id: g.id(), kind: "wp_block", title: "Call", slug: "call", status: "publish", date: g.Start,
		content: []byte("<!-- wp:paragraph -->\n<p>Write to the yard.</p>\n<!-- /wp:paragraph -->")})
	g.printf("\t</item>\n")
}

func (g *generator) pages() {
	g.firstPag = g.nextID + 1
	for i := range g.Pages {
		if g.failed() {
			return
		}
		e := entry{id: g.id(), kind: "page", title: g.title(), status: "publish", date: g.Start.Add(time.Duration(i) * time.Hour), order: int64(i)}
		e.slug = fmt.Sprintf("page-%d", i+1)
		if i%3 == 2 {
			e.parent = e.id - 1
		}
		g.body = g.blockContent(g.body[:0], 0, "")
		e.content = g.body
		g.open(e)
		g.printf("\t</item>\n")
	}
}

func (g *generator) menu() {
	for i := range min(g.Pages, 8) {
		id := g.id()
		g.open(entry{id: id, kind: "nav_menu_item", slug: fmt.Sprint(id), status: "publish", date: g.Start, order: int64(i + 1)})
		g.printf("\t\t<category domain=\"nav_menu\" nicename=\"main\"><![CDATA[Main]]></category>\n")
		g.meta("postmeta", "_menu_item_type", "post_type")
		g.meta("postmeta", "_menu_item_menu_item_parent", "0")
		g.meta("postmeta", "_menu_item_object_id", fmt.Sprint(g.firstPag+int64(i)))
		g.meta("postmeta", "_menu_item_object", "page")
		g.meta("postmeta", "_menu_item_classes", `a:1:{i:0;s:0:"";}`)
		g.printf("\t</item>\n")
	}
}

func (g *generator) posts() {
	for i := range g.Posts {
		if g.failed() {
			return
		}
		g.post(i)
	}
}

func (g *generator) post(i int) {
	e := entry{id: g.id(), kind: "post", title: g.title(), status: "publish"}
	e.slug = fmt.Sprintf("%s-%d", slug(e.title), e.id)
	e.date = g.Start.Add(time.Duration(i)*g.Every + time.Duration(g.rng.IntN(3600))*time.Second)
	switch g.rng.IntN(50) {
	case 0:
		e.status = "draft"
	case 1:
		e.status = "private"
	case 2:
		e.password = "lime"
	case 3:
		// Nobody puts thousands of posts on top.
		e.sticky = g.sticky < mostSticky
		g.sticky++
	}
	var image int64
	if g.Attachments > 0 && g.chance(2) {
		image = g.firstAtt + g.rng.Int64N(int64(g.Attachments))
	}
	if g.chance(4) {
		g.body = g.classicContent(g.body[:0])
	} else {
		g.body = g.blockContent(g.body[:0], image, g.attachmentURL(image))
	}
	e.content = g.body
	if g.chance(3) {
		e.excerpt = g.sentences(nil, 2)
	}
	g.open(e)
	g.postTerms()
	g.meta("postmeta", "_edit_last", "1")
	if image != 0 {
		g.meta("postmeta", "_thumbnail_id", fmt.Sprint(image))
	}
	if g.chance(5) {
		g.meta("postmeta", "source", g.SiteURL+"/?a=1&b=2")
	}
	g.postComments(e.date)
	g.printf("\t</item>\n")
}

func (g *generator) postTerms() {
	if g.Categories > 0 {
		c := g.rng.IntN(g.Categories)
		g.printf("\t\t<category domain=\"category\" nicename=\"%s\"><![CDATA[%s]]></category>\n", categorySlug(c), categoryName(c))
	}
	if g.Tags > 0 {
		first := g.rng.IntN(g.Tags)
		for k := range min(g.between(0, 5), g.Tags) {
			t := (first + k) % g.Tags
			g.printf("\t\t<category domain=\"post_tag\" nicename=\"%s\"><![CDATA[%s]]></category>\n", tagSlug(t), tagName(t))
		}
	}
}

func (g *generator) postComments(date time.Time) {
	n := 0
	if g.Comments > 0 && g.chance(2) {
		n = g.between(0, 4*g.Comments)
	}
	first := g.comments + 1
	for k := range n {
		g.comments++
		parent := int64(0)
		if k > 0 && g.chance(3) {
			parent = first + g.rng.Int64N(int64(k))
		}
		at := date.Add(time.Duration(k+1) * 37 * time.Minute).UTC().Format(time.DateTime)
		g.printf("\t\t<wp:comment>\n\t\t\t<wp:comment_id>%d</wp:comment_id>\n\t\t\t<wp:comment_author><![CDATA[%s]]></wp:comment_author>\n\t\t\t<wp:comment_author_email><![CDATA[reader%[3]d@stones.example]]></wp:comment_author_email>\n\t\t\t<wp:comment_author_url></wp:comment_author_url>\n\t\t\t<wp:comment_author_IP><![CDATA[192.0.2.%[3]d]]></wp:comment_author_IP>\n\t\t\t<wp:comment_date><![CDATA[%[4]s]]></wp:comment_date>\n\t\t\t<wp:comment_date_gmt><![CDATA[%[4]s]]></wp:comment_date_gmt>\n",
			g.comments, string(g.phrase(nil, 2)), g.between(1, 200), at)
		g.cdata("wp:comment_content", g.sentences(nil, g.between(1, 4)))
		g.printf("\t\t\t<wp:comment_approved><![CDATA[%d]]></wp:comment_approved>\n\t\t\t<wp:comment_type><![CDATA[comment]]></wp:comment_type>\n\t\t\t<wp:comment_parent>%d</wp:comment_parent>\n\t\t\t<wp:comment_user_id>0</wp:comment_user_id>\n",
			oneIf(!g.chance(10)), parent)
		if g.chance(6) {
			g.meta("commentmeta", "rating", fmt.Sprint(g.between(1, 5)))
		}
		g.printf("\t\t</wp:comment>\n")
	}
}

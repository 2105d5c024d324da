package wxrgen

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"time"
)

// Write writes an export file as o describes it. The error is that of w.
func Write(w io.Writer, o Options) error {
	o = o.withDefaults()
	g := &generator{Options: o, out: bufio.NewWriterSize(w, 64<<10), writer: newWriter(o.Seed)}
	g.text = o.Text
	g.head()
	g.authors()
	g.terms()
	g.attachments()
	g.block()
	g.pages()
	g.menu()
	g.posts()
	g.printf("</channel>\n</rss>\n")
	return g.out.Flush()
}

type generator struct {
	Options
	*writer
	out      *bufio.Writer
	body     []byte // reused for texts
	nextID   int64
	comments int64
	firstAtt int64
	firstPag int64
	sticky   int // posts that would stand on top
}

// mostSticky is how many posts stand on top of the others at most.
const mostSticky = 10

func (g *generator) printf(format string, args ...any) {
	fmt.Fprintf(g.out, format, args...)
}

// failed reports whether writing has failed, so that a long run ends early.
func (g *generator) failed() bool {
	_, err := g.out.Write(nil)
	return err != nil
}

func (g *generator) id() int64 {
	g.nextID++
	return g.nextID
}

// cdata writes <name>text</name> with text as CDATA.
func (g *generator) cdata(name string, text []byte) {
	g.out.WriteString("\t\t<" + name + "><![CDATA[")
	for {
		before, after, found := bytes.Cut(text, []byte("]]>"))
		g.out.Write(before)
		if !found {
			break
		}
		g.out.WriteString("]]]]><![CDATA[>")
		text = after
	}
	g.out.WriteString("]]></" + name + ">\n")
}

func (g *generator) meta(element, key, value string) {
	g.printf("\t\t<wp:%s>\n\t\t<wp:meta_key><![CDATA[%s]]></wp:meta_key>\n", element, key)
	g.cdata("wp:meta_value", []byte(value))
	g.printf("\t\t</wp:%s>\n", element)
}

func (g *generator) head() {
	g.printf(`<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="wxrgen" seed="%d" -->
<rss version="2.0"
	xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
	<title>Stones of seed %[1]d</title>
	<link>%[2]s</link>
	<description>Generated text</description>
	<pubDate>%[3]s</pubDate>
	<language>en-GB</language>
	<wp:wxr_version>1.2</wp:wxr_version>
	<wp:base_site_url>%[2]s</wp:base_site_url>
	<wp:base_blog_url>%[2]s</wp:base_blog_url>
`, g.Seed, g.SiteURL, g.Start.Format(time.RFC1123Z))
}

func (g *generator) authors() {
	for i := range g.Authors {
		g.printf("\t<wp:author><wp:author_id>%d</wp:author_id><wp:author_login><![CDATA[%s]]></wp:author_login><wp:author_email><![CDATA[%[2]s@stones.example]]></wp:author_email><wp:author_display_name><![CDATA[%[3]s]]></wp:author_display_name><wp:author_first_name><![CDATA[]]></wp:author_first_name><wp:author_last_name><![CDATA[]]></wp:author_last_name></wp:author>\n",
			i+2, login(i), string(g.phrase(nil, 2)))
	}
}

func login(i int) string        { return fmt.Sprintf("mason%d", i+1) }
func categorySlug(i int) string { return fmt.Sprintf("course-%d", i+1) }
func categoryName(i int) string { return fmt.Sprintf("Course & Bed %d", i+1) }
func tagSlug(i int) string      { return fmt.Sprintf("mark-%d", i+1) }
func tagName(i int) string      { return fmt.Sprintf("Mark %d", i+1) }

func (g *generator) terms() {
	id := int64(1)
	for i := range g.Categories {
		if g.failed() {
			return
		}
		id++
		parent := ""
		if i%3 == 2 {
			parent = categorySlug(i - 1)
		}
		g.printf("\t<wp:category>\n\t\t<wp:term_id>%d</wp:term_id>\n\t\t<wp:category_nicename><![CDATA[%s]]></wp:category_nicename>\n\t\t<wp:category_parent><![CDATA[%s]]></wp:category_parent>\n\t\t<wp:cat_name><![CDATA[%s]]></wp:cat_name>\n",
			id, categorySlug(i), parent, categoryName(i))
		g.cdata("wp:category_description", g.sentences(nil, 1))
		if g.chance(3) {
			g.meta("termmeta", "colour", g.word())
		}
		g.printf("\t</wp:category>\n")
	}
	for i := range g.Tags {
		if g.failed() {
			return
		}
		id++
		g.printf("\t<wp:tag>\n\t\t<wp:term_id>%d</wp:term_id>\n\t\t<wp:tag_slug><![CDATA[%s]]></wp:tag_slug>\n\t\t<wp:tag_name><![CDATA[%s]]></wp:tag_name>\n\t</wp:tag>\n",
			id, tagSlug(i), tagName(i))
	}
	g.printf("\t<wp:term><wp:term_id>%d</wp:term_id><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug><![CDATA[main]]></wp:term_slug><wp:term_name><![CDATA[Main]]></wp:term_name></wp:term>\n", id+1)
}

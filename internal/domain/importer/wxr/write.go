package wxr

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"
	"time"
	"unicode/utf8"
)

// Writer writes an export file in version 1.2 of the format, so that a Reader and the
// reference's importer read the records that it was given. Site comes first, then
// authors, terms with those above them in front, and entries.
type Writer struct {
	out *bufio.Writer
	// TypeName is the name that the file has of a type, taxonomy or meta key; nil keeps
	// them.
	TypeName func(string) string

	dropped int
}

// NewWriter makes a Writer of a file.
func NewWriter(w io.Writer) *Writer { return &Writer{out: bufio.NewWriterSize(w, 64<<10)} }

// Dropped is how many characters were left out so far, since XML has no form for them.
func (w *Writer) Dropped() int { return w.dropped }

// Write writes a record. Errors are those of the file.
func (w *Writer) Write(item Item) error {
	switch i := item.(type) {
	case *Site:
		w.site(i)
	case *Author:
		w.author(i)
	case *Category:
		w.open(1, "wp:category")
		w.term(i.ID, [][2]string{{"category_nicename", i.Slug}, {"category_parent", i.Parent}, {"cat_name", i.Name}, {"category_description", i.Description}}, i.Meta)
		w.close(1, "wp:category")
	case *Tag:
		w.open(1, "wp:tag")
		w.term(i.ID, [][2]string{{"tag_slug", i.Slug}, {"tag_name", i.Name}, {"tag_description", i.Description}}, i.Meta)
		w.close(1, "wp:tag")
	case *Term:
		w.open(1, "wp:term")
		w.term(i.ID, [][2]string{{"term_taxonomy", w.name(i.Taxonomy)}, {"term_slug", i.Slug}, {"term_parent", i.Parent}, {"term_name", i.Name}, {"term_description", i.Description}}, i.Meta)
		w.close(1, "wp:term")
	case *Entry:
		w.entry(i)
	}
	_, err := w.out.Write(nil)
	return err
}

// Close ends the file.
func (w *Writer) Close() error {
	w.out.WriteString("</channel>\n</rss>\n")
	return w.out.Flush()
}

func (w *Writer) name(own string) string {
	if w.TypeName == nil {
		return own
	}
	return w.TypeName(own)
}

func (w *Writer) indent(depth int) {
	for range depth {
		w.out.WriteByte('\t')
	}
}

func (w *Writer) open(depth int, element string) {
	w.indent(depth)
	w.out.WriteString("<" + element + ">\n")
}

func (w *Writer) close(depth int, element string) {
	w.indent(depth)
	w.out.WriteString("</" + element + ">\n")
}

// element writes an element with a text that has no letters but plain ones.
func (w *Writer) element(depth int, element string, value any) {
	w.indent(depth)
	fmt.Fprintf(w.out, "<%s>%v</%s>\n", element, value, element)
}

// text writes an element with any text. Line ends that a parser of XML would change
// stand beside the CDATA.
func (w *Writer) text(depth int, element, text string) {
	w.indent(depth)
	w.out.WriteString("<" + element + ">")
	w.cdata(text)
	w.out.WriteString("</" + element + ">\n")
}

func (w *Writer) cdata(text string) {
	w.out.WriteString("<![CDATA[")
	from := 0
	put := func(upTo, after int, instead string) {
		w.out.WriteString(text[from:upTo])
		w.out.WriteString(instead)
		from = after
	}
	for i, r := range text {
		switch {
		case r == '\r':
			put(i, i+1, "]]>&#13;<![CDATA[")
		case r == ']' && strings.HasPrefix(text[i:], "]]>"):
			put(i, i+2, "]]]]><![CDATA[")
		case !allowedInXML(r) || r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			_, size := utf8.DecodeRuneInString(text[i:])
			put(i, i+size, "")
			w.dropped++
		}
	}
	w.out.WriteString(text[from:])
	w.out.WriteString("]]>")
}

// allowedInXML tells whether XML 1.0 has a form for a character.
func allowedInXML(r rune) bool {
	return r >= 0x20 && r != 0xFFFE && r != 0xFFFF || r == '\t' || r == '\n' || r == '\r'
}

func (w *Writer) site(s *Site) {
	w.out.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"` +
		` xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
`)
	w.text(1, "title", s.Title)
	w.element(1, "link", html.EscapeString(s.Link))
	w.text(1, "description", s.Description)
	w.element(1, "pubDate", html.EscapeString(s.PubDate))
	w.element(1, "language", html.EscapeString(s.Language))
	w.element(1, "wp:wxr_version", "1.2")
	w.element(1, "wp:base_site_url", html.EscapeString(s.BaseSiteURL))
	w.element(1, "wp:base_blog_url", html.EscapeString(s.BaseBlogURL))
}

func (w *Writer) author(a *Author) {
	w.open(1, "wp:author")
	w.element(2, "wp:author_id", a.ID)
	for _, f := range [][2]string{
		{"login", a.Login}, {"email", a.Email}, {"display_name", a.DisplayName}, {"first_name", a.FirstName}, {"last_name", a.LastName},
	} {
		w.text(2, "wp:author_"+f[0], f[1])
	}
	if a.Description != "" {
		w.text(2, "wp:author_description", a.Description)
	}
	w.close(1, "wp:author")
}

func (w *Writer) term(id int64, fields [][2]string, meta []Meta) {
	w.element(2, "wp:term_id", id)
	for _, f := range fields {
		w.text(2, "wp:"+f[0], f[1])
	}
	w.meta(2, "wp:termmeta", meta)
}

func (w *Writer) meta(depth int, element string, list []Meta) {
	for _, m := range list {
		w.open(depth, element)
		w.text(depth+1, "wp:meta_key", w.name(m.Key))
		w.text(depth+1, "wp:meta_value", m.Value)
		w.close(depth, element)
	}
}

func (w *Writer) entry(e *Entry) {
	w.open(1, "item")
	w.text(2, "title", e.Title)
	w.element(2, "link", html.EscapeString(e.Link))
	w.element(2, "pubDate", html.EscapeString(e.PubDate))
	w.text(2, "dc:creator", e.Creator)
	w.indent(2)
	fmt.Fprintf(w.out, "<guid isPermaLink=\"false\">%s</guid>\n", html.EscapeString(e.GUID))
	w.element(2, "description", "")
	w.text(2, "content:encoded", e.Content)
	w.text(2, "excerpt:encoded", e.Excerpt)
	w.element(2, "wp:post_id", e.ID)
	for _, f := range [][2]string{
		{"post_date", string(e.Date)}, {"post_date_gmt", string(e.DateGMT)}, {"post_modified", string(e.Modified)}, {"post_modified_gmt", string(e.ModifiedGMT)},
		{"comment_status", e.CommentStatus}, {"ping_status", e.PingStatus}, {"post_name", e.Slug}, {"status", e.Status},
	} {
		w.text(2, "wp:"+f[0], f[1])
	}
	w.element(2, "wp:post_parent", e.Parent)
	w.element(2, "wp:menu_order", e.MenuOrder)
	w.text(2, "wp:post_type", w.name(e.Type))
	w.text(2, "wp:post_password", e.Password)
	sticky := 0
	if e.Sticky {
		sticky = 1
	}
	w.element(2, "wp:is_sticky", sticky)
	if e.AttachmentURL != "" {
		w.text(2, "wp:attachment_url", e.AttachmentURL)
	}
	for _, t := range e.Terms {
		w.indent(2)
		fmt.Fprintf(w.out, "<category domain=\"%s\" nicename=\"%s\">", html.EscapeString(w.name(t.Taxonomy)), html.EscapeString(t.Slug))
		w.cdata(t.Name)
		w.out.WriteString("</category>\n")
	}
	w.meta(2, "wp:postmeta", e.Meta)
	for i := range e.Comments {
		w.comment(&e.Comments[i])
	}
	w.close(1, "item")
}

func (w *Writer) comment(c *Comment) {
	w.open(2, "wp:comment")
	w.element(3, "wp:comment_id", c.ID)
	for _, f := range [][2]string{
		{"author", c.Author}, {"author_email", c.AuthorEmail}, {"author_url", c.AuthorURL}, {"author_IP", c.AuthorIP},
		{"date", string(c.Date)}, {"date_gmt", string(c.DateGMT)}, {"content", c.Content}, {"approved", c.Approved}, {"type", c.Type},
	} {
		w.text(3, "wp:comment_"+f[0], f[1])
	}
	w.element(3, "wp:comment_parent", c.Parent)
	w.element(3, "wp:comment_user_id", c.UserID)
	w.meta(3, "wp:commentmeta", c.Meta)
	w.close(2, "wp:comment")
}

// DateOf is a moment as a record has it, "" for none. It is read as
// 2006-01-02T15:04:05.
func DateOf(stored string) Date {
	t, err := time.Parse("2006-01-02T15:04:05", stored)
	if err != nil {
		return ""
	}
	return Date(t.Format(time.DateTime))
}

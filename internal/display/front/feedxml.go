package front

import (
	"encoding/xml"
	"strconv"
	"strings"
	"time"
)

// cdata is HTML inside a document of another kind.
type cdata struct {
	Text string `xml:",cdata"`
}

// htmlIn is HTML without the characters that XML can't have.
func htmlIn(markup string) *cdata {
	if markup == "" {
		return nil
	}
	return &cdata{strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, markup)}
}

func rssDate(t time.Time) string  { return t.UTC().Format("Mon, 02 Jan 2006 15:04:05 +0000") }
func atomDate(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }

type atomLink struct {
	Rel    string `xml:"rel,attr,omitempty"`
	Type   string `xml:"type,attr,omitempty"`
	Href   string `xml:"href,attr"`
	Length string `xml:"length,attr,omitempty"`
	Count  string `xml:"thr:count,attr,omitempty"`
}

type rssFeed struct {
	XMLName xml.Name   `xml:"rss"`
	Version string     `xml:"version,attr"`
	Spaces  []xml.Attr `xml:",any,attr"`
	Channel rssChannel `xml:"channel"`
}

type rssChannel struct {
	Title       string    `xml:"title"`
	Self        *atomLink `xml:"atom:link,omitempty"`
	Link        string    `xml:"link"`
	Description string    `xml:"description"`
	Built       string    `xml:"lastBuildDate"`
	Docs        string    `xml:"docs,omitempty"`
	Language    string    `xml:"language,omitempty"`
	Period      string    `xml:"sy:updatePeriod,omitempty"`
	Frequency   string    `xml:"sy:updateFrequency,omitempty"`
	Image       *rssImage `xml:"image,omitempty"`
	Items       []rssItem `xml:"item"`
}

type rssImage struct {
	URL    string `xml:"url"`
	Title  string `xml:"title"`
	Link   string `xml:"link"`
	Width  int    `xml:"width"`
	Height int    `xml:"height"`
}

type rssItem struct {
	Title       string      `xml:"title"`
	Link        string      `xml:"link"`
	Comments    string      `xml:"comments,omitempty"`
	Creator     *cdata      `xml:"dc:creator,omitempty"`
	Date        string      `xml:"pubDate,omitempty"`
	Categories  []*cdata    `xml:"category"`
	GUID        *rssGUID    `xml:"guid,omitempty"`
	Description *cdata      `xml:"description"`
	Content     *cdata      `xml:"content:encoded,omitempty"`
	CommentRSS  string      `xml:"wfw:commentRss,omitempty"`
	Count       string      `xml:"slash:comments,omitempty"`
	Files       []enclosure `xml:"enclosure"`
}

type rssGUID struct {
	Permalink bool   `xml:"isPermaLink,attr"`
	Text      string `xml:",chardata"`
}

func spaces(pairs ...string) []xml.Attr {
	var out []xml.Attr
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, xml.Attr{Name: xml.Name{Local: "xmlns:" + pairs[i]}, Value: pairs[i+1]})
	}
	return out
}

const (
	spaceContent = "http://purl.org/rss/1.0/modules/content/"
	spaceDC      = "http://purl.org/dc/elements/1.1/"
	spaceAtom    = "http://www.w3.org/2005/Atom"
	spaceSy      = "http://purl.org/rss/1.0/modules/syndication/"
	spaceThread  = "http://purl.org/syndication/thread/1.0"
)

// rss2 is the feed as RSS 2.0.
func (n *news) rss2() any {
	out := rssFeed{
		Version: "2.0",
		Spaces: spaces("content", spaceContent, "wfw", "http://wellformedweb.org/CommentAPI/", "dc", spaceDC, "atom", spaceAtom, "sy", spaceSy,
			"slash", "http://purl.org/rss/1.0/modules/slash/"),
		Channel: rssChannel{
			Title: n.title, Self: &atomLink{Href: n.self, Rel: "self", Type: "application/rss+xml"}, Link: n.link, Description: n.description,
			Built: rssDate(n.updated), Language: n.language, Period: "hourly", Frequency: "1",
		},
	}
	if n.icon != "" {
		out.Channel.Image = &rssImage{n.icon, n.title, n.link, iconSize, iconSize}
	}
	for _, it := range n.items {
		i := rssItem{
			Title: it.title, Link: it.link, Comments: it.comments, Creator: htmlIn(it.author), Date: rssDate(it.published),
			GUID: &rssGUID{false, it.guid}, Description: htmlIn(it.summary), Content: htmlIn(it.content), CommentRSS: it.commentsFeed, Files: it.files,
		}
		for _, name := range it.categories {
			i.Categories = append(i.Categories, htmlIn(name))
		}
		if it.commentsFeed != "" {
			i.Count = strconv.Itoa(it.count)
		}
		out.Channel.Items = append(out.Channel.Items, i)
	}
	return out
}

// rss092 is the feed as RSS 0.92.
func (n *news) rss092() any {
	out := rssFeed{Version: "0.92", Channel: rssChannel{
		Title: n.title, Link: n.link, Description: n.description, Built: rssDate(n.updated), Docs: "http://backend.userland.com/rss092", Language: n.language,
	}}
	for _, it := range n.items {
		out.Channel.Items = append(out.Channel.Items, rssItem{Title: it.title, Link: it.link, Description: htmlIn(it.summary)})
	}
	return out
}

type rdfResource struct {
	Resource string `xml:"rdf:resource,attr"`
}

type rdfFeed struct {
	XMLName xml.Name   `xml:"rdf:RDF"`
	Space   string     `xml:"xmlns,attr"`
	Spaces  []xml.Attr `xml:",any,attr"`
	Channel rdfChannel `xml:"channel"`
	Items   []rdfItem  `xml:"item"`
}

type rdfChannel struct {
	About       string        `xml:"rdf:about,attr"`
	Title       string        `xml:"title"`
	Link        string        `xml:"link"`
	Description string        `xml:"description"`
	Date        string        `xml:"dc:date"`
	Period      string        `xml:"sy:updatePeriod"`
	Frequency   string        `xml:"sy:updateFrequency"`
	Base        string        `xml:"sy:updateBase"`
	Items       []rdfResource `xml:"items>rdf:Seq>rdf:li"`
}

type rdfItem struct {
	About       string   `xml:"rdf:about,attr"`
	Title       string   `xml:"title"`
	Link        string   `xml:"link"`
	Creator     *cdata   `xml:"dc:creator,omitempty"`
	Date        string   `xml:"dc:date"`
	Subjects    []*cdata `xml:"dc:subject"`
	Description *cdata   `xml:"description"`
	Content     *cdata   `xml:"content:encoded,omitempty"`
}

// rdf is the feed as RSS 1.0.
func (n *news) rdf() any {
	out := rdfFeed{
		Space:  "http://purl.org/rss/1.0/",
		Spaces: spaces("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "dc", spaceDC, "sy", spaceSy, "content", spaceContent),
		Channel: rdfChannel{
			About: n.link, Title: n.title, Link: n.link, Description: n.description, Date: atomDate(n.updated), Period: "hourly", Frequency: "1",
			Base: "2000-01-01T12:00+00:00",
		},
	}
	for _, it := range n.items {
		i := rdfItem{
			About: it.link, Title: it.title, Link: it.link, Creator: htmlIn(it.author), Date: atomDate(it.published), Description: htmlIn(it.summary),
			Content: htmlIn(it.content),
		}
		for _, name := range it.categories {
			i.Subjects = append(i.Subjects, htmlIn(name))
		}
		out.Channel.Items = append(out.Channel.Items, rdfResource{it.link})
		out.Items = append(out.Items, i)
	}
	return out
}

type atomText struct {
	Type string `xml:"type,attr,omitempty"`
	Base string `xml:"xml:base,attr,omitempty"`
	Text string `xml:",cdata"`
}

func atomHTML(markup, base string) *atomText {
	if text := htmlIn(markup); text != nil {
		return &atomText{Type: "html", Base: base, Text: text.Text}
	}
	return nil
}

type atomFeed struct {
	XMLName  xml.Name    `xml:"feed"`
	Space    string      `xml:"xmlns,attr"`
	Thread   string      `xml:"xmlns:thr,attr"`
	Language string      `xml:"xml:lang,attr"`
	Title    string      `xml:"title"`
	Subtitle string      `xml:"subtitle"`
	Updated  string      `xml:"updated"`
	Links    []atomLink  `xml:"link"`
	ID       string      `xml:"id"`
	Icon     string      `xml:"icon,omitempty"`
	Entries  []atomEntry `xml:"entry"`
}

type atomEntry struct {
	Author struct {
		Name string `xml:"name"`
		URI  string `xml:"uri,omitempty"`
	} `xml:"author"`
	Title      string         `xml:"title"`
	Links      []atomLink     `xml:"link"`
	ID         string         `xml:"id"`
	Updated    string         `xml:"updated"`
	Published  string         `xml:"published"`
	Categories []atomCategory `xml:"category"`
	Summary    *atomText      `xml:"summary,omitempty"`
	Content    *atomText      `xml:"content,omitempty"`
	Answers    *atomAnswers   `xml:"thr:in-reply-to,omitempty"`
	Total      string         `xml:"thr:total,omitempty"`
}

type atomCategory struct {
	Scheme string `xml:"scheme,attr"`
	Term   string `xml:"term,attr"`
}

type atomAnswers struct {
	Ref  string `xml:"ref,attr"`
	Href string `xml:"href,attr"`
	Type string `xml:"type,attr"`
}

// atom is the feed as Atom.
func (n *news) atom() any {
	out := atomFeed{
		Space: spaceAtom, Thread: spaceThread, Language: n.language, Title: n.title, Subtitle: n.description, Updated: atomDate(n.updated), ID: n.self, Icon: n.icon,
		Links: []atomLink{{Rel: "alternate", Type: "text/html", Href: n.link}, {Rel: "self", Type: "application/atom+xml", Href: n.self}},
	}
	for _, it := range n.items {
		e := atomEntry{
			Title: it.title, ID: it.guid, Updated: atomDate(it.updated), Published: atomDate(it.published),
			Links:   []atomLink{{Rel: "alternate", Type: "text/html", Href: it.link}},
			Content: atomHTML(it.content, it.link),
		}
		e.Author.Name, e.Author.URI = it.author, it.authorURL
		for _, name := range it.categories {
			e.Categories = append(e.Categories, atomCategory{n.home, name})
		}
		switch {
		case n.comments:
			e.Answers = &atomAnswers{it.answers, it.answersLink, "text/html"}
		default:
			for _, file := range it.files {
				e.Links = append(e.Links, atomLink{Rel: "enclosure", Type: file.Type, Href: file.URL, Length: file.Length})
			}
			e.Summary = atomHTML(it.summary, "")
			if it.comments != "" {
				count := strconv.Itoa(it.count)
				e.Links = append(e.Links, atomLink{Rel: "replies", Type: "text/html", Href: it.link + "#comments", Count: count},
					atomLink{Rel: "replies", Type: "application/atom+xml", Href: it.commentsAtom, Count: count})
				e.Total = count
			}
		}
		out.Entries = append(out.Entries, e)
	}
	return out
}

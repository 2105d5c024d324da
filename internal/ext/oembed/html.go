package oembed

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// discover asks a page for its provider: a link in the head, those to JSON
// before those to XML.
func (s *service) discover(ctx context.Context, address string) string {
	a, err := s.Outbound.Do(ctx, outbound.Request{URL: address, MaxBytes: maxPage, Cut: true})
	if err != nil || a.Status != http.StatusOK {
		return ""
	}
	base, err := url.Parse(a.URL)
	if err != nil {
		return ""
	}
	link := providerLink(string(a.Body))
	if link == "" {
		return ""
	}
	u, err := base.Parse(link)
	if err != nil {
		return ""
	}
	return u.String()
}

// providerLink is the address of the provider that the head of a page names.
func providerLink(page string) string {
	z := html.NewTokenizer(strings.NewReader(page))
	inXML := ""
	for {
		switch z.Next() {
		case html.ErrorToken:
			return inXML
		case html.EndTagToken:
			if name, _ := z.TagName(); atom.Lookup(name) == atom.Head {
				return inXML
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if t.DataAtom == atom.Body {
				return inXML
			}
			if t.DataAtom != atom.Link {
				continue
			}
			switch kind, href := attribute(t.Attr, "type"), attribute(t.Attr, "href"); {
			case href == "":
			case kind == "application/json+oembed":
				return href
			case inXML == "" && (kind == "text/xml+oembed" || kind == "application/xml+oembed"):
				inXML = href
			}
		}
	}
}

func attribute(list []html.Attribute, name string) string {
	for _, a := range list {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// rebuild makes the HTML that shows what a provider answered; false when the
// answer gives none.
func rebuild(data *wire.Object, address string, trusted bool) any {
	link := clean.URLDisplay(address, nil)
	switch data.Get("type") {
	case "photo":
		w, h := dimension(data.Get("width")), dimension(data.Get("height"))
		src := clean.URLDisplay(data.Text("url"), nil)
		if src == "" || w == "" || h == "" {
			return false
		}
		return `<a href="` + link + `"><img src="` + src + `" alt="` + entity.EscAttr(data.Text("title")) + `" width="` + w + `" height="` + h + `" /></a>`
	case "link":
		if title := data.Text("title"); title != "" {
			return `<a href="` + link + `">` + entity.EscHTML(title) + `</a>`
		}
	case "video", "rich":
		markup := data.Text("html")
		if markup == "" {
			return false
		}
		if trusted {
			return titleFrame(markup, data.Text("title"))
		}
		if kept := sandbox(markup, data.Text("title")); kept != "" {
			return kept
		}
	}
	return false
}

// dimension is a number of pixels, "" for what is none.
func dimension(v any) string {
	text := strings.TrimSpace(schema.ToText(v))
	if text == "" || strings.Trim(text, "0123456789.") != "" {
		return ""
	}
	return text
}

// titleFrame gives the first frame of a trusted provider's HTML a title when
// it has none.
func titleFrame(markup, title string) string {
	if title == "" {
		return markup
	}
	z := html.NewTokenizer(strings.NewReader(markup))
	for at := 0; ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			return markup
		}
		raw := len(z.Raw())
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			if t := z.Token(); t.DataAtom == atom.Iframe {
				if attribute(t.Attr, "title") != "" {
					return markup
				}
				const head = len("<iframe")
				return markup[:at+head] + ` title="` + entity.EscAttr(title) + `"` + markup[at+head:]
			}
		}
		at += raw
	}
}

// frameAttributes are what is kept of a frame, in the order of printing.
func frameAttributes() []string {
	return []string{"width", "height", "frameborder", "marginwidth", "marginheight", "scrolling"}
}

// sandbox keeps a quotation and the first frame of HTML that isn't trusted.
// Without a frame nothing is left.
func sandbox(markup, title string) string {
	nodes, err := html.ParseFragment(strings.NewReader(markup), &html.Node{Type: html.ElementNode, DataAtom: atom.Div, Data: "div"})
	if err != nil {
		return ""
	}
	var quote, frame *html.Node
	for _, n := range nodes {
		quote, frame = firstOf(n, quote, frame)
	}
	if frame == nil {
		return ""
	}
	src := clean.URL(attribute(frame.Attr, "src"), []string{"http", "https"})
	if !strings.HasPrefix(src, "http") {
		return ""
	}
	key := secret()
	var b strings.Builder
	hidden := ""
	if quote != nil {
		hidden = ` style="position: absolute; visibility: hidden;"`
		b.WriteString(`<blockquote class="wp-embedded-content" data-secret="` + key + `">`)
		writeQuote(&b, quote)
		b.WriteString(`</blockquote>`)
	}
	b.WriteString(`<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted"` + hidden)
	if own := attribute(frame.Attr, "title"); own != "" {
		title = own
	}
	if title != "" {
		b.WriteString(` title="` + entity.EscAttr(title) + `"`)
	}
	b.WriteString(` src="` + clean.URLDisplay(src+"#?secret="+key, nil) + `" data-secret="` + key + `"`)
	for _, name := range frameAttributes() {
		if v := attribute(frame.Attr, name); v != "" {
			b.WriteString(` ` + name + `="` + entity.EscAttr(v) + `"`)
		}
	}
	b.WriteString(`></iframe>`)
	return b.String()
}

// firstOf finds the first quotation and the first frame.
func firstOf(n, quote, frame *html.Node) (*html.Node, *html.Node) {
	for c := range n.Descendants() {
		quote, frame = take(c, quote, frame)
	}
	return take(n, quote, frame)
}

func take(n, quote, frame *html.Node) (*html.Node, *html.Node) {
	switch {
	case n.Type != html.ElementNode:
	case n.DataAtom == atom.Blockquote && quote == nil && frame == nil:
		quote = n
	case n.DataAtom == atom.Iframe && frame == nil:
		frame = n
	}
	return quote, frame
}

// writeQuote prints the text of a quotation with its links.
func writeQuote(b *strings.Builder, quote *html.Node) {
	for n := range quote.Descendants() {
		switch {
		case n.Type == html.TextNode && !silent(n.Parent):
			link := ""
			for p := n.Parent; p != nil && p != quote; p = p.Parent {
				if p.DataAtom == atom.A {
					link = clean.URLDisplay(attribute(p.Attr, "href"), []string{"http", "https"})
				}
			}
			if link != "" {
				b.WriteString(`<a href="` + link + `">` + entity.EscHTML(n.Data) + `</a>`)
			} else {
				b.WriteString(entity.EscHTML(n.Data))
			}
		}
	}
}

// silent tells whether the text of an element isn't for reading.
func silent(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Iframe:
		return true
	}
	return false
}

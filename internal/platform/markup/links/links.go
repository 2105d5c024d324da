// Package links finds the addresses that answers of a site name: pages, style sheets,
// feeds and sitemaps.
//
// Addresses come as they stand there, relative ones too, and may be no addresses at all:
// whoever follows them judges them.
package links

import (
	"html"
	"mime"
	"regexp"
	"strings"

	nethtml "golang.org/x/net/html"
)

var (
	inElement   = regexp.MustCompile(`<(?:loc|image:loc|link|comments|wfw:commentRss|id)>([^<]+)<|<guid isPermaLink="true">([^<]+)<`)
	inAttribute = regexp.MustCompile(`\s(?:href|src|url)="([^"]*)"`)
	inSheet     = regexp.MustCompile(`<\?xml-stylesheet[^>]*\shref="([^"]*)"`)
	inStyles    = regexp.MustCompile(`url\(\s*["']?([^"')]+)`)
	inRefresh   = regexp.MustCompile(`(?i)^\s*[0-9.]+\s*;\s*url=(.+)$`)
)

// single are the attributes that hold one address.
var single = map[string]bool{
	"href": true, "src": true, "action": true, "formaction": true, "poster": true, "data": true, "cite": true, "background": true,
	"data-src": true, "data-full-url": true, "data-link": true, "data-orig-file": true, "longdesc": true,
}

// In are the addresses that an answer of a media type names. base is the address of the
// site: in scripts and in other attributes only addresses that begin with it are told
// from texts.
func In(contentType, body, base string) []string {
	kind, _, _ := mime.ParseMediaType(contentType)
	switch {
	case kind == "text/html":
		return page{base: base, mark: regexp.MustCompile(regexp.QuoteMeta(base) + `/[^\s"'<>\\{}]*`)}.links(body)
	case kind == "text/css":
		return found(inStyles, body)
	case kind == "text/xsl" || kind == "application/xslt+xml", strings.HasSuffix(kind, "xml") && strings.Contains(body[:min(len(body), 1000)], "<xsl:stylesheet"):
		return nil
	case strings.HasSuffix(kind, "xml"):
		list := append(found(inElement, body), found(inAttribute, body)...)
		list = append(list, found(inSheet, body)...)
		for i := range list {
			list[i] = html.UnescapeString(list[i])
		}
		return list
	}
	return nil
}

func found(re *regexp.Regexp, text string) []string {
	var out []string
	for _, m := range re.FindAllStringSubmatch(text, -1) {
		for _, link := range m[1:] {
			if link != "" {
				out = append(out, link)
			}
		}
	}
	return out
}

// page is an HTML page that is read.
type page struct {
	base string
	mark *regexp.Regexp // an address of the site in a text
}

func (p page) links(body string) []string {
	var out []string
	z := nethtml.NewTokenizer(strings.NewReader(body))
	inside := ""
	for {
		switch z.Next() {
		case nethtml.ErrorToken:
			return out
		case nethtml.TextToken:
			switch inside {
			case "style":
				out = append(out, found(inStyles, string(z.Text()))...)
			case "script":
				out = append(out, p.named(string(z.Text()))...)
			}
		case nethtml.EndTagToken:
			inside = ""
		case nethtml.StartTagToken, nethtml.SelfClosingTagToken:
			t := z.Token()
			inside = t.Data
			for _, a := range t.Attr {
				out = append(out, p.attribute(t.Data, a)...)
			}
		}
	}
}

// named are the addresses of the site in data, where slashes may be escaped.
func (p page) named(text string) []string {
	if !strings.Contains(text, "/") {
		return nil
	}
	return p.mark.FindAllString(strings.ReplaceAll(text, `\/`, "/"), -1)
}

func (p page) attribute(tag string, a nethtml.Attribute) []string {
	switch {
	case single[a.Key]:
		return []string{a.Val}
	case a.Key == "srcset" || a.Key == "imagesrcset":
		var out []string
		for part := range strings.SplitSeq(a.Val, ",") {
			if f := strings.Fields(part); len(f) > 0 {
				out = append(out, f[0])
			}
		}
		return out
	case a.Key == "style":
		return found(inStyles, a.Val)
	case a.Key == "content" && tag == "meta":
		if m := inRefresh.FindStringSubmatch(a.Val); m != nil {
			return m[1:2]
		}
		if strings.HasPrefix(a.Val, p.base+"/") {
			return []string{a.Val}
		}
	case strings.HasPrefix(a.Key, "data-"):
		return p.named(a.Val)
	}
	return nil
}

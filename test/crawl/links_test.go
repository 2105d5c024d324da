package crawl

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
	inStyles    = regexp.MustCompile(`url\(\s*["']?([^"')]+)`)
	inRefresh   = regexp.MustCompile(`(?i)^\s*[0-9.]+\s*;\s*url=(.+)$`)
)

// single are the attributes that hold one address.
var single = map[string]bool{
	"href": true, "src": true, "action": true, "formaction": true, "poster": true, "data": true, "cite": true, "background": true,
	"data-src": true, "data-full-url": true, "data-link": true, "data-orig-file": true, "longdesc": true,
}

// links are the addresses that an answer names, as they stand there.
func links(contentType, body string) []string {
	kind, _, _ := mime.ParseMediaType(contentType)
	switch {
	case kind == "text/html":
		return linksOfPage(body)
	case kind == "text/css":
		return found(inStyles, body)
	case kind == "text/xsl" || kind == "application/xslt+xml":
		return nil
	case strings.HasSuffix(kind, "xml"):
		list := append(found(inElement, body), found(inAttribute, body)...)
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

func linksOfPage(body string) []string {
	var out []string
	z := nethtml.NewTokenizer(strings.NewReader(body))
	style := false
	for {
		switch z.Next() {
		case nethtml.ErrorToken:
			return out
		case nethtml.TextToken:
			if style {
				out = append(out, found(inStyles, string(z.Text()))...)
			}
		case nethtml.EndTagToken:
			style = false
		case nethtml.StartTagToken, nethtml.SelfClosingTagToken:
			t := z.Token()
			style = t.Data == "style"
			out = append(out, linksOfTag(t)...)
		}
	}
}

func linksOfTag(t nethtml.Token) []string {
	var out []string
	for _, a := range t.Attr {
		switch {
		case single[a.Key]:
			out = append(out, a.Val)
		case a.Key == "srcset" || a.Key == "imagesrcset":
			for part := range strings.SplitSeq(a.Val, ",") {
				if f := strings.Fields(part); len(f) > 0 {
					out = append(out, f[0])
				}
			}
		case a.Key == "style":
			out = append(out, found(inStyles, a.Val)...)
		case a.Key == "content" && t.Data == "meta":
			if m := inRefresh.FindStringSubmatch(a.Val); m != nil {
				out = append(out, m[1])
			} else if strings.HasPrefix(a.Val, base) {
				out = append(out, a.Val)
			}
		}
	}
	return out
}

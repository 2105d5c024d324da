package editor

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/wire"
)

var (
	errNoAnswer  = fault.NotFound("no_response", "The page didn't answer.")
	errNoContent = fault.NotFound("no_content", "The page has no content.")
)

const (
	maxPage  = 150 << 10
	lifetime = time.Hour
)

// details tells title, icon, description and image of a page. Pages are
// asked once an hour.
func (s *service) details(r *rest.Request) (*rest.Response, error) {
	ctx, address := r.Context(), argURL.Of(r)
	sum := sha256.Sum256([]byte(address))
	key, now := "page:"+hex.EncodeToString(sum[:]), s.Site.Clock()
	page, ok, err := s.Cache.Cached(ctx, key, now)
	if err != nil {
		return nil, err
	}
	if !ok {
		a, err := s.Outbound.Do(ctx, outbound.Request{URL: address, MaxBytes: maxPage, Cut: true, Site: s.Site.Base(ctx)})
		if err != nil || a.Status != http.StatusOK {
			return nil, errNoAnswer
		}
		page = strings.ToValidUTF8(string(a.Body), "\uFFFD")
		page = strings.ReplaceAll(page, "\x00", "")
		if strings.TrimSpace(page) == "" {
			return nil, errNoContent
		}
		page = head(page)
		if err := s.Cache.SetCached(ctx, key, page, now, now.Add(lifetime)); err != nil {
			return nil, err
		}
	}
	return rest.OK(describe(page, address)), nil
}

// head is a page without its body.
func head(page string) string {
	if i := strings.Index(strings.ToLower(page), "</head>"); i >= 0 {
		return page[:i]
	}
	return page
}

// describe reads the head of a page.
func describe(page, address string) *wire.Object {
	var title, icon, description, shared, image string
	first := func(dst *string, v string) {
		if *dst == "" {
			*dst = strings.Join(strings.Fields(v), " ")
		}
	}
	z := html.NewTokenizer(strings.NewReader(page))
	for open := true; open; {
		switch z.Next() {
		case html.ErrorToken:
			open = false
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			switch t.DataAtom {
			case atom.Body:
				open = false
			case atom.Title:
				if z.Next() == html.TextToken {
					first(&title, z.Token().Data)
				}
			case atom.Link:
				if hasWord(attribute(t, "rel"), "icon") {
					first(&icon, attribute(t, "href"))
				}
			case atom.Meta:
				name, value := strings.ToLower(attribute(t, "name")+attribute(t, "property")), attribute(t, "content")
				switch name {
				case "description":
					first(&description, value)
				case "og:description":
					first(&shared, value)
				case "og:image", "og:image:url":
					first(&image, value)
				}
			}
		}
	}
	first(&description, shared)
	return wire.NewObject("title", title, "icon", absolute(icon, address), "description", description, "image", absolute(image, address))
}

func attribute(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func hasWord(list, word string) bool {
	for _, w := range strings.Fields(list) {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}

// absolute is an address as seen from the root of the page's host, "" for what
// can't be one. Images that are part of the page stay as they are.
func absolute(link, address string) string {
	if link == "" || strings.HasPrefix(link, "data:image/") {
		return link
	}
	base, err := url.Parse(address)
	if err != nil {
		return ""
	}
	root := &url.URL{Scheme: base.Scheme, Host: base.Host, Path: "/"}
	u, err := root.Parse(link)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.String()
}

package feeds

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mmcdole/gofeed"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quoin/internal/platform/outbound"
)

// What a feed may have; more is left out.
const (
	maxBytes   = 2 << 20
	maxItems   = 50
	maxTitle   = 1000
	maxAddress = 2000
	maxSummary = 20_000
)

// errInvalid is said of addresses that can't be asked.
//
// Compat (api.TestFeedBlocks): the reference says so of names that nobody has.
const errInvalid = "WP HTTP Error: A valid URL was not provided."

// fetch asks for a feed. A page that names its feed stands for that.
func (r *Reader) fetch(ctx context.Context, address string) Feed {
	a, problem := r.ask(ctx, address)
	if a == nil {
		return Feed{Error: problem}
	}
	parsed, err := parse(a.Body)
	if err != nil {
		link := alternate(a)
		if link == "" {
			return Feed{Error: "There is no feed at this address."}
		}
		if a, problem = r.ask(ctx, link); a == nil {
			return Feed{Error: problem}
		}
		if parsed, err = parse(a.Body); err != nil {
			return Feed{Error: "There is no feed at this address."}
		}
	}
	return cutFeed(parsed, a.URL)
}

func (r *Reader) ask(ctx context.Context, address string) (a *outbound.Answer, problem string) {
	a, err := r.Outbound.Do(ctx, outbound.Request{URL: address, MaxBytes: maxBytes, Header: http.Header{
		"Accept": {"application/atom+xml, application/rss+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.8, text/html;q=0.5"},
	}})
	var unknown *net.DNSError
	switch {
	case errors.Is(err, outbound.ErrRefused) || errors.As(err, &unknown):
		return nil, errInvalid
	case errors.Is(err, outbound.ErrTooLarge):
		return nil, "The feed is too long."
	case err != nil:
		return nil, "The feed doesn't answer."
	case a.Status != http.StatusOK:
		return nil, fmt.Sprintf("The feed answers %d %s.", a.Status, http.StatusText(a.Status))
	}
	return a, ""
}

// parse reads a feed; what panics is an error.
func parse(text []byte) (f *gofeed.Feed, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return gofeed.NewParser().Parse(bytes.NewReader(text))
}

// alternate is the address of the first feed that the head of a page names.
func alternate(a *outbound.Answer) string {
	base, err := url.Parse(a.URL)
	if err != nil || !strings.Contains(a.Header.Get("Content-Type"), "html") {
		return ""
	}
	z := html.NewTokenizer(bytes.NewReader(a.Body))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			at := map[string]string{}
			for _, x := range t.Attr {
				at[x.Key] = x.Val
			}
			kind := at["type"]
			switch {
			case t.DataAtom == atom.Body:
				return ""
			case t.DataAtom != atom.Link || at["href"] == "" || !slices.Contains(strings.Fields(at["rel"]), "alternate"):
			case kind == "application/rss+xml" || kind == "application/atom+xml" || kind == "application/rdf+xml":
				if u, err := base.Parse(at["href"]); err == nil {
					return u.String()
				}
			}
		}
	}
}

// cutFeed is what is kept of a feed: its newest items when all have a date,
// else its first.
func cutFeed(p *gofeed.Feed, address string) Feed {
	f := Feed{Title: cut(p.Title, maxTitle)}
	base, err := url.Parse(address)
	if err != nil {
		base = &url.URL{}
	}
	dated := true
	for _, i := range p.Items {
		if i == nil {
			continue
		}
		item := Item{Title: cut(i.Title, maxTitle), Summary: cut(cmp.Or(i.Description, i.Content), maxSummary)}
		if u, err := base.Parse(strings.TrimSpace(i.Link)); err == nil && i.Link != "" && len(u.String()) <= maxAddress {
			item.URL = u.String()
		}
		for _, people := range [][]*gofeed.Person{i.Authors, p.Authors} {
			if item.Author == "" && len(people) > 0 && people[0] != nil {
				item.Author = cut(people[0].Name, maxTitle)
			}
		}
		for _, at := range []*time.Time{i.PublishedParsed, i.UpdatedParsed} {
			if item.Date.IsZero() && at != nil && at.Year() > 0 && at.Year() < 10_000 {
				item.Date = at.UTC()
			}
		}
		dated = dated && !item.Date.IsZero()
		f.Items = append(f.Items, item)
	}
	if dated {
		slices.SortStableFunc(f.Items, func(a, b Item) int { return b.Date.Compare(a.Date) })
	}
	f.Items = f.Items[:min(len(f.Items), maxItems)]
	return f
}

// cut is the beginning of a text, valid and no longer than n bytes.
func cut(s string, n int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

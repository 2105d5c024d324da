package backup

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"quoin/internal/platform/markup/links"
)

// Crawl asks a site for pages and for what they name.
type Crawl struct {
	// Client asks for addresses of the site; it follows no redirects.
	Client *http.Client
	Base   string // address of the site, with which its links begin
	At     string // where it is served: what Base stands for in requests
	Most   int    // addresses that are asked for
	// Wanted are paths that must be answered.
	Wanted []string
	// Told is called after each address with their number; it may be nil.
	Told func(done int)
}

// Wrong is something that isn't as it should be.
type Wrong struct {
	Where string `json:"where"`
	What  string `json:"what"`
}

// Crawled tells what a crawl found.
type Crawled struct {
	Pages int     `json:"pages"`
	Wrong []Wrong `json:"wrong"`
	// Dead are links that lead nowhere. The site may have them itself.
	Dead []Wrong `json:"dead"`
	// Left is how many addresses were known and not asked for.
	Left int `json:"left"`
}

// maxCrawled bounds what is read of an answer for its links.
const maxCrawled = 8 << 20

// Run asks for what is wanted first, then for what that names. Answers that say that the
// server failed are wrong wherever they are; other refusals are, where they are to what is
// wanted.
func (c *Crawl) Run(ctx context.Context) (*Crawled, error) {
	base, err := url.Parse(c.Base)
	if err != nil {
		return nil, err
	}
	found := &Crawled{Wrong: []Wrong{}, Dead: []Wrong{}}
	from, queue := map[string]string{}, []string{}
	add := func(page, link string) {
		u, err := base.Parse(page)
		if err == nil {
			u, err = u.Parse(strings.TrimSpace(link))
		}
		if err != nil || u.Host != base.Host || u.Scheme != base.Scheme {
			return
		}
		if to := u.RequestURI(); from[to] == "" {
			from[to] = page
			queue = append(queue, to)
		}
	}
	wanted := map[string]bool{}
	for _, path := range c.Wanted {
		before := len(queue)
		if add(path, path); len(queue) > before {
			wanted[queue[before]] = true
		}
	}
	for len(queue) > 0 && found.Pages < c.Most {
		path := queue[0]
		queue = queue[1:]
		status, kind, to, body, err := c.ask(ctx, path)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		found.Pages++
		switch {
		case err != nil:
			found.Wrong = append(found.Wrong, Wrong{path, err.Error()})
		case status >= 500:
			found.Wrong = append(found.Wrong, Wrong{path, fmt.Sprintf("%d: %.200s", status, body)})
		case status >= 400 && wanted[path]:
			found.Wrong = append(found.Wrong, Wrong{path, fmt.Sprint(status)})
		case status == http.StatusNotFound || status == http.StatusGone:
			found.Dead = append(found.Dead, Wrong{path, "named by " + from[path]})
		case status >= 300 && status < 400:
			add(path, to)
		case status == http.StatusOK:
			for _, link := range links.In(kind, body, c.Base) {
				add(path, link)
			}
		}
		if c.Told != nil {
			c.Told(found.Pages)
		}
	}
	found.Left = len(queue)
	return found, nil
}

func (c *Crawl) ask(ctx context.Context, path string) (status int, kind, to, body string, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.At+path, nil)
	if err != nil {
		return 0, "", "", "", err
	}
	base, err := url.Parse(c.Base)
	if err != nil {
		return 0, "", "", "", err
	}
	r.Host = base.Host
	res, err := c.Client.Do(r)
	if err != nil {
		return 0, "", "", "", err
	}
	defer res.Body.Close()
	kind = res.Header.Get("Content-Type")
	// Of what names nothing it is enough to see that it comes.
	b, err := io.ReadAll(io.LimitReader(res.Body, maxCrawled))
	return res.StatusCode, kind, res.Header.Get("Location"), string(b), err
}

package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"quoin/test/program"
)

// visitor asks a server, over one connection.
type visitor struct {
	base, authorization string
	client              *http.Client
}

func (v *visitor) ask(method, path string, body []byte, known bool) (took time.Duration, answer []byte, err error) {
	req, err := http.NewRequest(method, v.base+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	req.Host = "example.org"
	if known {
		req.Header.Set("Authorization", v.authorization)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	begin := time.Now()
	res, err := v.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	answer, err = io.ReadAll(res.Body)
	took = time.Since(begin)
	if err == nil && res.StatusCode >= 300 {
		err = fmt.Errorf("%s %s: %d %.300s", method, path, res.StatusCode, answer)
	}
	return took, answer, err
}

// kind is a kind of request.
type kind struct {
	name, path string
	known      bool // asked by the administrator, whose answers nobody keeps
}

// post is what is wanted of a post.
type post struct {
	ID         int64
	Author     int64
	Categories []int64
	Link       string
}

// requests serves the site and asks it for everything.
func (r *run) requests(ctx context.Context) error {
	secret, err := r.site.AppPassword()
	if err != nil {
		return err
	}
	p, err := r.site.Serve()
	if err != nil {
		return err
	}
	stop := r.watch(p.Pid())
	v := &visitor{base: p.Base, authorization: "Basic " + base64.StdEncoding.EncodeToString([]byte("admin:"+secret)), client: &http.Client{}}
	err = r.ask(ctx, v, p)
	fmt.Fprintf(r.out, "memory of the server at most: %d MB of its own\n", stop()>>20)
	if err != nil {
		_ = p.Kill()
		return err
	}
	return p.Stop()
}

// pageOf is where the page of an object of the interface is.
func pageOf(v *visitor, object string) (string, error) {
	_, answer, err := v.ask("GET", "/wp-json/wp/v2/"+object+"?_fields=link", nil, false)
	var o struct{ Link string }
	if err == nil {
		err = decode(answer, &o)
	}
	if err != nil {
		return "", err
	}
	link, err := url.Parse(o.Link)
	if err != nil {
		return "", fmt.Errorf("link of %s: %w", object, err)
	}
	return link.RequestURI(), nil
}

// kinds are the kinds of requests, by one of the posts in the middle.
func kinds(v *visitor, of post, pages int) ([]kind, error) {
	var at [3]string
	for i, object := range []string{fmt.Sprint("posts/", of.ID), fmt.Sprint("categories/", of.Categories[0]), fmt.Sprint("users/", of.Author)} {
		var err error
		if at[i], err = pageOf(v, object); err != nil {
			return nil, err
		}
	}
	list := "/wp-json/wp/v2/posts"
	category, author := fmt.Sprint(of.Categories[0]), fmt.Sprint(of.Author)
	return []kind{
		{name: "newest list", path: list},
		{name: "newest list with _embed", path: list + "?_embed=1"},
		{name: "newest list, logged in", path: list + "?context=edit&status=any", known: true},
		{name: fmt.Sprintf("page %d of the list", pages/20), path: fmt.Sprint(list, "?page=", pages/20)},
		{name: "category", path: list + "?categories=" + category},
		{name: "author", path: list + "?author=" + author},
		{name: "search, rare word", path: list + "?search=xylophone"},
		{name: "search, common word", path: list + "?search=granite"},
		{name: "search, two words", path: list + "?search=granite%20marble"},
		{name: "search by relevance", path: list + "?search=basalt&orderby=relevance"},
		{name: "entry", path: fmt.Sprint(list, "/", of.ID)},
		{name: "comments", path: "/wp-json/wp/v2/comments"},
		{name: "categories", path: "/wp-json/wp/v2/categories"},
		{name: "tags by their posts", path: "/wp-json/wp/v2/tags?orderby=count&order=desc"},
		{name: "page of an entry", path: at[0]},
		{name: "front page", path: "/"},
		{name: "page of a category", path: at[1]},
		{name: "page of an author", path: at[2]},
		{name: "page of a search", path: "/?s=chisel"},
		{name: "feed", path: "/feed/"},
		{name: "feed of comments", path: "/comments/feed/"},
		{name: "index of sitemaps", path: "/sitemap_index.xml"},
		{name: "first sitemap", path: "/post-sitemap.xml"},
		{name: "a sitemap in the middle", path: fmt.Sprintf("/post-sitemap%d.xml", pages/400)},
		{name: "feed of changes", path: "/api/quoin/v1/changes?limit=100"},
	}, nil
}

// ask measures each kind: first, after changes, and kept.
func (r *run) ask(ctx context.Context, v *visitor, p *program.Process) error {
	middle, pages, err := r.prepare(v)
	if err != nil {
		return err
	}
	list, err := kinds(v, middle[0], pages)
	if err != nil {
		return err
	}
	// A start that nobody asked anything yet.
	fmt.Fprintf(r.out, "\n%-26s %10s %26s %26s %9s\n", "ms", "first", "after a change: middle, p99", "kept: middle, p99", "KB")
	changes := 0
	change := func() (time.Duration, error) {
		changes++
		of := middle[changes%len(middle)]
		took, _, err := v.ask("POST", fmt.Sprint("/wp-json/wp/v2/posts/", of.ID), fmt.Appendf(nil, `{"title":"Changed %d"}`, changes), true)
		return took, err
	}
	var updates []time.Duration
	for _, k := range list {
		first, answer, err := v.ask("GET", k.path, nil, k.known)
		if err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
		var after, kept []time.Duration
		for range r.rounds {
			took, err := change()
			if err != nil {
				return err
			}
			updates = append(updates, took)
			if took, _, err = v.ask("GET", k.path, nil, k.known); err != nil {
				return err
			}
			after = append(after, took)
		}
		for range 10 * r.rounds {
			took, _, err := v.ask("GET", k.path, nil, k.known)
			if err != nil {
				return err
			}
			kept = append(kept, took)
		}
		fmt.Fprintf(r.out, "%-26s %10.1f %12.1f %13.1f %12.2f %13.2f %9d\n", k.name, millis(first), part(after, 50), part(after, 99), part(kept, 50), part(kept, 99), len(answer)>>10)
	}
	fmt.Fprintf(r.out, "%-26s %10s %12.1f %13.1f\n", "update of a post", "", part(updates, 50), part(updates, 99))
	var creates []time.Duration
	for i := range 2 * r.rounds {
		took, _, err := v.ask("POST", "/wp-json/wp/v2/posts", fmt.Appendf(nil, `{"title":"Made %d","status":"publish","content":"A short text."}`, i), true)
		if err != nil {
			return err
		}
		creates = append(creates, took)
	}
	fmt.Fprintf(r.out, "%-26s %10s %12.1f %13.1f\n", "create of a post", "", part(creates, 50), part(creates, 99))
	return ctx.Err()
}

// prepare makes twenty posts with a rare word and finds some in the middle of the site.
func (r *run) prepare(v *visitor) (middle []post, pages int, err error) {
	for i := range 20 {
		body := fmt.Appendf(nil, `{"title":"Rare %d","status":"publish","content":"A xylophone plays.","date":"2015-06-%02dT10:00:00"}`, i, i+1)
		if _, _, err := v.ask("POST", "/wp-json/wp/v2/posts", body, true); err != nil {
			return nil, 0, err
		}
	}
	pages = r.posts / 10
	_, answer, err := v.ask("GET", fmt.Sprintf("/wp-json/wp/v2/posts?per_page=50&page=%d&_fields=id,author,categories,link", max(r.posts/150, 1)), nil, false)
	if err == nil {
		err = decode(answer, &middle)
	}
	middle = slices.DeleteFunc(middle, func(p post) bool { return len(p.Categories) == 0 || strings.Contains(p.Link, "?") })
	if err == nil && len(middle) == 0 {
		err = fmt.Errorf("no posts in the middle")
	}
	return middle, pages, err
}

func millis(d time.Duration) float64 { return d.Seconds() * 1000 }

// part is how long so many of a hundred took at most, in milliseconds.
func part(list []time.Duration, percent int) float64 {
	list = slices.Clone(list)
	slices.Sort(list)
	return millis(list[min(len(list)-1, len(list)*percent/100)])
}

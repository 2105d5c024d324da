package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"
)

// settings are the flags of a run.
type settings struct {
	quoin       string
	dir         string
	connections int
	rounds      int
	length      time.Duration
	posts       int
	large       int
	only        string
	data        string
	search      string
	preset      string
	profiles    string
	rival       string
}

func main() {
	var s settings
	plain := flag.String("plain", "", "serve a file as baseline (used by the program itself)")
	kind := flag.String("type", "", "content type of the baseline")
	flag.StringVar(&s.quoin, "quoin", "bin/quoin", "the program to measure")
	flag.StringVar(&s.dir, "dir", "", "folder for sites (default: a temporary one)")
	flag.IntVar(&s.connections, "connections", 16, "connections that ask at the same time")
	flag.IntVar(&s.rounds, "rounds", 5, "rounds of each row")
	flag.DurationVar(&s.length, "length", time.Second, "length of a round")
	flag.IntVar(&s.posts, "posts", 1000, "posts of the usual site")
	flag.IntVar(&s.large, "large", 100_000, "posts of the large site; 0 leaves it out")
	flag.StringVar(&s.only, "only", "", "rows whose names contain this")
	flag.StringVar(&s.data, "data", "", "measure a site of one's own, in this data folder: a copy, since posts are written")
	flag.StringVar(&s.search, "search", "xylophone", "what the search looks for")
	flag.StringVar(&s.preset, "preset", "full", "the preset that is served")
	flag.StringVar(&s.profiles, "profiles", "", "folder for a processor profile of each row")
	flag.StringVar(&s.rival, "rival", "", "PocketBase (scripts/install-rival.sh), to compare creates with")
	flag.Parse()
	err := error(nil)
	if *plain != "" {
		err = servePlain(*plain, *kind)
	} else {
		err = run(context.Background(), &s)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, s *settings) error {
	if s.dir == "" {
		dir, err := os.MkdirTemp("", "load-*")
		if err != nil {
			return fmt.Errorf("folder: %w", err)
		}
		defer os.RemoveAll(dir)
		s.dir = dir
	}
	data := s.data
	if data == "" {
		data = subfolder(s.dir, "usual")
		if err := seed(ctx, data, s.preset, s.posts, 8); err != nil {
			return err
		}
	}
	secret, err := password(ctx, s.quoin, data)
	if err != nil {
		return err
	}
	site, err := startSite(s.quoin, data, "--preset", s.preset)
	if err != nil {
		return err
	}
	fmt.Printf("start-up %v\n", site.took.Round(time.Millisecond))
	if err := printMemory("idle, usual site", site); err != nil {
		return errors.Join(err, stop(site))
	}
	authorization := "Basic " + base64.StdEncoding.EncodeToString([]byte("admin:"+secret))
	err = s.rows(site, authorization)
	if err == nil {
		err = s.againstRival(site, authorization)
	}
	if err == nil {
		err = printMemory("after the load", site)
	}
	site.stop()
	if err != nil || s.large == 0 {
		return err
	}
	return s.growth(ctx)
}

func stop(p *process) error { p.stop(); return nil }

func printMemory(when string, p *process) error {
	time.Sleep(500 * time.Millisecond)
	rss, own, err := p.memory()
	if err != nil {
		return err
	}
	fmt.Printf("memory %s: %d MB resident, %d MB of it its own\n", when, rss>>20, own>>20)
	return nil
}

// row is one line of the table: a request, and what the plain server answers.
type row struct {
	name string
	bar  float64
	req  request
	want int
	same request // whose answer the plain server has
}

func (s *settings) rows(site *process, authorization string) error {
	list := "/api/core/v2/posts"
	one, page, category, err := firstOf(site.addr, list)
	if err != nil {
		return err
	}
	embed := "/api/core/v2/posts?per_page=100&_embed"
	search := list + "?search=" + url.QueryEscape(s.search)
	create := post(list, authorization, func(n int64) string {
		return fmt.Sprintf(`{"title":"Written %d","content":"<!-- wp:paragraph --><p>Some words of a post.</p><!-- /wp:paragraph -->","status":"publish","categories":[%d]}`, n, category)
	})
	edit := one + "?context=edit"
	rows := []row{
		{"cached list of ten", 0.7, get(list, false), 200, get(list, false)},
		{"cached entry", 0.7, get(one, false), 200, get(one, false)},
		{"cached page", 0.7, get(page, false), 200, get(page, false)},
		{"cached 100 with _embed", 0.7, get(embed, false), 200, get(embed, false)},
		{"unkept list of ten", 0.3, get(list, true), 200, get(list, false)},
		{"unkept list, logged in", 0.2, getAs(authorization, list, true), 200, getAs(authorization, list, false)},
		{"unkept entry", 0.5, get(one, true), 200, get(one, false)},
		{"unkept search of ten", 0.2, get(search, true), 200, get(search, false)},
		{"item in edit context", 0.2, getAs(authorization, edit, true), 200, getAs(authorization, edit, false)},
		{"create a post", 0.06, create, 201, get(one, false)},
	}
	fmt.Printf("%-22s %8s %8s %7s %6s %-7s %9s %9s %9s %7s %6s\n", "", "plain/s", "quoin/s", "ratio", "bar", "",
		"plain µs", "quoin µs", "client µs", "by µs", "KB")
	for _, r := range rows {
		if !strings.Contains(r.name, s.only) {
			continue
		}
		if err := s.row(site, r); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
	}
	return nil
}

// firstOf is the address of the first post of a list, the path of its page, and
// its category.
func firstOf(addr, list string) (address, page string, category int64, err error) {
	c, err := dial(addr)
	if err != nil {
		return "", "", 0, err
	}
	defer c.Close()
	_, _, body, err := c.ask(get(list+"?per_page=1&_fields=id,categories,link", false)(0), true)
	var posts []struct {
		ID         int64
		Categories []int64
		Link       string
	}
	var link *url.URL
	if err == nil {
		err = json.Unmarshal(body, &posts)
	}
	if err == nil && (len(posts) == 0 || len(posts[0].Categories) == 0) {
		err = errors.New("no post with a category")
	}
	if err == nil {
		link, err = url.Parse(posts[0].Link)
	}
	if err != nil {
		return "", "", 0, fmt.Errorf("first post: %w", err)
	}
	return fmt.Sprintf("%s/%d", list, posts[0].ID), link.RequestURI(), posts[0].Categories[0], nil
}

// row measures one row against a baseline of its own.
func (s *settings) row(site *process, r row) error {
	c, err := dial(site.addr)
	if err != nil {
		return err
	}
	status, header, body, err := c.ask(r.same(0), true)
	if err == nil && status != 200 {
		err = fmt.Errorf("status %d", status)
	}
	if err = errors.Join(err, c.Close()); err != nil {
		return err
	}
	plain, err := startPlain(s.dir, body, header.Get("Content-Type"))
	if err != nil {
		return err
	}
	defer plain.stop()
	base := &target{addr: plain.addr, req: r.same, want: 200}
	real := &target{addr: site.addr, req: r.req, want: r.want}
	for _, t := range []*target{base, real} {
		if err := t.open(s.connections); err != nil {
			return err
		}
		defer t.close()
		if _, err := t.round(s.length / 2); err != nil {
			return err
		}
	}
	var plains, reals, ratios []float64
	var used spent
	wait := s.profile(site, r.name)
	for range s.rounds {
		p, err := round(base, plain, s.length, &used.plainServer, &used.askPlain, &used.plainDone)
		if err != nil {
			return err
		}
		q, err := round(real, site, s.length, &used.site, &used.askSite, &used.siteDone)
		if err != nil {
			return err
		}
		plains, reals, ratios = append(plains, p), append(reals, q), append(ratios, q/p)
	}
	fmt.Printf("%-22s %8.0f %8.0f %7.3f %6.2f %-7s %9.0f %9.0f %9.0f %7.3f %6d\n", r.name, median(plains), median(reals), median(ratios), r.bar,
		verdict(median(ratios), used.ratio(), r.bar), micros(used.plainServer, used.plainDone), micros(used.site, used.siteDone), micros(used.askSite, used.siteDone), used.ratio(), len(body)>>10)
	return wait()
}

// verdict tells whether a bar holds: by the rates, by processor time alone, which other
// work on the machine changes less, or not.
func verdict(byRate, byTime, bar float64) string {
	switch {
	case byRate >= bar:
		return "held"
	case byTime >= bar:
		return "by µs"
	}
	return "missed"
}

// mostGrowth is how many times what it takes on a small site a list may take on the large one.
const mostGrowth = 2

func median(list []float64) float64 {
	list = slices.Clone(list)
	slices.Sort(list)
	return list[len(list)/2]
}

// growth compares lists of a large site with those of a small one.
func (s *settings) growth(ctx context.Context) error {
	var sites []*process
	for _, n := range []int{1000, s.large} {
		data := subfolder(s.dir, fmt.Sprintf("site-%d", n))
		if err := seed(ctx, data, s.preset, n, 1); err != nil {
			return err
		}
		site, err := startSite(s.quoin, data, "--preset", s.preset)
		if err != nil {
			return err
		}
		defer site.stop()
		sites = append(sites, site)
	}
	if err := printMemory(fmt.Sprintf("idle, %d posts", s.large), sites[1]); err != nil {
		return err
	}
	fmt.Printf("%-22s %10s %10s %7s %6s\n", "unkept, one by one", "1000", fmt.Sprint(s.large), "times", "bar")
	for _, r := range []struct{ name, path string }{
		{"list", "/api/core/v2/posts"},
		{"category", "/api/core/v2/posts?categories=3"},
		{"search", "/api/core/v2/posts?search=xylophone"},
		{"page 90", "/api/core/v2/posts?page=90"},
	} {
		var targets []*target
		for _, site := range sites {
			t := &target{addr: site.addr, req: get(r.path, true), want: 200}
			if err := t.open(1); err != nil {
				return err
			}
			defer t.close()
			if _, err := t.round(s.length / 4); err != nil {
				return fmt.Errorf("%s: %w", r.name, err)
			}
			targets = append(targets, t)
		}
		var took [2][]float64
		for range s.rounds {
			for i, t := range targets {
				rate, err := t.round(s.length / 2)
				if err != nil {
					return fmt.Errorf("%s: %w", r.name, err)
				}
				took[i] = append(took[i], 1000/rate)
			}
		}
		small, large := median(took[0]), median(took[1])
		held := "held"
		if large > mostGrowth*small {
			held = "missed"
		}
		fmt.Printf("%-22s %8.2fms %8.2fms %7.2f %6d %s\n", r.name, small, large, large/small, mostGrowth, held)
	}
	return nil
}

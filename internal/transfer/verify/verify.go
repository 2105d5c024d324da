package verify

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Errors of what can't be compared.
var (
	ErrNoSite = errors.New("there is no API of the reference's kind")
	ErrUser   = errors.New("the account may not see what administrators see; an application password of an administrator is needed")
)

// Verifier compares two sites.
type Verifier struct {
	Old, New Side
	// Signed asks for what administrators see, too.
	Signed bool
	// Progress is told what is compared; nil tells nobody.
	Progress func(what string)
}

type run struct {
	*Verifier
	report *Report
	links  map[string]bool
}

// Run compares. The report is returned beside an error too, as far as it came.
func (v *Verifier) Run(ctx context.Context) (*Report, error) {
	r := &run{Verifier: v, report: &Report{Total: Row{Resource: "all"}}, links: map[string]bool{}}
	for _, l := range []string{"/", "/?paged=2", "/feed/", "/comments/feed/", "/nothing-here/", "/?s=a", "/wp-sitemap.xml", "/sitemap_index.xml", "/robots.txt"} {
		r.links[l] = true
	}
	if err := r.api(ctx); err != nil {
		return r.report, err
	}
	for _, link := range sorted(r.links) {
		if err := r.page(ctx, link); err != nil {
			return r.report, err
		}
	}
	return r.report, nil
}

func sorted(set map[string]bool) []string {
	var list []string
	for l := range set {
		list = append(list, l)
	}
	slices.Sort(list)
	return list
}

func (r *run) tell(what string) {
	if r.Progress != nil {
		r.Progress(what)
	}
}

// view is the context in which resources are asked for.
func (r *run) view() string {
	if r.Signed {
		return "context=edit"
	}
	return "context=view"
}

// api compares what the API shows.
func (r *run) api(ctx context.Context) error {
	types, err := r.compare(ctx, "types", "/wp-json/wp/v2/types?"+r.view())
	if err != nil {
		return err
	}
	named, ok := types.(*wire.Object)
	if !ok {
		if r.Signed {
			return fmt.Errorf("%s: %w", r.Old.Base(), ErrUser)
		}
		return fmt.Errorf("%s: %w", r.Old.Base(), ErrNoSite)
	}
	taxonomies, err := r.compare(ctx, "taxonomies", "/wp-json/wp/v2/taxonomies?"+r.view())
	if err != nil {
		return err
	}
	for _, m := range named.Members() {
		if err := r.list(ctx, m.Key, routeOf(m.Value), r.statuses(m.Key)); err != nil {
			return err
		}
	}
	if named, ok := taxonomies.(*wire.Object); ok {
		for _, m := range named.Members() {
			if err := r.list(ctx, "term "+m.Key, routeOf(m.Value), ""); err != nil {
				return err
			}
		}
	}
	for _, l := range []struct{ name, route, more string }{{"user", "/wp/v2/users", ""}, {"comment", "/wp/v2/comments", r.signed("&status=all")}} {
		if err := r.list(ctx, l.name, l.route, l.more); err != nil {
			return err
		}
	}
	if !r.Signed {
		return nil
	}
	for name, path := range map[string]string{
		"settings": "/wp/v2/settings", "sidebars": "/wp/v2/sidebars?context=edit", "widgets": "/wp/v2/widgets?context=edit", "menu locations": "/wp/v2/menu-locations?context=edit",
	} {
		if _, err := r.compare(ctx, name, "/wp-json"+path); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) signed(args string) string {
	if r.Signed {
		return args
	}
	return ""
}

// routeOf is the route of the entries of a type or the terms of a taxonomy, "" for one
// with a pattern in it.
func routeOf(declared any) string {
	o, ok := declared.(*wire.Object)
	if !ok || o.Text("rest_base") == "" || strings.Contains(o.Text("rest_base"), "(") {
		return ""
	}
	return "/" + o.Text("rest_namespace") + "/" + o.Text("rest_base")
}

// statuses ask for entries of every status.
func (r *run) statuses(typ string) string {
	switch {
	case !r.Signed:
		return ""
	case typ == "attachment":
		return "&status=inherit,private,trash"
	case typ == "nav_menu_item":
		return "&status=publish"
	case slices.Contains([]string{"wp_template", "wp_template_part", "wp_global_styles", "wp_font_family", "wp_font_face"}, typ):
		return ""
	case typ == "wp_block", typ == "wp_navigation":
		return "&status=any"
	}
	return "&status=publish,future,draft,pending,private,trash"
}

// maxPages bounds how many windows of a list are compared.
const maxPages = 10_000

// list compares all windows of a list, with the revisions of its entries.
func (r *run) list(ctx context.Context, name, route, more string) error {
	if route == "" {
		return nil
	}
	for n := 1; n <= maxPages; n++ {
		got, err := r.compare(ctx, name, fmt.Sprintf("/wp-json%s?%s&per_page=100&page=%d&orderby=id&order=asc%s", route, r.view(), n, more))
		if err != nil {
			return err
		}
		if got == nil && n == 1 {
			// Some lists have no such arguments.
			got, err = r.compare(ctx, name, "/wp-json"+route+"?"+r.view()+more)
			if err != nil {
				return err
			}
		}
		items, _ := got.([]any)
		for _, v := range items {
			if o, ok := v.(*wire.Object); ok {
				if err := r.item(ctx, name, route, o); err != nil {
					return err
				}
			}
		}
		if len(items) < 100 {
			return nil
		}
	}
	return nil
}

// item notes the addresses of an entry or term, and compares its revisions.
func (r *run) item(ctx context.Context, name, route string, o *wire.Object) error {
	if link, ok := strings.CutPrefix(o.Text("link"), "{base}"); ok && strings.HasPrefix(link, "/") && (!o.Has("status") || o.Text("status") == "publish") {
		r.links[link] = true
	}
	if file, ok := strings.CutPrefix(o.Text("source_url"), "{base}"); ok {
		r.links[file] = true
	}
	history, _ := o.Object("_links").Get("version-history").([]any)
	if len(history) == 0 {
		return nil
	}
	if first, ok := history[0].(*wire.Object); !ok || schema.ToInt(first.Get("count")) == 0 {
		return nil
	}
	_, err := r.compare(ctx, name+" revisions", fmt.Sprintf("/wp-json%s/%s/revisions?%s", route, url.PathEscape(schema.ToText(o.Get("id"))), r.view()))
	return err
}

// both asks both sides for a path.
func (r *run) both(ctx context.Context, path string, signed bool) (was, is *Answer, err error) {
	r.tell(path)
	if was, err = r.Old.Get(ctx, path, signed); err != nil {
		return nil, nil, fmt.Errorf("the old site: %w", err)
	}
	is, err = r.New.Get(ctx, path, signed)
	return was, is, err
}

// compare compares what both sides say to a path of the API, and returns what the old
// one says, nil for a refusal.
func (r *run) compare(ctx context.Context, name, path string) (any, error) {
	was, is, err := r.both(ctx, path, r.Signed)
	if err != nil || was.Status >= http.StatusBadRequest {
		return nil, err
	}
	r.report.count(name, was.Status == is.Status, path+" status", fmt.Sprint(was.Status), fmt.Sprint(is.Status))
	for _, h := range []string{"X-WP-Total", "X-WP-TotalPages"} {
		if v := was.Header.Get(h); v != "" {
			r.report.count(name, v == is.Header.Get(h), path+" "+h, v, is.Header.Get(h))
		}
	}
	before, err := wire.Decode([]byte(placed(string(was.Body), r.Old.Base())))
	if err != nil {
		r.report.count(name, false, path, "no JSON: "+err.Error(), "")
		return nil, nil
	}
	now, err := wire.Decode([]byte(placed(string(is.Body), r.New.Base())))
	if err != nil {
		now = nil
	}
	list, ok := before.([]any)
	if first, isObject := at(list, 0).(*wire.Object); !ok || !isObject || !first.Has("id") {
		r.fields(name, path, before, now)
		return before, nil
	}
	byID := map[string]any{}
	news, _ := now.([]any)
	for _, v := range news {
		if o, ok := v.(*wire.Object); ok {
			byID[schema.ToText(o.Get("id"))] = o
		}
	}
	for _, v := range list {
		if o, ok := v.(*wire.Object); ok {
			id := schema.ToText(o.Get("id"))
			r.fields(name, path+"#"+id, o, byID[id])
		}
	}
	return before, nil
}

func at(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// passing are fields that differ from one answer to the next, or between programs, and
// say nothing of the site.
var passing = regexp.MustCompile(`^(/\d+)?/(_links/(curies|wp:action|core:action)|generated_slug$|class_list/\d+$|.*nonce)`)

func (r *run) fields(name, where string, before, now any) {
	have := map[string]string{}
	leaves(now, "", func(at, v string) { have[at] = v })
	leaves(before, "", func(at, v string) {
		if passing.MatchString(at) || strings.Contains(at, "/_links/") && !strings.HasSuffix(at, "/href") {
			return
		}
		is, ok := have[at]
		if !ok {
			is = missing
		}
		r.report.count(name, ok && is == v, where+" "+at, v, is)
	})
}

// leaves are the values of a document that have no members, as JSON.
func leaves(v any, at string, leaf func(at, value string)) {
	switch v := v.(type) {
	case *wire.Object:
		if v.Len() == 0 {
			leaf(at, "{}")
		}
		for _, m := range v.Members() {
			leaves(m.Value, at+"/"+m.Key, leaf)
		}
	case []any:
		if len(v) == 0 {
			leaf(at, "{}")
		}
		for i, one := range v {
			leaves(one, fmt.Sprintf("%s/%d", at, i), leaf)
		}
	case string:
		leaf(at, v)
	default:
		leaf(at, string(wire.Encode(v, nil)))
	}
}

// page compares what both sides show visitors: head, texts, links and images of a page,
// the bytes of an image, the texts of anything else.
func (r *run) page(ctx context.Context, path string) error {
	name := "pages"
	if strings.Contains(path, "/wp-content/") {
		name = "files"
	}
	was, is, err := r.both(ctx, path, false)
	if err != nil {
		return err
	}
	r.report.count(name, was.Status == is.Status, path+" status", fmt.Sprint(was.Status), fmt.Sprint(is.Status))
	if to := placed(was.Header.Get("Location"), r.Old.Base()); to != "" {
		is := placed(is.Header.Get("Location"), r.New.Base())
		r.report.count(name, to == is, path+" leads to", to, is)
	}
	if was.Status != http.StatusOK || is.Status != http.StatusOK {
		return nil
	}
	if !strings.Contains(was.Header.Get("Content-Type"), "html") {
		if strings.HasPrefix(was.Header.Get("Content-Type"), "image/") {
			r.report.count(name, string(was.Body) == string(is.Body), path+" bytes", fmt.Sprint(len(was.Body)), fmt.Sprint(len(is.Body)))
		}
		return nil
	}
	r.texts(name, path, placed(string(was.Body), r.Old.Base()), placed(string(is.Body), r.New.Base()))
	return nil
}

// texts counts the texts of a document that the other has too.
func (r *run) texts(name, path, was, is string) {
	have := map[string]bool{}
	visibleTexts(is, func(text string) { have[text] = true })
	visibleTexts(was, func(text string) {
		if !strings.Contains(text, "_wpnonce") && !strings.Contains(text, "replytocom") {
			r.report.count(name, have[text], path, text, missing)
		}
	})
}

// visibleTexts are the texts of a page, the targets of its links and images, and what its head
// says.
func visibleTexts(page string, show func(text string)) {
	z := html.NewTokenizer(strings.NewReader(page))
	hidden := 0
	for {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.TextToken:
			if text := strings.Join(strings.Fields(string(z.Text())), " "); hidden == 0 && text != "" {
				show(html.UnescapeString(text))
			}
		case html.EndTagToken:
			if name, _ := z.TagName(); hidden > 0 && (string(name) == "script" || string(name) == "style") {
				hidden--
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			a := map[string]string{}
			for _, attr := range t.Attr {
				a[attr.Key] = attr.Val
			}
			switch {
			case t.Type == html.StartTagToken && (t.Data == "script" || t.Data == "style"):
				hidden++
			case t.Data == "img":
				show("img " + a["src"])
			case t.Data == "a":
				show("a " + a["href"])
			case t.Data == "meta" && a["name"]+a["property"] != "" && a["name"] != "generator" && a["name"] != "viewport":
				show("meta " + a["name"] + a["property"] + " " + a["content"])
			case t.Data == "link" && slices.Contains([]string{"canonical", "shortlink", "alternate", "next", "prev"}, a["rel"]):
				show("link " + a["rel"] + " " + a["href"])
			}
		}
	}
}

package verify

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
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
	// Parallel is how many paths are asked for at a time; 0 is one.
	Parallel int
	// Progress is told what is compared; nil tells nobody.
	Progress func(what string)
	// Kept tells whether the new site has a value of a thing under a key, also one that its API
	// doesn't show; nil believes so. kind is a type of entries, "term " with a taxonomy, "user" or
	// "comment".
	Kept func(kind string, id int64, key string) bool
}

// userList is the name of the list of accounts.
const userList = "user"

// revisionsOf follows the name of a type in that of its revisions.
const revisionsOf = " revisions"

type run struct {
	*Verifier
	report *Report
	links  map[string]bool
	// archives are the accounts by the addresses of their archives, and writers those of them
	// that published something.
	archives map[string]int64
	writers  map[int64]bool
	// entries are the addresses of entries that are published.
	entries map[string]bool
	// hidden are the addresses of what has no pages of its own on the old site, by its own word.
	hidden map[string]bool
	// older are the texts of heads that are older than what was written for them, by address, and renamed the names of
	// terms in paths.
	older   map[string]map[string]bool
	renamed map[string]string
	// unseen are the routes of types and taxonomies without pages.
	unseen map[string]bool
	// named are the sitemaps that others name.
	named map[string]bool
}

func (v *Verifier) begin() *run {
	return &run{
		Verifier: v, report: &Report{Total: Row{Resource: "all"}}, links: map[string]bool{}, archives: map[string]int64{}, writers: map[int64]bool{},
		entries: map[string]bool{}, hidden: map[string]bool{}, older: map[string]map[string]bool{}, renamed: map[string]string{}, unseen: map[string]bool{}, named: map[string]bool{},
	}
}

// Run compares. The report is returned beside an error too, as far as it came, and says so.
func (v *Verifier) Run(ctx context.Context) (*Report, error) {
	r := v.begin()
	err := r.all(ctx)
	if err != nil {
		r.report.BrokenOff = err.Error()
	}
	return r.report, err
}

func (r *run) all(ctx context.Context) error {
	for _, l := range []string{"/", "/?paged=2", "/feed/", "/comments/feed/", "/nothing-here/", "/?s=a", "/wp-sitemap.xml", "/sitemap_index.xml", "/robots.txt"} {
		r.links[l] = true
	}
	if err := r.api(ctx); err != nil {
		return err
	}
	if err := r.each(ctx, r.pages(r.links)); err != nil {
		return err
	}
	return r.each(ctx, r.pages(r.named))
}

// pages ask for what visitors see at paths.
func (r *run) pages(paths map[string]bool) []ask {
	var pages []ask
	for _, path := range sorted(paths) {
		pages = append(pages, ask{path: path, use: func(was, is *Answer) { r.page(path, was, is) }})
	}
	return pages
}

func sorted(set map[string]bool) []string {
	var list []string
	for l := range set {
		list = append(list, l)
	}
	slices.Sort(list)
	return list
}

// view is the context in which resources are asked for.
func (r *run) view() string {
	if r.Signed {
		return "context=edit"
	}
	return "context=view"
}

// api compares what the API shows: first what there is, then the first window of each list,
// then the others and revisions.
func (r *run) api(ctx context.Context) error {
	var types, taxonomies any
	const path = "/wp-json/wp/v2/types"
	said := &Answer{}
	asked := r.answer("types", path+"?"+r.view(), &types)
	compared := asked.use
	asked.use = func(was, is *Answer) {
		said = was
		compared(was, is)
	}
	if err := r.each(ctx, []ask{asked, r.answer("taxonomies", "/wp-json/wp/v2/taxonomies?"+r.view(), &taxonomies)}); err != nil {
		return err
	}
	named, ok := types.(*wire.Object)
	if !ok {
		return fmt.Errorf("%s: %w", r.Old.Base(), refusal(path, said, r.Signed))
	}
	// Terms come first: paths of entries name them.
	var lists []list
	if named, ok := taxonomies.(*wire.Object); ok {
		for _, m := range named.Members() {
			lists = append(lists, list{"term " + m.Key, routeOf(m.Value), ""})
			if o, ok := m.Value.(*wire.Object); ok && o.Object("visibility").Has("publicly_queryable") {
				r.unseen["term "+m.Key] = o.Object("visibility").Get("publicly_queryable") == false
			}
		}
	}
	for _, m := range named.Members() {
		lists = append(lists, list{m.Key, routeOf(m.Value), r.statuses(m.Key)})
		if o, ok := m.Value.(*wire.Object); ok && o.Has("viewable") {
			r.unseen[m.Key] = o.Get("viewable") == false
		}
	}
	lists = append(lists, list{userList, "/wp/v2/users", ""}, list{"comment", "/wp/v2/comments", r.signed("&status=all")})
	var first, more, revisions []ask
	for _, l := range lists {
		if l.route != "" {
			first = append(first, r.window(l, 1, &more, &revisions))
		}
	}
	if r.Signed {
		for _, one := range [][2]string{
			{"settings", "/wp/v2/settings"}, {"sidebars", "/wp/v2/sidebars?context=edit"}, {"widgets", "/wp/v2/widgets?context=edit"}, {"menu locations", "/wp/v2/menu-locations?context=edit"},
		} {
			first = append(first, r.answer(one[0], "/wp-json"+one[1], nil))
		}
		for _, kind := range []string{"redirect", "group"} {
			first = append(first, r.redirects(kind, 0, &more))
		}
		first = append(first, r.answer("redirection", "/wp-json/redirection/v1/setting", nil))
	}
	if err := r.each(ctx, first); err != nil {
		return err
	}
	if err := r.each(ctx, more); err != nil {
		return err
	}
	return r.each(ctx, revisions)
}

// refusal is why the old site said nothing that an API says.
func refusal(path string, said *Answer, signed bool) error {
	_, err := wire.Decode(said.Body)
	switch {
	case said.Status >= http.StatusInternalServerError:
		return fmt.Errorf("it answers %d to %s; try it again when it is well", said.Status, path)
	case err != nil && said.Status == http.StatusOK:
		return fmt.Errorf("%w: the answer to %s is no JSON", ErrNoSite, path)
	case err == nil && signed && (said.Status == http.StatusUnauthorized || said.Status == http.StatusForbidden):
		return ErrUser
	}
	return fmt.Errorf("%w: it answers %d to %s", ErrNoSite, said.Status, path)
}

// answer is a path of the API whose answers are compared; into gets what the old site says, nil
// for a refusal.
func (r *run) answer(name, path string, into *any) ask {
	return ask{path: path, signed: r.Signed, use: func(was, is *Answer) {
		got := r.compare(name, path, was, is)
		if into != nil {
			*into = got
		}
	}}
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

// list is one of the API.
type list struct{ name, route, more string }

// maxPages bounds how many windows of a list are compared.
const maxPages = 10_000

// window is one of a list. The first has the others asked for by more; revisions gets those of
// the entries in it.
func (r *run) window(l list, n int, more, revisions *[]ask) ask {
	path := fmt.Sprintf("/wp-json%s?%s&per_page=100&page=%d&orderby=id&order=asc%s", l.route, r.view(), n, l.more)
	return ask{path: path, signed: r.Signed, use: func(was, is *Answer) {
		got := r.compare(l.name, path, was, is)
		if got == nil && n == 1 {
			// Some lists have no such arguments.
			path := "/wp-json" + l.route + "?" + r.view() + l.more
			*more = append(*more, ask{path: path, signed: r.Signed, use: func(was, is *Answer) {
				r.items(l, r.compare(l.name, path, was, is), revisions)
			}})
			return
		}
		r.items(l, got, revisions)
		if pages, err := strconv.Atoi(was.Header.Get("X-WP-TotalPages")); err == nil && n == 1 {
			for other := 2; other <= min(pages, maxPages); other++ {
				*more = append(*more, r.window(l, other, more, revisions))
			}
		}
	}}
}

// redirectsAtATime is how many redirects are asked for at a time.
const redirectsAtATime = 100

// redirects compares redirects or their groups, a window of them; the first has the others asked for by more. A site
// without the extension refuses, and has none.
func (r *run) redirects(kind string, n int, more *[]ask) ask {
	path := fmt.Sprintf("/wp-json/redirection/v1/%s?per_page=%d&page=%d&orderby=id&direction=asc", kind, redirectsAtATime, n)
	return ask{path: path, signed: true, use: func(was, is *Answer) {
		got, _ := r.compare("redirection "+kind, path, was, is).(*wire.Object)
		if got == nil || n > 0 {
			return
		}
		for other := 1; other*redirectsAtATime < int(schema.ToInt(got.Get("total"))) && other < maxPages; other++ {
			*more = append(*more, r.redirects(kind, other, more))
		}
	}}
}

// items notes the addresses of entries or terms, and which have revisions.
func (r *run) items(l list, got any, revisions *[]ask) {
	items, _ := got.([]any)
	for _, v := range items {
		o, ok := v.(*wire.Object)
		if !ok {
			continue
		}
		if link, ok := strings.CutPrefix(o.Text("link"), "{base}"); ok && strings.HasPrefix(link, "/") && (!o.Has("status") || o.Text("status") == "publish") {
			r.links[link] = true
			r.hidden[link] = r.unseen[l.name]
			switch {
			case l.name == userList:
				r.archives[link] = schema.ToInt(o.Get("id"))
			case o.Has("status"):
				r.writers[schema.ToInt(o.Get("author"))] = true
				r.entries[link] = true
			}
		}
		r.file(o)
		for _, size := range o.Object("media_details").Object("sizes").Members() {
			if one, ok := size.Value.(*wire.Object); ok {
				r.file(one)
			}
		}
		history, _ := o.Object("_links").Get("version-history").([]any)
		if first, ok := at(history, 0).(*wire.Object); ok && schema.ToInt(first.Get("count")) > 0 {
			*revisions = append(*revisions, r.answer(l.name+revisionsOf, fmt.Sprintf("/wp-json%s/%s/revisions?%s", l.route, url.PathEscape(schema.ToText(o.Get("id"))), r.view()), nil))
		}
	}
}

// file notes the address of a file of the library, or of one of its sizes.
func (r *run) file(o *wire.Object) {
	if path, ok := strings.CutPrefix(o.Text("source_url"), "{base}"); ok {
		r.links[path] = true
	}
}

// compare compares what both sides say to a path of the API, and returns what the old
// one says, nil for a refusal.
func (r *run) compare(name, path string, was, is *Answer) any {
	if was.Status >= http.StatusBadRequest {
		return nil
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
		return nil
	}
	now, err := wire.Decode([]byte(placed(string(is.Body), r.New.Base())))
	if err != nil {
		now = nil
	}
	whole := before
	if o, _ := before.(*wire.Object); o != nil && o.Has("items") && o.Has("total") {
		other, _ := now.(*wire.Object)
		total, is := schema.ToText(o.Get("total")), schema.ToText(other.Get("total"))
		r.report.count(name, total == is, path+" total", total, is)
		before, now = o.Get("items"), other.Get("items")
	}
	list, ok := before.([]any)
	if first, isObject := at(list, 0).(*wire.Object); !ok || !isObject || !first.Has("id") {
		r.fields(name, path, before, now, nil)
		return whole
	}
	byID := map[string]any{}
	news, _ := now.([]any)
	for _, v := range news {
		if o, ok := v.(*wire.Object); ok {
			byID[schema.ToText(o.Get("id"))] = o
		}
	}
	reasons := r.headReasons(list, byID)
	for _, v := range list {
		if o, ok := v.(*wire.Object); ok {
			id := schema.ToText(o.Get("id"))
			r.fields(name, path+"#"+id, o, byID[id], reasons[id])
		}
	}
	return whole
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

// fields compares by place. Reasons are why some of them are to be expected to differ.
func (r *run) fields(name, where string, before, now any, reasons map[string]string) {
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
		if why := reasons[at]; why != "" && is != v {
			r.report.differ(name, where+" "+at, v, is, why)
			return
		}
		place := where + " " + at
		if is != v && r.lost(name, before, now, at, is) {
			r.report.differ(name, place, v, is, "")
			return
		}
		if at == "/content/rendered" && bySame(before, now, randomOrder) {
			place += inRandomOrder
		}
		r.report.count(name, ok && is == v, place, v, is)
	})
}

// lost tells whether a field is missing for no reason that one like it may have: with the whole thing, with the role
// of a person, or a value that isn't kept.
func (r *run) lost(name string, before, now any, at, is string) bool {
	was, _ := before.(*wire.Object)
	other, _ := now.(*wire.Object)
	key, isMeta := strings.CutPrefix(at, "/meta/")
	switch {
	case now == nil:
		return true
	case was == nil || other == nil || is != missing:
		return false
	case strings.HasPrefix(at, "/capabilities/"):
		return string(wire.Encode(was.Get("roles"), nil)) != string(wire.Encode(other.Get("roles"), nil))
	case isMeta && r.Kept != nil:
		key, _, _ = strings.Cut(key, "/")
		return !r.Kept(strings.TrimSuffix(name, revisionsOf), schema.ToInt(was.Get("id")), key)
	}
	return false
}

// randomOrder is a list of images that is shown in another order each time.
var randomOrder = regexp.MustCompile(`\[gallery [^\]]*\borderby=["']?rand\b`)

// bySame tells whether both sides have the same text of an entry, as it was written, and it has a form.
func bySame(before, now any, form *regexp.Regexp) bool {
	was, ok := before.(*wire.Object)
	is, both := now.(*wire.Object)
	if !ok || !both {
		return false
	}
	raw := was.Object("content").Text("raw")
	return raw == is.Object("content").Text("raw") && form.MatchString(raw)
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

// page compares what both sides show visitors: head, texts, links and images of a page, and
// documents.
func (r *run) page(path string, was, is *Answer) {
	name := "pages"
	if strings.Contains(path, "/wp-content/") {
		name = "files"
	}
	where := path + " status"
	if id, ok := r.archives[path]; ok && !r.writers[id] {
		where += ofNobodysWork
	}
	to := placed(was.Header.Get("Location"), r.Old.Base())
	about := ""
	switch {
	case r.hidden[path] && (to == "" || to == "{base}/"):
		about = ofNoPages
	case pageOfFront.MatchString(path+" "+to) && is.Status == http.StatusOK:
		about = atFront
	case was.Status == http.StatusMovedPermanently && to == "{base}/wp-admin/" && r.entries[path] && is.Status == http.StatusOK:
		about = toAdmin
	}
	where += about
	r.report.count(name, was.Status == is.Status, where, fmt.Sprint(was.Status), fmt.Sprint(is.Status))
	if to != "" {
		is := placed(is.Header.Get("Location"), r.New.Base())
		r.report.count(name, to == is, path+" leads to"+about, to, is)
	}
	if was.Status != http.StatusOK || is.Status != http.StatusOK {
		return
	}
	if !strings.Contains(was.Header.Get("Content-Type"), "html") {
		r.document(name, path, was, is)
		return
	}
	r.texts(name, path, placed(string(was.Body), r.Old.Base()), placed(string(is.Body), r.New.Base()))
}

// texts counts the texts of a document that the other has too.
func (r *run) texts(name, path, was, is string) {
	have := map[string]bool{}
	visibleTexts(is, func(text string) { have[text] = true })
	rest, frame := withoutFrame(was)
	beside, enlarges := map[string]bool{}, frame && enlarging.MatchString(is)
	if enlarges {
		visibleTexts(rest, func(text string) { beside[text] = true })
	}
	visibleTexts(was, func(text string) {
		switch {
		case strings.Contains(text, "_wpnonce"), strings.Contains(text, "replytocom"):
		case have[text]:
			r.report.count(name, true, path, text, text)
		case enlarges && !beside[text]:
			r.report.differ(name, path, text, missing, "the frame of enlarged images, which a script makes here once one is enlarged")
		case r.fromOlderIndex(path, text):
			r.report.differ(name, path, text, missing, olderThanItsTexts)
		case speaks(was, text):
			r.report.differ(name, path, text, missing, "a script of the old site tells readers of screens of it; it is never shown")
		case asksPassword(was, text) && passwordForm.MatchString(is):
			r.report.differ(name, path, text, missing, ownPasswordForm)
		default:
			r.report.count(name, false, path, text, missing)
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

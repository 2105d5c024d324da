package live

import (
	"context"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Members that a kept head has beside those of the old site.
const (
	headLink  = "@link"  // the address of the thing
	headShown = "@shown" // what it is called, as it is shown
)

// headOf is the head of a thing with its address and name, nil where it has none.
func headOf(o *wire.Object) *wire.Object {
	head := o.Object("yoast_head_json")
	if head == nil {
		return nil
	}
	head = head.Clone()
	shown := o.Object("title").Text("rendered")
	if shown == "" {
		shown = text(o, "name")
	}
	head.Set(headLink, text(o, "link"))
	head.Set(headShown, shown)
	return head
}

// saysOf is what is looked at of a head. It is small; the whole heads of a large site aren't.
func saysOf(o *wire.Object) *wire.Object {
	out := wire.NewObject("title", o.Get("title"), "description", o.Get("description"), "index", o.Object("robots").Get("index"),
		"writer", o.Get("article_author"), "twitter", o.Get("twitter_site"), "creator", o.Get("twitter_creator"), "publisher", o.Get("article_publisher"), "image", imageOf(o), "link", o.Get(headLink), "shown", o.Get(headShown),
		"measured", measuredImage(o), "follow", o.Object("robots").Get("follow"), "robots", robotsOf(o.Object("robots")))
	for _, name := range []string{"og_title", "og_description", "twitter_title", "twitter_description", "twitter_image"} {
		out.Set(name, o.Get(name))
	}
	for _, piece := range graphOf(o) {
		types := typesOf(piece)
		switch {
		case strings.HasSuffix(piece.Text("@id"), "#article") && len(types) > 0:
			out.Set("article", types[len(types)-1])
		case slices.Contains(types, "BreadcrumbList"):
			steps, _ := piece.Get("itemListElement").([]any)
			if len(steps) > 1 {
				first, _ := steps[0].(*wire.Object)
				last, _ := steps[len(steps)-1].(*wire.Object)
				out.Set("start", first.Text("name"))
				out.Set("from", first.Text("item"))
				out.Set("path", itemsOf(steps))
				if !last.Has("item") {
					out.Set("step", last.Text("name"))
				}
			}
		case piece.Has("isPartOf") && piece.Has("url"):
			out.Set("at", piece.Text("url"))
			if len(types) == 1 {
				out.Set("page", types[0])
			} else if len(types) > 1 {
				out.Set("page", types[1])
			}
		}
	}
	return out
}

// moreRobots are the further wishes to search engines, by the members that heads have of them.
var moreRobots = [][2]string{{"imageindex", "noimageindex"}, {"archive", "noarchive"}, {"snippet", "nosnippet"}}

// robotsOf are the further wishes of a head, as one text.
func robotsOf(robots *wire.Object) string {
	var list []string
	for _, more := range moreRobots {
		if robots.Text(more[0]) == more[1] {
			list = append(list, more[1])
		}
	}
	return strings.Join(list, ",")
}

// itemsOf are the addresses that the steps of a path lead to.
func itemsOf(steps []any) (items []any) {
	for _, v := range steps {
		step, _ := v.(*wire.Object)
		if item := step.Text("item"); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// graphOf are the pieces of a head's structured data.
func graphOf(head *wire.Object) (pieces []*wire.Object) {
	list, _ := head.Object("schema").Get("@graph").([]any)
	for _, v := range list {
		if o, ok := v.(*wire.Object); ok {
			pieces = append(pieces, o)
		}
	}
	return pieces
}

// publishedOf is when a thing was published, as its head tells; "" where it doesn't.
func publishedOf(head *wire.Object) string {
	for _, piece := range graphOf(head) {
		if date := piece.Text("datePublished"); date != "" {
			return date
		}
	}
	return ""
}

// typesOf are the types that a piece has.
func typesOf(piece *wire.Object) (types []string) {
	list, ok := schema.AsList(piece.Get("@type"))
	if !ok {
		list = []any{piece.Get("@type")}
	}
	for _, v := range list {
		if name := schema.ToText(v); name != "" {
			types = append(types, name)
		}
	}
	return types
}

// imageOf is the address of the image that networks show, "" without one.
func imageOf(head *wire.Object) string {
	list, _ := head.Get("og_image").([]any)
	if len(list) == 0 {
		return ""
	}
	first, _ := list[0].(*wire.Object)
	return first.Text("url")
}

var sized = regexp.MustCompile(`-\d+x\d+(\.[a-zA-Z]+)$`)

// measuredImage tells whether a head tells how large the image is: then it is known as an
// attachment, and else by its address alone.
func measuredImage(head *wire.Object) bool {
	list, _ := head.Get("og_image").([]any)
	if len(list) == 0 {
		return false
	}
	first, _ := list[0].(*wire.Object)
	return schema.ToInt(first.Get("width")) > 0
}

// attachmentAt is the attachment whose file is at an address, 0 for none.
func (r heads) attachmentAt(t *tx, address string) (id int64, err error) {
	key := r.keyOf(address)
	if key == "" {
		return 0, nil
	}
	for _, file := range []string{key, sized.ReplaceAllString(key, "$1")} {
		found, err := t.one("SELECT post_id FROM wp_postmeta WHERE meta_key = '_wp_attached_file' AND meta_value = ? ORDER BY post_id LIMIT 1", []any{file}, &id)
		if err != nil || found {
			return id, err
		}
	}
	return 0, nil
}

// homeHead is the head of the list of posts on the front, with all that the settings say of the
// front; nil where nothing tells it. Where a page stands there, lists that nobody described have it.
func (r heads) homeHead(ctx context.Context) (*wire.Object, error) {
	if r.settings.Text("show_on_front") != "page" {
		for _, typ := range r.types {
			if typ.Text("slug") == "post" {
				return typ.Object("yoast_head_json"), nil
			}
		}
		return nil, nil
	}
	got, err := r.ask.get(ctx, "/yoast/v1/get_head?url="+url.QueryEscape(r.home()+"/?s=a"))
	if err != nil || got.status != http.StatusOK {
		return nil, err
	}
	said, _ := got.value.(*wire.Object)
	return said.Object("json"), nil
}

// siteHeads takes what the heads of lists tell of the whole site: whom it stands for, its
// front page, the lists of its types, and codes of search engines. home is homeHead.
func (r heads) siteHeads(t *tx, home, titles, social *wire.Object) error {
	heads := map[string]*wire.Object{}
	for _, typ := range r.types {
		if head := typ.Object("yoast_head_json"); head != nil {
			heads[typ.Text("slug")] = head
		}
	}
	name, tagline := html.UnescapeString(r.settings.Text("title")), html.UnescapeString(r.settings.Text("description"))
	site := func(title string) string {
		made := form(title, name, "%%sitename%%", name, "")
		if tagline != "" {
			made = strings.Replace(made, tagline, "%%sitedesc%%", 1)
		}
		if made == "" {
			made = html.UnescapeString(title)
		}
		return made
	}
	front := home
	if r.settings.Text("show_on_front") == "page" {
		var stored string
		if _, err := t.one("SELECT head FROM live_head WHERE kind = ? AND id = ?", []any{KindEntry, number(r.settings, "page_on_front")}, &stored); err != nil {
			return err
		}
		v, _ := wire.Decode([]byte(stored))
		front, _ = v.(*wire.Object)
	}
	if home != nil {
		titles.Set("title-home-wpseo", site(home.Text("title")))
		titles.Set("metadesc-home-wpseo", home.Text("description"))
		titles.Set("open_graph_frontpage_title", strings.ReplaceAll(html.UnescapeString(home.Text("og_title")), name, "%%sitename%%"))
		if own := home.Text("og_description"); own != home.Text("description") {
			titles.Set("open_graph_frontpage_desc", own)
		}
		for member, setting := range codesOfOwner {
			if code := home.Text(member); code != "" {
				titles.Set(setting, code)
			}
		}
	}
	if front == nil {
		return nil
	}
	for _, typ := range r.types {
		slug := typ.Text("slug")
		if head := heads[slug]; head != nil && slug != "post" {
			if made := form(head.Text("title"), typ.Text("name"), "%%pt_plural%%", name, ""); made != "" {
				titles.Set("title-ptarchive-"+slug, made)
			} else {
				titles.Set("title-ptarchive-"+slug, head.Text("title"))
			}
			titles.Set("metadesc-ptarchive-"+slug, head.Text("description"))
			titles.Set("noindex-ptarchive-"+slug, head.Object("robots").Text("index") == "noindex")
			if step := plain(saysOf(head).Text("step")); step != "" && step != plain(typ.Text("name")) {
				titles.Set("bctitle-ptarchive-"+slug, step)
			}
		}
	}
	return r.owner(t, graphOf(front), name, titles, social)
}

// namedVersion is where the text of a head names the version of what made it.
var namedVersion = regexp.MustCompile(`^<!-- [^<>]* plugin v([0-9][0-9A-Za-z.+-]{0,31}) `)

// version is the version of the SEO extension as the head of a type's list names it, in the
// option that has it; empty where none does.
func (r heads) version() *wire.Object {
	for _, typ := range r.types {
		if found := namedVersion.FindStringSubmatch(text(typ, "yoast_head")); found != nil {
			return wire.NewObject("version", found[1])
		}
	}
	return &wire.Object{}
}

// codesOfOwner are the settings of codes by which search engines know the owner, by the
// members that heads have of them.
var codesOfOwner = map[string]string{
	"baidu_site_verification": "baiduverify", "msvalidate_01": "msverify", "google_site_verification": "googleverify",
	"p_domain_verify": "pinterestverify", "yandex_verification": "yandexverify", "ahrefs_site_verification": "ahrefsverify",
}

// owner takes whom the site stands for.
func (r heads) owner(t *tx, graph []*wire.Object, site string, titles, social *wire.Object) error {
	for _, piece := range graph {
		types := typesOf(piece)
		switch {
		case slices.Contains(types, "WebSite"):
			if name := html.UnescapeString(piece.Text("name")); name != site {
				titles.Set("website_name", name)
			}
			if name := piece.Text("alternateName"); name != "" {
				titles.Set("alternate_website_name", name)
			}
		case slices.Contains(types, "Organization"):
			logo := piece.Object("logo").Text("url")
			kind := "company"
			if slices.Contains(types, "Person") {
				kind = "person"
				if logo = piece.Object("image").Text("url"); r.keyOf(logo) == "" {
					logo = "" // the picture of the account
				}
				_, key, _ := strings.Cut(piece.Text("@id"), "#/schema/person/")
				id, err := r.accountOf(t, key, html.UnescapeString(piece.Text("name")))
				if err != nil {
					return err
				}
				titles.Set("company_or_person_user_id", id)
			} else {
				titles.Set("company_name", piece.Text("name"))
				if name := piece.Text("alternateName"); name != "" {
					titles.Set("company_alternate_name", name)
				}
				social.Set("other_social_urls", profiles(piece))
			}
			titles.Set("company_or_person", kind)
			if logo != "" {
				id, err := r.attachmentAt(t, logo)
				if err != nil {
					return err
				}
				titles.Set(kind+"_logo", logo)
				titles.Set(kind+"_logo_id", id)
			}
		}
	}
	return nil
}

// profiles are the addresses of profiles of a company that have no setting of their own.
func profiles(piece *wire.Object) []any {
	out := []any{}
	list, _ := piece.Get("sameAs").([]any)
	for _, v := range list {
		address := schema.ToText(v)
		if network := networkOf(address); network != "facebook" && network != "twitter" {
			out = append(out, address)
		}
	}
	return out
}

// accountOf is the account that stands for the owner in structured data, 0 for none.
func (r heads) accountOf(t *tx, key, name string) (id int64, err error) {
	if key != "" {
		found, err := t.one("SELECT user_id FROM wp_usermeta WHERE meta_key = ? AND meta_value = ?", []any{personKey, key}, &id)
		if err != nil || found {
			return id, err
		}
	}
	_, err = t.one("SELECT ID FROM wp_users WHERE display_name = ? ORDER BY ID LIMIT 1", []any{name}, &id)
	return id, err
}

// networks are the meta keys of accounts with their profiles, by hosts.
var networks = map[string]string{
	"facebook.com": "facebook", "instagram.com": "instagram", "linkedin.com": "linkedin", "myspace.com": "myspace", "pinterest.com": "pinterest",
	"soundcloud.com": "soundcloud", "tumblr.com": "tumblr", "x.com": "twitter", "twitter.com": "twitter", "youtube.com": "youtube", "wikipedia.org": "wikipedia",
}

// networkOf is the network that an address is of, "" for others.
func networkOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	for host := u.Hostname(); host != ""; {
		if name := networks[host]; name != "" {
			return name
		}
		_, host, _ = strings.Cut(host, ".")
	}
	return ""
}

// profilesOf are the profiles of an account in networks, by meta key.
func profilesOf(head *wire.Object) map[string]string {
	out := map[string]string{}
	list, _ := personIn(head).Get("sameAs").([]any)
	for _, v := range list {
		address := schema.ToText(v)
		switch name := networkOf(address); name {
		case "":
		case "twitter":
			u, err := url.Parse(address)
			if err == nil {
				out[name] = strings.Trim(u.Path, "/")
			}
		default:
			out[name] = address
		}
	}
	return out
}

// personIn is the piece of an account in the structured data of its page, nil without one.
// A site that stands for a person has one of that, too.
func personIn(head *wire.Object) (person *wire.Object) {
	for _, piece := range graphOf(head) {
		if !slices.Contains(typesOf(piece), "Person") {
			continue
		}
		if piece.Has("mainEntityOfPage") {
			return piece
		}
		if person == nil {
			person = piece
		}
	}
	return person
}

// separator is the sign that stands between the parts of most titles.
func (r heads) separator() (sign string) {
	for s, n := range r.signs {
		if n > r.signs[sign] || n == r.signs[sign] && s < sign {
			sign = s
		}
	}
	return sign
}

// ownTexts are what one thing says that isn't made of the rest of it.
func (r heads) ownTexts(t *tx, kind string, h head) (map[string]string, error) {
	own := map[string]string{}
	if kind == KindAccount || h.of == typeAttachment {
		return own, nil
	}
	said := func(name string) string { return html.UnescapeString(h.says.Text(name)) }
	if at := said("at"); at != "" && said("link") != "" && !sameAddress(at, said("link")) && (kind != KindEntry || h.id != r.frontID()) {
		own["canonical"] = at
	}
	if title := said("og_title"); title != "" && title != said("title") {
		own["opengraph-title"] = title
	}
	if description := said("og_description"); description != "" && said("description") != "" && description != said("description") {
		own["opengraph-description"] = description
	}
	for name, key := range map[string]string{"twitter_title": "twitter-title", "twitter_description": "twitter-description", "twitter_image": "twitter-image"} {
		if value := said(name); value != "" {
			own[key] = value
		}
	}
	if step := said("step"); step != "" && said("shown") != "" && step != plain(h.says.Text("shown")) && !strings.Contains(step, plain(h.says.Text("shown"))) {
		own["bctitle"] = step
	}
	image := said("image")
	if image == "" || image == r.image {
		return own, nil
	}
	natural := false
	if kind == KindEntry {
		var content string
		var thumbnail int64
		if _, err := t.one("SELECT post_content FROM wp_posts WHERE ID = ?", []any{h.id}, &content); err != nil {
			return nil, err
		}
		if _, err := t.one("SELECT CAST(meta_value AS INTEGER) FROM wp_postmeta WHERE post_id = ? AND meta_key = '_thumbnail_id'", []any{h.id}, &thumbnail); err != nil {
			return nil, err
		}
		natural = thumbnail > 0 || strings.Contains(content, image) || strings.Contains(content, "gallery")
	}
	id, err := r.attachmentAt(t, image)
	if err != nil || natural {
		return own, err
	}
	own["opengraph-image"] = image
	if id > 0 {
		own["opengraph-image-id"] = decimal(id)
	}
	return own, nil
}

// plain is a text without tags and references.
func plain(text string) string {
	return html.UnescapeString(strings.TrimSpace(clean.StripAllTags(text)))
}

// sameAddress tells whether two addresses are the same, however they are encoded.
func sameAddress(a, b string) bool {
	decoded := func(address string) string {
		if text, err := url.PathUnescape(address); err == nil {
			return text
		}
		return address
	}
	return decoded(a) == decoded(b)
}

package live

import (
	"context"
	"html"
	"maps"
	"slices"
	"strings"

	"quoin/internal/domain/site"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Options of the reference's SEO extension.
const (
	seoTitles   = "wpseo_titles"
	seoSocial   = "wpseo_social"
	seoTerms    = "wpseo_taxonomy_meta"
	seoFeatures = "wpseo"
)

// head is what the SEO extension says of one thing.
type head struct {
	id        int64
	of, name  string // the type or taxonomy, and what the thing is called
	author    string // who wrote it, "" for what isn't an entry
	describes string // its description as a form
	excerpted bool   // it has an excerpt of its own
	says      *wire.Object
}

// heads reads what the heads of pages say of the settings of the old site.
type heads struct {
	*reading
	terms map[string]placed // by the keys of their addresses
}

// most is the value that more than half of the things have, "" where there is none.
func most(values []string) string {
	counts := map[string]int{}
	for _, v := range values {
		counts[v]++
	}
	for v, n := range counts {
		if 2*n > len(values) {
			return v
		}
	}
	return ""
}

// readHeads makes the settings of the SEO extension of what its heads have in common, since
// the API doesn't tell them, and values of single things of how their heads differ.
func (r heads) readHeads(ctx context.Context) error {
	if !offers(r.index, "yoast/v1") {
		return nil
	}
	r.terms = map[string]placed{}
	creators := map[string]int{}
	feed, err := r.feedTexts(ctx)
	if err != nil {
		return err
	}
	home, err := r.homeHead(ctx)
	if err != nil {
		return err
	}
	return r.Mirror.in(ctx, func(t *tx) error {
		titles, social, terms := &wire.Object{}, &wire.Object{}, &wire.Object{}
		if err := r.siteHeads(t, home, titles, social); err != nil {
			return err
		}
		front, err := r.frontPath(t)
		if err != nil {
			return err
		}
		for _, kind := range []struct{ kind, query, form, mark string }{
			{KindTerm, "SELECT h.id, x.taxonomy, t.name, h.head, '', '', '' FROM live_head h JOIN wp_term_taxonomy x ON x.term_id = h.id JOIN wp_terms t ON t.term_id = h.id WHERE h.kind = ? ORDER BY h.id", "tax-", "%%term_title%%"},
			{KindAccount, "SELECT h.id, 'author-wpseo', u.display_name, h.head, '', '', '' FROM live_head h JOIN wp_users u ON u.ID = h.id WHERE h.kind = ? ORDER BY h.id", "", "%%name%%"},
			{KindEntry, "SELECT h.id, p.post_type, p.post_title, h.head, COALESCE(u.display_name, ''), p.post_excerpt, p.post_content FROM live_head h JOIN wp_posts p ON p.ID = h.id LEFT JOIN wp_users u ON u.ID = p.post_author WHERE h.kind = ? ORDER BY h.id", "", "%%title%%"},
		} {
			all, err := t.heads(kind.query, kind.kind)
			if err != nil {
				return err
			}
			if kind.kind == KindTerm {
				if err := r.usualImage(t, all, social); err != nil {
					return err
				}
				if err := r.homeImage(t, home, titles); err != nil {
					return err
				}
				for tax, list := range all {
					for _, h := range list {
						r.terms[addressKey(h.says.Text("link"))] = placed{tax, h.id}
					}
				}
			}
			for _, of := range slices.Sorted(maps.Keys(all)) {
				if err := r.common(t, kind.kind, kind.form+of, kind.mark, all[of], titles, terms); err != nil {
					return err
				}
				r.social(all[of], front, titles, social)
				for _, h := range all[of] {
					if handle := handleOf(h.says.Text("creator")); handle != "" {
						creators[handle]++
					}
				}
			}
			if kind.kind == KindEntry {
				if err := r.keepIndex(t, all); err != nil {
					return err
				}
			}
			if len(all[typeAttachment]) > 0 {
				// Attachments have heads where they have pages.
				if err := t.option(site.AttachmentPages.Name, "1"); err != nil {
					return err
				}
			}
		}
		if titles.Text("company_or_person") == "person" {
			if err := t.handle(creators, social); err != nil {
				return err
			}
		}
		if feed != nil {
			titles.Set("rssbefore", feed.before)
			titles.Set("rssafter", feed.after)
		}
		if sign := r.separator(); sign != "" {
			titles.Set("separator", sign)
		}
		for name, o := range map[string]*wire.Object{seoTitles: titles, seoSocial: social, seoTerms: terms, seoFeatures: r.version()} {
			if o.Len() > 0 {
				if err := t.option(name, serialised(o)); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// frontID is the page on the front, 0 where none is there.
func (r heads) frontID() int64 {
	if r.settings.Text("show_on_front") != "page" {
		return 0
	}
	return number(r.settings, "page_on_front")
}

// frontPath is how the address of the page on the front ends, as one in the tree of pages; "" where
// no page is there.
func (r heads) frontPath(t *tx) (slug string, err error) {
	id := r.frontID()
	if id == 0 {
		return "", nil
	}
	if _, err = t.one("SELECT post_name FROM wp_posts WHERE ID = ?", []any{id}, &slug); err != nil || slug == "" {
		return "", err
	}
	return "/" + slug, nil
}

// handleOf is a name in a network without the sign before it.
func handleOf(said string) string { return strings.TrimPrefix(said, "@") }

// handle takes the name that the site itself has in a network. A site that stands for a person
// shows that of the person, and its own with what people wrote who have none.
func (t *tx) handle(creators map[string]int, social *wire.Object) error {
	people, err := t.strings("SELECT meta_value FROM wp_usermeta WHERE meta_key = 'twitter'")
	if err != nil {
		return err
	}
	for _, name := range people {
		delete(creators, handleOf(name))
		if handleOf(name) == social.Text("twitter_site") {
			social.Delete("twitter_site")
		}
	}
	usual := ""
	for _, name := range slices.Sorted(maps.Keys(creators)) {
		if creators[name] > creators[usual] {
			usual = name
		}
	}
	if usual != "" {
		social.Set("twitter_site", usual)
	}
	return nil
}

// usualImage takes the image of pages without one, which most lists of terms show.
func (r heads) usualImage(t *tx, all map[string][]head, social *wire.Object) error {
	var images []string
	for _, list := range all {
		for _, h := range list {
			images = append(images, h.says.Text("image"))
		}
	}
	if r.image = most(images); r.image == "" {
		return nil
	}
	id, err := r.attachmentAt(t, r.image)
	if err != nil {
		return err
	}
	social.Set("og_default_image", r.image)
	if id > 0 {
		social.Set("og_default_image_id", id)
	}
	return nil
}

// homeImage takes the image of the list of posts on the front, where it isn't that of pages
// without one.
func (r heads) homeImage(t *tx, home, titles *wire.Object) error {
	image := imageOf(home)
	if image == "" || image == r.image {
		return nil
	}
	id, err := r.attachmentAt(t, image)
	if err != nil {
		return err
	}
	titles.Set("open_graph_frontpage_image", image)
	if id > 0 {
		titles.Set("open_graph_frontpage_image_id", id)
	}
	return nil
}

// heads are the heads of things by what they are of.
func (t *tx) heads(query, kind string) (map[string][]head, error) {
	rows, err := t.tx.QueryContext(t.ctx, query, kind)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[string][]head{}
	for rows.Next() {
		var h head
		var text, excerpt, content string
		if err := rows.Scan(&h.id, &h.of, &h.name, &text, &h.author, &excerpt, &content); err != nil {
			return nil, err
		}
		v, err := wire.Decode([]byte(text))
		if o, ok := v.(*wire.Object); err == nil && ok && o.Text("title") != "" {
			h.says = saysOf(o)
			h.describes, h.excerpted = described(h.says.Text("description"), excerpt, content, h.author), plain(excerpt) != ""
			all[h.of] = append(all[h.of], h)
		}
	}
	return all, rows.Err()
}

// common makes settings of what most heads of a type or taxonomy have, and values of
// those that differ.
func (r heads) common(t *tx, kind, form, mark string, list []head, titles, terms *wire.Object) error {
	site := html.UnescapeString(r.settings.Text("title"))
	told := &wire.Object{}
	if kind == KindEntry {
		if fields := r.fieldsOfType(form); fields != nil {
			told = fields
		}
	}
	var forms, indexed, followed, articles, pages []string
	for _, h := range list {
		forms = append(forms, h.title(mark, site))
		indexed = append(indexed, h.says.Text("index"))
		followed = append(followed, h.says.Text("follow"))
		articles = append(articles, h.says.Text("article"))
		pages = append(pages, h.says.Text("page"))
		if sign := between.FindStringSubmatch(html.UnescapeString(h.says.Text("title"))); sign != nil && strings.Contains(forms[len(forms)-1], "%%sep%%") {
			r.signs[sign[1]]++
		}
	}
	usual, err := t.usual(told, "title", list, forms)
	if err != nil {
		return err
	}
	describes := onlyExcerpts(list)
	says := ""
	if len(list) > 1 {
		if says, err = t.usual(told, "metadesc", list, describes); err != nil {
			return err
		}
	}
	if usual != "" {
		titles.Set("title-"+form, usual)
	}
	if says != "" {
		titles.Set("metadesc-"+form, says)
	}
	hidden := len(list) > 1 && most(indexed) == "noindex"
	if hidden || form == typeAttachment {
		titles.Set("noindex-"+form, hidden) // of attachments it is usual
	}
	article, page := "", ""
	if kind == KindEntry {
		if article, page = most(articles), most(pages); article != "" {
			titles.Set("schema-article-type-"+form, article)
		}
		if page != "" {
			titles.Set("schema-page-type-"+form, page)
		}
	}
	if kind == KindEntry {
		if err := r.paths(t, form, list, titles); err != nil {
			return err
		}
		if err := r.mainCategories(t, form, list); err != nil {
			return err
		}
		if err := t.writers(list); err != nil {
			return err
		}
	}
	for i, h := range list {
		own, err := r.ownTexts(t, kind, h)
		if err != nil {
			return err
		}
		if forms[i] != usual && h.name != "" && (usual != "" || kind == KindEntry && forms[i] != usualTitle) {
			own["title"] = h.says.Text("title")
		}
		if describes[i] != says {
			own["metadesc"] = h.says.Text("description")
		}
		switch index := indexed[i]; {
		case hidden && index == "index":
			own[ofRobots] = "2"
		case !hidden && index == "noindex":
			own[ofRobots] = "1"
		}
		if kind == KindEntry {
			if followed[i] == "nofollow" && most(followed) != "nofollow" {
				own["meta-robots-nofollow"] = "1"
			}
			if more := h.says.Text("robots"); more != "" {
				own["meta-robots-adv"] = more
			}
		}
		if article != "" && articles[i] != "" && articles[i] != article {
			own["schema_article_type"] = articles[i]
		}
		if page != "" && pages[i] != "" && pages[i] != page {
			own["schema_page_type"] = pages[i]
		}
		if kind == KindEntry {
			// What the API tells of, it tells as it is: an empty text there is none.
			maps.DeleteFunc(own, func(name, _ string) bool { return told.Has(entryTexts + name) })
		}
		if err := keepTexts(t, kind, h, own, terms); err != nil {
			return err
		}
	}
	return nil
}

// usual is the form that a text of things has which have none of their own. Where the API tells
// those that are a thing's own, the others show the form; else it is what most have.
func (t *tx) usual(told *wire.Object, name string, list []head, forms []string) (string, error) {
	if !told.Has(entryTexts + name) {
		return most(forms), nil
	}
	ids, err := t.ids("SELECT post_id FROM wp_postmeta WHERE meta_key = ? AND meta_value != ''", entryTexts+name)
	if err != nil {
		return "", err
	}
	own, counts := map[int64]bool{}, map[string]int{}
	for _, id := range ids {
		own[id] = true
	}
	usual := ""
	for i, h := range list {
		if form := forms[i]; form != "" && !own[h.id] {
			counts[form]++
			if counts[form] > counts[usual] {
				usual = form
			}
		}
	}
	return usual, nil
}

// usualTitle is the form that titles of entries have where nobody chose another.
const usualTitle = "%%title%% %%page%% %%sep%% %%sitename%%"

// entryTexts begins the meta keys of what an entry has of its own.
const entryTexts = "_yoast_wpseo_"

// ofRobots is the text of a thing that says whether search engines leave it out.
const ofRobots = "meta-robots-noindex"

// keepTexts keeps what one thing has of its own.
func keepTexts(t *tx, kind string, h head, own map[string]string, terms *wire.Object) error {
	keys := map[string]string{}
	switch kind {
	case KindTerm:
		of := terms.Object(h.of)
		if of == nil {
			of = &wire.Object{}
		}
		one := &wire.Object{}
		for _, name := range slices.Sorted(maps.Keys(own)) {
			key, value := "wpseo_"+name, own[name]
			switch name {
			case "metadesc":
				key = "wpseo_desc"
			case ofRobots:
				key, value = "wpseo_noindex", map[string]string{"1": "noindex", "2": "index"}[value]
			}
			if value != "" {
				one.Set(key, value)
			}
		}
		if one.Len() > 0 {
			of.Set(decimal(h.id), one)
			terms.Set(h.of, of)
		}
		return nil
	case KindAccount:
		keys["wpseo_title"], keys["wpseo_metadesc"] = own["title"], own["metadesc"]
		if own[ofRobots] == "1" {
			keys["wpseo_noindex_author"] = "on"
		}
	default:
		for name, value := range own {
			keys[entryTexts+name] = value
		}
	}
	at := kindTables(kind)
	meta := at[len(at)-1]
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		value := keys[key]
		if value == "" {
			continue
		}
		// What the API told itself is the better.
		if err := t.exec("INSERT INTO "+meta[0]+" ("+meta[1]+", meta_key, meta_value) SELECT ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM "+meta[0]+" WHERE "+meta[1]+" = ? AND meta_key = ?)", // #nosec G202 -- names of a table
			h.id, key, value, h.id, key); err != nil {
			return err
		}
	}
	return nil
}

// social takes the accounts of the site in networks, and the name of the first breadcrumb, which
// leads to the site's own address or to that which the page has that stands there; front is how
// the latter ends.
func (r heads) social(list []head, front string, titles, social *wire.Object) {
	for _, h := range list {
		for name, member := range map[string]string{"twitter": "twitter_site", "publisher": "facebook_site"} {
			if v := strings.TrimPrefix(schema.ToText(h.says.Get(name)), "@"); v != "" {
				social.Set(member, v)
			}
		}
		// Paths may begin below the front page.
		switch start := h.says.Text("start"); {
		case start == "":
		case addressKey(h.says.Text("from")) == addressKey(r.home()), front != "" && strings.HasSuffix(strings.TrimRight(h.says.Text("from"), "/"), front):
			titles.Set("breadcrumbs-home", start)
		case !titles.Has("breadcrumbs-home"):
			titles.Set("breadcrumbs-home", "")
		}
	}
}

package live

import (
	"context"
	"html"
	"maps"
	"slices"
	"strings"

	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Options and meta keys of the reference's SEO extension.
const (
	seoTitles   = "wpseo_titles"
	seoSocial   = "wpseo_social"
	seoTerms    = "wpseo_taxonomy_meta"
	seoTitle    = "_yoast_wpseo_title"
	seoDescribe = "_yoast_wpseo_metadesc"
)

// head is what the SEO extension says of one thing.
type head struct {
	id       int64
	of, name string // the type or taxonomy, and what the thing is called
	says     *wire.Object
}

// title is its title with marks in the place of what it is called and of the site's name.
func (h head) title(mark, site string) string {
	title, name := html.UnescapeString(h.says.Text("title")), html.UnescapeString(h.name)
	if name == "" || !strings.Contains(title, name) {
		return ""
	}
	before, after, _ := strings.Cut(title, name)
	if site != "" {
		after = strings.Replace(after, site, "%%sitename%%", 1)
	}
	return before + mark + after
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
func (r *reading) readHeads(ctx context.Context) error {
	spaces, _ := r.index.Get("namespaces").([]any)
	if !slices.Contains(spaces, any("yoast/v1")) {
		return nil
	}
	return r.Mirror.in(ctx, func(t *tx) error {
		titles, social, terms := &wire.Object{}, &wire.Object{}, &wire.Object{}
		for _, kind := range []struct{ kind, query, form, mark string }{
			{KindEntry, "SELECT h.id, p.post_type, p.post_title, h.head FROM live_head h JOIN wp_posts p ON p.ID = h.id WHERE h.kind = ? ORDER BY h.id", "", "%%title%%"},
			{KindTerm, "SELECT h.id, x.taxonomy, t.name, h.head FROM live_head h JOIN wp_term_taxonomy x ON x.term_id = h.id JOIN wp_terms t ON t.term_id = h.id WHERE h.kind = ? ORDER BY h.id", "tax-", "%%term_title%%"},
			{KindAccount, "SELECT h.id, 'author-wpseo', u.display_name, h.head FROM live_head h JOIN wp_users u ON u.ID = h.id WHERE h.kind = ? ORDER BY h.id", "", "%%name%%"},
		} {
			all, err := t.heads(kind.query, kind.kind)
			if err != nil {
				return err
			}
			for _, of := range slices.Sorted(maps.Keys(all)) {
				if err := r.common(t, kind.kind, kind.form+of, kind.mark, all[of], titles, terms); err != nil {
					return err
				}
				r.social(all[of], titles, social)
			}
		}
		for name, o := range map[string]*wire.Object{seoTitles: titles, seoSocial: social, seoTerms: terms} {
			if o.Len() > 0 {
				if err := t.option(name, serialised(o)); err != nil {
					return err
				}
			}
		}
		return nil
	})
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
		var text string
		if err := rows.Scan(&h.id, &h.of, &h.name, &text); err != nil {
			return nil, err
		}
		v, err := wire.Decode([]byte(text))
		if o, ok := v.(*wire.Object); err == nil && ok && o.Text("title") != "" {
			// What is looked at is small; the whole heads of a large site aren't.
			h.says = wire.NewObject("title", o.Get("title"), "description", o.Get("description"), "index", o.Object("robots").Get("index"),
				"twitter", o.Get("twitter_site"), "publisher", o.Get("article_publisher"), "start", startOf(o))
			all[h.of] = append(all[h.of], h)
		}
	}
	return all, rows.Err()
}

// startOf is what the first of the breadcrumbs is called.
func startOf(o *wire.Object) string {
	graph, _ := o.Object("schema").Get("@graph").([]any)
	for _, v := range graph {
		piece, ok := v.(*wire.Object)
		if !ok || piece.Text("@type") != "BreadcrumbList" {
			continue
		}
		list, _ := piece.Get("itemListElement").([]any)
		if len(list) > 1 {
			if first, ok := list[0].(*wire.Object); ok {
				return first.Text("name")
			}
		}
	}
	return ""
}

// common makes settings of what most heads of a type or taxonomy have, and values of
// those that differ.
func (r *reading) common(t *tx, kind, form, mark string, list []head, titles, terms *wire.Object) error {
	site := html.UnescapeString(r.settings.Text("title"))
	var forms, describes, indexed []string
	for _, h := range list {
		forms = append(forms, h.title(mark, site))
		describes = append(describes, h.says.Text("description"))
		indexed = append(indexed, h.says.Text("index"))
	}
	usual, says := most(forms), ""
	if len(list) > 1 {
		says = most(describes)
	}
	if usual != "" {
		titles.Set("title-"+form, usual)
	}
	if says != "" {
		titles.Set("metadesc-"+form, says)
	}
	if len(list) > 1 && most(indexed) == "noindex" {
		titles.Set("noindex-"+form, true)
	}
	for i, h := range list {
		title, description := "", ""
		if usual != "" && forms[i] != usual {
			title = h.says.Text("title")
		}
		if describes[i] != says {
			description = describes[i]
		}
		if err := keepTexts(t, kind, h, title, description, terms); err != nil {
			return err
		}
	}
	return nil
}

// keepTexts keeps the title and description that one thing has of its own.
func keepTexts(t *tx, kind string, h head, title, description string, terms *wire.Object) error {
	keys := map[string]string{}
	switch kind {
	case KindTerm:
		of := terms.Object(h.of)
		if of == nil {
			of = &wire.Object{}
		}
		one := &wire.Object{}
		if title != "" {
			one.Set("wpseo_title", title)
		}
		if description != "" {
			one.Set("wpseo_desc", description)
		}
		if one.Len() > 0 {
			of.Set(decimal(h.id), one)
			terms.Set(h.of, of)
		}
		return nil
	case KindAccount:
		keys["wpseo_title"], keys["wpseo_metadesc"] = title, description
	default:
		keys[seoTitle], keys[seoDescribe] = title, description
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

// social takes the accounts of the site in networks, and the name of the first breadcrumb.
func (r *reading) social(list []head, titles, social *wire.Object) {
	for _, h := range list {
		for name, member := range map[string]string{"twitter": "twitter_site", "publisher": "facebook_site"} {
			if v := strings.TrimPrefix(schema.ToText(h.says.Get(name)), "@"); v != "" {
				social.Set(member, v)
			}
		}
		if start := h.says.Text("start"); start != "" {
			titles.Set("breadcrumbs-home", start)
		}
	}
}

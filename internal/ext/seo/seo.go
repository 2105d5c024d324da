// Package seo tells search engines and social networks what pages are about.
package seo

import (
	"context"
	"embed"
	"hash/maphash"
	"io/fs"
	"slices"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/ext"
	"quoin/internal/ext/seo/services"
	"quoin/internal/ext/seo/sitemaps"
	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
)

//go:embed migrations
var files embed.FS

const version = "28.4"

// referenceVersion is the version that heads name in the reference's words, on sites that know
// no other.
const referenceVersion = "28.4-RC1"

// FeatureFirst is the feature of presets that serve the routes of the first
// deployment too: the bulk editor, the task list, the content planner.
const FeatureFirst = "deployment-1"

// Extension declares it.
func Extension() ext.Extension {
	migrations, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return ext.Extension{
		ID: "seo", Features: []string{FeatureFirst},
		Info: ext.Info{
			ID: "seo/seo", Title: "SEO", Version: version, TextDomain: "seo", RequiresCore: "6.9", RequiresRuntime: "7.4",
			Description: "Titles, descriptions and structured data for search engines and social networks, with an analysis of each text.",
			Author:      "Quoin",
		},
		Names: names(),
		Caps: map[string][]access.Capability{
			access.Administrator: {"seo_manage_options", "seo_bulk_edit", "seo_edit_advanced_metadata"},
			access.Editor:        {"seo_bulk_edit", "seo_edit_advanced_metadata"},
		},
		Meta: []ext.MetaKeys{{Object: ext.Entries, Of: []string{content.TypePost}, Keys: []ext.MetaKey{
			text("_seo_focuskw"), text("_seo_title"), text("_seo_metadesc"),
		}}},
		Options:    slices.Concat([]ext.Option{declared.Option("seo_settings", "Titles, descriptions and structured data."), optionKinds}, flagOptions(), serviceOptions()),
		Migrations: migrations,
		Tables: []ext.Table{
			{Name: "seo_row", Rows: ext.ByObjects},
			{Name: "seo_link", Rows: ext.ByObjects},
			{Name: "seo_user", Rows: ext.ByObjects},
		},
		Commands: []ext.Command{{
			Verb: "index", Short: "Make the index of the site: what is known of its pages, and the links between them",
			Long: "Makes what is missing of the index and counts links. With --again all is made anew, with --analyse all texts are analysed.",
			Flags: []ext.Flag{
				{Name: "again", Usage: "make all of it anew", Default: false},
				{Name: "analyse", Usage: "analyse all texts again", Default: false},
			},
		}, {
			Verb: "secret", Short: "Keep the key of a service, which is read from the input, encrypted", Args: []string{"NAME"},
			Long: "The secrets are ai_api_key and keyword_tool_client_secret. An empty input removes one.",
		}},
		About: "Index the site for search engines, and keep the keys of services",
		New:   build,
	}
}

// service is the extension on one site: its routes, and what keeps the index.
type service struct {
	*base
	heads       *heads
	index       *index
	scores      *scores
	assist      *assist
	preferences *preferences
	editing     *editing
}

// base is what all parts of the extension stand on: settings, texts in the language of the
// site, values of people.
type base struct {
	ext.Own
	ext.Kept
	ext.Reads
	ext.Writes
	ext.Display
	ext.Outward
}

// facts are what is known of a page before its head is written: titles with their variables
// filled, images, people, what search engines may do.
type facts struct{ *base }

// heads write what stands in the head of a page, and keep it.
type heads struct {
	*base
	facts *facts
	kept  *cache.Cache[headKey, cachedHead]
	seed  maphash.Seed
}

// indexable tells what search engines may list.
type indexable struct{ *base }

// documents are files for search engines: sitemaps, robots.txt, and the headers of feeds.
type documents struct {
	*base
	indexable *indexable
	sitemaps  *sitemaps.Maps
}

// index keeps a row for each entry, term and author, with what lists and reports ask for.
type index struct {
	*base
	facts   *facts
	missing missing
	writers lull
}

// scores analyse texts and count how they do.
type scores struct {
	*base
	heads       *heads
	index       *index
	preferences *preferences
	counts      *cache.Cache[scoreKey, *counted]
}

// assist asks services of others: a writer, keyphrases, ranks.
type assist struct {
	*base
	facts  *facts
	index  *index
	client *services.Client
}

// preferences are what an account or the site has decided or put away.
type preferences struct {
	*base
	facts *facts
}

// editing reads and writes the settings and the texts of single entries.
type editing struct {
	*base
	facts *facts
}

type cacheDeps = cache.Deps

// maxCounts is how much memory kept counts take.
const maxCounts = 1 << 20

func build(h *ext.Host) (*ext.Parts, error) {
	b := &base{Own: h.Own, Kept: h.Kept, Reads: h.Reads, Writes: h.Writes, Display: h.Display, Outward: h.Outward}
	f := &facts{b}
	head := &heads{base: b, facts: f, kept: cache.New[headKey, cachedHead](maxHeads, h.Clock), seed: maphash.MakeSeed()}
	rows := &index{base: b, facts: f}
	prefs := &preferences{b, f}
	score := &scores{b, head, rows, prefs, cache.New[scoreKey, *counted](maxCounts, h.Clock)}
	tools := &assist{b, f, rows, services.New(h.Outbound)}
	may := &indexable{b}
	files := &documents{b, may, &sitemaps.Maps{
		Store: h.Store, Rules: may, Site: h.Site, Types: h.Types, Taxonomies: h.Taxonomies, Links: h.Links, TermLinks: h.TermLinks, Media: h.Media,
	}}
	s := &service{b, head, rows, score, tools, prefs, &editing{b, f}}
	return &ext.Parts{
		Documents: files.documents,
		Feed:      files.feed,
		// Programs that read feeds learn that there is none.
		NoEmptyFeeds: true,
		// Compat (api.TestAnswersToComments): search engines are led from the usual ones to the
		// comment.
		AnswersBy: "answer-to",
		Routes:    s.routes(),
		Entries:   []ext.EntryAdded{{For: headed, Added: head.onEntries()}, {For: attachments, Added: head.onAttachments()}},
		Terms:     []ext.TermAdded{{For: func(t *taxonomy.Taxonomy) bool { return t.Public || t.Announced }, Added: head.onTerms()}},
		Users:     []ext.UserAdded{head.onUsers()},
		Types:     []ext.TypeAdded{head.onTypes()},
		Hooks:     rows.hooks(),
		Output:    head.output,
		Sitemap:   head.sitemap,
		// Addresses show the category that somebody chose as the main one.
		MainCategory: func(_ context.Context, e *content.Entry) int64 { return schema.ToInt(metaText(e.Meta, metaPrimary)) },
		Blocks:       map[string]render.BlockFunc{"seo/breadcrumbs": head.crumbsBlock, "yoast-seo/breadcrumbs": head.crumbsBlock},
		// Texts that were imported have the reference's name.
		Shortcodes: map[string]render.Shortcode{"seo_breadcrumb": head.crumbsShortcode, "wpseo_breadcrumb": head.crumbsShortcode},
		NotFound:   rows.notFound,
		Cache:      cache.Group{head.kept, score.counts},
		Personal:   &ext.Personal{Export: rows.personal, Erase: rows.forgetPerson},
		Commands:   map[string]func(context.Context, *ext.Call) error{"index": s.commandIndex, "secret": tools.commandSecret},
		MoveIn:     s.moveIn(),
		Periodic: []ext.Periodic{{Name: "index", Every: 24 * time.Hour, Run: func(ctx context.Context) error {
			return s.buildIndex(ctx, false, func(string, int) {})
		}}},
		Loops: []ext.Loop{{Name: "analyse", Every: 10 * time.Second, OneNode: true, Run: func(ctx context.Context) error {
			if rows.writers.puts(h.Clock()) {
				return nil
			}
			_, err := score.analysePending(ctx, allPending)
			return err
		}}},
		// What was written while the extension was off isn't known.
		SwitchedOn: rows.forget,
	}, nil
}

func text(name string) ext.MetaKey {
	return ext.MetaKey{
		Name: name, Schema: schema.Str("", schema.Default("")), OfEditors: true,
		Clean: func(v any) any { return clean.TemplateField(schema.ToText(v)) },
	}
}

func names() ext.Names {
	return ext.Names{
		Paths: []ext.Pair{
			{Own: "/seo/v1/keyword_tool", Reference: "/yoast/v1/semrush"},
			{Own: "/seo/v1/rank_tracker", Reference: "/yoast/v1/wincher"},
			{Own: "/seo/v1", Reference: "/yoast/v1"},
		},
		Words: []ext.Pair{
			{Own: "seo/seo", Reference: "wordpress-seo/wp-seo"},
			{Own: "seo", Reference: "wordpress-seo"},
			{Own: "video_embed_permission", Reference: "wistia_embed_permission"},
			{Own: "connector_configuration_permanent_dismissal", Reference: "site_kit_configuration_permanent_dismissal"},
			{Own: "seo_head", Reference: "yoast_head"},
			{Own: "seo_head_json", Reference: "yoast_head_json"},
			// The comments around heads, and the classes of their graphs and tags.
			{Own: generator, Reference: "This site is optimized with the Yoast SEO plugin v" + referenceVersion + " - https://yoast.com/product/yoast-seo-wordpress/"},
			{Own: closing, Reference: "/ Yoast SEO plugin."},
			{Own: tagClass, Reference: "yoast-seo-meta-tag"},
			{Own: graphClass, Reference: "yoast-schema-graph"},
			{Own: "is_shop_product_entity", Reference: "is_woo_product_entity"},
			{Own: "social_a_site", Reference: "facebook_site"},
			{Own: "social_b_site", Reference: "twitter_site"},
		},
		Prefixes: []ext.Pair{{Own: "_seo_", Reference: "_yoast_wpseo_"}},
	}
}

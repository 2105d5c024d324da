// Package analytics counts what visitors read, without knowing who they are.

// Views are counted in memory, also of pages that come from the cache, and
// written as sums per entry and day. No cookie is set, and nothing of a visitor
// is kept: neither address nor agent nor what else was viewed.
package analytics

import (
	"context"
	"embed"
	"io/fs"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/domain/content"
	"quoin/internal/ext"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
	"quoin/internal/transfer/moving"
)

//go:embed migrations
var files embed.FS

const namespace = "analytics/v1"

const metaSkip = "_analytics_skip_tracking"

// Extension declares it.
func Extension() ext.Extension {
	migrations, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return ext.Extension{
		ID: "analytics",
		Info: ext.Info{
			ID: "analytics/analytics", Title: "Analytics", Version: "9.1.1", TextDomain: "analytics",
			RequiresCore: "5.6.0", RequiresRuntime: "7.2", Author: "Quoin",
			Description: "Counts what visitors read and shows the entries that are read most.",
		},
		Names: ext.Names{
			Paths: []ext.Pair{{Own: "/analytics/v1", Reference: "/monsterinsights/v1"}},
			Words: []ext.Pair{
				{Own: "analytics/analytics", Reference: "google-analytics-for-wordpress/googleanalytics"},
				{Own: "analytics", Reference: "google-analytics-for-wordpress"},
				{Own: "_analytics_skip_tracking", Reference: "_monsterinsights_skip_tracking"},
				{Own: "_analytics_sitenote_active", Reference: "_monsterinsights_sitenote_active"},
				{Own: "_analytics_sitenote_note", Reference: "_monsterinsights_sitenote_note"},
				{Own: "_analytics_sitenote_category", Reference: "_monsterinsights_sitenote_category"},
				{Own: string(flatBox), Reference: "post_tags_meta_box"},
				{Own: string(hierarchicalBox), Reference: "post_categories_meta_box"},
				{Own: string(namesFromBox), Reference: "taxonomy_meta_box_sanitize_cb_input"},
				{Own: string(choicesFromBox), Reference: "taxonomy_meta_box_sanitize_cb_checkboxes"},
				{Own: string(termsController), Reference: "WP_REST_Terms_Controller"},
				{Own: string(menusController), Reference: "WP_REST_Menus_Controller"},
			},
		},
		Meta: []ext.MetaKeys{{
			Object: ext.Entries,
			Of:     []string{content.TypePost, content.TypePage, content.TypeAttachment, content.TypeMenuItem, content.TypeBlock},
			Public: true, // Compat (api.TestMovedByDatabase)
			Keys: []ext.MetaKey{
				{Name: metaSkip, Schema: schema.Bool("", schema.Default(false))},
				{Name: "_analytics_sitenote_active", Schema: schema.Bool("", schema.Default(false))},
				{Name: "_analytics_sitenote_note", Schema: schema.Str("", schema.Default(""))},
				{Name: "_analytics_sitenote_category", Schema: schema.Int("", schema.Default(0))},
			},
		}},
		Options:    options(),
		Migrations: migrations,
		Tables: []ext.Table{
			{Name: "analytics_view", Rows: ext.ByObjects}, // one for an entry and a day
			{Name: "analytics_feedback", Rows: ext.ByStaff},
		},
		Commands: []ext.Command{{
			Verb: "popular", Short: "List the entries that were read most",
			Flags: []ext.Flag{{Name: "days", Usage: "days that count", Default: int64(30), Least: 1}, {Name: "limit", Usage: "entries that are listed", Default: int64(10), Least: 1}},
		}, {
			Verb: "onboard", Short: "Make a key with which the provider may set up analytics, for one day",
		}},
		About: "List what is read most, and connect a provider",
		New:   build,
	}
}

// service is the extension on one site.
type service struct {
	ext.Own
	ext.Kept
	ext.Reads
	ext.Display
	ext.Callers
	ext.Outward
	views *views
	day   atomic.Pointer[knownDay]
}

func build(h *ext.Host) (*ext.Parts, error) {
	s := &service{Own: h.Own, Kept: h.Kept, Reads: h.Reads, Display: h.Display, Callers: h.Callers, Outward: h.Outward, views: &views{}}
	return &ext.Parts{
		Routes: s.routes(),
		Feed:   s.feed,
		MoveIn: moving.Extension{Take: s.takeOld},
		Public: func(next http.Handler) http.Handler { return &counter{s, next} },
		Blocks: map[string]render.BlockFunc{
			"monsterinsights/popular-posts-inline": s.inlineBlock, "monsterinsights/popular-posts-widget": s.widgetBlock,
		},
		Hooks: ext.Hooks{Entries: content.Writes{Deleted: func(ctx context.Context, e *content.Entry) error {
			_, err := s.DB.Exec(ctx, "DELETE FROM analytics_view WHERE entry_id = ?", e.ID)
			return err
		}}},
		Actions: map[string]ext.Action{"analytics_onboarding": {
			Cap: "manage_options", Do: s.startOnboarding,
			Question: func(context.Context, access.Actor, url.Values) (string, error) {
				return "Set up analytics with the provider?", nil
			},
		}},
		Loops:    []ext.Loop{{Name: "views", Every: flushEvery, Run: s.flush}},
		Periodic: []ext.Periodic{{Name: "retention", Every: 24 * time.Hour, Run: s.expire}, {Name: "feedback", Every: 24 * time.Hour, Run: s.sendFeedback}},
		Commands: map[string]func(context.Context, *ext.Call) error{"popular": s.listPopular, "onboard": s.printKey},
	}, nil
}

// settings are what the site chose, and the provider in an onboarding.
type settings struct {
	tracking                            bool
	ignored                             []string // roles
	keepDays, popularDays, popularPosts int64
	inlineTheme, widgetTheme            string
	tagFeeds, tagByAnchor               bool
}

var declared = &ext.Settings[settings]{Declare: func(t *settings, m *ext.Members) {
	m.Bool(&t.tracking, "tracking", "", true)
	m.Texts(&t.ignored, "ignore_users", "", []string{access.Administrator, access.Editor}, schema.Str("", schema.Enum(access.Roles()...)))
	m.Int(&t.keepDays, "keep_days", "", 400, schema.Min(1), schema.Max(3650))
	m.Int(&t.popularDays, "popular_days", "", 30, schema.Min(1), schema.Max(3650))
	m.Int(&t.popularPosts, "popular_posts", "", 5, schema.Min(1), schema.Max(20))
	m.Text(&t.inlineTheme, "popular_inline_theme", "", "alpha", schema.Enum(themeNames("inline")...))
	m.Text(&t.widgetTheme, "popular_widget_theme", "", "alpha", schema.Enum(themeNames("widget")...))
	m.Bool(&t.tagFeeds, "tag_feed_links", "", false)
	m.Bool(&t.tagByAnchor, "tag_by_anchor", "", false)
}}

func (s *service) settings(ctx context.Context) *settings { return declared.Of(ctx, s.Options) }

// theme is the one chosen for a kind of lists, inline or widget.
func (t *settings) theme(kind string) string {
	if kind == "inline" {
		return t.inlineTheme
	}
	return t.widgetTheme
}

// Options beside the settings.
var (
	optionProvider = ext.TextOption("base_url", "", "")                // of the provider; "" is none
	optionKey      = ext.ObjectOption("onboarding_key", "").AsSecret() // hash of the key, and when it ends
	optionLicense  = ext.TextOption("license", "", "").AsSecret()      // sealed
)

func options() []ext.Option {
	return append([]ext.Option{optionProvider.Option, optionKey.Option, optionLicense.Option}, declared.Options()...)
}

package widgets

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// kind says how the value of a setting is cleaned.
type kind int

const (
	line   kind = iota // plain text
	html               // HTML, filtered unless the user may write any
	number             // a whole number, not negative
	flag               // true or false
	count              // 1 or 0
	choice             // one of a few words
	link               // an address
	ids                // a list of ids
	tokens             // words of letters, digits, - and _
)

// setting is one setting of a type.
type setting struct {
	name, label string
	kind        kind
	choices     []string // the first is the usual one
	optional    bool     // kept only when it is given
	least, most int64    // of numbers, when most isn't 0
	usual       int64    // what a number outside of these bounds becomes, when it isn't 0
	fixed       any      // the value, whatever is given, when it isn't nil
}

// widgetType is one type of widgets.
type widgetType struct {
	id, name, description, class string
	settings                     []setting
	// block renders what stands inside the widget; nil for those that preview.go
	// renders otherwise.
	block func(settings *wire.Object) (name string, attrs block.Attrs)
	// around are classes that stand before those of every widget.
	around string
	// partial types keep what a form doesn't have, and pass over what is no value.
	partial bool
	// titled types have a heading when they aren't given one: their name.
	titled bool
}

func (t *widgetType) classname() string {
	if t.class != "" {
		return t.class
	}
	return "widget_" + t.id
}

var title = setting{name: "title", label: "Title"}

func withoutAttributes(name string) func(*wire.Object) (string, block.Attrs) {
	return func(*wire.Object) (string, block.Attrs) { return name, block.Attrs{} }
}

// types are all types, sorted by id.
var types = []widgetType{
	{
		id: "archives", name: "Archives", description: "The months that have posts.", class: "widget_archive", titled: true,
		settings: []setting{title, {name: "count", label: "Show how many posts", kind: count}, {name: "dropdown", label: "Show as a menu", kind: count}},
		block: func(s *wire.Object) (string, block.Attrs) {
			return "core/archives", block.Of("showPostCounts", on(s, "count"), "displayAsDropdown", on(s, "dropdown"))
		},
	},
	{id: "block", name: "Block", description: "Blocks.", settings: []setting{{name: "content", label: "Blocks", kind: html}}},
	{id: "calendar", name: "Calendar", description: "A month with links to its posts.", settings: []setting{title}, block: withoutAttributes("core/calendar")},
	{
		id: "categories", name: "Categories", description: "The categories as a list or menu.", titled: true,
		settings: []setting{
			title, {name: "count", label: "Show how many posts", kind: count},
			{name: "hierarchical", label: "Show which category is below which", kind: count}, {name: "dropdown", label: "Show as a menu", kind: count},
		},
		block: func(s *wire.Object) (string, block.Attrs) {
			return "core/categories", block.Of("showPostCounts", on(s, "count"), "showHierarchy", on(s, "hierarchical"), "displayAsDropdown", on(s, "dropdown"))
		},
	},
	{
		id: "custom_html", name: "Custom HTML", description: "HTML written by hand.", around: "widget_text ",
		settings: []setting{title, {name: "content", label: "HTML", kind: html}},
	},
	{
		id: "media_audio", name: "Audio", description: "A sound to play.", partial: true,
		settings: media(append([]setting{preload, loop}, sources("mp3", "ogg", "flac", "m4a", "wav")...)...),
	},
	{
		id: "media_gallery", name: "Gallery", description: "Several pictures.", partial: true,
		settings: []setting{
			title, {name: "ids", label: "Pictures", kind: ids}, {name: "columns", label: "Columns", kind: number, least: 1, most: 9},
			{name: "size", label: "Size", kind: choice, choices: imageSizes()},
			{name: "link_type", label: "Link to", kind: choice, choices: []string{"post", "file", "none"}},
			{name: "orderby_random", label: "In any order", kind: flag},
		},
	},
	{
		id: "media_image", name: "Image", description: "One picture.", partial: true,
		settings: media(
			setting{name: "size", label: "Size", kind: choice, choices: imageSizes()}, setting{name: "width", label: "Width", kind: number, most: math.MaxInt32},
			setting{name: "height", label: "Height", kind: number, most: math.MaxInt32}, setting{name: "caption", label: "Caption", kind: html},
			setting{name: "alt", label: "Words for those who don't see it"},
			setting{name: "link_type", label: "Link to", kind: choice, choices: []string{"none", "file", "post", "custom"}},
			setting{name: "link_url", label: "Address of the link", kind: link}, setting{name: "image_classes", label: "Classes of the picture", kind: tokens},
			setting{name: "link_classes", label: "Classes of the link", kind: tokens}, setting{name: "link_rel", label: "What the link is to this page", kind: tokens},
			setting{name: "link_target_blank", label: "Open the link in a new tab", kind: flag}, setting{name: "image_title", label: "Title of the picture"}),
	},
	{
		id: "media_video", name: "Video", description: "A film.", partial: true,
		settings: media(append([]setting{preload, loop, {name: "content", label: "Tracks", kind: html}}, sources("mp4", "m4v", "webm", "ogv", "flv")...)...),
	},
	{id: "meta", name: "Meta", description: "Links to log in and to the feeds.", settings: []setting{title}, titled: true},
	{
		id: "nav_menu", name: "Navigation Menu", description: "One of the classic menus.",
		settings: []setting{{name: "title", label: "Title", optional: true}, {name: "nav_menu", label: "Id of the menu", kind: number, optional: true}},
	},
	{
		id: "pages", name: "Pages", description: "All pages as a list.", titled: true,
		settings: []setting{title, {name: "sortby", label: "In the order of", kind: choice, choices: []string{"menu_order", "post_title", "ID"}}, {name: "exclude", label: "Without the pages"}},
	},
	{
		id: "recent-comments", name: "Recent Comments", description: "The newest comments.", class: "widget_recent_comments", titled: true,
		settings: []setting{title, {name: "number", label: "How many", kind: number}},
		block: func(s *wire.Object) (string, block.Attrs) {
			return "core/latest-comments", block.Of("commentsToShow", several(s, "number"), "displayAvatar", false, "displayDate", false, "displayExcerpt", false)
		},
	},
	{
		id: "recent-posts", name: "Recent Posts", description: "The newest posts.", class: "widget_recent_entries", titled: true,
		settings: []setting{title, {name: "number", label: "How many", kind: number}, {name: "show_date", label: "Show their dates", kind: flag}},
		block: func(s *wire.Object) (string, block.Attrs) {
			return "core/latest-posts", block.Of("postsToShow", several(s, "number"), "displayPostDate", on(s, "show_date"))
		},
	},
	{
		id: "rss", name: "RSS", description: "Items of a feed from elsewhere.",
		settings: []setting{
			title, {name: "url", label: "Address of the feed", kind: link}, {name: "link", fixed: ""},
			{name: "items", label: "How many", kind: number, least: 1, most: 20, usual: 10}, {name: "error", fixed: false},
			{name: "show_summary", label: "Show what they say", kind: count}, {name: "show_author", label: "Show who wrote them", kind: count},
			{name: "show_date", label: "Show their dates", kind: count},
		},
		block: func(s *wire.Object) (string, block.Attrs) {
			return "core/rss", block.Of("feedURL", s.Text("url"), "itemsToShow", several(s, "items"), "displayExcerpt", on(s, "show_summary"),
				"displayAuthor", on(s, "show_author"), "displayDate", on(s, "show_date"))
		},
	},
	{
		id: "search", name: "Search", description: "A form to search the site.", settings: []setting{title},
	},
	{
		id: "tag_cloud", name: "Tag Cloud", description: "Tags, the bigger the more often used.", titled: true,
		settings: []setting{title, {name: "count", label: "Show how many posts", kind: count}, {name: "taxonomy", label: "Taxonomy"}},
		block: func(s *wire.Object) (string, block.Attrs) {
			attrs := block.Of("showTagCounts", on(s, "count"))
			if taxonomy := s.Text("taxonomy"); taxonomy != "" {
				attrs = attrs.With("taxonomy", taxonomy)
			}
			return "core/tag-cloud", attrs
		},
	},
	{
		id: "text", name: "Text", description: "Any text.",
		settings: []setting{title, {name: "text", label: "Text", kind: html}, {name: "filter", kind: flag}, {name: "visual", kind: flag, optional: true}},
	},
}

// media are the settings of a type that shows one file.
func media(own ...setting) []setting {
	return append(own, setting{name: "attachment_id", label: "Id of the file", kind: number, most: math.MaxInt32},
		setting{name: "url", label: "Address of the file", kind: link}, title)
}

var (
	preload = setting{name: "preload", label: "Load ahead", kind: choice, choices: []string{"none", "auto", "metadata"}}
	loop    = setting{name: "loop", label: "Begin anew at the end", kind: flag}
)

// sources are the addresses of a file in other formats.
func sources(formats ...string) []setting {
	out := make([]setting, len(formats))
	for i, f := range formats {
		out[i] = setting{name: f, label: "Address as " + f, kind: link}
	}
	return out
}

// imageSizes are the sizes that a picture may be shown in.
func imageSizes() []string {
	return []string{"thumbnail", "medium", "medium_large", "large", "1536x1536", "2048x2048", "full", "custom"}
}

func on(s *wire.Object, name string) bool { return schema.ToBool(s.Get(name)) }

func several(s *wire.Object, name string) int64 {
	if n := schema.ToInt(s.Get(name)); n > 0 {
		return min(n, 100)
	}
	return 5
}

func typeByID(id string) *widgetType {
	i := slices.IndexFunc(types, func(t widgetType) bool { return t.id == id })
	if i < 0 {
		return nil
	}
	return &types[i]
}

// clean keeps the settings of the type, cleaned and in order. before are the
// settings so far; anyHTML says that HTML needs no filter.
func (t *widgetType) clean(given, before *wire.Object, anyHTML bool) *wire.Object {
	out := &wire.Object{}
	if t.partial {
		if before != nil {
			out = before.Clone()
		}
		for _, s := range t.settings {
			if v, ok := given.Lookup(s.name); ok && s.takes(v) {
				out.Set(s.name, s.clean(v, anyHTML))
			}
		}
		return out
	}
	for _, s := range t.settings {
		v, ok := given.Lookup(s.name)
		if s.optional && (!ok || schema.ToText(v) == "" && s.kind != flag && s.kind != ids) {
			continue
		}
		out.Set(s.name, s.clean(v, anyHTML))
	}
	if on(out, "visual") {
		out.Set("filter", true)
	}
	return out
}

// takes tells whether something is a value of the setting.
func (s *setting) takes(v any) bool {
	switch s.kind {
	case choice:
		word, ok := v.(string)
		return ok && slices.Contains(s.choices, word)
	case number:
		return schema.Int("", schema.Min(float64(s.least)), schema.Max(float64(s.most))).Validate(v, s.name) == nil
	case flag:
		return v == "" || schema.Bool("").Validate(v, s.name) == nil
	case ids:
		return schema.List(schema.Int(""), "").Validate(v, s.name) == nil
	}
	_, ok := v.(string)
	return ok
}

// notInTokens is what no word of a list of classes has.
var notInTokens = regexp.MustCompile(`%[0-9A-Fa-f]{2}|[^A-Za-z0-9_\-\s]`)

func (s *setting) clean(v any, anyHTML bool) any {
	if s.fixed != nil {
		return s.fixed
	}
	switch s.kind {
	case html:
		text := strings.ToValidUTF8(schema.ToText(v), "")
		if anyHTML {
			return text
		}
		return sanitize.Post(text)
	case number:
		n := schema.ToInt(v)
		if s.usual != 0 && (n < s.least || n > s.most) {
			return s.usual
		}
		return max(n, -n)
	case flag:
		return schema.ToBool(v)
	case count:
		if schema.ToBool(v) {
			return int64(1)
		}
		return int64(0)
	case choice:
		if word := schema.ToText(v); slices.Contains(s.choices, word) {
			return word
		}
		return s.choices[0]
	case link:
		return clean.URL(schema.ToText(v), clean.Protocols())
	case tokens:
		return strings.Join(strings.Fields(notInTokens.ReplaceAllString(schema.ToText(v), "")), " ")
	case ids:
		list, _ := schema.AsList(v)
		out := []any{}
		for _, item := range list {
			if n := schema.ToInt(item); n > 0 {
				out = append(out, n)
			}
		}
		return out
	}
	return clean.TextField(schema.ToText(v))
}

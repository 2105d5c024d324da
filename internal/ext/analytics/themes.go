package analytics

import (
	"slices"

	"quoin/internal/platform/wire"
)

// theme is one look of lists of popular posts. Its level is the offer of the
// provider that has it.
type theme struct {
	name, label, level string
	// word stands in front of the posts, "" for none.
	word string
	// Colours; "" for none. A line is a border that is a part of its own, in up to two
	// colours; a badge lies behind the word, and a disc behind the icon.
	title, background, border, line, line2, icon, disc, badge, price, rating string
	size                                                                     int64
	image, list                                                              bool
	// told is what is said of each post or product; small is whether in small letters.
	told  []string
	small bool
}

// themes are the looks of a kind of list, nil for one that isn't known. The
// names and levels are those that clients know.
func themes(kind string) []theme {
	all, ware := []string{"author", "date", "comments", "separator"}, []string{"price", "rating", "image"}
	switch kind {
	case "inline":
		return []theme{
			{name: "alpha", label: "Alpha", level: "lite", word: "Popular", title: "#222b38", size: 18, background: "#eef1f5"},
			{name: "beta", label: "Beta", level: "lite", word: "Popular", title: "#222b38", size: 18, border: "#eef1f5", image: true},
			{name: "charlie", label: "Charlie", level: "lite", word: "Popular now", title: "#222b38", size: 16, line: "#cfd6df", list: true},
			{name: "delta", label: "Delta", level: "plus", word: "Popular", title: "#222b38", size: 16, border: "#eef1f5", icon: "#c8452f"},
			{name: "echo", label: "Echo", level: "plus", word: "Popular:", title: "#222b38", size: 18, background: "#eef1f5"},
			{name: "foxtrot", label: "Foxtrot", level: "plus", word: "Popular", title: "#222b38", size: 18, image: true},
			{name: "golf", label: "Golf", level: "plus", word: "Much read", title: "#222b38", size: 16, line: "#c8452f", line2: "#dfe3e8"},
			{name: "hotel", label: "Hotel", level: "plus", title: "#222b38", size: 18, icon: "#c8452f"},
			{name: "india", label: "India", level: "plus", word: "Popular:", title: "#222b38", size: 14, background: "#eef1f5", line: "#c8452f"},
			{name: "juliett", label: "Juliett", level: "plus", word: "Popular", title: "#222b38", size: 18, line: "#dfe3e8", badge: "#dfe3e8", image: true},
			{name: "kilo", label: "Kilo", level: "plus", word: "Much read", title: "#222b38", size: 18, line: "#dfe3e8", line2: "#dfe3e8"},
			{name: "lima", label: "Lima", level: "plus", word: "Popular", title: "#222b38", size: 18, background: "#eef1f5", image: true},
			{name: "mike", label: "Mike", level: "plus", word: "Popular", title: "#222b38", size: 18, background: "#eef1f5", badge: "#f0c34d", image: true},
			{name: "november", label: "November", level: "plus", word: "Popular", title: "#222b38", size: 16, border: "#eef1f5", icon: "#ffffff", disc: "#c8452f"},
		}
	case "widget":
		return []theme{
			{name: "alpha", label: "Alpha", level: "lite", title: "#222b38", size: 16, background: "#eef1f5", list: true},
			{name: "beta", label: "Beta", level: "lite", title: "#222b38", size: 16, border: "#2c8f63", list: true},
			{name: "charlie", label: "Charlie", level: "lite", title: "#222b38", size: 16, background: "#eef1f5", border: "#2f73c8", list: true},
			{name: "delta", label: "Delta", level: "pro", title: "#222b38", size: 18, border: "#cfd6df", image: true, list: true, told: []string{"author", "date", "separator"}},
			{name: "echo", label: "Echo", level: "pro", title: "#222b38", size: 16, image: true, list: true, told: all, small: true},
			{name: "foxtrot", label: "Foxtrot", level: "pro", title: "#222b38", size: 16, list: true, told: all, small: true},
			{name: "golf", label: "Golf", level: "pro", word: "Popular:", badge: "#c8452f", title: "#222b38", size: 16, list: true, told: all, small: true},
			{name: "hotel", label: "Hotel", level: "pro", title: "#ffffff", size: 16, image: true, list: true, told: []string{"author", "date"}, small: true},
		}
	case "products":
		return []theme{
			{name: "alpha", label: "Alpha", title: "#222b38", size: 16, border: "#cfd6df", list: true, price: "#222b38", rating: "#c8452f", told: ware},
			{name: "beta", label: "Beta", title: "#222b38", size: 16, background: "#eef1f5", list: true, price: "#4a5566", rating: "#f0c34d", told: ware},
			{name: "charlie", label: "Charlie", title: "#ffffff", size: 16, image: true, list: true, price: "#ffffff", rating: "#f0c34d", told: ware[:2]},
			{name: "delta", label: "Delta", title: "#222b38", size: 14, list: true, price: "#4a5566", rating: "#f0c34d", told: ware},
		}
	}
	return nil
}

func themeNames(kind string) []string {
	var names []string
	for _, t := range themes(kind) {
		names = append(names, t.name)
	}
	return names
}

// themeOf is a theme by its name, nil when there is none.
func themeOf(kind, name string) *theme {
	list := themes(kind)
	if i := slices.IndexFunc(list, func(t theme) bool { return t.name == name }); i >= 0 {
		return &list[i]
	}
	return nil
}

// samples are what a preview of a list shows.
func samples(n int) []any {
	return []any{"A first post that many have read", "Another post of last week", "What readers come back to", "The one that everybody shares"}[:n]
}

func (t *theme) object(kind string) *wire.Object {
	title := wire.NewObject("color", t.title, "size", t.size)
	if kind == "inline" && !t.list {
		title.Set("text", samples(1)[0])
	}
	styles := wire.NewObject("title", title)
	part := func(name string, members ...any) {
		o := &wire.Object{}
		for i := 0; i < len(members); i += 2 {
			if members[i+1] != "" {
				o.Set(members[i].(string), members[i+1])
			}
		}
		if o.Len() > 0 {
			styles.Set(name, o)
		}
	}
	if t.word != "" {
		part("label", "color", t.title, "background", t.badge, "text", t.word)
	}
	if t.badge != "" && kind == "widget" {
		styles.Object("label").Set("editable", true)
	}
	part("background", "color", t.background, "border", t.border)
	part("border", "color", t.line, "color2", t.line2)
	part("icon", "background", t.disc, "color", t.icon)
	if t.price != "" {
		part("price", "color", t.price, "size", int64(smallSize))
		part("rating", "color", t.rating)
	}
	t.meta(styles, kind)
	o := wire.NewObject("label", t.label, "styles", styles)
	switch {
	case t.list && kind == "inline":
		o.Set("list", samples(3))
		o.Set("posts", int64(3))
	case t.list:
		o.Set("list", wire.NewObject("items", samples(4)))
		if t.price != "" {
			o.Object("list").Set("prices", []any{"$12.00", "$8.50", "$24.00", "$3.90"})
		}
	}
	if t.image {
		o.Set("image", true)
	}
	if t.level != "" {
		o.Set("level", t.level)
	}
	return o
}

// smallSize is the size of small letters, in pixels.
const smallSize = 12

// meta adds which of what is known of a post or product is shown.
func (t *theme) meta(styles *wire.Object, kind string) {
	if len(t.told) == 0 {
		return
	}
	meta := &wire.Object{}
	if kind == "widget" {
		meta.Set("color", or(t.title == "#ffffff", t.title, "#8d96a5"))
		if t.small {
			meta.Set("size", int64(smallSize))
		}
	}
	for _, what := range t.told {
		meta.Set(what, or(what == "separator", "|", "on"))
	}
	styles.Set("meta", meta)
	if slices.Contains(t.told, "comments") {
		styles.Set("comments", wire.NewObject("color", t.title))
	}
}

func or(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

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
	// Colours; "" for none.
	title, background, border string
	size                      int64
	image, list               bool
}

// themes are the looks of a kind of list, nil for one that isn't known. The
// names and levels are those that clients know.
func themes(kind string) []theme {
	switch kind {
	case "inline":
		return []theme{
			{name: "alpha", label: "Alpha", level: "lite", word: "Popular", title: "#222b38", size: 18, background: "#eef1f5"},
			{name: "beta", label: "Beta", level: "lite", word: "Popular", title: "#222b38", size: 18, border: "#eef1f5", image: true},
			{name: "charlie", label: "Charlie", level: "lite", word: "Popular now", title: "#222b38", size: 16, border: "#cfd6df", list: true},
			{name: "delta", label: "Delta", level: "plus", word: "Popular", title: "#222b38", size: 16, border: "#eef1f5"},
			{name: "echo", label: "Echo", level: "plus", word: "Popular:", title: "#222b38", size: 18, background: "#eef1f5"},
			{name: "foxtrot", label: "Foxtrot", level: "plus", word: "Popular", title: "#222b38", size: 18, image: true},
			{name: "golf", label: "Golf", level: "plus", word: "Much read", title: "#222b38", size: 16, border: "#c8452f"},
			{name: "hotel", label: "Hotel", level: "plus", title: "#222b38", size: 18},
			{name: "india", label: "India", level: "plus", word: "Popular:", title: "#222b38", size: 14, background: "#eef1f5", border: "#c8452f"},
			{name: "juliett", label: "Juliett", level: "plus", word: "Popular", title: "#222b38", size: 18, border: "#dfe3e8", image: true},
			{name: "kilo", label: "Kilo", level: "plus", word: "Much read", title: "#222b38", size: 18, border: "#dfe3e8"},
			{name: "lima", label: "Lima", level: "plus", word: "Popular", title: "#222b38", size: 16, background: "#eef1f5", image: true},
			{name: "mike", label: "Mike", level: "plus", word: "Popular", title: "#222b38", size: 18, background: "#eef1f5", image: true},
			{name: "november", label: "November", level: "plus", word: "Popular", title: "#222b38", size: 16, border: "#eef1f5"},
		}
	case "widget":
		return []theme{
			{name: "alpha", label: "Alpha", level: "lite", title: "#222b38", size: 16, background: "#eef1f5", list: true},
			{name: "beta", label: "Beta", level: "lite", title: "#222b38", size: 16, border: "#2c8f63", list: true},
			{name: "charlie", label: "Charlie", level: "lite", title: "#222b38", size: 16, background: "#eef1f5", border: "#2f73c8", list: true},
			{name: "delta", label: "Delta", level: "pro", title: "#222b38", size: 18, border: "#cfd6df", image: true, list: true},
			{name: "echo", label: "Echo", level: "pro", title: "#222b38", size: 16, image: true, list: true},
			{name: "foxtrot", label: "Foxtrot", level: "pro", title: "#222b38", size: 16, list: true},
			{name: "golf", label: "Golf", level: "pro", word: "Popular:", title: "#222b38", size: 16, list: true},
			{name: "hotel", label: "Hotel", level: "pro", title: "#ffffff", size: 16, image: true, list: true},
		}
	case "products":
		return []theme{
			{name: "alpha", label: "Alpha", title: "#222b38", size: 16, border: "#cfd6df", list: true},
			{name: "beta", label: "Beta", title: "#222b38", size: 16, background: "#eef1f5", list: true},
			{name: "charlie", label: "Charlie", title: "#ffffff", size: 16, image: true, list: true},
			{name: "delta", label: "Delta", title: "#222b38", size: 14, list: true},
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
func samples() []any {
	return []any{"A first post that many have read", "Another post of last week", "What readers come back to"}
}

func (t *theme) object(kind string) *wire.Object {
	styles := wire.NewObject("title", wire.NewObject("color", t.title, "size", t.size))
	if kind == "inline" && !t.list {
		styles.Object("title").Set("text", samples()[0])
	}
	if t.word != "" {
		styles.Set("label", wire.NewObject("color", t.title, "text", t.word))
	}
	switch ground := (&wire.Object{}); {
	case t.background != "" || t.border != "":
		if t.background != "" {
			ground.Set("color", t.background)
		}
		if t.border != "" {
			ground.Set("border", t.border)
		}
		styles.Set("background", ground)
	}
	o := wire.NewObject("label", t.label, "styles", styles)
	switch {
	case t.list && kind == "inline":
		o.Set("list", samples())
		o.Set("posts", int64(len(samples())))
	case t.list:
		o.Set("list", wire.NewObject("items", samples()))
	}
	if t.image {
		o.Set("image", true)
	}
	if t.level != "" {
		o.Set("level", t.level)
	}
	return o
}

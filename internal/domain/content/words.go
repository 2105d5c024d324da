package content

import (
	"cmp"
	"maps"

	"quoin/internal/platform/wire"
)

// Words are what people read of a type, or of a taxonomy. Zero words are those
// of the usual type of its sort.
type Words struct {
	Plural, Singular string
	Labels           map[string]string // further ones, by the place where they stand
}

// Usual are a place, and the words that stand there unless others are given: for
// flat and for hierarchical types, "" for none.
type Usual [3]string

func (u Usual) place() string { return u[0] }

func (u Usual) word(hierarchical bool) string {
	if hierarchical {
		return u[2]
	}
	return u[1]
}

// given are the words that are given, and those that follow from them.
func (w Words) given() map[string]string {
	given := maps.Clone(w.Labels)
	if given == nil {
		given = map[string]string{}
	}
	follow := func(place, word string) {
		if _, ok := given[place]; !ok && word != "" {
			given[place] = word
		}
	}
	follow("name", w.Plural)
	follow("singular_name", cmp.Or(w.Singular, w.Plural))
	follow("name_admin_bar", given["singular_name"])
	follow("menu_name", given["name"])
	follow("all_items", given["menu_name"])
	follow("archives", given["all_items"])
	return given
}

// Object are the words by place, in the order of the usual ones; null where
// there is none. name is that of the type or taxonomy.
func (w Words) Object(usual []Usual, hierarchical bool, name string) *wire.Object {
	given, out := w.given(), &wire.Object{}
	for _, u := range usual {
		out.Set(u.place(), nil)
		if word := cmp.Or(given[u.place()], u.word(hierarchical)); word != "" {
			out.Set(u.place(), word)
		}
	}
	out.Set("menu_name", cmp.Or(given["menu_name"], out.Text("name")))
	out.Set("name_admin_bar", wire.Symbol(name))
	for _, place := range []string{"name_admin_bar", "archives"} {
		if word := given[place]; word != "" {
			out.Set(place, word)
		}
	}
	return out
}

// Label is the word for one place, "" for none.
func (w Words) Label(place string, usual []Usual, hierarchical bool) string {
	if word := w.given()[place]; word != "" {
		return word
	}
	for _, u := range usual {
		if u.place() == place {
			return u.word(hierarchical)
		}
	}
	return ""
}

// Labels are the words for the type by the places where they stand.
func (t *Type) Labels() *wire.Object {
	out := t.Words.Object(usualWords(), t.Hierarchical, t.Name)
	if singular := t.Words.given()["singular_name"]; singular != "" {
		out.Set(templateName, "Single item: "+singular)
	}
	out.Solid = true
	return out
}

// Label is the word for the type in one place.
func (t *Type) Label(place string) string {
	return t.Words.Label(place, usualWords(), t.Hierarchical)
}

// usualWords are the words of posts and of pages.
func usualWords() []Usual {
	return []Usual{
		{"name", "Posts", "Pages"},
		{"singular_name", "Post", "Page"},
		{"add_new", "Add", "Add"},
		{"add_new_item", "Add Post", "Add Page"},
		{"edit_item", "Edit Post", "Edit Page"},
		{"new_item", "New Post", "New Page"},
		{"view_item", "View Post", "View Page"},
		{"view_items", "View Posts", "View Pages"},
		{"search_items", "Search Posts", "Search Pages"},
		{"not_found", "No posts found.", "No pages found."},
		{"not_found_in_trash", "No posts found in Trash.", "No pages found in Trash."},
		{"parent_item_colon", "", "Parent Page:"},
		{"all_items", "All Posts", "All Pages"},
		{"archives", "Post Archives", "Page Archives"},
		{"attributes", "Post Attributes", "Page Attributes"},
		{"insert_into_item", "Insert into post", "Insert into page"},
		{"uploaded_to_this_item", "Uploaded to this post", "Uploaded to this page"},
		{"featured_image", "Featured image", "Featured image"},
		{"set_featured_image", "Set featured image", "Set featured image"},
		{"remove_featured_image", "Remove featured image", "Remove featured image"},
		{"use_featured_image", "Use as featured image", "Use as featured image"},
		{"filter_items_list", "Filter posts list", "Filter pages list"},
		{"filter_by_date", "Filter by date", "Filter by date"},
		{"items_list_navigation", "Posts list navigation", "Pages list navigation"},
		{"items_list", "Posts list", "Pages list"},
		{"item_published", "Post published.", "Page published."},
		{"item_published_privately", "Post published privately.", "Page published privately."},
		{"item_reverted_to_draft", "Post reverted to draft.", "Page reverted to draft."},
		{"item_trashed", "Post trashed.", "Page trashed."},
		{"item_scheduled", "Post scheduled.", "Page scheduled."},
		{"item_updated", "Post updated.", "Page updated."},
		{"item_link", "Post Link", "Page Link"},
		{"item_link_description", "A link to a post.", "A link to a page."},
	}
}

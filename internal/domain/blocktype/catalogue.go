package blocktype

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

// Blocks of the core that others know by name.
const (
	Pattern        = "core/pattern"         // stands for a pattern of the theme
	TemplatePart   = "core/template-part"   // shows a template part
	NavigationLink = "core/navigation-link" // links an entry or the entries of a term in a menu
	PostTerms      = "core/post-terms"      // shows the terms of an entry
)

//go:embed */block.json */style.css */theme.css */view.js
var files embed.FS

// order are the folders of the types in the order in which they are listed and
// in which their styles are printed.
func order() []string {
	return []string{
		"legacy-widget", "widget-group", "accordion", "accordion-item", "archives", "avatar", "block", "breadcrumbs",
		"button", "calendar", "categories", "comment-author-name", "comment-content", "comment-date",
		"comment-edit-link", "comment-reply-link", "comment-template", "comments", "comments-pagination",
		"comments-pagination-next", "comments-pagination-numbers", "comments-pagination-previous", "comments-title",
		"cover", "details", "file", "footnotes", "gallery", "heading", "home-link", "icon", "image",
		"latest-comments", "latest-posts", "list", "loginout", "media-text", "navigation", "navigation-link",
		"navigation-overlay-close", "navigation-submenu", "page-list", "page-list-item", "paragraph", "pattern",
		"playlist", "playlist-track", "post-author", "post-author-biography", "post-author-name",
		"post-comments-count", "post-comments-form", "post-comments-link", "post-content", "post-date",
		"post-excerpt", "post-featured-image", "post-navigation-link", "post-template", "post-terms",
		"post-time-to-read", "post-title", "query", "query-no-results", "query-pagination", "query-pagination-next",
		"query-pagination-numbers", "query-pagination-previous", "query-title", "query-total", "read-more", "rss",
		"search", "shortcode", "site-logo", "site-tagline", "site-title", "social-link", "tab-list", "tab-panel",
		"tabs", "tag-cloud", "template-part", "term-count", "term-description", "term-name", "term-template",
		"video", "accordion-heading", "accordion-panel", "audio", "buttons", "code", "column", "columns", "embed",
		"freeform", "group", "html", "list-item", "math", "missing", "more", "nextpage", "preformatted", "pullquote",
		"quote", "separator", "social-links", "spacer", "tab-panels", "table", "terms-query", "text-columns",
		"verse", "post-comments",
	}
}

// catalogue are the types by name and in order. It is read only.
type catalogue struct {
	all    []*Type
	byName map[string]*Type
}

var load = sync.OnceValue(func() *catalogue {
	c := &catalogue{byName: map[string]*Type{}}
	for _, folder := range order() {
		t, err := read(folder)
		if err != nil {
			panic(fmt.Sprintf("blocktype: embedded type %s: %v", folder, err))
		}
		c.all = append(c.all, t)
		c.byName[t.Name] = t
	}
	return c
})

func read(folder string) (*Type, error) {
	text, err := files.ReadFile(folder + "/block.json")
	if err != nil {
		return nil, err
	}
	t := &Type{}
	if err := json.Unmarshal(text, t); err != nil {
		return nil, err
	}
	v, err := wire.Decode(text)
	if err != nil {
		return nil, err
	}
	t.Declared = v.(*wire.Object)
	t.Declared.Delete("server")
	t.Supports = block.Attrs{Object: t.Declared.Object("supports")}
	for _, m := range t.Declared.Object("attributes").Members() {
		attribute, _ := m.Value.(*wire.Object)
		if v := attribute.Get("default"); v != nil {
			t.defaults = append(t.defaults, wire.Member{Key: m.Key, Value: v})
		}
	}
	t.Style, t.Dress, t.Script = textOf(folder+"/style.css"), textOf(folder+"/theme.css"), textOf(folder+"/view.js")
	return t, nil
}

// textOf is a file that not all types have.
func textOf(name string) string {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return ""
	}
	return string(text)
}

// All are the types in order.
func All() []*Type { return load().all }

// Get is the type of a name, nil when it is not known.
func Get(name string) *Type { return load().byName[name] }

// Folder is the name of the type without its namespace.
func (t *Type) Folder() string { return strings.TrimPrefix(t.Name, "core/") }

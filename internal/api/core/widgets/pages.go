package widgets

import (
	"context"
	"strconv"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/domain/content"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// maxPageDepth ends lists of pages that go round in circles.
const maxPageDepth = 20

// pageList is the body of a list of all pages.
//
// Compat (api.TestClassicMarkup): pages whose parent isn't in the list stand at its end, flat.
func pageList(ctx context.Context, e *env.Env, settings *wire.Object) string {
	q := content.Query{
		Types: []string{content.TypePage}, Statuses: []content.Status{content.Publish}, NotIDs: idsIn(settings.Text("exclude")),
		SkipTotal: true, SkipMeta: true,
	}
	switch settings.Text("sortby") {
	case "ID":
		q.Order = []content.Order{{By: content.ByID}}
	case "post_title":
		q.Order = []content.Order{{By: content.ByTitle}}
	default:
		q.Order = []content.Order{{By: content.ByMenuOrder}, {By: content.ByTitle}}
	}
	page, err := e.Store.ListEntries(ctx, q)
	if err == nil {
		err = e.Links.Prefetch(ctx, page.Entries)
	}
	if err != nil {
		scope.Failed(ctx, err)
		return ""
	}
	if len(page.Entries) == 0 {
		return ""
	}
	l := pageLister{e: e, below: map[int64][]*content.Entry{}, shown: map[int64]bool{}}
	var parents []int64
	for _, p := range page.Entries {
		if len(l.below[p.Parent]) == 0 {
			parents = append(parents, p.Parent)
		}
		l.below[p.Parent] = append(l.below[p.Parent], p)
	}
	root := int64(0)
	if len(l.below[root]) == 0 {
		root = parents[0]
	}
	l.list(ctx, root, 0)
	for _, parent := range parents {
		for _, p := range l.below[parent] {
			if !l.shown[p.ID] {
				l.item(ctx, p, nil, 0)
			}
		}
	}
	return "\n\t\t\t<ul>\n\t\t\t\t" + l.String() + "\t\t\t</ul>\n\n\t\t\t"
}

// pageLister writes pages, each below its parent.
type pageLister struct {
	strings.Builder
	e     *env.Env
	below map[int64][]*content.Entry
	shown map[int64]bool
}

func (l *pageLister) list(ctx context.Context, parent int64, depth int) {
	for _, p := range l.below[parent] {
		var below []*content.Entry
		if depth < maxPageDepth {
			below = l.below[p.ID]
		}
		l.item(ctx, p, below, depth)
	}
}

func (l *pageLister) item(ctx context.Context, p *content.Entry, below []*content.Entry, depth int) {
	l.shown[p.ID] = true
	indent := strings.Repeat("\t", depth)
	id := strconv.FormatInt(p.ID, 10)
	class := "page_item page-item-" + id
	if len(below) > 0 {
		class += " page_item_has_children"
	}
	title := l.e.View.Title(ctx, p)
	if p.Title == "" {
		title = "#" + id + " " + l.e.Site.Texts(ctx).Of("(no title)")
	}
	l.WriteString(indent + `<li class="` + class + `"><a href="` + entity.Escape(l.e.Links.Link(ctx, p)) + `">` + title + "</a>")
	if len(below) > 0 {
		l.WriteString("\n" + indent + "<ul class='children'>\n")
		l.list(ctx, p.ID, depth+1)
		l.WriteString(indent + "</ul>\n")
	}
	l.WriteString("</li>\n")
}

// idsIn are the numbers in a text.
func idsIn(text string) []int64 {
	var out []int64
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' }) {
		if n, err := strconv.ParseInt(word, 10, 64); err == nil {
			out = append(out, max(n, -n))
		}
	}
	return out
}
